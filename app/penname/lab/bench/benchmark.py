"""Measures: our rounds, with all optimizations and without each, then the usual ways, then the raw speed."""

import importlib.metadata
import platform
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import msgspec

from penname import __version__, locations
from penname.domain.attributes import Attribute
from penname.domain.errors import EngineError
from penname.engine.client import ModelInfo
from penname.engine.local import LocalEngine
from penname.engine.options import BATCH, Optimizations, Options, Tuning
from penname.engine.speeds import Measure, Speeds
from penname.engine.tuning.measurer import Measurer
from penname.engine.tuning.tuning_store import processor_name
from penname.lab.bench.figures import BatchFigures, BenchFigures, Divergence, Machine, Sameness, TextFigures
from penname.lab.bench.floor import RoundTokens, round_tokens
from penname.lab.bench.orders import Begin
from penname.lab.bench.papers import PapersRound, play_papers_round
from penname.lab.bench.reference import Reference
from penname.lab.bench.rounds import PlayedRound, play_round
from penname.lab.bench.sameness import Compared, compare, compare_rules
from penname.lab.bench.stopping import seconds_to_stop
from penname.models.files import ModelFiles

_DEPTH = 512  # tokens of prompt behind which raw speeds are measured: about what a round holds
_STEPS = 32
_RUNS = (2, 4, 8, 16, 32)
TOGETHER = 8
_PATIENCE = 900.0  # seconds


class _Without(NamedTuple):
    optimizations: Optimizations = Optimizations()
    one_by_one: bool = False


_WITHOUT = {
    "drafts": _Without(Optimizations(drafts=False)),
    "forced runs": _Without(Optimizations(fast_forward=False)),
    "reuse": _Without(Optimizations(reuse=False, prefix_states=False)),
    "prefix states": _Without(Optimizations(prefix_states=False)),
    "several at once": _Without(Optimizations(sequences=1)),
    "one answer for all attributes": _Without(one_by_one=True),
}


def run_bench(
    files: ModelFiles,
    attributes: Sequence[Attribute],
    texts: Sequence[str],
    runs: int,
    say: Callable[[str], None],
    tuning: Tuning = Tuning(),  # noqa: B008 (frozen)
    disturbed_by: str | None = None,
    *,
    optimizations: bool = True,
) -> BenchFigures:
    """Measure `runs` rounds, each on another of `texts`; the last of them only warms up.

    Raises EngineError or ModelFileError.
    """
    chosen = [texts[number % (len(texts) - 1)] for number in range(runs)]
    say("Our rounds")
    LocalEngine.start(files, options=Options(tuning=tuning)).close()  # makes what is made once
    began = time.perf_counter()
    engine = LocalEngine.start(files, options=Options(tuning=tuning))
    ready = time.perf_counter() - began
    info = engine.info
    try:
        played = _rounds(engine, attributes, chosen, texts[-1])
        stop = seconds_to_stop(engine)
    finally:
        engine.close()
    several = texts[:TOGETHER]
    say(f"{len(several)} texts at the same time")
    # an engine of its own: the one before may still hold what it read of them
    seconds, beside = _together(LocalEngine.start(files, options=Options(tuning=tuning)), attributes, several)
    without = {}
    for name, left in _WITHOUT.items() if optimizations else ():
        say(f"Our rounds without {name}")
        engine = LocalEngine.start(files, options=Options(left.optimizations, tuning))
        try:
            rounds = _rounds(engine, attributes, chosen, texts[-1], one_by_one=left.one_by_one)
        finally:
            engine.close()
        without[name] = statistics.median(one.seconds for one in rounds)
    say("Raw speed")
    speeds = _raw_speeds(files, msgspec.structs.replace(tuning, threads=info.threads))
    begin = _begin(files, info, tuning)
    reference = Reference(begin)
    try:
        compared, papers, tokens = [], [], []
        for number, (text, ours) in enumerate(zip(chosen, played, strict=True), 1):
            say(f"The usual ways, text {number} of {runs}")
            tokens.append(round_tokens(reference, ours.exchanges))
            compared.append(compare(reference, ours.exchanges))
            papers.append(play_papers_round(reference, attributes, text))
        all_tokens = round_tokens(reference, [one for ours in beside for one in ours.exchanges])
    finally:
        reference.close()
    return BenchFigures(
        machine=_machine(),
        model=info.title,
        threads=info.threads,
        batch=tuning.batch or BATCH,
        safe_mode=info.safe_mode,
        disturbed_by=disturbed_by,
        seconds_to_ready=ready,
        seconds_to_stop=stop,
        speeds=speeds,
        texts=tuple(
            _text_figures(*one, speeds) for one in zip(played, papers, compared, tokens, strict=True)
        ),
        without=without,
        sameness=sameness(compared),
        together=BatchFigures(len(several), seconds, all_tokens.seconds(speeds, TOGETHER)),
    )


def compare_texts(
    files: ModelFiles,
    attributes: Sequence[Attribute],
    texts: Sequence[str],
    say: Callable[[str], None],
    tuning: Tuning = Tuning(),  # noqa: B008 (frozen)
) -> Sameness:
    """Only whether the answers of our rounds on `texts` are those that the same rules pick from the scores of
    a `Llama` that saves nothing; raises like `run_bench`.
    """
    engine = LocalEngine.start(files, options=Options(tuning=tuning))
    try:
        info, played = engine.info, []
        for number, text in enumerate(texts, 1):
            say(f"Our round on text {number} of {len(texts)}")
            played.append(play_round(engine, attributes, text))
    finally:
        engine.close()
    begin = _begin(files, info, tuning)
    reference = Reference(begin)
    try:
        compared = []
        for number, ours in enumerate(played, 1):
            say(f"The same answers the usual way, text {number} of {len(texts)}")
            compared.append(compare_rules(reference, ours.exchanges))
    finally:
        reference.close()
    return sameness(compared)


def sameness(compared: Sequence[Sequence[Compared]]) -> Sameness:
    """Counted over all texts."""
    answers = [one for text in compared for one in text]
    return Sameness(
        len(answers),
        sum(one.same for one in answers),
        len(compared),
        sum(all(one.same for one in text) for text in compared),
        tuple(
            Divergence(number, request, one.difference)
            for number, text in enumerate(compared, 1)
            for request, one in enumerate(text, 1)
            if one.difference is not None
        ),
    )


def _rounds(
    engine: LocalEngine,
    attributes: Sequence[Attribute],
    texts: Sequence[str],
    warm_up: str,
    *,
    one_by_one: bool = False,
) -> list[PlayedRound]:
    return [play_round(engine, attributes, text, one_by_one=one_by_one) for text in (warm_up, *texts)][1:]


def _begin(files: ModelFiles, info: ModelInfo, tuning: Tuning) -> Begin:
    flash_attention = tuning.flash_attention is not False
    batch = tuning.batch or BATCH
    return Begin(files, info.context, batch, info.threads, flash_attention, info.cache_types)


def _together(
    engine: LocalEngine, attributes: Sequence[Attribute], texts: Sequence[str]
) -> tuple[float, list[PlayedRound]]:
    """A round on each text at the same time; the seconds until the last is over, and the rounds."""
    try:
        began = time.perf_counter()
        with ThreadPoolExecutor(len(texts)) as pool:
            rounds = list(pool.map(lambda text: play_round(engine, attributes, text), texts))
        return time.perf_counter() - began, rounds
    finally:
        engine.close()


def _raw_speeds(files: ModelFiles, tuning: Tuning) -> Speeds:
    measurer = Measurer()
    try:
        speeds = measurer.measure(Measure(files, tuning, _DEPTH, _STEPS, _RUNS, (TOGETHER,)), _PATIENCE)
    finally:
        measurer.close()
    if speeds is None:
        raise EngineError("The raw speed of the model could not be measured on this computer.")
    return speeds


def _text_figures(
    ours: PlayedRound,
    papers: PapersRound,
    compared: Sequence[Compared],
    tokens: RoundTokens,
    speeds: Speeds,
) -> TextFigures:
    answers = [exchange.answer for exchange in ours.exchanges]
    return TextFigures(
        ours=ours.seconds,
        papers_way=papers.seconds,
        same_answers=sum(one.seconds for one in compared),
        floor=tokens.seconds(speeds),
        first_inference=ours.first_inference,
        models_first_inference=ours.models_first_inference,
        tokens=tokens,
        papers_prompt_tokens=papers.prompt_tokens,
        papers_written_tokens=papers.written_tokens,
        prompt_tokens=sum(answer.prompt_tokens for answer in answers),
        reused_tokens=sum(answer.reused_tokens for answer in answers),
        forced_tokens=sum(answer.forced_tokens for answer in answers),
        drafted_tokens=sum(answer.drafted_tokens for answer in answers),
        sampled_tokens=sum(answer.sampled_tokens for answer in answers),
        rejected_tokens=sum(answer.rejected_tokens for answer in answers),
    )


def sample_texts() -> list[str]:
    """The texts that ship with Penname."""
    folder = locations.resource("samples")
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.txt"))]


def _machine() -> Machine:
    from penname.engine.host.thread_policy import physical_cores

    memory = 0
    lines = Path("/proc/meminfo").read_text().splitlines() if Path("/proc/meminfo").exists() else []
    for line in lines:
        if line.startswith("MemTotal:"):
            memory = int(line.split()[1]) // 1024
    return Machine(
        processor=processor_name(),
        cores=physical_cores(),
        memory=memory,
        system=f"{platform.system()} {platform.release()} {platform.machine()}",
        python=platform.python_version(),
        llama_cpp=importlib.metadata.version("llama-cpp-python"),
        penname=__version__,
    )
