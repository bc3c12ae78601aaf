"""What a profile takes and what it refuses."""

import pytest

from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.profile import make_profile
from penname.settings import Settings, load_attributes


@pytest.fixture(scope="module")
def attributes() -> tuple[Attribute, ...]:
    return load_attributes(Settings())


def test_values_are_stored_as_penname_writes_them(attributes: tuple[Attribute, ...]) -> None:
    made = make_profile(
        "  My  self ",
        {"sex": "FEMALE", "age": " 034 ", "location": "Leeds,  United Kingdom", "income": ""},
        attributes,
        ["Acme  Corp", "", "Acme Corp", "Rose Lane"],
    )
    assert made.name == "My self"
    assert made.values == (("age", "34"), ("sex", "female"), ("location", "Leeds, United Kingdom"))
    assert made.terms == ("Acme Corp", "Rose Lane")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"age": "400"}, "“400” is not an age"),
        ({"age": "thirty"}, "“thirty” is not an age"),
        ({"income": "loads"}, "“loads” is not one of: low, middle"),
        ({"relationship": "it's complicated"}, "is not one of"),
        ({"shoe size": "42"}, "no attribute “shoe size”. Choose from: age, sex"),
        ({"occupation": "x" * 121}, "at most 120 characters"),
    ],
)
def test_what_is_no_value_is_refused_in_a_sentence(
    attributes: tuple[Attribute, ...], values: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadInput) as refused:
        make_profile("me", values, attributes)
    assert sentence in str(refused.value)


def test_a_name_may_have_60_characters(attributes: tuple[Attribute, ...]) -> None:
    assert make_profile("x" * 60, {}, attributes).name == "x" * 60


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "me\x07"])
def test_what_is_no_name_is_refused(attributes: tuple[Attribute, ...], name: str) -> None:
    with pytest.raises(BadInput, match="1 to 60"):
        make_profile(name, {}, attributes)
