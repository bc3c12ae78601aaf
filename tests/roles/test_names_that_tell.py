"""The names by which readers place an author."""

import pytest

from penname.roles.writing.names import place_names, unknown_names


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
    found = {text[slice(*span)] for span in place_names(text)}
    assert found == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("We ate Nshima and 'Ruisleipä' on Lohri.", {"Nshima", "Ruisleipä", "Lohri"}),
        ("Nshima is good. Munkoyo, too.", set()),  # at the beginning any word has a capital
        ("I studied for the PGCE, and I've met Marisol Garcia's Corolla.", {"PGCE"}),
        ("On Mondays The Neighbours Were Painting, I'll say, or in October.", set()),
    ],
)
def test_names_that_are_no_words_are_found(text, named):
    assert {text[slice(*span)] for span in unknown_names(text)} == named
