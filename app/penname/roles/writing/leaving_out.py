"""Leaves out what tells even when all is rewritten that could be, as far as the rest reads on.

A clause where that is enough, else the sentence, with the one beside it where that hangs on it. The gap is
chosen for how well the text goes on behind it, less what is lost with it over the goal's lambda (RLAA's trade
of privacy against utility, section 3.3, within one sentence). What no gap takes out well stays, for the
user to see. All that was looked at is offered to them as well (alternatives.py).
"""

import math
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import structs

from penname.domain.changes import Change, apply_changes
from penname.domain.policy import DOUBTED
from penname.domain.sentences import overlap, sentences
from penname.domain.tokens import occurrences, words
from penname.roles.packs import WriterPrompt
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.writing.alternatives import Alternatives
from penname.roles.writing.draft import RewriteDraft, neighbours
from penname.roles.writing.gap_signs import A_WORD, Kind, Losses
from penname.roles.writing.gaps import Gap, probabilities
from penname.roles.writing.grounded import Grounds
from penname.roles.writing.marking import Span
from penname.roles.writing.omission import Omission, clauses, cuts, joining_word
from penname.roles.writing.sentence_rules import left_open
from penname.roles.writing.substitutes import deletions
from penname.roles.writing.telling import Telling

# A word that goes costs A_WORD, one of a sentence that tells nothing itself so much more, for each nat that
# is told: "munkoyo" is worth more words than a hint is.
_A_WORD_BESIDE = 0.036
_MOST_STRENGTH = 0.97  # of a sentence: nothing is worth any number of words
_WORTH_A_CUT = 0.9  # how strongly words tell for which a sentence is cut into
_HARDLY_LIKED = 0.5  # of the words in a stated value's place: there a gap need not be that good
_MOST_LOOKED_ON = 64  # gaps of a part, those of the strongest sentences
_LEAST_WORTH = 0.5  # of a gap: how likely it is good, less what its words cost


class _Told(NamedTuple):
    """A sentence that tells: how strongly, of what, by which words (offsets in the sentence)."""

    strength: float
    sentence: int
    attributes: tuple[str, ...]
    marks: tuple[Span, ...]
    strong: tuple[Span, ...]  # of these, what tells most
    anew: bool  # in its new words


class LeavingOut:
    """Works on the draft of one part of a text.

    `authored` is what the text tells with its sentences as their author wrote them, `read` says it of others,
    `losses` how surprising texts are. What is left out serves the attributes that are `executed`; at most
    `spare` words are, none without `grounds`. Other ways to do it go to `alternatives`, whatever they take.
    """

    def __init__(
        self,
        prompt: WriterPrompt,
        authored: Telling,
        read: Callable[[str], Telling],
        losses: Losses,
        request: RewriteRequest,
        executed: Collection[str],
        spare: int,
        alternatives: Alternatives,
        grounds: Grounds,
    ) -> None:
        self._prompt = prompt
        self._authored = authored
        self._read = read
        self._losses = losses
        self._locked = request.goal.locked
        self._tradeoff = request.goal.tradeoff
        self._refused = {(before.strip(), after.strip()) for before, after in request.avoid}
        self._executed = tuple(executed)
        self._spare = spare
        self._alternatives = alternatives
        self._grounds = grounds
        self._looked_on = 0  # gaps, for the user alone

    def leave_out(self, draft: RewriteDraft, marks: Mapping[Span, str], *, rewritten_too: bool) -> None:
        """Propose gaps; without `rewritten_too` what words were changed in stays, whatever it tells.

        Otherwise new words stay unless a gap is better. (Those of an earlier round were.) Where the author's
        own words have `marks`, with the attribute of each, gaps that nobody would propose are offered.
        """
        standing = sentences(self._authored.text)
        anew = {
            index
            for index, (start, end) in enumerate(standing)
            if draft.written(index) != self._authored.text[start:end]
        }
        staying = {index for index in anew if not (rewritten_too and draft.is_changed(index))}
        found = list(self._told(self._authored, standing, staying, self._prompt.left_out_from))
        if anew and rewritten_too:
            text, spans = draft.whole()
            same = set(range(len(spans))) - anew
            found += self._told(self._read(text), spans, same, self._prompt.left_out_anew_from, anew=True)
        for one in sorted(found, reverse=True):
            self._try(draft, one)
        tried = {one.sentence for one in found} | staying
        for one in sorted(self._marked(standing, marks), reverse=True):
            if one.sentence not in tried and not draft.is_gone(one.sentence):
                self._offer_more(draft, one, self._choices(draft, one))
                self._offer_more(draft, one, self._all_cuts(draft, one))

    def _told(
        self,
        telling: Telling,
        spans: Sequence[Span],
        skipped: Container[int],
        least: float,
        *,
        anew: bool = False,
    ) -> Iterator[_Told]:
        """The sentences, but for those skipped, in which a word tells what is acted on, `least` or more."""
        phrases = list(telling.phrases(self._prompt.marked_from, self._executed, self._executed))
        for index, (start, end) in enumerate(spans):
            if index in skipped:
                continue
            inside = [(span, name) for span, name in phrases if overlap([span], [(start, end)])]
            strength = max((telling.strongest(span) for span, _ in inside), default=0.0)
            if strength >= least:
                strong = [span for span, _ in inside if telling.strongest(span) >= _WORTH_A_CUT]
                marks = tuple((first - start, last - start) for (first, last), _ in inside)
                most = tuple((first - start, last - start) for first, last in strong)
                names = tuple(dict.fromkeys(name for _, name in inside))
                yield _Told(strength, index, names, marks, most, anew)

    def _try(self, draft: RewriteDraft, told: _Told) -> None:
        """Leave out what tells there, if a gap is good enough, and better than other words; or some of it."""
        if draft.is_gone(told.sentence):
            return
        if self._gap(draft, told):
            self._offer_more(draft, told, self._all_cuts(draft, told))
        else:
            self._cut(draft, told)

    def _offer_more(self, draft: RewriteDraft, told: _Told, gaps: Iterable[Gap]) -> None:
        """Look at gaps for the user alone, not at the hundreds of a long text."""
        if self._looked_on < _MOST_LOOKED_ON:
            found, _likely = self._offer(draft, told, gaps)
            self._looked_on += len(found)

    def _offer(self, draft: RewriteDraft, told: _Told, gaps: Iterable[Gap]) -> tuple[list[Gap], list[float]]:
        """The gaps, and how likely readers find each good; the user may choose from them."""
        found = list(gaps)
        likely = self._probabilities(draft, found) if found else []
        for one, good in zip(found, likely, strict=True):
            self._alternatives.add(_as_change(draft, told, one, good))
        return found, likely

    def _marked(self, spans: Sequence[Span], marks: Mapping[Span, str]) -> Iterator[_Told]:
        """The sentences with marks, however little they tell."""
        for index, (start, end) in enumerate(spans):
            inside = {place: name for place, name in marks.items() if overlap([place], [(start, end)])}
            if inside:
                places = tuple((first - start, last - start) for first, last in inside)
                names = tuple(dict.fromkeys(inside.values()))
                strength = self._authored.strongest((start, end))
                yield _Told(strength, index, names, places, places, anew=False)

    def _gap(self, draft: RewriteDraft, told: _Told) -> bool:
        """Whether all that tells there could be left out."""
        assert self._prompt.omission is not None
        choices, likely = self._offer(draft, told, self._looked_at(draft, told, self._choices(draft, told)))
        least = self._prompt.omission.least / told.strength  # that it tells, and that the gap is good
        instead_of = 0.0 if told.anew else draft.good(told.sentence)
        if draft.is_changed(told.sentence) and instead_of < _HARDLY_LIKED:
            least = min(least, DOUBTED)
        enough = [n for n, good in enumerate(likely) if good >= least and self._may(draft, told, choices[n])]
        if not enough:
            return False
        own = len(words(draft.written(told.sentence)))
        nats = -math.log(1 - min(told.strength, _MOST_STRENGTH))
        cost = {number: _cost(choices[number].lost, own) / nats / self._tradeoff for number in enough}
        worth = {number: likely[number] - cost[number] for number in enough}
        best = max(enough, key=worth.__getitem__)
        if worth[best] < max(_LEAST_WORTH, instead_of):
            return False
        choice = choices[best]
        self._spare -= choice.lost
        attributes, good = told.attributes, likely[best]
        if choice.part:
            draft.change(told.sentence, [_change(draft, told.sentence, choice.part, attributes, good)])
        else:
            for index in choice.sentences:
                draft.leave_out(index, attributes, good)
        if choice.opening:
            behind = choice.sentences[-1] + 1
            draft.change(behind, [_change(draft, behind, choice.opening, attributes, good)])
        return True

    def _looked_at(self, draft: RewriteDraft, told: _Told, gaps: Iterable[Gap]) -> Iterator[Gap]:
        """Those that may be made, and of the others as many as are looked at for the user."""
        for one in gaps:
            if not self._may(draft, told, one):
                if self._looked_on >= _MOST_LOOKED_ON:
                    continue
                self._looked_on += 1
            yield one

    def _may(self, draft: RewriteDraft, told: _Told, gap: Gap) -> bool:
        """Whether a gap may be made: it takes evidence, and there are words to spare."""
        return gap.lost <= self._spare and self._grounds.carry([_as_change(draft, told, gap, 0.0)])

    def _cut(self, draft: RewriteDraft, told: _Told) -> None:
        """Cut out of a sentence that nobody has reworded what tells in it, as far as it stays a sentence.

        It may still tell, but less: "school system policies" become policies.
        """
        critic, sentence = self._prompt.omission, draft.authored(told.sentence)
        assert critic is not None
        if told.anew or draft.is_changed(told.sentence) or self._is_locked(sentence):
            return
        made = list[Change]()
        for mark in sorted(told.strong, reverse=True):  # what stands before a cut is the author's still
            found = self._looked_at(draft, told, self._cuts(draft, told, mark, made))
            gaps, likely = self._offer(draft, told, found)
            least = critic.least / told.strength
            enough = [n for n, good in enumerate(likely) if good >= least and self._may(draft, told, gaps[n])]
            if not enough:
                continue
            best = max(enough, key=lambda n: likely[n] - A_WORD * gaps[n].lost)
            part = gaps[best].part
            assert part is not None
            self._spare -= gaps[best].lost
            made.insert(0, _change(draft, told.sentence, part, told.attributes, likely[best]))
        draft.change(told.sentence, made)

    def _all_cuts(self, draft: RewriteDraft, told: _Told) -> Iterator[Gap]:
        """Each by itself, in a sentence that stands in its author's words."""
        if told.anew or draft.is_changed(told.sentence) or self._is_locked(draft.authored(told.sentence)):
            return
        for mark in told.strong:
            yield from self._cuts(draft, told, mark, ())

    def _cuts(self, draft: RewriteDraft, told: _Told, mark: Span, made: Sequence[Change]) -> Iterator[Gap]:
        """Gaps that take a mark and that the user does not refuse, before those `made` in the sentence."""
        index, sentence = told.sentence, draft.authored(told.sentence)
        start, end = len(sentence) - len(sentence.lstrip()), len(sentence.rstrip())
        for part in cuts(sentence, (start, end), mark):
            if not self._refuses(draft, index, part, made):
                yield self._gap_at(draft, index, part, made, Kind.CUT)
        if self._prompt.substitution:
            for one in deletions(sentence, mark):
                part = Omission(one.start, one.end, one.after)
                if not self._refuses(draft, index, part, made):
                    yield self._gap_at(draft, index, part, made, Kind.SUBSTITUTE)._replace(name=one.name)

    def _refuses(self, draft: RewriteDraft, index: int, part: Omission, made: Sequence[Change]) -> bool:
        gone = draft.authored(index)[part.start : part.end]
        begins = draft.sentences[index][0]
        return (
            any(left_open(gone))
            or (gone.strip(), part.after.strip()) in self._refused
            or any(begins + part.end >= one.start for one in made)
        )

    def _gap_at(
        self, draft: RewriteDraft, index: int, part: Omission, made: Sequence[Change], kind: Kind
    ) -> Gap:
        """A gap in a sentence, behind which others are `made`, with the text around it."""
        sentence, begins = draft.authored(index), draft.sentences[index][0]
        rest = [one.moved(-begins - part.end) for one in made]
        gone = sentence[part.start : part.end]
        left = "".join(draft.written(other) for other in range(index)) + sentence[: part.start]
        right = apply_changes(sentence[part.end :], rest)
        right += "".join(draft.written(other) for other in range(index + 1, len(draft.sentences)))
        lost = len(words(gone))
        if kind is Kind.SUBSTITUTE:
            return Gap((index,), part, left, right, left + gone, lost, kind)
        if part.is_capital:
            return Gap((index,), part, left, part.after + right, left + gone[:-1], lost, kind)
        return Gap((index,), part, left + part.after, right, left + gone, lost, kind)

    def _probabilities(self, draft: RewriteDraft, gaps: Sequence[Gap]) -> list[float]:
        others = sum(draft.is_gone(index) for index in range(len(draft.sentences)))
        return probabilities(self._prompt, self._losses, gaps, others)

    def _choices(self, draft: RewriteDraft, told: _Told) -> Iterator[Gap]:
        written = [draft.written(index) for index in range(len(draft.sentences))]
        yield from self._gaps_in(draft, told)
        for run in neighbours(told.sentence, len(written)):
            gone = "".join(written[index] for index in run)
            # Texts are written for their questions: of 510 careful writers left out 11.
            if "?" in gone or any(left_open(gone)):
                continue
            if any(not written[index].strip() or self._stays(draft, index) for index in run):
                continue
            left, right = "".join(written[: run[0]]), "".join(written[run[-1] + 1 :])
            yield Gap(run, None, left, right, left + gone, len(words(gone)), Kind.SENTENCE)
            if opening := self._opening(draft, run[-1] + 1):
                joined = right[: opening.end - len(opening.after)]
                right = opening.after + right[opening.end :]
                having = left + gone + joined
                yield Gap(run, None, left, right, having, len(words(gone)), Kind.SENTENCE, opening)

    def _gaps_in(self, draft: RewriteDraft, told: _Told) -> Iterator[Gap]:
        """Clauses of a sentence whose words nobody has changed yet."""
        sentence = draft.authored(told.sentence)
        if draft.is_changed(told.sentence) or self._is_locked(sentence):
            return
        start = len(sentence) - len(sentence.lstrip())
        for part in clauses(sentence, (start, len(sentence.rstrip())), told.marks):
            if not self._refuses(draft, told.sentence, part, ()):
                yield self._gap_at(draft, told.sentence, part, (), Kind.CLAUSE)

    def _opening(self, draft: RewriteDraft, index: int) -> Omission | None:
        """The word that joins a sentence to the one before it, where it may go."""
        if index >= len(draft.sentences) or draft.is_changed(index) or draft.is_gone(index):
            return None
        sentence = draft.authored(index)
        gap = joining_word(sentence)
        if not gap or self._is_locked(sentence):
            return None
        return None if (sentence[: gap.end].strip(), gap.after) in self._refused else gap

    def _stays(self, draft: RewriteDraft, index: int) -> bool:
        """Whether the user wants to keep a sentence, or some of its words."""
        sentence = draft.authored(index)
        return (sentence.strip(), "") in self._refused or self._is_locked(sentence)

    def _is_locked(self, sentence: str) -> bool:
        return any(occurrences(sentence, phrase) for phrase in self._locked)


def _cost(lost: int, own: int) -> float:
    """Of leaving out `lost` words, `own` of them of the sentence that tells: probability times nats told."""
    return A_WORD * lost + _A_WORD_BESIDE * max(0, lost - own)


def _as_change(draft: RewriteDraft, told: _Told, gap: Gap, good: float) -> Change:
    """All that a gap takes, in one change of the text."""
    if gap.part:
        return _change(draft, told.sentence, gap.part, told.attributes, good)
    run = draft.without(gap.sentences[0], gap.sentences[-1], told.attributes, good)
    if not gap.opening:
        return run
    behind = _change(draft, gap.sentences[-1] + 1, gap.opening, told.attributes, good)
    between = draft.authored(gap.sentences[-1])[run.end - behind.start :] if run.end < behind.start else ""
    return structs.replace(
        run, end=behind.end, before=run.before + between + behind.before, after=between + behind.after
    )


def _change(
    draft: RewriteDraft, index: int, gap: Omission, attributes: tuple[str, ...], good: float
) -> Change:
    """A gap in a sentence as a change of the text."""
    start = draft.sentences[index][0]
    before = draft.authored(index)[gap.start : gap.end]
    return Change(start + gap.start, start + gap.end, before, gap.after, attributes, good=good)
