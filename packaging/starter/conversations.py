"""Records become conversations, rendered by the very code that talks to the model in use (`penname.roles`).

Beside the plain round (attack, arbitrate, edit) there are rounds that teach what the pilot lacked:
ghosts that stand in the attack turn, unlearned there, and are refused in the arbitrate turn; texts whose
leaks were edited away in part or altogether, so that the model learns to stop; attributes a text does
not show; places and ages swapped for others, so that it reads the text instead of remembering personas.
"""

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from penname.domain.attributes import shipped_attributes
from penname.domain.changes import Edit, apply_changes, changes_from_edits
from penname.domain.inferences import Inference, Validity, Verdict
from penname.roles.answers import inference_line, verdict_line, write_line
from penname.roles.conversation import RoundConversation
from penname.roles.packs import PromptPack, load_pack
from starter.records import Ghost, Leak, Record

PLACES = tuple(
    line.split("\t")
    for line in (Path(__file__).parent / "places.tsv").read_text(encoding="utf-8").splitlines()
)

EDITED = 0.4
"""Share of the conversations that go on to the edit turn: the pilot edits better than it reads."""

GHOSTED = 0.75
"""Share of the conversations in which the record's false inferences stand, to be refused."""

_NEUTRAL = 3  # of certainties from 1 to 5


class Turn(msgspec.Struct, frozen=True):
    """One message; `learn` where the model is to write it, with `unlearned` lines left out of the loss."""

    role: str
    content: str
    learn: bool = False
    unlearned: tuple[str, ...] = ()


class Conversations:
    """Draws conversations from records."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._pack: PromptPack = load_pack("starter")
        self._attributes = shipped_attributes()
        self._order = [attribute.name for attribute in self._attributes]

    def draw(self, record: Record) -> tuple[Turn, ...]:
        """One conversation on `record`, another one each time."""
        if self._random.random() < 0.35:
            record = self._with_other_values(record)
        text, leaks = record.text, list(record.leaks)
        if leaks and self._random.random() < 0.3:
            text, leaks = self._partly_edited(text, leaks)
        asked = self._order
        if self._random.random() < 0.35:
            some = self._random.sample(self._order, self._random.randint(1, 7))
            asked = [name for name in self._order if name in some]
        leaks = [leak for leak in leaks if leak.attribute in asked]
        ghosts = (
            [
                ghost
                for ghost in record.ghosts
                if ghost.attribute in asked and ghost.attribute not in {leak.attribute for leak in leaks}
            ]
            if self._random.random() < GHOSTED
            else []
        )
        return self._round(text, asked, leaks, ghosts)

    def _round(
        self, text: str, asked: Sequence[str], leaks: Sequence[Leak], ghosts: Sequence[Ghost]
    ) -> tuple[Turn, ...]:
        by_name = {attribute.name: attribute for attribute in self._attributes}
        conversation = RoundConversation(self._pack, text, [by_name[name] for name in asked])
        both = sorted((*leaks, *ghosts), key=lambda item: self._order.index(item.attribute))
        inferences = [inference_of(item) for item in both]
        fields = self._pack.attacker.fields
        lines = {i.attribute: inference_line(i, by_name[i.attribute], fields) for i in inferences}
        if not both:
            return _turns(conversation.attack(), self._pack.attacker.nothing, ())
        unlearned = tuple(lines[ghost.attribute] for ghost in ghosts)
        verdicts = [_verdict(item) for item in both]
        judged = "\n".join(verdict_line(verdict, self._pack.arbitrator.fields) for verdict in verdicts)
        if not leaks:
            return _turns(conversation.arbitrate(inferences), judged, unlearned)
        chosen = list(leaks)
        if len(chosen) > 1 and self._random.random() < 0.25:
            chosen = self._random.sample(chosen, self._random.randint(1, len(chosen) - 1))
            chosen.sort(key=lambda leak: self._order.index(leak.attribute))
        if self._random.random() >= EDITED:
            return _turns(conversation.arbitrate(inferences), judged, unlearned)
        execute = [_verdict(leak) for leak in chosen]
        messages = conversation.rewrite(inferences, verdicts, execute, ())
        edits = [pair for leak in chosen for pair in leak.generalize]
        if self._random.random() < 0.12:
            edits = [pair for leak in chosen for pair in leak.mislead]
            last = msgspec.structs.replace(messages[-1], content=self._mislead(chosen))
            messages = (*messages[:-1], last)
        answer = "\n".join(
            write_line({"find": find, "replace": replace}) for find, replace in dict.fromkeys(edits)
        )
        return _turns(messages, answer, unlearned)

    def _mislead(self, leaks: Sequence[Leak]) -> str:
        told = self._random.random() < 0.5
        parts = [
            f"author's {leak.attribute} seems to be {leak.target}"
            + (f" instead of {leak.guesses[0]}" if told else "")
            for leak in leaks
        ]
        return f"Mislead: edit the comment so that the {'; '.join(parts)}."

    def _partly_edited(self, text: str, leaks: list[Leak]) -> tuple[str, list[Leak]]:
        """The text after the edits of some leaks, or all, and the leaks that are left whole."""
        gone = (
            leaks
            if self._random.random() < 0.6
            else self._random.sample(leaks, self._random.randint(1, len(leaks)))
        )
        edits = [Edit(find, replace) for leak in gone for find, replace in leak.generalize]
        changes, _ = changes_from_edits(text, edits)
        after = apply_changes(text, changes)
        left: list[Leak] = []
        for leak in leaks:
            if leak in gone:
                continue
            kept = msgspec.structs.replace(
                leak,
                evidence=tuple(phrase for phrase in leak.evidence if phrase in after),
                generalize=tuple(pair for pair in leak.generalize if pair[0] in after),
                mislead=tuple(pair for pair in leak.mislead if pair[0] in after),
            )
            if not kept.evidence or not kept.generalize or not kept.mislead:
                return text, leaks  # the edits reach into this leak too: leave the text alone
            left.append(kept)
        return after, left

    def _with_other_values(self, record: Record) -> Record:
        """The record with its stated city, country and age exchanged for others, in text and labels alike."""
        swaps: dict[str, str] = {}
        for leak in record.leaks:
            first = str(leak.guesses[0])
            evidence = " ".join(leak.evidence)
            if leak.attribute in ("location", "birthplace") and ", " in first:
                city, country = first.split(", ", 1)
                if re.search(rf"\b{re.escape(city)}\b", evidence) and city not in swaps:
                    new = self._random.choice(PLACES)
                    swaps[city], swaps[country] = new[0], new[1]
            elif leak.attribute == "age" and first.isdigit() and re.search(rf"\b{first}\b", evidence):
                shifted = int(first) + self._random.choice((-6, -4, -3, -2, -1, 1, 2, 3, 4, 6, 8))
                if shifted >= 18 and not swaps.get(first):
                    swaps[first] = str(shifted)
        if not swaps:
            return record
        pattern = re.compile(
            r"\b(?:" + "|".join(map(re.escape, sorted(swaps, key=len, reverse=True))) + r")\b"
        )
        plain = json.dumps(msgspec.to_builtins(record), ensure_ascii=False)
        swapped = json.loads(plain, object_hook=lambda item: _swap(item, pattern, swaps))
        try:
            changed = msgspec.convert(swapped, Record)
        except msgspec.ValidationError:
            return record
        quoted = [phrase for leak in changed.leaks for phrase in leak.evidence]
        quoted += [find for leak in changed.leaks for find, _ in (*leak.generalize, *leak.mislead)]
        return changed if all(phrase in changed.text for phrase in quoted) else record


def _swap(item: object, pattern: re.Pattern[str], swaps: dict[str, str]) -> object:
    if isinstance(item, dict):
        return {
            key: value if key in ("id", "persona", "attribute") else _swap(value, pattern, swaps)
            for key, value in item.items()
        }
    if isinstance(item, list):
        return [_swap(value, pattern, swaps) for value in item]
    if isinstance(item, str):
        return pattern.sub(lambda match: swaps[match.group()], item)
    if isinstance(item, int) and not isinstance(item, bool) and str(item) in swaps and item > 5:
        return int(swaps[str(item)])
    return item


def inference_of(item: Leak | Ghost) -> Inference:
    return Inference(item.attribute, item.reasoning, tuple(map(str, item.guesses)), item.certainty)


def neutral_inference_of(item: Leak | Ghost) -> Inference:
    """The same with a certainty that tells nothing: the labels' own tells true ones from planted ones."""
    return msgspec.structs.replace(inference_of(item), certainty=_NEUTRAL)


def to_be_judged(record: Record) -> list[tuple[Inference, bool]]:
    """The record's inferences, each with whether it is true; of an attribute that leaks only the true one."""
    leaking = {leak.attribute for leak in record.leaks}
    planted = [ghost for ghost in record.ghosts if ghost.attribute not in leaking]
    return [(neutral_inference_of(item), item in record.leaks) for item in (*record.leaks, *planted)]


def _verdict(item: Leak | Ghost) -> Verdict:
    if isinstance(item, Ghost):
        return Verdict(item.attribute, Validity(item.validity), (), "", item.why_not)
    return Verdict(item.attribute, Validity(item.validity), item.evidence, item.concept)


def _turns(messages: Sequence[object], answer: str, unlearned: tuple[str, ...]) -> tuple[Turn, ...]:
    turns = [
        Turn(message.role, message.content, message.role == "assistant", unlearned)  # type: ignore[attr-defined]
        for message in messages
    ]
    return (*turns, Turn("assistant", answer, True, unlearned))
