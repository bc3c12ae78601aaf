"""What a model nobody trained for it may not put in the place of a sentence."""

import pytest

from penname.domain.inferences import Inference
from penname.roles.writing.sentence_rules import objection

OLD = "I moved to Leeds with my husband two winters ago, and the rent is not too bad."
TEXT = f"{OLD} The office is quiet on Fridays and nobody minds the radio."
MARKED = ["leeds", "husband"]
READ = (Inference("location", "", ("Leeds, United Kingdom", "York", "Hull"), 4),)


def said_of(new: str, old: str = OLD) -> str | None:
    return objection(f"{old} {TEXT}", old, new, [word for word in MARKED if word in old.lower()], READ)


@pytest.mark.parametrize(
    "new",
    [
        "I moved here with my partner two winters ago, and the rent is not too bad.",
        "I moved to a city with somebody close two winters ago, and the rent isn't too bad.",
        "I moved two winters ago, and the rent is not too bad.",
        "I moved with my colleague two winters ago, and the rent is not too bad.",
        "I moved away with my partner one winter ago, and the rent is not too bad.",
    ],
)
def test_less_is_said(new: str) -> None:
    assert said_of(new) is None


@pytest.mark.parametrize(
    ("new", "reason"),
    [
        ("The author moved with a partner two winters ago, and the rent is not bad.", "about the author"),
        ("It is clear that I moved two winters ago, and the rent is not too bad.", "about the author"),
        ("I moved to [city] with my partner two winters ago, and the rent is not too bad.", "blank to fill"),
        ("I moved to Bradford two winters ago, and the rent is not too bad.", "another name"),
        ("I moved to a large city in the United Kingdom two winters ago, and the rent is not bad.", "still"),
        ("I moved with my wife two winters ago, and the rent is not too bad.", "something else instead"),
        ("I moved as a doctor with my partner two winters ago, and the rent is not too bad.", "another job"),
        ("I moved with my partner three winters ago, and the rent is not too bad.", "another number"),
        ("I moved with my partner in 2019, two winters ago, and the rent is not too bad.", "another number"),
        ("I moved to Leeds with my husband two winters ago, and the rent is not so bad.", "say “Leeds”"),
        ("我和伴侣两年前搬到这里 I rent winters not bad ago", "another language"),
        (
            OLD.replace("Leeds", "a city because it was so very lovely and warm out there by the sea"),
            "add what",
        ),
        ("I moved (to a city two winters ago, and the rent is not too bad.", "bracket"),
        ("I moved.", "remove most"),
        ("Somebody moved to a city two winters ago, and the rent is not too bad.", "by the author"),
        ("Somebody moved with my partner two winters ago, and the rent is not too bad.", "by the author"),
        ("I moved to a city with my partner two winters ago, and the rent is too bad.", "turn what"),
        ("I moved to a city with my partner two winters ago, and is the rent not too bad?", "turn what"),
        ("I moved to a city two winters ago. The rent is not too bad.", "add a sentence"),
        ("I moved to a city, to a city two winters ago, and the rent is not too bad.", "twice"),
        ("I moved two winters ago, and the rent is not too bad, the office is quiet.", "twice"),
        ("I took a flat somewhere with a partner, and that is not so expensive.", "more than what tells"),
    ],
)
def test_what_may_not_stand(new: str, reason: str) -> None:
    found = said_of(new)
    assert found is not None
    assert reason in found


def test_most_of_the_marked_words_go() -> None:
    old = "I fix the trams at the depot."
    for new, gone in (("I fix the trams there.", False), ("I fix things there.", True)):
        assert (objection(old, old, new, ["fix", "trams", "depot"], ()) is None) is gone


def test_a_short_sentence_may_lose_a_few_words() -> None:
    assert said_of("I moved.", "I moved to Leeds.") is None
    assert said_of("Yes.", "I moved to Leeds in May, yes.") is not None


def test_the_authors_own_words_are_no_fault() -> None:
    old = "The author, I say, moved to Leeds, moved to Leeds!"
    assert said_of("The author, I say, moved away, moved away!", old) is None
