""".rtf: its text only (Rich Text Format 1.9.1). Written as plain text or a new .docx.

Pictures, objects, fields' instructions and what stands in a destination marked as ignorable is not read.
Nothing in the file is followed or run.
"""

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.documents.document import LIKELY_DAMAGED, Fact, Unreadable

_MOST_DEPTH = 1_000  # groups within each other; programs write a dozen
_TOKEN = re.compile(
    rb"(?P<group>[{}])|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?"
    rb"|\\'(?P<byte>[0-9a-fA-F]{2})"
    rb"|\\(?P<sign>[^a-zA-Z])|(?P<text>[^\\{}\r\n]+)|[\r\n]+|\\",
    re.DOTALL,
)
_SIGNS = {
    "par": "\n", "header": "\n", "footer": "\n", "footnote": "\n",
    "line": "\n", "sect": "\n", "page": "\n", "row": "\n", "cell": "\t", "tab": "\t",
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
    "bullet": "•", "emspace": " ", "enspace": " ",
}  # fmt: skip
_UNREAD = {
    "fonttbl", "colortbl", "stylesheet", "listtable", "listoverridetable", "rsidtbl", "generator", "info",
    "pict", "object", "fldinst", "themedata", "colorschememapping", "datastore", "latentstyles",
    "xmlnstbl", "filetbl", "revtbl", "template", "bkmkstart", "bkmkend", "datafield", "nonshppict",
    "xe", "tc", "txe", "rxe",
}  # fmt: skip
_ABOUT = {
    "author": "author",
    "operator": "last changed by",
    "company": "company",
    "manager": "manager",
    "title": "title",
    "subject": "subject",
    "keywords": "keywords",
    "doccomm": "remark about the file",
}


class RichText:
    """Rich Text. Raises Unreadable. Its facts need no question: only its text comes along."""

    def __init__(self, data: bytes) -> None:
        if not data.lstrip().startswith(b"{\\rtf"):
            raise Unreadable(LIKELY_DAMAGED.format(kind=".rtf"))
        reader = _Reader(data)
        self.text = reader.text
        self.facts = tuple(reader.told)
        self.notices: tuple[str, ...] = (
            ("Pictures and files in it are not read, and what is written has none.",) if reader.left else ()
        )

    def stripped(self) -> bytes:
        """Never asked for; see the class."""
        raise Unreadable("Rich Text is read, never written.")

    def with_text(self, text: str) -> bytes:  # noqa: ARG002 (see ReadableDocument)
        """Never possible."""
        raise Unreadable("Rich Text is read, never written.")


class _Group(NamedTuple):
    """What holds until a bracket closes. `target` is where text goes: None nowhere, "" the text, a name in
    _ABOUT there. `fallback` signs follow each \\u for programs that do not know it.
    """

    target: str | None = ""
    fallback: int = 1
    hidden: bool = False


class _Reader:
    """Goes through a file once and keeps its text and what it tells."""

    def __init__(self, data: bytes) -> None:
        self.left = False  # something that is no text was left out
        self._pieces: dict[str, list[str]] = {name: [] for name in ("", *_ABOUT)}
        self._group, self._outer = _Group(), list[_Group]()
        self._page = "cp1252"
        self._bytes = bytearray()  # not decoded yet: a sign may have two
        self._skip = 0  # signs that stand for a \\u that was read
        self._read(data)

    @property
    def text(self) -> str:
        """What a person reads, with a line end behind each paragraph."""
        found = _whole("".join(self._pieces[""]))
        return re.sub(r"\n{3,}", "\n\n", found).strip("\n") + "\n"

    @property
    def told(self) -> Iterator[Fact]:
        """What the file tells beside its text."""
        for name, what in _ABOUT.items():
            if value := _whole("".join(self._pieces[name])).strip():
                yield Fact(what, value)

    def _read(self, data: bytes) -> None:
        at = 0
        while at < len(data) and (token := _TOKEN.match(data, at)):
            at = token.end()
            if token["byte"]:
                self._add_bytes(bytes.fromhex(token["byte"].decode()))
            elif token["text"]:
                self._add_bytes(token["text"])
            elif token["group"] == b"{":
                self._decode()
                if len(self._outer) >= _MOST_DEPTH:
                    raise Unreadable(LIKELY_DAMAGED.format(kind=".rtf"))
                self._outer.append(self._group)
            elif token["group"]:
                self._decode()
                self._skip = 0
                self._group = self._outer.pop() if self._outer else _Group()
            elif token["word"]:
                word, number = token["word"].decode(), int(token["number"] or 1)
                at += max(0, number) if word == "bin" else 0
                self._obey(word, number)
            elif token["sign"]:
                self._obey_sign(token["sign"])
        self._decode()

    def _obey(self, word: str, number: int) -> None:
        if word in _SIGNS:
            self._add(_SIGNS[word])
        elif word == "u":
            self._decode()
            self._add(chr(number % 0x10000))
            self._skip = self._group.fallback
        elif word in _UNREAD:
            self.left = self.left or word in ("pict", "object")
            self._group = self._group._replace(target=None)
        elif word in _ABOUT:
            self._group = self._group._replace(target=word)
        elif word == "uc":
            self._group = self._group._replace(fallback=max(0, number))
        elif word in ("v", "deleted"):
            self._group = self._group._replace(hidden=number != 0)
        elif word == "ansicpg" and _is_code_page(number):
            self._page = f"cp{number}"

    def _obey_sign(self, sign: bytes) -> None:
        if sign == b"*":  # a destination that older programs pass over
            self._group = self._group._replace(target=None)
        elif sign in b"\\{}":
            self._add_bytes(sign)
        elif sign in b"~_-":
            self._add({b"~": "\xa0", b"_": "\u2011", b"-": ""}[sign])
        elif sign in b"\r\n":
            self._add("\n")

    def _add_bytes(self, found: bytes) -> None:
        passed = min(self._skip, len(found))
        self._skip -= passed
        self._bytes += found[passed:]

    def _add(self, sign: str) -> None:
        if self._skip:
            self._skip -= 1
            return
        self._decode()
        self._put(sign)

    def _decode(self) -> None:
        if self._bytes:
            self._put(self._bytes.decode(self._page, "replace"))
            self._bytes.clear()

    def _put(self, text: str) -> None:
        if self._group.target is not None and not self._group.hidden:
            self._pieces[self._group.target].append(text)


def _whole(text: str) -> str:
    """The text with characters that two \\u make put together, and without halves of one."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _is_code_page(number: int) -> bool:
    try:
        return codecs.lookup(f"cp{number}").name.startswith("cp")
    except LookupError:
        return False
