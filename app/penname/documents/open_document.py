""".odt: the words of an OpenDocument text (ISO/IEC 26300), in the text, its headers and its notes."""

import re
from collections.abc import Iterator

from penname.documents import pictures
from penname.documents.archive import Archive
from penname.documents.document import ENCRYPTED, LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.pieces import Hold, Piece, Splice, joined, spliced, splices, text_of
from penname.documents.xml_source import XmlSource, XmlToken, escaped, without

_KIND = ".odt"
_TYPE = b"application/vnd.oasis.opendocument.text"
_CONTENT, _STYLES, _META, _SETTINGS, _MANIFEST = (
    "content.xml", "styles.xml", "meta.xml", "settings.xml", "META-INF/manifest.xml",
)  # fmt: skip
_NAMES = {
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text",
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
    "urn:oasis:names:tc:opendocument:xmlns:meta:1.0": "meta",
    "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0": "manifest",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0": "draw",
    "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0": "svg",
    "http://www.w3.org/2000/svg": "svg",
    "urn:oasis:names:tc:opendocument:xmlns:script:1.0": "script",
    "urn:oasis:names:tc:opendocument:xmlns:config:1.0": "config",
    "http://purl.org/dc/elements/1.1/": "dc",
}
_PARAGRAPHS = ("text:p", "text:h")
_ELEMENTS = {"text:tab": "\t", "text:line-break": "\n", "text:s": " "}
_COMMENTS = ("office:annotation", "office:annotation-end")
_TRACKED = ("text:tracked-changes", "text:change", "text:change-start", "text:change-end")
_SAID = ("svg:title", "svg:desc")  # of pictures
_NO_TEXT = ("dc:creator", "dc:date", "meta:creator-initials", "meta:date-string", *_SAID)  # around comments
_ABOUT = {
    "meta:initial-creator": "author",
    "dc:creator": "last changed by",
    "meta:creation-date": "created",
    "dc:date": "last changed",
    "meta:print-date": "last printed",
    "meta:printed-by": "printed by",
    "meta:editing-cycles": "times saved",
    "meta:editing-duration": "time of editing",
    "meta:generator": "program",
    "dc:title": "title",
    "dc:subject": "subject",
    "dc:description": "description",
    "meta:keyword": "keyword",
    "meta:user-defined": "property",
}
_PRINTER = ("PrinterName", "PrinterSetup")
_SPACES = re.compile(r"[ \n\t]+|[^ \n\t]+")
_NO_META = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-meta '
    b'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.2"><office:meta/>'
    b"</office:document-meta>"
)
_MACROS = (
    "This document holds macros. Penname never runs them, and does not read them either, so names in them "
    "would stay. Nothing was changed. Save the document without macros and try again."
)


class OpenDocument:
    """An .odt. Raises Unreadable."""

    def __init__(self, data: bytes) -> None:
        self._archive = Archive(data, _KIND)
        parts = self._archive.parts
        if _CONTENT not in parts or not parts.get("mimetype", _TYPE).startswith(_TYPE):
            raise Unreadable(LIKELY_DAMAGED.format(kind=_KIND))
        self._sources = {
            name: XmlSource(parts[name], _NAMES, _KIND)
            for name in (_CONTENT, _STYLES, _META, _SETTINGS, _MANIFEST)
            if name in parts
        }
        if _MANIFEST in parts and any(
            t.name == "manifest:encryption-data" for t in self._sources[_MANIFEST].tokens
        ):
            raise Unreadable(ENCRYPTED)
        scripts = any(token.name == "script:event-listener" for token in self._sources[_CONTENT].tokens)
        if scripts or any(name.startswith(("Basic/", "Scripts/")) and parts[name] for name in parts):
            raise Unreadable(_MACROS)
        self._pieces = joined(
            paragraph
            for name in (_CONTENT, _STYLES)
            if name in self._sources
            for paragraph in _paragraphs(self._sources[name], name)
        )
        self.text = text_of(self._pieces)
        self.facts = tuple(self._facts())
        opaque = any(name.startswith("Object ") for name in parts)
        shown = any(name.startswith("Pictures/") for name in parts)
        self.notices = (
            ("Pictures, charts and embedded files in the document are not read.",) if opaque or shown else ()
        )

    def stripped(self) -> bytes:
        """The file without what it tells: tracked changes are accepted, comments are gone."""
        changed: dict[str, bytes | None] = {}
        for name in (_CONTENT, _STYLES, _SETTINGS):
            source = self._sources.get(name)
            if source is not None and (found := without([splice for _, splice in _told(source, name)])):
                changed[name] = source.encoded(spliced(source.text, found))
        if _META in self._archive.parts:
            changed[_META] = _NO_META
        gone = [name for name in self._archive.parts if name.startswith("Thumbnails/")]
        changed |= dict.fromkeys(gone)
        manifest = self._sources.get(_MANIFEST)
        if gone and manifest is not None:
            listed = [
                manifest.element(index)
                for index, token in enumerate(manifest.tokens)
                if token.name == "manifest:file-entry" and manifest.attribute(token, "full-path") in gone
            ]
            changed[_MANIFEST] = manifest.encoded(spliced(manifest.text, listed))
        for name, data in self._archive.parts.items():
            if pictures.is_picture(name) and name not in gone:
                changed[name] = pictures.stripped(data)
        return self._archive.with_parts(changed, undated=True)

    def with_text(self, text: str) -> bytes:
        """The file with other words; what keeps its words keeps every byte of its XML."""
        changes = splices(
            self._pieces, text, {name: one.text for name, one in self._sources.items()}, _escaped
        )
        return self._archive.with_parts(
            {
                name: self._sources[name].encoded(spliced(self._sources[name].text, s))
                for name, s in changes.items()
            }
        )

    def _facts(self) -> Iterator[Fact]:
        meta = self._sources.get(_META)
        for index, token in enumerate(meta.tokens if meta else ()):
            if (
                meta
                and token.kind == "start"
                and token.name in _ABOUT
                and (value := meta.words(index).strip())
            ):
                yield Fact(_ABOUT[token.name], value)
        for name in (_CONTENT, _STYLES, _SETTINGS):
            if name in self._sources:
                yield from (fact for fact, _ in _told(self._sources[name], name) if fact is not None)
        for name, data in self._archive.parts.items():
            if name.startswith("Thumbnails/"):
                yield Fact("preview picture", name)
            elif pictures.is_picture(name) and (told := pictures.told(data)):
                yield Fact("in a picture", told)


def _told(source: XmlSource, name: str) -> Iterator[tuple[Fact | None, Splice]]:
    """What the XML tells beside its text, with the removal of each; the end of a comment is no fact."""
    for index, token in enumerate(source.tokens):
        if token.kind not in ("start", "empty"):
            continue
        if token.name in _COMMENTS:
            author = _inside(source, index, "dc:creator")
            yield Fact("comment by", author) if token.name == _COMMENTS[0] else None, source.element(index)
        elif token.name in _TRACKED:
            author = _inside(source, index, "dc:creator")
            yield (
                Fact("tracked changes by", author) if token.name == _TRACKED[0] else None,
                source.element(index),
            )
        elif token.name in _SAID and token.kind == "start" and source.words(index).strip():
            yield Fact("name of a picture", source.words(index).strip()), source.element(index)
        elif (
            token.name == "config:config-item"
            and name == _SETTINGS
            and source.attribute(token, "name") in _PRINTER
            and source.words(index).strip()
        ):
            yield Fact("printer", source.words(index).strip()[:80]), _emptied(source, index)


def _emptied(source: XmlSource, index: int) -> Splice:
    return Splice(source.tokens[index].end, source.tokens[source.behind(index) - 1].start, "")


def _inside(source: XmlSource, index: int, name: str) -> str:
    tokens = range(index, source.behind(index))
    found = [
        source.words(at).strip()
        for at in tokens
        if source.tokens[at].name == name and source.tokens[at].kind == "start"
    ]
    return ", ".join(dict.fromkeys(found))


def _paragraphs(source: XmlSource, part: str) -> Iterator[list[Piece]]:
    """The paragraphs in the order in which they begin; a note begins inside of one."""
    begun: list[list[Piece]] = []
    inside: list[int] = []
    unread = 0  # elements around this place whose text is none of the document's
    for token in source.tokens:
        if token.kind == "start" and token.name in _NO_TEXT:
            unread += 1
        elif token.kind == "end" and token.name in _NO_TEXT:
            unread -= 1
        elif token.name in _PARAGRAPHS and token.kind == "start":
            inside.append(len(begun))
            begun.append([])
        elif token.name in _PARAGRAPHS and token.kind == "end":
            inside.pop()
        elif inside and not unread:
            begun[inside[-1]] += _pieces(source, token, part)
    yield from begun


def _pieces(source: XmlSource, token: XmlToken, part: str) -> Iterator[Piece]:
    if token.kind == "text":
        for piece in source.pieces(token, part):
            yield from _spaced(piece)
    elif token.kind == "empty" and token.name in _ELEMENTS:
        count = source.attribute(token, "c") if token.name == "text:s" else ""
        times = min(int(count), 1_000) if count.isdecimal() else 1
        yield Piece(_ELEMENTS[token.name] * times, part, token.start, token.end, Hold.ELEMENT)


def _spaced(piece: Piece) -> Iterator[Piece]:
    """A line end and the spaces around it are one space."""
    if len(piece.text) != piece.end - piece.start:
        yield piece
        return
    for match in _SPACES.finditer(piece.text):
        text = " " if "\n" in match[0] or "\t" in match[0] else match[0]
        yield Piece(text, piece.part, piece.start + match.start(), piece.start + match.end())


def _escaped(text: str) -> str:
    return escaped(text).replace("\t", "<text:tab/>").replace("\n", "<text:line-break/>")
