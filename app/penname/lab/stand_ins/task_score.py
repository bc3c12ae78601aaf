"""The task score (GPF): what a chatbot's answer loses when it reads stand-ins.

One local model plays the chatbot: it answers the same request on the original and on the pseudonymized text;
the second answer, restored, is compared with the first.
"""

import msgspec

from penname.engine.client import EngineClient
from penname.engine.grammar import Prose
from penname.engine.requests import Message, Request, Sampling
from penname.lab.stand_ins.scores import rouge_l, word_f1
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.restore import restore

_LONGEST = 1200  # characters of an answer
_TOKENS = 300


class TaskScore(msgspec.Struct, frozen=True):
    """How close the restored answer is to the answer on the original, from 0 to 1; and both answers."""

    rouge_l: float
    f1: float
    original: str
    restored: str


def task_score(engine: EngineClient, request: str, text: str, sent: Pseudonymized) -> TaskScore:
    """Ask for `request` on `text` and on what stands for it; raises EngineError and Cancelled."""
    on_original = _answer(engine, request, text)
    restored = restore(_answer(engine, request, sent.text), sent.mapping).text
    return TaskScore(rouge_l(on_original, restored), word_f1(on_original, restored), on_original, restored)


def _answer(engine: EngineClient, request: str, text: str) -> str:
    """Greedily: two answers to one text are the same, so that what differs is the stand-ins' doing."""
    asked = Message("user", f"{request}\n---\n{text}\n---")
    return engine.submit(Request((asked,), Prose(_LONGEST), Sampling(max_tokens=_TOKENS))).result().text
