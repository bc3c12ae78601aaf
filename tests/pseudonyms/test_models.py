"""The parts that ask a model, on an engine that answers from a script and holds answers to their grammars."""

import json
import random
from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fake_engine import CutOff, FakeEngine, Reply
from penname.domain.errors import EngineError
from penname.engine.grammar import Fixed, Node, OneOf, Sequence
from penname.engine.requests import Request
from penname.pseudonyms.detect import EVERYTHING, Search, detect
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Finder, Kind
from penname.pseudonyms.generate import generate
from penname.pseudonyms.mapping import Mapping, Pair
from penname.pseudonyms.models.asking import PseudonymModel
from penname.pseudonyms.models.detectors import (
    PromptDetector,
    TagDetector,
    marked_spans,
    plausible,
    replaced_spans,
)
from penname.pseudonyms.models.rewording import repeat, reword
from penname.pseudonyms.models.suggesting import suggest
from penname.pseudonyms.names.hidden import HiddenPhrases
from penname.pseudonyms.names.repeats import find_repeats
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.pseudonymize import Pseudonymized, pseudonymize
from penname.pseudonyms.restore import restore

_TEXT = "We saw qwertina near the Glass House in oldwick, and qwertina waved."


def asking(reply: Reply) -> PseudonymModel:
    return PseudonymModel(FakeEngine(lambda request: reply))


def found(text: str, detector: PromptDetector | TagDetector) -> list[tuple[str, Kind, int]]:
    """What the model's finds alone lead to: rules and labeller would find most of it themselves."""
    entities = resolve(text, detector.find(text))
    entities = resolve(text, [*entities, *find_repeats(text, entities)])
    return [(entity.text, entity.kind, entity.start) for entity in entities]


def test_listed_names_are_found_wherever_they_stand() -> None:
    answer = json.dumps({"qwertina": "person", "oldwick": "place"})
    assert found(_TEXT, PromptDetector(asking(answer))) == [
        ("qwertina", PERSON, 7),
        ("oldwick", PLACE, 40),
        ("qwertina", PERSON, 53),
    ]


def test_small_words_and_whole_lines_are_no_names() -> None:
    text = "We were in oldwick\nqwertina was well."
    assert found(text, PromptDetector(asking('{"in": "place", "We": "person"}'))) == []
    assert found(text, TagDetector(asking("We were in <PLACE>oldwick\nqwertina</PLACE> was well."))) == []


@pytest.mark.parametrize(
    ("named", "name"),
    [
        ("so tyrone", "tyrone"),
        ("My daughter Ottilie", "Ottilie"),
        ("the Red Lion of", "Red Lion"),
        ("St Wilfrid's Primary", "St Wilfrid's Primary"),
        ("Slaughter and May", "Slaughter and May"),
        ("J. R. Smith", "J. R. Smith"),
        ("I look after Edwin Tolliver. He", ""),
        ("HR Manager", ""),
        ("glass house", ""),
        ("...", ""),
    ],
)
def test_of_what_a_model_calls_a_name_the_name_is_taken(named: str, name: str) -> None:
    assert plausible(named) == name


def test_of_a_list_cut_off_the_complete_names_count() -> None:
    assert [
        name for name, _, _ in found(_TEXT, PromptDetector(asking(CutOff('{"qwertina": "person", "old'))))
    ] == [
        "qwertina",
        "qwertina",
    ]


def test_marked_words_are_found_and_the_text_cannot_be_garbled() -> None:
    answer = _TEXT.replace("qwertina", "<PERSON>qwertina</PERSON>").replace(
        "Glass House", "<PLACE>Glass House</PLACE>"
    )
    assert found(_TEXT, TagDetector(asking(answer))) == [
        ("qwertina", PERSON, 7),
        ("Glass House", PLACE, 25),
        ("qwertina", PERSON, 53),
    ]
    with pytest.raises(AssertionError, match="grammar refuses"):
        list(TagDetector(asking(_TEXT.replace("waved", "danced"))).find(_TEXT))


def test_replaced_words_are_found_by_alignment() -> None:
    answer = _TEXT.replace("qwertina", "<PERSON>").replace("oldwick", "<PLACE>")
    assert found(_TEXT, TagDetector(asking(answer), replacing=True)) == [
        ("qwertina", PERSON, 7),
        ("oldwick", PLACE, 40),
        ("qwertina", PERSON, 53),
    ]
    assert replaced_spans("a b a b c", "<PERSON> b c") == [(0, 5, PERSON)]
    assert replaced_spans("a b", "<PERSON>") == [(0, 3, PERSON)]
    assert list(marked_spans("<PLACE>a</PLACE> b")) == [(0, 1, PLACE)]


def test_a_copy_that_ends_too_early_is_an_error_and_no_text_without_names() -> None:
    with pytest.raises(EngineError, match="to its end"):
        list(TagDetector(asking(CutOff("We saw"))).find(_TEXT))


def test_a_text_with_too_many_tags_is_read_again_sentence_by_sentence() -> None:
    text = "We saw qwertina. It was in oldwick."

    def answer(request: Request) -> Reply:
        if request.source == text:
            return CutOff("We <PERSON>saw</PERSON>")
        return request.source.replace("oldwick", "<PLACE>oldwick</PLACE>")

    assert found(text, TagDetector(PseudonymModel(FakeEngine(answer)))) == [("oldwick", PLACE, 27)]


def test_long_texts_are_read_in_parts_to_their_end() -> None:
    engine = FakeEngine(lambda request: request.source, context=700)
    text = "Nothing is to be told here. " * 200
    assert list(TagDetector(PseudonymModel(engine)).find(text)) == []
    assert len(engine.requests) > 5
    assert "".join(request.source for request in engine.requests) == text


def test_suggestions_are_taken_only_where_they_are_safe() -> None:
    text = "Anna Smith met Bob Stone in Leeds. Kendra was there."
    entities = detect(text)
    answers = {
        "Anna Smith": "Livia Kampford",
        "Bob Stone": "Anna Smith",
        "Leeds": "Old Town",
        "Kendra": "Kendra",
    }

    def answer(request: Request) -> str:
        return json.dumps({entity.text: answers[entity.text] for entity in entities})

    suggested = suggest(PseudonymModel(FakeEngine(answer)), entities)
    made = {pair.original: pair.surrogate for pair in generate(text, entities, suggested=suggested).pairs}
    assert made["Anna Smith"] == "Livia Kampford"
    assert made["Bob Stone"] != "Anna Smith"
    assert made["Kendra"] != "Kendra"
    assert " " not in made["Leeds"]


_SWAPPED = Mapping((Pair("Anna Smith", "Peter Miller", PERSON), Pair("Bob", "Clara", PERSON)))


def _direct(text: str) -> Pseudonymized:
    return pseudonymize(text, EVERYTHING, _SWAPPED, seed=2)


def _preferring(*words: str) -> Callable[[Request], str]:
    """A model that takes one of these words wherever it may, and else the first that it may."""

    def written(node: Node) -> str:
        match node:
            case Fixed(text):
                return text
            case OneOf(options):
                able = [written(option) for option in options]
                return next((word for word in able if word.lower() in words), able[0])
            case Sequence(items):
                return "".join(map(written, items))
        raise TypeError

    return lambda request: written(request.grammar)


def test_a_repeated_text_may_bend_small_words_after_a_name_of_another_gender() -> None:
    text = "Anna Smith lost her keys, so she called Bob."
    direct = _direct(text)
    assert "Peter Miller lost her keys" in direct.text
    engine = FakeEngine(_preferring("he", "his"))
    result = repeat(PseudonymModel(engine), direct)
    assert result.text == "Peter Miller lost his keys, so he called Clara."
    assert len(result.mapping.rewordings) == 2
    assert restore(result.text, result.mapping).text == text
    assert restore("He is Peter Miller.", result.mapping).text == "He is Anna Smith."
    # the model is shown the original; what it has written so far is what names somebody else
    (asked,) = engine.requests
    assert text in asked.messages[-1].content
    assert "Peter" not in asked.messages[-1].content
    with pytest.raises(AssertionError, match="grammar refuses"):
        repeat(PseudonymModel(FakeEngine(lambda request: direct.text.replace("lost", "found"))), direct)


def test_where_stand_ins_agree_with_the_text_no_model_is_asked() -> None:
    direct = pseudonymize("Anna Smith lost her keys, and Bob found his.", seed=2)
    engine = FakeEngine(_preferring("he"))
    assert repeat(PseudonymModel(engine), direct) == direct
    assert not engine.requests


def test_articles_before_stand_ins_are_recorded_changes() -> None:
    known = Mapping((Pair("Irving", "Dorset", ORGANIZATION), Pair("Dalton", "Ingram", ORGANIZATION)))
    text = "An Irving manager met a Dalton engineer. Grade A Dalton paint, a Irving."
    search = Search(
        marked=HiddenPhrases([("Irving", ORGANIZATION), ("Dalton", ORGANIZATION)], Finder.HAND),
        kinds=frozenset((ORGANIZATION,)),
    )
    direct = pseudonymize(text, search, known)
    result = repeat(PseudonymModel(FakeEngine(_preferring())), direct)
    assert result.text == "A Dorset manager met an Ingram engineer. Grade A Ingram paint, a Dorset."
    assert len(result.mapping.rewordings) == 2
    assert restore(result.text, result.mapping).text == text


def test_a_reworded_text_is_undone_and_one_that_lost_a_name_or_its_sense_is_refused() -> None:
    text = "Anna Smith came. She had lost her keys, and the door was locked when she was there."
    direct = _direct(text)
    engine = FakeEngine(lambda request: direct.text.replace("She had", "He had"))
    better = reword(PseudonymModel(engine), direct)
    assert "He had lost" in better.text
    assert not better.notices
    assert restore(better.text, better.mapping).text == text
    assert text in engine.requests[0].messages[-1].content
    assert "Anna Smith -> Peter Miller" in engine.requests[0].messages[-1].content
    for bad in ("Somebody came.", direct.text + " Anna Smith!", "Peter Miller is a nice man, I think. " * 3):
        refused = reword(PseudonymModel(FakeEngine(lambda request, bad=bad: bad)), direct)
        assert refused.text == direct.text
        assert refused.notices


_PIECES = (
    "Anna Smith",
    "Bob",
    "Leeds",
    "+49 341 2345678",
    "he",
    "her",
    "a",
    "is",
    "cake",
    "\n",
    "Will",
    "§ 5",
)


def _shaken(text: str, chance: random.Random) -> str:
    """What a careless model may write for `text`: words left out, twice, or others."""
    kept = (word for word in text.split(" ") if chance.random() > 0.1)
    return " ".join(f"{word} {word}" if chance.random() < 0.1 else word for word in kept).replace("he", "she")


def _any_of(grammar: Node, chance: random.Random) -> str:
    match grammar:
        case Fixed(text):
            return text
        case OneOf(options):
            return _any_of(chance.choice(options), chance)
        case Sequence(items):
            return "".join(_any_of(item, chance) for item in items)
    raise TypeError


@settings(max_examples=60)
@given(st.lists(st.sampled_from(_PIECES), max_size=12), st.randoms(use_true_random=False))
def test_whatever_a_model_words_otherwise_is_undone(pieces: list[str], chance: random.Random) -> None:
    text = " ".join(pieces)
    direct = _direct(text)
    for replaced in (
        reword(PseudonymModel(FakeEngine(lambda request: _shaken(request.source, chance))), direct),
        repeat(PseudonymModel(FakeEngine(lambda request: _any_of(request.grammar, chance))), direct),
    ):
        assert restore(replaced.text, replaced.mapping).text == text
        written = msgspec.json.decode(msgspec.json.encode(replaced.mapping), type=Mapping)
        assert restore(replaced.text, written).text == text
