"""A whole run of the bench, in which only the processes that it would start are stood in for."""

import json
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import ClassVar

import pytest

from fake_engine import FakeEngine, FakeHandle, last_turn
from lab.bench.test_figures import SPEEDS
from penname.domain.attributes import Attribute
from penname.engine.grammar import Fixed
from penname.engine.options import Optimizations, Options, Tuning
from penname.engine.requests import Request
from penname.engine.speeds import Measure, Speeds
from penname.lab.bench import benchmark, orders, rounds
from penname.lab.bench.figures import BenchFigures
from penname.models.files import ModelFiles
from penname.settings import Settings, load_attributes

MODEL = ModelFiles("toy", "Toy", "/nowhere/toy.gguf")
TEXTS = [
    f"Leeds is loud in {time} and the wards are full." for time in ("spring", "summer", "autumn", "winter")
]
TUNING = Tuning(threads=2)
GIVEN_AWAY = {"location": "Leeds is loud", "occupation": "the wards"}
ANSWERED = 3.0  # seconds that `Llama` takes for an answer of ours
AS_JSON = 20.0  # and for one in the papers' way
PREFERRED = 0.02  # logits


def script(request: Request) -> str:
    """A round about what the texts give away, of the attributes that are asked about."""
    turn = last_turn(request)
    asked = [
        (name, phrase)
        for name, phrase in GIVEN_AWAY.items()
        if any(name in message.content for message in request.messages[1:])
    ]
    if "Attack:" in turn:
        guesses = ["Leeds", "York", "Hull"]  # the rules ask that the evidence has the guess
        found = [
            {"attribute": name, "reasoning": f'"{phrase}" says so.', "guesses": guesses, "certainty": 4}
            for name, phrase in asked
        ]
    elif turn.startswith("Arbitrate:"):
        found = [
            {"attribute": name, "validity": "high", "evidence": [phrase], "concept": "A hint."}
            for name, phrase in asked
        ]
    elif turn.startswith("Generalize:"):
        found = [{"find": phrase, "replace": "it"} for _, phrase in asked]
    else:
        return "No."  # to the long text whose reading is stopped
    return "\n".join(json.dumps(line) for line in found)


class Clock:
    """Time that passes only where something takes some."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now


class Engine(FakeEngine):
    """Writes an answer in a second, without drafts in two; before the first it takes ten more."""

    clock: ClassVar[Clock]
    started: ClassVar[list["Engine"]]

    def __init__(self, options: Options) -> None:
        super().__init__(script)
        self.options = options
        self.is_closed = False

    @classmethod
    def start(cls, files: ModelFiles, options: Options) -> "Engine":
        assert files is MODEL
        cls.started.append(cls(options))
        return cls.started[-1]

    def submit(self, request: Request) -> FakeHandle:
        assert not self.is_closed
        if not request.reads_only:
            self.clock.now += 1.0 if self.options.optimizations.drafts else 2.0
            self.clock.now += 0.0 if self.requests else 10.0
        return super().submit(request)

    def close(self) -> None:
        self.is_closed = True

    @property
    def read(self) -> list[str]:
        """The texts of its rounds, as they came."""
        return [one.source for one in self.requests if "Attack:" in last_turn(one)]


class Llama:
    """Stands in for the process of `Llama`: it rewrites otherwise than we do. A token is a byte."""

    def __init__(self, begin: orders.Begin) -> None:
        assert begin.model is MODEL

    def answer(self, order: orders.Chat) -> orders.Chatted:
        if order.schema:
            return orders.Chatted("{}", "stop", 1000, 300, AS_JSON)
        text = script(Request(order.messages, Fixed("")))
        return orders.Chatted(text.replace('"it"', '"that"'), "stop", 100, 50, ANSWERED)

    def weigh(self, order: orders.Weigh) -> float:
        assert (order.first[0], order.second[0]) == ("i", "t")
        return PREFERRED

    def tokens(self, order: orders.Tokens) -> orders.Tokenized:
        prompts = ("".join(message.content for message in messages).encode() for messages in order.prompts)
        return orders.Tokenized(tuple(map(tuple, prompts)), tuple(len(text.encode()) for text in order.texts))

    def close(self) -> None: ...


class Measurer:
    """Stands in for the process that measures the raw speed."""

    def measure(self, order: Measure, patience: float) -> Speeds:
        return SPEEDS

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def attributes() -> tuple[Attribute, ...]:
    return tuple(one for one in load_attributes(Settings()) if one.name in GIVEN_AWAY)


Bench = Callable[..., BenchFigures]


@pytest.fixture(scope="module")
def bench(attributes: Sequence[Attribute]) -> Iterator[Bench]:
    with pytest.MonkeyPatch.context() as patch:
        Engine.clock, Engine.started = Clock(), []
        patch.setattr(benchmark, "LocalEngine", Engine)
        patch.setattr(benchmark, "Reference", Llama)
        patch.setattr(benchmark, "Measurer", Measurer)
        patch.setattr(rounds, "time", Engine.clock)
        yield lambda runs, **more: benchmark.run_bench(
            MODEL, attributes, TEXTS, runs, lambda _: None, TUNING, **more
        )


@pytest.fixture(scope="module")
def figures(bench: Bench) -> SimpleNamespace:
    """Of a run over two texts, with the engines that it started."""
    Engine.started.clear()
    return SimpleNamespace(of=bench(2), engines=list(Engine.started))


def test_the_last_text_only_warms_up_and_then_all_are_read_side_by_side(figures: SimpleNamespace) -> None:
    first, alone, together, *others = figures.engines
    assert first.read == []  # it makes what is made once
    assert alone.read == [TEXTS[-1], *TEXTS[:2]]
    assert sorted(together.read) == sorted(TEXTS)
    assert all(set(one.read) == {TEXTS[-1], *TEXTS[:2]} for one in others)
    assert all(one.is_closed for one in figures.engines)
    assert figures.of.together.texts == len(TEXTS)
    assert [one.ours for one in figures.of.texts] == [3.0, 3.0]  # the first answers, slow, are not among them


def test_each_way_has_its_own_time(figures: SimpleNamespace) -> None:
    of = figures.of
    assert of.seconds["ours"] == 3.0  # an answer a role
    assert of.seconds["papers_way"] == 3 * AS_JSON
    assert of.seconds["same_answers"] == 3 * ANSWERED
    assert of.seconds["floor"] == pytest.approx(of.texts[0].tokens.seconds(SPEEDS))
    assert of.ratios["ratio_to_papers_way"] == 3 / (3 * AS_JSON)
    assert of.ratios["ratio_to_same_answers"] == 3 / (3 * ANSWERED)
    assert of.texts[0].papers_written_tokens == 3 * 300


def test_all_that_was_written_is_counted(figures: SimpleNamespace) -> None:
    one = figures.of.texts[0]
    written = [script(request) for request in figures.engines[1].requests[3:6]]
    assert one.tokens.free + one.tokens.forced == sum(len(text) for text in written)
    assert one.sampled_tokens == sum(len(text.split()) for text in written)


def test_answers_that_are_not_those_of_llama_are_told(figures: SimpleNamespace) -> None:
    found = figures.of.sameness
    assert (found.answers, found.same_answers, found.texts, found.same_texts) == (6, 4, 2, 0)
    assert [(d.text, d.request, d.difference) for d in found.divergences] == [
        (1, 3, PREFERRED),
        (2, 3, PREFERRED),
    ]


def test_each_device_is_left_out_once(figures: SimpleNamespace) -> None:
    without = figures.of.without
    assert without["drafts"] == 6.0
    assert without["forced runs"] == 3.0
    assert without["one answer for all attributes"] == 5.0  # two attacks, two verdicts, a rewrite
    assert all(engine.options.tuning == TUNING for engine in figures.engines)
    left_out = {engine.options.optimizations for engine in figures.engines}
    assert len(left_out) == len(without)  # with one answer an attribute no device is left out
    assert Optimizations() in left_out


def test_devices_are_left_in_where_nobody_asks(bench: Bench) -> None:
    assert bench(1, optimizations=False).without == {}


def test_there_are_texts_of_our_own_to_measure_with() -> None:
    texts = benchmark.sample_texts()
    assert len(texts) > 5
    assert len(set(texts)) == len(texts)
