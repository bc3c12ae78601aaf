"""The token-classification model that the user chose for names (DET_NER), kept running between texts."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput, EngineError
from penname.domain.sentences import parts
from penname.engine.tagging.client import Tagger
from penname.pseudonyms.entities import Entity, Kind
from penname.pseudonyms.models.ner import NerDetector, kind_of

# Characters read at once: between two parts it can be stopped, and known ones are not read again.
_PART = 1500
_TRIES = 2  # starts of a model that ends by itself
_SAMPLE = "Anna Kowalski of Harbour Aid lives in Leeds."
_LACKING = (
    "This folder lacks {names}. A model that labels names comes with config.json, tokenizer.json and a "
    "model.onnx. Choose such a folder."
)
_NO_TAGGER = (
    "What is in this folder could not be run as a model that labels the words of a text. Choose the folder "
    "of a token-classification model."
)
_NO_NAMES = (
    "This model labels words, but not as persons, places or organizations: its labels are {labels}. Choose "
    "a model for named entities."
)
_GIVEN_UP = (
    "The names model has stopped more than once. It is tried again when Penname restarts, or when you choose "
    "another one in the settings."
)
_CHANGED = "Another names model has been chosen in the meantime."
_LOOKED_NOT = "{reason} This time names were looked for without it."


class NamesModel:
    """Thread-safe; nothing is started before a text is read. Without a folder it finds nothing."""

    def __init__(self, folder: str = "") -> None:
        self.folder = folder
        self._tagger: Tagger | None = None
        self._read: dict[str, tuple[Entity, ...]] = {}  # the parts of the text before: one types in few
        self._failed = 0
        self._closed = False
        self._state = threading.Lock()  # guards all above, and is never held for long
        self._reading = threading.Lock()

    def use(self, folder: str) -> None:
        """Go on with another model, or ("") with none."""
        with self._state:
            if folder == self.folder:
                return
            self.folder, self._failed, self._read = folder, 0, {}
        self._end()

    def close(self) -> None:
        """End the model's process, from any thread."""
        with self._state:
            self._closed = True
        self._end()

    def detector(self, check: Callable[[], None] = lambda: None) -> "NamesModelDetector":
        """A detector of names for one text; `check` is called now and then, and may raise Cancelled."""
        return NamesModelDetector(self, check)

    def read(self, text: str, check: Callable[[], None]) -> Iterator[Entity]:
        """The names of `text`; raises BadInput, EngineError and what `check` raises."""
        with self._reading:
            folder = self.folder
            known: dict[str, tuple[Entity, ...]] = {}
            for start, end in parts(text, _PART, lambda pieces: [len(piece) for piece in pieces]):
                check()
                part = text[start:end]
                found = known[part] = self._read[part] if part in self._read else self._found(part)
                for entity in found:
                    yield msgspec.structs.replace(entity, start=start + entity.start, end=start + entity.end)
            with self._state:
                self._read = known if folder == self.folder else {}

    def _found(self, part: str) -> tuple[Entity, ...]:
        tagger = self._started()
        try:
            return tuple(NerDetector(tagger).find(part))
        except EngineError:
            with self._state:
                self._failed += 1
            self._end()
            raise

    def _started(self) -> Tagger:
        with self._state:
            folder, tagger = self.folder, self._tagger
            if self._closed or self._failed >= _TRIES:
                raise EngineError(_GIVEN_UP)
        if tagger is not None:
            return tagger
        tagger = Tagger(folder)
        with self._state:
            if not self._closed and folder == self.folder:
                self._tagger = tagger
                return tagger
        tagger.close()
        raise EngineError(_CHANGED)

    def _end(self) -> None:
        with self._state:
            tagger, self._tagger = self._tagger, None
        if tagger is not None:
            tagger.close()


class NamesModelDetector:
    """Finds the names of one text with the model; where that fails it finds none, and `notices` says so."""

    def __init__(self, model: NamesModel, check: Callable[[], None]) -> None:
        self._model, self._check = model, check
        self.notices: tuple[str, ...] = ()

    def find(self, text: str) -> Iterator[Entity]:
        """Find the names in `text`; raises only what `check` raises."""
        if not self._model.folder:
            return
        try:
            yield from self._model.read(text, self._check)
        except (BadInput, EngineError) as error:
            self.notices = (_LOOKED_NOT.format(reason=error),)


def examine(folder: str) -> frozenset[Kind]:
    """Try the model in `folder`; the kinds of names that it labels. Raises BadInput and EngineError.

    A person reads the sentence, in the settings: it says what is the matter with the folder.
    """
    path = Path(folder)
    if path.is_dir():
        lacking = [name for name in ("config.json", "tokenizer.json") if not (path / name).is_file()]
        if lacking:
            raise BadInput(_LACKING.format(names=" and ".join(lacking)))
    has_network = any(path.glob("*.onnx")) or any(path.glob("onnx/*.onnx"))
    try:
        tagger = Tagger(folder)
    except EngineError as error:
        raise (BadInput(_NO_TAGGER) if has_network else error) from error
    try:
        kinds = frozenset(kind for label in tagger.labels if (kind := kind_of(label)) is not None)
        if not kinds:
            labels = ", ".join(list(dict.fromkeys(tagger.labels))[:6])
            raise BadInput(_NO_NAMES.format(labels=labels))
        tagger.spans(_SAMPLE)
    except EngineError as error:
        raise BadInput(_NO_TAGGER) from error
    finally:
        tagger.close()
    return kinds
