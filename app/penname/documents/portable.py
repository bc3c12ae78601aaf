""".pdf: its text only. A PDF is never written: the old words could lie beneath the new ones."""

import io
import logging
from collections.abc import Iterator
from typing import Any

from penname.documents.document import ENCRYPTED, LIKELY_DAMAGED, Fact, Unreadable
from penname.domain.errors import BadInput

_MOST_CHARACTERS = 10_000_000  # of a text; a book of a thousand pages has a third
_MOST_PAGES = 5_000
_NO_TEXT = (
    "There is no text in this PDF, only pictures of pages, as a scanner makes them. Nothing was changed. "
    "Have a program for text recognition (OCR) read it first, then try again with what that made."
)
_TOO_LONG = "This PDF is too long for Penname. Nothing was changed. Split it and try again."
_ABOUT = {
    "/Author": "author",
    "/Title": "title",
    "/Subject": "subject",
    "/Keywords": "keywords",
    "/Creator": "program",
    "/Producer": "program that made the PDF",
    "/CreationDate": "created",
    "/ModDate": "last changed",
    "/Company": "company",
}


class PortableDocument:
    """A PDF. Raises Unreadable.

    Its facts need no question: nothing of them comes along into what is written.
    """

    def __init__(self, data: bytes) -> None:
        # only here: the package takes longer to import than all the rest
        logging.getLogger("pypdf").setLevel(logging.CRITICAL + 1)  # it quotes the file
        from pypdf import PdfReader

        if not data[:1024].lstrip().startswith(b"%PDF-"):
            raise Unreadable(LIKELY_DAMAGED.format(kind=".pdf"))
        try:
            reader = PdfReader(io.BytesIO(data), strict=False)
            if reader.is_encrypted and not reader.decrypt(""):
                raise Unreadable(ENCRYPTED)
            self.text = _text(reader)
            self.facts = tuple(_facts(reader))
        except BadInput:
            raise
        except MemoryError:
            raise
        except Exception as error:  # a damaged file makes pypdf raise any kind
            raise Unreadable(LIKELY_DAMAGED.format(kind=".pdf")) from error
        if not self.text.strip():
            raise Unreadable(_NO_TEXT)
        self.notices = ("Pictures in the PDF are not read, and what is written has none.",)

    def stripped(self) -> bytes:
        """Never asked for; see the class."""
        raise Unreadable("A PDF is read, never written.")

    def with_text(self, text: str) -> bytes:  # noqa: ARG002 (see ReadableDocument)
        """Never possible."""
        raise Unreadable("A PDF is read, never written.")


def _text(reader: Any) -> str:
    pages: list[str] = []
    if len(reader.pages) > _MOST_PAGES:
        raise Unreadable(_TOO_LONG)
    for page in reader.pages:
        text = page.extract_text()
        # halves of characters that a damaged table of signs leaves
        pages.append(text.encode("utf-8", "replace").decode())
        if sum(map(len, pages)) > _MOST_CHARACTERS:
            raise Unreadable(_TOO_LONG)
    return "\n\n".join(page.strip("\n") for page in pages if page.strip()) + "\n"


def _facts(reader: Any) -> Iterator[Fact]:
    for key, what in _ABOUT.items():
        value = (reader.metadata or {}).get(key)
        if value:
            yield Fact(what, str(value))
    if "/Metadata" in reader.root_object:
        yield Fact("a record about the file (XMP)", "there")
    for name in reader.attachments:
        yield Fact("attached file", str(name))
