"""What is to be said before a run: languages and attributes that the models do not read."""

from collections.abc import Sequence

from penname.models.catalog import CatalogEntry, entry_named
from penname.roles.roles import unread_attributes
from penname.sessions.languages import NAMES, languages_of
from penname.sessions.loaded_models import LoadedModels
from penname.settings import Settings, load_attributes


def cautions(text: str, models: LoadedModels, settings: Settings) -> tuple[str, ...]:
    """A sentence for each thing that these models do not do for this text; needs no loaded model."""
    found: list[str] = []
    languages = languages_of(text)
    reading = {model.languages: model for model in (models.writer, models.reader) if model}
    for reads, model in reversed(reading.items()):
        foreign = [NAMES[code] for code in languages if reads and code not in reads]
        if foreign:
            known = _listed([NAMES.get(code, code) for code in reads])
            part = "this text seems" if len(foreign) == len(languages) else "parts of this text seem"
            found.append(f"The {model.title} reads {known} only; {part} to be {_listed(foreign)}.")
    title = models.reader.title
    if models.writer is None and (missing := _missing_writer(settings)):
        found.append(
            f"The {missing.title} is not on this computer, so the {title} words its changes itself, "
            "poorly. The list of models has it."
        )
    unread = unread_attributes(models.reader.pack, load_attributes(settings))
    for by_rule in (True, False):
        labels = _listed([attribute.label for attribute in unread if bool(attribute.rules) is by_rule])
        if labels:
            only = " beyond what its rules find" if by_rule else ""
            found.append(f"The {title} has not learned to look for {labels}{only}; other models may have.")
    return tuple(found)


def _missing_writer(settings: Settings) -> CatalogEntry | None:
    """The model that goes with the reader and is not here, unless the settings name who rewrites."""
    entry = entry_named(settings.model)
    return entry_named(entry.writer) if entry and entry.writer and not settings.rewrite_model else None


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
