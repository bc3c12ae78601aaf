"""Loads a model inside the host: merges its files, chooses the context, evaluates first tokens."""

import contextlib
import importlib.metadata
import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from penname.domain.errors import EngineError, ModelFileError
from penname.engine.host.context import BatchRow, Context
from penname.engine.host.llama import LoadFailed, Model
from penname.engine.host.thread_policy import physical_cores
from penname.engine.options import BATCH, Tuning
from penname.models.files import ModelFiles
from penname.models.hashing import sha256_of
from penname.models.header import read_header
from penname.models.system import free_memory

_SMALLEST_BATCH = 8
_TRIAL = 8  # tokens of the first batch, which shows how fast this machine is
_TRIAL_STEPS = 3  # single tokens after that; the quickest says what a token costs on this machine
_LONGEST_STEP = 2.0  # seconds, wanted; the client takes ten times that for a hang
_FOR_INSTRUCTIONS = 4  # sequences
_SHORTEST_CONTEXT = 1024
_SHARE_OF_MEMORY = 0.25  # for the context; the rest is for the weights and everybody else


class LoadedModel(NamedTuple):
    """A model, the context in which it is run, and what its evaluated tokens depend on."""

    model: Model
    context: Context
    identity: str


def load(
    files: ModelFiles,
    tuning: Tuning,
    *,
    sequences: int = 1,
    safe: bool,
    on_progress: Callable[[], None],
) -> LoadedModel:
    """The model, ready to answer that many requests at once; `warm_up` comes next.

    Raises ModelFileError or EngineError with a sentence for the user.
    """
    path, adapter = _prepared(files, safe, on_progress)
    try:
        model = Model(path, adapter, tuning, safe=safe, on_progress=on_progress)
        length = _context_length(files, tuning, model)
        context = Context(
            model,
            length,
            tuning.batch or BATCH,
            tuning.threads or physical_cores(),
            tuning,
            safe=safe,
            probed=files.probe is not None,
            sequences=_kept_beside(sequences, model),
        )
    except LoadFailed as error:
        if path == files.merged:
            with contextlib.suppress(OSError):
                Path(path).unlink()  # made again at the next start
        raise _sentence(files, str(error)) from error
    return LoadedModel(model, context, _identity(path, adapter, tuning, context, safe))


def warm_up(context: Context, model: Model) -> None:
    """Evaluate a batch and a few tokens, so that pages are read in and a crash happens now, not later."""
    token = max(model.begin, 0)
    trial = min(_TRIAL, context.batch_size)
    for number, size in enumerate((trial, *(1,) * _TRIAL_STEPS)):
        started = time.perf_counter()
        context.decode([BatchRow(token, place, 0, place == size - 1) for place in range(size)])
        seconds = time.perf_counter() - started
        context.forget(0)
        if number == 0:
            affordable = int(size * _LONGEST_STEP / seconds)
            context.batch_size = min(context.batch_size, max(_SMALLEST_BATCH, affordable))
        else:
            context.step_seconds = min(context.step_seconds or seconds, seconds)


def _kept_beside(sequences: int, model: Model) -> int:
    """For each that is answered, another to come back to, and some for instructions: they share all cells.

    Of a model that cannot rewind, each takes a whole state of its own.
    """
    return 2 * sequences + _FOR_INSTRUCTIONS if model.can_rewind else sequences + 2


def _identity(path: str, adapter: str | None, tuning: Tuning, context: Context, safe: bool) -> str:
    """Differs wherever the model, or the way it is run, could make other states of the same tokens."""
    parts: list[object] = [importlib.metadata.version("llama-cpp-python"), platform.machine(), safe]
    parts += [tuning.flash_attention, context.cache_types, tuning.extra_buffers, tuning.gpu_layers]
    for file in filter(None, (path, adapter)):
        about = os.stat(file)
        parts += [file, about.st_size, about.st_mtime_ns]
    return "\n".join(map(str, parts))


def _prepared(files: ModelFiles, safe: bool, on_progress: Callable[[], None]) -> tuple[str, str | None]:
    """The file to load and the adapter to apply to it: the merged file where there is one or can be one."""
    if files.merged is None or files.adapter is None:
        return files.path, files.adapter
    merged = Path(files.merged)
    # a file with that name is whole, unless something damaged it and so caused the crash before safe mode
    if not merged.is_file() or (safe and not _is_whole(merged)):
        for path, expected in files.hashes:
            if sha256_of(Path(path)) != expected:
                raise ModelFileError(
                    f"{files.title}: the file “{Path(path).name}” is damaged. "
                    "Install Penname again, or choose another model."
                )
            on_progress()
        from penname.models.merging import merge_adapter

        try:
            merge_adapter(Path(files.path), Path(files.adapter), merged, files.merged_weights, on_progress)
        except OSError:
            return files.path, files.adapter  # a full disk costs speed, not the job
    return files.merged, None


def _is_whole(path: Path) -> bool:
    try:
        read_header(path)
    except ModelFileError:
        return False
    return True


def _context_length(files: ModelFiles, tuning: Tuning, model: Model) -> int:
    asked = tuning.context or files.context
    wanted = min(asked, model.trained_context or asked)
    free = free_memory()
    if free is None or model.bytes_per_token == 0:
        return wanted
    affordable = int(free * _SHARE_OF_MEMORY / model.bytes_per_token)
    return max(min(wanted, affordable), min(wanted, _SHORTEST_CONTEXT))


def _sentence(files: ModelFiles, complaint: str) -> ModelFileError | EngineError:
    if "unknown model architecture" in complaint:
        return ModelFileError(
            f"“{files.title}” is of a kind that this version of Penname cannot run. Choose another model."
        )
    if "alloc" in complaint or "memory" in complaint:
        return EngineError(
            f"There is not enough free memory for “{files.title}”. "
            "Close other programs, or choose a smaller model."
        )
    return ModelFileError(
        f"“{files.title}” could not be loaded; its file may be damaged. "
        "Download it again, or choose another model."
    )
