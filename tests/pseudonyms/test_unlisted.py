"""Names that no list knows, and capitals that are none."""

import pytest

from penname.pseudonyms.detect import detect_by_rules
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Kind


def found(text: str) -> list[tuple[str, Kind]]:
    return [(entity.text, entity.kind) for entity in detect_by_rules(text)]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("We hear that Qworbel is late again.", "Qworbel", ORGANIZATION),
        ("Qworbel is late again, they say.", "Qworbel", ORGANIZATION),
        ("The parcel is somewhere near Qworbel now.", "Qworbel", PLACE),
        ("Could you remind Qworbel of it?", "Qworbel", PERSON),
        ("I met Anna, Qworbel and the others.", "Qworbel", PERSON),
        ("She has been at Lantern for years.", "Lantern", ORGANIZATION),
        ("Lantern charged me twice in one week.", "Lantern", ORGANIZATION),
        ("We ate at the Red Lantern yesterday.", "Red Lantern", ORGANIZATION),
        ("The cake came from Stone & Lantern by post.", "Stone & Lantern", ORGANIZATION),
        ("He was outside Qworbel's in the rain.", "Qworbel's", ORGANIZATION),
        ("hi there, so tyrone came late. he was in paris.", "tyrone", PERSON),
        ("hi there, so tyrone came late. he was in paris.", "paris", PLACE),
    ],
)
def test_names_are_found_by_what_stands_around_them(text: str, name: str, kind: Kind) -> None:
    assert (name, kind) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "The Tenant shall pay the Landlord by Friday.",
        "Use FastReader and ValueError in read_Qworbel or path/Qworbel here.",
        "She speaks Hausa and Welsh, and knows Excel.",
        "Management wants to see the HR Manager at once.",
        "Next Steps For The Lantern\n\nWe will see it then.",
        "We saw a lantern. By Lantern I mean the word.",
        "We will publish it in May or by June.",
        "They like it, and so do I. Lanterns are lovely.",
    ],
)
def test_other_capitals_are_left_alone(text: str) -> None:
    assert found(text) == []


def test_other_languages_are_left_to_the_lists() -> None:
    assert found("Wir haben gestern bei der Laterne gesessen, und die Suppe bei Qworbel war sehr gut.") == []
