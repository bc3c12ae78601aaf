"""The messages each role is sent. Nothing enters them but the text, the attributes and this round's
inferences.

A role whose prompt `follows` continues the conversation of the role before it; the earlier answers are
written out from domain objects in the very words of the model, so that the engine finds them already
evaluated.
"""

from collections.abc import Mapping, Sequence

from penname.domain.attributes import Attribute
from penname.domain.inferences import Inference, Verdict
from penname.engine.requests import Message
from penname.roles.answers import inference_line, verdict_line
from penname.roles.packs import PromptPack, RolePrompt

Messages = tuple[Message, ...]


class Conversation:
    """One round's conversation on one text (or one part of a long one), about `attributes`."""

    def __init__(self, pack: PromptPack, text: str, attributes: Sequence[Attribute]) -> None:
        self._pack = pack
        self._text = text
        self._attributes = tuple(attributes)

    def attack(self) -> Messages:
        """What the attacker is sent."""
        prompt = self._pack.attacker
        return (
            *_system(prompt),
            Message("user", prompt.render(text=self._text, attributes=self._attributes)),
        )

    def arbitrate(self, inferences: Sequence[Inference]) -> Messages:
        """What the arbitrator is sent to judge `inferences`."""
        prompt = self._pack.arbitrator
        lines = self._inference_lines(inferences)
        turn = Message("user", prompt.render(text=self._text, attributes=self._attributes, inferences=lines))
        if prompt.follows:
            return (*self.attack(), Message("assistant", lines), turn)
        return (*_system(prompt), turn)

    def rewrite(
        self,
        inferences: Sequence[Inference],
        verdicts: Sequence[Verdict],
        execute: Sequence[Verdict],
        locked: Sequence[str],
    ) -> Messages:
        """What the anonymizer is sent to act on `execute`, among all `verdicts` of the round."""
        prompt = self._pack.anonymizer
        turn = Message(
            "user",
            prompt.render(
                text=self._text,
                attributes=self._attributes,
                execute=execute,
                verdicts=self._verdict_lines(execute),
                locked=locked,
            ),
        )
        if prompt.follows:
            return (*self.arbitrate(inferences), Message("assistant", self._verdict_lines(verdicts)), turn)
        return (*_system(prompt), turn)

    def _inference_lines(self, inferences: Sequence[Inference]) -> str:
        by_name: Mapping[str, Attribute] = {attribute.name: attribute for attribute in self._attributes}
        fields = self._pack.attacker.fields
        return "\n".join(inference_line(i, by_name[i.attribute], fields) for i in inferences)

    def _verdict_lines(self, verdicts: Sequence[Verdict]) -> str:
        return "\n".join(verdict_line(verdict, self._pack.arbitrator.fields) for verdict in verdicts)


def _system(prompt: RolePrompt) -> Messages:
    return (Message("system", prompt.system),) if prompt.system else ()
