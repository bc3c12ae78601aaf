"""The process in which `Llama` answers, as the bench sees it."""

import subprocess
from typing import TypeVar

from penname.domain.errors import EngineError
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.launch import child_command, start
from penname.lab.bench import orders
from penname.models import children

HIGH_LEVEL = "--bench-high-level"

R = TypeVar("R", orders.Loaded, orders.Chatted, orders.Weighed, orders.Tokenized)

_ENDED = (
    "The process that measures the usual way to use the model ended ({reason}). Nothing else is affected."
)


class Reference:
    """A started process with its model loaded. Raises EngineError, as every call does, when it ends.

    Used by one thread at a time.
    """

    def __init__(self, begin: orders.Begin) -> None:
        self._process: subprocess.Popen[bytes] = start(child_command(HIGH_LEVEL))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._reader: FrameReader[orders.Reply] = FrameReader(self._process.stdout, orders.Reply)
        try:
            self._asked(begin, orders.Loaded)
        except BaseException:
            self.close()
            raise

    def answer(self, order: orders.Chat | orders.Follow) -> orders.Chatted:
        """One chat completion, or one answer by the engine's rules."""
        return self._asked(order, orders.Chatted)

    def weigh(self, order: orders.Weigh) -> float:
        """By how much the model itself prefers the first of two ways to go on, in logits."""
        return self._asked(order, orders.Weighed).difference

    def tokens(self, order: orders.Tokens) -> orders.Tokenized:
        """Prompts and texts as tokens."""
        return self._asked(order, orders.Tokenized)

    def close(self) -> None:
        """End the process."""
        children.end(self._process)

    def _asked(self, order: orders.Order, expected: type[R]) -> R:
        try:
            write_all(self._input.fileno(), encode(order))
            reply = self._reader.read()
        except (OSError, BadFrame) as error:
            raise EngineError(_ENDED.format(reason=error)) from error
        if not isinstance(reply, expected):
            reason = reply.reason if isinstance(reply, orders.OrderFailed) else "no answer"
            raise EngineError(_ENDED.format(reason=reason))
        return reply
