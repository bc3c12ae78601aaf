"""One run of an evaluation: every text through every contender, then attacked and judged; kept as it goes."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec

from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.domain.inferences import Inference
from penname.domain.measures import Quality
from penname.evaluation.contenders import Contender
from penname.evaluation.results import Results, text_key
from penname.evaluation.samples import Sample
from penname.sessions.job import duration

Attack = Callable[[str, tuple[str, ...]], tuple[Inference, ...]]
Asked = Callable[[Sample], tuple[str, ...]]
_ATTEMPTS = 2
_IN_A_ROW = 3  # texts that may fail one after the other before the run ends


class TextJudge(Protocol):
    """Says how good a rewrite is."""

    def quality(self, original: str, rewrite: str) -> Quality | None:
        """The judge's opinion; None for an answer that is none. Raises Cancelled or EngineError."""


class Failure(msgspec.Struct, frozen=True):
    """What could not be worked out; a resumed run tries again."""

    id: str
    contender: str
    reason: str


class Run:
    """`attackers` by name; `asked` says which attributes they are asked for of each text.

    With `every_round` the texts between are attacked, too, not only the last.
    """

    def __init__(
        self,
        samples: Sequence[Sample],
        contenders: Sequence[Contender],
        attackers: Mapping[str, Attack],
        asked: Asked,
        results: Results,
        say: Callable[[str], None],
        *,
        judge: TextJudge | None = None,
        every_round: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failures: list[Failure] = []
        self._samples = samples
        self._contenders = contenders
        self._attackers = attackers
        self._asked = asked
        self._results = results
        self._say = say
        self._judge = judge
        self._every_round = every_round
        self._stopped = False
        self._clock = clock
        self._failed_in_a_row = 0

    def run(self) -> None:
        """Work out what the results lack. Raises Cancelled, or EngineError when nothing works."""
        for asked in dict.fromkeys(map(self._asked, self._samples)):
            self._attack("", asked)  # the floor
        total = len(self._samples) * len(self._contenders)
        began, worked, number = self._clock(), 0, 0
        for sample in self._samples:
            for contender in self._contenders:
                number += 1
                known = self._known()
                self._check()
                self._try(sample, contender)
                if self._known() == known:
                    continue
                worked += 1
                pace = (self._clock() - began) / worked
                left = duration(pace * (total - number))
                self._say(f"{number} of {total} done ({contender.name}, {sample.id}); {left} left")

    def stop(self) -> None:
        """End before the next step, from any thread."""
        self._stopped = True

    def _check(self) -> None:
        if self._stopped:
            raise Cancelled

    def _known(self) -> int:
        results = self._results
        return len(results.made) + len(results.attacked) + len(results.opinions) + len(self.failures)

    def _try(self, sample: Sample, contender: Contender) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                self._work(sample, contender)
            except BadInput as error:
                self._fail(sample, contender, str(error))
                return
            except EngineError as error:
                if attempt < _ATTEMPTS:
                    continue
                self._fail(sample, contender, str(error))
                self._failed_in_a_row += 1
                if self._failed_in_a_row >= _IN_A_ROW:
                    raise EngineError(
                        f"{_IN_A_ROW} texts in a row could not be finished. {error} What was measured is "
                        "kept; go on with --resume."
                    ) from error
            else:
                self._failed_in_a_row = 0
                return

    def _fail(self, sample: Sample, contender: Contender, reason: str) -> None:
        self.failures.append(Failure(sample.id, contender.name, reason))
        self._say(f"{sample.id}, {contender.name}: {reason} The run goes on without it.")

    def _work(self, sample: Sample, contender: Contender) -> None:
        made = self._results.made.get((sample.id, contender.name))
        if made is None:
            made = contender.protect(sample)
            self._results.keep_made(sample.id, contender.name, made)
        texts = made.texts if self._every_round else (made.texts[0], made.texts[-1])
        for text in dict.fromkeys(texts):
            self._attack(text, self._asked(sample))
            self._opine(sample.text, text)

    def _attack(self, text: str, asked: tuple[str, ...]) -> None:
        for name, attack in self._attackers.items():
            if self._results.read(name, text, asked) is None:
                self._check()
                self._results.keep_attack(name, text, asked, attack(text, asked))

    def _opine(self, original: str, text: str) -> None:
        if self._judge is None or text == original:
            return
        if (text_key(original), text_key(text)) not in self._results.opinions:
            self._check()
            self._results.keep_opinion(original, text, self._judge.quality(original, text))
