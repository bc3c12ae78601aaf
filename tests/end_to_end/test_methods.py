"""Each method through the command line and the real starter."""

import tomllib
from typing import Any

import msgspec
import pytest

from end_to_end.commands import SAMPLES, penname
from penname.domain.changes import Change, apply_changes
from penname.domain.tokens import occurrences

pytestmark = pytest.mark.model
SHORT = "I'm a nurse in Leeds, on nights since March. My husband packs my lunch, which helps a lot."
TOLD = {"location": "Leeds", "occupation": "nurse", "relationship": "husband"}
HOMES = {
    sample: leak["value"].split(",")[0]
    for sample in SAMPLES
    for leak in tomllib.loads(sample.with_suffix(".toml").read_text(encoding="utf-8")).get("leak", [])
    if leak["attribute"] == "location"
}


@pytest.mark.parametrize(
    "sample",
    [
        *(pytest.param(sample, id=sample.stem) for sample in HOMES if sample.stem == "first-snow"),
        *(
            pytest.param(sample, id=f"all, {sample.stem}", marks=pytest.mark.soak(f"{len(HOMES)} samples"))
            for sample in HOMES
        ),
    ],
)
def test_misleading_brings_the_target_in_and_the_stated_value_out(sample) -> None:
    options = ("--method", "misleading", "--protect", "location", "--target", "location=Porto, Portugal")
    options = ("--rounds", "2", *options)
    done = penname("anonymize", *options, "--json", str(sample))
    assert done.code == 0, done.said
    report = done.report
    assert report["method"] == "misleading"
    assert report["targets"]["location"] == "Porto, Portugal"
    assert occurrences(report["text"], "Porto")
    assert not occurrences(report["text"], HOMES[sample])
    edits = [edit for step in report["rounds"] for edit in step["edits"]]
    assert any("Porto" in edit["after"] and "location" in edit["attributes"] for edit in edits)
    guesses = {fact["attribute"]: fact["match"] for fact in report["final"]["misread"]}
    assert guesses.get("location") == "yes"
    assert edited(report) == report["text"]


def edited(report: dict[str, Any]) -> str:
    """The original after the edits of all rounds, each of which must give what the report says it gave."""
    text: str = report["original"]
    for step in report["rounds"]:
        text = apply_changes(text, msgspec.convert(step["edits"], list[Change]))
        assert text == step["text"]
    return text


def test_a_known_truth_is_believed_over_the_models_guess_and_reported_nowhere(tmp_path) -> None:
    true = tmp_path / "me.txt"
    true.write_text(
        "location = Leeds, United Kingdom\nincome = very high\nbirthplace = Ouagadougou, Burkina Faso\n"
    )
    options = ("--true-from", str(true), "--target", "location=Graz, Austria", "--protect", "location,income")
    options = ("--method", "misleading", "--rounds", "1", *options)
    done = penname("anonymize", *options, "--json", stdin=SHORT.encode())
    assert done.code == 0, done.said
    assert "in Graz, on nights" in done.report["text"]
    assert b"Ouagadougou" not in done.out
    assert "Ouagadougou" not in done.said


@pytest.mark.parametrize(
    ("method", "rounds"),
    [
        ("rational", 1),
        ("adversarial", 1),
        ("base", 1),
        *(
            pytest.param(method, 2, marks=pytest.mark.soak("2 rounds"))
            for method in ("rational", "adversarial")
        ),
    ],
)
def test_each_method_runs_and_says_what_it_did(method: str, rounds: int) -> None:
    options = ("--method", method, "--rounds", str(rounds), "--protect", ",".join(TOLD))
    done = penname("anonymize", *options, "--json", stdin=SHORT.encode())
    assert done.code == 0, done.said
    report = done.report
    assert (report["method"], report["targets"]) == (method, {})
    assert report["stopped"] in ("nothing left to fix", "round limit", "rewrite refused")
    assert edited(report) == report["text"] != SHORT
    left = {attribute for attribute, word in TOLD.items() if word in report["text"]}
    if method == "base":  # a turn the starter was never trained for: it may leave anything, and then says so
        (step,) = report["rounds"]
        assert step["inferences"] == step["verdicts"] == []
        assert {edit["origin"] for edit in step["edits"]} == {"model"}
        assert left <= set(report["final"]["readable"])
    else:
        assert not left
