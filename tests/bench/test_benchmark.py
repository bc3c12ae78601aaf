"""How a run of the bench is put together, with everything that takes long made up."""

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from bench.test_figures import SPEEDS, TOKENS
from penname.bench import benchmark
from penname.bench.papers import PapersRound
from penname.bench.recording import Exchange
from penname.bench.rounds import PlayedRound
from penname.bench.sameness import Compared
from penname.engine.client import Answer, ModelInfo
from penname.engine.options import Devices, Options, Tuning
from penname.engine.requests import Message, Request
from penname.engine.shapes import Fixed
from penname.models.files import ModelFiles

MODEL = ModelFiles("toy", "Toy", "/nowhere/toy.gguf")
ANSWER = Answer(
    "x", "stop", prompt_tokens=100, reused_tokens=60, forced_tokens=8, sampled_tokens=2, seconds=1
)
EXCHANGE = Exchange(Request((Message("user", "?"),), Fixed("x")), ANSWER)


class Engine:
    """Plays rounds in no time; without drafts they are said to take twice as long."""

    started: ClassVar[list[Options]] = []

    def __init__(self, options: Options) -> None:
        self.options = options
        self.info = ModelInfo("toy", "Toy", 4096, "default", (), 2, False)

    @classmethod
    def start(cls, files: ModelFiles, options: Options) -> "Engine":
        cls.started.append(options)
        return cls(options)

    def close(self) -> None: ...


@pytest.fixture
def texts_played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    played: list[str] = []

    def play_round(engine: Engine, attributes: Any, text: str, *, one_by_one: bool = False) -> PlayedRound:
        played.append(text)
        seconds = 3.0 if one_by_one else 2.0 if engine.options.devices.drafts else 4.0
        return PlayedRound(seconds, 0.1, 0.5, (EXCHANGE, EXCHANGE))

    Engine.started = []
    monkeypatch.setattr(benchmark, "LocalEngine", Engine)
    monkeypatch.setattr(benchmark, "play_round", play_round)
    monkeypatch.setattr(benchmark, "seconds_to_stop", lambda engine: 0.1)
    monkeypatch.setattr(benchmark, "_raw_speeds", lambda files, tuning: SPEEDS)
    monkeypatch.setattr(benchmark, "Reference", lambda begin: SimpleNamespace(close=lambda: None))
    monkeypatch.setattr(benchmark, "round_tokens", lambda reference, exchanges: TOKENS)
    same, other = Compared(3.0, 10, True), Compared(5.0, 10, False, 0.02)
    monkeypatch.setattr(benchmark, "compare", lambda reference, exchanges: [same, other])
    monkeypatch.setattr(
        benchmark, "play_papers_round", lambda reference, attributes, text: PapersRound(40.0, 3000, 900)
    )
    return played


def test_every_text_is_measured_each_way_and_the_last_only_warms_up(texts_played: list[str]) -> None:
    figures = benchmark.run_bench(MODEL, (), ["a", "b", "c", "w"], 2, lambda _: None, devices=False)
    assert texts_played[:3] == ["w", "a", "b"]
    assert sorted(texts_played[3:]) == ["a", "b", "c", "w"]  # side by side
    assert figures.together.texts == 4
    assert figures.seconds["ours"] == 2.0
    assert figures.ratios["ratio_to_papers_way"] == 2 / 40
    assert figures.ratios["ratio_to_same_answers"] == 2 / 8
    assert figures.seconds["floor"] == pytest.approx(TOKENS.seconds(SPEEDS))
    assert figures.texts[0].reused_tokens == 120
    assert (figures.sameness.answers, figures.sameness.same_answers, figures.sameness.same_texts) == (4, 2, 0)
    assert [(d.text, d.request) for d in figures.sameness.divergences] == [(1, 2), (2, 2)]
    assert figures.without == {}


def test_each_device_is_left_out_once(texts_played: list[str]) -> None:
    tuning = Tuning(threads=2)
    figures = benchmark.run_bench(MODEL, (), ["a", "b", "w"], 1, lambda _: None, tuning)
    assert figures.without["drafts"] == 4.0
    assert figures.without["forced runs"] == 2.0
    assert figures.without["one answer for all attributes"] == 3.0
    assert all(options.tuning == tuning for options in Engine.started)
    left_out = {options.devices for options in Engine.started}
    assert len(left_out) == len(figures.without)  # with one answer an attribute no device is left out
    assert Devices() in left_out


def test_there_are_texts_of_our_own_to_measure_with() -> None:
    texts = benchmark.sample_texts()
    assert len(texts) > 5
    assert len(set(texts)) == len(texts)
