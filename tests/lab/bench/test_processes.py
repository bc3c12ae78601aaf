"""The processes in which the bench measures, with a tiny model that llama.cpp really runs."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.tiny_llama import write_llama
from penname.domain.errors import EngineError
from penname.engine.grammar import Fixed, Integer, OneOf, Prose, Sequence
from penname.engine.local import LocalEngine
from penname.engine.options import Tuning
from penname.engine.requests import Message, Request, Sampling
from penname.engine.speeds import Measure
from penname.engine.tuning.measurer import Measurer
from penname.lab.bench.floor import round_tokens
from penname.lab.bench.orders import Begin, Chat, Follow, Weigh
from penname.lab.bench.recording import Exchange, Recorder
from penname.lab.bench.reference import Reference
from penname.lab.bench.sameness import compare, compare_rules
from penname.models.files import ModelFiles

# no free text: of noise the grammars of llama.cpp allow sequences of bytes that are no characters
GRAMMAR = Sequence(
    (
        Fixed('{"certainty": '),
        Integer(1, 5),
        Fixed(', "validity": '),
        OneOf((Fixed('"high"'), Fixed('"low"'), Fixed('"invalid"'))),
        Fixed("}"),
    )
)
SYSTEM = Message("system", "Judge.")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> ModelFiles:
    path = write_llama(tmp_path_factory.mktemp("model") / "tiny.gguf")
    return ModelFiles("tiny", "Tiny", str(path), context=1024)


@pytest.fixture(scope="module")
def reference(files: ModelFiles) -> Iterator[Reference]:
    reference = Reference(Begin(files, 1024, 128, 1, True))
    yield reference
    reference.close()


@pytest.fixture(scope="module")
def exchanges(files: ModelFiles) -> list[Exchange]:
    """Two answers of our engine, the second in the conversation of the first."""
    engine = Recorder(LocalEngine.start(files))
    messages: tuple[Message, ...] = (SYSTEM, Message("user", "A text."))
    for _ in range(2):
        answer = engine.submit(Request(messages, GRAMMAR, Sampling(max_tokens=60))).result(60)
        messages += Message("assistant", answer.text), Message("user", "Again.")
    engine.close()
    return engine.made


def test_both_ways_give_the_same_answers(reference: Reference, exchanges: list[Exchange]) -> None:
    assert [one.same for one in compare(reference, exchanges)] == [True, True]


def test_the_engines_rules_on_plain_scores_give_the_same_answers(
    reference: Reference, exchanges: list[Exchange]
) -> None:
    compared = compare_rules(reference, exchanges)
    assert [one.same for one in compared] == [True, True]
    free = Request((SYSTEM, Message("user", "Go on.")), Prose(40), Sampling(max_tokens=20))
    answers = [reference.answer(Follow(free)) for _ in range(2)]
    assert answers[0].text == answers[1].text != ""
    assert answers[0].written_tokens <= 20


def test_a_different_answer_is_noticed_and_weighed(reference: Reference, exchanges: list[Exchange]) -> None:
    import msgspec

    first = exchanges[0]
    text = first.answer.text.replace("certainty", "certainly")
    other = msgspec.structs.replace(first, answer=msgspec.structs.replace(first.answer, text=text))
    (compared,) = compare(reference, [other])
    assert not compared.same
    assert compared.difference is not None
    assert compared.difference != 0
    weigh = Weigh(first.request.messages, "", "a", "a")
    assert reference.weigh(weigh) == 0.0
    there, back = Weigh(weigh.messages, "", "a", "b"), Weigh(weigh.messages, "", "b", "a")
    assert reference.weigh(there) == -reference.weigh(back) != 0


def test_nothing_is_counted_twice(reference: Reference, exchanges: list[Exchange]) -> None:
    both, first = round_tokens(reference, exchanges), round_tokens(reference, exchanges[:1])
    # the tiny model's tokens are bytes and its template's marks
    assert both.prompt - first.prompt == len("@\n@user\nAgain.@\n@assistant\n")  # @: a mark
    assert both.forced + both.free == sum(len(exchange.answer.text) for exchange in exchanges)
    assert 0 < both.free < both.runs < both.forced


def test_a_json_schema_holds(reference: Reference) -> None:
    schema = '{"type": "object", "properties": {"sex": {"enum": ["male", "female"]}}, "required": ["sex"]}'
    answer = reference.answer(Chat((SYSTEM,), 40, schema=schema))
    assert answer.text.replace(" ", "") in ('{"sex":"male"}', '{"sex":"female"}')
    assert answer.written_tokens > 10


def test_raw_speeds_are_measured_and_what_cannot_be_had_is_refused(files: ModelFiles) -> None:
    measurer = Measurer()
    order = Measure(files, Tuning(threads=1), 32, 4, (2, 8), (3,))
    speeds = measurer.measure(order, 60)
    assert speeds is not None
    assert min(speeds.prompt, speeds.single) > 0
    assert [length for length, _ in speeds.runs] == [2, 8]
    assert speeds.together[0][1] > 0
    without = Tuning(
        threads=1, cache_type="q8_0", flash_attention=False
    )  # llama.cpp refuses the two together
    assert measurer.measure(Measure(files, without, 32, 4), 60) is None
    assert measurer.measure(order, 60) is not None
    os.kill(measurer._process.pid, signal.SIGKILL)
    assert measurer.measure(order, 60) is None
    assert measurer.is_over
    measurer.close()


def test_a_model_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGUF")
    with pytest.raises(EngineError):
        Reference(Begin(ModelFiles("x", "X", str(tmp_path / "x.gguf")), 512, 128, 1, True))
