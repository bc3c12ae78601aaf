"""The models this computer has or could have, as `penname models list` shows them."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from penname.models import library
from penname.models.catalog import CatalogEntry, catalog
from penname.models.checking import check_model_file
from penname.models.fit import Fit, fit, fit_of_entry, memory_needed
from penname.models.hardware import Hardware, probe_hardware
from penname.models.library import InstalledModel
from penname.models.other_programs import models_of_other_programs
from penname.models.speed import known_speed
from penname.models.trials import TrialResult, known_trials


class ListedModel(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One line of the list, and one object of `--json`; sizes in bytes.

    `state` is "installed", "found" (in another program's folder) or "available" (for download); `kept` is
    what an unfinished download left. `fit` and the expected `tokens_per_second` are about this computer;
    `trial` is what the model did on the samples here, where it was tried.
    """

    name: str
    title: str
    state: str
    size: int
    fit: str
    memory: int
    tokens_per_second: float | None = None
    origin: str = ""
    program: str = ""
    path: str = ""
    kept: int = 0
    family: str = ""
    parameters: float = 0.0
    context: int = 0
    languages: tuple[str, ...] = ()
    licence: str = ""
    licence_link: str = ""
    page: str = ""
    gated: bool = False
    pack: str = ""
    summary: str = ""
    trial: TrialResult | None = None


def gigabytes(count: float) -> str:
    """A size for people."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def listed_models() -> list[ListedModel]:
    """What is installed, then what other programs have, then what can be fetched."""
    hardware = probe_hardware()
    installed = library.installed()
    names = {model.name for model in installed}
    found = [_of_file(model, "installed", hardware) for model in installed]
    found += [_of_file(model, "found", hardware) for model in models_of_other_programs()]
    found += [_of_entry(entry, hardware) for entry in catalog() if entry.name not in names]
    return found


def find(name: str) -> ListedModel | None:
    """The model of that name or at that path, with what its own file says; None when there is none.

    Raises ModelFileError when its file cannot be used.
    """
    for model in listed_models():
        if name in (model.name, model.path):
            return model if model.state == "available" else _read(model)
    return None


def _of_file(model: InstalledModel, state: str, hardware: Hardware) -> ListedModel:
    memory = model.entry.memory if model.entry is not None else memory_needed(model.size)
    listed = _described(model.entry, fit(model.size, memory, hardware, known_speed()))
    return msgspec.structs.replace(
        listed,
        name=model.name,
        title=model.title,
        state=state,
        size=model.size,
        origin=str(model.origin),
        program=model.program,
        path=model.path,
        trial=known_trials().get(model.name),
    )


def _of_entry(entry: CatalogEntry, hardware: Hardware) -> ListedModel:
    listed = _described(entry, fit_of_entry(entry, hardware, known_speed()))
    kept = library.partial_bytes(entry.name)
    return msgspec.structs.replace(
        listed, name=entry.name, title=entry.title, state="available", size=entry.size, kept=kept
    )


def _described(entry: CatalogEntry | None, judged: Fit) -> ListedModel:
    listed = ListedModel(
        name="",
        title="",
        state="",
        size=0,
        fit=str(judged.level),
        memory=judged.memory,
        tokens_per_second=None if judged.tokens_per_second is None else round(judged.tokens_per_second, 1),
    )
    return listed if entry is None else msgspec.structs.replace(listed, **dict(_of_the_catalog(entry)))


def _of_the_catalog(entry: CatalogEntry) -> Iterator[tuple[str, object]]:
    for field in ("family", "parameters", "context", "languages", "licence", "licence_link", "page", "gated",
                  "pack", "summary"):  # fmt: skip
        yield field, getattr(entry, field)


def _read(model: ListedModel) -> ListedModel:
    header = check_model_file(Path(model.path), model.title)
    if model.family:
        return model
    memory = memory_needed(model.size, header.bytes_per_token)
    judged = fit(model.size, memory, probe_hardware(), known_speed())
    return msgspec.structs.replace(
        model, family=header.architecture, context=header.context, memory=memory, fit=str(judged.level)
    )
