""" "A" or "an": the one that the next word asks for, and none before another article."""

import pytest

from penname.domain.articles import article, fitting_end, has_english_articles, with_fitting_articles


@pytest.mark.parametrize(
    ("following", "expected"),
    [
        ("apple", "an"),
        ("Apple", "an"),
        ("pear", "a"),
        ("hour", "an"),
        ("honest man", "an"),
        ("house", "a"),
        ("university", "a"),
        ("user", "a"),
        ("European", "a"),
        ("uncle", "an"),
        ("one-off", "a"),
        ("onerous task", "an"),
        ("8-year-old", "an"),
        ("80 year old", "an"),
        ("11 year old", "an"),
        ("18th", "a"),
        ("18-year-old", "an"),
        ("110 year old", "a"),
        ("7-year-old", "a"),
        ("NHS manager", "an"),
        ("MBA", "an"),
        ("BBC reporter", "a"),
        ("UN driver", "a"),
        ("Uber driver", "an"),
    ],
)
def test_the_article_is_that_of_the_sound(following: str, expected: str) -> None:
    assert article("a", following) == article("an", following) == expected
    assert article("A", following) == article("An", following) == expected.capitalize()


def test_each_article_of_a_phrase_is_made_to_fit() -> None:
    assert with_fitting_articles("a apple, an pear and A  old man") == "an apple, a pear and An  old man"
    assert with_fitting_articles("vitamin-a apple, plan a") == "vitamin-a apple, plan a"


@pytest.mark.parametrize(
    ("text", "following", "expected"),
    [
        ("I am a ", "engineer", (5, "an ")),
        ("I am a", " engineer", (5, "an")),
        ("I am an  ", "nurse", (5, "a  ")),
        ("An ", "nurse", (0, "A ")),
        ("I am a ", "the boss", (5, "")),
        ("I am a ", "someone", (5, "")),
        ("I am a", " the boss", (5, "")),
        ("A ", "the", None),  # a capital begins a sentence, or names a thing
        ("I am a ", "nurse", None),
        ("I am a", "nurse", None),  # no word begins behind it
        ("I am a ", ", you know", None),
        ("plan-a ", "engineer", None),
        ("I am ", "engineer", None),
        ("", "engineer", None),
    ],
)
def test_the_end_of_a_text_is_made_to_fit_what_follows(
    text: str, following: str, expected: tuple[int, str] | None
) -> None:
    assert fitting_end(text, 0, len(text), following) == expected


def test_only_the_given_stretch_is_looked_at() -> None:
    assert fitting_end("I am a nurse", 0, 7, "engineer") == (5, "an ")
    assert fitting_end("I am a ", 6, 7, "engineer") is None
    assert fitting_end("I am a" + 8 * " ", 0, 14, "engineer") is None  # too far behind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I am the nurse.", True),
        ("It’s a secret.", True),
        ("Voy a Madrid y la ciudad", False),
        ("Es war the best, und ich weiß, das ist nicht mein Ding.", False),
        ("a b", False),
    ],
)
def test_a_and_an_are_articles_in_english_texts_alone(text: str, expected: bool) -> None:
    assert has_english_articles(text) is expected
