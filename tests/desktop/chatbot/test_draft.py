"""What is wanted of a text for a chatbot, and what is shown of it, as plain values."""

import pytest

from penname.desktop.chatbot.draft import Draft, marks, rows, sent_marks
from penname.desktop.chatbot.kind_words import BY_HAND, kind_colour, kind_label
from penname.domain.errors import BadInput
from penname.pseudonyms.entities import NAMES, OTHER, PERSON, PLACE, Kind
from penname.pseudonyms.kinds import all_kinds
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.round_trip import send

_TEXT = "Anna Smith met ANNA SMITH by a Lantern in Leeds. Call +44 20 7946 0018."


def test_what_is_hidden_is_a_row_for_each_name_in_the_order_of_the_text() -> None:
    sent = send(_TEXT)
    found = rows(sent, Mapping())
    assert [(row.words, row.kind, row.times) for row in found] == [
        ("Anna Smith", PERSON, 2),
        ("Leeds", PLACE, 1),
        ("+44 20 7946 0018", Kind("phone"), 1),
    ]
    assert not any(row.sent for row in found)
    assert all(row.sent for row in rows(sent, sent.mapping))


def test_marks_lie_on_the_names_and_on_their_stand_ins() -> None:
    sent = send(_TEXT)
    surrogates = {pair.original: pair.surrogate for pair in sent.mapping.pairs}
    originals = [_TEXT[mark.start : mark.end] for mark in marks(sent)]
    assert originals == [entity.text for entity in sent.entities]
    assert [sent.text[m.start : m.end] for m in sent_marks(sent)] == [surrogates[o] for o in originals]


def test_the_last_word_on_a_phrase_counts() -> None:
    draft = Draft(_TEXT).hiding("Lantern", PERSON).hiding("lantern", PLACE)
    assert draft.marked == (("lantern", PLACE),)
    kept = draft.choosing("Lantern", "Quibble", Mapping()).keeping("LANTERN")
    assert (kept.marked, kept.kept, kept.chosen) == ((), ("LANTERN",), ())
    assert kept.hiding("Lantern", OTHER).kept == ()


def test_a_stand_in_the_chatbot_has_seen_stays() -> None:
    known = send("Anna Smith was here.").mapping
    draft = Draft(_TEXT, known=known)
    with pytest.raises(BadInput, match="has already seen"):
        draft.choosing("Anna Smith", "Paula Brook", known)
    with pytest.raises(BadInput, match="cannot be used"):
        draft.choosing("Leeds", "Smith", known)
    assert draft.choosing("Leeds", " Old  Mill ", known).chosen == (("Leeds", "Old Mill"),)


def test_every_kind_has_words_and_those_by_hand_colours_of_their_own() -> None:
    assert len({kind_label(kind) for kind in all_kinds()}) == len(all_kinds())
    assert set(BY_HAND) == NAMES
    assert len({kind_colour(kind) for kind in BY_HAND}) == len(BY_HAND)
