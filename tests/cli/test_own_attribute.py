"""An attribute from outside the package: a table in the settings, and the command line protects it."""

import io
import json
import random
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from fake_engine import FakeEngine, last_turn
from penname import cli
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.consistency import contradictions
from penname.domain.matching import Match, matches
from penname.domain.suggestions import suggest
from penname.domain.targets import targets
from penname.engine.requests import Request
from penname.models.opening import open_model
from penname.sessions import loaded_models
from penname.settings import load_settings, save_settings

RELIGION = Attribute(
    "religion", "Religion", "religion", ValueKind.TEXT, "the author's religion", ("Hindu", "Quaker", "Sikh")
)
TEXT = "After Friday prayers we ate late."


def line(**fields: object) -> str:
    return json.dumps(fields)


GUESSED = {
    "age": ("30", "40", "50"),
    "sex": ("male", "female"),
    "location": ("Leeds, UK", "York, UK", "Hull, UK"),
    "birthplace": ("Leeds, UK", "York, UK", "Hull, UK"),
    "education": ("PhD in Physics", "Law degree", "No degree"),
    "occupation": ("nurse", "baker", "vet"),
    "income": ("low", "middle", "high"),
    "relationship": ("single", "married", "divorced"),
    "religion": ("Muslim", "Christian", "Jew"),
}


def script(request: Request) -> str:
    """What a model says: prayers tell the religion; nothing else tells anything."""
    turn, told = last_turn(request), "prayers" in request.source
    if "How to edit" in turn:
        return "1: After that we ate late."
    lines: list[str] = []
    for name, guesses in GUESSED.items():
        plain = told and name == "religion"
        quoted = '"Friday prayers"' if plain else '"ate late"'
        if "drawn conclusions" in turn:
            verdict = line(
                validity="high" if plain else "invalid", evidence=["Friday prayers"] if plain else []
            )
            lines.append(f"{name}: {quoted} x\n{verdict}")
        else:
            given = [int(guess) if name == "age" else guess for guess in guesses]
            lines.append(f"{name}: the words {quoted}\n{line(guesses=given, certainty=5 if plain else 1)}")
    return "\n".join(lines)


class _Engine(FakeEngine):
    def __init__(self, *_: object) -> None:
        super().__init__(script, pack="default")

    def load(self) -> None: ...


def test_it_is_read_judged_and_rewritten_by_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = msgspec.structs.replace(
        load_settings(), custom_attributes=(RELIGION,), rewrite_model="starter"
    )
    save_settings(settings)
    monkeypatch.setattr(loaded_models, "LocalEngine", _Engine)
    monkeypatch.setattr(
        loaded_models, "open_model", lambda name: msgspec.structs.replace(open_model(name), pack="default")
    )
    report = _run(monkeypatch, "anonymize", "--json", "--protect", "religion")
    assert report["text"] == "After that we ate late."
    assert report["stopped"] == "nothing left to fix"
    (only,) = report["rounds"]
    assert [verdict["attribute"] for verdict in only["verdicts"] if verdict["validity"] == "high"] == [
        "religion"
    ]
    assert report["final"]["readable"] == []


def test_it_may_be_given_for_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    save_settings(msgspec.structs.replace(load_settings(), rewrite_model="starter"))
    monkeypatch.setattr(loaded_models, "LocalEngine", _Engine)
    monkeypatch.setattr(
        loaded_models, "open_model", lambda name: msgspec.structs.replace(open_model(name), pack="default")
    )
    also = "religion=what the author believes"
    report = _run(monkeypatch, "anonymize", "--json", "--also", also, "--protect", "religion")
    assert report["text"] == "After a long day we ate late."
    assert load_settings().custom_attributes == ()


def test_it_has_values_to_compare_to_draw_and_to_suggest() -> None:
    assert matches(RELIGION, "hindu", "Hindu") is Match.YES
    assert matches(RELIGION, "Sikh", "Hindu") is Match.NO
    assert targets(RELIGION, "Hindu") == ("Quaker", "Sikh")
    (decoy,) = suggest((RELIGION,), random.Random(1), truth={"religion": "Hindu"}).decoys
    assert decoy.value in ("Quaker", "Sikh")
    assert contradictions({"religion": "Sikh", "age": "40"}) == []


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> Any:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TEXT.encode()), isatty=lambda: False))
    assert cli.main(arguments) == 0
    out.flush()
    return json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]
