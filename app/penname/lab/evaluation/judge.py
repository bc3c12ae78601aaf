"""The judge (FgAA): asks a model whether a guess is the true value, where words alone do not decide.

Handed to `domain.matching.matches`. Only packs with a `judge.toml` have one: the starter model has not
learned it, and its opinion would be worth less than the rules'.
"""

import json
from collections.abc import Sequence

from penname.domain.attributes import Attribute
from penname.domain.matching import Match
from penname.engine.grammar import Fixed, OneOf, String
from penname.engine.grammar import Sequence as InSequence
from penname.engine.requests import Message
from penname.roles.role_model import RoleModel

_REASON_CHARS = 200
_GRAMMAR = InSequence(
    (
        Fixed('{"reason": "'),
        String(_REASON_CHARS),
        Fixed('", "answer": "'),
        OneOf(tuple(Fixed(match.value) for match in Match)),
        Fixed('"}'),
    )
)


class Judge:
    """Compares with one model. Calling it raises Cancelled, or EngineError when the model fails for good."""

    def __init__(self, model: RoleModel, attributes: Sequence[Attribute], seed: int = 0) -> None:
        if model.pack.judge is None:
            raise ValueError(f"the pack {model.pack.name} has no judge")
        self._model = model
        self._prompt = model.pack.judge
        self._attributes = {attribute.name: attribute for attribute in attributes}
        self._seed = seed

    def __call__(self, attribute: str, guess: str, truth: str) -> Match:
        """The model's word; an answer that was cut off counts as no."""
        return self.ask(attribute, guess, truth) or Match.NO

    def ask(self, attribute: str, guess: str, truth: str) -> Match | None:
        """The model's word, or None for an answer that is none."""
        known = self._attributes.get(attribute)
        user = self._prompt.render(
            label=known.label if known else attribute,
            description=known.description if known else "a fact about a person",
            guess=_one_line(guess),
            truth=_one_line(truth),
        )
        system = (Message("system", self._prompt.system),) if self._prompt.system else ()
        answer = self._model.ask(
            (*system, Message("user", user)), _GRAMMAR, self._prompt.sampling, user, self._seed
        )
        try:
            return Match(json.loads(answer.text)["answer"])
        except (ValueError, KeyError, TypeError):
            return None


def _one_line(value: str) -> str:
    """A value that cannot begin a line of its own among the instructions."""
    return " ".join(value.split())[:200]
