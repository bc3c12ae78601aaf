"""From records to the starter's probes: `python -m starter.probes RECORDS... --model GGUF --output FOLDER`.

The merged model reads each text once as it is, and once with all its leaks edited away; its hidden states are
kept in FOLDER, so that a second fit takes minutes and a killed run goes on. On them a small network is
trained (probe_training.py), without the held-out personas and without an eighth of the others, on which its
readings are turned into probabilities (roles/presence.py).
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

from penname.domain.attributes import parse_attributes
from penname.engine.host.llama import LoadFailed
from penname.engine.host.probe_network import ProbeNetwork
from penname.locations import resource
from penname.roles.presence import HIGHEST
from starter.probe_training import trained
from starter.records import BadRecord, calibrates, read_records
from starter.states import LAYERS, Read, Reader, Sample, States, evidence_of, samples_of

_SAID_FIRST = b"# Made by packaging/starter/probes.py: turns readings of the probes into probabilities.\n\n"
ASK, ACT = 0.2, 0.4  # probabilities; chosen on the fold that was left out, see README.md


def fit(samples: Sequence[Sample], reads: Sequence[Read], names: Sequence[str]) -> dict[str, Any]:
    """The network, its calibration and its figures; see the module."""
    evidence = [evidence_of(sample, read, names) for sample, read in zip(samples, reads, strict=True)]
    labels = np.array([[name in sample.evidence for name in names] for sample in samples])
    held = np.array([sample.held_out for sample in samples])
    left_out = ~held & np.array([calibrates(sample.persona) for sample in samples])
    seen = np.flatnonzero(~held & ~left_out)
    arrays = trained([reads[k] for k in seen], [evidence[k] for k in seen], labels[seen])
    features = _features(reads, left_out, arrays)
    calibrated = [
        LogisticRegression(C=10, max_iter=1000).fit(features[:, index], labels[left_out, index])
        for index in range(len(names))
    ]

    def figures(chosen: NDArray[np.bool_], features: NDArray[np.float64]) -> dict[str, Any]:
        chances = [model.predict_proba(features[:, k])[:, 1] for k, model in enumerate(calibrated)]
        edited = np.array([sample.edited for sample in samples])[chosen]
        return _figures(np.stack(chances, axis=1), labels[chosen], edited, names)

    return {
        "probe": arrays,
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
        "figures": figures(held, _features(reads, held, arrays)),
        "left_out": figures(left_out, features),
    }


def _features(
    reads: Sequence[Read], chosen: NDArray[np.bool_], arrays: Mapping[str, States]
) -> NDArray[np.float64]:
    """Peak, mean of the highest and text reading, for each chosen sample and attribute."""
    network = ProbeNetwork(arrays, reads[0].states.shape[1])
    rows = []
    for index in np.flatnonzero(chosen):
        words, text = network.read(reads[index].states.astype(np.float32))
        told = np.sort(words, axis=0)[::-1]
        rows.append(np.stack([told[0], told[:HIGHEST].mean(axis=0), text], axis=1))
    return np.stack(rows)


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
    np.savez_compressed(options.output / "probe.npz", layers=np.array(LAYERS), **fitted["probe"])
    presence = {"attribute": fitted["attributes"]}
    (options.output / "presence.toml").write_bytes(_SAID_FIRST + msgspec.toml.encode(presence))
    figures = {key: fitted[key] for key in ("figures", "left_out")}
    (options.output / "probes.json").write_text(json.dumps(figures, indent=1), encoding="utf-8")
    print(json.dumps(figures["figures"], indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
