"""What is computed from what was measured."""

import json
import xml.etree.ElementTree as ET

import msgspec
import pytest

from penname.engine.client import Answer
from penname.engine.grammar import Fixed, Integer, Sequence, String
from penname.engine.requests import Message, Request
from penname.engine.speeds import Speeds
from penname.lab.bench.chart import chart_svg
from penname.lab.bench.figures import BatchFigures, BenchFigures, Divergence, Machine, Sameness, TextFigures
from penname.lab.bench.floor import RoundTokens, answer_pieces, distinct
from penname.lab.bench.recording import Exchange
from penname.lab.bench.table import table

SPEEDS = Speeds(512, prompt=1000.0, single=50.0, runs=((2, 80.0), (8, 200.0)), together=((8, 180.0),))
TOKENS = RoundTokens(prompt=500, free=100, forced=80, runs=20)


def figures(**changes: object) -> BenchFigures:
    def text(ours: float) -> TextFigures:
        return TextFigures(
            *(ours, 20.0, 10.0, 2.0, 0.1, 1.5),
            tokens=TOKENS,
            papers_prompt_tokens=2000,
            papers_written_tokens=900,
            prompt_tokens=800,
            reused_tokens=300,
            forced_tokens=80,
            drafted_tokens=20,
            sampled_tokens=100,
            rejected_tokens=5,
        )

    values: dict[str, object] = {
        "machine": Machine("A <fast> one", 2, 8192, "Linux", "3.11", "0.3.36", "0.1.0"),
        "model": "Starter model",
        "threads": 2,
        "batch": 128,
        "safe_mode": False,
        "disturbed_by": None,
        "seconds_to_ready": 0.8,
        "seconds_to_stop": 0.1,
        "speeds": SPEEDS,
        "texts": (text(2.0), text(4.0), text(5.0)),
        "without": {"drafts": 4.5},
        "together": BatchFigures(8, 16.0, 10.0),
        "sameness": Sameness(6, 5, 3, 2, (Divergence(1, 2, 0.03),)),
    }
    return BenchFigures(**values | changes)  # type: ignore[arg-type]


def test_the_floor_counts_each_kind_of_token_at_its_speed() -> None:
    assert SPEEDS.of_run(1) == 50.0
    assert SPEEDS.of_run(8) == SPEEDS.of_run(30) == 200.0
    assert 80.0 < SPEEDS.of_run(4) < 200.0
    assert SPEEDS.of_run(5) == pytest.approx(2 / (1 / 80 + 1 / 200))  # half-way, in seconds a token
    assert TOKENS.mean_run == 4.0
    assert TOKENS.seconds(SPEEDS, 8) == pytest.approx(TOKENS.seconds(SPEEDS) - 100 / 50 + 100 / 180)
    assert TOKENS.seconds(SPEEDS) == pytest.approx(0.5 + 2.0 + 80 / SPEEDS.of_run(4))


def test_what_prompts_begin_with_is_counted_once() -> None:
    assert distinct([(1, 2, 3), (1, 2, 3, 4, 5), (1, 9)]) == 6
    assert distinct([(1, 2), (1, 2)]) == 2
    assert distinct([]) == 0


def test_an_answer_falls_into_what_was_chosen_and_what_was_not() -> None:
    grammar = Sequence((Fixed('{"x": "'), String(9), Fixed('", "n": '), Integer(1, 5), Fixed("}")))
    answer = Answer('{"x": "ab", "n": 3}', "stop", 1, 0, 1, 1, 0.1)
    pieces = answer_pieces(Exchange(Request((Message("user", "?"),), grammar), answer))
    # the quotation mark that ends the string is a choice: it could have gone on
    assert pieces == [('{"x": "', True), ('ab"', False), (', "n": ', True), ("3", False), ("}", True)]


def test_ratios_are_medians_of_texts() -> None:
    assert figures().ratios == {
        "ratio_to_papers_way": 0.2,
        "ratio_to_same_answers": 0.4,
        "ratio_to_floor": 2.0,
    }


def test_a_text_about_which_the_model_was_asked_nothing_has_no_share_in_that_ratio() -> None:
    first, *others = figures().texts
    harmless = msgspec.structs.replace(first, same_answers=0.0)
    some = figures(texts=(harmless, *others))
    assert some.ratios["ratio_to_same_answers"] == pytest.approx(0.45)
    none = figures(texts=(harmless,))
    assert none.ratios["ratio_to_same_answers"] is None
    assert none.ratios["ratio_to_papers_way"] == 0.1
    assert json.loads(none.to_json())["ratio_to_same_answers"] is None
    assert "same calls" in table(none)


def test_the_shares_of_all_tokens_make_one() -> None:
    shares = figures().shares
    assert sum(shares.values()) == pytest.approx(1.0)
    assert shares["share_appended"] == pytest.approx(80 / 1000)
    assert shares["share_prefilled"] == pytest.approx(500 / 1000)


def test_the_json_has_what_the_figures_are_made_of() -> None:
    saved = json.loads(figures().to_json())
    assert saved["ratio_to_floor"] == 2.0
    assert saved["seconds_ours"] == 4.0
    assert saved["ratio_together_to_floor"] == 1.6
    assert saved["tokens_per_second_decode_of_8"] == 180.0
    assert len(saved["texts"]) == 3
    assert saved["sameness"]["divergences"][0]["difference"] == 0.03


def test_table_and_picture_own_up_to_a_busy_machine() -> None:
    assert "BUSY" in table(figures(disturbed_by="Others compute."))
    assert "BUSY" not in table(figures())
    assert "busy" in chart_svg(figures(disturbed_by="Others compute."))
    assert "busy" not in chart_svg(figures())
    assert "0.030" in table(figures())


def test_the_picture_is_well_formed_and_has_a_bar_for_each_way() -> None:
    root = ET.fromstring(chart_svg(figures()))
    bars = [rect for rect in root.iter("{http://www.w3.org/2000/svg}rect") if rect.get("x")]
    assert len(bars) == 5
    widths = [float(bar.get("width", 0)) for bar in bars]
    assert max(widths) == widths[0]
