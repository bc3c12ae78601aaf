"""Typed lines: handed over as they come, and a stop is heard while nobody types."""

import os
from collections.abc import Iterator

import pytest

from penname.cli.typed_lines import TypedLines
from penname.domain.errors import Cancelled


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """What is read from and what is typed into."""
    read, write = os.pipe()
    yield read, write
    os.close(write)


def nothing() -> None:
    """Nobody stopped it."""


def test_lines_come_as_they_were_typed(terminal: tuple[int, int]) -> None:
    read, write = terminal
    typed = TypedLines(read, "utf-8")
    os.write(write, "hide age\r\n\nlock Köl".encode())
    assert [typed.next(nothing), typed.next(nothing)] == ["hide age", ""]
    os.write(write, b"n\n")
    assert typed.next(nothing) == "lock Köln"


def test_the_end_is_none_after_what_was_begun() -> None:
    read, write = os.pipe()
    typed = TypedLines(read, "utf-8")
    os.write(write, b"finish")
    os.close(write)
    assert [typed.next(nothing), typed.next(nothing)] == ["finish", None]


def test_a_stop_is_heard_while_nobody_types(terminal: tuple[int, int]) -> None:
    def stopped() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        TypedLines(terminal[0], "utf-8").next(stopped)
