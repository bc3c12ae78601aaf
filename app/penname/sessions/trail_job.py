"""The reading of a whole trail without a window: the model loaded, the trail read, progress in sentences."""

from collections.abc import Sequence

from penname.domain.errors import Cancelled
from penname.domain.pen_names import Post
from penname.sessions.job import Progress
from penname.sessions.session_factory import SessionFactory
from penname.sessions.trail import TrailReading
from penname.sessions.trail_reader import TrailReader
from penname.settings import Settings


class TrailJob:
    """`run` works, in any one thread; `stop` and `close` may be called from another."""

    def __init__(self, settings: Settings, new_text: str, posts: Sequence[Post], progress: Progress) -> None:
        self.model = ""
        self._new_text = new_text
        self._posts = tuple(posts)
        self._progress = progress
        self._factory = SessionFactory(settings, progress.sentence)
        self._reader: TrailReader | None = None
        self._stopped = False

    def run(self) -> TrailReading:
        """Read the trail. Raises PennameError when it cannot be read, Cancelled after a stop."""
        whole = "\n\n".join(filter(None, (self._new_text, *(post.text for post in self._posts))))
        for caution in self._factory.cautions(whole):
            self._progress.sentence(caution)
        self.model = self._factory.warm_up().title
        self._reader = self._factory.trail_reader(self._progress)
        if self._stopped:
            raise Cancelled
        return self._reader.read(self._new_text, self._posts)

    def stop(self) -> None:
        """Stop within a moment; `run` then raises Cancelled."""
        self._stopped = True
        if self._reader is None:
            self.close()
        else:
            self._reader.cancel()

    def close(self) -> None:
        """End the model's process."""
        self._factory.close()
