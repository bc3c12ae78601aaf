"""Writing an answer, with a toy model whose wishes are known."""

import json

import pytest

from engine.toy_model import ToyContext, ToyModel, answered
from penname.engine.grammar import Fixed, InOrder, Integer, Node, OneOf, Prose, Repeat, Sequence, Span, String
from penname.engine.host.decoding import WrittenAnswer
from penname.engine.options import Optimizations
from penname.engine.requests import Message, Request, Sampling

PROMPT = [5, 6, 7]


class Run:
    """One answer and how it came about."""

    def __init__(
        self,
        grammar: Node,
        wish: str,
        *pieces: str,
        source: str = "",
        sampling: Sampling = Sampling(),  # noqa: B008 (frozen)
        can_rewind: bool = True,
        optimizations: Optimizations = Optimizations(drafts=False),  # noqa: B008 (frozen)
        measured: bool = False,
    ) -> None:
        model = ToyModel(pieces)
        self.context = ToyContext(model, {tuple(PROMPT): wish}, can_rewind=can_rewind)
        self.told: list[str] = []
        request = Request((Message("user", ""),), grammar, sampling, source, measured=measured)
        self.written: WrittenAnswer = answered(
            self.context, model, request, PROMPT, self.told.append, optimizations=optimizations
        )
        self.text = self.written.text
        assert "".join(self.told) == self.text
        assert b"".join(model.pieces[token] for token in self.written.tokens).decode() == self.text
        self.batches = [[model.pieces[row.token].decode() for row in rows] for rows in self.context.batches]


def line(name: str) -> Node:
    return Sequence((Fixed('{"' + name + '": "'), String(20), Fixed('", "n": '), Integer(1, 5), Fixed("}")))


def test_fixed_text_is_written_in_one_batch_and_the_rest_sampled() -> None:
    run = Run(line("place"), '{"place": "Leeds", "n": 4}', '{"', '": "', "place", '",', ' "', "n", '":', " ")
    assert json.loads(run.text) == {"place": "Leeds", "n": 4}
    assert run.written.finish == "stop"
    assert run.batches[0] == [*"#$%", '{"', "place", '": "']  # the prompt and the opening together
    assert run.batches[-1] == ['",', ' "', "n", '":', " "]
    assert run.written.sampled == len(["L", "e", "e", "d", "s", '",', "4"])
    assert run.written.forced == len(run.written.tokens) - run.written.sampled


@pytest.mark.parametrize("optimizations", [Optimizations(drafts=False), Optimizations(drafts=True)])
def test_a_measured_answer_says_how_sure_the_model_was_of_each_piece(optimizations: Optimizations) -> None:
    wish = '{"place": "Leeds", "n": 4}'
    run = Run(line("place"), wish, "Le", "eds", optimizations=optimizations, measured=True)
    pieces = [run.text[a:b] for a, b in zip((0, *run.written.ends), run.written.ends, strict=False)]
    assert "".join(pieces) == run.text == wish
    assert len(run.written.losses) == len(pieces)
    losses = dict(zip(pieces, run.written.losses, strict=True))
    assert losses["Le"] > 0 < losses["4"]
    assert min(run.written.losses) > 0  # also what the grammar fixes
    (liked, _), (disliked, _) = (
        Run(Fixed("so"), wish, optimizations=optimizations, measured=True).written.losses
        for wish in ("so", "no")
    )
    assert liked < disliked
    refused = Run(Integer(1, 5), "9", measured=True)
    assert refused.written.losses[0] > losses["4"]  # it wanted another
    assert Run(line("place"), wish).written.losses == ()


def test_nothing_is_decoded_behind_a_complete_answer() -> None:
    run = Run(Fixed('{"a": 1}'), "")
    assert (run.text, run.batches, run.written.forced) == ('{"a": 1}', [], 8)


def test_the_last_forced_token_gives_way_to_a_longer_one() -> None:
    grammar = Sequence(
        (Fixed('{"e": ['), Repeat(Sequence((Fixed('"'), String(9), Fixed('"'))), 0, 2, ", "), Fixed("]}"))
    )
    run = Run(grammar, '{"e": []}', '{"', '":', " [", " []")
    assert run.text == '{"e": []}'
    assert " []" in run.batches[-1] or " []" in [run.told[-2], run.told[-1]]
    assert run.written.sampled == 1
    assert run.written.rejected == 0  # a guess for the grammar's sake, which cost nothing


def test_a_model_that_cannot_rewind_writes_the_same() -> None:
    grammar = InOrder((line("a"), line("b")))
    for wish in ('{"a": "x", "n": 1}\n{"b": "y", "n": 2}', '{"b": "", "n": 5}'):
        pieces = ('{"', '": "', '",', ' "', '":', '"}', "}\n")
        assert Run(grammar, wish, *pieces, can_rewind=False).text == Run(grammar, wish, *pieces).text == wish


def test_a_refused_pick_falls_to_the_best_allowed_token() -> None:
    run = Run(OneOf((Fixed("high"), Fixed("low"), Fixed("later"))), "never", "never", "l", "hi")
    assert run.text in ("high", "low", "later")
    run = Run(Sequence((Integer(1, 9), Fixed("."))), "x7.")
    assert run.text.endswith(".")


def test_a_quotation_stays_inside_the_source() -> None:
    source = 'He said "no" in Leeds, twice.'
    run = Run(
        Sequence((Fixed('["'), Span(40), Fixed('"]'))), '["said \\"no\\" in York"]', "York", source=source
    )
    assert json.loads(run.text)[0] in source
    assert run.text.startswith('["said \\"no\\" in ')


def test_a_bias_moves_the_choice() -> None:
    def grammar(bias: float) -> Node:
        return OneOf((Fixed("Nothing."), line("a")), bias=(bias, 0.0))

    wish = "Nothing."
    assert Run(grammar(0.0), wish).text == "Nothing."
    assert Run(grammar(-8.0), wish).text == "Nothing."
    assert Run(grammar(-30.0), wish, sampling=Sampling(max_tokens=60)).text.startswith('{"a": "z')


def test_the_token_limit_cuts_and_says_so() -> None:
    run = Run(Prose(200), "a long story about nothing", sampling=Sampling(max_tokens=7))
    assert (run.text, run.written.finish) == ("a long ", "length")


def test_free_text_is_cut_at_its_length_and_the_answer_still_parses() -> None:
    run = Run(line("a"), '{"a": "' + "x" * 50)
    assert json.loads(run.text)["a"] == "x" * 20


def test_characters_of_several_tokens_arrive_whole() -> None:
    model_pieces = [*"ab"]
    run = Run(Sequence((Fixed('"'), String(5), Fixed('"'))), '"aé"', *model_pieces, "é")
    assert run.text == '"aé"'


def test_sampling_is_repeatable_and_follows_its_seed() -> None:
    def story(seed: int) -> str:
        return Run(Prose(30), "", sampling=Sampling(2.0, 1.0, seed, 30)).text

    assert story(1) == story(1)
    assert len({story(seed) for seed in range(5)}) > 1


def test_a_grammar_without_a_fitting_text_is_an_error() -> None:
    with pytest.raises(ValueError, match="quote"):
        Run(Span(10), "a", source="")


def test_what_the_vocabulary_cannot_spell_cuts_the_answer_off() -> None:
    run = Run(Sequence((Fixed('["'), Span(20), Fixed('"]'))), '["a ', source="a \u00e9")
    assert run.text.startswith('["a')
    run = Run(Sequence((Fixed('["'), Span(20), Fixed('"]'))), "", source="\u00e9")
    assert (run.text, run.written.finish) == ('["', "length")


Costs = tuple[tuple[int, float], ...]
CHEAP: Costs = ((1, 1.0), (2, 1.1), (128, 13.7))
COMMENT = "I walk to the old hospital in Leeds every night, and my sister calls it the old hospital, too."


def drafted(
    grammar: Node, wish: str, *, drafts: bool = True, costs: Costs = CHEAP, prompt: str = COMMENT
) -> tuple[WrittenAnswer, int]:
    """The answer to `prompt`, and in how many batches it was written."""
    model = ToyModel(("hosp", "ital", " the", " old"))
    tokens = model.tokenize(prompt.encode(), special=False)
    context = ToyContext(model, {tuple(tokens): wish})
    request = Request((Message("user", ""),), grammar, Sampling(max_tokens=300), prompt)
    written = answered(
        context, model, request, tokens, optimizations=Optimizations(drafts=drafts), costs=costs
    )
    return written, len(context.batches)


def test_copied_words_are_drafted_and_the_answer_stays_the_same() -> None:
    grammar = Sequence((Fixed('{"text": "'), String(200), Fixed('"}')))
    wish = '{"text": "' + COMMENT.replace("Leeds", "town") + '"}'
    (alone, many), (guessed, few) = drafted(grammar, wish, drafts=False), drafted(grammar, wish)
    assert guessed.text == alone.text == wish
    assert guessed.tokens == alone.tokens
    assert guessed.drafted > 40
    assert few < many / 2
    assert alone.drafted == alone.rejected == 0
    assert guessed.drafted + guessed.sampled + guessed.forced == len(guessed.tokens)


def test_a_quotation_is_drafted_with_the_forced_words_between() -> None:
    grammar = Sequence((Fixed('["'), Span(120), Fixed('", '), Integer(1, 5), Fixed("]")))
    wish = '["hospital in Leeds every night", 4]'
    (alone, many), (guessed, few) = drafted(grammar, wish, drafts=False), drafted(grammar, wish)
    assert guessed.text == alone.text == wish
    assert guessed.tokens == alone.tokens
    assert few < many


def test_no_draft_is_made_that_does_not_pay() -> None:
    grammar = Prose(200)
    written, _ = drafted(grammar, COMMENT, costs=((1, 1.0), (2, 2.0), (128, 128.0)))
    assert written.text == COMMENT
    assert written.drafted == written.rejected == 0


def test_drafts_that_fail_are_given_up() -> None:
    prompt = " ".join(f"the {letter}" for letter in "abcdefghijklmnopqrstuvwxy" * 2)
    wish = " ".join(f"the {number}" for number in range(100, 170))
    written, _ = drafted(Prose(2000), wish, prompt=prompt)
    assert wish.startswith(written.text)
    first, _ = drafted(Prose(2000), wish[: len(wish) // 4], prompt=prompt)
    assert written.rejected < 4 * max(1, first.rejected), "the longer it goes wrong, the less is tried"


def test_sampled_answers_do_not_depend_on_drafts() -> None:
    def story(drafts: bool) -> str:
        model = ToyModel(())
        tokens = model.tokenize(COMMENT.encode(), special=False)
        context = ToyContext(model, {tuple(tokens): COMMENT})
        request = Request((Message("user", ""),), Prose(90), Sampling(3.0, 0.98, 7, 90), COMMENT)
        return answered(
            context, model, request, tokens, optimizations=Optimizations(drafts=drafts), costs=CHEAP
        ).text

    assert story(True) == story(False)
