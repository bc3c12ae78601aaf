"""Screens a text before the attacker is asked: of which attributes it may tell anything at all.

To write reasoning and guesses about eight attributes takes a model on a processor most of a round, and a
comment tells one or two of them. Whether it does is asked first, for each attribute by itself, side by side
behind the text they share, and read off the probability of one token: the answer Yes. A model's liking for
that answer is not the text's doing, so the log-odds that the same question has about a text that tells
nothing are taken off (contextual calibration; Zhao et al. 2021, "Calibrate Before Use", section 5).

A model too small for the question says of any text what it says of none, and would be asked nothing more.
Whether it can tell at all is measured on a text that states everything; if not, it is not screened.
"""

import math
from collections.abc import Collection, Sequence
from statistics import fmean

from penname.domain.attributes import Attribute
from penname.domain.thread import NO_THREAD, Thread
from penname.engine.client import Answer
from penname.engine.grammar import Fixed
from penname.engine.requests import Message, Request, Sampling
from penname.roles.packs import ScreeningPrompt
from penname.roles.role_model import RoleModel, RoleRequest, RoleTask

_LEAST_LOSS = 1e-6  # nats; below it, float32 scores tell no more of how sure the model is


class Screening:
    """Asks a model that has no probes. Remembers what it says of the text that tells nothing, and whether the
    one that tells everything made it say more.
    """

    def __init__(self, model: RoleModel) -> None:
        self._model = model
        self._neutral: dict[str, float] = {}  # log-odds by attribute, in nats
        self._can_tell: bool | None = None  # None: not measured yet

    def shown(
        self,
        text: str,
        attributes: Sequence[Attribute],
        found: Collection[str],
        thread: Thread = NO_THREAD,
    ) -> RoleTask[frozenset[str]]:
        """The names of those of `attributes` that `text` may tell in its `thread`, without those `found`.

        It is all of them where the pack does not screen and where the model cannot tell: where the mean over
        the `attributes`, of the log-odds for the pack's `telling` text above those for its `neutral` one, is
        below `tells_from`. That is measured once, beside the first text's questions. The users' own
        attributes stand in no telling text; with nothing but those, all are asked in full, too.
        """
        prompt = self._model.pack.screening
        asked = [attribute for attribute in attributes if attribute.name not in found]
        everything = frozenset(attribute.name for attribute in asked)
        stated = [attribute for attribute in attributes if not attribute.custom]
        if prompt is None or not asked or not (stated if self._can_tell is None else self._can_tell):
            return everything
        questions = (
            (text, thread, asked),
            (prompt.neutral, NO_THREAD, [a for a in attributes if a.name not in self._neutral]),
            (prompt.telling, NO_THREAD, stated if self._can_tell is None else []),
        )
        answers = yield tuple(
            RoleRequest(_question(prompt, shown, beside, attribute))
            for shown, beside, those in questions
            for attribute in those
        )
        log_odds = iter([_log_odds(answer) for answer in answers])
        told, neutral, stating = ({a.name: next(log_odds) for a in those} for *_, those in questions)
        self._neutral |= neutral
        if stating:
            rises = (stating[name] - self._neutral[name] for name in stating)
            self._can_tell = fmean(rises) >= prompt.tells_from
        if not self._can_tell:
            return everything
        return frozenset(name for name in told if told[name] - self._neutral[name] >= prompt.ask_from)


def _question(prompt: ScreeningPrompt, text: str, thread: Thread, attribute: Attribute) -> Request:
    user = Message("user", prompt.render(text=text, attribute=attribute, thread=thread))
    messages = (Message("system", prompt.system, len(prompt.system)), user)
    most = Sampling(max_tokens=2 + len(prompt.yes))  # at most a token a character, and the limit itself cuts
    return Request(messages, Fixed(prompt.yes), most, measured=True)


def _log_odds(answer: Answer) -> float:
    """Of Yes over anything else, which of a model that follows is No; in nats."""
    return -math.log(math.expm1(max(_LEAST_LOSS, sum(answer.losses))))
