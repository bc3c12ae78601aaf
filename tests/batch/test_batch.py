"""Batches with scripted workers: order, authors, kills, failures, other folders, memory."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from batch import killed_batch
from batch.scripted_worker import Bench
from documents import samples
from penname.batch.tables import TextColumns
from penname.documents.open_document import OpenDocument
from penname.documents.word import WordDocument
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.domain.together import posts_apart
from penname.file_lock import FileLock

AUTHORS = TextColumns("text", "who")


def write_comments(path: Path, count: int, authors: int = 3) -> Path:
    """Comments of several authors, in turn."""
    lines = (
        json.dumps({"who": f"author {n % authors}", "text": f"comment {n}\n{'word ' * 20}"})
        for n in range(count)
    )
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "out", write_comments(tmp_path / "comments.jsonl", 9), columns=AUTHORS)


def lines(bench: Bench, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (bench.output / name).read_bytes().splitlines()]


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_text_is_done_once_and_stands_in_its_row(bench: Bench, workers: int) -> None:
    bench.run(workers)
    assert sorted(text.split()[1] for text, _ in bench.given) == [str(n) for n in range(9)]
    made = lines(bench, "comments.jsonl")
    assert [row["text"].split()[1] for row in made] == [str(n) for n in range(9)]
    assert all(row["text"].startswith("COMMENT") for row in made)
    assert [row["who"] for row in made] == [f"author {n % 3}" for n in range(9)]
    assert (bench.output / "failures.jsonl").read_bytes() == b""
    assert all(worker.closed for worker in bench.workers)


def test_texts_of_one_author_are_worked_on_together_and_in_order(bench: Bench) -> None:
    bench.run()
    assert [int(text.split()[1]) for text, _ in bench.given] == [0, 3, 6, 1, 4, 7, 2, 5, 8]


def test_the_texts_of_one_author_are_rewritten_as_one_where_that_is_wanted(bench: Bench) -> None:
    bench.together = True
    bench.run()
    assert [(posts_apart(text)[0].split()[1], goal.together) for text, goal in bench.given] == [
        ("0", True),
        ("1", True),
        ("2", True),
    ]
    made = lines(bench, "comments.jsonl")
    assert [row["text"].split()[:2] for row in made] == [["COMMENT", str(n)] for n in range(9)]


def test_together_a_batch_goes_on_with_the_author_it_was_killed_at(bench: Bench) -> None:
    bench.together, bench.method = True, "misleading"

    def stop_at_one(text: str) -> None:
        if text.startswith("comment 1"):
            raise Cancelled

    bench.before = stop_at_one
    assert bench.run().stopped
    bench.before = lambda _text: None
    results = bench.output / "results.jsonl"
    kept = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(kept[:2]))  # the death came between the texts of one author
    bench.run()
    assert [(row["number"], row["targets"]) for row in lines(bench, "results.jsonl")][2] == (
        6,
        {"location": "place 0"},
    )
    assert [goal.together for _, goal in bench.given] == [True, False, True, True]
    assert len(lines(bench, "comments.jsonl")) == 9


def test_together_a_text_that_cannot_be_read_does_not_keep_the_others_of_its_author(tmp_path: Path) -> None:
    rows = [{"who": "a", "text": text} for text in ("one word", " ", "two words")]
    inputs = tmp_path / "in.jsonl"
    inputs.write_text("".join(json.dumps(row) + "\n" for row in rows))
    bench = Bench(tmp_path / "out", inputs, columns=AUTHORS)
    bench.together = True
    assert bench.run().failed == 1
    assert [row["text"] for row in lines(bench, "in.jsonl")] == ["ONE WORD", "TWO WORDS"]


def test_an_author_keeps_the_wrong_values_of_the_first_text(bench: Bench) -> None:
    bench.method = "misleading"
    bench.run(2)
    taken: dict[int, set[str]] = {}
    for row in lines(bench, "results.jsonl"):
        taken.setdefault(int(row["number"]) % 3, set()).add(row["targets"]["location"])
    assert taken == {0: {"place 0"}, 1: {"place 1"}, 2: {"place 2"}}


def test_an_author_keeps_them_when_the_batch_was_stopped_in_between(bench: Bench) -> None:
    bench.method = "misleading"

    def stop_at_six(text: str) -> None:
        if text.startswith("comment 6"):
            raise Cancelled

    bench.before = stop_at_six
    assert bench.run().stopped
    bench.before = lambda _text: None
    bench.run()
    assert {
        row["targets"]["location"] for row in lines(bench, "results.jsonl") if row["number"] in (0, 3, 6)
    } == {"place 0"}


def test_results_appear_as_they_are_done(bench: Bench) -> None:
    seen: list[int] = []
    bench.before = lambda _text: seen.append(len(lines(bench, "results.jsonl")))
    bench.run()
    assert seen == list(range(9))


def test_a_failure_is_kept_with_its_reason_and_the_others_go_on(bench: Bench) -> None:
    def refuse(text: str) -> None:
        if text.startswith("comment 4"):
            raise BadInput("Not this one.")
        if text.startswith("comment 2"):
            raise EngineError("It broke.")

    bench.before = refuse
    batch = bench.run(2)
    assert batch.failed == 2
    assert lines(bench, "failures.jsonl") == [
        {"number": 2, "file": "comments.jsonl", "row": 3, "reason": "It broke."},
        {"number": 4, "file": "comments.jsonl", "row": 5, "reason": "Not this one."},
    ]
    made = (bench.output / "comments.jsonl").read_text(encoding="utf-8")
    assert made.count("\n") == 7
    assert "comment 4" not in made, "the original of a text that failed must not be among the results"
    bench.before, bench.given[:] = (lambda _text: None), []
    assert bench.run().failed == 0
    assert sorted(text.split()[1] for text, _ in bench.given) == ["2", "4"]
    assert len(lines(bench, "comments.jsonl")) == 9


def test_what_fails_once_is_tried_again(bench: Bench) -> None:
    failed: set[str] = set()

    def break_once(text: str) -> None:
        if text not in failed:
            failed.add(text)
            raise EngineError("It broke.")

    bench.before = break_once
    assert bench.run(2).failed == 0


def test_a_model_that_never_works_ends_the_batch(bench: Bench) -> None:
    def break_always(_text: str) -> None:
        raise EngineError("It broke.")

    bench.before = break_always
    with pytest.raises(EngineError, match=r"5 texts in a row .* It broke\. .*same command"):
        bench.run()


def child(*arguments: object) -> list[str]:
    ran = subprocess.run(
        [sys.executable, killed_batch.__file__, *map(str, arguments)],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": ":".join(sys.path)},
        check=False,
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.stdout.splitlines()


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_again_and_again_the_results_are_the_same_to_the_byte(tmp_path: Path, workers: int) -> None:
    source = write_comments(tmp_path / "comments.jsonl", 12)
    whole = Bench(tmp_path / "whole", source, columns=AUTHORS)
    whole.run()
    asked: list[str] = []
    kept: set[str] = set()
    for nth in (0, 3, 4, -1):
        told = [line for line in child(source, tmp_path / "out", workers, nth, "who") if "comment" in line]
        assert not kept & set(told), "a text that was done is done again"
        asked += told
        log = tmp_path / "out" / "results.jsonl"
        kept = {
            f"comment {json.loads(line)['number']}"
            for line in log.read_bytes().splitlines()
            if line[-1:] == b"}"
        }
    assert len(set(asked)) == 12
    killed = Bench(tmp_path / "out", source, columns=AUTHORS)
    made, expected = killed.files(), whole.files()
    if workers == 2:  # in which order two workers end is chance
        made["results.jsonl"], expected["results.jsonl"] = (
            b"".join(sorted(files["results.jsonl"].splitlines(keepends=True))) for files in (made, expected)
        )
    assert made == expected


def test_documents_of_a_folder_keep_their_places_and_kinds(tmp_path: Path) -> None:
    letters = tmp_path / "letters"
    (letters / "old").mkdir(parents=True)
    (letters / "a.docx").write_bytes(samples.word())
    (letters / "old" / "b.odt").write_bytes(samples.all_kinds()[".odt"])
    (letters / "old" / "c.txt").write_text("I am a nurse.\n", encoding="utf-8")
    (letters / "empty.txt").write_bytes(b"")
    (letters / "picture.jpeg").write_bytes(b"\xff\xd8")
    (letters / "link.txt").symlink_to(letters / "a.docx")
    bench = Bench(tmp_path / "out", letters, strip=True)
    batch = bench.run(2)
    out = bench.output / "letters"
    made = WordDocument((out / "a.docx").read_bytes())
    assert "MY NAME IS ANN PLOVER" in made.text
    assert made.facts == ()
    assert OpenDocument((out / "old" / "b.odt").read_bytes()).facts == ()
    assert (out / "old" / "c.txt").read_text(encoding="utf-8") == "I AM A NURSE.\n"
    assert batch.failed == 1
    assert lines(bench, "failures.jsonl")[0]["file"] == "letters/empty.txt"
    assert sorted(name for name in bench.files() if "/" in name) == [
        "letters/a.docx",
        "letters/old/b.odt",
        "letters/old/c.txt",
    ]
    (out / "a.docx").unlink()  # as a kill between the result and its file leaves it
    bench.given.clear()
    bench.run()
    assert bench.given == []
    assert "MY NAME IS ANN PLOVER" in WordDocument((out / "a.docx").read_bytes()).text


def test_documents_need_a_word_on_what_they_tell(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(samples.word())
    with pytest.raises(BadInput, match="--strip-metadata leaves it out"):
        Bench(tmp_path / "out", tmp_path / "a.docx").batch()


def test_a_folder_that_is_not_this_batch_s_is_left_alone(bench: Bench, tmp_path: Path) -> None:
    bench.output.mkdir()
    (bench.output / "mine.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(BadInput, match="is not empty"):
        bench.run()
    assert list(bench.files()) == ["mine.txt"]


@pytest.mark.parametrize("change", ["inputs", "method", "goal"])
def test_another_batch_does_not_go_on_in_the_same_folder(bench: Bench, change: str) -> None:
    bench.run()
    before = bench.files()
    if change == "inputs":
        write_comments(bench.inputs[0], 10)
    elif change == "method":
        bench.method = "base"
    else:
        bench.goal = type(bench.goal)(bench.goal.attributes, frozenset(("age",)))
    with pytest.raises(BadInput, match="holds another batch"):
        bench.run()
    assert bench.files() == before


def test_two_do_not_work_on_one_folder(bench: Bench) -> None:
    bench.run()
    lock = FileLock.take(bench.output / ".lock")
    assert lock is not None
    with pytest.raises(BadInput, match="Another Penname"):
        bench.run()
    lock.release()


def test_inputs_of_one_name_are_refused(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_comments(tmp_path / folder / "c.jsonl", 1)
    with pytest.raises(BadInput, match=r"both be written as c\.jsonl"):
        Bench(tmp_path / "out", tmp_path / "one" / "c.jsonl", tmp_path / "two" / "c.jsonl").batch()
    write_comments(tmp_path / "results.jsonl", 1)
    with pytest.raises(BadInput, match="over a file of the batch's own"):
        Bench(tmp_path / "out", tmp_path / "results.jsonl").run()


def test_memory_does_not_grow_with_the_number_of_texts(tmp_path: Path) -> None:
    few = write_comments(tmp_path / "few.jsonl", 1_000, 300)
    many = write_comments(tmp_path / "many.jsonl", 20_000, 6_000)
    small = int(child(few, tmp_path / "out-few", 2, -1, "who", "quiet")[-1])
    large = int(child(many, tmp_path / "out-many", 2, -1, "who", "quiet")[-1])
    assert large - small < 10_000, f"{small} KB for 1,000 texts, {large} KB for 20,000"
    assert len((tmp_path / "out-many" / "many.jsonl").read_bytes().splitlines()) == 20_000
