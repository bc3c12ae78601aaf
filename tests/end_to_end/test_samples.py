"""The sample texts through the command line and the real starter, against the leaks written beside them."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rouge_score.rouge_scorer import RougeScorer

from end_to_end.commands import SAMPLES, Done, penname
from penname.domain.changes import Change, apply_changes
from penname.domain.tokens import occurrences, words

pytestmark = pytest.mark.model
ALWAYS = ("crossword", "health-question", "lisbon-flat")  # nothing to find, much beside a decoy, two places
LEAKING = [
    sample for sample in SAMPLES if "[[leak]]" in sample.with_suffix(".toml").read_text(encoding="utf-8")
]


def _each(samples: Sequence[Path]) -> pytest.MarkDecorator:
    """Those of ALWAYS in every run of the tests, and all of `samples` in a soak."""
    always = [pytest.param(sample, id=sample.stem) for sample in samples if sample.stem in ALWAYS]
    soak = pytest.mark.soak(f"{len(samples)} samples")
    return pytest.mark.parametrize(
        "sample",
        [*always, *(pytest.param(sample, id=f"all, {sample.stem}", marks=soak) for sample in samples)],
    )


each_sample, each_leaking = _each(SAMPLES), _each(LEAKING)


@cache
def _job(sample: Path) -> Done:
    return penname("anonymize", "--json", "--rounds", "2", str(sample))


def _expected(sample: Path, kind: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(sample.with_suffix(".toml").read_text(encoding="utf-8")).get(
        kind, []
    )
    return found


def _executed(report: dict[str, Any]) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Every inference with a verdict of high or medium, of all rounds and the closing attack."""
    return [
        (inference, verdict)
        for step in [*report["rounds"], report["final"]]
        for inference, verdict in zip(step["inferences"], step["verdicts"], strict=True)
        if verdict["validity"] in ("high", "medium")
    ]


def _edits(step: dict[str, Any]) -> list[Change]:
    return msgspec.convert(step["edits"], list[Change])


def _agree(guess: str, value: str) -> bool:
    """RLAA's rule for places and free text: either contains the other; numbers and categories are equal."""
    guess, value = guess.casefold(), value.casefold()
    return guess == value or (len(guess) >= 3 and not value.isdigit() and (guess in value or value in guess))


@each_sample
def test_the_job_ends_and_says_why(sample: Path) -> None:
    done = _job(sample)
    assert done.code == 0, done.said
    assert "Traceback" not in done.said
    assert done.report["original"] == sample.read_text(encoding="utf-8")
    assert done.report["stopped"] in ("nothing left to fix", "round limit", "rewrite refused")
    assert done.report["final"]["judged"]


@each_leaking
def test_what_is_stated_outright_is_found_with_its_value(sample: Path) -> None:
    executed = _executed(_job(sample).report)
    for leak in _expected(sample, "leak"):
        guesses = [
            inference["guesses"][0]
            for inference, _ in executed
            if inference["attribute"] == leak["attribute"]
        ]
        assert any(_agree(guess, leak["value"]) for guess in guesses), f"{leak}: found {guesses}"


@each_leaking
def test_neither_evidence_nor_value_is_left(sample: Path) -> None:
    report = _job(sample).report
    decoys = _expected(sample, "decoy")
    for leak in _expected(sample, "leak"):
        assert not occurrences(report["text"], leak["phrase"]), leak
        for value in leak["value"].split(", "):
            of_others = sum(len(occurrences(decoy["phrase"], value)) for decoy in decoys)
            assert len(occurrences(report["text"], value)) <= of_others, f"{value} is left"
        for inference, verdict in _executed(report):
            # what the model sees between the lines after that is not stated any more
            if inference["source"] == "rule" and (verdict["attribute"], True) == (
                leak["attribute"],
                _agree(inference["guesses"][0], leak["value"]),
            ):
                left = [phrase for phrase in verdict["evidence"] if occurrences(report["text"], phrase)]
                assert not left, f"{leak}: the evidence is left: {left}"


@each_sample
def test_a_sentence_goes_for_what_was_acted_on_and_half_of_the_words_stay(sample: Path) -> None:
    report = _job(sample).report
    for step in report["rounds"]:
        acted_on = {
            verdict["attribute"] for verdict in step["verdicts"] if verdict["validity"] in ("high", "medium")
        }
        for change in _edits(step):
            if not words(change.after):
                assert acted_on.issuperset(change.attributes), f"deleted: {change.before!r}"
    assert len(words(report["text"])) >= len(words(report["original"])) // 2


@each_sample
def test_the_text_is_kept(sample: Path) -> None:
    report = _job(sample).report
    score = RougeScorer(["rougeL"], use_stemmer=True).score(report["original"], report["text"])["rougeL"]
    assert score.fmeasure >= 0.65  # with half of the words left out it is 0.67


@each_sample
def test_all_outside_the_changes_is_byte_for_byte_the_same(sample: Path) -> None:
    report = _job(sample).report
    text = sample.read_bytes().decode()
    for step in report["rounds"]:
        text = apply_changes(text, _edits(step))
        assert text.encode() == step["text"].encode()
    assert text.encode() == report["text"].encode()


@each_sample
def test_facts_about_somebody_else_are_no_leaks(sample: Path) -> None:
    for inference, verdict in _executed(_job(sample).report):
        for decoy in _expected(sample, "decoy"):
            if verdict["attribute"] != decoy["attribute"]:
                continue
            assert not _agree(inference["guesses"][0], decoy["value"]), (decoy, verdict)
            for phrase in verdict["evidence"]:
                assert phrase not in decoy["phrase"], (decoy, verdict)
                assert decoy["phrase"] not in phrase, (decoy, verdict)
