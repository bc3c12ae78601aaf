"""What an attacker of an evaluation has beside the model, and how it is asked: bare and briefly, unless its
name says more.

starter                 bare: the model alone, asked in words that are no method's
starter+rules           what is stated outright is found by rule, too
starter+prompts         asked as the method asks it: in the words of the model's own prompt pack
starter+probes          with the probes of its states; fitted on those words, so it is asked in them
starter+one-by-one      reasons freely before it answers, of one attribute at a time (FgAA, IncogniText)
starter+together        reasons freely before it answers, of all attributes at once (RLAA)
"""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput
from penname.domain.matching import Rules
from penname.domain.matching.papers import fgaa_options
from penname.roles.packs import PromptPack, load_outside_attacker

_AIDS = ("rules", "prompts", "probes")


class AttackStyle(StrEnum):
    """How an attacker reasons: `short`, in a sentence within the answer, else freely before it."""

    SHORT = "short"
    ONE_BY_ONE = "one-by-one"
    TOGETHER = "together"


class AttackerSpec(msgspec.Struct, frozen=True):
    """A model that attacks, what helps it, and how it is asked."""

    model: str
    rules: bool = False
    prompts: bool = False
    probes: bool = False
    style: AttackStyle = AttackStyle.SHORT

    @property
    def described(self) -> str:
        """What helps it and how it reasons, for the report."""
        aids = [aid for aid in _AIDS if getattr(self, aid)]
        helped = f"with {', '.join(aids)}" if aids else "bare"
        return helped if self.style is AttackStyle.SHORT else f"{helped}, reasons first, {self.style}"

    def asks_with(self, own: PromptPack) -> PromptPack:
        """The pack it is asked with, given the model's `own`. Raises BrokenPack."""
        if self.probes:
            return own
        prompt = own.attacker if self.prompts else load_outside_attacker()
        return msgspec.structs.replace(own, attacker=prompt, probe_calibration=None)


def parse_attacker(written: str) -> AttackerSpec:
    """An attacker as it is named on the command line; only what is known is split off the model's name.

    Raises BadInput for one that is to reason freely in words that leave no room for it.
    """
    model, said = written, set[str]()
    while (parts := model.rpartition("+"))[0] and parts[2] in (*_AIDS, *AttackStyle):
        model = parts[0]
        said.add(parts[2])
    styles = [style for style in AttackStyle if style in said]
    own_words = bool(said & {"prompts", "probes"})
    if len(styles) > 1 or (own_words and styles and styles != [AttackStyle.SHORT]):
        raise BadInput(
            f"“{written}” cannot attack: it is asked in one style, and a model's own prompts and probes know "
            "only the short one."
        )
    style = styles[0] if styles else AttackStyle.SHORT
    return AttackerSpec(model, "rules" in said, own_words, "probes" in said, style)


def in_styles(attackers: Sequence[str], styles: Sequence[str]) -> tuple[str, ...]:
    """Each of the attackers in each of the styles, unless its name says one. Raises BadInput for no style."""
    unknown = [style for style in styles if style not in tuple(AttackStyle)]
    if unknown:
        raise BadInput(f"There is no attack style “{unknown[0]}”. Choose from: {', '.join(AttackStyle)}.")
    found = []
    for written in attackers:
        says = any(f"+{style}" in written for style in AttackStyle)
        found += [written if says or style == AttackStyle.SHORT else f"{written}+{style}" for style in styles]
    return tuple(dict.fromkeys(found))


def offered(attributes: Sequence[Attribute], rules: Rules) -> tuple[Attribute, ...]:
    """The attributes with the options among which the attackers of the paper choose that `rules` follow.

    Penname's are RLAA's; FgAA has its own, also for education.
    """
    if rules is not Rules.FGAA:
        return tuple(attributes)
    return tuple(
        msgspec.structs.replace(attribute, kind=ValueKind.CATEGORY, options=options)
        if (options := fgaa_options(attribute.name))
        else attribute
        for attribute in attributes
    )
