"""The messages each role is sent. Nothing enters them but the text with its thread, the attributes and this
round's inferences.

A role whose prompt `follows` continues the conversation of the role before it; the earlier answers are
written out from domain objects in the very words of the model, so that the engine finds them already
evaluated.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from penname.domain.attributes import Attribute
from penname.domain.inferences import Inference, Verdict
from penname.domain.thread import NO_THREAD, Thread
from penname.engine.requests import Message
from penname.roles.answers import inference_line, verdict_line
from penname.roles.packs import PromptPack, Turn
from penname.roles.rewrite_request import Aim

Messages = tuple[Message, ...]


class RoundConversation:
    """One round's conversation on one text (or one part of a long one) in its `thread`, about `attributes`.

    Templates name the thread behind the text: what stands before that may be kept on disk (`_own`).
    """

    def __init__(
        self,
        pack: PromptPack,
        text: str,
        attributes: Sequence[Attribute],
        thread: Thread = NO_THREAD,
    ) -> None:
        self._pack = pack
        self._text = text
        self._thread = thread
        self._attributes = tuple(attributes)

    def attack(self, *, forced: bool = False) -> Messages:
        """What the attacker is sent; `forced` asks for a guess even where only bias supports it."""
        prompt = self._pack.attacker
        user = prompt.render(text=self._text, attributes=self._attributes, forced=forced, thread=self._thread)
        return (*_system(prompt), Message("user", user, self._own(forced=forced)))

    def reading(self) -> Messages:
        """What the attacker is sent, up to the end of the text: what the probes read, with nothing asked."""
        before = self._before_text(forced=False)
        return (*_system(self._pack.attacker), Message("user", before + self._text, self._own(forced=False)))

    def _before_text(self, *, forced: bool) -> str:
        mark = secrets.token_hex(16)
        user = self._pack.attacker.render(
            text=mark, attributes=self._attributes, forced=forced, thread=NO_THREAD
        )
        return user.partition(mark)[0]

    def _own(self, *, forced: bool) -> int:
        """How much of the attacker's turn says nothing of this text and this person; an attribute that the
        user added does.
        """
        custom = any(attribute.custom for attribute in self._attributes)
        return 0 if custom else len(self._before_text(forced=forced))

    def arbitrate(self, inferences: Sequence[Inference]) -> Messages:
        """What the arbitrator is sent to judge `inferences`."""
        prompt = self._pack.arbitrator
        lines = self._inference_lines(inferences)
        facts = {
            "text": self._text,
            "attributes": self._attributes,
            "inferences": lines,
            "found": inferences,
            "thread": self._thread,
        }
        turn = Message("user", prompt.render(**facts))
        if prompt.follows:
            narrowed = self._pack.probe_calibration or self._pack.attacker.one_by_one
            asked = self._about(inferences) if narrowed else self
            return (*asked.attack(), Message("assistant", lines), turn)
        return (*_system(prompt), turn)

    def attack_told(self, truths: Mapping[str, str]) -> Messages:
        """What an attacker is sent that knows the true values, in a conversation of its own."""
        turn = self._pack.attacker.told
        assert turn is not None
        return (
            *_system(turn),
            Message(
                "user",
                turn.render(text=self._text, attributes=self._attributes, truths=truths, thread=self._thread),
            ),
        )

    def rewrite(
        self,
        inferences: Sequence[Inference],
        verdicts: Sequence[Verdict],
        execute: Sequence[Verdict],
        locked: Sequence[str],
    ) -> Messages:
        """What the anonymizer is sent to act on `execute`, among all `verdicts` of the round."""
        prompt = self._pack.anonymizer
        facts = {"execute": execute, "verdicts": self._verdict_lines(execute), "locked": locked}
        return self._edit(prompt, inferences, verdicts, facts)

    def rewrite_inferred(
        self,
        inferences: Sequence[Inference],
        verdicts: Sequence[Verdict],
        execute: Sequence[Verdict],
        locked: Sequence[str],
    ) -> Messages:
        """What the anonymizer is sent to act on the inferences behind `execute`, without their verdicts.

        With no inferences at all it is sent the attributes alone, and sees no earlier turn.
        """
        active = {verdict.attribute for verdict in execute}
        found = [one for one in inferences if one.attribute in active]
        lines = self._inference_lines(found)
        facts = {"execute": execute, "inferences": lines, "found": found, "locked": locked}
        return self._edit(self._pack.anonymizer.inferred, inferences, verdicts, facts)

    def mislead(
        self,
        inferences: Sequence[Inference],
        verdicts: Sequence[Verdict],
        aims: Sequence[Aim],
        locked: Sequence[str],
    ) -> Messages:
        """What the anonymizer is sent to make readers infer the targets of `aims`.

        A conversation that `follows` shows the round's inferences whatever the aims say.
        """
        turn = self._pack.anonymizer.mislead
        read = {inference.attribute: inference for inference in inferences}
        described = {attribute.name: attribute.description for attribute in self._attributes}
        wishes = [
            {
                "attribute": aim.attribute,
                "description": described.get(aim.attribute, ""),
                "target": aim.target,
                "truth": aim.truth,
                "inference": read.get(aim.attribute) if aim.inference else None,
            }
            for aim in aims
        ]
        return self._edit(turn, inferences, verdicts, {"wishes": wishes, "locked": locked})

    def _about(self, inferences: Sequence[Inference]) -> "RoundConversation":
        """The conversation in which just these were asked for, as the probes or the pack have it."""
        named = {inference.attribute for inference in inferences}
        about = [a for a in self._attributes if a.name in named]
        return RoundConversation(self._pack, self._text, about, self._thread)

    def _edit(
        self, turn: Turn, inferences: Sequence[Inference], verdicts: Sequence[Verdict], facts: dict[str, Any]
    ) -> Messages:
        asked = Message("user", turn.render(text=self._text, attributes=self._attributes, **facts))
        if not self._pack.anonymizer.follows:
            return (*_system(turn if turn.system else self._pack.anonymizer), asked)
        if not inferences:
            return (*_system(self._pack.attacker), asked)
        answer = Message("assistant", self._verdict_lines(verdicts))
        return (*self.arbitrate(inferences), answer, asked)

    def _inference_lines(self, inferences: Sequence[Inference]) -> str:
        by_name: Mapping[str, Attribute] = {attribute.name: attribute for attribute in self._attributes}
        fields, plain = self._pack.attacker.fields, self._pack.attacker.plain_lines
        return "\n".join(inference_line(i, by_name[i.attribute], fields, plain=plain) for i in inferences)

    def _verdict_lines(self, verdicts: Sequence[Verdict]) -> str:
        fields, plain = self._pack.arbitrator.fields, self._pack.arbitrator.plain_lines
        return "\n".join(verdict_line(verdict, fields, plain=plain) for verdict in verdicts)


def _system(prompt: Turn) -> Messages:
    return (Message("system", prompt.system, len(prompt.system)),) if prompt.system else ()
