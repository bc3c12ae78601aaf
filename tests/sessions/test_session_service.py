"""Which model does what: one for everything, or another one that rewrites."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from models.tiny_gguf import write_model
from penname.domain.errors import ModelFileError
from penname.domain.goal import Goal
from penname.domain.listener import SilentListener
from penname.engine.client import ModelInfo
from penname.models.files import ModelFiles
from penname.models.opening import open_model
from penname.roles.roles import Roles
from penname.sessions import loaded_models
from penname.sessions.session_service import SessionService
from penname.sessions.store import MemoryStore
from penname.settings import Settings


class Engine:
    """Notes what it was started with, and whether it was loaded and closed."""

    made: list["Engine"] = []  # noqa: RUF012 (emptied by the fixture)

    def __init__(self, model: ModelFiles, *_: object) -> None:
        self.model, self.done = model, []
        self.made.append(self)

    def load(self) -> None:
        self.done.append("load")

    def close(self) -> None:
        self.done.append("close")

    @property
    def info(self) -> ModelInfo:
        return ModelInfo(self.model.name, self.model.title, 4096, self.model.pack, (), 1, False)


@pytest.fixture
def engines(monkeypatch: pytest.MonkeyPatch) -> list[Engine]:
    Engine.made = []
    monkeypatch.setattr(loaded_models, "LocalEngine", Engine)
    return Engine.made


@pytest.fixture
def other(tmp_path: Path) -> str:
    return str(write_model(tmp_path / "other.gguf", {"a.weight": np.ones((4, 32))}))


def test_one_model_does_everything_unless_the_settings_say_so(engines: list[Engine]) -> None:
    SessionService(Settings(rewrite_model="starter")).warm_up()
    assert [(engine.model.name, engine.done) for engine in engines] == [("starter", ["load"])]


def test_another_model_rewrites(engines: list[Engine], other: str, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[dict[str, Any]] = []

    def roles(*engine: Any, **options: Any) -> Roles:
        given.append({"reader": engine[0], **options})
        return Roles(*engine, **options)

    monkeypatch.setattr(loaded_models, "Roles", roles)
    service = SessionService(Settings(rewrite_model=other))
    driver = service.new_session("I live in Lisbon.", Goal(("age",), frozenset({"age"})), SilentListener())
    assert driver.session.started.model == service.warm_up().name == "starter + other"
    (made,) = given
    assert made["reader"].model.name == "starter"
    assert made["writer"][0].model.name == "other"
    service.close()
    assert [engine.done for engine in engines] == [["load", "close"], ["load", "close"]]


def test_a_session_begins_under_the_name_that_its_text_had(engines: list[Engine]) -> None:
    service, store, name = SessionService(Settings()), MemoryStore(), "0" * 16
    goal = Goal(("age",), frozenset({"age"}))
    driver = service.new_session("I am 34.", goal, SilentListener(), store=store, session_id=name)
    assert driver.session_id == name
    assert store.load(name) == list(driver.session.events)
    service.close()


def test_the_writer_that_goes_with_a_reader_writes_where_it_is_here(
    engines: list[Engine], other: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loaded_models, "writer_of", lambda _reader: "")
    service = SessionService(Settings())
    assert any("Sentence writer is not on this computer" in said for said in service.cautions("A text."))
    assert [engine.model.name for engine in engines] == ["starter"]
    engines.clear()
    monkeypatch.setattr(loaded_models, "writer_of", lambda reader: "other" if reader == "starter" else "")
    monkeypatch.setattr(
        loaded_models, "open_model", lambda name: open_model(other if name == "other" else name)
    )
    service = SessionService(Settings())
    assert not any("writer" in said for said in service.cautions("A text."))
    assert [engine.model.name for engine in engines] == ["starter", "other"]


def test_a_model_that_must_have_read_itself_does_not_rewrite_for_others(
    engines: list[Engine], other: str
) -> None:
    with pytest.raises(ModelFileError, match="Starter model can only rewrite"):
        SessionService(Settings(model=other, rewrite_model="starter")).warm_up()
