"""How .docx and .xlsx are put together (ECMA-376, part 2): which part is of which kind, what points where."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from penname.documents.archive import Archive
from penname.documents.document import LIKELY_DAMAGED, Unreadable
from penname.documents.pieces import Splice, spliced
from penname.documents.xml_source import XmlSource, without

OF_MACOS = "__MACOSX/"  # what its archiver puts beside the parts of a file packed anew
CONTENT_TYPES = "[Content_Types].xml"
# The name spaces that are looked into, in both editions of the standard.
NAMES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
    "http://schemas.microsoft.com/office/word/2012/wordml": "w15",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac": "x15ac",
    "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments": "xtc",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/picture": "pic",
    "http://purl.oclc.org/ooxml/drawingml/picture": "pic",
    "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing": "wp",
    "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing": "wp",
    "http://schemas.openxmlformats.org/package/2006/content-types": "ct",
    "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
    "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://purl.org/dc/terms/": "dcterms",
    "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties": "ep",
    "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties": "op",
}
_MACROS = (
    "This document holds macros. Penname never runs them, and does not read them either, so names in them "
    "would stay. Nothing was changed. Save the document as {kind} without macros and try again."
)
_WITH_MACROS = ("macroEnabled", "vbaProject", "macrosheet")


def pointers_of(part: str) -> str:
    """The part that says what `part` points to; there may be none."""
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels".lstrip("/")


class Link(NamedTuple):
    """A relationship to something outside the file, which is never followed."""

    part: str
    kind: str
    target: str
    splice: Splice  # where its target stands, with the attribute's name


class OfficePackage:
    """The parts of a file of `kind` (.docx, .xlsx). Raises Unreadable."""

    def __init__(self, data: bytes, kind: str) -> None:
        self._kind = kind
        self.archive = Archive(data, kind)
        self._sources: dict[str, XmlSource] = {}
        if CONTENT_TYPES not in self.archive.parts:
            raise Unreadable(LIKELY_DAMAGED.format(kind=kind))
        self._types = self._content_types()
        macros = any(word in of_part for of_part in self._types.values() for word in _WITH_MACROS)
        if macros or any(name.lower().endswith("vbaproject.bin") for name in self.archive.parts):
            raise Unreadable(_MACROS.format(kind=kind))

    def _content_types(self) -> dict[str, str]:
        """Of which kind each part is, by its own name or by the end of it."""
        by_name: dict[str, str] = {}
        by_end: dict[str, str] = {}
        source = self.source(CONTENT_TYPES)
        for token in source.tokens:
            if token.name == "ct:Override":
                name = unquote(source.attribute(token, "PartName")).lstrip("/")
                by_name[name] = source.attribute(token, "ContentType")
            elif token.name == "ct:Default":
                end = source.attribute(token, "Extension").lower()
                by_end[end] = source.attribute(token, "ContentType")
        usual = {part: by_end.get(part.rpartition(".")[2].lower(), "") for part in self.archive.parts}
        return usual | by_name | {CONTENT_TYPES: ""}

    def main(self) -> str:
        """The part that the others belong to, "" where none is named."""
        return next((part for part, kind in self.targets("").values() if kind == "officeDocument"), "")

    def source(self, part: str) -> XmlSource:
        """The XML of a part. Raises Unreadable."""
        if part not in self._sources:
            self._sources[part] = XmlSource(self.archive.parts[part], NAMES, self._kind)
        return self._sources[part]

    def of_kind(self, *endings: str) -> list[str]:
        """The parts whose content type ends so, in the order of the endings."""
        return [
            name
            for ending in endings
            for name, kind in sorted(self._types.items())
            if kind.endswith(ending) and name in self.archive.parts
        ]

    def relationships(self) -> list[str]:
        """The parts that say what points where."""
        return [
            name for name in self.archive.parts if name.endswith(".rels") and not name.startswith(OF_MACOS)
        ]

    def links(self) -> Iterator[Link]:
        """All that points out of the file."""
        for part in self.relationships():
            source = self.source(part)
            for token in source.tokens:
                if token.name != "rel:Relationship" or source.attribute(token, "TargetMode") != "External":
                    continue
                kind = source.attribute(token, "Type").rpartition("/")[2]
                for target in source.attributes(token):
                    if target.name == "Target":
                        yield Link(part, kind, target.value, Splice(target.start, target.end, ""))

    def targets(self, part: str) -> dict[str, tuple[str, str]]:
        """What a part points to in the file: the other part, and as what, by the number of the pointer."""
        pointers = pointers_of(part)
        if pointers not in self.archive.parts:
            return {}
        source = self.source(pointers)
        return {
            source.attribute(source.tokens[index], "Id"): (
                target,
                source.attribute(source.tokens[index], "Type").rpartition("/")[2],
            )
            for index, target in self._inside(pointers)
            if target in self.archive.parts
        }

    def changed(
        self,
        changes: Mapping[str, list[Splice]],
        gone: Iterable[str] = (),
        others: Mapping[str, bytes] | None = None,
        *,
        undated: bool = False,
    ) -> bytes:
        """The file with these changes of its sources, without the parts in `gone` and what points to them."""
        gone = set(gone)
        all_changes = {part: list(splices) for part, splices in changes.items()}
        for part, splice in self._pointing_to(gone) if gone else ():
            all_changes.setdefault(part, []).append(splice)
        contents: dict[str, bytes | None] = dict(others or {})
        for part, splices in all_changes.items():
            source = self.source(part)
            contents[part] = source.encoded(spliced(source.text, without(splices)))
        contents |= dict.fromkeys(gone)
        return self.archive.with_parts(contents, undated=undated)

    def _pointing_to(self, gone: set[str]) -> Iterator[tuple[str, Splice]]:
        source = self.source(CONTENT_TYPES)
        for index, token in enumerate(source.tokens):
            if (
                token.name == "ct:Override"
                and unquote(source.attribute(token, "PartName")).lstrip("/") in gone
            ):
                yield CONTENT_TYPES, source.element(index)
        for part in self.relationships():
            if part in gone:
                continue
            for index, target in self._inside(part):
                if target in gone:
                    yield part, self.source(part).element(index)

    def _inside(self, pointers: str) -> Iterator[tuple[int, str]]:
        """The relationships of a part that point into the file: the token of each, and to what part."""
        source = self.source(pointers)
        folder = posixpath.dirname(posixpath.dirname(pointers))
        for index, token in enumerate(source.tokens):
            if token.name == "rel:Relationship" and source.attribute(token, "TargetMode") != "External":
                target = unquote(source.attribute(token, "Target"))
                yield index, posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
