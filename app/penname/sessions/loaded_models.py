"""The models that the settings name, each with its engine: the one that reads, and the one that rewrites."""

import threading
from collections.abc import Callable

import msgspec

from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput, ModelFileError
from penname.domain.listener import Listener
from penname.engine.client import ModelInfo
from penname.engine.local import LocalEngine
from penname.engine.options import Options
from penname.engine.tuning.tuning_store import chosen_tuning
from penname.models.files import ModelFiles
from penname.models.opening import open_model, writer_of
from penname.roles.packs import PromptPack, load_pack
from penname.roles.roles import Roles, told_attacks
from penname.sessions.tuning_when_idle import TuningWhenIdle
from penname.settings import Settings, load_attributes


class LoadedModels:
    """Opens the models; `load` waits until they are ready. Thread-safe; only `close` is quick.

    Where the settings name another model for rewriting, that one writes what the first has read and judged.
    With `tunes` the settings for a new model are measured once, while nobody works with it. Raises
    ModelFileError for an unknown model, and for one that cannot rewrite what another read.
    """

    def __init__(
        self, settings: Settings, on_notice: Callable[[str], None] | None, *, tunes: bool = False
    ) -> None:
        self.reader = open_model(settings.model)
        self.writer = _writing_model(settings)
        self.engine = _engine(self.reader, settings, on_notice)
        self._writing_engine = _engine(self.writer, settings, on_notice) if self.writer else None
        self._tuning = TuningWhenIdle(self.reader, lambda: self.engine.busy) if tunes else None
        self.attributes = load_attributes(settings)
        self._loading = threading.Lock()
        self._loaded = False

    @property
    def name(self) -> str:
        """The names of both models, as sessions note them."""
        return " + ".join(model.name for model in (self.reader, self.writer) if model)

    @property
    def pack(self) -> PromptPack:
        """How the model that reads is spoken to; raises BrokenPack."""
        return load_pack(self.reader.pack)

    def load(self) -> ModelInfo:
        """Load the models unless they are loaded.

        What comes back is about the one that reads; its name names the other one, too, as sessions do.
        Raises EngineError, ModelFileError, or Cancelled when closed.
        """
        with self._loading:
            if not self._loaded:
                self.engine.load()
                if self._writing_engine is not None:
                    self._writing_engine.load()
                self._loaded = True
                if self._tuning is not None:
                    self._tuning.begin()
        return msgspec.structs.replace(self.engine.info, name=self.name)

    def roles(self, listener: Listener, cancellation: Cancellation) -> Roles:
        """The roles on these models, which need not be loaded yet; raises BrokenPack."""
        writer = None
        if self.writer and self._writing_engine:
            writer = self._writing_engine, load_pack(self.writer.pack)
        return Roles(self.engine, self.attributes, listener, cancellation, self.pack, writer=writer)

    def check_told_attacks(self) -> None:
        """Raise BadInput where the model that reads cannot be told true values."""
        if not told_attacks(self.reader.pack):
            raise BadInput(
                f"The {self.reader.title} has not learned to list cues to a value it is told, as row 6 asks. "
                "Choose another row or another model."
            )

    def close(self) -> None:
        """End the models' processes, from any thread; a call that is under way then fails."""
        self.engine.close()
        if self._tuning is not None:
            self._tuning.close()
        if self._writing_engine is not None:
            self._writing_engine.close()


def _engine(model: ModelFiles, settings: Settings, on_notice: Callable[[str], None] | None) -> LocalEngine:
    return LocalEngine(model, on_notice, Options(tuning=chosen_tuning(model, settings.engine)))


def _writing_model(settings: Settings) -> ModelFiles | None:
    """The model that rewrites, where it is another; raises ModelFileError, also for one that cannot.

    Where the settings name none it is the one that goes with the reader, if that is on the computer.
    """
    name = settings.rewrite_model or writer_of(settings.model)
    if name in ("", settings.model):
        return None
    model = open_model(name)
    if load_pack(model.pack).anonymizer.follows:
        raise ModelFileError(
            f"The {model.title} can only rewrite what it has read itself. Choose another model for "
            "rewriting, or the same for everything."
        )
    return model
