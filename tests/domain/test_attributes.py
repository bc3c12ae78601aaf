"""The attributes that ship, and what counts as a value of each."""

import msgspec
import pytest

from penname.domain.attributes import (
    ValueKind,
    all_attributes,
    attribute_named,
    parse_attribute,
    shipped_attributes,
    use_own_attributes,
)
from penname.domain.errors import BadInput

SHIPPED = {a.name: a for a in shipped_attributes()}


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
        ("age", "5", "5"),
        ("age", "120", "120"),
        ("education", "x" * 120, "x" * 120),
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
    ("name", "value", "sentence"),
    [
        ("age", "", "Please give a value for age."),
        ("age", "0034", "“0034” is not an age. Please give a whole number from 5 to 120."),
        ("age", "old  man", "“old man” is not an age. Please give a whole number from 5 to 120."),
        ("sex", "it", "“it” is not one of: male, female."),
        ("occupation", "x" * 121, "A value for occupation may have at most 120 characters."),
    ],
)
def test_the_sentence_says_what_would_be_a_value(name: str, value: str, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        SHIPPED[name].normalize(value)
    assert str(refused.value) == sentence


ENTRY = "name='a'\nlabel='A'\nphrase='a'\nkind='text'\ndescription='d'\n"


@pytest.mark.parametrize(
    ("toml", "mistake"),
    [
        ("name = 'x'", "missing required field"),
        ("not toml", "line 1"),
        ("name = 3", r"\$.name"),
        (f"{ENTRY}[[rules]]\npattern = 'i am (?P<out>'\nafter = ''", "cannot be read: missing"),
        (f"{ENTRY}[[rules]]\npattern = 'i am a'\nafter = ''", "needs a group"),
    ],
)
def test_a_broken_file_is_refused_with_its_mistake(toml: str, mistake: str) -> None:
    with pytest.raises(BadInput, match=f"^An attribute cannot be read: .*{mistake}"):
        parse_attribute(toml)


def test_an_attribute_is_known_by_its_name_while_the_user_has_it() -> None:
    own = parse_attribute(ENTRY + "everyday_values = true")
    use_own_attributes((own, msgspec.structs.replace(SHIPPED["age"], label="Mine")))
    assert (attribute_named("a"), attribute_named("age")) == (own, SHIPPED["age"])
    assert all_attributes() == (*SHIPPED.values(), own)
    use_own_attributes(())
    assert not attribute_named("a").everyday_values
    assert attribute_named("a").kind is ValueKind.TEXT
