"""Fits the critic: `python -m writer.critic ITEMS ANSWERS...` prints a table for prompts/writer/writer.toml.

ITEMS is JSON: objects with `id`, `text_id`, `text`, `before`, `after` and the writer's `losses`. ANSWERS are
JSON lines of readers: `id`, and `good`, 1 where the author would post the text with `after` in it. The
figures are of texts left out in turn.
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

from penname.roles.writing.answer import Became, Written
from penname.roles.writing.critic import signs

_SHARES = (0.4, 0.5, 0.6, 0.7, 0.8, 1.0)


def main() -> int:
    """Fit and print."""
    parser = argparse.ArgumentParser(description="Fit the writer's critic.")
    parser.add_argument("items", type=Path)
    parser.add_argument("answers", nargs="+", type=Path)
    options = parser.parse_args()
    items = {one["id"]: one for one in json.loads(options.items.read_text(encoding="utf-8"))}
    lines = (line for path in options.answers for line in path.read_text(encoding="utf-8").splitlines())
    judged = [json.loads(line) for line in lines if line.strip()]
    found = [_signs(items[one["id"]]) for one in judged]
    names = list(found[0])
    x = np.array([list(one.values()) for one in found])
    y = np.array([one["good"] for one in judged])
    texts = np.array([items[one["id"]]["text_id"] for one in judged])
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.3))
    likely = cross_val_predict(model, x, y, groups=texts, cv=GroupKFold(8), method="predict_proba")[:, 1]
    print(f"# {len(y)} sentences, good {y.mean():.2f}; area {roc_auc_score(y, likely):.2f}")
    order = np.argsort(-likely)
    for share in _SHARES:
        best = order[: max(1, round(len(order) * share))]
        print(f"# of the best {share:.0%} good {y[best].mean():.2f}, from {likely[best].min():.2f}")
    model.fit(x, y)
    scale, fitted = model[0], model[-1]
    weights = fitted.coef_[0] / scale.scale_
    print(f"[critic]\nbias = {fitted.intercept_[0] - weights @ scale.mean_:.4f}\nleast = 0.5")
    print("\n[critic.weights]")
    for name, weight in zip(names, weights, strict=True):
        print(f"{name} = {weight:.4f}")
    return 0


def _signs(item: dict[str, str]) -> dict[str, float]:
    written = Written(Became.VAGUER, item["after"], tuple(map(float, item["losses"])))
    return dict(signs(item["before"], written, item["text"]))


if __name__ == "__main__":
    sys.exit(main())
