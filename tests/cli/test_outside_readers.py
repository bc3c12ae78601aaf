"""`penname evaluate --tasks` and `--answers --key`: what outside readers get, and the way back to figures."""

import csv
import json
from pathlib import Path

import pytest

from lab.evaluation.outside.example import (
    ANA,
    METHOD,
    SHORT_WOOL,
    TIRED,
    TRAMS,
    TRAMS_BY_HAND,
    VAGUE_TRAMS,
    WET,
    WOOL,
    WRONG_WET,
    answered,
    rows_of,
    write_example,
)
from penname.cli import main
from penname.cli.terminal import DONE, UNUSABLE
from penname.lab.evaluation import authors
from penname.lab.evaluation.samples import person_of


@pytest.fixture
def example(tmp_path: Path) -> list[str]:
    return write_example(tmp_path)


@pytest.fixture
def tasks(tmp_path: Path, example: list[str]) -> Path:
    folder = tmp_path / "tasks"
    assert main(["evaluate", *example, "--tasks", str(folder)]) == DONE
    return folder


def evaluated(tmp_path: Path, files: list[Path]) -> dict:
    named = [str(file) for file in files]
    assert main(["evaluate", "--answers", *named, "--key", str(tmp_path / "tasks-key.json")]) == DONE
    return json.loads((tmp_path / "tasks-figures.json").read_bytes())


def exactly(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_the_folder_holds_nothing_of_methods_models_people_or_what_is_true(tmp_path, tasks) -> None:
    everything = "".join(path.read_text() for path in tasks.iterdir())
    names = " ".join(path.name for path in tasks.iterdir())
    texts = " ".join(text for row in rows_of(tasks, "post") for text in (row["original"], row["edited"]))
    truths = ("Portugal", "Ireland", "Norway", "archer")
    assert not any(truth in texts for truth in truths)  # so where one stands, it was told
    told = ("rational", "Qwen", "scissors", "control", "sample-", "by-hand", "truth", "person", *truths)
    assert [word for word in told if word in everything or word in names] == []
    key = (tmp_path / "tasks-key.json").read_text()
    assert METHOD in key
    assert "Ireland" in key


def test_all_versions_are_guessed_and_those_that_are_alike_once(tasks) -> None:
    rows = rows_of(tasks, "guess")
    seen = [row["text"] for row in rows if row["text"]]
    assert sorted(seen) == sorted(
        [TRAMS, TIRED, WOOL, WET, VAGUE_TRAMS, SHORT_WOOL, WRONG_WET, TRAMS_BY_HAND]
    )
    assert sorted(row["attribute"] for row in rows if not row["text"]) == ["age", "location", "sex"]
    for reader in "bc":  # each of three readers gets them all, in another order
        files = sorted(tasks.glob(f"guess-{reader}-*"))
        given = [json.loads(line) for path in files for line in path.read_text().splitlines()]
        assert sorted(row["id"] for row in given) == sorted(row["id"] for row in rows)
        assert given != rows
    (wool,) = (row for row in rows if row["text"] == WOOL)
    assert wool["options"] == ["male", "female"]
    assert [wool[name] for name in ("guess", "second_guess", "third_guess", "certainty")] == [None] * 4


def test_untouched_texts_are_asked_to_be_posted_but_not_rated(tasks) -> None:
    posts = [(row["original"], row["edited"]) for row in rows_of(tasks, "post")]
    changed = [(TRAMS, VAGUE_TRAMS), (TRAMS, TRAMS_BY_HAND), (WOOL, SHORT_WOOL), (WET, WRONG_WET)]
    assert sorted(posts) == sorted([*((text, text) for text in (TRAMS, TIRED, WOOL, WET)), *changed])
    assert sorted((row["original"], row["edited"]) for row in rows_of(tasks, "quality")) == sorted(changed)


def test_changes_are_shown_one_at_a_time_in_their_sentence(tasks) -> None:
    shown = {row["edited"]: (row["before"], row["after"]) for row in rows_of(tasks, "changes")}
    assert shown[VAGUE_TRAMS] == ("I love the trams of [[Lisbon]].", "I love the trams of [[my city]].")
    assert shown[WRONG_WET] == ("[[Cork]] is wet.", "[[Rome]] is wet.")


def test_the_order_is_the_seeds(tmp_path, example, tasks) -> None:
    def written(folder: Path) -> list[str]:
        return [path.read_text() for path in sorted(folder.iterdir())]

    for seed in ("0", "1"):
        options = ["--tasks", str(tmp_path / seed), "--seed", seed]
        assert main(["evaluate", *example, *options]) == DONE
    assert written(tmp_path / "0") == written(tasks)
    assert written(tmp_path / "1") != written(tasks)


def test_the_figures_are_those_worked_out_by_hand(tmp_path, tasks, capsys) -> None:
    found = evaluated(tmp_path, answered(tasks, tmp_path / "answers"))
    original, method, by_hand = found["versions"]
    assert [row["name"] for row in found["versions"]] == ["original", METHOD, "scissors"]

    def value(part: dict, name: str) -> float:
        return part[name]["value"]

    # Originals: Lisbon by two of three, 34, a wrong sex, Cork. Certain to 3 by two of three: all but Cork.
    assert value(original["all"], "right") == exactly(3 / 4)
    assert value(original["all"], "certain") == exactly(2 / 4)
    assert value(original["all"], "joint") == 0
    # The method: Portugal for Lisbon is half, 34 stands untouched, two of three are right now, Rome is wrong.
    everything, changed = method["all"], method["changed"]
    assert (everything["texts"], changed["texts"]) == (4, 3)
    assert value(everything, "right") == exactly((0.5 + 1 + 1 + 0) / 4)
    assert value(changed, "right") == exactly((0.5 + 1 + 0) / 3)
    # Read in the original were Lisbon, 34 and Cork.
    assert value(everything, "right_where_read") == exactly((0.5 + 1 + 0) / 3)
    assert value(changed, "right_where_read") == exactly(0.5 / 2)
    # Posted by two of three, as it was, by one of three, by all. Together with what is not guessed any more:
    # half of Lisbon, nothing of the untouched text, all of Cork.
    assert value(everything, "posted") == exactly(3 / 4)
    assert value(changed, "posted") == exactly(2 / 3)
    assert value(everything, "joint") == exactly((0.5 + 0 + 1) / 3)
    assert value(changed, "joint") == exactly((0.5 + 1) / 2)
    # Rated were two of three changed texts, the first by two readers; the untouched one counts as perfect.
    assert (everything["rated"], changed["rated"]) == (3, 2)
    rated = ("readability", "meaning", "broken", "false")
    assert [value(changed, name) for name in rated] == [exactly(one) for one in (9.5, 7.5, 0.25, 0.5)]
    assert [value(everything, name) for name in rated] == [
        exactly(one) for one in (29 / 3, 25 / 3, 0.5 / 3, 1 / 3)
    ]
    # Three changes in four texts: one fine, one breaks its sentence, one is untrue and about something else.
    assert value(method, "untouched") == exactly(1 / 4)
    changes = method["changes"]
    assert (changes["made"], changes["read"], value(changes, "a_text")) == (3, 3, exactly(3 / 4))
    said = ("faults", "broken", "false", "another_thing", "still_tells")
    assert [value(changes, name) for name in said] == [
        exactly(one) for one in (2 / 3, 1 / 3, 1 / 3, 1 / 3, 0)
    ]
    # By hand there are two texts: Lisbon is gone and posted; the sex is read now, and nobody would post that.
    assert value(by_hand["all"], "right") == exactly(1 / 2)
    assert value(by_hand["all"], "joint") == 1
    assert by_hand["control"]
    assert found["void"] == ["of “scissors” 0.500 would be posted, less than 0.8"]
    # From nothing: Lisbon is right of one of two, 70 of none, female of one.
    attributes = {row["attribute"]: row for row in found["attributes"]}
    assert attributes["location"]["guessed_from_nothing"] == "Lisbon, Portugal"
    assert {name: row["floor"] for name, row in attributes.items()} == {"location": 0.5, "age": 0, "sex": 1}
    assert found["floor"] == exactly((1 + 0 + 1 + 0) / 4)
    assert attributes["location"]["right"] == {"original": 1, METHOD: 0.25, "scissors": 0}
    # Paired with the originals: half of Lisbon and Cork are lost, a sex is won; one of four is not posted.
    # By hand less by method: the other half of Lisbon is gone, and with it all that the method left of it.
    less = {(one["name"], one["other"]): one for one in found["differences"]}
    assert list(less) == [(METHOD, "original"), ("scissors", "original"), ("scissors", METHOD)]
    gained = less[METHOD, "original"]
    assert (value(gained, "right"), value(gained, "posted")) == (exactly((-0.5 + 1 - 1) / 4), exactly(-1 / 4))
    # The three people's own differences are -0.5, 1 and -1: no way to swap them gives less than 0.5.
    assert gained["right"]["p"] == 1
    assert (value(gained, "joint"), value(gained, "faults")) == (None, None)
    other = less["scissors", METHOD]
    assert other["texts"] == 2
    assert [value(other, name) for name in ("right", "posted", "joint", "faults")] == [
        exactly(one) for one in (-0.25, 0, 0.5, 0)
    ]
    # Of the two places: "Portugal" keeps the country, Rome neither.
    assert [(one["part"], one["texts"], *one["right"].values()) for one in found["parts"]] == [
        ("location: city", 2, 1, 0, 0),
        ("location: country", 2, 1, 0.5, 0),
    ]
    assert found["thrice"] == 11
    # Eight texts with three pairs of readers each; in three texts one reader differs from two.
    agreement = {one["question"]: (one["agreed"], one["pairs"]) for one in found["agreement"]}
    assert agreement["guess"] == (18, 24)
    assert agreement["post: post"] == (8 * 3 - 4, 8 * 3)
    assert agreement["quality: readability"] == (0, 1)  # 8 and 10
    assert found["answered"] == {"guess": 11, "post": 8, "quality": 2, "changes": 4}
    assert (found["answers"]["quality"], found["tasks"]["quality"]) == (3, 4)
    printed = capsys.readouterr().out
    assert "Void" in printed
    assert f"| {METHOD} | 4 | 0.625 [" in printed
    assert (tmp_path / "tasks-figures.md").read_text() in printed
    assert (
        f"* **{METHOD}**: of 100 things that texts are about readers guess 75 in all originals and 62 in its "
        "texts. That it protects from these readers is not shown." in printed
    )
    assert f"* **{METHOD}**: of 100 of its texts 75 would be posted as they are; of 100 things" in printed


def test_intervals_are_by_person(tmp_path, tasks) -> None:
    found = evaluated(tmp_path, answered(tasks, tmp_path / "answers"))
    right = found["versions"][0]["all"]["right"]
    # Only the third text is read wrongly. Drawn by person it is drawn alone in 1 of 27; by text in 1 of 256.
    assert (right["low"], right["value"], right["high"]) == (0, 0.75, 1)


def test_spreadsheets_and_arrays_are_read_like_lines(tmp_path, tasks) -> None:
    files = answered(tasks, tmp_path / "answers")
    found = evaluated(tmp_path, files)
    others = []
    for number, file in enumerate(files):
        rows = [json.loads(line) for line in file.read_text().splitlines()]
        other = file.with_suffix(".csv" if number % 2 else ".json")
        if number % 2:
            with other.open("w", newline="") as stream:
                writer = csv.DictWriter(stream, list(rows[0]), delimiter=";", extrasaction="ignore")
                writer.writeheader()
                writer.writerows(rows)
        else:
            other.write_text(json.dumps(rows, indent=1))
        others.append(other)
    assert evaluated(tmp_path, others) == found


def test_some_answers_are_enough(tmp_path, tasks) -> None:
    guesses = [file for file in answered(tasks, tmp_path / "answers") if file.name == "guess-1.jsonl"]
    found = evaluated(tmp_path, guesses)
    method = found["versions"][1]["all"]
    assert method["right"]["value"] == exactly(
        (0.5 + 1 + 1 + 0) / 4
    )  # the second reader's, here the majority's
    assert (method["posted"]["value"], method["rated"], method["asked_to_post"]) == (None, 0, 0)
    assert method["joint"]["value"] is None
    assert found["void"] == []
    assert found["agreement"] == []


def test_wrong_lines_are_refused_with_their_place_and_reason(tmp_path, tasks, capsys) -> None:
    guess, *_ = rows_of(tasks, "guess")
    post, *_ = rows_of(tasks, "post")
    reading, *_ = rows_of(tasks, "quality")
    fine = {"readability": 5, "meaning": 5, "broken_sentences": 0, "false_statements": 0}
    wrong = [
        ("no json", "this is no JSON object"),
        (guess | {"id": "t0"}, "the key has no task “t0”"),
        ({"guess": "34"}, "id is missing"),
        (guess | {"guess": "34"}, "certainty is missing"),
        (guess | {"guess": ["34"], "certainty": 1}, "guess is no text"),
        (guess | {"guess": "34", "certainty": 6}, "certainty is not a whole number from 1 to 5"),
        (post | {"post": "perhaps"}, "post is neither yes nor no"),
        (reading | fine | {"readability": 0}, "readability is not a whole number from 1 to 10"),
        (reading | fine | {"meaning": 7.5}, "meaning is not a whole number from 1 to 10"),
        (reading | fine | {"broken_sentences": -1}, "broken_sentences is not a whole number from 0"),
        (reading | fine | {"false_statements": None}, "false_statements is missing"),
        (reading | fine, ""),
        (reading | fine, "the task stands on line 12 already"),
    ]
    file = tmp_path / "mine.jsonl"
    file.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row, _ in wrong))
    assert main(["evaluate", "--answers", str(file), "--key", str(tmp_path / "tasks-key.json")]) == UNUSABLE
    said = capsys.readouterr().err
    for number, (_, reason) in enumerate(wrong, 1):
        assert (f"mine.jsonl, line {number}: {reason}" in said) == bool(reason)
    assert not (tmp_path / "tasks-figures.json").exists()


def test_answers_that_belong_nowhere_are_refused(tmp_path, tasks, capsys) -> None:
    key = ["--key", str(tmp_path / "tasks-key.json")]
    unfilled = str(next(tasks.glob("guess-*.jsonl")))
    for options, reason in (
        (["--answers", unfilled, *key], "answered"),
        (["--answers", unfilled, unfilled, *key], "named twice"),
        (["--answers", str(tmp_path / "missing"), *key], "cannot be read"),
        (["--answers", unfilled, "--key", unfilled], "not a key"),
        (["--answers", unfilled], "--key"),
    ):
        assert main(["evaluate", *options]) == UNUSABLE
        assert reason in capsys.readouterr().err


def test_what_cannot_be_given_to_readers_is_refused(tmp_path, example, tasks, capsys) -> None:
    data, new = example[0], ["--tasks", str(tmp_path / "new")]
    other = tmp_path / "other.jsonl"
    other.write_text(Path(data).read_text().replace("It rains.", "It snows."))
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text('{"id": "nobody", "text": "x"}\n{"id": "sample-a", "text": ""}\n')
    for options, reason in (
        ([*example, "--tasks", str(tasks)], "new or empty"),
        ([*example, *new, "--key", str(tmp_path / "new" / "key.json")], "must not be in the folder"),
        ([*example, *new, "--key", str(tmp_path / "tasks-key.json")], "already"),
        ([*example, *new, "--method", "magic"], "nothing by “magic”"),
        ([*example, *new, "--portion", "0"], "at least 1"),
        ([data, *new], "--output"),
        (["--output", str(tmp_path / "results"), *new], "Name the data set"),
        ([str(other), *example[1:3], *new], "another data set"),
        ([data, *new, "--versions", str(wrong)], "wrong.jsonl, line 2: text is missing"),
        ([*example, *new, "--authors", "tune"], "--authors"),
    ):
        assert main(["evaluate", *options]) == UNUSABLE
        assert reason in capsys.readouterr().err
        assert not (tmp_path / "new").exists()


def test_a_part_of_the_authors_is_named_in_the_report(tmp_path, example, monkeypatch) -> None:
    split = tmp_path / "split.toml"
    split.write_text(f'tune = ["{person_of(ANA)}"]')
    monkeypatch.setattr(authors, "resource", lambda name: split)
    tasks = tmp_path / "tasks"
    assert main(["evaluate", *example, "--tasks", str(tasks), "--authors", "tune"]) == DONE
    assert {row["original"] for row in rows_of(tasks, "post")} == {TRAMS, TIRED}
    assert "tune" not in "".join(path.read_text() for path in tasks.iterdir())
    found = evaluated(tmp_path, answered(tasks, tmp_path / "answers"))
    assert found["people"] == 1
    assert found["authors"] in (tmp_path / "tasks-figures.md").read_text()
    assert "kept to tune; all 30 occur in the texts" in found["authors"]


def test_the_questionnaires_are_about_the_same_versions(tmp_path, example, capsys) -> None:
    assert main(["evaluate", *example, "--study", "ratings", "--raters", "2"]) == DONE
    sheets = sorted((tmp_path / "results").glob("study-ratings-rater-*.html"))
    assert len(sheets) == 4  # two people for each of two versions
    pages = [sheet.read_text() for sheet in sheets]
    assert [(VAGUE_TRAMS in page, TRAMS_BY_HAND in page) for page in pages].count((True, False)) == 2
    assert not any(SHORT_WOOL in page for page in pages)  # both versions say the same
    assert main(["evaluate", *example[1:], "--study", "pairs"]) == UNUSABLE
    assert "Name the data set" in capsys.readouterr().err


def test_versions_may_come_from_a_file_alone_or_from_some_methods(tmp_path, example) -> None:
    assert main(["evaluate", example[0], *example[3:], "--tasks", str(tmp_path / "hand")]) == DONE
    assert {row["edited"] for row in rows_of(tmp_path / "hand", "quality")} == {TRAMS_BY_HAND, SHORT_WOOL}
    options = ["--tasks", str(tmp_path / "one"), "--method", METHOD, "--limit", "1"]
    assert main(["evaluate", *example[:3], *options]) == DONE
    assert len({row["original"] for row in rows_of(tmp_path / "one", "post")}) == 1
