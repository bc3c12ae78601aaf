"""Finds the settings with which a model is fastest on this machine, by trying each for a moment.

One setting after the other, each tried with what was best of those before. A candidate that crashes, hangs or
cannot be had is refused, which costs a process and nothing else.
"""

from collections.abc import Callable, Iterator

import msgspec

from penname.engine.options import BATCH, CacheType, Tuning
from penname.engine.speeds import Measure, Speeds
from penname.engine.tuning.measurer import Measurer
from penname.models.files import ModelFiles
from penname.models.system import physical_cores

_PROMPT, _WRITTEN = 400, 150  # tokens of a round, of which the time is predicted
_BETTER = 0.95  # of the time so far, for a change to be worth it: less is noise
_OTHER_CACHE_TYPE = 0.85  # for one that rounds more, or makes answers depend on what was asked before
_CACHE_TYPES: tuple[CacheType, ...] = ("f16", "q8_0")
_SLOWEST_BATCH = 0.5  # seconds: a stop is heard between batches
_DEPTH, _STEPS = 256, 16
_SHALLOW = 32  # tokens; shows whether this machine can afford more
_PATIENCE = 60.0  # seconds for one candidate


class Trial(msgspec.Struct, frozen=True):
    """A candidate and the seconds a round would take with it; None where it was refused."""

    tuning: Tuning
    seconds: float | None


class Tuned(msgspec.Struct, frozen=True):
    """The settings to load a model with, the raw speeds with them, and everything that was tried."""

    tuning: Tuning
    prompt: float  # tokens a second
    single: float
    trials: tuple[Trial, ...] = ()


class Interrupted(Exception):
    """Somebody needs the machine; what was tried so far is in the tuner."""


class Tuner:
    """Tries settings for one model. `interrupt` may come from another thread, after which `tune` goes on
    where it was when it is called again.
    """

    def __init__(
        self,
        files: ModelFiles,
        *,
        has_card: bool = False,
        start: Callable[[], Measurer] = Measurer,
        say: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        self._files, self._has_card, self._start, self._say = files, has_card, start, say
        self._measurer: Measurer | None = None
        self._loaded: tuple[object, ...] | None = None
        self._tried: dict[Tuning, Speeds | None] = {}
        self._interrupted = False

    def tune(self) -> Tuned | None:
        """The best settings; None when not even the usual ones can be measured. Raises Interrupted."""
        self._interrupted = False
        try:
            return self._tune()
        finally:
            self._close()

    def interrupt(self) -> None:
        """End what is being tried, now."""
        self._interrupted = True
        measurer = self._measurer
        if measurer is not None:
            measurer.stop()

    def _tune(self) -> Tuned | None:
        best = Tuning()
        first = self._speeds(best)
        if first is None:
            return None
        seconds = _round_seconds(first)
        for candidates, worth in self._steps(first):
            leader = best
            for candidate in candidates(best):
                speeds = self._speeds(candidate)
                if speeds is None or _round_seconds(speeds) >= worth * seconds:
                    continue
                # once more, and what it would replace too: something else may have run meanwhile
                before, after = self._again(leader), self._again(candidate)
                if _round_seconds(after) < worth * _round_seconds(before):
                    leader, seconds = candidate, _round_seconds(after)
            best = leader
        found = self._tried[best]
        assert found is not None
        trials = tuple(
            Trial(tuning, None if speeds is None else _round_seconds(speeds))
            for tuning, speeds in self._tried.items()
        )
        return Tuned(best, found.prompt, found.single, trials)

    def _steps(self, first: Speeds) -> Iterator[tuple[Callable[[Tuning], list[Tuning]], float]]:
        """What is tried, in the order in which it matters, and how much better it must be."""
        cores = physical_cores()
        threads = sorted({cores - 1, cores // 2, 1} - {0, cores}, reverse=True)
        if self._has_card:
            yield lambda best: [_with(best, gpu_layers=0)], _BETTER
        yield lambda best: [_with(best, threads=count) for count in threads], _BETTER
        yield lambda best: [_with(best, extra_buffers=False)], _BETTER
        yield lambda best: [_with(best, flash_attention=False)], _BETTER
        batches = [size for size in (64, 256, 512) if size < BATCH or size / first.prompt <= _SLOWEST_BATCH]
        yield lambda best: [_with(best, batch=size) for size in batches], _BETTER
        # without flash attention the cache is in f16 anyway
        yield (
            lambda best: (
                [_with(best, cache_type=kind) for kind in _CACHE_TYPES]
                if best.flash_attention is not False
                else []
            ),
            _OTHER_CACHE_TYPE,
        )

    def _speeds(self, tuning: Tuning) -> Speeds | None:
        if tuning not in self._tried:
            speeds = self._measured(tuning)
            if self._interrupted:
                raise Interrupted
            self._tried[tuning] = speeds
            self._say(_sentence(tuning, speeds))
        return self._tried[tuning]

    def _again(self, tuning: Tuning) -> Speeds:
        """Measured again; where that fails now, what was found before."""
        speeds = self._measured(tuning)
        if self._interrupted:
            raise Interrupted
        known = speeds or self._tried[tuning]
        assert known is not None
        self._tried[tuning] = known
        return known

    def _measured(self, tuning: Tuning) -> Speeds | None:
        loaded = (tuning.extra_buffers, tuning.gpu_layers)
        if self._measurer is None or self._measurer.is_over or self._loaded != loaded:
            self._close()
            try:
                self._measurer, self._loaded = self._start(), loaded
            except OSError:
                return None
        look = Measure(self._files, tuning, _SHALLOW, 2)
        shallow = self._measurer.measure(look, _PATIENCE)
        if shallow is None or self._interrupted:
            return None
        if 4 * _DEPTH / shallow.prompt + 4 * _STEPS / shallow.single > _PATIENCE / 2:
            return shallow  # a slow machine: the look has to do
        return self._measurer.measure(msgspec.structs.replace(look, depth=_DEPTH, steps=_STEPS), _PATIENCE)

    def _close(self) -> None:
        if self._measurer is not None:
            self._measurer.close()
        self._measurer = None


def _with(tuning: Tuning, **changes: object) -> Tuning:
    return msgspec.structs.replace(tuning, **changes)


def _round_seconds(speeds: Speeds) -> float:
    return _PROMPT / speeds.prompt + _WRITTEN / speeds.single


def described(tuning: Tuning) -> str:
    """The settings that differ from the usual ones, in words; "the usual settings" when none does."""
    said = []
    if tuning.threads is not None:
        said.append(f"{tuning.threads} thread{'s' if tuning.threads > 1 else ''}")
    if tuning.batch is not None:
        said.append(f"batches of {tuning.batch}")
    if tuning.flash_attention is not None:
        said.append("flash attention" if tuning.flash_attention else "no flash attention")
    if tuning.cache_type is not None:
        said.append(f"a cache in {tuning.cache_type}")
    if not tuning.extra_buffers:
        said.append("no repacked weights")
    if tuning.gpu_layers is not None:
        said.append(f"{tuning.gpu_layers} layers on the graphics card")
    return ", ".join(said) or "the usual settings"


def _sentence(tuning: Tuning, speeds: Speeds | None) -> str:
    if speeds is None:
        return f"{described(tuning)}: refused"
    return f"{described(tuning)}: {speeds.prompt:.0f} tokens/s read, {speeds.single:.0f} written"
