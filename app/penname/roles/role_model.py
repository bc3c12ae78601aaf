"""A model as the roles speak to it: one engine, its prompt pack, and who is told or may stop it."""

from collections.abc import Callable, Mapping, Sequence

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.listener import Listener
from penname.engine.client import Answer, EngineClient
from penname.engine.requests import Message, Request, Sampling
from penname.engine.shapes import Fixed, Node
from penname.roles.conversation import Conversation
from penname.roles.packs import PromptPack, RoleSampling
from penname.roles.presence import Sign, signs_in
from penname.roles.sentences import Span, parts

_TOKENS_OF_120_WORDS = 160
_ANSWERS = 2200  # tokens of context set aside for instructions and answers
_LEAST_PART = 120


class RoleModel:
    """Sends requests one at a time, tells the listener, and obeys the cancellation."""

    def __init__(
        self, engine: EngineClient, pack: PromptPack, listener: Listener, cancellation: Cancellation
    ) -> None:
        self.engine = engine
        self.pack = pack
        self.listener = listener
        self._cancellation = cancellation
        self._signs: tuple[str, dict[str, Sign]] = ("", {})  # of the text read last

    def ask(
        self,
        messages: tuple[Message, ...],
        shape: Node,
        sampling: RoleSampling,
        source: str,
        seed: int,
        on_delta: Callable[[str], None] = lambda _delta: None,
    ) -> Answer:
        """The whole answer; raises Cancelled, or EngineError when the model fails for good."""
        limit = int(sampling.max_tokens * max(1.0, self._estimated_tokens(source) / _TOKENS_OF_120_WORDS))
        sampled = Sampling(sampling.temperature, sampling.top_p, seed, limit)
        return self._sent(Request(messages, shape, sampled, source), on_delta)

    def _sent(self, request: Request, on_delta: Callable[[str], None] = lambda _delta: None) -> Answer:
        self._cancellation.check()
        handle = self.engine.submit(request)
        self._cancellation.stopping_with(handle.cancel)
        try:
            for delta in handle.stream():
                on_delta(delta)
            answer = handle.result()
        finally:
            self._cancellation.stopping_with(None)
        self.listener.on_tokens(answer.written_tokens, answer.seconds)
        return answer

    def signs(self, text: str, asked: Sequence[Attribute]) -> Mapping[str, Sign]:
        """What the model's probes say of `text`, by attribute; empty where it has none. Raises like `ask`."""
        if not self.pack.presence:
            return {}
        if self._signs[0] != text:
            request = Request(
                Conversation(self.pack, text, asked).reading(), Fixed(""), source=text, probe=True
            )
            reading = self._sent(request).reading
            assert reading is not None
            self._signs = (text, signs_in(text, reading, self.pack.presence))
        return self._signs[1]

    def parts(self, text: str) -> tuple[Span, ...]:
        """`text` in stretches that fit the context with all that is said about them."""
        limit = min(self.pack.attacker.part_tokens, (self.engine.info.context - _ANSWERS) // 2)
        return parts(text, max(_LEAST_PART, limit), self._count)

    def _count(self, texts: Sequence[str]) -> list[int]:
        self._cancellation.check()
        return self.engine.count_tokens(texts)

    @staticmethod
    def _estimated_tokens(text: str) -> float:
        return len(text.encode("utf-8", "surrogatepass")) / 4
