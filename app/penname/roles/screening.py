"""Screens a text before the attacker is asked: of which attributes it may tell anything at all.

To write reasoning and guesses about eight attributes takes a model on a processor most of a round, and a
comment tells one or two of them. Whether it does is asked first, for each attribute by itself, side by side
behind the text they share, and read off the probability of one token: the answer Yes. A model's liking for
that answer is not the text's doing, so the log-odds that the same question has about a text that tells
nothing are taken off (contextual calibration; Zhao et al. 2021, "Calibrate Before Use", section 5).
"""

import math
from collections.abc import Sequence

from penname.domain.attributes import Attribute
from penname.engine.client import Answer
from penname.engine.grammar import Fixed
from penname.engine.requests import Message, Request, Sampling
from penname.roles.packs import ScreeningPrompt
from penname.roles.role_model import RoleModel, RoleRequest, RoleTask

_LEAST_LOSS = 1e-6  # nats; below it, float32 scores tell no more of how sure the model is


class Screening:
    """Asks a model that has no probes. Remembers what it says of the text that tells nothing."""

    def __init__(self, model: RoleModel) -> None:
        self._model = model
        self._neutral: dict[str, float] = {}  # log-odds by attribute

    def shown(self, text: str, asked: Sequence[Attribute]) -> RoleTask[frozenset[str]]:
        """The names of those of `asked` that `text` may tell; all where the pack does not screen."""
        prompt = self._model.pack.screening
        if prompt is None or not asked:
            return frozenset(attribute.name for attribute in asked)
        unknown = [attribute for attribute in asked if attribute.name not in self._neutral]
        answers = yield tuple(
            RoleRequest(_question(prompt, shown, attribute))
            for shown, attributes in ((text, asked), (prompt.neutral, unknown))
            for attribute in attributes
        )
        log_odds = [_log_odds(answer) for answer in answers]
        self._neutral |= zip((attribute.name for attribute in unknown), log_odds[len(asked) :], strict=True)
        return frozenset(
            attribute.name
            for attribute, told in zip(asked, log_odds, strict=False)
            if told - self._neutral[attribute.name] >= prompt.ask_from
        )


def _question(prompt: ScreeningPrompt, text: str, attribute: Attribute) -> Request:
    user = Message("user", prompt.render(text=text, attribute=attribute))
    messages = (Message("system", prompt.system, len(prompt.system)), user)
    most = Sampling(max_tokens=2 + len(prompt.yes))  # at most a token a character, and the limit itself cuts
    return Request(messages, Fixed(prompt.yes), most, measured=True)


def _log_odds(answer: Answer) -> float:
    """Of Yes over anything else, which of a model that follows is No."""
    return -math.log(math.expm1(max(_LEAST_LOSS, sum(answer.losses))))
