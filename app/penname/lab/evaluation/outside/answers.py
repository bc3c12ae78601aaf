"""Reads what outside readers filled in. A wrong line is refused with its file, its number and the reason."""

from collections.abc import Sequence
from pathlib import Path

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.forms import Answer, answer_in
from penname.lab.evaluation.outside.key import TasksKey
from penname.lab.evaluation.rows import read_rows
from penname.lab.evaluation.samples import BadLine

Answers = dict[str, list[Answer]]  # by task; each of several answers is another reader's
_TOLD = 20  # wrong lines in one message


def read_answers(files: Sequence[Path], key: TasksKey) -> Answers:
    """The answers in JSON lines, JSON arrays or CSV files; a task may be answered once a file.

    Raises BadInput where a line is wrong (all are named), or nothing is answered.
    """
    answers: Answers = {}
    wrong: list[str] = []
    read: set[Path] = set()
    for file in files:
        if file.resolve() in read:
            raise BadInput(f"{file} is named twice. Each file is read once, as another reader's.")
        read.add(file.resolve())
        seen: dict[str, int] = {}
        called, rows = read_rows(file)
        for number, row in rows:
            try:
                if isinstance(row, BadLine):
                    raise row
                id_ = _id(row.get("id"), key, seen, called)
                answer = answer_in(key.forms[id_], row)
            except BadLine as error:
                wrong.append(f"{file}, {called} {number}: {error}")
                continue
            seen[id_] = number
            if answer is not None:
                answers.setdefault(id_, []).append(answer)
    if wrong:
        more = f"\n... and {len(wrong) - _TOLD} more." if len(wrong) > _TOLD else ""
        raise BadInput("Nothing was counted.\n" + "\n".join(wrong[:_TOLD]) + more)
    if not answers:
        raise BadInput("None of the tasks in these files has been answered.")
    return answers


def _id(given: object, key: TasksKey, seen: dict[str, int], called: str) -> str:
    if not isinstance(given, str) or not given.strip():
        raise BadLine("id is missing.")
    id_ = given.strip()
    if id_ not in key.forms:
        raise BadLine(f"the key has no task “{id_[:20]}”.")
    if id_ in seen:
        raise BadLine(f"the task stands on {called} {seen[id_]} already.")
    return id_
