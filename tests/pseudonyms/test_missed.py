"""What "Did we miss a name?" asks about."""

from penname.pseudonyms.detect import detect_by_rules
from penname.pseudonyms.names.missed import perhaps_missed


def missed(text: str, kept: tuple[str, ...] = (), most: int = 9) -> tuple[str, ...]:
    return perhaps_missed(text, detect_by_rules(text), kept, most)


def test_capitals_inside_a_sentence_that_nobody_found_are_asked_about() -> None:
    text = "Yesterday the old Lantern was near a Gravel Path. We like Lantern. Then Anna Smith left."
    assert missed(text) == ("Lantern", "Gravel Path")
    assert missed(text, ("lantern",)) == ("Gravel Path",)
    assert missed(text, most=1) == ("Lantern",)


def test_words_months_and_short_capitals_are_not() -> None:
    assert missed("I saw it on Monday in May, on TV. The Thing is: a thing is a Thing.") == ()


def test_german_nouns_are_not() -> None:
    text = "Wir haben gestern den Vertrag mit der Versicherung und das Haus besprochen, und das war sehr gut."
    assert missed(text) == ()
