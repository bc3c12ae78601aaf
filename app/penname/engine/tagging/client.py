"""The tagger, seen from Penname's side: a child that is started for one model and ended with it."""

import importlib.util
import threading
from pathlib import Path
from typing import TypeVar

from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput, EngineError
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.launch import child_command, start
from penname.engine.tagging.messages import (
    TAGGER,
    FromTagger,
    Open,
    Opened,
    Tagged,
    TaggingFailed,
    TagRequest,
)
from penname.models import children

_Answer = TypeVar("_Answer", Opened, Tagged)
PACKAGES = ("onnxruntime", "tokenizers")
_MISSING = (
    "A model that labels names needs packages that Penname does not include: {packages}. Install them with "
    "“pip install penname[ner]”, or go on without: the rules look for names in any case."
)
_NO_FOLDER = (
    "There is no folder {folder}. Give the folder of a token-classification model in Hugging Face's format."
)
_ENDED = (
    "The part of Penname that runs the names model has stopped, perhaps for lack of memory. Your text is "
    "kept. Go on without this model, or try a smaller one."
)


class Tagger:
    """Raises BadInput where the folder or packages are missing, EngineError for a model that is no use."""

    def __init__(self, folder: str, cancellation: Cancellation | None = None) -> None:
        missing = missing_packages()
        if missing:
            raise BadInput(_MISSING.format(packages=", ".join(missing)))
        path = Path(folder).resolve()
        if not path.is_dir():
            raise BadInput(_NO_FOLDER.format(folder=folder))
        self._cancellation = cancellation or Cancellation()
        self._talking = threading.Lock()
        try:
            self._process = start(child_command(TAGGER))
        except OSError as error:
            raise EngineError(_ENDED) from error
        assert self._process.stdout is not None
        self._reader: FrameReader[FromTagger] = FrameReader(self._process.stdout, FromTagger)
        try:
            opened = self._ask(Open(str(path)), Opened)
        except BaseException:
            self.close()
            raise
        self.labels = opened.labels

    def spans(self, text: str) -> tuple[tuple[int, int, str], ...]:
        """The labelled spans of `text`; raises EngineError and Cancelled."""
        self._cancellation.check()
        self._cancellation.stopping_with(self._process.kill)
        try:
            return self._ask(TagRequest(text), Tagged).spans
        except EngineError:
            self._cancellation.check()  # it ended because it was stopped
            raise
        finally:
            self._cancellation.stopping_with(None)

    def close(self) -> None:
        """End the child."""
        children.end(self._process)

    def _ask(self, message: Open | TagRequest, expected: type[_Answer]) -> _Answer:
        assert self._process.stdin is not None
        with self._talking:
            try:
                write_all(self._process.stdin.fileno(), encode(message))
                answer = self._reader.read()
            except (BadFrame, OSError, ValueError) as error:
                raise EngineError(_ENDED) from error
        if isinstance(answer, TaggingFailed):
            raise EngineError(answer.sentence)
        if not isinstance(answer, expected):
            raise EngineError(_ENDED)
        return answer


def missing_packages() -> tuple[str, ...]:
    """What would have to be installed."""
    return tuple(package for package in PACKAGES if importlib.util.find_spec(package) is None)
