"""The writer: sentences rewritten with the whole text in view, and what tells marked in it.

The anonymizer of RLAA (section 3.4) as a model that was trained on careful writers' rewrites
(packaging/writer): it says of each sentence what becomes of it, and writes those that change. With targets it
works towards wrong values (IncogniText, section 3).

It answers several times, side by side, and of each sentence the critic takes what readers would like best,
or nothing (critic.py). What a rule found stated outright and the writer let stand, the rule's own edit
replaces. What tells even then is left out, where the rest reads on (leaving_out.py). The others it might have
taken are offered beside (alternatives.py).

A model that was not trained for this is asked for the marked sentences alone, in which only the marks become
other words (filling.py), and more is refused of what comes of it (sentence_rules.py).
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import chain
from statistics import fmean
from typing import NamedTuple

import msgspec

from penname.domain.attributes import Attribute, ValueKind, attribute_named
from penname.domain.changes import (
    Change,
    Dropped,
    Edit,
    changes_from_rewrite,
    differing,
)
from penname.domain.events import TextPart
from penname.domain.inferences import Verdict
from penname.domain.language import language_of
from penname.domain.policy import proposable
from penname.domain.sentences import overlap, sentences
from penname.domain.tokens import occurrences, words
from penname.engine.client import Answer
from penname.engine.grammar import Node
from penname.engine.requests import Message
from penname.roles.edit_rules import too_common
from penname.roles.packs import WriterPrompt
from penname.roles.part_rewrite import Proposed
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.role_model import RoleModel, RoleRequest, RoleTask
from penname.roles.stopwords import STOPWORDS
from penname.roles.target_edits import with_target_edits
from penname.roles.writing.alternatives import Alternatives
from penname.roles.writing.answer import Became, WrittenSentence, answer_grammar, read_answer
from penname.roles.writing.authored import Authored
from penname.roles.writing.critic import signs
from penname.roles.writing.draft import RewriteDraft
from penname.roles.writing.filling import Gaps, fills_grammar, known_words, read_fills
from penname.roles.writing.grounded import Grounds
from penname.roles.writing.leaving_out import LeavingOut
from penname.roles.writing.marking import SIGNS, MarkedText, Span, mark
from penname.roles.writing.omission import unsays
from penname.roles.writing.sentence_rules import left_open, objection
from penname.roles.writing.spelling import as_spelt
from penname.roles.writing.substitution import Substitution
from penname.roles.writing.telling import EvidenceTelling, ProbeTelling, Telling

_OTHERS = (0.7, 0.95)  # least temperature and top-p of all answers but the first
_KEPT = WrittenSentence(Became.KEEP)
_LEFT = 0.75  # share of the marked words; of 16 such candidates 2 told less, of 158 others 138
_MARKS_IN_IT = "the model wrote its marks into the sentence"
_UNLIKED = "readers would probably stumble over it"
_ONE_PIECE = 2.5  # times the loss that all pieces may have in the mean
_BEGINNING = 300  # characters
_MOST_LOSS = 1.5  # nats a character; language models have 1 and less, noise has 3 and more
_UNSURE = "the model itself was not sure of it"


class WriterTask(NamedTuple):
    """What to hide; with `targets` (wrong values by attribute), what to make readers believe instead.

    `numbers` are those of the sentences that an untrained model is asked about.
    """

    attributes: tuple[str, ...]
    targets: Mapping[str, str] = {}
    numbers: tuple[int, ...] = ()


class SentenceRewrite:
    """The rewrite of one part of a text; `execute` holds the verdicts to act on, with what stands here.

    `authored` remembers from round to round what was rewritten.
    """

    def __init__(
        self,
        model: RoleModel,
        reader: RoleModel,
        request: RewriteRequest,
        part: TextPart,
        execute: Sequence[Verdict],
        asked: Sequence[Attribute],
        authored: Authored,
    ) -> None:
        assert model.pack.writer is not None
        self._prompt = model.pack.writer.at(request.goal.tradeoff)
        self._model = model
        self._reader = reader
        self._text = request.text[part.start : part.end]
        self._execute = tuple(execute)
        self._acted_on = frozenset(verdict.attribute for verdict in execute)
        self._request = request
        self._authored = authored
        self._asked = tuple(asked)
        self._source = authored.text(self._text)
        self._inferences = [one for one in part.inferences if one.attribute in self._acted_on]
        telling = self._told = self._telling(self._source)
        found = self._found_phrases(telling)
        self._found = [span for _name, phrase in found for span in occurrences(self._source, phrase)]
        self._marks = dict(self._places(found, telling))
        names = {*self._acted_on, *self._marks.values()}
        hidden = tuple(sorted(attribute.name for attribute in asked if attribute.name in names))
        aims = {aim.attribute: aim.target for aim in request.aims if aim.target}
        targets = {name: aims[name] for name in hidden if name in aims}
        self._task = WriterTask(hidden, targets)
        ways_out = reader.pack.writer.substitution if reader.pack.writer else None
        # What the user gave a wrong value, or words of their own, for nobody judged.
        as_ruled = {*targets, *(name for name in self._acted_on if attribute_named(name).custom)}
        self._substitution = Substitution(ways_out, reader.losses, self._edits_by_rule(part), as_ruled)
        phrases = {phrase for verdict in execute for phrase in verdict.evidence}
        phrases |= {edit.find for one in self._inferences for edit in one.edits}
        self._evidence = [span for phrase in phrases for span in occurrences(self._source, phrase)]
        unfounded = [verdict.attribute for verdict in execute if not verdict.evidence]
        # Towards targets what is said in new words counts, wherever it stands.
        self._grounds = Grounds(self._text, () if targets else phrases, unfounded)

    def propose(self) -> Proposed:
        """The changes; raises Cancelled or EngineError."""
        draft, dropped = RewriteDraft(self._text, sentences(self._text)), list[Dropped]()
        alternatives = Alternatives(self._text, draft.sentences)
        self._reword(draft, dropped, alternatives)
        self._leave_out(draft, alternatives)
        changes = tuple(chain.from_iterable(draft.changes()))
        return Proposed(changes, tuple(dropped), "", None, self._allowed(alternatives.beside(changes)))

    def _reword(self, draft: RewriteDraft, dropped: list[Dropped], alternatives: Alternatives) -> None:
        """Put in the draft what the writer says better; what may not be proposed goes to `dropped`."""
        spans = sentences(self._source)
        indices = {span: index for index, span in enumerate(spans)}
        marked = mark(self._source, spans, self._marks)
        before = [self._source[slice(*_stretch(self._source, span))] for span in marked.sentences]
        told = {number for number, sentence in enumerate(marked.sentences, 1) if self._marks_in(sentence)}
        targets = str(self._task.targets)
        asked = {
            number: (targets + _line(marked.shown, number), overlap([span], self._evidence))
            for number, span in enumerate(marked.sentences, 1)
        }
        # What it was asked before is answered: nothing better is known, unless the user wishes for another,
        # or evidence stands there by now, without which nothing was made of the answer.
        shown = self._authored.shown
        known = {n for n, (line, cited) in asked.items() if (line, True) in shown or (line, cited) in shown}
        staying = known if self._request.attempt == 1 else set[int]()
        if not before or (told <= staying and (staying or self._prompt.untrained)):
            return
        shown.update(asked.values())
        if self._prompt.untrained:
            answers = self._ask_for_fills(marked, before, staying)
        else:
            answers = self._ask(marked, before, told, staying) if self._prompt.candidates else []
        for number, (span, old) in enumerate(zip(marked.sentences, before, strict=True), 1):
            index = indices[span]
            stretch = _stretch(self._text, draft.sentences[index])
            # Where nothing is marked, nothing needs another wording.
            candidates = [answer.get(number, _KEPT) for answer in answers if number in told]
            found = overlap([span], self._found)
            best, others, objected = self._best(old, candidates, self._marked_words(span), found=found)
            dropped += objected
            for other in others:
                alternatives.add(self._as_one_change(span, stretch, other))
            for written in (best, _KEPT):
                ruled = self._with_rules(old, stretch, written, alternatives)
                kept, refused = self._checked(span, stretch, ruled)
                if kept and not self._grounds.carry(kept):
                    alternatives.add(self._as_one_change(span, stretch, ruled))
                    kept = ()
                draft.change(index, kept)
                dropped += refused
                if kept:
                    self._authored.remember(ruled.text, old)
                    break

    def _leave_out(self, draft: RewriteDraft, alternatives: Alternatives) -> None:
        """Put in the draft what is better left out: the reader knows what tells, and what reads on.

        Misled readers may believe what is said in new words.
        """
        prompt = self._reader.pack.writer
        if not prompt or not prompt.omission or language_of(self._text) not in ("en", None):
            return
        if prompt.untrained and not self._is_read():
            return
        whole, here = len(words(self._request.text)), len(words(self._text))
        self._authored.words = max(self._authored.words, whole)
        kept_so_far = whole / max(1, self._authored.words)
        spare = int(here * (1 - prompt.least_kept / max(kept_so_far, prompt.least_kept)))
        LeavingOut(
            prompt.at(self._request.goal.tradeoff),
            self._told or EvidenceTelling(self._source, self._execute),
            lambda text: self._telling(text) or EvidenceTelling(text, self._execute),
            self._reader.losses,
            self._request,
            self._acted_on,
            spare,
            alternatives,
            self._grounds,
        ).leave_out(draft, self._marks, rewritten_too=not self._task.targets)

    def _best(
        self, old: str, candidates: Sequence[WrittenSentence], marked: Sequence[str], *, found: bool
    ) -> tuple[WrittenSentence, Sequence[WrittenSentence], Sequence[Dropped]]:
        """What to put in a sentence's place: the candidate that readers would like best, or nothing; what
        else could be put there; and what an untrained model wrote and why that may not stand.

        Where nothing was `found` and words are marked by the probe alone, the first answer may keep it. One
        that leaves most of the `marked` words changes the text and hides nothing.
        """
        critic, untrained = self._prompt.critic, self._prompt.untrained
        if not candidates or (candidates[0].became is Became.KEEP and not found):
            return _KEPT, (), ()
        if not critic:
            return candidates[0], (), ()
        fit: dict[str, WrittenSentence] = {}
        objected: list[Dropped] = []
        for one in candidates:
            text = as_spelt(old, one.text)
            if text in ("", old):
                continue
            if untrained and (reason := self._objection(old, one, text, marked)):
                objected.append(Dropped(old, text, reason))
            elif not (
                _has_marks(text, old)
                or _share_left(marked, text) >= _LEFT
                or left_open(text) != left_open(old)
                or any(unsays(one.before, one.after) for one in changes_from_rewrite(old, text))
            ):
                fit.setdefault(text, one._replace(text=text))
        likely = {
            text: critic.probability(signs(old, one, [other for other in fit if other != text]))
            for text, one in fit.items()
        }
        liked = [fit[text]._replace(good=good) for text, good in likely.items()]
        liked.sort(key=lambda one: one.good or 0.0, reverse=True)
        if liked and (liked[0].good or 0.0) >= critic.least:
            return liked[0], liked[1:], ()
        if liked and untrained:
            objected.insert(0, Dropped(old, liked[0].text, _UNLIKED))
        return _KEPT, liked, objected[:1]

    def _objection(self, old: str, written: WrittenSentence, text: str, marked: Sequence[str]) -> str | None:
        """Why an untrained model's sentence, spelt as `text`, may not stand; None if it may."""
        if _has_marks(text, old):
            return _MARKS_IN_IT
        most = self._prompt.most_loss
        if written.losses and (fmean(written.losses) > most or max(written.losses) > _ONE_PIECE * most):
            return _UNSURE
        return objection(self._source, old, text, marked, self._inferences)

    def _with_rules(
        self, old: str, stretch: Span, written: WrittenSentence, alternatives: Alternatives
    ) -> WrittenSentence:
        """The sentence in its author's spelling, with other words where rules find something in it still.

        A kept one is what stands there now.
        """
        kept, now = written.became is Became.KEEP, self._text[slice(*stretch)]
        text = now if kept else as_spelt(old, written.text)
        ruled, good, others = self._substitution.ruled(
            self._text[: stretch[0]], text, self._text[stretch[1] :]
        )
        for other in others if kept else ():
            alternatives.add(other.moved(stretch[0]))
        if kept and ruled == now:
            return _KEPT
        likely = min((one for one in (good, written.good) if one is not None), default=None)
        return written._replace(became=Became.VAGUER if kept else written.became, text=ruled, good=likely)

    def _allowed(self, alternatives: Sequence[Change]) -> tuple[Change, ...]:
        """Those that the user has not refused, and that leave alone what is to stay."""
        request = self._request
        kept, _ = proposable(self._text, alternatives, self._execute, request.goal, request.avoid)
        return kept

    def _edits_by_rule(self, part: TextPart) -> tuple[Edit, ...]:
        """What rules make vaguer, or change towards a target; nothing that the user wants to stay."""
        inferences = part.inferences
        if self._request.aims:
            inferences = with_target_edits(self._source, inferences, self._execute, self._request.aims)
        locked = self._request.goal.locked
        return tuple(
            edit
            for inference in inferences
            if inference.attribute in self._acted_on
            for edit in inference.edits
            if not any(occurrences(edit.find, phrase) or occurrences(phrase, edit.find) for phrase in locked)
        )

    def _ask(
        self, marked: MarkedText, before: Sequence[str], told: Set[int], staying: Set[int]
    ) -> list[dict[int, WrittenSentence]]:
        """The answers: the first as the model likes, the others with a change in each sentence of `told`;
        then both ways once more, in any words.
        """
        prompt, attempt = self._prompt, self._request.attempt
        known = "" if self._task.targets else prompt.words
        first = (attempt - 1) * prompt.candidates
        grammars: list[tuple[Node, bool]] = [
            (answer_grammar(before, told if number else (), staying, in_known_words=bool(known)), number > 0)
            for number in range(first, first + prompt.candidates)
        ]
        if known and prompt.in_any_words:
            grammars += [(answer_grammar(before, changing, staying), attempt > 1) for changing in ((), told)]
        questions = tuple(
            self._model.question(
                messages(prompt, marked.shown, self._task),
                grammar,
                prompt.sampling.livelier(*_OTHERS) if livelier else prompt.sampling,
                self._source,
                self._request.goal.seed + first + number,
            ).measured(known)
            for number, (grammar, livelier) in enumerate(grammars)
        )
        (answers,) = self._model.side_by_side([_asking(questions)])
        return [_read(answer) for answer in answers]

    def _ask_for_fills(
        self, marked: MarkedText, before: Sequence[str], staying: Set[int]
    ) -> list[dict[int, WrittenSentence]]:
        """The answers of an untrained model: the likeliest, and others drawn as its makers advise."""
        prompt = self._prompt
        asked: dict[int, Gaps] = {}
        for number, (span, old, marks) in enumerate(
            zip(marked.sentences, before, marked.marks, strict=True), 1
        ):
            begins = _stretch(self._source, span)[0]
            if marks and number not in staying:
                places = [(start - begins, min(end - begins, len(old))) for start, end in marks]
                asked[number] = Gaps(old, places)
        english = language_of(self._source) == "en"
        advised = self._model.engine.info.sampling
        drawn = (advised.temperature, advised.top_p) if advised else _OTHERS
        grammar = fills_grammar(asked, in_known_words=english)
        words_known = known_words(self._source, asked.values(), prompt.words)
        task = self._task._replace(numbers=tuple(asked))
        first = (self._request.attempt - 1) * prompt.candidates
        questions = tuple(
            self._model.question(
                messages(prompt, marked.shown, task),
                grammar,
                prompt.sampling.livelier(*drawn) if number else prompt.sampling,
                words_known if english else self._source,
                self._request.goal.seed + number,
            ).measured("")
            for number in range(first, first + prompt.candidates)
        )
        (answers,) = self._model.side_by_side([_asking(questions)])
        return [read_fills(answer.text, asked, answer.losses, answer.ends) for answer in answers]

    def _marked_words(self, span: Span) -> list[str]:
        """The marked words of a sentence that say something, in small letters."""
        marked = [
            word for place in self._marks_in(span) for word in words(self._source[slice(*place)].lower())
        ]
        return [word for word in marked if word not in STOPWORDS]

    def _marks_in(self, span: Span) -> dict[Span, str]:
        """The marks that stand in a stretch, or reach into it, with the attribute each tells."""
        return {place: name for place, name in self._marks.items() if overlap([place], [span])}

    def _found_phrases(self, telling: Telling | None) -> list[tuple[str, str]]:
        """The attribute and the words of the evidence, where the probe believes in it, and of what a rule
        would edit.
        """
        prompt = self._prompt
        told = [
            (verdict.attribute, phrase)
            for verdict in self._execute
            for phrase in verdict.evidence
            if telling is None
            or any(
                telling.strongest(span) >= prompt.believed_from for span in occurrences(self._source, phrase)
            )
        ]
        told += [
            (inference.attribute, edit.find) for inference in self._inferences for edit in inference.edits
        ]
        return told

    def _places(
        self, found: Sequence[tuple[str, str]], telling: Telling | None
    ) -> Iterator[tuple[Span, str]]:
        """What to mark, with the attribute it tells: what was `found`, what was marked before, and what the
        reader's probe says careful writers would change.
        """
        prompt, goal, source = self._prompt, self._request.goal, self._source
        told = list(found)
        if telling is not None:
            phrases = telling.phrases(prompt.marked_from, self._acted_on, goal.protect)
            told += [(name, source[slice(*span)]) for span, name in phrases]
        told += [(name, phrase) for phrase, name in self._authored.marked.items() if name in goal.protect]
        locked = [span for phrase in goal.locked for span in occurrences(source, phrase)]
        for name, phrase in told:
            if not too_common(source, phrase):
                self._authored.marked[phrase] = name
                for span in occurrences(source, phrase):
                    if not overlap([span], locked):
                        yield span, name

    def _telling(self, text: str) -> Telling | None:
        """What the reader's probe says of a text; None where it has none."""
        calibration = self._reader.pack.probe_calibration
        if calibration is None:
            return None
        (reading,) = self._reader.side_by_side([self._reader.reading(text, self._asked)])
        if not reading.telling:
            return None
        placed = [
            one.name for one in self._asked if one.kind is ValueKind.PLACE and one.name in self._acted_on
        ]
        return ProbeTelling(text, reading, [attribute.name for attribute in calibration.attribute], placed)

    def _is_read(self) -> bool:
        """Whether the reader knows such texts at all, so that its losses can say what reads on.

        Asked once, and not in each round: no change makes noise of a text, or a text of noise.
        """
        if self._authored.is_read is None:
            beginning = self._source[:_BEGINNING]
            (loss,) = self._reader.losses([("\n", beginning)])
            self._authored.is_read = bool(loss) and sum(loss) <= _MOST_LOSS * len(beginning)
        return self._authored.is_read

    def _checked(
        self, source: Span, stretch: Span, written: WrittenSentence
    ) -> tuple[Sequence[Change], Sequence[Dropped]]:
        """A sentence's changes, all or none: half of a rewrite is no sentence."""
        inside = set(self._marks_in(source).values())
        everything = [verdict.attribute for verdict in self._execute]
        served = [name for name in everything if name in inside] or everything
        changes = self._attributed(changes_of(self._text, stretch, written), stretch, served)
        old = self._text[slice(*stretch)]
        if _has_marks(written.text, old):
            return (), (Dropped(old, written.text, _MARKS_IN_IT),)
        kept, dropped = proposable(
            self._text, changes, self._execute, self._request.goal, self._request.avoid
        )
        return ((), dropped) if dropped else (kept, ())

    def _as_one_change(self, source: Span, stretch: Span, written: WrittenSentence) -> Change:
        """Another sentence in the place of one, which serves all that its marks tell."""
        served = tuple(dict.fromkeys(self._marks_in(source).values()))
        edit = Edit(self._text[slice(*stretch)], written.text, served)
        return msgspec.structs.replace(differing(self._text, stretch, edit), good=written.good)

    def _attributed(
        self, changes: Sequence[Change], stretch: Span, served: Sequence[str]
    ) -> tuple[Change, ...]:
        """The changes of a sentence with what each serves: what stands where it is made.

        One that stands beside all of that serves what the others do, and alone all that the sentence tells.
        """
        sentence = self._text[slice(*stretch)]
        told = [(self._source[slice(*place)], name) for place, name in self._marks.items()]
        told += [(phrase, verdict.attribute) for verdict in self._execute for phrase in verdict.evidence]
        spans = [
            (start + stretch[0], end + stretch[0], name)
            for phrase, name in dict.fromkeys(told)
            for start, end in occurrences(sentence, phrase)
        ]
        there = [
            {name for start, end, name in spans if change.start <= end and start <= change.end}
            for change in changes
        ]
        executed = [verdict.attribute for verdict in self._execute]
        others = [name for name in executed if any(name in names for names in there)] or served
        return tuple(
            msgspec.structs.replace(
                change, attributes=tuple(n for n in executed if n in names) or tuple(others)
            )
            for change, names in zip(changes, there, strict=True)
        )


def _has_marks(text: str, old: str) -> bool:
    return any(sign in text and sign not in old for sign in SIGNS)


def _share_left(marked: Sequence[str], text: str) -> float:
    """The share of the marked words that `text` still has; 0 where there is none."""
    has = set(words(text.lower()))
    return sum(word in has for word in marked) / len(marked) if marked else 0.0


def _asking(questions: tuple[RoleRequest, ...]) -> RoleTask[tuple[Answer, ...]]:
    return (yield questions)


def _read(answer: Answer) -> dict[int, WrittenSentence]:
    written = read_answer(answer.text, answer.losses, answer.ends)
    if answer.finish == "length" and written:
        del written[max(written)]  # it broke off
    return written


def messages(prompt: WriterPrompt, shown: str, task: WriterTask) -> tuple[Message, ...]:
    """What the writer is sent; raises BrokenPack."""
    user = prompt.render(marked=shown, **task._asdict())
    return Message("system", prompt.system), Message("user", user)


def changes_of(text: str, stretch: Span, written: WrittenSentence) -> tuple[Change, ...]:
    """What `written` does to a sentence: word by word where words were exchanged, else as a whole."""
    start, end = stretch
    match written.became:
        case Became.KEEP:
            return ()
        case Became.RECAST:
            return (Change(start, end, text[start:end], written.text, good=written.good),)
    return tuple(
        msgspec.structs.replace(one.moved(start), good=written.good)
        for one in changes_from_rewrite(text[start:end], written.text)
        if one.before.split() != one.after.split()
    )


def _line(shown: str, number: int) -> str:
    """What the writer is shown of a sentence."""
    return shown.partition(f"|{number} ")[2].partition("|")[0]


def _stretch(text: str, span: Span) -> Span:
    """The sentence without the space around it."""
    start, end = span
    written = text[start:end]
    return start + len(written) - len(written.lstrip()), end - len(written) + len(written.rstrip())
