"""What an .xlsx tells beside its cells, and the same file without it."""

import re
from collections.abc import Iterator, Mapping, Sequence

from penname.documents import office_facts
from penname.documents.document import Fact
from penname.documents.office_package import OfficePackage, pointers_of
from penname.documents.pieces import Splice
from penname.documents.xml_source import XmlSource

_SHEETS = ("worksheet+xml", "chartsheet+xml", "dialogsheet+xml")
_COMMENTS = ("comments+xml", "threadedcomments+xml", "person+xml")
_HISTORY = ("revisionHeaders+xml", "revisionLog+xml", "userNames+xml")  # of a workbook that many wrote
_PRINTER = "printerSettings"
_DRAWN = "vmlDrawing"  # the boxes of comments, and buttons
_ONLY_COMMENTS = b'ObjectType="Note"'
_PAGE_TEXT, _PAGE, _LINK, _BOXES = "x:headerFooter", "x:pageSetup", "x:hyperlink", "x:legacyDrawing"
_SAID_OF_LINKS = ("display", "tooltip")
_NOT_READ = {
    "/pivotCache/": "pivot tables, which hold copies of cells",
    "/charts/": "charts, which hold copies of cells",
    "/externalLinks/": "cells of other workbooks",
    "/drawings/drawing": "text boxes and shapes",
    "/embeddings/": "other files",
    "/media/": "pictures",
    "/connections.xml": "connections to databases",
    "/queryTables/": "results of queries",
}
# where words stand on the page, in which letters, and what is put in when it is printed (18.3.1.46)
_CODE_OF_PAGES = re.compile(r"&(?:\"[^\"]*\"|[0-9]+|K[0-9A-Fa-f]{6}|.)")
_HIDDEN = "Hidden sheets in this workbook: {count}. They stay, and what they hold can be shown again."
_FORMULAS = (
    "Cells with formulas: {count}. They stay as they are, and so do their last results, also where they took "
    "words from this column, until a spreadsheet program computes them anew."
)
_OTHERS = (
    "Cells of this column that hold numbers, dates or results of formulas: {count}. They stay as they are."
)
_OPAQUE = (
    "The workbook holds {things}. Penname does not read them: they stay as they are. Look at them before you "
    "pass the workbook on."
)


def notices(package: OfficePackage, *, hidden: int, formulas: int, others: int) -> Iterator[str]:
    """What lies in the file and is not worked on."""
    if hidden:
        yield _HIDDEN.format(count=hidden)
    if formulas:
        yield _FORMULAS.format(count=formulas)
    if others:
        yield _OTHERS.format(count=others)
    parts = [f"/{part}" for part in package.archive.parts]
    things = [what for place, what in _NOT_READ.items() if any(place in part for part in parts)]
    if things:
        yield _OPAQUE.format(things=", ".join(things))


def facts(package: OfficePackage) -> Iterator[Fact]:
    """All that the file tells, but for texts that no cell shows."""
    yield from office_facts.properties(package)
    for part in package.of_kind(*_COMMENTS):
        source = package.source(part)
        for token, _, words in source.outermost("x:author", "xtc:person"):
            yield Fact("comments by", words.strip() or source.attribute(token, "displayName"))
    for part in package.of_kind(*_HISTORY):
        yield Fact("history of a shared workbook", part)
    for fact, _, _ in _of_workbook(package):
        yield fact
    for part in _printers(package):
        yield Fact("printer", _printer(package.archive.parts[part]))
    for part in package.of_kind(*_SHEETS):
        for fact, _ in _of_sheet(package.source(part)):
            yield fact
    yield from office_facts.links(package)
    yield from office_facts.in_pictures(package)


def stripped(package: OfficePackage, more: Mapping[str, Sequence[Splice]]) -> bytes:
    """The file without it, and with `more` changes."""
    gone = {*office_facts.parts_about(package), *package.of_kind(*_COMMENTS, *_HISTORY)}
    gone |= {part for part, data in package.archive.parts.items() if _holds_comments_alone(part, data)}
    gone.update(_printers(package))
    gone |= {pointers for pointers in map(pointers_of, gone) if pointers in package.archive.parts}
    changes = {part: list(found) for part, found in more.items()}
    for _, part, splice in _of_workbook(package):
        changes.setdefault(part, []).append(splice)
    for part in package.of_kind(*_SHEETS):
        source = package.source(part)
        left = {number for number, (target, _) in package.targets(part).items() if target in gone}
        found = [splice for _, splice in _of_sheet(source)]
        found += _pointing(source, left)
        changes.setdefault(part, []).extend(found)
    for part, splice in office_facts.unlinked(package):
        changes.setdefault(part, []).append(splice)
    kept = {part: found for part, found in changes.items() if found and part not in gone}
    return package.changed(kept, gone, office_facts.bare_pictures(package), undated=True)


def _of_workbook(package: OfficePackage) -> Iterator[tuple[Fact, str, Splice]]:
    """The folder that it was saved in, and who has reserved it."""
    part = package.main()
    source = package.source(part)
    for token, splice, _ in source.outermost("x15ac:absPath", "x:fileSharing"):
        if token.name == "x:fileSharing":
            who = source.attribute(token, "userName")
            yield Fact("reserved", f"by {who}" if who else "for its writer"), part, splice
            continue
        for one in source.attributes(token):
            if one.name == "url" and one.value:
                yield Fact("folder", one.value), part, Splice(one.start, one.end, ' url=""')


def _of_sheet(source: XmlSource) -> Iterator[tuple[Fact, Splice]]:
    """What is printed around each page, and what pops up at links."""
    for token, splice, words in source.outermost(_PAGE_TEXT, _LINK):
        if token.name == _PAGE_TEXT and (said := _CODE_OF_PAGES.sub("", words).strip()):
            yield Fact("head or foot of printed pages", said), splice
        for one in source.attributes(token) if token.name == _LINK else ():
            if one.name in _SAID_OF_LINKS:
                yield Fact("words behind a link", one.value), Splice(one.start, one.end, "")


def _pointing(source: XmlSource, numbers: set[str]) -> Iterator[Splice]:
    """Without what points to the parts of these numbers, which go."""
    for token in source.walk() if numbers else ():
        if token.name not in (_PAGE, _BOXES) or token.kind == "end":
            continue
        for one in source.attributes(token):
            if one.name.rpartition(":")[2] == "id" and one.value in numbers:
                gone = token if token.name == _BOXES else one
                yield Splice(gone.start, gone.end, "")


def _holds_comments_alone(part: str, data: bytes) -> bool:
    boxes = data.count(b"ObjectType=")
    return _DRAWN in part and part.endswith(".vml") and boxes == data.count(_ONLY_COMMENTS) > 0


def _printers(package: OfficePackage) -> list[str]:
    return [part for part in package.archive.parts if f"/{_PRINTER}/" in part]


def _printer(settings: bytes) -> str:
    """The name of the printer, with which Windows' DEVMODEW begins; of another system none is read."""
    name = settings[:64].decode("utf-16-le", "replace").partition("\0")[0]
    return name if name.isprintable() and name else "its settings"
