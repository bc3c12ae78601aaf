"""The prompts for any instruct model hold nothing that a model could take for its answer.

Small models do: a city or a trade that stands in a prompt as an example turns up as the author's, and the
first of a list is what they choose.
"""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from fake_engine import CutOff, FakeEngine, last_turn
from penname import locations
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.goal import Goal
from penname.roles.conversation import RoundConversation
from penname.roles.option_order import in_drawn_order
from penname.roles.packs import load_pack
from penname.roles.roles import Roles

_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_NAMES_OF_FIELDS = {
    *("validity", "evidence", "guesses", "certainty", "find", "replace", "explanation:", "Unknown"),
    *("reason", "answer", "readability", "meaning", "grounding", "invented"),
    *("reason_1", "reason_2", "reason_3"),
}
_CAPITALS = {"AUTHOR", "JSON", "Unknown", "Certainty", "Saying", "Yes", "No"}  # three begin a sentence


def prompts() -> Iterator[tuple[str, str]]:
    """Every message of the pack without the templates' own words, with its file's name."""

    def texts(table: dict[str, Any]) -> Iterator[str]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from texts(value)
            elif key in ("system", "user"):
                yield _TAG.sub(" ", value)

    for path in sorted(locations.shipped("prompts/default").glob("*.toml")):
        for text in texts(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield path.name, text


PROMPTS = list(prompts())


def values(attributes: tuple[Attribute, ...]) -> set[str]:
    """What could be said of an author, in lower case; a place in its parts."""
    found = {
        part.strip().casefold() for a in attributes for option in a.options for part in option.split(",")
    }
    categories = {o for a in attributes if a.kind is ValueKind.CATEGORY for o in a.options}
    return found - {option.casefold() for option in categories} - {""}


def test_all_files_are_looked_at() -> None:
    assert {name for name, _ in PROMPTS} == {
        *("anonymizer.toml", "arbitrator.toml", "attacker.toml", "judge.toml", "quality.toml"),
        *("screening.toml", "weighing.toml", "writer.toml"),
    }


@pytest.mark.parametrize(("name", "text"), PROMPTS)
def test_no_value_stands_in_a_prompt(name: str, text: str, attributes: tuple[Attribute, ...]) -> None:
    lowered = text.casefold()
    named = [value for value in values(attributes) if re.search(rf"\b{re.escape(value)}s?\b", lowered)]
    assert named == []
    sexed = r"\b(?:husband|wife|girlfriend|boyfriend|mother|father|woman|man|women|men|married|male|female)\b"
    assert re.findall(sexed, lowered) == []


@pytest.mark.parametrize(("name", "text"), PROMPTS)
def test_nothing_is_quoted_but_names_of_fields_and_nobody_is_named(name: str, text: str) -> None:
    quoted = set(re.findall(r'"([^"\n]+)"', text)) - _NAMES_OF_FIELDS
    assert {words for words in quoted if re.search(r"\w", words)} <= {" and "}
    inside = re.findall(r"(?<=[a-z,;] )[A-Z]\w+", text)
    assert set(inside) <= _CAPITALS
    assert {int(number) for number in re.findall(r"(?<![\w_])\d+", text)} <= {1, 2, 3, 4, 5, 10}


def test_options_are_shown_in_an_order_that_the_seed_draws(attributes: tuple[Attribute, ...]) -> None:
    def shown(seed: int) -> str:
        engine = FakeEngine(lambda _: CutOff("relationship:"), pack="default")
        Roles(engine, attributes).attack("It rained.", Goal(("relationship",), frozenset(), seed=seed))
        found = re.search(r"one of: ([^)]*)", last_turn(engine.requests[0]))
        assert found is not None
        return found.group(1)

    orders = {seed: shown(seed) for seed in range(6)}
    assert orders == {seed: shown(seed) for seed in range(6)}
    assert len(set(orders.values())) > 3
    (relationship,) = (a for a in attributes if a.name == "relationship")
    assert {frozenset(order.split(", ")) for order in orders.values()} == {frozenset(relationship.options)}


def test_a_drawn_order_changes_nothing_else(attributes: tuple[Attribute, ...]) -> None:
    for one, drawn in zip(attributes, in_drawn_order(attributes, 3), strict=True):
        assert (one.name, one.description) == (drawn.name, drawn.description)
        assert sorted(one.options) == sorted(drawn.options)


def test_only_categories_show_their_options(attributes: tuple[Attribute, ...]) -> None:
    turn = RoundConversation(load_pack("default"), "", attributes).attack()[-1].content.casefold()
    assert [value for value in values(attributes) if re.search(rf"\b{re.escape(value)}\b", turn)] == []
    for attribute in attributes:
        if attribute.kind is ValueKind.CATEGORY:
            assert all(option in turn for option in attribute.options)


def test_what_stands_for_no_guess_is_named_in_the_prompt() -> None:
    attacker = load_pack("default").attacker
    assert attacker.cannot_tell
    assert f"\n{attacker.cannot_tell}\n" in attacker.user
