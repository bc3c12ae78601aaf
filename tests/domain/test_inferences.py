"""What an inference points at in the text."""

import pytest

from penname.domain.inferences import Inference, Validity, Verdict

TEXT = "I nursed all night in Leeds, don't you know, mate. It's grand."


def quotations(reasoning: str, *quotes: str) -> tuple[str, ...]:
    return Inference("sex", reasoning, ("x",), 3, quotes=quotes).quotations(TEXT)


@pytest.mark.parametrize(
    ("reasoning", "found"),
    [
        ('They say "all night" and "mate".', ("all night", "mate")),
        ("They say “all night”, ‘in Leeds’ and 'mate'.", ("all night", "in Leeds", "mate")),
        ('"mate" comes before "Leeds", and "mate" again', ("mate", "Leeds")),
        ("It's the author's \"mate\"", ("mate",)),
        ("'don't you know' is chatty", ("don't you know",)),
        ('"York" is no word of it', ()),
        ('"I" is too short to tell', ()),
        ("Nothing is quoted: mate", ()),
    ],
)
def test_what_the_reasoning_quotes_is_found_if_the_text_has_it(
    reasoning: str, found: tuple[str, ...]
) -> None:
    assert quotations(reasoning) == found


def test_the_quotes_that_are_known_come_first_and_once() -> None:
    assert quotations('"mate" and "Leeds"', "Leeds", "gone") == ("Leeds", "mate")


def test_high_and_medium_verdicts_are_acted_on() -> None:
    assert [v for v in Validity if Verdict("sex", v).executed] == [Validity.HIGH, Validity.MEDIUM]
