"""Messages between the bench and the process in which `Llama` runs, framed as in engine/frames.py."""

import msgspec

from penname.engine.options import CacheTypes
from penname.engine.requests import Message, Request
from penname.models.files import ModelFiles


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """Load this model into a `Llama` with these settings; the first message."""

    model: ModelFiles
    context: int
    batch: int
    threads: int
    flash_attention: bool
    cache_types: CacheTypes = ("f16", "f16")


class Chat(msgspec.Struct, frozen=True, tag="chat"):
    """One `create_chat_completion`, greedy, with nothing left of the one before.

    The answer is held to `grammar` (GBNF) or to `schema` (a JSON schema, as JSON).
    """

    messages: tuple[Message, ...]
    most: int  # tokens
    grammar: str | None = None
    schema: str | None = None


class Follow(msgspec.Struct, frozen=True, tag="follow"):
    """Answer this request by the engine's rules, evaluated plainly; see following.py."""

    request: Request


class Weigh(msgspec.Struct, frozen=True, tag="weigh"):
    """Which token comes after this prompt and each of two beginnings of an answer that part?"""

    messages: tuple[Message, ...]
    common: str
    first: str
    second: str


class Tokens(msgspec.Struct, frozen=True, tag="tokens"):
    """The tokens of each prompt, and of texts as they stand alone."""

    prompts: tuple[tuple[Message, ...], ...]
    texts: tuple[str, ...]


class Loaded(msgspec.Struct, frozen=True, tag="loaded"):
    """`Llama` is ready."""


class Chatted(msgspec.Struct, frozen=True, tag="chatted"):
    """The answer; `finish` as llama-cpp-python says it ("stop" or "length")."""

    text: str
    finish: str
    prompt_tokens: int
    written_tokens: int
    seconds: float


class Weighed(msgspec.Struct, frozen=True, tag="weighed"):
    """The logit of the first beginning's next token less that of the second's, where they part."""

    difference: float


class Tokenized(msgspec.Struct, frozen=True, tag="tokenized"):
    """The tokens of the prompts, each as a list, and how many each text has."""

    prompts: tuple[tuple[int, ...], ...]
    texts: tuple[int, ...]


class OrderFailed(msgspec.Struct, frozen=True, tag="failed"):
    """The order could not be carried out; `reason` holds nothing of a text."""

    reason: str


Order = Begin | Chat | Follow | Weigh | Tokens
Reply = Loaded | Chatted | Weighed | Tokenized | OrderFailed
