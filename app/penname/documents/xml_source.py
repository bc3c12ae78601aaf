"""XML as text with its tags in view, so that a word can be changed without writing the rest anew.

expat (a part of Python) checks that a file is well formed; only then is it cut into tags and text here. A
document type is refused: neither Word nor LibreOffice writes one, and entities that grow live in it.
"""

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import unescape

from penname.documents.document import LIKELY_DAMAGED, Unreadable
from penname.documents.pieces import Piece, Splice

_DEEPEST = 400  # elements in elements; Word's own files stay below 100
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    r"|<(?P<close>/)?(?P<name>[^\s/>]+)(?:[^<>\"']++|\"[^\"]*\"|'[^']*')*+>|[^<]+",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"\s+(?P<name>[^\s=]+)\s*=\s*(?P<quoted>\"[^\"]*\"|'[^']*')")
_TEXT = re.compile(r"&[^;]+;|\r\n|[^&\r]+|\r")
_NUMBER = re.compile(r"&#(?:x([0-9a-fA-F]+)|([0-9]+));")
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class XmlToken(NamedTuple):
    """`source[start:end]` is a tag ("start", "end", "empty"), "text", or something "other".

    `name` has the short prefix of `XmlSource.names`; "" for what is no tag. `parent` is the name around it.
    """

    kind: str
    name: str
    start: int
    end: int
    parent: str


class XmlAttribute(NamedTuple):
    """An attribute of a tag, its name as it stands; `source[start:end]` is it with the space before it."""

    name: str
    value: str
    start: int
    end: int


class XmlSource:
    """One XML file of `kind`, a word for the user; `names` maps the name spaces looked for to short prefixes.

    Raises Unreadable for what is not well formed, declares a document type, or gives a prefix two meanings.
    """

    def __init__(self, data: bytes, names: Mapping[str, str], kind: str) -> None:
        self._encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
        try:
            self.text = data.decode(self._encoding)
        except UnicodeDecodeError as error:
            raise Unreadable(LIKELY_DAMAGED.format(kind=kind)) from error
        self._names = _Names(_checked(self.text.removeprefix("\ufeff"), names, kind))

    @cached_property
    def tokens(self) -> tuple[XmlToken, ...]:
        """All tags and texts, in order."""
        return tuple(self.walk())

    def encoded(self, text: str) -> bytes:
        """A changed source in the encoding of this one."""
        return text.encode(self._encoding)

    def attributes(self, token: XmlToken) -> Iterator[XmlAttribute]:
        """The attributes of a start tag or an empty one."""
        for match in _ATTRIBUTE.finditer(self.text, token.start, token.end):
            name, quoted = match.groups()
            yield XmlAttribute(name, _plain(quoted[1:-1]), match.start(), match.end())

    def attribute(self, token: XmlToken, local: str) -> str:
        """The value of an attribute by its name without a prefix; "" where it is missing."""
        for match in _ATTRIBUTE.finditer(self.text, token.start, token.end):
            name, quoted = match.groups()
            if name == local or name.endswith(f":{local}"):
                return _plain(quoted[1:-1])
        return ""

    def pieces(self, token: XmlToken, part: str) -> Iterator[Piece]:
        """The words of a text token: entities are pieces of their own."""
        if self.text.startswith("<![CDATA[", token.start):
            yield Piece(self.text[token.start + 9 : token.end - 3], part, token.start, token.end)
            return
        for match in _TEXT.finditer(self.text, token.start, token.end):
            text = "\n" if match[0].startswith("\r") else _plain(match[0])
            yield Piece(text, part, match.start(), match.end())

    def words(self, index: int) -> str:
        """The text of the element whose start tag is `tokens[index]`, with that of the elements in it."""
        inner = self.tokens[index + 1 : self.behind(index)]
        return "".join(
            piece.text for token in inner if token.kind == "text" for piece in self.pieces(token, "")
        )

    def behind(self, index: int) -> int:
        """The index of the token behind the element that begins at `tokens[index]`."""
        depth = 0
        for at in range(index, len(self.tokens)):
            depth += {"start": 1, "end": -1}.get(self.tokens[at].kind, 0)
            if depth <= 0:
                return at + 1
        return len(self.tokens)

    def element(self, index: int) -> Splice:
        """The removal of the whole element that begins at `tokens[index]`."""
        return Splice(self.tokens[index].start, self.tokens[self.behind(index) - 1].end, "")

    def outermost(self, *names: str) -> Iterator[tuple[XmlToken, Splice, str]]:
        """The elements of these names that lie in no other one: start tag, removal and text of each.

        For files of which all tokens would fill the memory.
        """
        depth, begun, words = 0, None, ""
        there = any(name.partition(":")[2] in self.text for name in names)
        for token in self.walk() if there else ():
            if begun is None:
                if token.name in names and token.kind == "empty":
                    yield token, Splice(token.start, token.end, ""), ""
                elif token.name in names and token.kind == "start":
                    depth, begun, words = 1, token, ""
                continue
            depth += {"start": 1, "end": -1}.get(token.kind, 0)
            if token.kind == "text":
                words += "".join(piece.text for piece in self.pieces(token, ""))
            if depth == 0:
                yield begun, Splice(begun.start, token.end, ""), words
                begun = None

    def walk(self, start: int = 0) -> Iterator[XmlToken]:
        """The tokens one by one, none of which is kept, from the one that begins at `start`."""
        open_names: list[str] = [""]
        text = self.text
        for match in _TOKEN.finditer(text, start):
            close, raw = match.groups()
            start, end = match.span()
            if raw is None or raw[0] == "!":
                kind = "other" if text.startswith(("<!--", "<?"), start) else "text"
                yield XmlToken(kind, "", start, end, open_names[-1])
                continue
            name = self._names[raw]
            if close:
                open_names.pop()
                yield XmlToken("end", name, start, end, open_names[-1])
            elif text[end - 2] == "/":
                yield XmlToken("empty", name, start, end, open_names[-1])
            else:
                yield XmlToken("start", name, start, end, open_names[-1])
                open_names.append(name)


class _Names(dict[str, str]):
    """The name of each tag with its short prefix, by what stands in the source."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = prefixes

    def __missing__(self, raw: str) -> str:
        prefix, colon, local = raw.rpartition(":")
        short = self._prefixes.get(prefix)
        self[raw] = f"{short}:{local}" if short else f"?{prefix}{colon}{local}"
        return self[raw]


def escaped(text: str) -> str:
    """Words as they stand between tags; characters that XML does not know are left out."""
    text = _NOT_IN_XML.sub("", text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def without(changes: Sequence[Splice]) -> list[Splice]:
    """The changes that lie in no other one: an element that goes takes what is in it along."""
    kept: list[Splice] = []
    for change in sorted(changes, key=lambda one: (one.start, -one.end)):
        if not kept or change.start >= kept[-1].end:
            kept.append(change)
    return kept


def _checked(text: str, names: Mapping[str, str], kind: str) -> dict[str, str]:
    """The short prefix of each prefix that the file declares for a name space in `names`."""
    prefixes: dict[str, str] = {}
    depth = 0

    def declare(prefix: str | None, uri: str | None) -> None:
        short = names.get(uri or "", "")
        if prefixes.setdefault(prefix or "", short) != short:
            raise Unreadable(LIKELY_DAMAGED.format(kind=kind))

    def enter(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise Unreadable(LIKELY_DAMAGED.format(kind=kind))

    def leave(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_declared: object) -> None:
        raise Unreadable(LIKELY_DAMAGED.format(kind=kind))

    parser = expat.ParserCreate("utf-8", " ")
    parser.StartNamespaceDeclHandler = declare
    parser.StartElementHandler = enter
    parser.EndElementHandler = leave
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode(), True)
    except (expat.ExpatError, UnicodeEncodeError) as error:
        raise Unreadable(LIKELY_DAMAGED.format(kind=kind)) from error
    return {prefix: short for prefix, short in prefixes.items() if short}


def _plain(escaped_text: str) -> str:
    def character(match: re.Match[str]) -> str:
        return chr(int(match[1], 16) if match[1] else int(match[2]))

    if "&" not in escaped_text:
        return escaped_text
    return unescape(_NUMBER.sub(character, escaped_text), {"&quot;": '"', "&apos;": "'"})
