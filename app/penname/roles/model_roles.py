"""The three roles with a model behind them: what `Roles` promises, for methods to call."""

import contextlib
import random
from collections.abc import Iterable, Sequence

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
from penname.domain.events import Arbitrated, Attacked, CuesListed, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict
from penname.domain.listener import Listener, SilentListener
from penname.domain.matching import Match, matches
from penname.domain.targets import draw_target
from penname.engine.client import EngineClient
from penname.roles.anonymizer import Anonymizer
from penname.roles.arbitrator import Arbitrator
from penname.roles.attacker import Attacker
from penname.roles.known_values import known_values
from penname.roles.packs import PromptPack, load_pack
from penname.roles.role_model import RoleModel
from penname.roles.roles import Aim, Feedback


class ModelRoles:
    """Attacker, arbitrator and anonymizer on one engine, spoken to through the pack its model names.

    With a `writer` (an engine and its pack, whose anonymizer must not follow the roles before it) that one
    rewrites instead.

    `attributes` are all attributes Penname knows (`settings.load_attributes`), in their order. Without the
    `second_reader` the model is measured alone. Raises BrokenPack.
    """

    def __init__(
        self,
        engine: EngineClient,
        attributes: Sequence[Attribute],
        listener: Listener | None = None,
        cancellation: Cancellation | None = None,
        pack: PromptPack | None = None,
        *,
        second_reader: bool = True,
        writer: tuple[EngineClient, PromptPack] | None = None,
    ) -> None:
        pack = pack or load_pack(engine.info.pack)
        listener, cancellation = listener or SilentListener(), cancellation or Cancellation()
        model = RoleModel(engine, pack, listener, cancellation)
        writing = RoleModel(*writer, listener, cancellation) if writer else model
        self._attributes = tuple(attributes)
        self._attacker = Attacker(model, second_reader=second_reader)
        self._arbitrator = Arbitrator(model)
        self._anonymizer = Anonymizer(writing, model)
        self._writing_pack = writer[1] if writer else pack
        self._reads = pack.attacker.reads

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """Infer the goal's attributes from `text`, as far as this model reads them."""
        return self._attacker.attack(text, self._asked(goal), goal, so_far)

    def guess_all(self, text: str, goal: Goal) -> Attacked:
        """A guess for each of the goal's attributes that this model reads, even from bias (RLAA, Eq. 11)."""
        return self._attacker.guess_all(text, self._asked(goal), goal)

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """Judge every inference against `text`."""
        asked = self._asked(goal, (inference.attribute for inference in attacked.inferences))
        return self._arbitrator.arbitrate(text, attacked, asked, goal)

    def rewrite(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
        feedback: Feedback = Feedback.VERDICTS,
    ) -> Rewritten:
        """Edit `text` so that the executed verdicts no longer hold, by the smallest changes."""
        return self._anonymizer.rewrite(
            text,
            attacked,
            execute,
            self._asked(goal, _named(attacked, execute)),
            goal,
            avoid=avoid,
            attempt=attempt,
            feedback=feedback,
        )

    def mislead(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        aims: Sequence[Aim],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
    ) -> Rewritten:
        """Edit `text` as if its author had the target values of `aims`."""
        return self._anonymizer.rewrite(
            text,
            attacked,
            execute,
            self._asked(goal, _named(attacked, execute)),
            goal,
            avoid=avoid,
            attempt=attempt,
            aims=aims,
        )

    def list_cues(self, text: str, attributes: Sequence[str], goal: Goal) -> CuesListed:
        """List what points to the true values of `attributes`."""
        asked = [attribute for attribute in self._attributes if attribute.name in attributes]
        return self._attacker.list_cues(text, asked, goal)

    def matches(self, attribute: str, guess: str, value: str) -> Match:
        """Whether `guess` says `value`, by rule."""
        return matches(self._known(attribute), guess, value, knowledge=known_values())

    def draw_target(self, attribute: str, truth: str | None) -> str | None:
        """A wrong value far from `truth`, which nobody can work out: the system draws it, not the seed."""
        known = self._known(attribute)
        if isinstance(known, str):
            return None
        with contextlib.suppress(BadInput):
            return draw_target(known, truth, random.SystemRandom(), knowledge=known_values())
        return None

    @property
    def needs_verdicts(self) -> bool:
        """Whether the model that rewrites edits only what the arbitrator has judged."""
        return self._writing_pack.writer is None and self._writing_pack.anonymizer.follows

    def _known(self, attribute: str) -> Attribute | str:
        return next((known for known in self._attributes if known.name == attribute), attribute)

    def _asked(self, goal: Goal, named: Iterable[str] = ()) -> tuple[Attribute, ...]:
        """The goal's attributes that this model reads, and those already `named` in the round, in their
        order.
        """
        reads = self._reads or tuple(attribute.name for attribute in self._attributes)
        wanted = {name for name in goal.attributes if name in reads} | set(named)
        return tuple(attribute for attribute in self._attributes if attribute.name in wanted)


def _named(attacked: Attacked, execute: Sequence[Verdict]) -> list[str]:
    return [i.attribute for i in attacked.inferences] + [verdict.attribute for verdict in execute]


def told_attacks(pack: str) -> bool:
    """Whether models of this prompt pack can be told the true values and list the cues; raises BrokenPack."""
    return load_pack(pack).attacker.told is not None


def unread_attributes(pack: str, attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Those of `attributes` that models of this prompt pack were not trained to read; raises BrokenPack."""
    reads = load_pack(pack).attacker.reads
    return tuple(attribute for attribute in attributes if reads and attribute.name not in reads)
