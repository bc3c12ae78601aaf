"""What an attacker reads from a text, and how well the text supports it."""

import re
from enum import StrEnum

import msgspec

from penname.domain.changes import Edit

CERTAIN = 5  # the highest certainty: the text says it
FACTUAL = 3  # the lowest certainty that has a factual basis; below it is stereotype (FgAA, appendix G.2)

# Models quote with any marks; an apostrophe inside a word ends no quotation.
_QUOTED = re.compile(r"(?<!\w)[\"“'‘](.{2,200}?)[\"”'’](?!\w)")


class Source(StrEnum):
    """Who made an inference."""

    MODEL = "model"
    RULE = "rule"  # the second reader, roles/cues/
    USER = "user"  # a phrase the user marked as giving something away


class Inference(msgspec.Struct, frozen=True):
    """The attacker's answer for one attribute (FgAA, section 4 and appendix).

    `guesses` are best first; "the guess" everywhere means the first. `certainty` runs from 1 (stereotype
    only) to 5 (clear evidence in the text). `quotes` are phrases of the text that are known to carry the
    inference before any verdict: what a rule matched, or what the user marked. `edits` are a rule's own
    generalizations of them, used where the model leaves such a phrase untouched.
    """

    attribute: str
    reasoning: str
    guesses: tuple[str, ...]
    certainty: int
    source: Source = Source.MODEL
    quotes: tuple[str, ...] = ()
    edits: tuple[Edit, ...] = ()

    def quotations(self, text: str) -> tuple[str, ...]:
        """Phrases of `text` this inference points at: its quotes, then what its reasoning quotes."""
        quoted = (match.group(1) for match in _QUOTED.finditer(self.reasoning))
        return tuple(dict.fromkeys(phrase for phrase in (*self.quotes, *quoted) if phrase in text))


class Validity(StrEnum):
    """How far the text itself supports an inference (RLAA, section 3.3)."""

    HIGH = "high"  # stated, or it follows with no way out
    MEDIUM = "medium"  # a strong cue that is really there
    LOW = "low"  # vague stereotype
    INVALID = "invalid"  # rests on nothing in the text
    NOT_JUDGED = "not judged"  # the arbitrator gave no usable verdict, twice


EXECUTED = (Validity.HIGH, Validity.MEDIUM)
"""RLAA's policy: these are acted on, all else is ignored (Algorithm 1, select)."""


class Verdict(msgspec.Struct, frozen=True):
    """The arbitrator's answer for one inference: validity, evidence phrases, concept to neutralize, why."""

    attribute: str
    validity: Validity
    evidence: tuple[str, ...] = ()
    concept: str = ""
    notes: str = ""

    @property
    def executed(self) -> bool:
        """Whether it is acted on, see `EXECUTED`."""
        return self.validity in EXECUTED


def counts(inference: Inference, verdict: Verdict | None) -> bool:
    """Whether it rests on the text: certain (3 or more), and not found unsupported by an arbitrator."""
    unsupported = verdict is not None and verdict.validity in (Validity.LOW, Validity.INVALID)
    return inference.certainty >= FACTUAL and not unsupported
