"""Who may use which evaluated tokens, with a context that refuses holes and leftovers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.toy_model import ToyContext, ToyModel
from penname.engine.host.context import Aborted
from penname.engine.host.kv_cache import BatchPart, CacheSlot, KVCache

MODEL = ToyModel(())


def cache_of(sequences: int = 4, length: int = 200, *, can_rewind: bool = True) -> tuple[KVCache, ToyContext]:
    context = ToyContext(MODEL, {}, sequences=sequences, length=length, can_rewind=can_rewind)
    return KVCache(context), context  # type: ignore[arg-type]


def request(cache: KVCache, prompt: list[int], room: int = 0) -> CacheSlot:
    """A request that reads its prompt to the end and is under way still."""
    slot = cache.take(prompt, len(prompt) - 1, room)
    assert slot is not None
    left = prompt[len(slot.tokens) :]
    assert left, "the last token is read again"
    cache.evaluate([BatchPart(slot, left, frozenset())], states=False)
    return slot


def test_the_next_turn_continues_and_a_new_text_keeps_only_what_is_identical() -> None:
    cache, context = cache_of()
    first = request(cache, [1, 2, 3, 4, 5])
    cache.release(first)
    again = cache.take([1, 2, 3, 4, 5, 6, 7], 6, 0)
    assert again is first
    assert again.tokens == [1, 2, 3, 4, 5]
    cache.release(again)
    other = cache.take([1, 2, 9, 9, 5], 4, 0)
    assert other is not None
    assert context.held[other.number] == other.tokens == [1, 2]


def test_what_is_read_apart_leaves_the_conversation_it_begins_like_and_is_forgotten() -> None:
    cache, context = cache_of()
    conversation = request(cache, [1, 2, 3, 4, 5])
    cache.release(conversation)
    variant = cache.take([1, 2, 3, 9], 3, 0, in_passing=True, apart=True)
    assert variant is not None
    assert variant is not conversation
    assert context.held[variant.number] == [1, 2, 3]
    cache.release(variant, forget=True)
    assert context.held[variant.number] == []
    assert context.held[conversation.number] == [1, 2, 3, 4, 5]
    assert cache.take([1, 2, 3, 9], 3, 0) is conversation, "else it is its next turn"


def test_requests_side_by_side_share_what_they_have_in_common() -> None:
    cache, context = cache_of(length=30)
    prompt = list(range(20))
    running = [request(cache, prompt)]
    running += [request(cache, [*prompt[:18], 50 + number]) for number in range(3)]
    assert len({one.number for one in running}) == 4, "of 30 cells, 23 are in use"
    assert all(context.held[one.number] == one.tokens for one in running)
    assert cache.take([*prompt, 99], 20, 0) is None, "no slot is left"


def test_what_does_not_fit_waits_until_another_is_over() -> None:
    cache, _ = cache_of(length=30)
    running = request(cache, [1] * 10, room=10)
    assert cache.take([2] * 15, 14, 5) is None
    assert cache.take([2] * 5, 4, 5) is not None
    cache.release(running)
    assert cache.take([3] * 15, 14, 5) is not None


def test_alone_a_request_gets_all_there_is() -> None:
    cache, context = cache_of(length=30)
    cache.release(request(cache, [1] * 25))
    alone = request(cache, [2] * 20, room=500)
    assert alone.promised == 30
    assert sum(map(len, context.held)) == 20, "what nobody uses went"


def test_what_is_stale_goes_between_conversations_not_amid_one() -> None:
    cache, _ = cache_of(sequences=4, length=400)
    stale = request(cache, [9, 9, 9])
    cache.release(stale)
    talk = [1, 2, 3]
    for turn in range(30):
        talk.append(10 + turn)
        cache.release(request(cache, talk))
        branch = request(cache, [*talk, 99])
        cache.release(branch)
    assert stale.tokens, "its cells, which lie before those of the talk, would be filled with later words"
    cache.release(request(cache, [7, 7, 7]))
    assert not stale.tokens


def test_what_was_read_in_passing_makes_nothing_stale_and_goes_first() -> None:
    cache, _ = cache_of(sequences=4, length=400)
    talk = request(cache, [1, 2, 3])
    cache.release(talk)
    for number in range(30):
        passing = cache.take([5, number], 1, 0, in_passing=True)
        assert passing is not None
        cache.evaluate([BatchPart(passing, [5, number], frozenset())], states=False)
        cache.release(passing)
    assert cache.known([1, 2, 3]) == 3
    cache.release(request(cache, [7, 7, 7]))
    assert cache.known([5]) == 0
    assert cache.known([1, 2, 3]) == 3


def test_instructions_are_kept_when_all_else_goes() -> None:
    cache, _ = cache_of(sequences=3, length=60)
    first = request(cache, [1, 2, 3, 4, 5])
    assert cache.keep(first, 3) is not None
    cache.release(first)
    for text in range(10, 20):
        cache.release(request(cache, [text] * 5))
    assert cache.known([1, 2, 3, 9]) == 3
    taken = [request(cache, [1, 2, 3, number]) for number in (50, 51)]
    assert all(len(one.tokens) == 4 for one in taken)


def test_a_failed_batch_changes_nothing() -> None:
    cache, context = cache_of()
    first, second = request(cache, [1, 2, 3]), request(cache, [4, 5])
    context.failure = Aborted()
    with pytest.raises(Aborted):
        cache.evaluate(
            [BatchPart(first, [7, 7, 7], frozenset()), BatchPart(second, [8, 8], frozenset())], states=False
        )
    assert [context.held[one.number] for one in (first, second)] == [[1, 2, 3], [4, 5]]
    assert [first.tokens, second.tokens] == [[1, 2, 3], [4, 5]]


def test_a_model_that_cannot_rewind_continues_only_whole_sequences() -> None:
    cache, _ = cache_of(can_rewind=False)
    cache.release(request(cache, [1, 2, 3, 4]))
    assert cache.known([1, 2, 9]) == 0
    assert cache.known([1, 2, 3, 4, 5]) == 4
    taken = cache.take([1, 2, 9], 2, 0)
    assert taken is not None
    assert taken.tokens == []


def test_without_reuse_nothing_stays() -> None:
    context = ToyContext(MODEL, {})
    cache = KVCache(context, reuse=False)  # type: ignore[arg-type]
    cache.release(request(cache, [1, 2, 3]))
    assert not any(context.held)
    assert cache.known([1, 2, 3]) == 0


Prompts = st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=12), min_size=1, max_size=12)


@given(Prompts, st.lists(st.integers(0, 30), min_size=40, max_size=40), st.booleans())
def test_no_request_ever_sees_anothers_tokens(
    prompts: list[list[int]], chances: list[int], can_rewind: bool
) -> None:
    """Whatever comes in whatever order: a slot holds a beginning of its own prompt and nothing else."""
    cache, context = cache_of(sequences=4, length=40, can_rewind=can_rewind)
    running: list[tuple[CacheSlot, list[int]]] = []
    chance = iter(chances)
    for prompt in prompts:
        while (taken := cache.take(prompt, len(prompt) - 1, 3)) is None:
            assert running, "alone everybody fits"
            cache.release(running.pop(next(chance, 0) % len(running))[0])
        assert context.held[taken.number] == taken.tokens == prompt[: len(taken.tokens)]
        assert len(taken.tokens) < len(prompt)
        answer = [3 + next(chance, 0)] * 2
        cache.evaluate([BatchPart(taken, [*prompt[len(taken.tokens) :], *answer], frozenset())], states=False)
        running.append((taken, prompt))
        if next(chance, 0) % 3 == 0:
            cache.keep(taken, max(1, len(prompt) // 2))
        if next(chance, 0) % 2:
            cache.release(running.pop(0)[0])
        assert all(context.held[one.number][: len(text)] == text for one, text in running)
        assert sum(map(len, context.held)) <= 40 * 4
        assert cache._free_cells() >= 0
