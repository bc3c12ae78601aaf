"""Answers in which a role's own words are a plain line: there quotation marks end nothing.

    location: The author says "I live in Leeds", which leaves no doubt.
    {"guesses": ["Leeds, United Kingdom", "York, United Kingdom"], "certainty": 5}

Who reasons about a text quotes it, as FgAA, section 4, asks. Inside a JSON string a model of a few billion
parameters writes the first quotation mark plainly, and that is the string's end.
"""

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

_SENTENCE_END = re.compile(r"[.!?…][\"”'’)]*(?=\s|$)")
_CLOSED = (".", "!", "?", "…", '"', "”", "'", "’", ")")


def opened_by(line: str, heads: Iterable[str]) -> tuple[str, str] | None:
    """The head with which a plain line begins, and the words behind it; None for any other line."""
    for head in heads:
        if line.startswith(f"{head}:"):
            return head, line[len(head) + 1 :].removeprefix(" ")
    return None


def plain_lines_of(answer: str, heads: Sequence[str], words: str, most: int) -> list[dict[str, Any]]:
    """What an answer says about each of `heads`: its words under that name, and the fields of the JSON object
    behind them.

    Words that are `most` characters long were cut off; what of them is a sentence is kept. Of a head without
    an object nothing but the words is there: it said that it cannot tell, or broke off.
    """
    found: list[dict[str, Any]] = []
    for line in answer.split("\n"):
        if opened := opened_by(line, heads):
            found.append({"attribute": opened[0], words: whole_words(_unescaped(opened[1]), most)})
        elif found:
            found[-1] |= read_object(line)
    return found


def write_plain_line(line: dict[str, Any], words: str) -> str:
    """The lines that a model would have written for `line`."""
    fields = {name: value for name, value in line.items() if name not in ("attribute", words)}
    said = " ".join(str(line[words]).split())
    return f"{line['attribute']}: {said}\n{json.dumps(fields, ensure_ascii=False)}"


def read_object(line: str) -> dict[str, Any]:
    """The JSON object on a line; empty where there is none."""
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _unescaped(said: str) -> str:
    """Quotations are written as in a JSON string, whose escapes a reader need not see."""
    return said.replace('\\"', '"').replace("\\n", " ").replace("\\\\", "\\")


def whole_words(said: str, most: int) -> str:
    """`said` without what was cut off: up to its last sentence, or, where there is none, its last word."""
    if len(said) < most - 1 or said.endswith(_CLOSED):
        return said.strip()
    ends = [match.end() for match in _SENTENCE_END.finditer(said)]
    return said[: ends[-1]].strip() if ends else f"{said.rpartition(' ')[0].strip()}…"
