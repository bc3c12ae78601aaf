"""An attribute that a user adds, from their words."""

import pytest

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput
from penname.domain.own_attributes import own_attribute


def test_with_values_it_is_one_of_them_and_without_any_text() -> None:
    assert own_attribute(" health  state", "illnesses  of the author", [""]) == Attribute(
        "health_state", "Health state", "health state", ValueKind.TEXT, "illnesses of the author"
    )
    diet = own_attribute("Diet", "what the author eats", [" vegan", "anything ", "vegan"])
    assert (diet.kind, diet.options) == (ValueKind.CATEGORY, ("vegan", "anything"))
    assert diet.normalize("Vegan") == "vegan"


@pytest.mark.parametrize(
    ("label", "description", "values", "said"),
    [
        ("", "x", [], "a name of 1 to 40"),
        ("?!", "x", [], "a name of 1 to 40"),
        ("x" * 41, "x", [], "a name of 1 to 40"),
        ("Age", "x", [], "“age” already"),
        ("Health", " ", [], "what Health is"),
        ("Health", "x" * 201, [], "what Health is"),
        ("Health", "x", ["good"], "two values or more"),
    ],
)
def test_what_is_missing_is_said(label: str, description: str, values: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        own_attribute(label, description, values, ["age"])
