"""The kinds of document: which file name belongs to which, and what each can be written as."""

from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import NamedTuple

from penname.documents.chat import JsonChat, WhatsAppChat
from penname.documents.document import ReadableDocument, ReadingOptions
from penname.documents.json_lines import JsonLinesTable
from penname.documents.mail import Mail
from penname.documents.mailbox import Mailbox
from penname.documents.markdown import Markdown, PlainText
from penname.documents.open_document import OpenDocument
from penname.documents.portable import PortableDocument
from penname.documents.rich_text import RichText
from penname.documents.separated import SeparatedValues
from penname.documents.web_page import WebPage
from penname.documents.word import WordDocument
from penname.documents.workbook import Workbook
from penname.domain.errors import BadInput

PLAIN, WORD = ".txt", ".docx"
_InPart = Callable[[bytes, str | None, str | None], ReadableDocument]


class Format(NamedTuple):
    """How one kind is opened. `encoded`: the user may have to name the encoding of its text.

    `rewritten`: it goes back into a file of its own kind; another one becomes plain text or a new .docx.
    `chat` opens it as a chat of which one sender's messages are the text, `table` as a table of which one
    column is. `whole`: all of it can be the text.
    """

    opened: Callable[[bytes, str | None], ReadableDocument]
    encoded: bool = False
    rewritten: bool = True
    chat: _InPart | None = None
    table: _InPart | None = None
    whole: bool = True

    def open(self, data: bytes, reading: ReadingOptions) -> ReadableDocument:
        """The document as the user says that it is to be read. Raises BadInput and BadEncoding."""
        encoding = reading.encoding if self.encoded else None
        if reading.sender is None and reading.column is None:
            return self.opened(data, encoding)
        if reading.sender is not None and self.chat is not None:
            return self.chat(data, encoding, reading.sender)
        if reading.column is not None and self.table is not None:
            return self.table(data, encoding, reading.column)
        raise BadInput(_NO_TABLE if reading.sender is None else _NO_CHAT)


def _in_parts(opened: _InPart, *, chat: bool = False, encoded: bool = True) -> Format:
    """A kind of which one sender's messages or one column is to be chosen before there is a text."""
    return Format(
        lambda data, encoding: opened(data, encoding, None),
        encoded=encoded,
        chat=opened if chat else None,
        table=None if chat else opened,
        whole=False,
    )


_JSON_LINES = _in_parts(JsonLinesTable)


FORMATS = {
    PLAIN: Format(PlainText, encoded=True, chat=WhatsAppChat),
    ".md": Format(Markdown, encoded=True),
    ".markdown": Format(Markdown, encoded=True),
    ".html": Format(WebPage, encoded=True),
    ".htm": Format(WebPage, encoded=True),
    WORD: Format(lambda data, _encoding: WordDocument(data)),
    ".odt": Format(lambda data, _encoding: OpenDocument(data)),
    ".eml": Format(lambda data, _encoding: Mail(data)),
    ".mbox": Format(lambda data, _encoding: Mailbox(data)),
    ".rtf": Format(lambda data, _encoding: RichText(data), rewritten=False),
    ".json": _in_parts(JsonChat, chat=True),
    ".csv": _in_parts(SeparatedValues),
    ".tsv": _in_parts(SeparatedValues),
    ".xlsx": _in_parts(Workbook, encoded=False),
    ".jsonl": _JSON_LINES,
    ".ndjson": _JSON_LINES,
    ".pdf": Format(lambda data, _encoding: PortableDocument(data), rewritten=False),
}
_NO_CHAT = "Only chats have a sender: .json of Telegram, Discord or Signal, .txt of WhatsApp."
_NO_TABLE = "Only tables have columns: .csv, .tsv, .jsonl and .xlsx."
_UNKNOWN = (
    "Penname does not read {suffix} files. It reads {known}. Save the text as one of these and try again."
)
_OTHER_KIND = "{source} cannot be written as {target}. Give --output a name that ends in {possible}."


def kind_of(name: str) -> str:
    """The kind of a file by its name's end, in small letters. Raises BadInput for one that is not read."""
    suffix = PurePath(name).suffix.lower()
    if suffix not in FORMATS:
        called = suffix or "such"
        raise BadInput(_UNKNOWN.format(suffix=called, known=_listed(FORMATS)))
    return suffix


def check_target(kind: str, name: str) -> str:
    """The kind that a file of this name would be, written from one of `kind`. Raises BadInput."""
    target = PurePath(name).suffix.lower()
    possible = [PLAIN, kind] if FORMATS[kind].rewritten else [PLAIN, WORD]
    same = target in FORMATS and FORMATS[target].opened is FORMATS[kind].opened  # .htm and .html
    if target not in possible and not (same and FORMATS[kind].rewritten):
        shown = _listed(list(dict.fromkeys(possible)), "or")
        raise BadInput(
            _OTHER_KIND.format(
                source=f"A {kind} file", target=target or "a file without an ending", possible=shown
            )
        )
    return target


def _listed(kinds: Iterable[str], word: str = "and") -> str:
    *most, last = kinds
    return f"{', '.join(most)} {word} {last}" if most else last
