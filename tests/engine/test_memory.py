"""Who may use which evaluated tokens, with a context that refuses holes and leftovers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.toy_model import ToyContext, ToyModel
from penname.engine.host.context import Aborted
from penname.engine.host.memory import Memory, Part, Sequence

MODEL = ToyModel(())


def memory_of(sequences: int = 4, length: int = 200, *, can_rewind: bool = True) -> tuple[Memory, ToyContext]:
    context = ToyContext(MODEL, {}, sequences=sequences, length=length, can_rewind=can_rewind)
    return Memory(context), context  # type: ignore[arg-type]


def request(memory: Memory, prompt: list[int], room: int = 0) -> Sequence:
    """A request that reads its prompt to the end and is under way still."""
    sequence = memory.take(prompt, len(prompt) - 1, room)
    assert sequence is not None
    left = prompt[len(sequence.tokens) :]
    assert left, "the last token is read again"
    memory.evaluate([Part(sequence, left, frozenset())], states=False)
    return sequence


def test_the_next_turn_continues_and_a_new_text_keeps_only_what_is_identical() -> None:
    memory, context = memory_of()
    first = request(memory, [1, 2, 3, 4, 5])
    memory.release(first)
    again = memory.take([1, 2, 3, 4, 5, 6, 7], 6, 0)
    assert again is first
    assert again.tokens == [1, 2, 3, 4, 5]
    memory.release(again)
    other = memory.take([1, 2, 9, 9, 5], 4, 0)
    assert other is not None
    assert context.held[other.number] == other.tokens == [1, 2]


def test_requests_side_by_side_share_what_they_have_in_common() -> None:
    memory, context = memory_of(length=30)
    prompt = list(range(20))
    running = [request(memory, prompt)]
    running += [request(memory, [*prompt[:18], 50 + number]) for number in range(3)]
    assert len({one.number for one in running}) == 4, "of 30 cells, 23 are in use"
    assert all(context.held[one.number] == one.tokens for one in running)
    assert memory.take([*prompt, 99], 20, 0) is None, "no sequence is left"


def test_what_does_not_fit_waits_until_another_is_over() -> None:
    memory, _ = memory_of(length=30)
    running = request(memory, [1] * 10, room=10)
    assert memory.take([2] * 15, 14, 5) is None
    assert memory.take([2] * 5, 4, 5) is not None
    memory.release(running)
    assert memory.take([3] * 15, 14, 5) is not None


def test_alone_a_request_gets_all_there_is() -> None:
    memory, context = memory_of(length=30)
    memory.release(request(memory, [1] * 25))
    alone = request(memory, [2] * 20, room=500)
    assert alone.promised == 30
    assert sum(map(len, context.held)) == 20, "what nobody uses went"


def test_what_is_stale_goes_between_conversations_not_amid_one() -> None:
    memory, _ = memory_of(sequences=4, length=400)
    stale = request(memory, [9, 9, 9])
    memory.release(stale)
    talk = [1, 2, 3]
    for turn in range(30):
        talk.append(10 + turn)
        memory.release(request(memory, talk))
        branch = request(memory, [*talk, 99])
        memory.release(branch)
    assert stale.tokens, "its cells, which lie before those of the talk, would be filled with later words"
    memory.release(request(memory, [7, 7, 7]))
    assert not stale.tokens


def test_what_was_read_in_passing_makes_nothing_stale_and_goes_first() -> None:
    memory, _ = memory_of(sequences=4, length=400)
    talk = request(memory, [1, 2, 3])
    memory.release(talk)
    for number in range(30):
        passing = memory.take([5, number], 1, 0, in_passing=True)
        assert passing is not None
        memory.evaluate([Part(passing, [5, number], frozenset())], states=False)
        memory.release(passing)
    assert memory.known([1, 2, 3]) == 3
    memory.release(request(memory, [7, 7, 7]))
    assert memory.known([5]) == 0
    assert memory.known([1, 2, 3]) == 3


def test_instructions_are_kept_when_all_else_goes() -> None:
    memory, _ = memory_of(sequences=3, length=60)
    first = request(memory, [1, 2, 3, 4, 5])
    assert memory.keep(first, 3) is not None
    memory.release(first)
    for text in range(10, 20):
        memory.release(request(memory, [text] * 5))
    assert memory.known([1, 2, 3, 9]) == 3
    taken = [request(memory, [1, 2, 3, number]) for number in (50, 51)]
    assert all(len(one.tokens) == 4 for one in taken)


def test_a_failed_batch_changes_nothing() -> None:
    memory, context = memory_of()
    first, second = request(memory, [1, 2, 3]), request(memory, [4, 5])
    context.failure = Aborted()
    with pytest.raises(Aborted):
        memory.evaluate(
            [Part(first, [7, 7, 7], frozenset()), Part(second, [8, 8], frozenset())], states=False
        )
    assert [context.held[one.number] for one in (first, second)] == [[1, 2, 3], [4, 5]]
    assert [first.tokens, second.tokens] == [[1, 2, 3], [4, 5]]


def test_a_model_that_cannot_rewind_continues_only_whole_sequences() -> None:
    memory, _ = memory_of(can_rewind=False)
    memory.release(request(memory, [1, 2, 3, 4]))
    assert memory.known([1, 2, 9]) == 0
    assert memory.known([1, 2, 3, 4, 5]) == 4
    taken = memory.take([1, 2, 9], 2, 0)
    assert taken is not None
    assert taken.tokens == []


def test_without_reuse_nothing_stays() -> None:
    context = ToyContext(MODEL, {})
    memory = Memory(context, reuse=False)  # type: ignore[arg-type]
    memory.release(request(memory, [1, 2, 3]))
    assert not any(context.held)
    assert memory.known([1, 2, 3]) == 0


Prompts = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=12), min_size=1, max_size=12)


@given(Prompts, st.lists(st.integers(0, 30), min_size=40, max_size=40), st.booleans())
def test_no_request_ever_sees_anothers_tokens(
    prompts: list[list[int]], chances: list[int], can_rewind: bool
) -> None:
    """Whatever comes in whatever order: a sequence holds a beginning of its own prompt and nothing else."""
    memory, context = memory_of(sequences=4, length=40, can_rewind=can_rewind)
    running: list[tuple[Sequence, list[int]]] = []
    chance = iter(chances)
    for prompt in prompts:
        while (taken := memory.take(prompt, len(prompt) - 1, 3)) is None:
            assert running, "alone everybody fits"
            memory.release(running.pop(next(chance, 0) % len(running))[0])
        assert context.held[taken.number] == taken.tokens == prompt[: len(taken.tokens)]
        assert len(taken.tokens) < len(prompt)
        answer = [3 + next(chance, 0)] * 2
        memory.evaluate([Part(taken, [*prompt[len(taken.tokens) :], *answer], frozenset())], states=False)
        running.append((taken, prompt))
        if next(chance, 0) % 3 == 0:
            memory.keep(taken, max(1, len(prompt) // 2))
        if next(chance, 0) % 2:
            memory.release(running.pop(0)[0])
        assert all(context.held[one.number][: len(text)] == text for one, text in running)
        assert sum(map(len, context.held)) <= 40 * 4
        assert memory._free_cells() >= 0
