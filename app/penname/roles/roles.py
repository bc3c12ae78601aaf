"""The three roles with a model behind them, for methods to call."""

import contextlib
import random
from collections.abc import Sequence

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
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
from penname.roles.weighing import Weigher


class Roles:
    """Attacker, arbitrator and anonymizer on one engine, spoken to through the pack its model names.

    With a `writer` (an engine and its pack, whose anonymizer must not follow the roles before it) that one
    rewrites instead.

    `attributes` are all attributes Penname knows (`settings.load_attributes`), in their order. Without the
    `second_reader` the model is measured alone. Raises BrokenPack.

    Made for one text: the writer remembers its author's sentences. Otherwise stateless: every call names all
    it needs, so nothing of an earlier round can leak into a later one. All but `matches` and `draw_target`
    stream to the listener, and raise Cancelled when stopped before anything usable exists, EngineError when
    the model fails for good.
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
        model = RoleModel(engine, pack, listener, cancellation, attributes)
        writing = RoleModel(*writer, listener, cancellation, attributes) if writer else model
        attacker = Attacker(model, second_reader=second_reader)
        self.attack = attacker.attack
        self.guess_all = attacker.guess_all
        self.list_cues = attacker.list_cues
        self.arbitrate = Arbitrator(model).arbitrate
        self.weigh = Weigher(model).weigh
        self.rewrite = Anonymizer(writing, model).rewrite
        self._attributes = tuple(attributes)
        self._writing_pack = writer[1] if writer else pack

    @property
    def needs_verdicts(self) -> bool:
        """Whether the model that rewrites edits only what the arbitrator has judged, as it was trained to."""
        return self._writing_pack.anonymizer.follows

    def matches(self, attribute: str, guess: str, value: str) -> Match:
        """Whether `guess` says `value`, by the rules of `domain.matching`; needs no model."""
        return matches(self._known(attribute), guess, value, knowledge=known_values())

    def draw_target(self, attribute: str, truth: str | None) -> str | None:
        """A wrong value far from `truth`, which nobody can work out: the system draws it, not the seed.

        It is drawn again each time; None where there is none to draw.
        """
        known = self._known(attribute)
        if isinstance(known, str):
            return None
        with contextlib.suppress(BadInput):
            return draw_target(known, truth, random.SystemRandom(), knowledge=known_values())
        return None

    def _known(self, attribute: str) -> Attribute | str:
        return next((known for known in self._attributes if known.name == attribute), attribute)


def told_attacks(pack: str) -> bool:
    """Whether models of this prompt pack can be told the true values and list the cues; raises BrokenPack."""
    return load_pack(pack).attacker.told is not None


def unread_attributes(pack: str, attributes: Sequence[Attribute]) -> tuple[Attribute, ...]:
    """Those of `attributes` that models of this prompt pack were not trained to read; raises BrokenPack."""
    reads = load_pack(pack).attacker.reads
    return tuple(attribute for attribute in attributes if reads and attribute.name not in reads)
