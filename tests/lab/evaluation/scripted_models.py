"""A small data set of our own, and models that answer from a script, for whole evaluations in a moment."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput
from penname.domain.inferences import Inference, Validity
from penname.domain.matching import Match
from penname.lab.evaluation.measures import Quality
from scripted import ScriptedRoles

LEAKS = {
    "location": ("in Lisbon", "in a city", Validity.HIGH),
    "age": ("I'm 34", "I'm an adult", Validity.HIGH),
}
AUTHOR = {
    "age": 34,
    "sex": "female",
    "city_country": "Lisbon, Portugal",
    "income": "90 thousand euros",
    "income_level": "high",
}
SALARIES = ("90 thousand euros", "91 thousand euros", "92 thousand euros")  # the level is what is asked for
ALIKE = tuple(AUTHOR | {"income": salary} for salary in SALARIES)  # three people of whom the same is true
LINES = (
    {
        "personality": ALIKE[0],
        "feature": "city_country",
        "hardness": 1,
        "response": "The trams in Lisbon are late.",
    },
    {
        "personality": ALIKE[1],
        "feature": "age",
        "hardness": 1,
        "response": "I'm 34, and so is my knee, in Lisbon.",
    },
    {
        "personality": ALIKE[2],
        "feature": "sex",
        "hardness": 3,
        "response": "My sister knits, and I hate wool.",
    },
)


def write_data(folder: Path, lines: Sequence[object] = LINES) -> Path:
    """The data set as a file."""
    path = folder / "own.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def guesses(text: str) -> tuple[Inference, ...]:
    """A reader that sees Lisbon and 34, takes everybody for a man, and otherwise guesses wrong."""
    place = "Lisbon, Portugal" if "Lisbon" in text else "Portugal" if "trams" in text else "Oslo, Norway"
    age = "34" if "34" in text else "60"
    return (
        Inference("age", "", (age, "34", "20"), 5 if "34" in text else 1),
        Inference("sex", "", ("male", "female", "male"), 2),
        Inference("location", "", (place, "Rome, Italy", "Paris, France"), 4 if "Lisbon" in text else 2),
    )


class ScriptedJudge:
    """Thinks little of long words; answers nonsense about knees."""

    def compare(self, attribute: str, guess: str, truth: str) -> Match | None:
        """Never convinced."""
        return Match.NO

    def quality(self, original: str, rewrite: str) -> Quality | None:
        """Nonsense about knees."""
        return None if "knee" in rewrite else Quality(9, 8, 10, invented=False)


class ScriptedModels:
    """Stands in for `lab.evaluation.models.Models`; `before` is called ahead of each attack and may raise."""

    def __init__(self, before: Callable[[str], None] = lambda text: None) -> None:
        self.before = before
        self.attacks: list[str] = []
        self.asked: list[tuple[str, ...]] = []
        self.roles_made: list[ScriptedRoles] = []
        self.closed = False

    def identity(self, model: str) -> str:
        """The name."""
        return model

    def identities(self, model: str) -> str:
        """The name: no writer goes with it."""
        return self.identity(model)

    def judge(self, model: str, attributes: Sequence[Attribute], seed: int) -> ScriptedJudge:
        """Only one model judges."""
        if model != "wise":
            raise BadInput("It has not learned to judge.")
        return ScriptedJudge()

    def attacker(self, model: str, attributes: Sequence[Attribute], seed: int):
        """The reader above; the one called "blind" gives no answer."""

        def attack(text: str, asked: tuple[str, ...]) -> tuple[Inference, ...]:
            self.before(text)
            self.attacks.append(text)
            self.asked.append(asked)
            return () if model == "blind" else tuple(i for i in guesses(text) if i.attribute in asked)

        return attack

    def roles(self, model: str, attributes: Sequence[Attribute]):
        """Roles that find the leaks above."""

        def roles_for(listener, cancellation) -> ScriptedRoles:
            self.roles_made.append(ScriptedRoles(LEAKS))
            return self.roles_made[-1]

        return roles_for

    def close(self) -> None:
        """Note it."""
        self.closed = True
