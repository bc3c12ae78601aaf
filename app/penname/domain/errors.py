"""The errors a user can meet. `str(error)` is a sentence to act on: what happened, what is kept, what now."""


class PennameError(Exception):
    """Base of every error that is meant to be read by the user."""


class BadInput(PennameError):
    """What the user gave cannot be used (an empty text, a binary file, an unknown attribute)."""


class BadEncoding(BadInput):
    """A file that is not UTF-8; `detected` is the encoding it seems to have, to be offered, or None."""

    def __init__(self, sentence: str, detected: str | None) -> None:
        super().__init__(sentence)
        self.detected = detected


class LacksCharacters(BadInput):
    """A text cannot be written in the encoding it came in."""


class EngineError(PennameError):
    """The model could not finish: it crashed, hung, ran out of memory or could not be started."""


class ModelFileError(PennameError):
    """A model file is missing, damaged, or of a kind Penname cannot use."""


class Cancelled(PennameError):
    """The user stopped the work; nothing is wrong and nothing is lost."""

    def __init__(self, sentence: str = "Stopped. Nothing is lost.") -> None:
        super().__init__(sentence)
