"""From records to the starter's probes: `python -m starter.probes RECORDS... --model GGUF --output FOLDER`.

The merged model reads each text once as it is, and once with all its leaks edited away; its hidden states are
kept in FOLDER, so that a second fit takes seconds and a killed run goes on. On them are fitted, without the
held-out personas: for each attribute a ridge regression of "this token is evidence" on a token's state, a
logistic regression of "the text gives it away" on the mean state, and their sum as a probability
(roles/presence.py).
`probe.npz` and `presence.toml` are what ships; `probes.json` says how good they are on the held-out texts.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from penname.domain.attributes import parse_attributes
from penname.domain.changes import Edit, apply_changes, changes_from_edits
from penname.engine.llama import Context, LoadFailed, Model
from penname.engine.probe import source_ends
from penname.engine.prompts import PromptWriter
from penname.engine.vocabulary import Vocabulary
from penname.locations import resource
from penname.roles.conversation import Conversation
from penname.roles.packs import load_pack
from penname.roles.presence import HIGHEST
from starter.records import BadRecord, Record, read_records

FOLDS = 4
RIDGE = 500.0
TEXT_C = 1.5e-2  # inverse strength of the text probe's penalty
KEEP_EVERY = 50
ASK, ACT = 0.2, 0.4  # probabilities; chosen on the training folds, see README.md

States = NDArray[np.float32]


class Sample(NamedTuple):
    """A text to read: what it gives away, with the evidence, and whether it is only for measuring."""

    text: str
    persona: str
    held_out: bool
    edited: bool
    evidence: dict[str, tuple[str, ...]]


class Read(NamedTuple):
    """A sample's states (tokens x width) and where its tokens end, in bytes of the text."""

    states: States
    ends: tuple[int, ...]


def samples_of(records: Iterable[Record]) -> list[Sample]:
    """Each text as it is, and as it is when all its leaks are edited away."""
    found = []
    for record in records:
        leaks = {leak.attribute: leak.evidence for leak in record.leaks}
        found.append(Sample(record.text, record.persona, record.held_out, False, leaks))
        if leaks:
            edits = [Edit(*pair) for leak in record.leaks for pair in leak.generalize]
            changes, _ = changes_from_edits(record.text, edits)
            after = apply_changes(record.text, changes)
            found.append(Sample(after, record.persona, record.held_out, True, {}))
    return found


class Reader:
    """Reads texts as the attacker does, and keeps what it read in one file."""

    def __init__(self, model: Path, kept: Path) -> None:
        self._model = Model(str(model), None, safe=False, on_progress=lambda: None)
        self._context = Context(self._model, 4096, 128, 1, safe=False, probed=True)
        self._vocabulary = Vocabulary(self._model)
        self._prompts = PromptWriter(self._model, self._vocabulary)
        self._pack = load_pack("starter")
        self._kept = kept
        self._known: dict[str, Read] = _load(kept) if kept.exists() else {}

    def read(self, samples: Sequence[Sample]) -> list[Read]:
        """The states of all samples, in their order."""
        missing = [sample for sample in samples if _key(sample.text) not in self._known]
        for number, sample in enumerate(missing, 1):
            self._known[_key(sample.text)] = self._read(sample.text)
            if number % KEEP_EVERY == 0 or number == len(missing):
                _save(self._kept, self._known)
                print(json.dumps({"read": number, "of": len(missing)}), file=sys.stderr, flush=True)
        return [self._known[_key(sample.text)] for sample in samples]

    def _read(self, text: str) -> Read:
        prompt, last = self._prompts.tokens_up_to(Conversation(self._pack, text, ()).reading())
        ends = source_ends(self._vocabulary, prompt[len(prompt) - last :], len(text.encode()))
        return Read(np.concatenate(self._context.states(prompt, len(ends), lambda _size: None)), ends)


def fit(samples: Sequence[Sample], reads: Sequence[Read], names: Sequence[str]) -> dict[str, Any]:
    """The probes, their calibration and their figures; see the module."""
    evidence = [_evidence(sample, read, names) for sample, read in zip(samples, reads, strict=True)]
    labels = np.array([[name in sample.evidence for name in names] for sample in samples])
    held = np.array([sample.held_out for sample in samples])
    fold = np.array([_number(sample.persona) % FOLDS for sample in samples])
    means = np.stack([read.states.mean(axis=0) for read in reads])
    features = np.zeros((len(samples), len(names), 3))
    for number in range(FOLDS):  # what the calibration sees comes from probes that have not seen it
        seen, unseen = ~held & (fold != number), ~held & (fold == number)
        features[unseen] = _features(reads, means, unseen, *_probes(reads, evidence, means, labels, seen))
    token, text = _probes(reads, evidence, means, labels, ~held)
    features[held] = _features(reads, means, held, token, text)
    calibrated = [
        LogisticRegression(C=10, max_iter=1000).fit(features[~held, index], labels[~held, index])
        for index in range(len(names))
    ]
    chances = np.stack(
        [model.predict_proba(features[:, index])[:, 1] for index, model in enumerate(calibrated)], axis=1
    )
    edited = np.array([sample.edited for sample in samples])
    return {
        "probe": {
            "token_weight": token[0],
            "token_bias": token[1],
            "text_weight": text[0],
            "text_bias": text[1],
        },
        "attributes": [
            {
                "name": name,
                "bias": round(float(model.intercept_[0]), 4),
                **{
                    key: round(float(w), 4)
                    for key, w in zip(("peak", "mean", "text"), model.coef_[0], strict=True)
                },
                "ask": ASK,
                "act": ACT,
            }
            for name, model in zip(names, calibrated, strict=True)
        ],
        "figures": _figures(chances[held], labels[held], edited[held], names),
        "training_folds": _figures(chances[~held], labels[~held], edited[~held], names),
    }


Affine = tuple[NDArray[np.float64], NDArray[np.float64]]


def _probes(
    reads: Sequence[Read],
    evidence: Sequence[States],
    means: States,
    labels: NDArray[np.bool_],
    seen: NDArray[np.bool_],
) -> tuple[Affine, Affine]:
    """The token probes (ridge) and the text probes (logistic) of the samples in `seen`, on raw states."""
    chosen = np.flatnonzero(seen)
    every = np.concatenate([reads[index].states[::4] for index in chosen])
    center, spread = every.mean(axis=0), every.std(axis=0) + 1e-6
    width = len(center)
    gram, moment = np.zeros((width + 1, width + 1)), np.zeros((width + 1, labels.shape[1]))
    for index in chosen:
        x = np.column_stack([(reads[index].states - center) / spread, np.ones(len(reads[index].states))])
        gram += x.T @ x
        moment += x.T @ evidence[index]
    solved = np.linalg.solve(gram + RIDGE * np.eye(width + 1), moment).T
    token = solved[:, :-1] / spread
    middle, scale = means[seen].mean(axis=0), means[seen].std(axis=0) + 1e-6
    models = [
        LogisticRegression(C=TEXT_C, max_iter=500).fit((means[seen] - middle) / scale, labels[seen, index])
        for index in range(labels.shape[1])
    ]
    weight = np.stack([model.coef_[0] for model in models]) / scale
    bias = np.array([model.intercept_[0] for model in models]) - weight @ middle
    return (token, solved[:, -1] - token @ center), (weight, bias)


def _features(
    reads: Sequence[Read], means: States, chosen: NDArray[np.bool_], token: Affine, text: Affine
) -> NDArray[np.float64]:
    """Peak, mean of the highest and text reading, for each chosen sample and attribute."""
    rows = []
    for index in np.flatnonzero(chosen):
        told = np.sort(reads[index].states @ token[0].T + token[1], axis=0)[::-1]
        rows.append(
            np.stack([told[0], told[:HIGHEST].mean(axis=0), text[0] @ means[index] + text[1]], axis=1)
        )
    return np.stack(rows)


def _evidence(sample: Sample, read: Read, names: Sequence[str]) -> States:
    """1 for each token and attribute where the token stands in a phrase of evidence."""
    marks = np.zeros((len(read.ends), len(names)), dtype=np.float32)
    text, ends = sample.text.encode(), np.array(read.ends)
    starts = np.concatenate([[0], ends[:-1]])
    for name, phrases in sample.evidence.items():
        for phrase in phrases:
            first = text.find(phrase.encode())
            if first >= 0 and name in names:
                marks[(ends > first) & (starts < first + len(phrase.encode())), names.index(name)] = 1
    return marks


def _figures(
    chances: NDArray[np.float64], labels: NDArray[np.bool_], edited: NDArray[np.bool_], names: Sequence[str]
) -> dict[str, Any]:
    """Area under the ROC curve, and what each threshold would find and leave silent."""
    plain, leaking = ~edited, ~edited & labels.any(axis=1)
    table = {}
    for threshold in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7):
        said = chances >= threshold
        hits = (said & labels)[plain].sum()
        table[str(threshold)] = {
            "recall": round(float(hits / labels[plain].sum()), 3),
            "precision": round(float(hits / max(1, said[plain].sum())), 3),
            "silent_edited": round(float((~said[edited].any(axis=1)).mean()), 3),
            "silent_leaking": round(float((~said[leaking].any(axis=1)).mean()), 3),
        }
    area = {
        name: round(float(roc_auc_score(labels[plain, index], chances[plain, index])), 3)
        for index, name in enumerate(names)
    }
    everything = round(float(roc_auc_score(labels[plain].ravel(), chances[plain].ravel())), 3)
    return {"texts": int(plain.sum()), "auc": everything, "auc_by_attribute": area, "thresholds": table}


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _number(persona: str) -> int:
    return int(hashlib.sha256(f"fold {persona}".encode()).hexdigest()[:8], 16)


def _save(path: Path, known: dict[str, Read]) -> None:
    new = path.with_suffix(".new.npz")
    np.savez(
        new,
        keys=np.array(list(known)),
        sizes=np.array([len(read.ends) for read in known.values()]),
        states=np.concatenate([read.states for read in known.values()]).astype(np.float16),
        ends=np.concatenate([np.array(read.ends) for read in known.values()]),
    )
    new.replace(path)


def _load(path: Path) -> dict[str, Read]:
    with np.load(path, allow_pickle=False) as kept:
        stops = np.cumsum(kept["sizes"])
        states, ends = kept["states"].astype(np.float32), kept["ends"]
        keys = [str(key) for key in kept["keys"]]
    return {
        key: Read(states[stop - size : stop], tuple(map(int, ends[stop - size : stop])))
        for key, stop, size in zip(keys, stops, np.diff(stops, prepend=0), strict=True)
    }


def main() -> int:
    """Read, fit and write; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Fit the starter's probes.")
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="base and adapter merged, as they run")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    try:
        samples = samples_of(read_records(options.records))
        options.output.mkdir(parents=True, exist_ok=True)
        reads = Reader(options.model, options.output / "states.npz").read(samples)
    except (BadRecord, OSError) as error:
        print(f"The probes cannot be fitted: {error}", file=sys.stderr)
        return 1
    except LoadFailed as error:
        print(f"{options.model} is no model that can be used: {error}", file=sys.stderr)
        return 1
    names = [attribute.name for attribute in parse_attributes(resource("attributes.toml").read_text("utf-8"))]
    fitted = fit(samples, reads, names)
    np.savez(options.output / "probe.npz", **{k: v.astype(np.float32) for k, v in fitted["probe"].items()})
    presence = {"attribute": fitted["attributes"]}
    (options.output / "presence.toml").write_bytes(msgspec.toml.encode(presence))
    figures = {key: fitted[key] for key in ("figures", "training_folds")}
    (options.output / "probes.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(json.dumps(figures["figures"], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
