"""The models Penname knows by name: `models.toml`, and the user's own lists that extend it."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models.errors import BadCatalog
from penname.models.files import MakersSampling, TemplateVariables, not_thinking

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")
_REPO = re.compile(r"[\w.-]+/[\w.-]+")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_FOLDER = "models"  # of the config folder
_HUB_NEEDS = ("repo", "size", "parameters", "licence_link", "memory")


class CatalogEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One model of the catalog.

    `repo` is the repository on the Hugging Face hub that has `file` (None: it comes with Penname). `size` is
    in bytes, `parameters` in thousands of millions, `context` in tokens; `memory` is what running it takes at
    Penname's longest context, in bytes. Empty `languages`: more than a hundred, or none named. Without
    `sha256` the hub's own statement is what a download is compared with. `gated` says that the hub asks for
    an account. `adapter` and `probe` are files of our own that belong to it (models/files.py). `writer` names
    the model that rewrites what this one has read, where that is on the computer; one that `rewrites_only`
    reads nothing. `sampling` is its makers' advice, where we know of any. `template` are the variables that
    its chat template is told, such as another switch against thinking. `summary` is one plain sentence.
    `measured` says what came out when we tried it; "" if we did not.
    """

    name: str
    title: str
    family: str
    file: str
    pack: str
    context: int
    languages: tuple[str, ...]
    licence: str
    summary: str
    repo: str | None = None
    revision: str = "main"
    size: int = 0
    parameters: float = 0.0
    licence_link: str = ""
    memory: int = 0
    sha256: str | None = None
    gated: bool = False
    adapter: str | None = None
    adapter_sha256: str | None = None
    probe: str | None = None
    writer: str = ""
    rewrites_only: bool = False
    measured: str = ""
    sampling: MakersSampling | None = None
    template: TemplateVariables = msgspec.field(default_factory=not_thinking)

    @property
    def page(self) -> str:
        """The model's page on the hub; empty for one that comes with Penname."""
        return f"https://huggingface.co/{self.repo}" if self.repo else ""


def catalog() -> tuple[CatalogEntry, ...]:
    """All entries, in the order in which they are offered: ours, then those of the user's own lists.

    A list of the user's that cannot be used is left out; `catalog_complaints` says why. Raises ModelFileError
    when the list that ships is damaged.
    """
    return (*_shipped(), *_users()[0])


def catalog_complaints() -> tuple[str, ...]:
    """A sentence for each mistake in the user's own lists, with the file and the entry."""
    return tuple(_users()[1])


def entry_named(name: str) -> CatalogEntry | None:
    """The entry of that name, None when there is none; raises like `catalog`."""
    return next((entry for entry in catalog() if entry.name == name), None)


def user_catalogs() -> Path:
    """The folder whose *.toml files extend the catalog, each written like Penname's `models.toml`."""
    return locations.config_dir() / _FOLDER


def read_catalog(path: Path) -> Iterator[CatalogEntry | BadCatalog]:
    """The entries of one list; in place of one with a mistake, the mistake."""
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        yield BadCatalog(f"The list of models {path} cannot be read ({error.strerror or 'unknown reason'}).")
        return
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        yield BadCatalog(f"The list of models {path} is not written as TOML: {error}. Correct it.")
        return
    models = listed.pop("model", [])
    for unknown in listed:
        yield BadCatalog(f"{path}: “{unknown}” means nothing here. Write each model as [[model]].")
    if not isinstance(models, list):
        yield BadCatalog(f"{path}: write each model as [[model]], with double brackets.")
        return
    for number, fields in enumerate(models, 1):
        try:
            yield _entry(fields)
        except (msgspec.ValidationError, _Mistake) as error:
            name = fields.get("name") if isinstance(fields, dict) else None
            which = f"the model “{name}”" if isinstance(name, str) else f"model {number} of the list"
            yield BadCatalog(f"{path}: {which} is left out: {_in_words(str(error))}. Correct the entry.")


class _Mistake(Exception):
    """The mistake, as the end of a sentence."""


def _entry(fields: Any) -> CatalogEntry:
    entry = msgspec.convert(fields, CatalogEntry)
    if not _NAME.fullmatch(entry.name):
        raise _Mistake("its name may have lower-case letters, digits, dots, dashes and underscores only")
    if entry.repo is not None:
        missing = [field for field in _HUB_NEEDS if not getattr(entry, field)]
        if missing:
            raise _Mistake(f"it has no “{missing[0]}”")
        if not _REPO.fullmatch(entry.repo):
            raise _Mistake("its repo is not of the form owner/name")
    elif entry.adapter is None or entry.sha256 is None or entry.adapter_sha256 is None:
        raise _Mistake("it has no “repo”")
    if not entry.file.endswith(".gguf") or any(part in ("", "..") for part in entry.file.split("/")):
        raise _Mistake("its file is not the name of a .gguf file in the repository")
    if entry.sha256 is not None and not _SHA256.fullmatch(entry.sha256):
        raise _Mistake("its sha256 does not have 64 hexadecimal digits")
    if min(entry.size, entry.parameters, entry.memory) < 0 or entry.context < 1:
        raise _Mistake("a size in it is negative or its context is empty")
    return entry


def _in_words(complaint: str) -> str:
    """msgspec's complaint for somebody who wrote a list by hand."""
    if found := re.search(r"missing required field `(\w+)`", complaint):
        return f"it has no “{found[1]}”"
    if found := re.search(r"unknown field `(.+)`", complaint):
        return f"“{found[1]}” is no field of a model"
    if found := re.search(r"Expected `(.+)`, got `(.+)` - at `\$\.(\w+)", complaint):
        return f"its “{found[3]}” should be of the kind {found[1]}, not {found[2]}"
    return complaint


@cache
def _shipped() -> tuple[CatalogEntry, ...]:
    try:
        found = list(read_catalog(locations.shipped("models.toml")))
    except FileNotFoundError:
        found = []
    entries = tuple(one for one in found if isinstance(one, CatalogEntry))
    if not entries or len(entries) < len(found):
        raise ModelFileError(
            "The list of models that belongs to Penname is missing or damaged; install Penname again."
        )
    return entries


def _users() -> tuple[list[CatalogEntry], list[str]]:
    entries: list[CatalogEntry] = []
    complaints: list[str] = []
    taken = {entry.name for entry in _shipped()}
    for path in sorted(user_catalogs().glob("*.toml")):
        for one in read_catalog(path):
            if isinstance(one, BadCatalog):
                complaints.append(str(one))
            elif one.name in taken:
                complaints.append(
                    f"{path}: there is another model called “{one.name}”. Give it another name."
                )
            else:
                taken.add(one.name)
                entries.append(one)
    return entries, complaints
