"""The arbitrator (RLAA, section 3.3): grades how far the text itself supports each inference."""

from collections.abc import Callable, Mapping, Sequence

from penname.domain.attributes import Attribute
from penname.domain.errors import Cancelled
from penname.domain.events import Arbitrated, Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import CERTAIN, EXECUTED, Inference, Validity, Verdict
from penname.roles.answer_grammars import CONCEPT_CHARS, PHRASES, Judged, arbitrate_grammar
from penname.roles.answers import Line, lines_of, verdict_from
from penname.roles.chatter import chatter_in
from penname.roles.conversation import RoundConversation
from penname.roles.merging import merge_verdicts
from penname.roles.packs import ArbitratorPrompt
from penname.roles.plain_lines import plain_lines_of
from penname.roles.probe_calibration import ProbeResult
from penname.roles.role_model import ANOTHER_SEED, RoleModel, RoleTask
from penname.roles.signs import shows_a_sign
from penname.roles.streaming import LineReader
from penname.roles.verdict_rules import checked, stated_outright, verdict_by_rule


class Arbitrator:
    """Judges part by part, and unites the verdicts."""

    def __init__(self, model: RoleModel) -> None:
        self._model = model

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """Judge every inference against `text`. What could not be judged is "not judged".

        A model that does not read an attribute is not asked about it: what a rule found of that is high.
        """
        found = [inference.attribute for inference in attacked.inferences]
        asked = self._model.asked(goal, [name for name in found if self._model.reads(name)])
        parts = [part for part in attacked.parts if part.inferences]
        given: dict[str, list[Verdict]] = {inference.attribute: [] for inference in attacked.inferences}

        def turn(number: int) -> Callable[[], None]:
            return lambda: self._model.listener.on_task("arbitrator", number, len(parts))

        tasks = [
            self._judge(text[part.start : part.end], part, asked, goal, turn(number))
            for number, part in enumerate(parts, 1)
        ]
        try:
            for verdicts in self._model.side_by_side(tasks):
                for verdict in verdicts:
                    given[verdict.attribute].append(verdict)
        except Cancelled:
            if not any(given.values()):
                raise
        return Arbitrated(
            tuple(
                merge_verdicts(verdicts) if verdicts else Verdict(name, Validity.NOT_JUDGED)
                for name, verdicts in given.items()
            )
        )

    def _judge(
        self, text: str, part: TextPart, asked: Sequence[Attribute], goal: Goal, on_turn: Callable[[], None]
    ) -> RoleTask[list[Verdict]]:
        judged: dict[str, Verdict] = {}
        read = [inference for inference in part.inferences if self._model.reads(inference.attribute)]
        if read:
            probed = yield from self._model.probe_results(text, asked)
            conversations = self._conversations(read, probed)
            judged = yield from self._ask(text, conversations, asked, probed, goal, on_turn)
            missing = [(inference,) for inference in read if inference.attribute not in judged]
            if missing:
                judged |= yield from self._ask(text, missing, asked, probed, goal, again=True)
        verdicts = [
            judged.get(inference.attribute) or verdict_by_rule(inference, text)
            for inference in part.inferences
        ]
        for verdict in verdicts:
            self._model.listener.on_verdict(verdict)
        return verdicts

    def _conversations(
        self, inferences: Sequence[Inference], probed: Mapping[str, ProbeResult]
    ) -> list[tuple[Inference, ...]]:
        """What is judged together. An inference that the probes only lean stands alone, as their leaning was
        fitted.
        """
        alone = self._model.pack.attacker.one_by_one
        own = [one for one in inferences if alone or (one.attribute in probed and not _quotes_its_words(one))]
        rest = tuple(one for one in inferences if one not in own)
        return [*([rest] if rest else []), *((one,) for one in own)]

    def _ask(
        self,
        text: str,
        conversations: Sequence[Sequence[Inference]],
        asked: Sequence[Attribute],
        probed: Mapping[str, ProbeResult],
        goal: Goal,
        on_turn: Callable[[], None] = lambda: None,
        *,
        again: bool = False,
    ) -> RoleTask[dict[str, Verdict]]:
        prompt, thread = self._model.pack.arbitrator, self._model.thread_shown(goal)
        otherwise = again and prompt.plain_lines  # a model that was trained for it judges as in training
        answers = yield tuple(
            self._model.question(
                RoundConversation(self._model.pack, text, asked, thread).arbitrate(inferences),
                arbitrate_grammar(
                    prompt, [self._judged(inference, probed, text) for inference in inferences]
                ),
                prompt.sampling.livelier() if otherwise else prompt.sampling,
                text,
                goal.seed + otherwise * ANOTHER_SEED,
                LineReader(self._model.listener.on_reasoning).feed,
                on_turn,
            )
            for inferences in conversations
        )
        by_name = {inference.attribute: inference for together in conversations for inference in together}
        lines: dict[str, Line] = {
            str(line.get("attribute")): line
            for answer in answers
            for line in _lines(prompt, answer.text, tuple(by_name.values()))
        }
        verdicts: dict[str, Verdict] = {}
        for name, line in lines.items():
            verdict = verdict_from(line, text) if name in by_name else None
            chatter = prompt.plain_lines and chatter_in([str(line.get("notes", ""))], text)
            if verdict and not chatter:
                verdicts[name] = checked(verdict, by_name[name], text)
        return verdicts

    def _judged(self, inference: Inference, probed: Mapping[str, ProbeResult], text: str) -> Judged:
        """What is stated outright is high or medium by definition, and high where the rule is certain.

        Elsewhere the probes decide, where there are any, whether it holds, and by which words. On plain lines
        the evidence is what the attacker quoted (RLAA, section 3.3): a model's own goes in circles.
        """
        if self._model.pack.arbitrator.plain_lines:
            validities = EXECUTED if stated_outright(inference) else Judged(inference.attribute).validities
            return Judged(inference.attribute, validities, inference.quotations(text)[:PHRASES])
        if not stated_outright(inference):
            result = probed.get(inference.attribute)
            return _by_probe(inference, result, text) if result else Judged(inference.attribute)
        if not self._model.pack.attacker.rules_first:
            return Judged(inference.attribute, EXECUTED)
        certain = inference.certainty == CERTAIN
        validities = (Validity.HIGH,) if certain else EXECUTED
        return Judged(inference.attribute, validities, inference.quotes)


def _lines(prompt: ArbitratorPrompt, answer: str, inferences: Sequence[Inference]) -> list[Line]:
    if not prompt.plain_lines:
        return lines_of(answer)
    return plain_lines_of(answer, [one.attribute for one in inferences], "notes", CONCEPT_CHARS)


def _quotes_its_words(inference: Inference) -> bool:
    """Whether the attacker made it from the probes' phrases, or a rule from words of the text."""
    return bool(inference.quotes)


def _by_probe(inference: Inference, result: ProbeResult, text: str) -> Judged:
    """What the probes leave open. Where they are not sure, their words must be able to tell the attribute;
    the name of the guessed place, where it stands in the text, can.

    An inference that was not made from their words is the model's to judge, and they only lean one way.
    """
    attribute = inference.attribute
    if not _quotes_its_words(inference):
        evidence = tuple(dict.fromkeys((*inference.quotations(text), *result.phrases)))
        return Judged(attribute, evidence=evidence, leaning=result.leaning)
    phrases = tuple(
        phrase
        for phrase in dict.fromkeys((*result.phrases, *inference.quotes))
        if result.sure or phrase not in result.phrases or shows_a_sign(attribute, phrase, text)
    )
    if result.acted_upon and phrases:
        return Judged(attribute, EXECUTED, phrases)
    return Judged(attribute, (Validity.LOW,) if result.shown else (Validity.LOW, Validity.INVALID))
