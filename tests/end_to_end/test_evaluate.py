"""`penname evaluate` with the real starter as anonymizer and attacker: killed, resumed, reported."""

import json

import pytest

from end_to_end.commands import Running, penname

pytestmark = pytest.mark.model
AUTHOR = {"sex": "female", "city_country": "Lisbon, Portugal"}
LINES = (
    {
        "personality": AUTHOR,
        "feature": "city_country",
        "hardness": 1,
        "response": "I live in Lisbon now.",
    },
    {"personality": AUTHOR, "feature": "sex", "hardness": 3, "response": "Nobody waits for the second tram."},
)


def test_it_goes_on_after_a_kill_and_finds_what_the_rules_take_away(tmp_path) -> None:
    data, results = tmp_path / "own.jsonl", tmp_path / "results"
    data.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    options = ("evaluate", str(data), "--method", "rational,mask", "--rounds", "1", "--labelled-only")
    options = (*options, "--output", str(results))
    running = Running(options, b"")
    running.wait_until_it_says("1 of 4 done")
    running.process.kill()
    running.done()
    kept = (results / "attacks.jsonl").read_bytes()
    done = penname(*options, "--resume")
    assert done.code == 0, done.said
    assert (results / "attacks.jsonl").read_bytes().startswith(kept)
    summary = json.loads((results / "summary.json").read_bytes())
    row = summary["methods"]["rational"]
    assert row["texts"] == 2
    assert row["by_attribute"]["location"] == {"pairs": 1, "before": 1, "after": 0}
    assert b"flatters" in done.out
