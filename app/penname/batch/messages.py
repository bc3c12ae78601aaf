"""What `penname batch` and a worker say to each other, in the frames of the engine host."""

import msgspec

from penname.domain.goal import Goal
from penname.settings import Settings

BATCH_WORKER = "--batch-worker"


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
