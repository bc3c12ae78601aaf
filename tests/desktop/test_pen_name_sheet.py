"""A pen name as a sheet: what may stand on it, what comes off it, and what is suggested."""

import pytest

from penname.desktop.pen_names.pen_name_sheet import filled_in, suggested, wrong_with
from penname.desktop.session.known_values import knowledge
from penname.domain.attributes import shipped_attributes
from penname.domain.errors import BadInput
from penname.domain.pen_names import Chosen, Decoy, PenName, Post

ATTRIBUTES = shipped_attributes()
BEFORE = PenName(
    "Clara",
    (Decoy("age", "44", Chosen.DRAWN), Decoy("sex", "female", Chosen.RANDOMIZED, 1.0, 2)),
    (Post("x"),),
)


def test_values_that_stay_keep_how_they_came_to_be() -> None:
    now = filled_in(BEFORE, " Clara  B ", {"age": "44", "sex": "female", "income": "Low"}, ATTRIBUTES)
    assert now.name == "Clara B"
    assert now.decoys == (*BEFORE.decoys, Decoy("income", "low", Chosen.BY_USER))
    assert now.posts == BEFORE.posts


def test_an_emptied_value_goes_and_a_changed_one_is_the_users() -> None:
    assert [d.attribute for d in filled_in(BEFORE, "C", {"age": ""}, ATTRIBUTES).decoys] == ["sex"]
    changed = filled_in(BEFORE, "C", {"age": "45", "sex": "female"}, ATTRIBUTES)
    assert changed.decoy("age") == Decoy("age", "45", Chosen.BY_USER)


def test_what_was_drawn_by_chance_stays() -> None:
    with pytest.raises(BadInput):
        filled_in(BEFORE, "C", {"sex": "male"}, ATTRIBUTES)


@pytest.mark.parametrize(
    ("name", "values", "where"),
    [
        ("", {"age": "44"}, "name"),
        ("C", {"age": "400"}, "values"),
        ("C", {"age": "34"}, "values"),  # the true age
        ("C", {"age": "16", "relationship": "married"}, "together"),
    ],
)
def test_what_is_wrong_is_said_where_it_is(name: str, values: dict[str, str], where: str) -> None:
    wrong = wrong_with(name, values, ATTRIBUTES, {"age": "34"}, knowledge())
    assert wrong
    assert [part for part in ("name", "values", "together") if getattr(wrong, part)] == [where]
    assert not wrong_with("C", {"age": "61"}, ATTRIBUTES, {"age": "34"}, knowledge())


def test_what_is_suggested_fits_what_stands_and_is_never_true() -> None:
    sheet = PenName("Clara", (Decoy("occupation", "nurse", Chosen.BY_USER),))
    truth = {"age": "34", "sex": "male"}
    values, left_out = suggested(sheet, ATTRIBUTES, truth, knowledge())
    assert values["occupation"] == "nurse"
    assert set(values) | set(left_out) == {attribute.name for attribute in ATTRIBUTES}
    assert not wrong_with("Clara", values, ATTRIBUTES, truth, knowledge())
