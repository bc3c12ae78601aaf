""".html: the words of a page between its tags, which stay as they are. Nothing in it is run or fetched."""

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from penname.documents.document import Fact
from penname.documents.pieces import Hold, Piece, Splice, joined, spliced, splices, text_of
from penname.sessions.intake import Intake, encode_text, read_text

_BETWEEN_WORDS = ("script", "style", "template", "noscript", "svg", "math")
_UNSEEN = (*_BETWEEN_WORDS, "head")
_IN_HEAD = ("title",)
_AS_WRITTEN = ("pre", "textarea")  # line ends count in them
_WATCHED = frozenset((*_UNSEEN, *_IN_HEAD, *_AS_WRITTEN))
_INLINE = frozenset(
    ("a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font",
     "i", "img", "ins", "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span",
     "strike", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr")
)  # fmt: skip
_WORDS = re.compile(r"&(?:#x?[0-9a-fA-F]+|\w+);?|\s+|[^\s&]+|&")
_META = re.compile(
    r"author|creator|generator|publisher|copyright|date|modified|geo|icbm|keywords|description", re.IGNORECASE
)
_SAID = ("alt", "title", "aria-label", "placeholder")  # shown beside or instead of something
_ADDRESSES = ("href", "src", "action", "cite")
_PERSONAL = re.compile(r"mailto:|tel:|file:|^[a-zA-Z]:\\", re.IGNORECASE)


class WebPage:
    """A page in `encoding`, UTF-8 where None. Raises BadInput and BadEncoding."""

    def __init__(self, data: bytes, encoding: str | None = None) -> None:
        self._intake = read_text(data, encoding)
        self._source = self._intake.text
        self._parsed = PageParser(self._source)
        self._pieces = joined(self._parsed.paragraphs)
        self.text = text_of(self._pieces)
        self.facts = tuple(fact for fact, _ in self._parsed.told)
        self.notices: tuple[str, ...] = ()

    def stripped(self) -> bytes:
        """The page without comments and data about its author; links to people lead nowhere."""
        return self._encoded([splice for _, splice in self._parsed.told])

    def with_text(self, text: str) -> bytes:
        """The page with other words."""
        found = splices(self._pieces, text, {"": self._source}, escaped)
        return self._encoded(found.get("", []))

    def _encoded(self, changes: list[Splice]) -> bytes:
        return encode_text(
            Intake("", self._intake.encoding, self._intake.bom), spliced(self._source, changes)
        )


class PageParser(HTMLParser):
    """The pieces of a page by paragraphs, and what it tells beside them with the removal of each."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self.paragraphs: list[list[Piece]] = [[]]
        self.told: list[tuple[Fact, Splice]] = []
        self._source = source
        # html.parser counts line feeds only
        self._lines = [0, *(match.end() for match in re.finditer("\n", source))]
        self._open: list[str] = []
        self._to = 0  # how far the source was taken
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the tag tells; a block begins a paragraph."""
        raw = self.get_starttag_text() or ""
        start = self._at()
        if tag == "body" and "head" in self._open:  # whose end may be left out
            self._open.clear()
        if tag in _WATCHED:
            self._open.append(tag)
        if tag == "br":
            self.paragraphs[-1].append(Piece("\n", "", start, start + len(raw), Hold.ELEMENT))
        elif tag not in _INLINE and tag not in _BETWEEN_WORDS:
            self._end_paragraph()
        self._look(tag, dict(attrs), raw, start)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """As a start tag; XHTML closes what HTML leaves open."""
        self.handle_starttag(tag, attrs)
        if self._open and self._open[-1] == tag:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Leave the element, with all that was left open in it."""
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag not in _INLINE and tag not in _BETWEEN_WORDS:
            self._end_paragraph()

    def handle_data(self, data: str) -> None:
        """Words, or what stands in a script."""
        self._take(data)

    def handle_entityref(self, name: str) -> None:
        """A character by its name."""
        self._take_sign(f"&{name}")

    def handle_charref(self, name: str) -> None:
        """A character by its number."""
        self._take_sign(f"&#{name}")

    def handle_comment(self, data: str) -> None:
        """A comment is read by nobody but whoever looks into the file."""
        start = self._at()
        end = self._source.find("-->", start)
        if data.strip() and self._source.startswith("<!--", start) and end >= 0 and "<!" not in data:
            self.told.append((Fact("comment in the page", data.strip()), Splice(start, end + 3, "")))

    def _take_sign(self, raw: str) -> None:
        start = self._at()
        self._take(raw + (";" if self._source.startswith(";", start + len(raw)) else ""))

    def _take(self, data: str) -> None:
        start = self._at()
        if any(tag in _UNSEEN for tag in self._open) and not any(tag in _IN_HEAD for tag in self._open):
            return
        if not self._source.startswith(data, start):
            return  # a place that html.parser does not tell exactly stays as it is
        exact = any(tag in _AS_WRITTEN for tag in self._open)
        for piece in pieces_of(data, start, exact=exact):
            ended = self.paragraphs[-1][-1].text[-1:] if self.paragraphs[-1] else " "
            if piece.text == " " and not exact and ended.isspace():
                continue  # a browser shows one space for many
            self.paragraphs[-1].append(piece)

    def _look(self, tag: str, attributes: dict[str, str | None], raw: str, start: int) -> None:
        name = attributes.get("name") or attributes.get("property") or ""
        if tag == "meta" and _META.search(name) and attributes.get("content"):
            fact = Fact(f"meta data: {name}", attributes["content"] or "")
            self.told.append((fact, Splice(start, start + len(raw), "")))
            return
        for attribute in _SAID:
            if attributes.get(attribute) and (place := _value(raw, attribute)):
                splice = Splice(start + place[0], start + place[1], "")
                self.told.append(
                    (Fact(f"text that pops up ({attribute})", attributes[attribute] or ""), splice)
                )
        for attribute in _ADDRESSES:
            value = attributes.get(attribute)
            if value and _PERSONAL.match(value) and (place := _value(raw, attribute)):
                splice = Splice(start + place[0], start + place[1], "#")
                self.told.append((Fact("address behind a link", value), splice))

    def _end_paragraph(self) -> None:
        while self.paragraphs[-1] and self.paragraphs[-1][-1].text == " ":
            self.paragraphs[-1].pop()  # before a block, a browser shows none
        if self.paragraphs[-1]:
            self.paragraphs.append([])

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def pieces_of(source: str, start: int, *, exact: bool) -> Iterator[Piece]:
    """The words of `source`, which begins at `start` of its part; `exact` keeps white space as it is."""
    for match in _WORDS.finditer(source):
        text = match[0]
        if text.startswith("&"):
            text = html.unescape(text)
        elif text.isspace() and not exact and "\xa0" not in text:
            text = " "
        yield Piece(text, "", start + match.start(), start + match.end())


def escaped(text: str) -> str:
    """Words as they stand in a page."""
    return html.escape(text, quote=False).replace("\n", "<br>\n")


def _value(raw: str, attribute: str) -> tuple[int, int] | None:
    """Where the value of an attribute stands in its tag."""
    match = re.search(rf"\s{attribute}\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", raw, re.IGNORECASE)
    return match.span(match.lastindex or 0) if match else None
