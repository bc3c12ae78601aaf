"""Small models misquote: what they meant is found, what does not stand in the text is not."""

from hypothesis import given
from hypothesis import strategies as st

from penname.domain.tokens import occurrences
from penname.roles.quotes import quoted_from

TEXT = "We took over my aunt's old flat in Lisbon two winters ago, ground floor, no heating worth the name."


def test_exact_quotes_stay():
    assert quoted_from(TEXT, "flat in Lisbon") == "flat in Lisbon"
    assert quoted_from(TEXT, ' "flat in Lisbon" ') == "flat in Lisbon"


def test_near_misses_become_what_stands_there():
    assert quoted_from(TEXT, "my aunts old flat in Lisbon") == "my aunt's old flat in Lisbon"
    assert quoted_from(TEXT, "Ground floor") == "ground floor"


def test_what_does_not_stand_there_is_nothing():
    for phrase in ("house in Porto", "summers", "Porto", "at", "", "  ", '"'):
        assert quoted_from(TEXT, phrase) is None


@given(st.text(max_size=40), st.text(max_size=60))
def test_whatever_is_found_stands_in_the_text(phrase, text):
    found = quoted_from(text, phrase)
    assert found is None or occurrences(text, found)
