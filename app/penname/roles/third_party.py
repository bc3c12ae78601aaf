"""Tells what a text says of a third party: "my sister is a nurse" gives nothing away about its author.

Models miss this, small ones often. The rule is cautious: it applies only where every phrase an inference
rests on follows a subject that is not the author.
"""

import re
from collections.abc import Sequence

from penname.domain.attributes import attribute_named
from penname.domain.inferences import Inference
from penname.domain.sentences import sentences
from penname.domain.tokens import occurrences

_HOUSEHOLD = """
    husband wife spouse partner boyfriend girlfriend fiancé fiancée fiance fiancee son daughter kid kids child
"""
_OTHERS = """
    mother mum mom mam dad father parents parent sister brother sis bro sibling siblings aunt auntie uncle
    cousin niece nephew grandmother grandma gran nan granny grandfather grandpa grandad granddad
    grandparents friend friends mate buddy pal flatmate roommate housemate neighbour neighbor boss colleague
    coworker co-worker manager teacher doctor landlord ex in-laws mother-in-law father-in-law sister-in-law
    brother-in-law son-in-law daughter-in-law
"""


def _subjects(relations: str) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(relations.split(), key=len, reverse=True))
    pattern = rf"\b(?:my|our|his|her|their|a|an|the|this|one)\s+(?:[\w'’-]+\s+){{0,2}}?(?:{words})\b"
    return re.compile(pattern, re.IGNORECASE)


_SOMEBODY = _subjects(f"{_HOUSEHOLD} {_OTHERS}")
_NOT_OF_THE_HOUSEHOLD = _subjects(_OTHERS)
_THIRD_PERSON = re.compile(r"\b(?:he|she|they)\b", re.IGNORECASE)
_AUTHOR = re.compile(r"(?<![\w'’])(?:i|we|us|me|myself|ourselves)(?!\w)", re.IGNORECASE)


def is_about_third_party(text: str, inference: Inference, evidence: Sequence[str] = ()) -> bool:
    """Whether all that `inference` rests on is said of somebody else.

    That is: its evidence, for what people do not share with their relatives; and the guessed value itself,
    wherever it occurs in the text.
    """
    shared_with = attribute_named(inference.attribute).shared_with
    if shared_with == "nobody" and evidence and _all_of_others(text, evidence, _SOMEBODY):
        return True  # elsewhere others tell much about the author: "my son is 30"
    values = [value for value in _values(inference.guesses[0]) if occurrences(text, value)]
    values += [
        phrase for phrase in evidence if phrase.isdigit()
    ]  # "71" of "my father is 71", whatever is guessed
    others = _NOT_OF_THE_HOUSEHOLD if shared_with == "household" else _SOMEBODY
    return bool(values) and _all_of_others(text, values, others)


def _all_of_others(text: str, phrases: Sequence[str], others: re.Pattern[str]) -> bool:
    spans = [span for phrase in phrases for span in occurrences(text, phrase)]
    return bool(spans) and all(_of_others(text, span, others) for span in spans)


def _of_others(text: str, span: tuple[int, int], others: re.Pattern[str]) -> bool:
    """Whether the last person named in the sentence before the end of `span` is not the author."""
    start = next(begin for begin, end in sentences(text) if begin <= span[0] < end)
    before = text[start : span[1]]
    somebody = _last(others, before)
    if somebody < 0:
        return False
    return max(somebody, _last(_THIRD_PERSON, before)) > _last(_AUTHOR, before)


def _last(pattern: re.Pattern[str], text: str) -> int:
    return max((match.start() for match in pattern.finditer(text)), default=-1)


def _values(guess: str) -> list[str]:
    """The parts of a value that would stand in a text literally: "Leeds, United Kingdom" -> Leeds, United
    Kingdom.
    """
    parts = [part.strip() for part in guess.split(",")]
    return [part for part in parts if part.isdigit() or len(part) >= 4]
