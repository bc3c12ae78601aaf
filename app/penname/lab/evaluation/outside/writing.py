"""Writes the folder that outside readers get: the brief, and each form's tasks in portions, shuffled."""

import json
import random
import string
from collections.abc import Sequence
from pathlib import Path

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.forms import GUESSED_TIMES, Form, fields
from penname.lab.evaluation.outside.key import TasksKey, write_key
from penname.lab.evaluation.outside.tasks import ReaderTask
from penname.locations import resource


def check_places(folder: Path, key_file: Path) -> None:
    """Raise BadInput unless `folder` is new or empty, and the key new and not in it."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadInput(f"The folder {folder} is not empty. Give --tasks a folder that is new or empty.")
    if folder.resolve() in key_file.resolve().parents:
        raise BadInput("The key must not be in the folder that readers get. Choose another place with --key.")
    if key_file.exists():
        raise BadInput(f"There is a key at {key_file} already. Move it away, or choose another with --key.")


def write_tasks(
    folder: Path, key_file: Path, tasks: Sequence[ReaderTask], key: TasksKey, portion: int
) -> list[Path]:
    """Write `folder` and the key; returns the files to fill in, of about `portion` tasks at most.

    Two tasks about one text are in different portions. Guess tasks are written once for each of three
    readers, called a, b and c, in an order of their own. Raises BadInput, also where nothing can be written.
    """
    check_places(folder, key_file)
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for form in Form:
            for reader in string.ascii_lowercase[:GUESSED_TIMES] if form is Form.GUESS else ("",):
                name = "-".join(filter(None, (form, reader)))
                mine = [task for task in tasks if task.form is form]
                for number, one in enumerate(portioned(mine, portion, f"{key.seed} {name}"), 1):
                    path = folder / f"{name}-{number:02d}.jsonl"
                    path.write_text("".join(_line(task) for task in one), encoding="utf-8")
                    written.append(path)
        brief = resource("evaluation/brief.md").read_text(encoding="utf-8")
        (folder / "README.md").write_text(brief, encoding="utf-8")
        write_key(key_file, key)
    except OSError as error:
        raise BadInput(f"The tasks cannot be written to {folder}: {error.strerror or error}.") from error
    return written


def portioned(tasks: Sequence[ReaderTask], size: int, seed: str) -> list[list[ReaderTask]]:
    """The tasks shuffled into portions of at most `size`, no text twice in one; more where that needs it."""
    if not tasks:
        return []
    chance = random.Random(seed)
    by_text: dict[str, list[ReaderTask]] = {}
    for task in sorted(tasks, key=lambda task: task.id):
        by_text.setdefault(task.text or task.id, []).append(task)
    groups = list(by_text.values())
    chance.shuffle(groups)
    count = max(-(-len(tasks) // size), *map(len, groups), 1)
    portions: list[list[ReaderTask]] = [[] for _ in range(count)]
    for group in groups:
        chance.shuffle(group)
        emptiest = sorted(chance.sample(portions, count), key=len)
        for task, portion in zip(group, emptiest, strict=False):
            portion.append(task)
    for portion in portions:
        chance.shuffle(portion)
    return portions


def _line(task: ReaderTask) -> str:
    line = {"id": task.id, **task.shown, **dict.fromkeys(fields(task.form))}
    return json.dumps(line, ensure_ascii=False) + "\n"
