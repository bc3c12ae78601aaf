"""Reads a whole author history without a window: loads the model, reads, reports progress in sentences."""

from collections.abc import Sequence

from penname.domain.pen_names import Post
from penname.domain.told import Told
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.session_job import ProgressReporter, ServiceJob
from penname.settings import Settings


class AuthorHistoryJob(ServiceJob):
    """Reads once. Afterwards `model` is the title of the model that did, and `told` what posts that nobody
    had read before tell by themselves, by their texts.
    """

    def __init__(
        self, settings: Settings, new_text: str, posts: Sequence[Post], progress: ProgressReporter
    ) -> None:
        super().__init__(settings, progress)
        self.model = ""
        self.told: dict[str, tuple[Told, ...]] = {}
        self._new_text = new_text
        self._posts = tuple(posts)

    def run(self) -> AuthorHistoryReading:
        """Read the history. Raises PennameError when it cannot be read, Cancelled after a stop."""
        whole = "\n\n".join(filter(None, (self._new_text, *(post.text for post in self._posts))))
        self.model = self.load(whole).title
        self.told = self.read_posts([post.text for post in self._posts if post.told is None])
        self._work = reader = self._service.author_history_reader(self.progress)
        self.check_stopped()
        return reader.read(self._new_text, self._posts)
