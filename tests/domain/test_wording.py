"""What carries the meaning of a short text."""

import pytest

from penname.domain.matching.wording import folded, normal_form


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  Zürich \n West ", "zurich west"),
        ("SØREN Łódź", "soren lodz"),
        ("Straße & Æon", "strasse and aeon"),
        ("İstanbul", "istanbul"),
    ],
)
def test_folded_text_has_no_capitals_accents_or_wide_gaps(text: str, plain: str) -> None:
    assert folded(text) == plain


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Owner of a small shop", ("small", "shop", "owner")),
        ("the head of sales at a bank in Leeds", ("leed", "bank", "sale", "head")),
        ("of shops", ("shop",)),
        ("works part-time as a nurse", ("nurse",)),
        ("full time tutor", ("tutor",)),
        ("nurses' aide, teacher’s aide", ("nurse", "aide", "teacher", "aide")),
        ("studies companies ties bus gas business physics", (
            "study", "company", "tie", "bus", "gas", "business", "physics")),
        ("C++ and C# developer", ("c++", "c#", "developer")),
        ("", ()),
    ],
)  # fmt: skip
def test_the_main_word_comes_last_and_fillers_are_left_out(text: str, words: tuple[str, ...]) -> None:
    assert normal_form(text) == words


def test_wordings_of_one_thing_become_the_first_of_them_the_longest_first() -> None:
    same = (("nurse", "nursing sister", "sister"), ("lawyer", "attorneys at law"))
    assert normal_form("nursing sister", same) == ("nurse",)
    assert normal_form("a sister", same) == ("nurse",)
    assert normal_form("sisterly", same) == ("sisterly",)
    assert normal_form("attorney at law", same) == ("lawyer",)
