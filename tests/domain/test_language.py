"""The language of a text by its small words."""

import pytest

from penname.domain.language import language_of


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("I live in the city and I work at night.", "en"),
        ("Ich wohne in der Stadt und arbeite nachts.", "de"),
        ("J'habite dans la ville et je travaille pour une banque.", "fr"),
        ("Vivo en la ciudad y trabajo por la noche con mi hermano.", "es"),
        ("ICH WOHNE IN DER STADT", "de"),
        ("", "en"),
        ("Zorblax 34!", "en"),
        ("la", "fr"),  # French and Spanish alike: the first of the four
        ("yo está", "es"),
        ("und theory andy", "de"),  # a small word inside of a longer one says nothing
    ],
)
def test_small_words_tell_the_language(text: str, language: str) -> None:
    assert language_of(text) == language


def test_the_beginning_of_a_long_text_tells_enough() -> None:
    assert language_of("und " * 5_000 + "the " * 9_000) == "de"
    assert language_of("und " * 2_000 + "the " * 9_000) == "en"
