"""How each kind of document (kinds.py) is opened. This loads all parsers, in the document child alone."""

from collections.abc import Callable
from typing import NamedTuple

from penname.documents.chat import JsonChat, WhatsAppChat
from penname.documents.document import ReadableDocument, ReadingOptions
from penname.documents.json_lines import JsonLinesTable
from penname.documents.kinds import KINDS, PLAIN, WORD, DocumentKind, listed, usual_endings
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

_InPart = Callable[[bytes, str | None, str | None], ReadableDocument]
_NO_CHAT = "Only chats have a sender: .json of Telegram, Discord or Signal, .txt of WhatsApp."
_NO_TABLE = "Only tables have columns: {tables}."


class Format(NamedTuple):
    """How one kind is opened: all of it by `opened`; `part` opens a chat of which one sender's messages are
    the text, or a table of which one column is.
    """

    kind: DocumentKind
    opened: Callable[[bytes, str | None], ReadableDocument]
    part: _InPart | None = None

    def open(self, data: bytes, reading: ReadingOptions) -> ReadableDocument:
        """The document as the user says that it is to be read. Raises BadInput and BadEncoding."""
        encoding = reading.encoding if self.kind.encoded else None
        if reading.sender is None and reading.column is None:
            return self.opened(data, encoding)
        if self.part is not None and self.kind.chat and reading.sender is not None:
            return self.part(data, encoding, reading.sender)
        if self.part is not None and self.kind.table and reading.column is not None:
            return self.part(data, encoding, reading.column)
        if reading.sender is not None:
            raise BadInput(_NO_CHAT)
        raise BadInput(_NO_TABLE.format(tables=listed(usual_endings(lambda kind: kind.table))))


def _in_parts(ending: str, opened: _InPart) -> Format:
    """A kind of which one sender's messages or one column is to be chosen before there is a text."""
    return Format(KINDS[ending], lambda data, encoding: opened(data, encoding, None), opened)


_FORMATS = (
    Format(KINDS[PLAIN], PlainText, WhatsAppChat),
    Format(KINDS[".md"], Markdown),
    Format(KINDS[".html"], WebPage),
    Format(KINDS[WORD], lambda data, _encoding: WordDocument(data)),
    Format(KINDS[".odt"], lambda data, _encoding: OpenDocument(data)),
    Format(KINDS[".eml"], lambda data, _encoding: Mail(data)),
    Format(KINDS[".mbox"], lambda data, _encoding: Mailbox(data)),
    Format(KINDS[".rtf"], lambda data, _encoding: RichText(data)),
    _in_parts(".json", JsonChat),
    _in_parts(".csv", SeparatedValues),
    _in_parts(".tsv", SeparatedValues),
    _in_parts(".xlsx", Workbook),
    _in_parts(".jsonl", JsonLinesTable),
    Format(KINDS[".pdf"], lambda data, _encoding: PortableDocument(data)),
)
FORMATS = {ending: form for form in _FORMATS for ending in form.kind.endings}
