"""Ray, which only this module knows: texts are the rows of a stream that Ray Data carries to actors and back.

One task, on the computer of the batch, draws the texts from a queue; actors spread over the nodes rewrite
them. Ray Data hands each free actor one text, starts the actors of a lost node again on others, and gives
them the texts that they had. What is done is noted by the batch alone, so nothing here outlives it.
"""

import os
import platform
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
import pyarrow as pa
import ray
import ray.exceptions
from ray.data import ActorPoolStrategy, Datasource, ReadTask
from ray.data.block import BlockMetadata
from ray.util.queue import Queue
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

import penname
from penname.batch import model_placing
from penname.batch.messages import (
    BeginCluster,
    FromWorker,
    RewriteText,
    TextRefused,
    WorkerUnusable,
)
from penname.batch.room import shared_out, workers_in
from penname.batch.worker import LocalWorker, NoWork
from penname.domain.errors import BadInput, Cancelled, EngineError, PennameError
from penname.engine.confining import confinement

_LOOPBACK = "127.0.0.1"
_STORE = 256 * 2**20  # bytes for the texts under way in a cluster of our own
_SHARE = 0.001  # of a CPU: survivors have room for a lost node's actors, and nodes without CPUs get none
_NO_NODE = (
    "This computer is no node of the Ray cluster at {address}. Make it one, if need be without work of its "
    "own (ray start --address={address} --num-cpus=0), and try again."
)
_OTHER_RAY = "The cluster at {address} runs another Ray or Python than this computer: {versions}."
_NOT_ALONE = (
    "This version of Ray would let other computers reach it, so nothing was begun. Try another version."
)
_NO_RAY = "Ray could not be started ({reason})."
_NO_PENNAME = "Penname is not installed on every node of the cluster. Install {version} on all of them."
_OTHER_PENNAME = "A node of the cluster has Penname {there}, this computer {here}. Install the same on all."
_NO_CPUS = "No node of the cluster has a CPU to work with."
_BROKE = "Ray gave up on the batch ({reason}). What is done is kept; the same command goes on from there."


class Stream:
    """Texts in, answers out, in any order. Raises NoWork where there is no cluster to work on."""

    def __init__(self, begin: BeginCluster) -> None:
        try:
            _join(begin)
        except Exception as error:  # Ray raises what it likes
            ray.shutdown()
            raise NoWork(_why_not(begin.address, error)) from error
        if not begin.address and ray.util.get_node_ip_address() != _LOOPBACK:
            ray.shutdown()
            raise NoWork(_NOT_ALONE)
        nodes = [node for node in ray.nodes() if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
        if not nodes:
            raise NoWork(_NO_CPUS)
        room = sum(workers_in(node["Resources"].get("memory"), int(node["Resources"]["CPU"]), begin.memory)
                   for node in nodes)  # fmt: skip
        self.workers = max(1, min(begin.workers or room, begin.most))
        self.nodes = len(nodes)
        here = ray.get_runtime_context().get_node_id()
        beside = {"num_cpus": 0, "scheduling_strategy": NodeAffinitySchedulingStrategy(here, soft=False)}
        self._queue = Queue(actor_options=beside)
        files = ray.remote(**beside)(_ModelFiles).remote([model.path for model in begin.models])
        each = -(-self.workers // self.nodes)
        self._rows = ray.data.read_datasource(
            _Feed(self._queue), override_num_blocks=1, ray_remote_args={**beside, "max_retries": 0}
        ).map_batches(
            _Rewriter,
            fn_constructor_args=(msgspec.json.encode(begin), penname.__version__, here, each, files),
            batch_size=None,
            batch_format="pyarrow",
            compute=ActorPoolStrategy(size=self.workers, max_tasks_in_flight_per_actor=1),
            num_cpus=_SHARE,
            scheduling_strategy="SPREAD",
        )

    def put(self, number: int, task: RewriteText) -> None:
        """Have a text rewritten."""
        self._queue.put((number, msgspec.json.encode(task)))

    def answers(self) -> Iterator[tuple[int, FromWorker]]:
        """What becomes of the texts, each as soon as it is known; endless. Raises NoWork."""
        try:
            for rows in self._rows.iter_batches(batch_size=None, batch_format="pyarrow", prefetch_batches=0):
                for number, answer in zip(*(rows[name].to_pylist() for name in _COLUMNS), strict=True):
                    yield number, msgspec.json.decode(answer, type=FromWorker)
        except (ray.exceptions.RayError, RuntimeError, ImportError) as error:
            if "No module named 'penname'" in str(error):
                raise NoWork(_NO_PENNAME.format(version=penname.__version__)) from error
            raise NoWork(_BROKE.format(reason=type(error).__name__)) from error  # its text may hold another

    def close(self) -> None:
        """Leave the cluster, which ends our actors; one of our own ends as a whole."""
        ray.shutdown()


_COLUMNS = ("number", "what")


def _row(number: int, what: bytes) -> pa.Table:
    return pa.table({"number": pa.array([number], pa.int64()), "what": pa.array([what], pa.large_binary())})


class _Feed(Datasource):
    """The rows of a queue, as they come."""

    def __init__(self, queue: Queue) -> None:
        super().__init__()
        self._queue = queue

    def estimate_inmemory_data_size(self) -> int | None:
        """Nobody knows."""
        return None

    def get_read_tasks(self, parallelism: int, *_limits: Any, **_more: Any) -> list[ReadTask]:  # noqa: ARG002
        """One task that reads until the program ends."""
        queue = self._queue

        def rows() -> Iterable[pa.Table]:
            while True:
                yield _row(*queue.get())

        unknown = BlockMetadata(num_rows=None, size_bytes=None, input_files=None, exec_stats=None)
        return [ReadTask(rows, unknown)]


class _ModelFiles:
    """Reads the models of the batch's computer for the other nodes."""

    def __init__(self, paths: list[str]) -> None:
        self._paths = paths

    def read(self, index: int, start: int, length: int) -> bytes:
        """A piece of one of them."""
        with open(self._paths[index], "rb") as file:
            file.seek(start)
            return file.read(length)


class _Rewriter:
    """An actor: one worker with engine hosts of its own, which stay warm from text to text.

    It never raises and prints nothing: Ray would write that into its logs.
    """

    def __init__(self, begun: bytes, version: str, home: str, each: int, files: Any) -> None:
        confinement.forbid_core_dumps()
        os.environ.pop("OMP_NUM_THREADS", None)  # Ray sets it to 1 where less than two CPUs are asked for
        begin = msgspec.json.decode(begun, type=BeginCluster)
        self._answer: Callable[[RewriteText], FromWorker]
        if version != penname.__version__:
            sentence = _OTHER_PENNAME.format(there=penname.__version__, here=version)
            self._answer = lambda _task: WorkerUnusable(sentence)
            return
        try:
            settings = begin.settings
            if ray.get_runtime_context().get_node_id() != home:
                settings = model_placing.put_in_place(settings, begin.models, _reading(files))
            worker = LocalWorker(shared_out(settings, each), begin.method, begin.command)
        except PennameError as error:
            sentence = str(error)
            self._answer = lambda _task: WorkerUnusable(sentence)
            return
        self._answer = lambda task: _answer(worker, task)

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Rewrite the texts of some rows, which are one."""
        made = [
            _row(number, msgspec.json.encode(self._answer(msgspec.json.decode(task, type=RewriteText))))
            for number, task in zip(*(rows[name].to_pylist() for name in _COLUMNS), strict=True)
        ]
        return pa.concat_tables(made)


def _answer(worker: LocalWorker, task: RewriteText) -> FromWorker:
    try:
        return worker.rewrite(task.text, task.goal)
    except (BadInput, EngineError, Cancelled) as error:
        return TextRefused(str(error), engine=not isinstance(error, BadInput))
    except PennameError as error:
        return WorkerUnusable(str(error))


def _reading(files: Any) -> Callable[[int], model_placing.Read]:
    return lambda index: lambda start, length: ray.get(files.read.remote(index, start, length))


def _join(begin: BeginCluster) -> None:
    quiet: dict[str, Any] = {"log_to_driver": False, "configure_logging": False, "include_dashboard": False}
    if begin.address:
        del quiet["include_dashboard"]
        ray.init(begin.address, **quiet)
    else:
        own: dict[str, Any] = {
            "num_cpus": os.cpu_count(),
            "object_store_memory": _STORE,
            "_node_ip_address": _LOOPBACK,
            "_temp_dir": os.path.join(
                begin.folder, "r"
            ),  # Ray opens its own to everybody, ours to nobody else
            "_system_config": {"automatic_object_spilling_enabled": False},
        }
        try:
            ray.init("local", **own, **quiet)
        except Exception:  # it allows itself 30 seconds, which a busy computer may need the first time
            ray.shutdown()
            ray.init("local", **own, **quiet)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    context.target_max_block_size = 1  # byte: each text is a block of its own, which goes at once
    context.execution_no_progress_timeout_s = -1  # a large model may take long for a long text


def _why_not(address: str, error: Exception) -> str:
    if not address:
        return _NO_RAY.format(reason=type(error).__name__)
    if "ersion mismatch" in str(error):
        versions = f"Ray {ray.__version__}, Python {platform.python_version()}"
        return _OTHER_RAY.format(address=address, versions=versions)
    return _NO_NODE.format(address=address)
