"""An attribute from outside the package, and a model that answers about it from a script."""

import json

import msgspec
import pytest

from fake_engine import FakeEngine, Script, last_turn
from penname.domain.attributes import parse_attribute
from penname.engine.requests import Request
from penname.models.opening import open_model
from penname.sessions import loaded_models
from penname.settings import load_settings, save_settings

RELIGION = parse_attribute(
    r"""
    name = "religion"
    label = "Religion"
    phrase = "religion"
    kind = "category"
    description = "the author's religion"
    options = ["Hindu", "Muslim", "Quaker", "Sikh"]
    wordings = [["Quaker", "society of friends"]]
    shared_with = "nobody"
    examples = ["‹I'm a practising Quaker›."]

    [signs]
    words = "pray* church* mosque* temple* faith"

    [[rules]]
    pattern = "i'm an? (?:practising |devout )?(?P<out>hindu|muslim|quaker|sikh)\\b"
    after = "believer"
    """
)


def line(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


GUESSED = {
    "age": ("30", "40", "50"),
    "sex": ("male", "female"),
    "location": ("Leeds, UK", "York, UK", "Hull, UK"),
    "birthplace": ("Leeds, UK", "York, UK", "Hull, UK"),
    "education": ("PhD in Physics", "Law degree", "No degree"),
    "occupation": ("nurse", "baker", "vet"),
    "income": ("low", "middle", "high"),
    "relationship": ("single", "married", "divorced"),
    "religion": ("Quaker", "Hindu", "Sikh"),
}


UNFIT = "not not not"  # what no author would write


def script(request: Request) -> str:
    """What a model says: prayers and being a Quaker tell the religion; nothing else tells anything."""
    turn = last_turn(request)
    tells = next(
        (words for words in ("I’m a practising Quaker", "Friday prayers") if words in request.source), ""
    )
    if "How to edit" in turn:
        if "Sikh" in turn:
            return f"explanation: Vaguer.\n{line(find='ate late', replace='ate late')}"
        if "[Friday" in turn:
            return f"{2 if '|2 ' in turn else 1}: After that we ate late."
        return f"1: {UNFIT}" + (", and we ate late." if "], and" in turn else ".")
    lines: list[str] = []
    for name, guesses in GUESSED.items():
        plain = bool(tells) and name == "religion"
        quoted = f'"{tells}"' if plain else '"ate late"'
        if "drawn conclusions" in turn:
            verdict = line(validity="high" if plain else "invalid", evidence=[tells] if plain else [])
            lines.append(f"{name}: {quoted} x\n{verdict}")
        else:
            given = [int(guess) if name == "age" else guess for guess in guesses]
            lines.append(f"{name}: the words {quoted}\n{line(guesses=given, certainty=5 if plain else 1)}")
    return "\n".join(lines)


def use_religion(
    monkeypatch: pytest.MonkeyPatch, answers: Script = script, pack: str = "default"
) -> list[Request]:
    """Let the user have the attribute, and the starter be a scripted model that is spoken to through `pack`;
    returns what it is asked from then on.
    """
    requests: list[Request] = []

    class Engine(FakeEngine):
        def __init__(self, *_: object) -> None:
            super().__init__(answers, pack=pack)
            self.requests = requests

        def load(self) -> None: ...

    save_settings(
        msgspec.structs.replace(load_settings(), custom_attributes=(RELIGION,), rewrite_model="starter")
    )
    monkeypatch.setattr(loaded_models, "LocalEngine", Engine)
    monkeypatch.setattr(
        loaded_models, "open_model", lambda name: msgspec.structs.replace(open_model(name), pack=pack)
    )
    return requests
