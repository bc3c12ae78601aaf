"""An engine that answers from a script, for tests of the roles. It holds every answer to the grammar it was
asked for.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from penname.domain.errors import Cancelled
from penname.engine.client import Answer, ModelInfo, ProbeReading
from penname.engine.grammar import Fixed
from penname.engine.grammar.matcher import GrammarMatcher
from penname.engine.requests import Request

STREAMED = 7  # characters a piece, so that words, escapes and lines are cut anywhere


@dataclass(frozen=True)
class CutOff:
    """An answer that reached the token limit here."""

    text: str


Reply = str | CutOff | Exception
Script = Callable[[Request], Reply]


class FakeHandle:
    """One scripted answer, streamed in small pieces."""

    def __init__(
        self, reply: Reply, reading: ProbeReading | None = None, losses: tuple[float, ...] = ()
    ) -> None:
        self._reply = reply
        self._reading, self._losses = reading, losses
        self._cancelled = False

    def stream(self) -> Iterator[str]:
        """The answer piece by piece, or its exception."""
        if isinstance(self._reply, Exception):
            raise self._reply
        text = self._reply.text if isinstance(self._reply, CutOff) else self._reply
        for start in range(0, len(text), STREAMED):
            if self._cancelled:
                raise Cancelled
            yield text[start : start + STREAMED]

    def result(self, timeout: float | None = None) -> Answer:
        """The whole answer."""
        if isinstance(self._reply, Exception):
            raise self._reply
        if self._cancelled:
            raise Cancelled
        cut = isinstance(self._reply, CutOff)
        text = self._reply.text if isinstance(self._reply, CutOff) else self._reply
        finish, written = "length" if cut else "stop", len(text.split())
        return Answer(text, finish, 10, 0, 0, written, 0.01, self._reading, losses=self._losses)

    def cancel(self) -> None:
        """Stop streaming."""
        self._cancelled = True


@dataclass
class FakeEngine:
    """Answers `script(request)`; notes all requests but those for losses and yes-or-no questions."""

    script: Script
    pack: str = "starter"
    context: int = 8192
    requests: list[Request] = field(default_factory=list)
    counted: list[str] = field(default_factory=list)
    reading: Callable[[str], ProbeReading] | None = None  # what the probes say of a text, if there are any
    losses: Callable[[Request], tuple[float, ...]] = lambda request: ()
    screened: Callable[[Request], float] = lambda request: 0.01 if _has_text(request) else 3.0  # loss of Yes

    @property
    def info(self) -> ModelInfo:
        """A model that does not exist."""
        probed = self.reading is not None
        return ModelInfo("fake", "Fake", self.context, self.pack, ("en",), 1, False, probed)

    def submit(self, request: Request) -> FakeHandle:
        """The scripted answer, which must fit the request's grammar."""
        if request.losses:
            assert request.source.startswith(request.given)
            return FakeHandle("", losses=self.losses(request))
        if request.measured and isinstance(request.grammar, Fixed):
            return FakeHandle(request.grammar.text, losses=(self.screened(request),))
        self.requests.append(request)
        if request.probe:
            assert self.reading is not None
            assert request.messages[-1].content.endswith(request.source)
            return FakeHandle("", self.reading(request.source))
        reply = self.script(request)
        if isinstance(reply, str | CutOff):
            _check_grammar(request, reply)
        return FakeHandle(reply)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """A token for every four bytes."""
        self.counted += texts
        return [-(-len(text.encode()) // 4) for text in texts]

    def close(self) -> None:
        """Nothing to give back."""


def last_turn(request: Request) -> str:
    """What the model is asked for in this request."""
    return request.messages[-1].content


def _has_text(request: Request) -> bool:
    return "<text>\n\n</text>" not in last_turn(request)


def _check_grammar(request: Request, reply: str | CutOff) -> None:
    matcher = GrammarMatcher(request.grammar, request.source)
    text = reply.text if isinstance(reply, CutOff) else reply
    state = matcher.start
    data = text.encode()
    for position, byte in enumerate(data):
        state = matcher.step(state, byte)
        assert state, f"the grammar refuses the answer after: {data[: position + 1]!r}"
    assert isinstance(reply, CutOff) or matcher.ended(state), f"the grammar asks for more after: {text!r}"
