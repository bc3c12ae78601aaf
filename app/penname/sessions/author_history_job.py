"""Reads a whole author history without a window: loads the model, reads, reports progress in sentences."""

from collections.abc import Sequence

from penname.domain.errors import Cancelled
from penname.domain.pen_names import Post
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.session_job import ProgressReporter
from penname.sessions.session_service import SessionService
from penname.settings import Settings


class AuthorHistoryJob:
    """`run` works, in any one thread; `stop` and `close` may be called from another."""

    def __init__(
        self, settings: Settings, new_text: str, posts: Sequence[Post], progress: ProgressReporter
    ) -> None:
        self.model = ""
        self._new_text = new_text
        self._posts = tuple(posts)
        self._progress = progress
        self._service = SessionService(settings, progress.sentence)
        self._reader: AuthorHistoryReader | None = None
        self._stopped = False

    def run(self) -> AuthorHistoryReading:
        """Read the history. Raises PennameError when it cannot be read, Cancelled after a stop."""
        whole = "\n\n".join(filter(None, (self._new_text, *(post.text for post in self._posts))))
        for caution in self._service.cautions(whole):
            self._progress.sentence(caution)
        self.model = self._service.warm_up().title
        self._reader = self._service.author_history_reader(self._progress)
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
        self._service.close()
