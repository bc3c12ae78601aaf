"""What a .docx tells beside its text, and the same file without it."""

import re
from collections.abc import Iterator, Sequence

from penname.documents import office_facts
from penname.documents.document import Fact
from penname.documents.office_package import OfficePackage
from penname.documents.pieces import Splice
from penname.documents.xml_source import XmlSource

_COMMENT_PARTS = (
    "comments+xml",
    "commentsExtended+xml",
    "commentsIds+xml",
    "commentsExtensible+xml",
    "people+xml",
)
_COMMENT_MARKS = ("w:commentRangeStart", "w:commentRangeEnd", "w:commentReference")
# Tracked changes, accepted: what was taken away goes, what was put in stays, the old formats go.
_TAKEN_AWAY = (
    "w:del", "w:moveFrom", "w:moveFromRangeStart", "w:moveFromRangeEnd", "w:moveToRangeStart",
    "w:moveToRangeEnd", "w:pPrChange", "w:rPrChange", "w:sectPrChange", "w:tblPrChange",
    "w:tblPrExChange", "w:tblGridChange", "w:tcPrChange", "w:trPrChange", "w:numberingChange",
    "w:cellIns", "w:cellDel", "w:cellMerge",
)  # fmt: skip
_PUT_IN = ("w:ins", "w:moveTo")
_SESSION_MARKS = ("rsid", "paraId", "textId")
_SETTINGS = {
    "w:rsids": "marks of editing sessions",
    "w:attachedTemplate": "template",
    "w:mailMerge": "mail merge",
    "w:docVars": "variables",
    "w14:docId": "number that all versions of the document share",
    "w15:docId": "number that all versions of the document share",
}
_NAMED = (
    "wp:docPr",
    "pic:cNvPr",
)  # what a picture is called, often by its file, and says to those who cannot see it
_NAMES_OF_PICTURES = ("descr", "title", "name")
_RAW_NAME = re.compile(r"(?:Picture|Image|Grafik|Text ?[Bb]ox|Shape|Object)? ?\d*")  # as Word numbers them
_ADDRESS = re.compile(
    r"(\"|&quot;)((?:(?!&quot;)[^\"<])*(?:://|@|\\\\|mailto:)(?:(?!&quot;)[^\"<])*)(\"|&quot;)"
)
_OPAQUE = ("/embeddings/", "/charts/", "/activeX/", "/ink/")


def notices(package: OfficePackage) -> tuple[str, ...]:
    """What lies in the file and is not read."""
    opaque = [part for part in package.archive.parts if any(folder in f"/{part}" for folder in _OPAQUE)]
    shown = [part for part in package.archive.parts if "/media/" in f"/{part}"]
    said = []
    if opaque:
        said.append(
            "The document holds other files (tables, charts or drawings). Penname does not read them: they "
            "stay as they are. Look at them before you pass the document on."
        )
    if shown:
        said.append(f"What the {len(shown)} pictures in the document show is not read." if len(shown) > 1
                    else "What the picture in the document shows is not read.")  # fmt: skip
    return tuple(said)


def facts(package: OfficePackage, parts: Sequence[str]) -> Iterator[Fact]:
    """All that the file tells; `parts` are those with text."""
    yield from office_facts.properties(package)
    for part in package.of_kind("comments+xml"):
        yield from _authors(package.source(part), ("w:comment",), "comment by")
    for part in parts:
        source = package.source(part)
        yield from _authors(source, (*_TAKEN_AWAY, *_PUT_IN), "tracked changes by")
        for token in source.tokens:
            if token.name in _NAMED:
                for named in _names(source, token):
                    yield Fact("name of a picture", named)
    for part in package.of_kind("settings+xml"):
        source = package.source(part)
        for index, token in enumerate(source.tokens):
            if token.name in _SETTINGS and token.kind != "end":
                inside = sum(
                    1 for one in source.tokens[index + 1 : source.behind(index)] if one.kind != "end"
                )
                if token.name != "w:attachedTemplate":  # its path stands in the links
                    value = source.attribute(token, "val") or f"{inside}"
                    yield Fact(_SETTINGS[token.name], value)
    yield from office_facts.links(package)
    for part in parts:
        source = package.source(part)
        for _, address in _addresses(source):
            yield Fact("address behind a link", address)
    yield from office_facts.in_pictures(package)


def stripped(package: OfficePackage, parts: Sequence[str]) -> bytes:
    """The file without it."""
    comments = package.of_kind(*_COMMENT_PARTS)
    gone = [*office_facts.parts_about(package), *comments]
    gone += [f"word/_rels/{part.rpartition('/')[2]}.rels" for part in comments]
    changes: dict[str, list[Splice]] = {}
    xml = {
        *parts,
        *package.of_kind(
            "settings+xml", "styles+xml", "stylesWithEffects+xml", "numbering+xml", "fontTable+xml"
        ),
    } - set(gone)
    for part in sorted(xml):
        source = package.source(part)
        changes[part] = [*_marks(source), *_sessions(source)]
        changes[part] += [splice for splice, _ in _addresses(source)]
    for part, splice in office_facts.unlinked(package):
        changes.setdefault(part, []).append(splice)
    present = [part for part in gone if part in package.archive.parts]
    kept = {part: splices for part, splices in changes.items() if splices and part not in present}
    return package.changed(kept, present, office_facts.bare_pictures(package), undated=True)


def _authors(source: XmlSource, names: Sequence[str], what: str) -> Iterator[Fact]:
    found = [source.attribute(t, "author") for t in source.tokens if t.name in names and t.kind != "end"]
    for author in dict.fromkeys(found):
        times = found.count(author)
        yield Fact(what, author if times == 1 else f"{author} ({times})")


def _names(source: XmlSource, token: object) -> Iterator[str]:
    for one in source.attributes(token):  # type: ignore[arg-type]
        if one.name in _NAMES_OF_PICTURES and one.value and not _RAW_NAME.fullmatch(one.value):
            yield one.value


def _marks(source: XmlSource) -> Iterator[Splice]:
    """Without comments, tracked changes and the names of pictures."""
    for index, token in enumerate(source.tokens):
        if token.name in _PUT_IN:
            yield Splice(token.start, token.end, "")
        elif token.kind == "end":
            continue
        elif token.name in (*_TAKEN_AWAY, *_COMMENT_MARKS, *_SETTINGS, "w:rsid"):
            yield source.element(index)
        elif token.name in _NAMED:
            for one in source.attributes(token):
                if one.name in _NAMES_OF_PICTURES and one.value and not _RAW_NAME.fullmatch(one.value):
                    yield Splice(one.start, one.end, f' {one.name}=""')


def _sessions(source: XmlSource) -> Iterator[Splice]:
    """Without the attributes that say in which editing session each paragraph was written."""
    for token in source.tokens:
        if token.kind in ("start", "empty") and token.name.startswith("w:"):
            for one in source.attributes(token):
                if one.name.rpartition(":")[2].startswith(_SESSION_MARKS):
                    yield Splice(one.start, one.end, "")


def _addresses(source: XmlSource) -> Iterator[tuple[Splice, str]]:
    """The addresses in fields: `HYPERLINK "..."` and its like."""
    for token in source.tokens:
        field = (token.kind == "text" and token.parent == "w:instrText") or token.name == "w:fldSimple"
        if field and token.kind != "end":
            for match in _ADDRESS.finditer(source.text, token.start, token.end):
                yield Splice(match.start(2), match.end(2), office_facts.NOWHERE), match[2]
