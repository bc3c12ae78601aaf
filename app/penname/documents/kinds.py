"""The kinds of document, without their parsers: what their files are called, what each can be written as.

Window, command line and desktop entry take from here what they say of kinds. How one is opened is in
formats.py, which the document child alone loads.
"""

from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import NamedTuple

from penname.domain.errors import BadInput

PLAIN, WORD = ".txt", ".docx"


class DocumentKind(NamedTuple):
    """A kind: the `endings` of its names, the usual one first, and its `mime_type`, "" where it has none.

    `plain`: the window opens it as the text it is. `encoded`: the user may have to name the encoding.
    `rewritten`: it goes back into a file of its own kind; another one becomes plain text or a new .docx.
    `chat`: one sender's messages can be the text, `table`: one column can; `whole`: all of it can.
    """

    endings: tuple[str, ...]
    mime_type: str = ""
    plain: bool = False
    encoded: bool = False
    rewritten: bool = True
    chat: bool = False
    table: bool = False
    whole: bool = True

    @property
    def usual(self) -> str:
        """The ending that sentences name it by."""
        return self.endings[0]


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
DOCUMENT_KINDS = (
    DocumentKind((PLAIN,), "text/plain", plain=True, encoded=True, chat=True),
    DocumentKind((".md", ".markdown"), "text/markdown", plain=True, encoded=True),
    DocumentKind((".html", ".htm"), "text/html", encoded=True),
    DocumentKind((WORD,), _WORD),
    DocumentKind((".odt",), "application/vnd.oasis.opendocument.text"),
    DocumentKind((".eml",), "message/rfc822"),
    DocumentKind((".mbox",), "application/mbox"),
    DocumentKind((".rtf",), "application/rtf", rewritten=False),
    DocumentKind((".json",), "application/json", encoded=True, chat=True, whole=False),
    DocumentKind((".csv",), "text/csv", encoded=True, table=True, whole=False),
    DocumentKind((".tsv",), "text/tab-separated-values", encoded=True, table=True, whole=False),
    DocumentKind((".xlsx",), _WORKBOOK, table=True, whole=False),
    DocumentKind((".jsonl", ".ndjson"), encoded=True, table=True, whole=False),
    DocumentKind((".pdf",), "application/pdf", rewritten=False),
)
KINDS = {ending: kind for kind in DOCUMENT_KINDS for ending in kind.endings}
MIME_TYPES = tuple(kind.mime_type for kind in DOCUMENT_KINDS if kind.mime_type)
_UNKNOWN = (
    "Penname does not read {suffix} files. It reads {known}. Save the text as one of these and try again."
)
_OTHER_KIND = "{source} cannot be written as {target}. Give --output a name that ends in {possible}."


def kind_of(name: str) -> str:
    """The kind of a file by its name's end, in small letters. Raises BadInput for one that is not read."""
    suffix = PurePath(name).suffix.lower()
    if suffix not in KINDS:
        raise BadInput(_UNKNOWN.format(suffix=suffix or "such", known=listed(KINDS)))
    return suffix


def check_target(kind: str, name: str) -> str:
    """The kind that a file of this name would be, written from one of `kind`. Raises BadInput."""
    target, source = PurePath(name).suffix.lower(), KINDS[kind]
    possible = [PLAIN, kind] if source.rewritten else [PLAIN, WORD]
    same = source.rewritten and target in source.endings  # .htm and .html
    if target not in possible and not same:
        shown = listed(list(dict.fromkeys(possible)), "or")
        raise BadInput(
            _OTHER_KIND.format(
                source=f"A {kind} file", target=target or "a file without an ending", possible=shown
            )
        )
    return target


def usual_endings(chosen: Callable[[DocumentKind], bool]) -> tuple[str, ...]:
    """The usual ending of each kind for which `chosen` is true."""
    return tuple(kind.usual for kind in DOCUMENT_KINDS if chosen(kind))


def listed(endings: Iterable[str], word: str = "and") -> str:
    """The endings for a sentence, `word` before the last."""
    *most, last = endings
    return f"{', '.join(most)} {word} {last}" if most else last
