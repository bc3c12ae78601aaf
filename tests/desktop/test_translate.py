from collections.abc import Iterator

import pytest

from desktop.pseudo_locale import pseudo_locale
from penname.desktop import translate
from penname.desktop.translate import tr, tr_count


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    translate.use_catalog(None)


def test_placeholders_are_filled_by_name() -> None:
    assert (
        tr("Your {phrase}: {guess}", guess="Lisbon", phrase="place of residence")
        == "Your place of residence: Lisbon"
    )


def test_braces_in_a_sentence_without_values_and_in_values_stay() -> None:
    assert tr("{}") == "{}"
    assert tr("{a}", a="{b}") == "{b}"


def test_one_and_many() -> None:
    assert tr_count("{count} round", "{count} rounds", 1) == "1 round"
    assert tr_count("{count} round", "{count} rounds", 0) == "0 rounds"


def test_another_language_gets_the_whole_sentence() -> None:
    translate.use_catalog({"Round {number}": "Runde {number}"}.__getitem__)
    assert tr("Round {number}", number=2) == "Runde 2"


def test_the_pseudo_locale_is_at_least_forty_percent_longer_and_keeps_placeholders() -> None:
    sentence = "The model is not working. Your {what} is kept"
    longer = pseudo_locale(sentence)
    assert len(longer) >= 1.39 * len(sentence)
    assert "{what}" in longer
