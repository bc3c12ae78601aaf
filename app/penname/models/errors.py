"""What can go wrong when a model is fetched or taken in, each with a sentence to act on."""

from penname.domain.errors import BadInput, PennameError


class BadCatalog(BadInput):
    """A list of models cannot be used; the sentence names the file, the entry and the mistake."""


class DownloadFailed(PennameError):
    """A download ended without a model; `kept` bytes of it stay for the next try.

    `needs_token` says that the hub wants to know who asks: a token of an account that accepted the model's
    terms, or a better one.
    """

    def __init__(self, sentence: str, *, kept: int = 0, needs_token: bool = False) -> None:
        super().__init__(sentence)
        self.kept = kept
        self.needs_token = needs_token


class DiskFull(DownloadFailed):
    """There is not enough room for a model; nothing was overwritten."""


class NotOurs(BadInput):
    """A model that belongs to Penname's installation or to another program is not deleted."""
