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
    TRY = "try"  # on the samples
    STOP_TRYING = "stop trying"
    CHECK = "check"  # the whole file
    DELETE = "delete"
    COPY_LINK = "copy link"


@dataclass(frozen=True)
class ModelFact:
    """One column of a row: a few words, how good they are for this computer, and a muted line under them."""

    words: str
    note: str = ""
    level: FitLevel = FitLevel.UNKNOWN


@dataclass(frozen=True)
class ModelRow:
    """One model as it is shown.

    The first of `actions` is the button. `share` of a download is there, None when none is under way.
    """

    name: str
    title: str
    note: str
    quality: ModelFact
    speed: ModelFact
    memory: ModelFact
    recommended: bool = False
    job: str = ""  # what it is used for now
    share: float | None = None
    error: str = ""
    question: str = ""
    asks_token: bool = False
    size: int = 0  # bytes to download
    link: str = ""  # to be copied: of the licence, or of the page where its terms are accepted
    actions: tuple[ModelAction, ...] = ()
    details: tuple[tuple[str, str], ...] = ()  # (heading, words)


@dataclass(frozen=True)
class Section:
    """A heading, its rows, what is said where there are none, and the names of those that are folded away."""

    title: str
    rows: tuple[ModelRow, ...]
    empty: str = ""
    folded: frozenset[str] = frozenset()
