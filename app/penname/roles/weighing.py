"""Weighs words: how much of an inference rests on which phrase of the text.

An attacker's explanation is no cause. So each phrase that may carry an inference is blanked in turn, and all
of them together, and the model's belief is read again: what it loses is the phrase's weight (occlusion;
Zeiler and Fergus 2014, section 4.2; of texts Li et al. 2016, "Understanding Neural Networks through
Representation Erasure"). The belief is the probes' log-odds that the text gives the attribute away; of a
model without probes, the log-probability of the first guess as its answer to a short question. All versions
of a text are read side by side, each from where it differs.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from penname.domain.attributes import Attribute
from penname.domain.events import Attacked, PhrasesWeighed, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.sentences import Span, joined, overlap
from penname.domain.thread import Thread
from penname.domain.tokens import occurrences
from penname.domain.weights import PhraseWeight
from penname.engine.grammar import Fixed
from penname.engine.requests import Message, Request, Sampling
from penname.roles.packs import WeighingPrompt
from penname.roles.probe_calibration import ProbeResult, log_odds
from penname.roles.role_model import RoleModel, RoleRequest, RoleTask

MOST = 12  # phrases of an inference
BLANK = "…"
_NUMBER = re.compile(r"[$€£]?\d(?:[\d.,:%/-]*[\d%])?(?: [^\W\d_]+)?")
_NAME = re.compile(r"(?<=[\w,;] )(?!I\b)[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")  # not where a sentence begins


class BlankedText(NamedTuple):
    """A text to believe something of: `phrases` of an inference on `attribute` are blanked in it. With
    `together` they are all that this inference has.
    """

    attribute: str
    phrases: tuple[str, ...]
    text: str
    together: bool = False


Drops = list[tuple[BlankedText, float]]


class Weigher:
    """Weighs the phrases of what is acted on."""

    def __init__(self, model: RoleModel) -> None:
        self._model = model

    def weigh(self, text: str, attacked: Attacked, execute: Sequence[Verdict], goal: Goal) -> PhrasesWeighed:
        """Weigh the phrases of each verdict of `execute` in the parts of `text` in which it was inferred.

        Of what stands in several parts the largest weight counts. Nothing is weighed where the model has no
        belief of its own. Raises as `RoleModel.ask` does.
        """
        self._model.listener.on_task("weigher", 1, 1)
        parts = [part for part in attacked.parts if part.inferences]
        tasks = [self._weigh(text[part.start : part.end], part, execute, goal) for part in parts]
        phrases: dict[tuple[str, str], float] = {}
        together: dict[str, float] = {}
        for drops in self._model.side_by_side(tasks):
            for version, drop in drops:
                name = version.attribute
                if version.together:
                    together[name] = max(drop, together.get(name, drop))
                    continue
                for phrase in version.phrases:
                    phrases[name, phrase] = max(drop, phrases.get((name, phrase), drop))
        return PhrasesWeighed(
            tuple(PhraseWeight(*named, round(weight, 3)) for named, weight in phrases.items()),
            tuple((name, round(weight, 3)) for name, weight in together.items()),
        )

    def _weigh(self, text: str, part: TextPart, execute: Sequence[Verdict], goal: Goal) -> RoleTask[Drops]:
        asked = self._model.asked(goal)
        probed = yield from self._model.probe_results(text, asked)
        executed = {verdict.attribute: verdict for verdict in execute}
        inferences = {one.attribute: one for one in part.inferences if one.attribute in executed}
        versions = [
            version
            for name, inference in inferences.items()
            for version in versions_of(
                text, name, candidates(text, executed[name], inference, probed.get(name))
            )
        ]
        if self._model.pack.probe_calibration:
            return (yield from self._by_probes(text, versions, asked))
        guesses = {name: inference.guesses[0] for name, inference in inferences.items()}
        return (yield from self._by_guess(text, versions, asked, guesses, self._model.thread_shown(goal)))

    def _by_probes(
        self, text: str, versions: Sequence[BlankedText], asked: Sequence[Attribute]
    ) -> RoleTask[Drops]:
        """One reading of a text tells of every attribute that has a probe."""
        calibration = self._model.pack.probe_calibration
        assert calibration is not None
        whole = log_odds((yield from self._model.reading(text, asked)), calibration)
        texts = list(dict.fromkeys(version.text for version in versions if version.attribute in whole))
        readings = yield from self._model.variants(texts, asked)
        left = {there: log_odds(one, calibration) for there, one in zip(texts, readings, strict=True)}
        return [
            (version, whole[version.attribute] - left[version.text][version.attribute])
            for version in versions
            if version.attribute in whole
        ]

    def _by_guess(
        self,
        text: str,
        versions: Sequence[BlankedText],
        asked: Sequence[Attribute],
        guesses: Mapping[str, str],
        thread: Thread,
    ) -> RoleTask[Drops]:
        """The model is not asked for its guess but made to give it, of the whole text and of each version."""
        prompt = self._model.pack.weighing
        if prompt is None:
            return []
        known = {attribute.name: attribute for attribute in asked if attribute.name in guesses}
        versions = [version for version in versions if version.attribute in known]
        names = list(dict.fromkeys(version.attribute for version in versions))
        answers = yield tuple(
            RoleRequest(_question(prompt, shown, thread, known[name], guesses[name]))
            for name, shown in [*((name, text) for name in names), *((v.attribute, v.text) for v in versions)]
        )
        losses = [sum(answer.losses) for answer in answers]
        whole = dict(zip(names, losses, strict=False))
        rest = zip(versions, losses[len(names) :], strict=True)
        return [(version, loss - whole[version.attribute]) for version, loss in rest]


def candidates(
    text: str, verdict: Verdict, inference: Inference, probed: ProbeResult | None
) -> tuple[str, ...]:
    """The phrases of `text` that may carry an inference: its evidence, what a rule or the probes found, what
    its reasoning quotes, and all names and numbers, at most `MOST`.

    Probes have looked at each name and number already.
    """
    named = (*verdict.evidence, *inference.quotations(text))
    more = probed.phrases if probed else _names_and_numbers(text)
    phrases = (phrase for phrase in dict.fromkeys((*named, *more)) if occurrences(text, phrase))
    return tuple(phrases)[:MOST]


def versions_of(text: str, attribute: str, phrases: Sequence[str]) -> Iterator[BlankedText]:
    """The text without each of `phrases` in turn, then without all of them.

    Those that overlap go together: what is left of one would still tell.
    """
    apart: list[tuple[list[str], list[Span]]] = []
    for phrase in phrases:
        those, places = [phrase], occurrences(text, phrase)
        for one in [one for one in apart if overlap(one[1], places)]:
            apart.remove(one)
            those, places = one[0] + those, one[1] + places
        apart.append((those, places))
    for those, places in apart:
        yield BlankedText(attribute, tuple(those), blanked(text, places))
    if apart:
        every = [place for _, places in apart for place in places]
        yield BlankedText(attribute, tuple(phrases), blanked(text, every), together=True)


def blanked(text: str, places: Iterable[Span]) -> str:
    """`text` with a blank in each of `places`."""
    shown, at = "", 0
    for start, end in joined(places):
        shown += text[at:start] + BLANK
        at = end
    return shown + text[at:]


def _names_and_numbers(text: str) -> Iterator[str]:
    for pattern in (_NAME, _NUMBER):
        yield from (found.group() for found in pattern.finditer(text))


def _question(prompt: WeighingPrompt, text: str, thread: Thread, attribute: Attribute, guess: str) -> Request:
    user = Message("user", prompt.render(text=text, attribute=attribute, thread=thread))
    messages = (Message("system", prompt.system, len(prompt.system)), user)
    most = Sampling(max_tokens=2 + len(guess.encode()))  # at most a token a byte
    return Request(messages, Fixed(guess), most, measured=True)
