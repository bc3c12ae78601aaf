"""What hides behind the tasks of outside readers: which versions, whose texts, what is true. Never shown."""

from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.forms import Form
from penname.lab.evaluation.samples import Sample
from penname.settings import write_private

ORIGINAL = "original"  # the version that nobody changed


class Entry(msgspec.Struct, frozen=True):
    """One version of one text and the tasks that ask about it, which it may share with other versions.

    `guesses` is by labelled attribute. An unchanged text has no quality to ask for. `posting` is the task
    that shows it beside the original.
    """

    version: str
    sample: str
    changed: bool
    rouge_l: float
    guesses: dict[str, str]
    posting: str
    quality: str | None
    changes: tuple[str, ...]


class TasksKey(msgspec.Struct, frozen=True):
    """`samples` have the labelled attributes' true values, without texts; `controls` name versions that are
    known to be good.

    `forms` says of each task which form it is; `empty` is the task of each attribute with an empty text.
    `authors` says which part of the dev set's authors wrote the texts, in words; "" for all.
    """

    versions: tuple[str, ...]
    controls: tuple[str, ...]
    samples: dict[str, Sample]
    entries: tuple[Entry, ...]
    forms: dict[str, Form]
    empty: dict[str, str]
    seed: int
    authors: str = ""


def key_beside(folder: Path) -> Path:
    """Where the key lies unless the user says otherwise: beside the folder that readers get."""
    return folder.parent / f"{folder.name}-key.json"


def write_key(path: Path, key: TasksKey) -> None:
    """Write it, for its owner alone. Raises OSError."""
    write_private(path, msgspec.json.format(msgspec.json.encode(key), indent=1) + b"\n")


def read_key(path: Path) -> TasksKey:
    """The key at `path`; raises BadInput."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=TasksKey)
    except OSError as error:
        raise BadInput(f"The key {path} cannot be read: {error.strerror or 'unknown reason'}.") from error
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is not a key of tasks: {error}.") from error
