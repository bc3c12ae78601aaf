"""What .docx and .xlsx tell beside their text in the same places: properties, previews, links, pictures."""

from collections.abc import Iterator

from penname.documents import pictures
from penname.documents.document import Fact
from penname.documents.office_package import OF_MACOS, OfficePackage
from penname.documents.pieces import Splice

NOWHERE = "about:blank"
_CORE, _APP, _CUSTOM = "core-properties+xml", "extended-properties+xml", "custom-properties+xml"
_BESIDE = ("docProps/thumbnail", "customXml/", OF_MACOS)
_TEMPLATE = "attachedTemplate"
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


def properties(package: OfficePackage) -> Iterator[Fact]:
    """What the properties say, and what else stands beside the text."""
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
        elif part.startswith(OF_MACOS) and not part.endswith("/"):
            yield Fact("notes of macOS", part)


def parts_about(package: OfficePackage) -> list[str]:
    """The parts that hold nothing but that."""
    return [*package.of_kind(_CORE, _APP, _CUSTOM), *_side_parts(package)]


def links(package: OfficePackage) -> Iterator[Fact]:
    """Where its links lead to."""
    for link in package.links():
        if link.target != NOWHERE:
            what = "template" if link.kind == _TEMPLATE else "address behind a link"
            yield Fact(what, link.target)


def unlinked(package: OfficePackage) -> Iterator[tuple[str, Splice]]:
    """The changes after which they lead nowhere, each with its part; a template is pointed to no more."""
    for link in package.links():
        if link.kind == _TEMPLATE:
            source = package.source(link.part)
            at = link.splice.start
            tags = (n for n, token in enumerate(source.tokens) if token.start < at < token.end)
            yield link.part, source.element(next(tags))
        else:
            yield link.part, link.splice._replace(replacement=f' Target="{NOWHERE}"')


def in_pictures(package: OfficePackage) -> Iterator[Fact]:
    """What its pictures say beside what they show."""
    aside = _side_parts(package)
    for part, data in package.archive.parts.items():
        if pictures.is_picture(part) and part not in aside and (told := pictures.told(data)):
            yield Fact("in a picture", told)


def bare_pictures(package: OfficePackage) -> dict[str, bytes]:
    """Its pictures without that."""
    return {
        part: pictures.stripped(data)
        for part, data in package.archive.parts.items()
        if pictures.is_picture(part)
    }


def _side_parts(package: OfficePackage) -> list[str]:
    """A preview, data of other programs."""
    return [part for part in package.archive.parts if part.startswith(_BESIDE)]
