"""The kinds of document: which file name belongs to which, and what each can be written as."""

from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import NamedTuple

from penname.documents.chat import JsonChat, WhatsAppChat
from penname.documents.document import ReadableDocument
from penname.documents.mail import Mail
from penname.documents.markdown import Markdown, PlainText
from penname.documents.open_document import OpenDocument
from penname.documents.portable import PortableDocument
from penname.documents.rich_text import RichText
from penname.documents.web_page import WebPage
from penname.documents.word import WordDocument
from penname.domain.errors import BadInput

PLAIN, WORD, CHAT = ".txt", ".docx", ".json"


class Format(NamedTuple):
    """How one kind is opened. `encoded`: the user may have to name the encoding of its text.

    `rewritten`: it goes back into a file of its own kind; another one becomes plain text or a new .docx.
    `chat` opens it as a chat of which one sender's messages are the text.
    """

    opened: Callable[[bytes, str | None], ReadableDocument]
    encoded: bool = False
    rewritten: bool = True
    chat: Callable[[bytes, str | None, str | None], ReadableDocument] | None = None

    def open(self, data: bytes, encoding: str | None, sender: str | None) -> ReadableDocument:
        """The document, as a chat where a sender is named. Raises BadInput."""
        encoding = encoding if self.encoded else None
        if sender is None:
            return self.opened(data, encoding)
        if self.chat is None:
            raise BadInput(_NO_CHAT)
        return self.chat(data, encoding, sender)


FORMATS = {
    PLAIN: Format(PlainText, encoded=True, chat=WhatsAppChat),
    ".md": Format(Markdown, encoded=True),
    ".markdown": Format(Markdown, encoded=True),
    ".html": Format(WebPage, encoded=True),
    ".htm": Format(WebPage, encoded=True),
    WORD: Format(lambda data, _encoding: WordDocument(data)),
    ".odt": Format(lambda data, _encoding: OpenDocument(data)),
    ".eml": Format(lambda data, _encoding: Mail(data)),
    ".rtf": Format(lambda data, _encoding: RichText(data), rewritten=False),
    CHAT: Format(lambda data, encoding: JsonChat(data, encoding, None), encoded=True, chat=JsonChat),
    ".pdf": Format(lambda data, _encoding: PortableDocument(data), rewritten=False),
}
_NO_CHAT = "Only chats have a sender: .json of Telegram, Discord or Signal, .txt of WhatsApp."
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
