"""`penname anonymize FILE FILE ...`: several posts together, each result in a place of its own."""

import json
from pathlib import Path

import pytest

from penname import cli
from scripted import ScriptedRoles

POSTS = {"one.txt": "We moved to Lisbon.\n", "two.txt": "Lisbon is wet.\n", "three.txt": "It rains.\n"}


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    for name, text in POSTS.items():
        (tmp_path / name).write_text(text)
    return [str(tmp_path / name) for name in POSTS]


def test_each_result_lies_under_its_name(files: list[str], tmp_path: Path, roles: ScriptedRoles) -> None:
    out = tmp_path / "out"
    assert cli.main(("anonymize", *files, "--output", str(out))) == cli.DONE
    made = {path.name: path.read_text() for path in out.iterdir()}
    assert made == {
        "one.txt": "We moved to a city.\n",
        "two.txt": "a city is wet.\n",
        "three.txt": "It rains.\n",
    }
    assert cli.main(("anonymize", *files, "--output", str(out))) == cli.UNUSABLE  # nothing is overwritten


def test_the_json_has_the_texts_in_the_order_of_the_files(
    files: list[str], roles: ScriptedRoles, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(("anonymize", *files, "--json")) == cli.DONE
    report = json.loads(capfd.readouterr().out)
    assert report["texts"] == ["We moved to a city.\n", "a city is wet.\n", "It rains.\n"]
    assert len(report["rounds"]) == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "need --output FOLDER"),
        (("--json", "--interactive"), "--interactive works on one text"),
        (("--json", "--save-decisions", "x"), "--save-decisions works on one text"),
        (("--decide", "x"), "--decide works on one text"),
        (("-", "--json"), "none can come from standard input"),
    ],
)
def test_what_does_not_go_with_several_texts_is_refused(
    files: list[str], arguments: tuple[str, ...], sentence: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(("anonymize", *files, *arguments)) == cli.UNUSABLE
    assert sentence in capfd.readouterr().err


def test_two_files_of_one_name_and_a_folder_that_is_none_are_refused(
    files: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(("anonymize", files[0], files[0], "--output", str(tmp_path / "out"))) == cli.UNUSABLE
    assert "would both be written as one.txt" in capfd.readouterr().err
    assert cli.main(("anonymize", *files, "--output", files[0])) == cli.UNUSABLE
    assert "There is no folder" in capfd.readouterr().err
