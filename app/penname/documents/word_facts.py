"""What a .docx tells beside its text, and the same file without it."""

import re
from collections.abc import Iterator, Sequence

from penname.documents import pictures
from penname.documents.document import Fact
from penname.documents.pieces import Splice
from penname.documents.word_package import Link, WordPackage
from penname.documents.xml_source import XmlSource

_CORE, _APP, _CUSTOM = "core-properties+xml", "extended-properties+xml", "custom-properties+xml"
_ABOUT = {
    "dc:creator": "author",
    "cp:lastModifiedBy": "last changed by",
    "dcterms:created": "created",
    "dcterms:modified": "last changed",
    "cp:lastPrinted": "last printed",
    "cp:revision": "times saved",
    "dc:title": "title",
    "dc:subject": "subject",
    "cp:keywords": "keywords",
    "dc:description": "description",
    "cp:category": "category",
    "cp:contentStatus": "status",
    "dc:language": "language",
    "dc:identifier": "identifier",
    "cp:version": "version",
    "ep:Company": "company",
    "ep:Manager": "manager",
    "ep:Template": "template",
    "ep:TotalTime": "minutes of editing",
    "ep:HyperlinkBase": "folder of its links",
    "ep:Application": "program",
    "ep:AppVersion": "version of the program",
}
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
_NOWHERE = "about:blank"
_OPAQUE = ("/embeddings/", "/charts/", "/activeX/", "/ink/")


def notices(package: WordPackage) -> tuple[str, ...]:
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


def facts(package: WordPackage, parts: Sequence[str]) -> Iterator[Fact]:
    """All that the file tells; `parts` are those with text."""
    for part in package.of_kind(_CORE, _APP):
        source = package.source(part)
        for index, token in enumerate(source.tokens):
            if token.kind == "start" and token.name in _ABOUT and (value := source.words(index).strip()):
                yield Fact(_ABOUT[token.name], value)
    for part in package.of_kind(_CUSTOM):
        source = package.source(part)
        for index, token in enumerate(source.tokens):
            if token.name == "op:property" and token.kind == "start":
                yield Fact(source.attribute(token, "name") or "property", source.words(index).strip())
    for part in _side_parts(package):
        if part.startswith("docProps/thumbnail"):
            yield Fact("preview picture", part)
        elif part.startswith("customXml/item") and "Props" not in part:
            yield Fact("data of other programs", part)
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
    for link in package.links():
        if link.target != _NOWHERE:
            yield Fact(
                "template" if link.kind == "attachedTemplate" else "address behind a link", link.target
            )
    for part in parts:
        source = package.source(part)
        for _, address in _addresses(source):
            yield Fact("address behind a link", address)
    for part, data in package.archive.parts.items():
        if part.startswith("word/") and pictures.is_picture(part) and (told := pictures.told(data)):
            yield Fact("in a picture", told)


def stripped(package: WordPackage, parts: Sequence[str]) -> bytes:
    """The file without it."""
    comments = package.of_kind(*_COMMENT_PARTS)
    gone = [*package.of_kind(_CORE, _APP, _CUSTOM), *comments, *_side_parts(package)]
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
    for link in package.links():
        changes.setdefault(link.part, []).append(_unlinked(package.source(link.part), link))
    looked_at = {name: data for name, data in package.archive.parts.items() if pictures.is_picture(name)}
    shown = {name: pictures.stripped(data) for name, data in looked_at.items()}
    present = [part for part in gone if part in package.archive.parts]
    kept = {part: splices for part, splices in changes.items() if splices and part not in present}
    return package.changed(kept, present, shown, undated=True)


def _side_parts(package: WordPackage) -> list[str]:
    """Parts that hold nothing of the text: a preview, data of other programs."""
    return [part for part in package.archive.parts if part.startswith(("docProps/thumbnail", "customXml/"))]


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
                yield Splice(match.start(2), match.end(2), _NOWHERE), match[2]


def _unlinked(source: XmlSource, link: Link) -> Splice:
    if link.kind == "attachedTemplate":
        index = next(
            n for n, token in enumerate(source.tokens) if token.start < link.splice.start < token.end
        )
        return source.element(index)
    return link.splice._replace(replacement=f' Target="{_NOWHERE}"')
