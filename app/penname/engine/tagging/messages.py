"""Messages between Penname and the tagger, framed as those to the engine host."""

import msgspec

TAGGER = "--tagger"


class Open(msgspec.Struct, frozen=True, tag="open"):
    """Load the model in this folder; the first message, sent once."""

    folder: str


class TagRequest(msgspec.Struct, frozen=True, tag="tag"):
    """Label this text."""

    text: str


class Opened(msgspec.Struct, frozen=True, tag="opened"):
    """The model is loaded; these are its labels."""

    labels: tuple[str, ...]


class Tagged(msgspec.Struct, frozen=True, tag="tagged"):
    """The labelled spans of the text: start and end in code points, and the label without its prefix."""

    spans: tuple[tuple[int, int, str], ...]


class TaggingFailed(msgspec.Struct, frozen=True, tag="failed"):
    """It cannot be done, with a sentence for the user."""

    sentence: str


ToTagger = Open | TagRequest
FromTagger = Opened | Tagged | TaggingFailed
