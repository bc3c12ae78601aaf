"""What a role asks of a model, as it travels to the engine host."""

from typing import Literal

import msgspec

from penname.engine.grammar import Node


class Message(msgspec.Struct, frozen=True):
    """One turn of a conversation. The content is data: nothing in it is read as a special token.

    Its first `own` characters are Penname's own words, the same for every text and every person. What a model
    makes of those alone may be kept on disk.
    """

    role: Literal["system", "user", "assistant"]
    content: str
    own: int = 0


class Sampling(msgspec.Struct, frozen=True):
    """How tokens are picked: greedily at temperature 0, otherwise from the nucleus `top_p` with a seed."""

    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0
    max_tokens: int = 512


class Request(msgspec.Struct, frozen=True):
    """All messages of a conversation, the grammar of the answer, and the text that `Span`s must quote from.

    With `probe` nothing is written: the last message ends with `source`, and the answer says what the model's
    probes read at each of its words (Alain and Bengio 2016). A `variant` of a text that was just read so is
    read from where it differs. With `losses` nothing is written either:
    the answer has the loss of each token of `source` alone, behind what it shares with `given`. With
    `measured` the answer that is written has its own losses.
    """

    messages: tuple[Message, ...]
    grammar: Node
    sampling: Sampling = Sampling()
    source: str = ""
    probe: bool = False
    variant: bool = False
    losses: bool = False
    given: str = ""
    measured: bool = False

    @property
    def reads_only(self) -> bool:
        """Whether nothing is to be written."""
        return self.probe or self.losses

    @property
    def in_passing(self) -> bool:
        """Whether nothing follows it that begins as it does."""
        return self.losses or self.variant
