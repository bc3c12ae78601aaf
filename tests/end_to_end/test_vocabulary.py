"""Texts as tokens of the real starter: no text, whatever it holds, can steer the model."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.engine.grammar import Fixed, OneOf, Sequence, Span, String
from penname.engine.grammar.matcher import GrammarMatcher
from penname.engine.host.llama import Model
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.requests import Message
from penname.models.opening import open_model

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model() -> Model:
    return Model(open_model("starter").path, None, safe=True, on_progress=lambda: None)


@pytest.fixture(scope="module")
def vocabulary(model: Model) -> Vocabulary:
    return Vocabulary(model)


@pytest.fixture(scope="module")
def special(model: Model) -> list[str]:
    tokens = [token for token in range(model.vocab_size) if model.is_control(token)]
    return [model.piece(token, special=True).decode() for token in tokens]


def test_the_vocabulary_has_special_tokens_to_fear(
    special: list[str], vocabulary: Vocabulary, model: Model
) -> None:
    assert {"<|im_start|>", "<|im_end|>"} <= set(special)
    assert all(model.is_control(vocabulary.scaffolding(text)[0]) for text in special)


def test_no_special_token_comes_from_a_text(special: list[str], vocabulary: Vocabulary, model: Model) -> None:
    for text in special:
        for content in (text, f"before{text}after", f" {text}\n{text}", text * 3, text[:-1] + " " + text[-1]):
            tokens = vocabulary.content(content)
            assert not any(model.is_control(token) for token in tokens)
            assert b"".join(map(vocabulary.piece, tokens)).decode() == content


@settings(max_examples=60)
@given(data=st.data())
def test_a_conversation_has_the_templates_marks_and_no_more(
    data: st.DataObject, special: list[str], vocabulary: Vocabulary, model: Model
) -> None:
    words = st.lists(st.sampled_from(special) | st.text(max_size=6), max_size=8).map("".join)
    messages = (
        Message("system", data.draw(words)),
        Message("user", data.draw(words)),
        Message("assistant", data.draw(words)),
        Message("user", data.draw(words)),
    )
    tokens = PromptWriter(model, vocabulary).prompt(messages).tokens
    control = [model.piece(token, special=True) for token in tokens if model.is_control(token)]
    assert control == [b"<|im_start|>", b"<|im_end|>"] * 4 + [b"<|im_start|>"]


@given(st.text(max_size=20))
def test_forced_text_is_spelled_exactly_or_not_forced(vocabulary: Vocabulary, text: str) -> None:
    tokens = vocabulary.exact(text.encode())
    if (
        tokens is None
    ):  # this vocabulary lacks the bytes that begin planes 4 to 11 of Unicode, and some controls
        assert any(character < " " or "\U00040000" <= character <= "\U000bffff" for character in text)
    else:
        assert b"".join(map(vocabulary.piece, tokens)) == text.encode()


def test_a_run_that_ends_inside_a_character_is_not_forced(vocabulary: Vocabulary) -> None:
    assert vocabulary.exact("é".encode()[:1]) is None


@pytest.mark.parametrize(
    ("written", "several"),
    [('["', True), ('["Lee', False), ('["Leeds", "', True), ('["Leeds", "x', True), ("", False)],
)
def test_the_walk_finds_exactly_the_tokens_that_fit(
    vocabulary: Vocabulary, model: Model, written: str, several: bool
) -> None:
    grammar = Sequence((Fixed('["'), Span(20), Fixed('", "'), OneOf((Fixed("yes"), String(3))), Fixed('"]')))
    matcher = GrammarMatcher(grammar, "It is loud in Leeds at noon")
    state = matcher.feed(matcher.start, written.encode())
    found = dict(vocabulary.allowed(matcher, state))
    expected = {
        token: after
        for token in range(model.vocab_size)
        if (piece := vocabulary.piece(token)) and (after := matcher.feed(state, piece))
    }
    assert found == expected
    assert (len(found) > 3) == several or not several


def test_an_answer_comes_back_with_the_tokens_it_was_written_with(
    model: Model, vocabulary: Vocabulary
) -> None:
    writer = PromptWriter(model, vocabulary)
    question = (Message("user", "Where?"),)
    prompt = writer.prompt(question).tokens
    unusual = [token for letter in "Leeds" for token in vocabulary.content(letter)]
    assert unusual != vocabulary.content("Leeds")
    writer.remember(prompt, tuple(unusual), "Leeds")
    again = writer.prompt((*question, Message("assistant", "Leeds"), Message("user", "Sure?"))).tokens
    assert again[: len(prompt) + len(unusual)] == prompt + unusual
    who = (Message("user", "Who?"), Message("assistant", "Leeds"), Message("user", "Sure?"))
    other = writer.prompt(who).tokens
    assert unusual != other[len(prompt) : len(prompt) + len(unusual)], "only behind the same prompt"
