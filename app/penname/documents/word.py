""".docx: the words of a Word document, in the text and around it (ECMA-376, part 1, WordprocessingML)."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from penname.documents import word_facts
from penname.documents.document import LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.office_package import OfficePackage
from penname.documents.pieces import Hold, Piece, Splice, joined, spliced, splices, text_of
from penname.documents.xml_source import XmlSource, XmlToken, escaped

_KIND = ".docx"
# In this order: what is read first is the letter, then what stands around it.
_WITH_TEXT = (
    "document.main+xml",
    "footnotes+xml",
    "endnotes+xml",
    "header+xml",
    "footer+xml",
    "comments+xml",
    "document.glossary+xml",
    "diagramData+xml",
)
_PARAGRAPHS, _TEXTS = ("w:p", "a:p"), ("w:t", "a:t")
_DELETED = "w:delText"
_SIGNS = {"w:tab": "\t", "w:br": "\n", "w:cr": "\n", "a:br": "\n", "w:noBreakHyphen": "\u2011"}
_RUNS = ("w:r", "a:p")  # a tab elsewhere is a tab stop
_NAME = re.compile(r"[^\s/>]+")
_KEEP_SPACES = ' xml:space="preserve"'  # without it, Word drops the spaces at both ends


class WordDocument:
    """A .docx. Raises Unreadable."""

    def __init__(self, data: bytes) -> None:
        self._package = OfficePackage(data, _KIND)
        self._parts = self._package.of_kind(*_WITH_TEXT)
        if not self._package.of_kind(_WITH_TEXT[0]):
            raise Unreadable(LIKELY_DAMAGED.format(kind=_KIND))
        self._pieces = joined(
            paragraph for part in self._parts for paragraph in _paragraphs(self._package.source(part), part)
        )
        self.text = text_of(self._pieces)
        self.notices = word_facts.notices(self._package)

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What the file tells beside its text."""
        return tuple(word_facts.facts(self._package, self._parts))

    def stripped(self) -> bytes:
        """The file without it: tracked changes are accepted, comments are gone."""
        return word_facts.stripped(self._package, self._parts)

    def with_text(self, text: str) -> bytes:
        """The file with other words; a run that keeps its words keeps every byte of its XML."""
        sources = {part: self._package.source(part).text for part in self._parts}
        changes = splices(self._pieces, text, sources, escaped)
        for part, found in changes.items():
            found[:] = _with_signs(self._package.source(part), found)
        return self._package.changed(changes)


def _paragraphs(source: XmlSource, part: str) -> Iterator[list[Piece]]:
    """The paragraphs in the order in which they begin, then the words of each that are marked as deleted."""
    begun: list[list[Piece]] = []
    deleted: list[list[Piece]] = []
    inside: list[int] = []
    for token in source.tokens:
        if token.name in _PARAGRAPHS and token.kind == "start":
            inside.append(len(begun))
            begun.append([])
            deleted.append([])
        elif token.name in _PARAGRAPHS and token.kind == "end":
            inside.pop()
        elif not inside:
            continue
        elif token.kind == "text" and token.parent in _TEXTS:
            begun[inside[-1]] += source.pieces(token, part)
        elif token.kind == "text" and token.parent == _DELETED:
            deleted[inside[-1]] += source.pieces(token, part)
        elif token.kind == "empty" and token.name in _SIGNS and token.parent in _RUNS:
            sign = Piece(_SIGNS[token.name], part, token.start, token.end, Hold.ELEMENT)
            begun[inside[-1]].append(sign)
    yield from begun
    yield from deleted


def _with_signs(source: XmlSource, changes: list[Splice]) -> list[Splice]:
    """The changes with tabs and line ends as elements, in texts that keep the spaces at their ends."""
    texts = [
        (token, source.tokens[index + 1])
        for index, token in enumerate(source.tokens)
        if token.kind == "start" and token.name in (*_TEXTS, _DELETED)
    ]
    starts = [tag.start for tag, _ in texts]
    of_text: dict[int, list[Splice]] = {}
    found: list[Splice] = []
    for change in changes:
        at = bisect_right(starts, change.start) - 1
        if at < 0 or source.text.startswith("<", change.start):  # a tab or a line end that goes
            found.append(change)
        else:
            of_text.setdefault(at, []).append(change)
    for at, own in of_text.items():
        tag, words = texts[at]
        name = _NAME.match(source.text, tag.start + 1)
        made = [_signed(one, name[0]) if name and tag.name == "w:t" else one for one in own]
        found += made
        text = _words_after(source, words, own) if words.kind == "text" else ""
        needed = text != text.strip() or made != own or own[0].replacement != own[0].replacement.strip()
        if needed and tag.name != "a:t" and not source.attribute(tag, "space"):
            found.append(Splice(tag.end - 1, tag.end - 1, _KEEP_SPACES))
    return found


def _words_after(source: XmlSource, words: XmlToken, changes: list[Splice]) -> str:
    """What a text holds after the changes in it."""
    start, end = words.start, max(words.end, changes[-1].end)
    within = [Splice(one.start - start, one.end - start, one.replacement) for one in changes]
    return spliced(source.text[start:end], within)


def _signed(change: Splice, name: str) -> Splice:
    """The change with an element for each tab and line end; `name` is that of the text's own element."""
    prefix = name.removesuffix("t")
    words = change.replacement
    for sign, element in (("\t", "tab"), ("\n", "br")):
        words = words.replace(sign, f"</{name}><{prefix}{element}/><{name}{_KEEP_SPACES}>")
    return change._replace(replacement=words)
