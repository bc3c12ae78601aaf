"""How fast llama.cpp alone is on this machine: a bare `llama_decode` loop, with nothing picked or checked.

It is the floor that `penname bench` compares a round with, and what the settings of a machine are chosen by.
Runs in a process of its own (engine/host/measuring.py).
"""

import ctypes
import random
import statistics
import time

from penname.engine.host.bindings import native
from penname.engine.host.kv_cache_types import new_context
from penname.engine.host.llama import LoadFailed, Model
from penname.engine.host.thread_policy import physical_cores
from penname.engine.options import BATCH
from penname.engine.speeds import Measure, Speeds

_TIMES = 3  # each measurement, of which the median counts
_SPARE = 64  # cells of the context


def measured(model: Model, order: Measure) -> Speeds:
    """Carry out the order with the loaded `model`. Raises LoadFailed when its settings cannot be had."""
    bare = _BareContext(model, order)
    try:
        return Speeds(
            order.depth,
            bare.prompt_speed(),
            bare.speed(1, 1),
            tuple((length, bare.speed(length, 1)) for length in order.runs),
            tuple((count, bare.speed(1, count)) for count in order.together),
        )
    finally:
        bare.close()


class _BareContext:
    def __init__(self, model: Model, order: Measure) -> None:
        tuning, sequences = order.tuning, max([1, *order.together])
        self._depth, self._steps = order.depth, order.steps
        self._batch_size = tuning.batch or BATCH
        parameters = native.llama_context_default_params()
        parameters.n_ctx = order.depth + 2 * max([sequences * order.steps, *order.runs]) + _SPARE
        parameters.n_batch = parameters.n_ubatch = max([self._batch_size, *order.runs])
        parameters.n_seq_max = sequences
        parameters.kv_unified = True
        parameters.n_outputs_max = max(sequences, 1)
        threads = tuning.threads or physical_cores()
        parameters.n_threads = parameters.n_threads_batch = threads
        if tuning.flash_attention is not None:
            parameters.flash_attn_type = int(tuning.flash_attention)
        self._context, _types = new_context(model, parameters, tuning)
        if model.adapter is not None:
            adapters = (native.llama_adapter_lora_p_ctypes * 1)(model.adapter)
            native.llama_set_adapters_lora(self._context, adapters, 1, (ctypes.c_float * 1)(1.0))
        self._memory = native.llama_get_memory(self._context)
        self._batch = native.llama_batch_init(max([self._batch_size, sequences, *order.runs]), 0, 1)
        some = random.Random(0)
        self._tokens = [some.randrange(model.vocab_size) for _ in range(order.depth)]

    def prompt_speed(self) -> float:
        """Tokens a second of the prompt."""
        return statistics.median(self._read_prompt() for _ in range(_TIMES))

    def speed(self, length: int, sequences: int) -> float:
        """Tokens a second when `length` tokens of each of that many sequences are evaluated at once."""
        rates = []
        for time_number in range(_TIMES + 1):
            self._back_to_prompt(sequences)
            steps = max(2, self._steps // (length * sequences)) if length > 1 else self._steps
            started = time.perf_counter()
            for step in range(steps):
                self._decode(
                    [
                        (
                            self._tokens[(step + place) % self._depth],
                            self._depth + step * length + place,
                            sequence,
                        )
                        for sequence in range(sequences)
                        for place in range(length)
                    ],
                    {sequence * length + length - 1 for sequence in range(sequences)},
                )
            native.llama_synchronize(self._context)
            if time_number:  # the first warms up
                rates.append(steps * length * sequences / (time.perf_counter() - started))
        return statistics.median(rates)

    def close(self) -> None:
        """Free the context and the model."""
        native.llama_batch_free(self._batch)
        native.llama_free(self._context)

    def _read_prompt(self) -> float:
        native.llama_memory_clear(self._memory, True)
        started = time.perf_counter()
        for start in range(0, self._depth, self._batch_size):
            part = self._tokens[start : start + self._batch_size]
            last = start + len(part) == self._depth
            self._decode(
                [(token, start + index, 0) for index, token in enumerate(part)],
                {len(part) - 1} if last else set(),
            )
        native.llama_synchronize(self._context)
        return self._depth / (time.perf_counter() - started)

    def _back_to_prompt(self, sequences: int) -> None:
        native.llama_memory_seq_rm(self._memory, 0, self._depth, -1)
        for sequence in range(1, sequences):
            native.llama_memory_seq_rm(self._memory, sequence, 0, -1)
            native.llama_memory_seq_cp(self._memory, 0, sequence, 0, self._depth)

    def _decode(self, cells: list[tuple[int, int, int]], scored: set[int]) -> None:
        batch = self._batch
        batch.n_tokens = len(cells)
        for index, (token, position, sequence) in enumerate(cells):
            batch.token[index] = token
            batch.pos[index] = position
            batch.n_seq_id[index] = 1
            batch.seq_id[index][0] = sequence
            batch.logits[index] = index in scored
        if native.llama_decode(self._context, batch) != 0:
            raise LoadFailed("llama_decode refused a batch")
