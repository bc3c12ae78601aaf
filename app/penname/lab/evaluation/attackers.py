"""What an attacker of an evaluation has beside the model: nothing, unless its name says so.

starter                 bare: the model alone, asked in words that are no method's
starter+rules           what is stated outright is found by rule, too
starter+prompts         asked as the method asks it: in the words of the model's own prompt pack
starter+probes          with the probes of its states; fitted on those words, so it is asked in them
"""

import msgspec

from penname.roles.packs import PromptPack, load_outside_attacker

_AIDS = ("rules", "prompts", "probes")


class AttackerSpec(msgspec.Struct, frozen=True):
    """A model that attacks, and what helps it."""

    model: str
    rules: bool = False
    prompts: bool = False
    probes: bool = False

    @property
    def described(self) -> str:
        """What helps it, for the report."""
        aids = [aid for aid in _AIDS if getattr(self, aid)]
        return f"with {', '.join(aids)}" if aids else "bare"

    def asks_with(self, own: PromptPack) -> PromptPack:
        """The pack it is asked with, given the model's `own`. Raises BrokenPack."""
        if self.probes:
            return own
        prompt = own.attacker if self.prompts else load_outside_attacker()
        return msgspec.structs.replace(own, attacker=prompt, probe_calibration=None)


def parse_attacker(written: str) -> AttackerSpec:
    """An attacker as it is named on the command line; only known aids are split off the model's name."""
    model, aids = written, set[str]()
    while (parts := model.rpartition("+"))[0] and parts[2] in _AIDS:
        model = parts[0]
        aids.add(parts[2])
    return AttackerSpec(model, "rules" in aids, bool(aids & {"prompts", "probes"}), "probes" in aids)
