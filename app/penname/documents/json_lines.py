""".jsonl: one object a line, one value of each is the text. All else keeps every byte."""

import re
from collections.abc import Iterator

from penname.documents.columns import ONLY_ONE_COLUMN, check_column, check_count
from penname.documents.document import LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.json_source import PlacedString, as_json, pieces_of, read_json
from penname.documents.pieces import Splice, joined, spliced, splices, text_of
from penname.sessions.intake import Intake, encode_text, read_text

_KIND = ".jsonl"
_LINE = re.compile(r"[^\n]+")
_OTHER_LINES = "Lines of this file that are no JSON objects: {count}. They stay as they are."
_OTHER_VALUES = "Lines in which this column holds something else than a text: {count}. They stay as they are."


class JsonLinesTable:
    """Objects whose value `column` is the text; without one `columns` says between which is to be chosen.

    Raises BadInput and BadEncoding.
    """

    def __init__(self, data: bytes, encoding: str | None, column: str | None) -> None:
        self._intake = read_text(data, encoding)
        self._lines = list(_lines(self._intake.text))
        objects = [json_object(line) for _, line in self._lines]
        if not any(one is not None for one in objects):
            raise Unreadable(LIKELY_DAMAGED.format(kind=_KIND))
        names: dict[str, None] = {}
        for one in objects:
            names.update(dict.fromkeys(one or ()))
            check_count(len(names))
        check_column(column, tuple(names))
        self.columns = tuple(names) if column is None else ()
        texts = {
            str(number): value
            for number, one in enumerate(objects)
            if column is not None and isinstance(value := (one or {}).get(column), PlacedString)
        }
        self._pieces = joined(
            list(pieces_of(self._lines[int(part)][1], value, part)) for part, value in texts.items()
        )
        self.text = text_of(self._pieces)
        self.facts: tuple[Fact, ...] = ()
        broken = sum(one is None for one in objects)
        other = sum(column in (one or ()) for one in objects) - len(texts) if column else 0
        said = (ONLY_ONE_COLUMN, broken and _OTHER_LINES.format(count=broken),
                other and _OTHER_VALUES.format(count=other))  # fmt: skip
        self.notices: tuple[str, ...] = tuple(sentence for sentence in said if sentence)

    def stripped(self) -> bytes:
        """The same: such a file tells nothing beside its values."""
        return encode_text(self._intake, self._intake.text)

    def with_text(self, text: str) -> bytes:
        """The file with other words in the column."""
        lines = {str(number): line for number, (_, line) in enumerate(self._lines)}
        moved: list[Splice] = []
        changes = splices(self._pieces, text, lines, lambda words: as_json(words, self._intake.text))
        for part, found in changes.items():
            start = self._lines[int(part)][0]
            moved += [Splice(start + one.start, start + one.end, one.replacement) for one in found]
        bare = Intake("", self._intake.encoding, self._intake.bom)
        return encode_text(bare, spliced(self._intake.text, moved))


def json_object(line: str) -> dict[str, object] | None:
    """The object that a line holds, its strings with their places; None for anything else."""
    try:
        found = read_json(line, _KIND)
    except Unreadable:
        return None
    return found if isinstance(found, dict) else None


def _lines(source: str) -> Iterator[tuple[int, str]]:
    """Where each line that is not blank begins, and the line."""
    return ((match.start(), match[0]) for match in _LINE.finditer(source) if match[0].strip())
