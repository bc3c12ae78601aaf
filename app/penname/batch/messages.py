"""What `penname batch`, a worker and the process that speaks with Ray say, in frames of the engine host."""

import msgspec

from penname.batch.model_placing import PlacedModel
from penname.domain.goal import Goal
from penname.settings import Settings

BATCH_WORKER = "--batch-worker"
CLUSTER_CHILD = "--cluster-child"


class BeginBatch(msgspec.Struct, frozen=True, tag="begin"):
    """Load the models of these settings; the first message, sent once."""

    settings: Settings
    method: str


class RewriteText(msgspec.Struct, frozen=True, tag="rewrite"):
    """Rewrite this text."""

    text: str
    goal: Goal


class TextRewritten(msgspec.Struct, frozen=True, tag="rewritten"):
    """The text as it is now, why the method stopped, what the model still reads, and the targets it took.

    `about` are attributes that the text turned out to be about: hiding them takes much of it away.
    """

    text: str
    stopped: str
    readable: tuple[str, ...] = ()
    targets: dict[str, str] = {}
    about: tuple[str, ...] = ()


class TextRefused(msgspec.Struct, frozen=True, tag="refused"):
    """This text cannot be rewritten, or not by this model: a sentence. `engine`: another try may help."""

    sentence: str
    engine: bool


class WorkerUnusable(msgspec.Struct, frozen=True, tag="unusable"):
    """No text can be rewritten: the models cannot be loaded. The worker ends."""

    sentence: str


ToWorker = BeginBatch | RewriteText
FromWorker = TextRewritten | TextRefused | WorkerUnusable


class BeginCluster(msgspec.Struct, frozen=True, tag="begin_cluster"):
    """Join the Ray cluster at `address`, or start one on this computer where it is empty; sent once.

    `workers` is how many to start, 0 for as many as the nodes have room for, at `memory` bytes each; never
    more than `most`. A cluster of our own keeps its files in `folder`. `models` are what a node may lack.
    `command` starts a worker's process (empty: Penname's own).
    """

    settings: Settings
    method: str
    address: str
    folder: str
    workers: int
    most: int
    memory: int
    models: tuple[PlacedModel, ...] = ()
    command: tuple[str, ...] = ()


class ClusterReady(msgspec.Struct, frozen=True, tag="cluster_ready"):
    """The cluster answers, and this is how much of it works for us."""

    workers: int
    nodes: int


class ClusterText(msgspec.Struct, frozen=True, tag="cluster_text"):
    """Let any worker rewrite this text."""

    number: int
    task: RewriteText


class ClusterAnswer(msgspec.Struct, frozen=True, tag="cluster_answer"):
    """What became of a text."""

    number: int
    answer: FromWorker


ToCluster = BeginCluster | ClusterText
FromCluster = ClusterReady | ClusterAnswer | WorkerUnusable
