"""Fits a critic: `python -m writer.critic judged.jsonl` prints a table for prompts/writer/writer.toml.

A line of the file is a sentence that the writer rewrote and a blind reader judged: `good`, 1 where the author
would post the text with that sentence in it; `broken`, `false`, `off`; the numbers of the `text` and of the
`sentence` in it, which has several candidates; and the critic's signs (penname.roles.writing.critic). The
figures are of texts left out in turn: of each sentence the likeliest candidate, where it is likely enough.

A line of `gaps.jsonl` is a gap of some `kind` in a text of a `record`, from which `others` went before: the
text reads `left` `gone` `right`, and the starter's losses of what follows are those `without` the words and
`having` them (penname.roles.writing.gap_signs). `python -m writer.critic gaps.jsonl` prints the table
`omission` of prompts/starter/writer.toml: each kind is fitted alone, to the signs of _OF_GAPS.

A line of `substitutes.jsonl` is a text of a `record`, the words `found` by a rule there, which tell an
`attribute`, and what could take their place: where from and to, the words `put`, the `name` in
resources/cues/substitutes.toml, whether it is `good` to a reader, and the starter's `losses`
(penname.roles.writing.gap_signs.Put.asked). `python -m writer.critic substitutes.jsonl` prints the table
`substitution` of prompts/starter/writer.toml; people are left out in turn.

`--without loss last_loss very_unsure` fits one for other models (prompts/default/writer.toml).
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import StandardScaler

from penname.roles.writing.gap_signs import Kind, Put, signs, signs_of_substitute

_LEAST = (0.4, 0.5, 0.6, 0.7, 0.8, 0.85)
# Of some 26 those whose going costs most, people left out (backward elimination by log loss).
_OF_GAPS = {
    Kind.SENTENCE: "end start others words_gone words_before words_next more later points person shared asks "
    "short speaks number",
    Kind.CLAUSE: "start words_gone more more_early more_most first mean pointers quotes short small_before "
    "commas asked",
    Kind.CUT: "more more_most first speaks commas leads small_behind",
}
_IN_CONTEXT = (
    "more more_early more_most first mean points person pointers shared leads small_before small_behind "
    "speaks start quotes commas words_gone asked put_mean put_most"
)
_SEEN_OFTEN = 8  # substitutes of a name, at least
_OF_SUBSTITUTES = 0.03  # how little weights are held back
_JUDGED = ("text", "sentence", "good", "broken", "false", "off")


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description="Fit the writer's critic.")
    parser.add_argument("judged", type=Path)
    parser.add_argument("--without", nargs="+", default=(), metavar="SIGN", help="signs to leave out")
    options = parser.parse_args()
    judged = [json.loads(line) for line in options.judged.read_text(encoding="utf-8").splitlines()]
    if "gone" in judged[0]:
        return fit_gaps(judged)
    if "substitutes" in judged[0]:
        return fit_substitutes(judged)
    names = [name for name in judged[0] if name not in (*_JUDGED, *options.without)]
    x = np.array([[one[name] for name in names] for one in judged])
    y, texts = (np.array([one[name] for one in judged]) for name in ("good", "text"))
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3))
    likely = _left_out(model, x, y, texts)
    print(f"# {len(y)} sentences, good {y.mean():.2f}; area {roc_auc_score(y, likely):.2f}")
    _print_likeliest(likely, y, [(one["text"], one["sentence"]) for one in judged], "sentences")
    _print_table("critic", names, *_fitted(model, x, y))
    return 0


def fit_gaps(judged: Sequence[dict[str, Any]]) -> int:
    """Fit each kind of gap and print one table; the figures are of gaps in records left out in turn."""
    table = ["[omission]", "bias = 0.0", "", "[omission.weights]"]
    for kind, chosen in _OF_GAPS.items():
        names = [f"{kind}_{name}" for name in chosen.split()]
        gaps = [one for one in judged if one["kind"] == kind and not (kind is Kind.CLAUSE and _opens(one))]
        seen = [
            dict(signs(kind, tuple(one["without"]), tuple(one["having"]), *_text_of(one), one["others"]))
            for one in gaps
        ]
        x = np.array([[one[name] for name in names] for one in seen])
        y, records = (np.array([one[name] for one in gaps]) for name in ("good", "record"))
        model = make_pipeline(StandardScaler(), LogisticRegression(C=0.1))
        likely = _left_out(model, x, y, records)
        print(f"# {kind}: {len(y)}, good {y.mean():.2f}; area {roc_auc_score(y, likely):.3f}")
        for least in _LEAST:
            shown = likely >= least
            print(f"# from {least}: {shown.mean():.2f} of them, good {y[shown].mean():.2f}")
        bias, weights = _fitted(model, x, y)
        table += [f"{kind} = {bias:.4f}"]
        table += [f"{name} = {weight:.4f}" for name, weight in zip(names, weights, strict=True)]
    print("\n".join(table))
    return 0


def fit_substitutes(judged: Sequence[dict[str, Any]]) -> int:
    """Fit and print; the figures are of the likeliest substitute of each place."""
    seen, good, people, places = [], [], [], []
    for place, one in enumerate(judged):
        for other in one["substitutes"]:
            text, (start, end) = one["text"], (other["start"], other["end"])
            put = Put(text[:start], text[start:end], other["put"], text[end:])
            losses = [tuple(loss) for loss in other["losses"]]
            seen.append(dict(signs_of_substitute(other["name"], one["attribute"], put, losses)))
            good.append(other["good"])
            people.append(one["persona"])
            places.append(place)
    names = _signs_of_substitutes(seen)
    x = np.array([[one.get(name, 0.0) for name in names] for one in seen])
    y = np.array(good)
    model = make_pipeline(StandardScaler(), LogisticRegression(C=_OF_SUBSTITUTES, max_iter=2000))
    likely = _left_out(model, x, y, np.array(people))
    print(f"# {len(y)} of {len(judged)} places, good {y.mean():.2f}; area {roc_auc_score(y, likely):.3f}")
    _print_likeliest(likely, y, places, "places")
    _print_table("substitution", names, *_fitted(model, x, y))
    return 0


def _print_likeliest(likely: Any, y: Any, of: Sequence[Hashable], called: str) -> None:
    """Of each, by what it is `of`, the likeliest: how many are likely enough, and how many of these good."""
    chosen = np.array(list({of[index]: index for index in np.argsort(likely)}.values()))
    for least in _LEAST:
        shown = chosen[likely[chosen] >= least]
        print(f"# from {least}: {len(shown) / len(chosen):.2f} of the {called}, good {y[shown].mean():.2f}")


def _print_table(name: str, signs_of_it: Sequence[str], bias: float, weights: Sequence[float]) -> None:
    print(f"[{name}]\nbias = {bias:.4f}\n\n[{name}.weights]")
    for sign, weight in zip(signs_of_it, weights, strict=True):
        print(f"{sign} = {weight:.4f}")


def _signs_of_substitutes(seen: Sequence[dict[str, float]]) -> list[str]:
    """Those of _IN_CONTEXT, and the names of substitutes that there are enough of; of equal ones one."""
    times = Counter(name for one in seen for name in one)
    named = [
        name
        for name, count in times.items()
        if name.removeprefix(f"{Kind.SUBSTITUTE}_") in _IN_CONTEXT.split()
        or (_SEEN_OFTEN <= count < len(seen))
    ]
    said = {tuple(one.get(name, 0.0) for one in seen): name for name in sorted(named, reverse=True)}
    return sorted(said.values())


def _opens(gap: dict[str, Any]) -> bool:
    """Whether a sentence begins with the gap: such clauses are not left out any more."""
    return not gap["left"].strip() or gap["left"].endswith("\n") or gap["left"].rstrip()[-1] in ".!?…:"


def _text_of(gap: dict[str, Any]) -> tuple[str, str, str]:
    return gap["left"], gap["gone"], gap["right"]


def _left_out(model: Pipeline, x: Any, y: Any, groups: Any) -> Any:
    """How likely each is good, by a model that was fitted to other groups."""
    return cross_val_predict(model, x, y, groups=groups, cv=GroupKFold(8), method="predict_proba")[:, 1]


def _fitted(model: Pipeline, x: Any, y: Any) -> tuple[float, Any]:
    """The bias, and the weights of what was not scaled."""
    scale, fitted = (fit := model.fit(x, y))[0], fit[-1]
    weights = fitted.coef_[0] / scale.scale_
    return fitted.intercept_[0] - weights @ scale.mean_, weights


if __name__ == "__main__":
    sys.exit(main())
