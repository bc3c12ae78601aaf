"""The rewrite of one part of a text, in passes that each mend what the one before left over.

First the model's own edits, each checked; then, where something a rule found still stands, that rule's
own edits; then, for evidence nobody touched, the model once more: phrase by phrase, with only the
replacement left to it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.changes import Change, Dropped, Edit, changes_from_rewrite
from penname.domain.events import TextPart
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.tokens import occurrences, words
from penname.engine.client import Answer
from penname.engine.grammar import Node
from penname.roles.answer_grammars import EXPLANATION, REASONING_CHARS, edits_grammar, replacements_grammar
from penname.roles.answers import edits_from, lines_of
from penname.roles.chatter import Chatter, chatter_in, chatter_in_rewrite
from penname.roles.conversation import Messages, RoundConversation
from penname.roles.edit_rules import still_says, value_said
from penname.roles.edit_sheet import EditSheet
from penname.roles.packs import RoleSampling
from penname.roles.plain_lines import plain_lines_of
from penname.roles.rewrite_request import Feedback, RewriteRequest
from penname.roles.role_model import ANOTHER_SEED, RoleModel
from penname.roles.streaming import LineReader
from penname.roles.target_edits import with_target_edits

EDITS_A_VERDICT = 3
MOST_EDITS = 24
LEAST_LEFT = 1 / 3  # of the words: a shorter rewrite is refused
_STAYS = "so the text stays as it is. Try again, or edit it by hand."
NO_CHANGE = f"The model proposed no change that can be used, {_STAYS}"
CUT_OFF = f"The model's rewrite broke off before its end, {_STAYS}"
TOO_SHORT = f"The model's rewrite would leave less than a third of the text, {_STAYS}"


def chattered(kind: Chatter) -> str:
    """The sentence for a rewrite that says nothing, twice."""
    return f"Asked twice, the model {kind}, {_STAYS}"


class Unusable(Exception):
    """A whole-text rewrite that cannot be used; `str()` is the sentence for the user."""


def far_too_short(text: str, rewritten: str) -> bool:
    """Whether less than a third of the words are left."""
    return len(words(rewritten)) < len(words(text)) * LEAST_LEFT


class Proposed(NamedTuple):
    """Changes of the part, in its own offsets; `unusable` says why there are none, where that is known.

    `alternatives` are others that the user may choose, each by itself.
    """

    changes: tuple[Change, ...]
    dropped: tuple[Dropped, ...]
    explanation: str
    unusable: str | None = None
    alternatives: tuple[Change, ...] = ()


class PartRewrite:
    """`execute` holds, for this part, the verdicts to act on, each with the evidence that stands here."""

    def __init__(
        self,
        model: RoleModel,
        request: RewriteRequest,
        part: TextPart,
        execute: Sequence[Verdict],
        asked: Sequence[Attribute],
    ) -> None:
        self._model = model
        self._text = request.text[part.start : part.end]
        self._execute = tuple(execute)
        self._request = request
        self._names = [attribute.name for attribute in asked]
        self._inferences = self._in_order(part.inferences)
        thread = model.thread_shown(request.goal)  # which the roles before it were shown
        spoken_of = [attribute for attribute in asked if not self._rules_alone(attribute.name)]
        self._conversation = RoundConversation(model.pack, self._text, spoken_of, thread)
        self._sheet = EditSheet(self._text, self._execute, self._inferences, request)
        self._said: Chatter | None = None  # in the place of edits
        # What rules do outright: make a phrase more general, or say the target value in its place.
        self._ruled = self._inferences
        if request.aims:
            stated = [_without_named(inference) for inference in self._inferences]
            self._ruled = with_target_edits(self._text, stated, self._execute, request.aims)

    def propose(self) -> Proposed:
        """The changes; raises Unusable, Cancelled or EngineError."""
        rules_first = self._model.pack.attacker.rules_first and self._request.attempt == 1
        if rules_first:
            self._sheet.take_rules(
                self._ruled if self._request.aims else map(_without_named, self._inferences)
            )
        left = (v for v in self._execute if self._sheet.left(v) or (not v.evidence and not self._by_phrases))
        execute = [verdict for verdict in left if not self._rules_alone(verdict.attribute)]
        explanation = self._ask_the_model(execute) if execute else ""
        self._sheet.take_rules(self._ruled)
        if self._by_phrases or (self._request.feedback is Feedback.VERDICTS and not self._request.aims):
            self._ask_for_the_rest()
        self._sheet.take_rules(self._inferences)
        unusable = chattered(self._said) if self._said else None
        return Proposed(self._sheet.changes(), tuple(self._sheet.dropped), explanation, unusable)

    def _ask_the_model(self, execute: Sequence[Verdict]) -> str:
        """Take the model's own edits, or its whole text; returns its explanation."""
        prompt = self._model.pack.anonymizer
        phrases = self._sheet.apart(phrase for verdict in execute for phrase in self._sheet.left(verdict))
        most = min(MOST_EDITS, max(2, EDITS_A_VERDICT * len(execute)))
        if prompt.plain_lines and phrases:
            most = min(most, len(phrases) + 1)  # room for more is filled by going in circles
        if self._by_phrases:
            grammar = replacements_grammar(phrases[:MOST_EDITS], explained="explanation" in prompt.answers)
        else:
            grammar = edits_grammar(prompt, most, 2 * len(self._text) + 200)
        answer = self._ask(execute, grammar)
        if self._chatter(answer.text):
            answer = self._ask(execute, grammar, again=True)
        whole = self._whole_text(answer.text)
        if whole is None:
            self._take_edits(edits_from(lines_of(answer.text)))
        elif answer.finish == "length":
            raise Unusable(CUT_OFF)
        elif far_too_short(self._text, whole):
            raise Unusable(TOO_SHORT)
        elif kind := self._chatter(answer.text):
            raise Unusable(chattered(kind))
        else:
            self._take_rewrite(whole)
        explanation = self._explanation(answer.text)
        return "" if chatter_in([explanation], self._text) else explanation

    def _explanation(self, answer: str) -> str:
        spoken = plain_lines_of(answer.partition("\n")[0], self._heads, EXPLANATION, REASONING_CHARS)
        lines = (*spoken, *lines_of(answer))
        return " ".join(str(line[EXPLANATION]) for line in lines if EXPLANATION in line)

    def _whole_text(self, answer: str) -> str | None:
        return _whole_text(answer) if "text" in self._model.pack.anonymizer.answers else None

    def _chatter(self, answer: str) -> Chatter | None:
        """What is wrong with an answer, if anything is."""
        whole = self._whole_text(answer)
        pieces = [whole] if whole is not None else [edit.replace for edit in edits_from(lines_of(answer))]
        wrong = self._wrong(pieces)
        return next(iter(wrong.values()), chatter_in([self._explanation(answer)], self._text))

    def _wrong(self, pieces: Sequence[str]) -> dict[str, Chatter]:
        """What in an answer must not enter the text; a model that was trained for it is trusted."""
        trained = self._model.pack.attacker.rules_first
        return {} if trained else chatter_in_rewrite(pieces, self._text)

    def _take_edits(self, edits: Sequence[Edit]) -> None:
        """Those that say something; the others are noted with what is wrong with them."""
        wrong = self._wrong([edit.replace for edit in edits])
        self._said = next(iter(wrong.values()), self._said)
        for edit in edits:
            if edit.replace in wrong:
                dropped = Dropped(edit.find, edit.replace, f"the model {wrong[edit.replace]}")
            elif value := self._still_said(edit):
                dropped = Dropped(edit.find, edit.replace, still_says(value))
            else:
                self._sheet.take([edit])
                continue
            self._sheet.dropped.append(dropped)

    def _still_said(self, edit: Edit) -> str | None:
        """The value that was to go and stands in the words around what the edit changes."""
        if self._model.pack.attacker.rules_first:
            return None
        served = {v.attribute for v in self._execute if edit.find in v.evidence}
        return value_said(edit.replace, (one for one in self._inferences if one.attribute in served))

    def _take_rewrite(self, whole: str) -> None:
        """The model wrote the whole text: every difference is an edit where it stands, checked like any
        other.
        """
        ends = "\r\n" if "\r\n" in self._text else "\n"
        whole = whole.replace("\r\n", "\n").strip().replace("\n", ends)
        head = self._text[: len(self._text) - len(self._text.lstrip())]
        tail = self._text[len(self._text.rstrip()) :]
        for change in changes_from_rewrite(self._text, head + whole + tail):
            if change.before.split() != change.after.split():
                self._sheet.take([_as_edit(self._text, change)])

    def _ask_for_the_rest(self) -> None:
        """Evidence that nobody touched: the model says what replaces each phrase."""
        for verdict in self._execute:
            left = self._sheet.left(verdict)
            if left and not self._by_rule(verdict.attribute):
                answer = self._ask((verdict,), replacements_grammar(left))
                edits = edits_from(lines_of(answer.text))
                self._take_edits(
                    [msgspec.structs.replace(edit, attributes=(verdict.attribute,)) for edit in edits]
                )

    @property
    def _heads(self) -> tuple[str, ...]:
        """What opens a plain line that is the explanation, and no text."""
        return (EXPLANATION,) if self._model.pack.anonymizer.plain_lines else ()

    @property
    def _by_phrases(self) -> bool:
        """Whether the evidence is what the edits find, and only the replacements are the model's."""
        answers = self._model.pack.anonymizer.answers
        return "replacements" in answers and self._request.feedback is not Feedback.NONE

    def _ask(self, execute: Sequence[Verdict], grammar: Node, *, again: bool = False) -> Answer:
        return self._model.ask(
            self._messages(execute),
            grammar,
            self._sampling(again=again),
            self._text,
            self._request.goal.seed + self._request.attempt - 1 + again * ANOTHER_SEED,
            LineReader(self._model.listener.on_reasoning, heads=self._heads).feed,
        )

    def _messages(self, execute: Sequence[Verdict]) -> Messages:
        known = {verdict.attribute: _supported(verdict) for verdict in self._execute}
        shown = [one for one in self._inferences if not self._rules_alone(one.attribute)]
        verdicts = [known.get(one.attribute, _ignored(one.attribute)) for one in shown]
        round_, locked = (shown, verdicts), self._request.goal.locked
        if self._request.aims:
            wanted = {verdict.attribute for verdict in execute}
            aims = [aim for aim in self._request.aims if aim.attribute in wanted]
            if any(aim.target for aim in aims):
                return self._conversation.mislead(*round_, aims, locked)
            return self._conversation.rewrite_inferred(*round_, execute, locked)
        if self._request.feedback is Feedback.VERDICTS:
            return self._conversation.rewrite(*round_, execute, locked)
        return self._conversation.rewrite_inferred(*round_, execute, locked)

    def _sampling(self, *, again: bool) -> RoleSampling:
        sampling = self._model.pack.anonymizer.sampling
        return sampling.livelier() if again or self._request.attempt > 1 else sampling

    def _by_rule(self, attribute: str) -> bool:
        return any(
            one.attribute == attribute and one.edits and one.source is not Source.MODEL
            for one in self._inferences
        )

    def _rules_alone(self, attribute: str) -> bool:
        """Whether nothing is said to the model of an attribute: it does not read it, and rules edit it."""
        return self._by_rule(attribute) and not self._model.reads(attribute)

    def _in_order(self, inferences: Sequence[Inference]) -> tuple[Inference, ...]:
        """The inferences of this part, with one for each verdict that has none here (a phrase the user
        marked).
        """
        found = {inference.attribute: inference for inference in inferences}
        for verdict in self._execute:
            if verdict.attribute not in found and verdict.evidence:
                quoted = ", ".join(f'"{phrase}"' for phrase in verdict.evidence)
                found[verdict.attribute] = Inference(
                    verdict.attribute, f"{quoted} gives it away.", (verdict.evidence[0],), 5
                )
        return tuple(found[name] for name in self._names if name in found)


def _without_named(inference: Inference) -> Inference:
    """The inference without edits where only a model made it: there the model speaks first."""
    return msgspec.structs.replace(inference, edits=()) if inference.source is Source.MODEL else inference


def _ignored(attribute: str) -> Verdict:
    return Verdict(attribute, Validity.LOW, notes="The comment does not really say so.")


def _supported(verdict: Verdict) -> Verdict:
    """The verdict as a conversation shows it in which it is acted on, whoever decided that."""
    return verdict if verdict.executed else msgspec.structs.replace(verdict, validity=Validity.MEDIUM)


def _whole_text(answer: str) -> str | None:
    """What follows a line with nothing but # in an answer, or None."""
    before, mark, after = f"\n{answer}".partition("\n#\n")
    return after if mark and '{"find"' not in before else None


def _as_edit(text: str, change: Change) -> Edit:
    """The change as an edit whose `find` stands in the text just once, with as many words around it as that
    takes.
    """
    start, end = change.start, change.end
    while len(occurrences(text, text[start:end])) != 1 and (start, end) != (0, len(text)):
        start = max(0, text.rfind(" ", 0, max(0, start - 1)) + 1)
        following = text.find(" ", end + 1)
        end = following if following >= 0 else len(text)
    return Edit(text[start:end], text[start : change.start] + change.after + text[change.end : end])
