"""A local model that is asked, once, which names a text contains (DET_prompt); it can be stopped."""

from penname.domain.cancellation import Cancellation
from penname.engine.client import EngineClient
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.models.asking import PseudonymModel
from penname.pseudonyms.models.detectors import PromptDetector


class NamesReader:
    """`cancel` may be called from any thread; `read` then raises Cancelled."""

    def __init__(self, engine: EngineClient) -> None:
        self._cancellation = Cancellation()
        self._detector = PromptDetector(PseudonymModel(engine, self._cancellation))

    def read(self, text: str) -> tuple[tuple[str, Kind], ...]:
        """The names of `text`, each once, in its order; raises EngineError and Cancelled."""
        found = sorted(self._detector.find(text), key=lambda entity: entity.start)
        return tuple(dict.fromkeys((entity.text, entity.kind) for entity in found))

    def cancel(self) -> None:
        """Stop reading."""
        self._cancellation.raise_flag()
