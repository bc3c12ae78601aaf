"""The three roles with a model behind them: what `Roles` promises, for methods to call."""

from collections.abc import Iterable, Sequence

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.events import Arbitrated, Attacked, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Verdict
from penname.domain.listener import Listener, SilentListener
from penname.engine.client import EngineClient
from penname.roles.anonymizer import Anonymizer
from penname.roles.arbitrator import Arbitrator
from penname.roles.attacker import Attacker
from penname.roles.packs import PromptPack, load_pack
from penname.roles.role_model import RoleModel


class ModelRoles:
    """Attacker, arbitrator and anonymizer on one engine, spoken to through the pack its model names.

    `attributes` are all attributes Penname knows (`settings.load_attributes`), in their order. Raises
    BrokenPack.
    """

    def __init__(
        self,
        engine: EngineClient,
        attributes: Sequence[Attribute],
        listener: Listener | None = None,
        cancellation: Cancellation | None = None,
        pack: PromptPack | None = None,
    ) -> None:
        model = RoleModel(
            engine,
            pack or load_pack(engine.info.pack),
            listener or SilentListener(),
            cancellation or Cancellation(),
        )
        self._attributes = tuple(attributes)
        self._attacker = Attacker(model)
        self._arbitrator = Arbitrator(model)
        self._anonymizer = Anonymizer(model)
        self._reads = model.pack.attacker.reads

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """See `Roles`."""
        return self._attacker.attack(text, self._asked(goal), goal, so_far)

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """See `Roles`."""
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
    ) -> Rewritten:
        """See `Roles`."""
        named = [inference.attribute for inference in attacked.inferences] + [v.attribute for v in execute]
        return self._anonymizer.rewrite(
            text, attacked, execute, self._asked(goal, named), goal, avoid=avoid, attempt=attempt
        )

    def _asked(self, goal: Goal, named: Iterable[str] = ()) -> tuple[Attribute, ...]:
        """The goal's attributes that this model reads, and those already `named` in the round, in their
        order.
        """
        reads = self._reads or tuple(attribute.name for attribute in self._attributes)
        wanted = {name for name in goal.attributes if name in reads} | set(named)
        return tuple(attribute for attribute in self._attributes if attribute.name in wanted)


def unread_attributes(pack: str, attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Those of `attributes` that models of this prompt pack were not trained to read; raises BrokenPack."""
    reads = load_pack(pack).attacker.reads
    return tuple(attribute for attribute in attributes if reads and attribute.name not in reads)
