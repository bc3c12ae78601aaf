"""The optimizations on a model of noise that llama.cpp really runs: none of them changes an answer."""

import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import numpy as np
import pytest

from engine.tiny_llama import write_llama
from engine.tiny_probe import LAYER, READINGS, tiny_probe
from penname.domain.errors import Cancelled
from penname.engine.client import Answer
from penname.engine.grammar import Fixed, Integer, Node, Prose, Repeat, Sequence, Span, String
from penname.engine.local import LocalEngine
from penname.engine.options import Optimizations, Options, Tuning
from penname.engine.requests import Message, Request, Sampling
from penname.models.files import ModelFiles

SYSTEM = "You protect writers. " * 4
TEXTS = [
    "The tram to the harbour is late whenever it rains.",
    "My sister teaches at the school behind the church.",
    "We moved here for the job at the mill, and stayed for the lake.",
    "Nobody in our street has a garden, so we grow beans on the roof.",
]
GRAMMAR: Node = Sequence(
    (
        Fixed('{"quotes": ["'),
        Repeat(Span(60), 1, 2, '", "'),
        Fixed('"], "why": "'),
        String(8),  # longer, noise repeats itself into ties that rounding decides, batch by batch
        Fixed('", "sure": '),
        Integer(1, 5),
        Fixed("}"),
    )
)

Start = Callable[..., LocalEngine]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> ModelFiles:
    path = write_llama(tmp_path_factory.mktemp("model") / "noise.gguf")
    return ModelFiles("noise", "Noise", str(path), context=2048)


@pytest.fixture
def start(model: ModelFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Starts engines with some optimizations left out; they are closed at the end."""
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    engines: list[LocalEngine] = []

    def start(**optimizations: object) -> LocalEngine:
        options = Options(Optimizations(**optimizations), Tuning(threads=1))  # type: ignore[arg-type]
        engines.append(LocalEngine.start(model, options=options))
        return engines[-1]

    yield start
    for engine in engines:
        engine.close()


def asked(text: str, grammar: Node = GRAMMAR, most: int = 200) -> Request:
    messages = (Message("system", SYSTEM, len(SYSTEM)), Message("user", text))
    return Request(messages, grammar, Sampling(max_tokens=most), text)


def together(engine: LocalEngine) -> list[Answer]:
    return [handle.result(60) for handle in [engine.submit(asked(text)) for text in TEXTS]]


def test_no_device_changes_an_answer(start: Start) -> None:
    bare = start(sequences=1, drafts=False, reuse=False, prefix_states=False)
    expected = [bare.submit(asked(text)).result(60) for text in TEXTS]
    assert all(answer.reused_tokens == answer.drafted_tokens == 0 for answer in expected)
    bare.close()
    engine = start()
    for answers in (together(engine), together(engine)):
        assert [answer.text for answer in answers] == [answer.text for answer in expected]
    assert all(answer.reused_tokens == answer.prompt_tokens - 1 for answer in answers)


def test_instructions_are_kept_from_one_start_to_the_next(start: Start, tmp_path: Path) -> None:
    first = together(start())
    folder = tmp_path / "cache" / "states"
    deadline = time.monotonic() + 120
    while not list(folder.glob("*.state")) and time.monotonic() < deadline:
        time.sleep(0.02)  # written when there is nothing else to do
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    kept = path.read_bytes()
    assert not any(word.encode() in kept for text in TEXTS for word in text.split() if len(word) > 4)
    again = together(start())
    assert [answer.text for answer in again] == [answer.text for answer in first]
    assert all(answer.restored_tokens > len(SYSTEM) for answer in again)  # a token a byte
    # what somebody broke is evaluated once more, and written once more
    path.write_bytes(kept[:-1] + bytes([kept[-1] ^ 1]))
    repaired = together(start())
    assert [answer.text for answer in repaired] == [answer.text for answer in first]
    assert repaired[0].restored_tokens == 0
    while path.read_bytes() != kept and time.monotonic() < deadline:
        time.sleep(0.02)
    assert path.read_bytes() == kept


def test_without_prefix_states_nothing_is_written(start: Start, tmp_path: Path) -> None:
    together(start(prefix_states=False))
    assert not (tmp_path / "cache" / "states").exists()


def test_one_cancelled_while_its_prompt_is_read_leaves_the_others(start: Start) -> None:
    engine = start()
    expected = [answer.text for answer in together(engine)]
    long = engine.submit(asked("The ferry was late again. " * 60, Prose(400)))
    others = [engine.submit(asked(text)) for text in TEXTS]
    long.cancel()
    with pytest.raises(Cancelled):
        long.result(1)
    assert [handle.result(60).text for handle in others] == expected
    assert engine.submit(asked(TEXTS[0])).result(60).text == expected[0]


def test_what_does_not_fit_beside_the_others_waits_its_turn(start: Start) -> None:
    engine = start()
    requests = [asked(text * 4, Prose(60), most=700) for text in TEXTS]
    alone = [engine.submit(request).result(60).text for request in requests]
    handles = [engine.submit(request) for request in requests]
    assert [handle.result(60).text for handle in handles] == alone


def test_what_is_given_of_a_text_is_only_left_out_of_its_losses(start: Start) -> None:
    engine = start()
    whole = Request((), Fixed(""), source=TEXTS[0], losses=True)
    given = TEXTS[0][: TEXTS[0].index(" ", 20)]
    losses = engine.submit(whole).result(30).losses
    for _ in range(2):  # the second time what is given was read before
        rest = engine.submit(msgspec.structs.replace(whole, given=given)).result(30)
        assert 0 < len(rest.losses) < len(losses)
        assert rest.losses == pytest.approx(losses[-len(rest.losses) :], abs=0.02)


def test_variants_of_a_text_are_read_from_where_they_differ_and_leave_its_conversation(
    model: ModelFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They read as a text alone does, and what the conversation behind them had evaluated is still there."""
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    noise = np.random.default_rng(1).normal(size=(READINGS, 64))
    arrays = tiny_probe(**{"mean.weight": noise, "input.weight": np.zeros((LAYER, 64))})
    np.savez(tmp_path / "probe.npz", **({"layers": []} | arrays))  # type: ignore[arg-type]
    probed = msgspec.structs.replace(model, probe=str(tmp_path / "probe.npz"))

    def reading_of(text: str, *, variant: bool = False) -> Request:
        messages = (Message("system", SYSTEM, len(SYSTEM)), Message("user", text))
        return Request(messages, Fixed(""), source=text, probe=True, variant=variant)

    texts = [TEXTS[2].replace(word, "…") for word in ("mill", "stayed", "lake")]
    with closing(LocalEngine.start(probed, options=Options(tuning=Tuning(threads=1)))) as engine:
        alone = [engine.submit(reading_of(text)).result(60).reading for text in texts]
    with closing(LocalEngine.start(probed, options=Options(tuning=Tuning(threads=1)))) as engine:
        engine.submit(reading_of(TEXTS[2])).result(60)
        first = engine.submit(asked(TEXTS[2])).result(60)
        handles = [engine.submit(reading_of(text, variant=True)) for text in texts]
        answers = [handle.result(60) for handle in handles]
        again = engine.submit(asked(TEXTS[2])).result(60)
    for answer, reading in zip(answers, alone, strict=True):
        assert answer.prompt_tokens - answer.reused_tokens < len(TEXTS[2])
        assert reading is not None
        assert answer.reading is not None
        assert answer.reading.ends == reading.ends
        assert answer.reading.text == pytest.approx(reading.text, abs=2e-3)
    assert [a.prompt_tokens - a.reused_tokens for a in answers] == sorted(
        (a.prompt_tokens - a.reused_tokens for a in answers), reverse=True
    )
    assert again.text == first.text
    assert again.reused_tokens == again.prompt_tokens - 1


def test_the_losses_of_a_text_do_not_depend_on_what_came_before(start: Start) -> None:
    engine = start()
    request = Request((), Fixed(""), source=TEXTS[0], losses=True)
    first = engine.submit(request).result(30).losses
    together(engine)
    assert len(first) == engine.count_tokens(TEXTS[:1])[0] - 1
    assert engine.submit(request).result(30).losses == pytest.approx(first, abs=1e-3)
