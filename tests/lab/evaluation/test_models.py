"""How the models of an evaluation are loaded."""

from types import SimpleNamespace

import pytest

from penname.domain.cancellation import Cancellation
from penname.domain.listener import SilentListener
from penname.engine.local import LocalEngine
from penname.engine.options import Options
from penname.lab.evaluation.models import Models
from penname.settings import EngineSettings, Settings, load_attributes


def test_they_are_loaded_once_and_with_what_the_user_wants_of_the_engine(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path))
    engine, seen = SimpleNamespace(info=SimpleNamespace(pack="starter")), []

    def start(files, *, on_notice, options: Options) -> SimpleNamespace:
        seen.append((files.name, options.tuning.threads, options.tuning.cache_type))
        return engine

    monkeypatch.setattr(LocalEngine, "start", start)
    monkeypatch.setattr("penname.lab.evaluation.models.writer_of", lambda _reader: "")
    models = Models(lambda said: None, EngineSettings(threads=1, cache_type="q8_0"))
    roles_for = models.roles("starter", load_attributes(Settings()))
    for _ in range(2):
        roles_for(SilentListener(), Cancellation())
    assert seen == [("starter", 1, "q8_0")]


def test_the_writer_that_goes_with_a_model_is_loaded_and_named_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path
) -> None:
    from engine.tiny_llama import write_llama

    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path))
    other, seen = str(write_llama(tmp_path / "other.gguf")), []
    monkeypatch.setattr(
        "penname.lab.evaluation.models.writer_of", lambda one: other if one == "starter" else ""
    )

    def start(files, **_options) -> SimpleNamespace:
        seen.append(files.name)
        return SimpleNamespace(info=SimpleNamespace(pack=files.pack))

    monkeypatch.setattr(LocalEngine, "start", start)
    models = Models(lambda said: None, EngineSettings())
    models.roles("starter", load_attributes(Settings()))(SilentListener(), Cancellation())
    assert sorted(seen) == ["other", "starter"]
    assert " + other " in models.identities("starter")
    assert models.identities(other) == models.identity(other)
