"""Where requests are answered: one loaded model, its context, and what is remembered between requests."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from penname.domain.errors import EngineError
from penname.engine.client import Answer, ModelInfo
from penname.engine.decoding import write_answer
from penname.engine.loading import load
from penname.engine.losses import token_losses
from penname.engine.options import Options
from penname.engine.pace import Pace, physical_cores
from penname.engine.probe import Probe
from penname.engine.prompts import PromptWriter
from penname.engine.requests import Request
from penname.engine.vocabulary import Vocabulary
from penname.models.files import ModelFiles

_ROOM_TO_ANSWER = 16  # tokens

_TOO_LONG = (
    "This text is too long for the model to read at once. Your text is kept; try it with a shorter part."
)
_NO_PROBE = "This model has no probes. Your text is kept; choose another model."
_CANNOT_ANSWER = (
    "The model could not answer in the form Penname needs. Your text and everything you accepted is kept. "
    "Try again, or choose another model."
)


class Desk:
    """A loaded model that answers one request at a time. Raises ModelFileError or EngineError when it cannot
    load.
    """

    def __init__(
        self, files: ModelFiles, options: Options, *, safe: bool, on_progress: Callable[[], None]
    ) -> None:
        self._devices = options.devices
        self._model, self.context = load(files, options.tuning, safe=safe, on_progress=on_progress)
        self._vocabulary = Vocabulary(self._model)
        self._prompts = PromptWriter(self._model, self._vocabulary)
        self._pace = Pace(options.tuning.threads or physical_cores())
        self._probe = Probe(Path(files.probe), self._model.width) if files.probe else None
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
            weights=self._model.weights,
            step_seconds=self.context.step_seconds if self._model.on_processor else 0.0,
        )

    def count(self, texts: Sequence[str]) -> tuple[int, ...]:
        """The tokens each text takes in a prompt."""
        return tuple(len(self._vocabulary.content(text)) for text in texts)

    def answer(self, request: Request, on_text: Callable[[str], None], on_step: Callable[[], None]) -> Answer:
        """Answer a request; `on_step` is called after each batch and may raise to stop.

        Raises EngineError, ModelFileError (an unusable chat template), and `Aborted` when the context's flag
        is up.
        """
        started = time.perf_counter()
        clock = _StepClock(self._pace, self.context.use_threads, on_step)
        if request.probe:
            return self._probed(request, started, clock)
        if request.losses:
            return self._surprised(request, started, clock)
        prompt = self._prompts.tokens(request.messages)
        if len(prompt) + _ROOM_TO_ANSWER > self.context.length:
            raise EngineError(_TOO_LONG)
        # at least one token is evaluated again: its scores are what the answer begins with
        shared = _common_prefix(prompt, self.context.tokens) if self._devices.reuse else 0
        reused = self.context.keep(min(shared, len(prompt) - 1))
        try:
            written = write_answer(
                self.context, self._vocabulary, request, prompt, on_text, clock.step, self._devices
            )
        except ValueError as error:
            raise EngineError(_CANNOT_ANSWER) from error
        except MemoryError as error:
            self.context.keep(0)
            raise EngineError(_TOO_LONG) from error
        self._prompts.remember(prompt, written.tokens, written.text)
        return Answer(
            text=written.text,
            finish=written.finish,
            prompt_tokens=len(prompt),
            reused_tokens=reused,
            forced_tokens=written.forced,
            sampled_tokens=written.sampled,
            seconds=time.perf_counter() - started,
        )

    def _probed(self, request: Request, started: float, clock: "_StepClock") -> Answer:
        if self._probe is None:
            raise EngineError(_NO_PROBE)
        prompt, last = self._prompts.tokens_up_to(request.messages)
        if len(prompt) + _ROOM_TO_ANSWER > self.context.length:
            raise EngineError(_TOO_LONG)
        try:
            reading = self._probe.read(
                self.context, self._vocabulary, prompt, last, request.source, clock.step
            )
        except MemoryError as error:
            self.context.keep(0)
            raise EngineError(_TOO_LONG) from error
        seconds = time.perf_counter() - started
        return Answer("", "stop", len(prompt), len(prompt) - len(reading.ends), 0, 0, seconds, reading)


    def _surprised(self, request: Request, started: float, clock: "_StepClock") -> Answer:
        tokens = list(self._vocabulary.content(request.source))
        if self._model.adds_begin:
            tokens.insert(0, self._model.begin)
        if len(tokens) >= self.context.length:
            raise EngineError(_TOO_LONG)
        losses = token_losses(self.context, tokens, clock.step)
        seconds = time.perf_counter() - started
        return Answer("", "stop", len(tokens), 0, 0, 0, seconds, losses=losses)


class _StepClock:
    """Times each batch, lets the pace choose the threads, passes the step on."""

    def __init__(self, pace: Pace, use_threads: Callable[[int], None], on_step: Callable[[], None]) -> None:
        self._pace, self._use_threads, self._on_step = pace, use_threads, on_step
        self._before = time.perf_counter()

    def step(self, tokens: int) -> None:
        now = time.perf_counter()
        before = self._pace.threads
        threads = self._pace.observe(tokens, now - self._before, now)
        if threads != before:
            self._use_threads(threads)
        self._on_step()
        self._before = time.perf_counter()


def _common_prefix(first: Sequence[int], second: Sequence[int]) -> int:
    count = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        count += 1
    return count
