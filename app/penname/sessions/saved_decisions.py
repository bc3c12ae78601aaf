"""What a user decided about one text, as a file: made again on the same text it gives the same result, and no
model is asked.

The file holds the words that were changed, before and after, and so parts of the text.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from penname.domain.changes import Change, apply_changes
from penname.domain.composing import all_composed
from penname.domain.errors import BadInput


class SavedDecisions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every accepted change of a session, as changes of its original.

    `sha256` is that of the original in UTF-8, without a byte order mark, and `characters` its length in code
    points, which offsets count, too. `changes` do not overlap; single ones may be taken out by hand.
    """

    format: Literal["penname decisions 1"]
    sha256: str
    characters: int
    changes: tuple[Change, ...]

    def to_json(self) -> bytes:
        """One JSON object in UTF-8, ending with a line end."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n"

    def repeated(self, text: str) -> str:
        """`text` with the changes made; raises BadInput for another text, and for changes that do not fit."""
        if _hash(text) != self.sha256:
            raise BadInput(
                f"This is not the text that these decisions were made about: {self._difference(text)}. "
                "Nothing was done. Take the text as it was then, or decide anew."
            )
        try:
            for change in self.changes:
                if not 0 <= change.start <= change.end <= len(text):
                    raise ValueError
            return apply_changes(text, self.changes)
        except ValueError:
            raise BadInput(
                "A change in these decisions does not fit the text: somebody edited the file. Nothing was "
                "done. Save the decisions once more."
            ) from None

    def _difference(self, text: str) -> str:
        """What tells `text` from the original, without a word of either."""
        unix = text.replace("\r\n", "\n")
        if self.sha256 in map(_hash, (unix, unix.rstrip("\n"), unix.rstrip("\n") + "\n")):
            return "only its line ends differ"
        for change in self.changes:
            if change.start <= len(text) and text[change.start : change.end] != change.before:
                line = text.count("\n", 0, change.start) + 1
                return f"words to be changed do not stand where they stood, in line {line}"
        if len(text) != self.characters:
            return f"it has {len(text):,} characters, that one had {self.characters:,}"
        return "it differs in words that no decision is about"


def decisions_about(original: str, rounds: Iterable[Sequence[Change]]) -> SavedDecisions:
    """What was decided in `rounds`: the first are changes of `original`, the next of the text after these."""
    return SavedDecisions(
        "penname decisions 1", _hash(original), len(original), all_composed(original, rounds)
    )


def read_decisions(data: bytes) -> SavedDecisions:
    """What `SavedDecisions.to_json` wrote; raises BadInput with what is wrong."""
    try:
        return msgspec.json.decode(data, type=SavedDecisions)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"These are no decisions as Penname saves them: {error}.") from error


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
