"""Reads an answer while it is written: reasoning as plain text, and each line as soon as it is complete."""

import json
import re
from collections.abc import Callable, Sequence

from penname.roles.answers import Line, read_line
from penname.roles.plain_lines import opened_by

_REASONING = re.compile(r'"(?:reasoning|explanation)": "')
# A string up to its end, or to an escape that is still incomplete. Grammars allow no escaped surrogates.
_STRING = re.compile(r'(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*')


class LineReader:
    """Fed with an answer piece by piece; calls `on_reasoning` with new words and `on_line` with complete
    lines.

    With `heads`, a plain line that begins with one of them is reasoning, and what its JSON object lacks
    (plain_lines.py).
    """

    def __init__(
        self,
        on_reasoning: Callable[[str], None],
        on_line: Callable[[Line], None] = lambda _line: None,
        heads: Sequence[str] = (),
    ) -> None:
        self._on_reasoning = on_reasoning
        self._on_line = on_line
        self._heads = tuple(heads)
        self._said: Line = {}  # by the plain line before
        self._buffer = ""
        self._told = 0  # characters of this line's reasoning
        self._line_done = False

    def feed(self, delta: str) -> None:
        """Take in the next piece of the answer."""
        for index, piece in enumerate(delta.split("\n")):
            if index:
                self._end_plain_line()
                self._buffer, self._told, self._line_done = "", 0, False
            self._buffer += piece
            self._tell_reasoning()
            if (
                not self._line_done
                and self._buffer.endswith("}")
                and (line := read_line(self._buffer)) is not None
            ):
                self._line_done = True
                if self._told:
                    self._on_reasoning("\n")
                self._on_line(self._said | line)

    def _end_plain_line(self) -> None:
        opened = opened_by(self._buffer, self._heads)
        self._said = {"attribute": opened[0], "reasoning": opened[1].strip()} if opened else {}
        if opened and self._told:
            self._on_reasoning("\n")

    def _tell_reasoning(self) -> None:
        if opened := opened_by(self._buffer, self._heads):
            self._tell(opened[1])
        elif opening := _REASONING.search(self._buffer):
            raw = _STRING.match(self._buffer, opening.end())
            assert raw is not None  # the pattern matches the empty string
            try:
                self._tell(json.loads(f'"{raw.group()}"', strict=False))
            except ValueError:
                return

    def _tell(self, reasoning: str) -> None:
        if len(reasoning) > self._told:
            self._on_reasoning(reasoning[self._told :])
            self._told = len(reasoning)
