"""How long it takes until a stop is obeyed while a long text is being read."""

import statistics
import time

from penname.engine.client import EngineClient
from penname.engine.grammar import Prose
from penname.engine.requests import Message, Request

_WANTED = 4000  # tokens of text
_ROOM = 200  # tokens of the context for all else
_SENTENCE = "Number {} of the ferries was late again, and nobody on the quay said why. "
_BEGUN = 0.3  # seconds of reading before the stop
_TIMES = 3


def seconds_to_stop(engine: EngineClient) -> float:
    """The median time from a cancel to the engine's next answer, to something that takes no time itself.

    Raises EngineError.
    """
    each = engine.count_tokens([_SENTENCE.format(100)])[0]
    sentences = min(_WANTED, engine.info.context - _ROOM) // each
    found = []
    for number in range(_TIMES):
        # each text is another one from its beginning: nothing of it was read before
        text = "".join(_SENTENCE.format(100 * (number + 1) + line) for line in range(sentences))
        handle = engine.submit(Request((Message("user", text),), Prose(5)))
        time.sleep(_BEGUN)
        began = time.perf_counter()
        handle.cancel()
        engine.count_tokens(["a"])
        found.append(time.perf_counter() - began)
    return statistics.median(found)
