"""What the list of models is made of: rows in sections, as plain values."""

from dataclasses import dataclass
from enum import StrEnum

from penname.models.fit import FitLevel


class ModelAction(StrEnum):
    """What can be done with a model."""

    USE = "use"
    DOWNLOAD = "download"
    PAUSE = "pause"
    RESUME = "resume"
    CANCEL = "cancel"
    DISCARD = "discard"  # what an earlier download left
    GIVE_TOKEN = "give token"
    DELETE = "delete"
    COPY_LINK = "copy link"


@dataclass(frozen=True)
class ModelRow:
    """One model as it is shown. `share` of a download is there, None when none is under way."""

    name: str
    title: str
    sentence: str
    facts: str
    fit: str = ""
    fit_level: FitLevel = FitLevel.UNKNOWN
    in_use: bool = False
    status: str = ""
    share: float | None = None
    error: str = ""
    question: str = ""
    asks_token: bool = False
    licence: str = ""
    link: str = ""  # to be copied: of the licence, or of the page where its terms are accepted
    actions: tuple[ModelAction, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading, its rows, and what is said where there are none."""

    title: str
    rows: tuple[ModelRow, ...]
    empty: str = ""
