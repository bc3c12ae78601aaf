"""The attacker (FgAA, section 4): infers the author's attributes, with reasoning, three guesses and a
certainty.

Beside the model reads a second reader (cues/): what is stated outright is found by rule, whatever the model's
mood, and whether it was trained to look for the attribute or not.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.errors import Cancelled
from penname.domain.events import Attacked, CuesListed, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import CERTAIN, Inference
from penname.domain.sentences import Span, joined
from penname.domain.thread import Thread
from penname.domain.together import spans_of_posts
from penname.roles.answer_grammars import REASONING_CHARS, attack_grammar
from penname.roles.answers import GUESSES, Line, inference_from, inference_line, lines_of
from penname.roles.chatter import Chatter, chatter_in
from penname.roles.conversation import RoundConversation
from penname.roles.merging import merge_by_attribute, with_cue
from penname.roles.option_order import in_drawn_order
from penname.roles.packs import AttackerPrompt, RoleSampling
from penname.roles.plain_lines import plain_lines_of
from penname.roles.probe_calibration import ProbeResult
from penname.roles.role_model import ANOTHER_SEED, RoleModel, RoleTask
from penname.roles.screening import Screening
from penname.roles.streaming import LineReader

NO_REASON = 1  # the certainty of what rests on nothing


class Attacker:
    """Reads a text part by part."""

    def __init__(self, model: RoleModel, *, second_reader: bool = True) -> None:
        self._model = model
        self._second_reader = second_reader
        self._screening = Screening(model)

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """Infer the goal's attributes from `text` in its thread, by rules and as far as this model reads
        them. What rules and probes find, they find in the text alone.

        A long text is read part by part; stopped in the middle, what was read comes back with `unread` spans,
        and `so_far` goes on with those.
        """
        read = list(so_far.parts) if so_far else []
        spans = self._spans(text, so_far.unread if so_far else ((0, len(text)),), goal)
        unread: tuple[Span, ...] = ()
        before = len(read)
        try:
            for (start, end), found in zip(spans, self._parts(text, spans, goal), strict=True):
                read.append(TextPart(start, end, found))
        except Cancelled:
            if not read:
                raise
            unread = tuple(joined(spans[len(read) - before :]))
        read.sort(key=lambda part: part.start)
        return Attacked(self._united(read, goal), tuple(read), unread)

    def guess_all(self, text: str, goal: Goal) -> Attacked:
        """A guess for each of the goal's attributes that this model reads, even from bias, and what rules
        find of the others: the attack that measures (RLAA, Eq. 11).

        An empty text is read, too: what is guessed right there is the floor. Raises like `attack`.
        """
        spans = self._spans(text, ((0, len(text)),), goal) if text.strip() else [(0, len(text))]
        parts = self._parts(text, spans, goal, forced=True)
        read = [TextPart(start, end, found) for (start, end), found in zip(spans, parts, strict=True)]
        return Attacked(self._united(read, goal), tuple(read))

    def list_cues(self, text: str, attributes: Sequence[str], goal: Goal) -> CuesListed:
        """List what points to the true values of `attributes`, which this attacker is told (IncogniText,
        Table 2, row 6): an inference each, with the cues as its reasoning.
        """
        asked = self._model.named(attributes)
        truths = {attribute.name: goal.truth_of(attribute.name) or "" for attribute in asked}
        thread = self._model.thread_shown(goal)
        spans = self._spans(text, ((0, len(text)),), goal)
        listed: list[Inference] = []
        for number, (start, end) in enumerate(spans, 1):
            self._model.listener.on_task("told attacker", number, len(spans))
            prompt = msgspec.structs.replace(
                self._model.pack.attacker, fields=("attribute", "reasoning"), nothing=""
            )
            answer = self._model.ask(
                RoundConversation(self._model.pack, text[start:end], asked, thread).attack_told(truths),
                attack_grammar(prompt, asked, {}),
                prompt.sampling,
                text[start:end],
                goal.seed,
                LineReader(self._model.listener.on_reasoning, heads=_heads(prompt, asked)).feed,
            )
            listed += (
                Inference(name, str(line.get("reasoning", "")).strip(), (truths[name],) * GUESSES, CERTAIN)
                for line in _lines(prompt, answer.text, asked)
                if (name := str(line.get("attribute"))) in truths
            )
        return CuesListed(merge_by_attribute(listed, list(truths)))

    def _united(self, read: Sequence[TextPart], goal: Goal) -> tuple[Inference, ...]:
        """What was read in the parts, an inference an attribute."""
        order = [attribute.name for attribute in self._model.named(goal.attributes)]
        return merge_by_attribute((one for part in read for one in part.inferences), order)

    def _spans(self, text: str, unread: Sequence[Span], goal: Goal) -> list[Span]:
        """The parts to read, none of which holds two posts."""
        posts = [
            (offset + start, offset + end)
            for offset, stop in unread
            for start, end in (spans_of_posts(text[offset:stop]) if goal.together else [(0, stop - offset)])
        ]
        return [
            (offset + start, offset + end)
            for offset, stop in posts
            for start, end in self._model.parts(text[offset:stop], goal.thread)
        ]

    def _parts(
        self, text: str, spans: Sequence[Span], goal: Goal, *, forced: bool = False
    ) -> Iterator[tuple[Inference, ...]]:
        """What is inferred from each part; they are read side by side, and told of in their order."""
        told = 0

        def tell(number: int) -> None:
            nonlocal told
            if told < number <= len(spans):
                told = number
                self._model.listener.on_task("attacker", number, len(spans))

        def turn(number: int) -> Callable[[], None]:
            return lambda: tell(number)

        tell(1)
        parts = self._model.side_by_side(
            [
                self._read(text[start:end], goal, turn(number), forced=forced)
                for number, (start, end) in enumerate(spans, 1)
            ]
        )
        for number, found in enumerate(parts, 1):
            yield found
            tell(number + 1)

    def _read(
        self, text: str, goal: Goal, on_turn: Callable[[], None], *, forced: bool = False
    ) -> RoleTask[tuple[Inference, ...]]:
        """What rules find of all the goal's attributes, and the model of those that it reads."""
        # These load the place names, which the first frame does without.
        from penname.roles.cues import find_cues
        from penname.roles.cues.named import guesses_no_place, with_named_place

        if not (forced or text.strip()):
            return ()
        names = [attribute.name for attribute in self._model.named(goal.attributes)]
        looked_for = names if self._second_reader else []
        cues = {cue.attribute: cue for cue in find_cues(text, looked_for, goal.thread.year)}
        for cue in cues.values():
            self._model.listener.on_inference(cue)
        asked: Sequence[Attribute] = self._model.asked(goal)
        if not asked:
            return tuple(cues.values())

        def tell(line: Line) -> None:
            inference = _inference(line, asked)
            if inference:
                self._model.listener.on_inference(_merged(inference, cues))

        probed = (yield from self._model.probe_results(text, asked)) if text.strip() else {}
        thread = self._model.thread_shown(goal)
        if not forced:
            shown = yield from self._shown(text, thread, asked, cues, probed)
            asked = [a for a in asked if a.name in cues or a.name in shown]
        if not asked:
            return tuple(cues.values())
        prompt = self._model.pack.attacker
        if prompt.draws_options:
            asked = in_drawn_order(asked, goal.seed)
        if forced:
            prompt = msgspec.structs.replace(prompt, nothing="", cannot_tell="")
        written = {
            attribute.name: inference_line(cues[attribute.name], attribute, prompt.fields)
            for attribute in asked
            if prompt.rules_first and attribute.name in cues
        }

        def ask(wanted: Sequence[Attribute], sampling: RoleSampling, seed: int) -> RoleTask[list[Line]]:
            answers = yield tuple(
                self._model.question(
                    RoundConversation(self._model.pack, text, together, thread).attack(forced=forced),
                    attack_grammar(prompt, together, written, probed),
                    sampling,
                    text,
                    seed,
                    LineReader(self._model.listener.on_reasoning, tell, _heads(prompt, together)).feed,
                    on_turn,
                )
                for together in _conversations(prompt, wanted, written)
            )
            return [line for answer in answers for line in _lines(prompt, answer.text, wanted)]

        lines = yield from ask(asked, prompt.sampling, goal.seed)
        wrong = _chatter(prompt, lines, text)
        if again := [attribute for attribute in asked if attribute.name in wrong]:
            anew = yield from ask(again, prompt.sampling.livelier(), goal.seed + ANOTHER_SEED)
            lines = [*(line for line in lines if line["attribute"] not in wrong), *anew]
            for line in lines:
                if kind := _chatter(prompt, [line], text).get(line["attribute"]):
                    line |= {"reasoning": f"Asked twice, the model {kind}.", "certainty": NO_REASON}
                    self._model.listener.on_reasoning(f"{line['reasoning']}\n")
                    tell(line)
        found = [inference for line in lines if (inference := _inference(line, asked))]
        if not (prompt.rules_first or forced):
            found = [inference for inference in found if not guesses_no_place(inference)]
        found = [with_named_place(text, _with_phrases(inference, probed)) for inference in found]
        merged = {inference.attribute: _merged(inference, cues) for inference in found}
        return merge_by_attribute((cues | merged).values(), names)

    def _shown(
        self,
        text: str,
        thread: Thread,
        asked: Sequence[Attribute],
        cues: Mapping[str, Inference],
        probed: Mapping[str, ProbeResult],
    ) -> RoleTask[frozenset[str]]:
        """The names of those of `asked` that are worth a question, `cues` or not; users' own attributes have
        no probe.
        """
        if not probed:
            return (yield from self._screening.shown(text, asked, cues, thread))
        return frozenset(a.name for a in asked if a.name not in probed or probed[a.name].shown)


def _conversations(
    prompt: AttackerPrompt, asked: Sequence[Attribute], written: Mapping[str, str]
) -> list[Sequence[Attribute]]:
    """What is asked for in one conversation. By itself, nobody asks for what is known already."""
    if not prompt.one_by_one:
        return [asked]
    return [(attribute,) for attribute in asked if attribute.name not in written]


def _chatter(prompt: AttackerPrompt, lines: Sequence[Line], text: str) -> dict[str, Chatter]:
    """What is wrong with the reasoning, by attribute; of models that were trained for it nobody asks."""
    kinds = {
        str(line.get("attribute")): chatter_in([str(line.get("reasoning", ""))], text)
        for line in (lines if prompt.plain_lines else ())
    }
    return {name: kind for name, kind in kinds.items() if kind}


def _heads(prompt: AttackerPrompt, asked: Sequence[Attribute]) -> tuple[str, ...]:
    return tuple(attribute.name for attribute in asked) if prompt.plain_lines else ()


def _lines(prompt: AttackerPrompt, answer: str, asked: Sequence[Attribute]) -> list[Line]:
    heads = _heads(prompt, asked)
    return plain_lines_of(answer, heads, "reasoning", REASONING_CHARS) if heads else lines_of(answer)


def _inference(line: Line, asked: Sequence[Attribute]) -> Inference | None:
    for attribute in asked:
        if line.get("attribute") == attribute.name:
            return inference_from(line, attribute)
    return None


def _with_phrases(inference: Inference, probed: Mapping[str, ProbeResult]) -> Inference:
    result = probed.get(inference.attribute)
    return msgspec.structs.replace(inference, quotes=result.phrases) if result else inference


def _merged(inference: Inference, cues: dict[str, Inference]) -> Inference:
    cue = cues.get(inference.attribute)
    return with_cue(inference, cue) if cue else inference
