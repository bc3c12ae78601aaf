"""How far the probes' reading leans the model's own verdict on an inference that was not made from it.

The model is asked of one inference at a time whether it holds: the records' true ones, and those planted in
them. A logistic regression of which they are, on the model's log-odds and the reading's, says what one weighs
beside the other.
"""

import json
import sys
from collections.abc import Callable, Sequence

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from penname.domain.attributes import Attribute
from penname.domain.inferences import EXECUTED, Inference, Validity
from penname.roles.conversation import RoundConversation
from penname.roles.packs import load_pack
from penname.roles.probe_calibration import Leaning
from starter.conversations import to_be_judged
from starter.evaluating import Evaluator
from starter.records import Record

_IGNORED = (Validity.LOW, Validity.INVALID)


class Judge:
    """The model's own verdicts, as the arbitrator's turn has them."""

    def __init__(self, evaluator: Evaluator, attributes: Sequence[Attribute]) -> None:
        self._evaluator, self._attributes = evaluator, attributes
        self._pack = load_pack("starter")
        self._words = {v: evaluator.vocabulary.content(v.value)[0] for v in (*EXECUTED, *_IGNORED)}

    def log_odds(self, text: str, inference: Inference) -> float:
        """By how much the likeliest verdict that lets `inference` through is likelier than any other."""
        asked = [one for one in self._attributes if one.name == inference.attribute]
        messages = RoundConversation(self._pack, text, asked).arbitrate([inference])
        opening = f'{{"attribute": "{inference.attribute}", "validity": "'
        prompt = self._evaluator.prompts.prompt(messages).tokens
        scores = self._evaluator.scores([*prompt, *self._evaluator.vocabulary.content(opening)])
        holds, does_not = (max(scores[self._words[v]] for v in these) for these in (EXECUTED, _IGNORED))
        return float(holds - does_not)


def fit_leaning(
    records: Sequence[Record], judge: Judge, read: Callable[[str, str], float]
) -> tuple[Leaning, dict[str, float]]:
    """The leaning, and areas under the curve; `read` gives a text's log-odds for an attribute."""
    rows, labels = [], []
    for number, record in enumerate(records, 1):
        for inference, true in to_be_judged(record):
            read_there = read(record.text, inference.attribute)
            rows.append((read_there, judge.log_odds(record.text, inference)))
            labels.append(true)
        if number % 50 == 0 or number == len(records):
            print(json.dumps({"judged": number, "of": len(records)}), file=sys.stderr, flush=True)
    table = np.array(rows)
    fitted = LogisticRegression(class_weight="balanced").fit(table, labels)
    reading, model = map(float, fitted.coef_[0])
    areas = {"reading": table[:, 0], "model": table[:, 1], "both": fitted.decision_function(table)}
    return (
        Leaning(round(reading / model, 4), round(float(fitted.intercept_[0]) / model, 4)),
        {name: round(float(roc_auc_score(labels, scores)), 3) for name, scores in areas.items()},
    )
