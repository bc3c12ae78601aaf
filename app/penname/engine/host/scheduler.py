"""Schedules requests on one loaded model, and keeps what later requests can reuse."""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from penname.domain.errors import EngineError, PennameError
from penname.engine.client import Answer, ModelInfo
from penname.engine.host.batching import FAILURES, BatchedTask, Batcher
from penname.engine.host.decoding import Writer
from penname.engine.host.drafting import SpeculationPolicy, StepCosts
from penname.engine.host.evaluating import Evaluate, Scores
from penname.engine.host.kv_cache import CacheSlot, KVCache, common_prefix
from penname.engine.host.loading import LoadedModel, warm_up
from penname.engine.host.losses import token_losses
from penname.engine.host.probe import Probe
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.states import PrefixStates
from penname.engine.host.thread_policy import ThreadPolicy, physical_cores
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.options import Options
from penname.engine.requests import Request
from penname.models.files import ModelFiles

_ROOM_TO_ANSWER = 16  # tokens
_LIKELY = 256  # tokens of an answer, set aside for it; few are longer
_WORTH_WAITING = 32  # tokens another request is just reading, with which this one begins, too

_TOO_LONG = (
    "This text is too long for the model to read at once. Your text is still here; try it with a shorter "
    "part."
)
_NO_PROBE = "This model has no probes. Your text is still here; choose another model."
_CANNOT_ANSWER = (
    "The model could not answer in the form Penname needs. Your text and what you accepted are still here. "
    "Try again, or choose another model."
)


class PendingRequest:
    """A request that came in and is not over; `on_text` is given the answer as it is written, `on_over` the
    whole answer or the error."""

    def __init__(
        self,
        number: int,
        request: Request,
        on_text: Callable[[str], None],
        on_over: Callable[[Answer | PennameError], None],
    ) -> None:
        self.number, self.request = number, request
        self.on_text, self.on_over = on_text, on_over
        self.arrived = time.perf_counter()
        self.prompt: list[int] = []
        self.instructions: list[int] = []  # with which the prompt begins
        self.spoken = 0  # tokens of the message that probes read
        self.most = 0  # tokens of the prompt that need not be evaluated again where they are known


class RequestScheduler:
    """Answers requests side by side with one loaded model (continuous batching).

    Raises ModelFileError when the model's chat template or its probes cannot be used.
    """

    def __init__(
        self,
        files: ModelFiles,
        loaded: LoadedModel,
        options: Options,
        states: str | None,
        *,
        safe: bool,
    ) -> None:
        self._optimizations = options.optimizations
        model, self.context, identity = loaded
        self._probe = Probe(Path(files.probe), model.width, model.layers) if files.probe else None
        if self._probe and not self.context.read_layers(self._probe.layers):
            self._probe = None  # this build of llama.cpp keeps them to itself; the model works without
        warm_up(self.context, model)
        self._vocabulary = Vocabulary(model)
        self._prompts = PromptWriter(model, self._vocabulary, files.template)
        self._cache = KVCache(self.context, reuse=self._optimizations.reuse)
        self._prefixes = PrefixStates(states, identity, self._cache)
        self._costs = StepCosts()
        self._policy = SpeculationPolicy(self._costs)
        self._pace = ThreadPolicy(options.tuning.threads or physical_cores())
        self._batcher: Batcher[Answer] = Batcher(self.context, self._cache)
        self._running: dict[int, PendingRequest] = {}  # under way
        self._waiting: deque[PendingRequest] = deque()
        self._parked: list[BatchedTask[Answer]] = []  # by when they came
        self.info = ModelInfo(
            name=files.name,
            title=files.title,
            context=self.context.length,
            pack=files.pack,
            languages=files.languages,
            threads=self._pace.threads,
            safe_mode=safe,
            probed=self._probe is not None,
            tuning=options.tuning,
            cache_types=self.context.cache_types,
            weights=model.weights,
            step_seconds=self.context.step_seconds if model.on_processor else 0.0,
            sampling=files.sampling,
        )

    def count(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The number of tokens each text takes in a prompt."""
        return tuple(len(self._vocabulary.content(text)) for text in texts)

    @property
    def busy(self) -> bool:
        """Whether any request is running or waiting."""
        return bool(self._running or self._waiting)  # among the former those that are parked

    def save_states(self) -> None:
        """Write the states of new instructions to disk; for when there is nothing else to do."""
        self._prefixes.save()

    def add(self, pending: PendingRequest) -> None:
        """Queue a request; the steps that follow answer it."""
        try:
            last = 1  # this many are evaluated anyway: their scores are what the answer begins with
            if pending.request.losses:
                prompt = self._prompts.alone(pending.request.source)
                given = self._prompts.alone(pending.request.given)
                last = len(prompt.tokens) + 1 - max(1, common_prefix(given.tokens, prompt.tokens))
            elif pending.request.probe:
                if self._probe is None:
                    raise EngineError(_NO_PROBE)
                prompt, last = self._prompts.prompt_up_to(pending.request.messages)
                pending.spoken = last
                if pending.request.variant:
                    last = min(last, len(prompt.tokens) - self._probe.shared(prompt.tokens))
            else:
                prompt = self._prompts.prompt(pending.request.messages)
            pending.prompt, pending.most = prompt.tokens, len(prompt.tokens) - last
            pending.instructions = prompt.tokens[: min(prompt.instructions, pending.most)]
            if len(pending.prompt) + _ROOM_TO_ANSWER > self.context.length:
                raise EngineError(_TOO_LONG)
        except PennameError as error:
            pending.on_over(error)
        else:
            self._waiting.append(pending)

    def cancel(self, numbers: Iterable[int]) -> list[int]:
        """Stop these requests; returns the numbers of those that were not answered yet."""
        stopped = []
        for number in numbers:
            waiting = next((pending for pending in self._waiting if pending.number == number), None)
            if waiting is not None:
                self._waiting.remove(waiting)
            elif number in self._running:
                self._end(next(job for job in [*self._batcher.jobs, *self._parked] if job.number == number))
            else:
                continue
            stopped.append(number)
        return stopped

    def step(self) -> None:
        """Evaluate one batch for all running requests. Raises `Aborted`, with nothing lost but that batch."""
        self._unpark()
        if not self._parked:  # who had to give up its room comes before anybody new
            self._admit()
        if not self._batcher.jobs:
            return
        self._make_room()
        self._policy.beside = max(0, sum(1 for job in self._batcher.jobs if job.is_writing) - 1)
        started = time.perf_counter()
        try:
            rows, over = self._batcher.step()
        except MemoryError:
            # llama.cpp found no cell where there should have been some
            self._finish(max(self._batcher.jobs, key=lambda one: one.number), EngineError(_TOO_LONG))
            return
        self._observe(rows, started)
        for job, result in over:
            self._finish(job, result)

    def _admit(self) -> None:
        """Start what can be started, in the order of arrival."""
        for pending in list(self._waiting):
            if len(self._batcher.jobs) >= self._optimizations.sequences:
                return
            if self._is_being_read(pending):
                continue
            self._prefixes.restore(pending.instructions)
            room = 0 if pending.request.reads_only else min(_LIKELY, pending.request.sampling.max_tokens)
            in_passing = pending.request.in_passing
            slot = self._cache.take(
                pending.prompt, pending.most, room, in_passing=in_passing, apart=pending.request.variant
            )
            if slot is None:
                return  # nobody overtakes one that waits for room
            self._waiting.remove(pending)
            self._running[pending.number] = pending
            job = BatchedTask(pending.number, slot, self._answer(pending, slot))
            self._batcher.jobs.append(job)
            try:
                result = job.go_on(self._cache)
            except FAILURES as error:
                self._finish(job, error)
            else:
                if result is not None:
                    self._finish(job, result)

    def _is_being_read(self, pending: PendingRequest) -> bool:
        """Whether a running request is about to evaluate far more of this prompt than the cache holds now.

        One that is still at its instructions goes on with the rest of its prompt.
        """
        if not self._optimizations.reuse or not self.context.can_rewind:
            return False
        known = self._cache.known(pending.prompt[: pending.most])
        running = ((self._running[job.number], job.will_know) for job in self._batcher.jobs)
        return any(
            common_prefix(pending.prompt[: pending.most], one.prompt[: max(one.most, will_know)])
            >= known + _WORTH_WAITING
            for one, will_know in running
        )

    def _answer(self, pending: PendingRequest, slot: CacheSlot) -> Generator[Evaluate, Scores, Answer]:
        request, prompt, known = pending.request, pending.prompt, len(slot.tokens)
        answer = Answer("", "stop", len(prompt), known, 0, 0, 0.0)
        answer = replace(answer, restored_tokens=min(known, self._prefixes.restored(pending.instructions)))
        if known < len(pending.instructions):
            yield Evaluate(known, pending.instructions[known:], ())
            known = len(pending.instructions)
            self._prefixes.note(slot, pending.instructions)
        if request.losses:
            losses = yield from token_losses(prompt, pending.most + 1, known)
            return replace(answer, losses=losses, seconds=time.perf_counter() - pending.arrived)
        if request.probe:
            assert self._probe is not None
            reading = yield from self._probe.read(
                self._vocabulary, prompt, pending.spoken, request.source, known, variant=request.variant
            )
            return replace(answer, reading=reading, seconds=time.perf_counter() - pending.arrived)
        writer = Writer(
            self._vocabulary,
            request,
            prompt,
            self.context.length,
            pending.on_text,
            optimizations=self._optimizations,
            policy=self._policy,
            can_rewind=self.context.can_rewind,
        )
        written = yield from writer.write(known)
        self._prompts.remember(prompt, written.tokens, written.text)
        return replace(
            answer,
            text=written.text,
            finish=written.finish,
            forced_tokens=written.forced,
            sampled_tokens=written.sampled,
            drafted_tokens=written.drafted,
            rejected_tokens=written.rejected,
            losses=written.losses,
            ends=written.ends,
            seconds=time.perf_counter() - pending.arrived,
        )

    def _finish(self, job: BatchedTask[Answer], result: Answer | Exception) -> None:
        pending = self._running[job.number]
        self._end(job)
        if not isinstance(result, Answer | PennameError):
            result = EngineError(_CANNOT_ANSWER)
        pending.on_over(result)

    def _end(self, job: BatchedTask[Answer]) -> None:
        job.close()
        (self._parked if job in self._parked else self._batcher.jobs).remove(job)
        pending = self._running.pop(job.number)
        self._cache.release(job.slot, forget=pending.request.variant)

    def _make_room(self) -> None:
        """Where answers grow longer than was likely, who came last gives up its room, and reads again later
        what it had read and written.
        """
        while True:
            needed = min(self.context.batch_size, sum(job.left for job in self._batcher.jobs))
            if self._cache.make_room(needed) or len(self._batcher.jobs) == 1:
                return
            job = max(self._batcher.jobs, key=lambda one: one.number)
            self._batcher.jobs.remove(job)
            self._parked = sorted([*self._parked, job], key=lambda one: one.number)
            job.read_again(list(job.slot.tokens))
            self._cache.give_up(job.slot)

    def _unpark(self) -> None:
        while self._parked and (
            not self._batcher.jobs
            or self._cache.has_room(self._parked[0].left + _LIKELY, self._parked[0].slot)
        ):
            self._batcher.jobs.append(self._parked.pop(0))

    def _observe(self, rows: int, started: float) -> None:
        now = time.perf_counter()
        self._costs.observe(rows, now - started)
        before = self._pace.threads
        threads = self._pace.observe(rows, now - started, now)
        if threads != before:
            self.context.use_threads(threads)
