"""What the user may want of a text, over several texts of one conversation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.domain.errors import BadInput
from penname.pseudonyms.entities import PERSON, Kind
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.round_trip import PseudonymizeOptions, check_chosen, receive, send, standing

_WORDS = (
    "Anna Smith", "Anna", "ANNA", "Will", "Will you", "will", "in Leeds", "Acme Ltd.", "a@b.org", "Zorblax",
    "10.1.2.3", "Fiona Ashdown", "Dear", ",", "\n", "[PERSON_1]",
)  # fmt: skip
_TEXTS = st.lists(st.one_of(st.sampled_from(_WORDS), st.text(max_size=4)), max_size=12).map(" ".join)
_PHRASES = st.sampled_from(("Anna", "Zorblax", "Leeds", "Will", "a@b.org", "Smith", "1"))


def stand_ins(sent: Pseudonymized) -> dict[str, str]:
    return {pair.original: pair.surrogate for pair in sent.mapping.pairs}


@settings(max_examples=30)
@given(_TEXTS, _TEXTS, st.booleans(), _PHRASES, _PHRASES)
def test_whatever_is_wanted_every_text_of_a_conversation_comes_back(
    first: str, second: str, visible: bool, marked: str, kept: str
) -> None:
    earlier = send(second).mapping
    wishes = PseudonymizeOptions(visible, ("Leeds",), ((marked, PERSON),), (kept,))
    sent = send(first, wishes, persistent=standing(Mapping(), earlier))
    assert receive(sent.text, sent.mapping).text == first
    again = send(second, wishes, sent.mapping)
    assert receive(again.text, again.mapping).text == second


def test_what_is_marked_or_listed_is_hidden_and_what_is_kept_stays() -> None:
    wishes = PseudonymizeOptions(terms=("blue bird",), marked=(("qwertina", PERSON),), kept=("Leeds",))
    sent = send("Blue Bird and Qwertina's sister met qwertina in Leeds.", wishes)
    assert "bird" not in sent.text.lower()
    assert "qwertina" not in sent.text.lower()
    assert sent.text.endswith("in Leeds.")
    assert {e.kind for e in sent.entities if e.text.lower() == "qwertina"} == {PERSON}


def test_a_marked_name_that_is_a_word_hides_no_word() -> None:
    sent = send("I will tell Will. WILL knows.", PseudonymizeOptions(marked=(("Will", PERSON),)))
    assert sent.text.startswith("I will tell ")
    assert "Will" not in sent.text
    assert "WILL" not in sent.text


def test_a_guessed_name_that_is_a_word_is_told_from_the_word() -> None:
    assert send("I met Will Smith. Will you see Will?").text.split(". ")[1].startswith("Will you see ")


def test_a_stand_in_of_ones_own_is_taken_word_by_word() -> None:
    sent = send(
        "John Smith met John Miller. John left.",
        PseudonymizeOptions(chosen=(("John Smith", "Paul Ashdown"),)),
    )
    assert sent.text.startswith("Paul Ashdown met Paul ")
    assert sent.text.endswith(". Paul left.")
    one = send("Mail ada@mills.org", PseudonymizeOptions(chosen=(("ada@mills.org", "bob@nowhere.example"),)))
    assert one.text == "Mail bob@nowhere.example"
    assert one.mapping.pairs[0].kind == Kind("email")


@pytest.mark.parametrize("wanted", ["", "  ", "?!", "Leeds", "Anna Brown", "ANNA", "Fred Miller", "x" * 200])
def test_a_stand_in_that_says_something_real_is_refused(wanted: str) -> None:
    text = "Anna Smith met Fred in Leeds."
    known = send("Fred Miller is here.").mapping
    with pytest.raises(BadInput, match="stand-in"):
        check_chosen(text, "Anna Smith", wanted, known)
    sent = send(text, PseudonymizeOptions(chosen=(("Anna Smith", wanted),), kept=("Leeds",)), known)
    assert len(sent.notices) == 1
    assert "Anna" not in sent.text
    assert receive(sent.text, sent.mapping).text == text


def test_persistent_stand_ins_hold_in_another_conversation_and_bring_nobody_else_along() -> None:
    first = send("Anna Smith and Bob Stone live in Leeds.", seed=5)
    persistent = standing(Mapping(), first.mapping)
    second = send("Mrs Smith lives in Leeds.", persistent=persistent, seed=9)
    assert stand_ins(second)["Smith"] == stand_ins(first)["Anna Smith"].split()[1]
    assert stand_ins(second)["Leeds"] == stand_ins(first)["Leeds"]
    assert set(stand_ins(second)) == {"Smith", "Leeds"}
    visible = send("Anna Smith", PseudonymizeOptions(visible=True), persistent=persistent)
    assert visible.text == "[PERSON_1]"
    assert standing(persistent, visible.mapping) == persistent


def test_a_stand_in_that_was_refused_is_not_drawn_again() -> None:
    refused: tuple[str, ...] = ()
    for _ in range(80):  # more than there are places to draw
        drawn = stand_ins(send("Anna lives in Leeds.", PseudonymizeOptions(refused=refused)))["Leeds"]
        assert drawn not in refused
        refused = (*refused, drawn)
