"""A model for commands that read: scripted roles in place of an engine."""

from typing import Any

import pytest

from penname.domain.inferences import Validity
from penname.engine.client import ModelInfo
from penname.sessions import loaded_models
from scripted import ScriptedRoles

LEAKS = {
    "location": ("Lisbon", "a city", Validity.HIGH),
    "age": ("61", "an age", Validity.HIGH),
    "occupation": ("night shift", "shift", Validity.MEDIUM),
}


class _Engine:
    """A loaded model that counts words and answers nothing."""

    info = ModelInfo("starter", "Starter model", 4096, "starter", ("en",), 1, False)

    def __init__(self, *_: object) -> None: ...

    def load(self) -> None: ...

    def close(self) -> None: ...

    def count_tokens(self, texts: list[str]) -> list[int]:
        return [len(text.split()) for text in texts]


@pytest.fixture
def roles(monkeypatch: pytest.MonkeyPatch) -> ScriptedRoles:
    scripted = ScriptedRoles(LEAKS)
    before = scripted.before

    def modelled(
        _engine: object, _attributes: object, listener: Any, *_: object, **__: object
    ) -> ScriptedRoles:
        scripted.before = lambda role: (listener.on_task(role, 1, 1), before(role))[1]
        return scripted

    monkeypatch.setattr(loaded_models, "LocalEngine", _Engine)
    monkeypatch.setattr(loaded_models, "Roles", modelled)
    return scripted
