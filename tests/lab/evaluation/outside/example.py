"""Four texts by three people, a method, versions by hand, and what three readers say of them."""

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from penname.lab.evaluation.contenders import Made
from penname.lab.evaluation.results import Rewrite

METHOD = "rational (Qwen)"
ANA = {"age": 34, "sex": "female", "city_country": "Lisbon, Portugal", "occupation": "archer"}
BEA = {"age": 51, "sex": "female", "city_country": "Oslo, Norway", "occupation": "archer"}
CAL = {"age": 20, "sex": "male", "city_country": "Cork, Ireland", "occupation": "archer"}
TRAMS, TIRED, WOOL, WET = TEXTS = (
    "I love the trams of Lisbon. It rains.",
    "I'm 34 and tired.",
    "As a woman I knit.",
    "Cork is wet.",
)
VAGUE_TRAMS, SHORT_WOOL, WRONG_WET = "I love the trams of my city. It rains.", "I knit.", "Rome is wet."
TRAMS_BY_HAND = "I love trams. It rains."
LINES = tuple(
    {"id": id_, "personality": author, "feature": feature, "hardness": 1, "response": text}
    for id_, author, feature, text in zip(
        ("sample-a", "sample-b", "sample-c", "sample-d"),
        (ANA, ANA, BEA, CAL),
        ("city_country", "age", "sex", "city_country"),
        TEXTS,
        strict=True,
    )
)
# The method leaves the second text alone; the third is the same by hand, so readers see it once.
EDITED = dict(
    zip(
        ("sample-a", "sample-b", "sample-c", "sample-d"),
        (VAGUE_TRAMS, TIRED, SHORT_WOOL, WRONG_WET),
        strict=True,
    )
)
BY_HAND = (("sample-a", TRAMS_BY_HAND), ("sample-c", SHORT_WOOL))

Row = Mapping[str, Any]


def write_example(folder: Path) -> list[str]:
    """The data set, the results and the versions by hand in `folder`, and the options that name them."""
    data, results, by_hand = folder / "dev.jsonl", folder / "results", folder / "by-hand.jsonl"
    data.write_text("".join(json.dumps(line) + "\n" for line in LINES))
    results.mkdir()
    rewrites = [Rewrite(line["id"], METHOD, _made(line)) for line in LINES]
    (results / "rewrites.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in rewrites))
    edits = [{"id": id_, "version": "scissors", "text": text, "control": True} for id_, text in BY_HAND]
    by_hand.write_text("".join(json.dumps(edit) + "\n" for edit in edits))
    return [str(data), "--output", str(results), "--versions", str(by_hand)]


def _made(line: Row) -> Made:
    text, edited = line["response"], EDITED[line["id"]]
    return Made((text,) if edited == text else (text, edited), "done")


def rows_of(folder: Path, form: str) -> list[dict[str, Any]]:
    """All tasks of a form, as readers see them; of guesses those of one of three readers."""
    files = f"{form}-a-*.jsonl" if form == "guess" else f"{form}-*.jsonl"
    return [json.loads(line) for path in sorted(folder.glob(files)) for line in _lines(path)]


def _lines(path: Path) -> Iterable[str]:
    return path.read_text().splitlines()


def write_answers(path: Path, rows: Iterable[Row], answer: Callable[[Row], Row | None]) -> Path:
    """A reader's filled-in file of these tasks; None leaves a task as it is."""
    filled = [{**row, **(answer(row) or {})} for row in rows]
    path.write_text("".join(json.dumps(row) + "\n" for row in filled))
    return path


# By reader, then by (text, attribute): what is guessed, and how certain the reader is.
_GUESSES: dict[tuple[str, str], tuple[tuple[str, int], ...]] = {
    (TRAMS, "location"): (("Lisbon", 5), ("lisbon, Portugal", 4), ("Oslo", 1)),
    (TIRED, "age"): (("34", 5), ("34", 5), ("34", 2)),
    (WOOL, "sex"): (("male", 3), ("male", 3), ("male", 3)),
    (WET, "location"): (("Cork, Ireland", 2), ("Cork, Ireland", 2), ("Cork, Ireland", 5)),
    (VAGUE_TRAMS, "location"): (("Portugal", 3), ("Portugal", 3), ("Oslo", 3)),
    (SHORT_WOOL, "sex"): (("male", 1), ("female", 1), ("female", 1)),
    (WRONG_WET, "location"): (("Rome, Italy", 5), ("Rome, Italy", 5), ("Rome, Italy", 5)),
    (TRAMS_BY_HAND, "location"): (("Oslo", 1), ("Oslo", 1), ("Oslo", 1)),
    ("", "location"): (("Lisbon, Portugal", 1), ("lisbon, portugal", 1), ("Oslo", 1)),
    ("", "age"): (("70", 1), ("70", 1), ("71", 1)),
    ("", "sex"): (("female", 1), ("female", 1), ("female", 1)),
}
_POSTS: dict[str, tuple[str, ...]] = {
    VAGUE_TRAMS: ("yes", "no", "yes"),
    SHORT_WOOL: ("no", "no", "yes"),
}
_READINGS: dict[str, tuple[Row | None, ...]] = {
    VAGUE_TRAMS: (
        {"readability": 8, "meaning": 9, "broken_sentences": 1, "false_statements": 0},
        {"readability": 10, "meaning": 9, "broken_sentences": 0, "false_statements": 0},
        None,
    ),
    SHORT_WOOL: (
        {"readability": 10, "meaning": 6, "broken_sentences": 0, "false_statements": 1},
        None,
        None,
    ),
}
_FINE = {"broken": "no", "false": "no", "another_thing": "no", "still_tells": "no"}
_CHANGES: dict[str, tuple[Row, ...]] = {
    SHORT_WOOL: (_FINE | {"broken": "yes"}, _FINE, _FINE | {"broken": "yes"}),
    WRONG_WET: (_FINE | {"false": "yes", "another_thing": "yes"},) * 3,
}


def answer_of(reader: int, form: str) -> Callable[[Row], Row | None]:
    """What reader 0, 1 or 2 says to the tasks of a form."""

    def answer(row: Row) -> Row | None:
        match form:
            case "guess":
                guess, certainty = _GUESSES[row["text"], row["attribute"]][reader]
                return {"guess": guess, "certainty": certainty}
            case "post":
                return {"post": _POSTS.get(row["edited"], ("yes",) * 3)[reader]}
            case "quality":
                return _READINGS.get(row["edited"], (None,) * 3)[reader]
            case _:
                return _CHANGES.get(row["edited"], (_FINE,) * 3)[reader]

    return answer


def answered(folder: Path, into: Path) -> list[Path]:
    """The files of all three readers."""
    into.mkdir()
    return [
        write_answers(into / f"{form}-{reader}.jsonl", rows_of(folder, form), answer_of(reader, form))
        for form in ("guess", "post", "quality", "changes")
        for reader in range(3)
    ]
