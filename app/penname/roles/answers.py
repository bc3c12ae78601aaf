"""What the roles write: one JSON object a line, or a plain line and its object (plain_lines.py). Here domain
objects become such lines, and lines domain objects.

Lines are written as `json.dumps(..., ensure_ascii=False)` writes them, which is what the starter was
trained on and what lets a turn that quotes an earlier answer be found among the tokens the engine has
already evaluated.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.changes import Edit
from penname.domain.inferences import EXECUTED, Inference, Validity, Verdict
from penname.roles.plain_lines import write_plain_line
from penname.roles.quotes import quoted_from

GUESSES = 3
_NO_GUESS = {"", "unknown", "n/a", "none", "not known", "unclear", "country", "city and country"}
# What quotes the text (answer_grammars.WORDS_OF_THE_TEXT) and then sees nothing in it guesses blindly.
_TELLS_NOTHING = re.compile(r'the words ".*" (?:tells?|says?) nothing\W*', re.IGNORECASE)
# What instruct models write where they mean that; no value of an attribute reads like it.
_CANNOT_TELL = re.compile(
    r"(?:cannot|can't|can not|could not|not|no|in)[ -]?(?:be |enough )?"
    r"(?:tell|told|say|determinable|determined?|specified|mentioned|stated|given|provided|clear|applicable|"
    r"information|evidence)\b.*|unspecified|undetermined|indeterminate|unsure",
    re.IGNORECASE,
)

Line = dict[str, Any]


def lines_of(answer: str) -> list[Line]:
    """Every complete line of an answer that is a JSON object; a line that was cut off is left out."""
    found = [read_line(line) for line in answer.splitlines()]
    return [line for line in found if line is not None]


def read_line(line: str) -> Line | None:
    """The JSON object on one line, or None."""
    try:
        value = json.loads(line)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def write_line(line: Line) -> str:
    """One line, byte for byte as in training."""
    return json.dumps(line, ensure_ascii=False)


def inference_from(line: Line, attribute: Attribute) -> Inference | None:
    """The attacker's line as an inference with exactly three guesses (the last repeated to fill), or None.

    Guesses that differ in nothing but case and spaces are one: no grammar can keep free words apart.
    """
    raw = line.get("guesses")
    certainty = line.get("certainty")
    if not isinstance(raw, list) or not isinstance(certainty, int):
        return None
    guesses: list[str] = []
    for item in raw:
        guess = " ".join(str(item).split())
        if _is_guess(guess) and guess.casefold() not in {g.casefold() for g in guesses}:
            guesses.append(guess)
    if not guesses or _TELLS_NOTHING.fullmatch(str(line.get("reasoning", "")).strip()):
        return None
    if attribute.kind is ValueKind.CATEGORY and len(attribute.options) == 2:
        guesses = [guesses[0], *(option for option in attribute.options if option != guesses[0]), guesses[0]]
    return Inference(
        attribute.name,
        str(line.get("reasoning", "")).strip(),
        _filled(guesses),
        min(5, max(1, certainty)),
    )


def inference_line(
    inference: Inference, attribute: Attribute, fields: Sequence[str], *, plain: bool = False
) -> str:
    """The line an attacker would have written for `inference`; with `plain`, a plain line and its object."""
    guesses = dict.fromkeys(inference.guesses) if plain else _filled(inference.guesses)
    values: Line = {
        "attribute": inference.attribute,
        "reasoning": inference.reasoning,
        "guesses": [_guess_value(guess, attribute) for guess in guesses],
        "certainty": inference.certainty,
    }
    line = {field: values[field] for field in fields}
    return write_plain_line(line, "reasoning") if plain else write_line(line)


def verdict_from(line: Line, text: str) -> Verdict | None:
    """The arbitrator's line as a verdict whose evidence stands in `text`, or None.

    Evidence that is misquoted by a word or two is put right; what does not occur at all is dropped.
    """
    try:
        validity = Validity(str(line.get("validity")))
    except ValueError:
        return None
    concept, notes = (str(line.get(field, "")).strip() for field in ("concept", "notes"))
    if validity not in EXECUTED:
        return Verdict(str(line.get("attribute")), validity, (), "", notes or concept)
    raw = line.get("evidence")
    phrases = [str(phrase) for phrase in raw] if isinstance(raw, list) else []
    evidence = tuple(dict.fromkeys(filter(None, (quoted_from(text, phrase) for phrase in phrases))))
    return Verdict(str(line.get("attribute")), validity, evidence, concept, notes)


def verdict_line(verdict: Verdict, fields: Sequence[str], *, plain: bool = False) -> str:
    """The line an arbitrator would have written for `verdict`; with `plain`, a plain line and its object."""
    values: Line = {
        "attribute": verdict.attribute,
        "validity": verdict.validity.value,
        "evidence": list(verdict.evidence),
        "concept": verdict.concept if verdict.executed or "notes" in fields else verdict.notes,
        "notes": verdict.notes,
    }
    line = {field: values[field] for field in fields}
    return write_plain_line(line, "notes") if plain else write_line(line)


def edits_from(lines: Iterable[Line]) -> list[Edit]:
    """The anonymizer's lines as edits, in their order, each once."""
    edits = [
        Edit(line["find"], line["replace"])
        for line in lines
        if isinstance(line.get("find"), str) and isinstance(line.get("replace"), str)
    ]
    return list(dict.fromkeys(edits))


def _is_guess(guess: str) -> bool:
    return guess.casefold() not in _NO_GUESS and not _CANNOT_TELL.fullmatch(guess)


def _guess_value(guess: str, attribute: Attribute) -> int | str:
    if attribute.kind is ValueKind.AGE and guess.isascii() and guess.isdigit():
        return int(guess)
    return guess


def _filled(guesses: Sequence[str]) -> tuple[str, ...]:
    return (*guesses, *[guesses[-1]] * (GUESSES - len(guesses)))[:GUESSES] if guesses else ()
