"""One run of an evaluation: every text through every contender, then attacked and judged; kept as it goes."""

import itertools
import time
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Protocol

import msgspec

from penname.batch.executor import Executor
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.domain.inferences import Inference
from penname.lab.evaluation.contenders import Contender, Made
from penname.lab.evaluation.measures import Quality
from penname.lab.evaluation.results import Results, text_key
from penname.lab.evaluation.samples import Sample
from penname.sessions.session_job import duration

Attack = Callable[[str, tuple[str, ...]], tuple[Inference, ...]]
Asked = Callable[[Sample], tuple[str, ...]]
_ATTEMPTS = 2
_IN_A_ROW = 3  # texts that may fail one after the other before the run ends
TEXTS_AT_ONCE = 6  # the engine answers up to eight requests side by side


class TextJudge(Protocol):
    """Says how good a rewrite is."""

    def quality(self, original: str, rewrite: str) -> Quality | None:
        """The judge's opinion; None for an answer that is none. Raises Cancelled or EngineError."""


class Failure(msgspec.Struct, frozen=True):
    """What could not be worked out; a resumed run tries again."""

    id: str
    contender: str
    reason: str


class EvaluationWorker:
    """Contenders, attackers (by name) and judge on models of their own, for some texts at once.

    `close` ends the work on these before its next step. The models stay: the report may still ask the judge.
    """

    def __init__(
        self,
        contenders: Sequence[Contender],
        attackers: Mapping[str, Attack],
        judge: TextJudge | None = None,
    ) -> None:
        self.contenders, self.attackers, self.judge = contenders, attackers, judge
        self._closed = False

    def close(self) -> None:
        """See Closable."""
        self._closed = True

    def check(self) -> None:
        """Raise Cancelled once it is closed."""
        if self._closed:
            raise Cancelled


class Run:
    """`asked` says which attributes of each text attackers are asked for. All `workers` compare the same.

    With `every_round` the texts between are attacked, too, not only the last.
    """

    def __init__(
        self,
        samples: Sequence[Sample],
        workers: Sequence[EvaluationWorker],
        asked: Asked,
        results: Results,
        say: Callable[[str], None],
        *,
        every_round: bool = True,
        at_once: int = TEXTS_AT_ONCE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.failures: list[Failure] = []
        self._samples = samples
        self._workers = workers
        self._asked = asked
        self._results = results
        self._say = say
        self._every_round = every_round
        self._stopped = False
        # places beside each other in the queue of one worker's models, then of the next
        self._executor = Executor(itertools.cycle(workers).__next__, at_once * len(workers))
        self._clock = clock
        self._failed_in_a_row = 0
        self._progress = Lock()
        self._done = self._worked = 0

    def run(self) -> None:
        """Work out what the results lack, some texts at once. Raises Cancelled, or EngineError when nothing
        works.
        """
        for asked in dict.fromkeys(map(self._asked, self._samples)):
            self._attack(self._workers[0], "", asked)  # the floor
        began = self._clock()
        self._executor.run(self._samples, lambda worker, sample: self._work_on(worker, sample, began))
        if self._stopped:
            raise Cancelled

    def stop(self) -> None:
        """End before the next step, from any thread."""
        self._stopped = True
        for worker in self._workers:
            worker.close()
        self._executor.close()

    def _work_on(self, worker: EvaluationWorker, sample: Sample, began: float) -> None:
        """One text through all contenders, one after the other: they share the attack on the original."""
        for contender in worker.contenders:
            worker.check()
            known = self._is_known(worker, sample, contender)
            self._try(worker, sample, contender)
            with self._progress:
                self._done += 1
                if known:
                    continue
                self._worked += 1
                total = len(self._samples) * len(worker.contenders)
                left = duration((self._clock() - began) / self._worked * (total - self._done))
                self._say(f"{self._done} of {total} done ({contender.name}, {sample.id}); {left} left")

    def _is_known(self, worker: EvaluationWorker, sample: Sample, contender: Contender) -> bool:
        """Whether there is nothing left to work out."""
        made = self._results.made.get((sample.id, contender.name))
        return made is not None and all(
            self._results.read(name, text, self._asked(sample)) is not None
            for name in worker.attackers
            for text in self._attacked_texts(made)
        )

    def _try(self, worker: EvaluationWorker, sample: Sample, contender: Contender) -> None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                self._work(worker, sample, contender)
            except BadInput as error:
                self._fail(sample, contender, str(error))
                return
            except EngineError as error:
                worker.check()
                if attempt < _ATTEMPTS:
                    continue
                self._fail(sample, contender, str(error))
                self._failed_in_a_row += 1
                if self._failed_in_a_row >= _IN_A_ROW:
                    raise EngineError(
                        f"{_IN_A_ROW} texts in a row could not be finished. {error} What was measured is "
                        "kept; continue with --resume."
                    ) from error
            else:
                self._failed_in_a_row = 0
                return

    def _fail(self, sample: Sample, contender: Contender, reason: str) -> None:
        self.failures.append(Failure(sample.id, contender.name, reason))
        self._say(f"{sample.id}, {contender.name}: {reason} The run goes on without it.")

    def _work(self, worker: EvaluationWorker, sample: Sample, contender: Contender) -> None:
        made = self._results.made.get((sample.id, contender.name))
        if made is None:
            made = contender.protect(sample)
            self._results.keep_made(sample.id, contender.name, made)
        for text in self._attacked_texts(made):
            self._attack(worker, text, self._asked(sample))
            self._opine(worker, sample.text, text)

    def _attacked_texts(self, made: Made) -> tuple[str, ...]:
        texts = made.texts if self._every_round else (made.texts[0], made.texts[-1])
        return tuple(dict.fromkeys(texts))

    def _attack(self, worker: EvaluationWorker, text: str, asked: tuple[str, ...]) -> None:
        for name, attack in worker.attackers.items():
            if self._results.read(name, text, asked) is None:
                worker.check()
                self._results.keep_attack(name, text, asked, attack(text, asked))

    def _opine(self, worker: EvaluationWorker, original: str, text: str) -> None:
        if worker.judge is None or text == original:
            return
        if (text_key(original), text_key(text)) not in self._results.opinions:
            worker.check()
            self._results.keep_opinion(original, text, worker.judge.quality(original, text))
