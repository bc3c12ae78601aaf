"""From records to the starter's probes: `python -m starter.probes RECORDS... --model GGUF --output FOLDER`.

The merged model reads each text as it is, with its leaks edited away and in other variants (states.py), and
keeps its hidden states in FOLDER, so that a second fit takes minutes and a killed run goes on. On them a
small network is trained (probe_training.py), without the held-out personas and without an eighth of the
others, on which its readings are turned into probabilities (roles/probe_calibration.py) and set beside the
model's own verdicts (leaning.py).
`probe.npz` and `presence.toml` are what ships; `probes.json` says how good they are on the held-out texts.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from penname.domain.attributes import shipped_attributes
from penname.engine.host.llama import LoadFailed
from penname.engine.host.probe_network import ProbeNetwork
from penname.roles.probe_calibration import HIGHEST
from starter.evaluating import Evaluator
from starter.leaning import Judge, fit_leaning
from starter.probe_training import trained
from starter.records import BadRecord, calibrates, read_records
from starter.states import LAYERS, Read, Reader, Sample, States, Variant, evidence_of, samples_of

_SAID_FIRST = b"# Made by packaging/starter/probes.py: turns readings of the probes into probabilities.\n\n"
ASK, ACT, SURE, ANYTHING = 0.2, 0.25, 0.45, 0.65  # probabilities; see README.md for how they were chosen


def fit(samples: Sequence[Sample], reads: Sequence[Read], names: Sequence[str]) -> dict[str, Any]:
    """The network, its calibration and its figures; see the module. `log_odds` are what it reads of the texts
    on which it is calibrated.
    """
    evidence = [evidence_of(sample, read, names) for sample, read in zip(samples, reads, strict=True)]
    labels = np.array([[name in sample.evidence for name in names] for sample in samples])
    held = np.array([sample.held_out for sample in samples])
    left_out = ~held & np.array([calibrates(sample.persona) for sample in samples])
    seen = np.flatnonzero(~held & ~left_out)
    # twice, since all the other variants of a text give something away
    edited = [index for index in seen if samples[index].variant is Variant.EDITED]
    seen = np.concatenate([seen, np.array(edited, dtype=int)])
    arrays = trained([reads[k] for k in seen], [evidence[k] for k in seen], labels[seen])
    features = _features(reads, left_out, arrays)
    calibration = LogisticRegression(C=10, max_iter=5000).fit(features, labels[left_out].ravel())
    words, text, *biases = (round(float(weight), 4) for weight in calibration.coef_[0])
    always = float(calibration.intercept_[0])

    def figures(chosen: NDArray[np.bool_], features: NDArray[np.float64]) -> dict[str, Any]:
        chances = calibration.predict_proba(features)[:, 1].reshape(-1, len(names))
        edited = np.array([sample.variant is Variant.EDITED for sample in samples])[chosen]
        return _figures(chances, labels[chosen], edited, names)

    read = calibration.decision_function(features).reshape(-1, len(names))
    return {
        "probe": arrays,
        "log_odds": {
            samples[index].text: row for index, row in zip(np.flatnonzero(left_out), read, strict=True)
        },
        "presence": {
            "words": words,
            "text": text,
            "ask": ASK,
            "act": ACT,
            "sure": SURE,
            "anything": ANYTHING,
            "attribute": [
                {"name": name, "bias": round(always + bias, 4)}
                for name, bias in zip(names, biases, strict=True)
            ],
        },
        "figures": figures(held, _features(reads, held, arrays)),
        "left_out": figures(left_out, features),
    }


def _features(
    reads: Sequence[Read], chosen: NDArray[np.bool_], arrays: Mapping[str, States]
) -> NDArray[np.float64]:
    """A row for each chosen sample and attribute: its highest words' mean, the text's, which attribute."""
    network = ProbeNetwork(arrays, reads[0].states.shape[1])
    rows = []
    for index in np.flatnonzero(chosen):
        words, text = network.read(reads[index].states.astype(np.float32))
        highest = np.sort(words, axis=0)[::-1][:HIGHEST].mean(axis=0)
        rows.append(np.concatenate([np.stack([highest, text], axis=1), np.eye(len(text))], axis=1))
    return np.concatenate(rows)


def _figures(
    chances: NDArray[np.float64], labels: NDArray[np.bool_], edited: NDArray[np.bool_], names: Sequence[str]
) -> dict[str, Any]:
    """Area under the ROC curve, and what would be found and left silent where each threshold is ACT."""
    plain, leaking = ~edited, ~edited & labels.any(axis=1)
    table = {}
    anything = 1 - np.prod(1 - chances, axis=1) >= ANYTHING
    for threshold in (0.2, 0.25, 0.3, 0.33, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7):
        said = (chances >= threshold) & anything[:, None]
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


def main() -> int:
    """Read, fit and write; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Fit the starter's probes.")
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--model", type=Path, required=True, help="base and adapter merged, as they run")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    attributes = shipped_attributes()
    names = [attribute.name for attribute in attributes]
    try:
        records = read_records(options.records)
        samples = samples_of(records)
        options.output.mkdir(parents=True, exist_ok=True)
        evaluator = Evaluator(options.model, LAYERS)
        fitted = fit(samples, Reader(evaluator, options.output / "states.npz").read(samples), names)
        np.savez_compressed(options.output / "probe.npz", layers=np.array(LAYERS), **fitted["probe"])
        left_out = [one for one in records if not one.held_out and calibrates(one.persona)]
        leaning, areas = fit_leaning(
            left_out,
            Judge(evaluator, attributes),
            lambda text, name: fitted["log_odds"][text][names.index(name)],
        )
        presence = fitted["presence"] | {"leaning": msgspec.to_builtins(leaning)}
        (options.output / "presence.toml").write_bytes(_SAID_FIRST + msgspec.toml.encode(presence))
        figures = {"figures": fitted["figures"], "left_out": fitted["left_out"], "judged": areas}
        (options.output / "probes.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    except (BadRecord, OSError) as error:
        print(f"The probes cannot be fitted: {error}", file=sys.stderr)
        return 1
    except LoadFailed as error:
        print(f"{options.model} is no model that can be used: {error}", file=sys.stderr)
        return 1
    print(json.dumps(fitted["figures"] | {"judged": areas}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
