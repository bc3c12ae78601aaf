"""Fits a critic: `python -m writer.critic judged.jsonl` prints a table for prompts/writer/writer.toml.

A line of the file is a sentence that the writer rewrote and a blind reader judged: `good`, 1 where the author
would post the text with that sentence in it; `broken`, `false`, `off`; the numbers of the `text` and of the
`sentence` in it, which has several candidates; and the critic's signs (penname.roles.writing.critic). The
figures are of texts left out in turn: of each sentence the likeliest candidate, where it is likely enough.
`gaps.jsonl` has in the same way what was left out of sentences (penname.roles.writing.omission), with the
starter's losses, for the table `omission` of prompts/starter/writer.toml.

`--without loss last_loss very_unsure` fits one for other models (prompts/default/writer.toml).
"""

import argparse
import json
import sys
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import GroupKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

_LEAST = (0.4, 0.5, 0.6, 0.7, 0.8)
_JUDGED = ("text", "sentence", "good", "broken", "false", "off")


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description="Fit the writer's critic.")
    parser.add_argument("judged", type=Path)
    parser.add_argument("--without", nargs="+", default=(), metavar="SIGN", help="signs to leave out")
    options = parser.parse_args()
    judged = [json.loads(line) for line in options.judged.read_text(encoding="utf-8").splitlines()]
    names = [name for name in judged[0] if name not in (*_JUDGED, *options.without)]
    x = np.array([[one[name] for name in names] for one in judged])
    y, texts = (np.array([one[name] for one in judged]) for name in ("good", "text"))
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3))
    likely = cross_val_predict(model, x, y, groups=texts, cv=GroupKFold(8), method="predict_proba")[:, 1]
    print(f"# {len(y)} sentences, good {y.mean():.2f}; area {roc_auc_score(y, likely):.2f}")
    best: dict[tuple[int, int], int] = {}
    for index in np.argsort(likely):
        best[judged[index]["text"], judged[index]["sentence"]] = index
    chosen = np.array(list(best.values()))
    for least in _LEAST:
        shown = chosen[likely[chosen] >= least]
        print(f"# from {least}: {len(shown) / len(chosen):.2f} of the sentences, good {y[shown].mean():.2f}")
    scale, fitted = (fit := model.fit(x, y))[0], fit[-1]
    weights = fitted.coef_[0] / scale.scale_
    print(f"[critic]\nbias = {fitted.intercept_[0] - weights @ scale.mean_:.4f}\n\n[critic.weights]")
    for name, weight in zip(names, weights, strict=True):
        print(f"{name} = {weight:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
