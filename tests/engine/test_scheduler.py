"""Requests side by side, with a toy model whose wishes are known."""

from collections.abc import Callable

import pytest

from engine.toy_model import ToyContext, ToyModel
from penname.domain.errors import EngineError, PennameError
from penname.engine.client import Answer
from penname.engine.grammar import Fixed, Node, Prose, Span, String
from penname.engine.grammar import Sequence as InSequence
from penname.engine.host import scheduler as scheduler_module
from penname.engine.host.context import Aborted
from penname.engine.host.loading import LoadedModel
from penname.engine.host.scheduler import PendingRequest, RequestScheduler
from penname.engine.options import Optimizations, Options
from penname.engine.requests import Message, Request, Sampling
from penname.models.files import ModelFiles

SYSTEM = "You protect writers, and you say so at some length, for this is shared by all."
WORDS = ("Leeds", "Lisbon", "Lyon", "Lima", "London", "Lagos", "Linz", "Lodz")


class Place:
    """A scheduler with a toy model that answers each text with what `wish` makes of it."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        optimizations: Optimizations = Optimizations(),  # noqa: B008 (frozen)
        states: str | None = None,
        **context: int | bool,
    ) -> None:
        self.model = ToyModel(())
        self.context = ToyContext(self.model, {}, **({"sequences": 20} | context))  # type: ignore[arg-type]
        monkeypatch.setattr(scheduler_module, "warm_up", lambda *_args: None)
        files = ModelFiles("toy", "Toy", "/nowhere")
        loaded = LoadedModel(self.model, self.context, "toy")  # type: ignore[arg-type]
        self.scheduler = RequestScheduler(files, loaded, Options(optimizations), states, safe=False)
        self.written: dict[int, str] = {}
        self.results: dict[int, Answer | PennameError] = {}

    def ask(
        self,
        number: int,
        text: str,
        wish: str,
        grammar: Node | None = None,
        most: int = 60,
        system: str = SYSTEM,
    ) -> None:
        messages = (Message("system", system, len(system)), Message("user", text))
        prompt = self.scheduler._prompts.prompt(messages).tokens
        self.context.wishes[tuple(prompt)] = wish.encode()
        request = Request(messages, grammar or Prose(200), Sampling(max_tokens=most), text)
        self.written[number] = ""
        self.scheduler.add(PendingRequest(number, request, self._note(number), self._over(number)))

    def work(self, steps: int = 2000) -> None:
        for _ in range(steps):
            if not self.scheduler.busy:
                return
            self.scheduler.step()

    def answer(self, number: int) -> Answer:
        result = self.results[number]
        assert isinstance(result, Answer), result
        assert self.written[number] == result.text
        return result

    def _note(self, number: int) -> Callable[[str], None]:
        def note(text: str) -> None:
            self.written[number] += text

        return note

    def _over(self, number: int) -> Callable[[Answer | PennameError], None]:
        def over(result: Answer | PennameError) -> None:
            assert number not in self.results
            self.results[number] = result

        return over


def wish_for(word: str) -> str:
    return f'{{"place": "I live in {word}", "why": "in {word} it rains"}}'


GRAMMAR = InSequence((Fixed('{"place": "'), Span(40), Fixed('", "why": "'), String(60), Fixed('"}')))


@pytest.mark.parametrize("drafts", [True, False])
def test_eight_at_once_are_answered_as_one_by_one(monkeypatch: pytest.MonkeyPatch, drafts: bool) -> None:
    together = Place(monkeypatch, Optimizations(drafts=drafts))
    alone = Place(monkeypatch, Optimizations(drafts=drafts, sequences=1))
    for place in (together, alone):
        for number, word in enumerate(WORDS):
            place.ask(number, f"I live in {word} now.", wish_for(word), GRAMMAR)
        place.work()
    for number, word in enumerate(WORDS):
        assert together.answer(number).text == alone.answer(number).text == wish_for(word)
    assert len(together.context.batches) < len(alone.context.batches) / 2
    # the instructions were read once, by the first
    known = [together.answer(number).reused_tokens for number in range(len(WORDS))]
    assert known[0] == 0
    assert all(count > len(SYSTEM) for count in known[1:])


def test_questions_about_one_text_read_it_once_behind_short_instructions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler_module, "_WORTH_WAITING", 60)  # more than the instructions here
    place = Place(monkeypatch)
    text = "The tram to the harbour is late whenever it rains, and I am on it."
    for number, word in enumerate(WORDS):
        place.ask(number, f"{text} {word}?", "Yes", system="Say yes.")
    place.work()
    known = [place.answer(number).reused_tokens for number in range(len(WORDS))]
    assert known[0] == 0
    assert all(count > len(text) for count in known[1:])


def test_a_long_prompt_leaves_the_others_their_share(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch)
    place.ask(1, "short", "a few words")
    place.scheduler.step()
    place.ask(2, "x" * 3000, "done")
    place.ask(3, "short, too", "another")
    place.work(18)
    assert {1, 3} <= set(place.results)
    assert 2 not in place.results
    place.work()
    assert place.answer(2).text == "done"


def test_cancelling_one_leaves_the_others_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch)
    for number, word in enumerate(WORDS[:4]):
        place.ask(number, f"I live in {word} now.", wish_for(word), GRAMMAR)
    place.ask(4, "y" * 2000, "never")
    for _ in range(6):
        place.scheduler.step()
    place.context.failure = Aborted()
    with pytest.raises(Aborted):
        place.scheduler.step()
    assert sorted(place.scheduler.cancel([1, 4, 99])) == [1, 4]
    place.work()
    assert set(place.results) == {0, 2, 3}
    for number in (0, 2, 3):
        assert place.answer(number).text == wish_for(WORDS[number])
    assert place.scheduler.cancel([0]) == []


def test_what_waits_for_room_is_not_overtaken_and_comes_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, length=700)
    place.ask(1, "a" * 300, "one", most=60)
    place.ask(2, "b" * 300, "two", most=60)
    place.ask(3, "c", "three", most=60)
    place.scheduler.step()
    assert list(place.scheduler._running) == [1]
    place.work()
    assert [place.answer(number).text for number in (1, 2, 3)] == ["one", "two", "three"]
    assert list(place.results) in ([1, 2, 3], [1, 3, 2])


def test_the_next_turn_reads_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch)
    place.ask(1, "I live in Leeds now.", "hello")
    place.work()
    messages = (Message("system", SYSTEM, len(SYSTEM)), Message("user", "I live in Leeds now."))
    messages += (Message("assistant", "hello"), Message("user", "And?"))
    place.context.wishes = {
        tuple(place.scheduler._prompts.prompt(messages).tokens): b"more"
    } | place.context.wishes
    request = Request(messages, Prose(50), Sampling(), "")
    place.written[2] = ""
    place.scheduler.add(PendingRequest(2, request, place._note(2), place._over(2)))
    place.work()
    first, second = place.answer(1), place.answer(2)
    assert second.text == "more"
    assert second.reused_tokens >= first.prompt_tokens + len("hello") - 1


def test_without_reuse_every_prompt_is_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, Optimizations(reuse=False))
    for number in (1, 2):
        place.ask(number, "I live in Leeds now.", "hello")
    place.work()
    assert [place.answer(number).reused_tokens for number in (1, 2)] == [0, 0]


def test_a_text_that_is_too_long_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, length=400)
    place.ask(1, "z" * 400, "no")
    assert isinstance(place.results[1], EngineError)
    assert not place.scheduler.busy


def test_an_impossible_grammar_costs_its_request_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch)
    place.ask(1, "", "no", Span(10))
    place.ask(2, "I live in Leeds now.", "yes")
    place.work()
    assert isinstance(place.results[1], EngineError)
    assert place.answer(2).text == "yes"


def test_who_came_last_gives_up_its_room_and_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, length=1500)
    wishes = {number: f"{number}" + "abcdefghij" * 60 for number in (1, 2, 3)}
    for number, wish in wishes.items():
        place.ask(number, f"Text {number}", wish, Prose(800), most=700)
    parked = 0
    while place.scheduler.busy:
        place.scheduler.step()
        parked = max(parked, len(place.scheduler._parked))
        assert place.scheduler._cache._used() <= 1500
    assert parked
    for number, wish in wishes.items():
        assert place.answer(number).text == wish
    assert list(place.results)[-1] == 3


def test_one_that_gave_up_its_room_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, length=1500)
    for number in (1, 2, 3):
        place.ask(number, f"Text {number}", "abcdefghij" * 60, Prose(800), most=700)
    while not place.scheduler._parked:
        place.scheduler.step()
    assert place.scheduler.cancel([3]) == [3]
    place.work()
    assert set(place.results) == {1, 2}


def test_a_context_without_a_cell_left_costs_the_latest(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch)
    place.ask(1, "I live in Leeds now.", "hello")
    place.ask(2, "What do I know?", "nothing")
    while len(place.scheduler._running) < 2:
        place.scheduler.step()
    place.context.failure = MemoryError()
    place.scheduler.step()
    assert isinstance(place.results[2], EngineError)
    place.work()
    assert place.answer(1).text == "hello"


def test_a_model_that_cannot_rewind_reads_again_what_a_cancel_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    place = Place(monkeypatch, can_rewind=False)
    place.ask(1, "I live in Leeds now.", wish_for("Leeds"), GRAMMAR)
    place.ask(2, "I live in Lyon now.", wish_for("Lyon"), GRAMMAR)
    for _ in range(8):
        place.scheduler.step()
    place.context.failure = Aborted()
    with pytest.raises(Aborted):
        place.scheduler.step()
    assert place.scheduler.cancel([2]) == [2]
    place.work()
    assert place.answer(1).text == wish_for("Leeds")
