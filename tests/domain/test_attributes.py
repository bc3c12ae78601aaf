"""The attributes that ship, and what counts as a value of each."""

import pytest

from penname import locations
from penname.domain.attributes import ValueKind, parse_attributes
from penname.domain.errors import BadInput

SHIPPED = {
    a.name: a for a in parse_attributes(locations.resource("attributes.toml").read_text(encoding="utf-8"))
}


def test_the_eight_attributes_ship_in_the_order_of_the_papers() -> None:
    names = ["age", "sex", "location", "birthplace", "education", "occupation", "income", "relationship"]
    assert list(SHIPPED) == names
    assert SHIPPED["relationship"].options == (
        "single",
        "in a relationship",
        "engaged",
        "married",
        "divorced",
        "widowed",
    )
    assert SHIPPED["age"].kind is ValueKind.AGE
    assert len({a.colour for a in SHIPPED.values()}) == 8


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    [
        ("age", " 034 ", "34"),
        ("sex", "Female", "female"),
        ("location", "Lisbon,\n Portugal", "Lisbon, Portugal"),
        ("income", "VERY HIGH", "very high"),
        ("occupation", "shop  owner", "shop owner"),
    ],
)
def test_values_are_stored_in_one_form(name: str, value: str, stored: str) -> None:
    assert SHIPPED[name].normalize(value) == stored


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("age", "old"),
        ("age", "4"),
        ("age", "121"),
        ("age", "-5"),
        ("sex", "yes"),
        ("occupation", " \n"),
        ("education", "x" * 121),
    ],
)
def test_what_is_no_value_is_refused_in_a_sentence(name: str, value: str) -> None:
    with pytest.raises(BadInput, match=r"\.$"):
        SHIPPED[name].normalize(value)


@pytest.mark.parametrize(
    "toml", ["attribute = 3", "[[attribute]]\nname = 'x'", "not toml", "[[attribute]]\nname = 3"]
)
def test_a_broken_list_is_refused_with_its_place(toml: str) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        parse_attributes(toml)


def test_a_name_given_twice_is_refused() -> None:
    entry = "[[attribute]]\nname='a'\nlabel='A'\nphrase='a'\nkind='text'\ndescription='d'\n"
    with pytest.raises(BadInput, match="twice"):
        parse_attributes(entry + entry)
