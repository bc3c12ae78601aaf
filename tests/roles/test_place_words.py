"""The names by which readers place an author."""

import pytest

from penname.roles.writing.place_words import place_words


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("We live in Cape Town, near Table Mountain.", {"Cape Town", "Table Mountain"}),
        ("I am a Finn. Finnish is hard, and Finns are shy.", {"Finn", "Finnish", "Finns"}),
        ("i'm a finn, from helsinki", {"finn", "helsinki"}),
        ("The tram stops at Victoria Station.", {"Victoria Station"}),
        ("We swam in Loch Ness.", {"Loch Ness"}),
        ("I polish my boots in May. God, it is nice.", set()),
        ("Much of it is in English. March on!", set()),
        ("Nobody knows the reading of it.", set()),
    ],
)
def test_places_peoples_and_landmarks_are_found(text, named):
    found = {text[slice(*span)] for span in place_words(text)}
    assert found == named
