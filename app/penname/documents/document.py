"""What every kind of document can do, whatever it is made of."""

from typing import Protocol

import msgspec

from penname.domain.errors import BadInput

MOST_BYTES = 64 * 2**20  # of a file; more is refused before it is read

LIKELY_DAMAGED = (
    "This file cannot be read: it is damaged, or no {kind} file. Nothing was changed. Open it in the program "
    "it comes from, save it anew, and try again."
)
ENCRYPTED = (
    "This file is locked with a password, so Penname cannot read it. Nothing was changed. Save it without "
    "the password and try again."
)


class Fact(msgspec.Struct, frozen=True):
    """One thing that a file tells beside its text: what it is, in words for the user, and its value."""

    what: str
    value: str


class ReadingOptions(msgspec.Struct, frozen=True):
    """What the user says about a file, where it has to be said: the encoding of its text, whose messages of a
    chat are the text, which column of a table is.
    """

    encoding: str | None = None
    sender: str | None = None
    column: str | None = None


AS_IT_IS = ReadingOptions()


class ReadableDocument(Protocol):
    """A file that was read. Its constructor takes the file's bytes and raises BadInput."""

    @property
    def text(self) -> str:
        """What a person reads in it, paragraphs with a line end between them."""
        ...

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the file tells beside its text."""
        ...

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences about what lies in the file and was not read."""
        ...

    def stripped(self) -> bytes:
        """The file without what `facts` lists."""
        ...

    def with_text(self, text: str) -> bytes:
        """The file with `text` in place of its own. Raises BadInput where that cannot be done."""
        ...


class Unreadable(BadInput):
    """A file is damaged, locked, too large, or built in a way that Penname does not read."""
