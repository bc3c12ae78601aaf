"""Where a text does without a phrase, by losses that are known."""

from collections.abc import Sequence

import pytest

from penname.roles.fluency_deletion import Loss, Reworded, fluent_deletions

TEXT = "I moved here from the old town of Ghent, and my Irish setter likes it a lot. Nobody knows. At 7.14!"


class Model:
    """Each word behind what is given costs 1, but for those of `odd`; notes what it was asked."""

    def __init__(self, **odd: float) -> None:
        self.odd = odd
        self.asked: list[tuple[str, str]] = []

    def __call__(self, texts: Sequence[tuple[str, str]]) -> list[Loss]:
        self.asked += texts
        return [tuple(self._loss(given, text)) for given, text in texts]

    def _loss(self, given: str, text: str) -> list[float]:
        found = []
        before = given.split()[-1]
        for word in text.replace(",", " ").replace(".", " ").split():
            found.append(self.odd.get(f"{before}_{word}", self.odd.get(word, 1.0)))
            before = word
        return found


def test_what_nothing_was_found_for_goes_where_the_rest_reads_on() -> None:
    assert fluent_deletions(TEXT, [Reworded("Irish", None)], Model()) == {"Irish": "Irish"}
    assert fluent_deletions(TEXT, [Reworded("Irish", None)], Model(my_setter=3.5)) == {"Irish": "Irish"}
    assert fluent_deletions(TEXT, [Reworded("Irish", None)], Model(my_setter=4.5)) == {}


def test_the_preposition_goes_along() -> None:
    model = Model()
    assert fluent_deletions(TEXT, [Reworded("Ghent", None)], model) == {"Ghent": "of Ghent"}
    given, behind = "I moved here from the old town", ", and my Irish"
    assert model.asked == [(given, behind), (given, f" of Ghent{behind}")]
    found = fluent_deletions(TEXT, [Reworded("old town of Ghent", None)], model)
    assert found == {"old town of Ghent": "from the old town of Ghent"}


def test_a_replacement_stays_unless_it_is_far_less_likely() -> None:
    wish = Reworded("Irish", "foreign")
    assert fluent_deletions(TEXT, [wish], Model(foreign=6.0)) == {}
    assert fluent_deletions(TEXT, [wish], Model(foreign=9.0)) == {"Irish": "Irish"}
    assert fluent_deletions(TEXT, [wish], Model(foreign=6.0, foreign_setter=4.0)) == {"Irish": "Irish"}
    assert fluent_deletions(TEXT, [wish], Model(foreign=20.0, my_setter=6.0)) == {}


def test_a_replacement_is_only_read_where_the_rest_reads_on() -> None:
    model = Model(my_setter=9.0)
    fluent_deletions(TEXT, [Reworded("Irish", "foreign")], model)
    assert not [text for _, text in model.asked if "foreign" in text]


@pytest.mark.parametrize(
    "phrase",
    [
        "I",  # nothing stands before it
        "it a lot. Nobody knows. At 7.14!",  # nor behind it
        "7",  # a number goes on
        "o",  # only inside of words
        "the",  # in two places
    ],
)
def test_some_phrases_are_never_left_out(phrase: str) -> None:
    text = TEXT.replace("a lot", "the most") if phrase == "the" else TEXT
    assert fluent_deletions(text, [Reworded(phrase, None)], Model()) == {}


def test_a_model_that_gives_no_losses_leaves_nothing_out() -> None:
    assert fluent_deletions(TEXT, [Reworded("Irish", None)], lambda texts: [() for _ in texts]) == {}
