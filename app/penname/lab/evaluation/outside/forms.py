"""What outside readers are asked: four forms, the fields of their answers, and what they may contain."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from penname.lab.evaluation.rows import Row
from penname.lab.evaluation.samples import BadLine

GUESSED_TIMES = 3  # each guess task is given to so many readers, and the majority counts
_HIGHEST_COUNT = 1000


class Form(StrEnum):
    """The forms, in the order in which they are to be answered."""

    GUESS = "guess"
    POST = "post"
    QUALITY = "quality"
    CHANGES = "changes"


class Guess(msgspec.Struct, frozen=True):
    """Up to three guesses at an attribute of the author, best first, and a certainty from 1 to 5."""

    guesses: tuple[str, ...]
    certainty: int


class Posting(msgspec.Struct, frozen=True):
    """Whether the reader would post the edited text as it is."""

    post: bool


class TextRating(msgspec.Struct, frozen=True):
    """Readability and meaning from 1 to 10, and how many sentences are broken, how many statements false."""

    readability: int
    meaning: int
    broken_sentences: int
    false_statements: int


class ChangeReading(msgspec.Struct, frozen=True):
    """What is wrong with one change; `still_tells` says that it does not hide what it should."""

    broken: bool
    false: bool
    another_thing: bool
    still_tells: bool

    @property
    def fault(self) -> bool:
        """Whether the text is worse for it."""
        return self.broken or self.false or self.another_thing


Answer = Guess | Posting | TextRating | ChangeReading


def fields(form: Form) -> tuple[str, ...]:
    """The fields that a reader fills in."""
    return _FIELDS[form]


def answer_in(form: Form, row: Row) -> Answer | None:
    """The answer in a filled-in line, or None where nothing was filled in; raises BadLine."""
    if all(_blank(row.get(name)) for name in fields(form)):
        return None
    return _READ[form](row)


def _guess(row: Row) -> Guess:
    first, second, third = fields(Form.GUESS)[:3]
    guesses = [_words(row, first)]
    for name in (second, third):
        guesses += [] if _blank(row.get(name)) else [_words(row, name)]
    return Guess(tuple(guesses), _whole(row, "certainty", 1, 5))


def _posting(row: Row) -> Posting:
    return Posting(_yes(row, "post"))


def _reading(row: Row) -> TextRating:
    return TextRating(
        _whole(row, "readability", 1, 10),
        _whole(row, "meaning", 1, 10),
        _whole(row, "broken_sentences", 0, _HIGHEST_COUNT),
        _whole(row, "false_statements", 0, _HIGHEST_COUNT),
    )


def _change(row: Row) -> ChangeReading:
    broken, false, another_thing, still_tells = (_yes(row, name) for name in fields(Form.CHANGES))
    return ChangeReading(broken, false, another_thing, still_tells)


_FIELDS = {
    Form.GUESS: ("guess", "second_guess", "third_guess", "certainty"),
    Form.POST: ("post",),
    Form.QUALITY: ("readability", "meaning", "broken_sentences", "false_statements"),
    Form.CHANGES: ("broken", "false", "another_thing", "still_tells"),
}
_READ: dict[Form, Callable[[Row], Answer]] = {
    Form.GUESS: _guess,
    Form.POST: _posting,
    Form.QUALITY: _reading,
    Form.CHANGES: _change,
}


def _blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _given(row: Row, name: str) -> object:
    if _blank(row.get(name)):
        raise BadLine(f"{name} is missing.")
    return row[name]


def _words(row: Row, name: str) -> str:
    value = _given(row, name)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise BadLine(f"{name} is no text.")
    return " ".join(str(value).split())


def _whole(row: Row, name: str, low: int, high: int) -> int:
    value = _given(row, name)
    plain = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not (plain.isascii() and plain.isdigit() and low <= int(plain) <= high):
        raise BadLine(f"{name} is not a whole number from {low} to {high}.")
    return int(plain)


def _yes(row: Row, name: str) -> bool:
    value = _given(row, name)
    said = ("no", "yes")[value] if isinstance(value, bool) else str(value).strip().casefold()
    if said not in ("yes", "no"):
        raise BadLine(f"{name} is neither yes nor no.")
    return said == "yes"
