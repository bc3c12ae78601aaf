"""Damaged model files: each is refused with its reason, by the check or, past it, when it is loaded."""

import random
import struct
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.tiny_llama import write_llama
from penname.domain.errors import ModelFileError, PennameError
from penname.engine.local import LocalEngine
from penname.models.files import ModelFiles
from penname.models.importing import import_model
from penname.models.opening import open_model

SAMPLE, COUNT = 150, 500
NUMBERS = [struct.pack("<Q", number) for number in (0, 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64 - 1)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole model that llama.cpp runs."""
    return write_llama(tmp_path_factory.mktemp("model") / "tiny.gguf").read_bytes()


def mutated(model: bytes, choice: random.Random) -> bytes:
    """The file after one to three accidents, most of them in its header."""
    data = bytearray(model)
    header = model.index(b"output_norm.weight") + 64
    for _ in range(choice.randint(1, 3)):
        at = choice.randrange(min(header, len(data) - 8))
        match choice.randrange(6):
            case 0:
                data[at] ^= 1 << choice.randrange(8)
            case 1:
                data[at : at + 8] = choice.choice(NUMBERS)
            case 2:
                data[at : at + choice.randint(1, 64)] = b""
            case 3:
                data[at:at] = choice.randbytes(choice.randint(1, 64))
            case 4:
                data[at : at + 32] = choice.randbytes(32)
            case _:
                del data[choice.randrange(24, len(data)) :]
    return bytes(data)


def opened(data: bytes, path: Path) -> ModelFiles | str:
    """The files of the model, or why it cannot be used."""
    path.write_bytes(data)
    try:
        return open_model(str(path))
    except ModelFileError as error:
        return str(error)


def test_each_is_refused_with_its_reason_or_opened(model: bytes, tmp_path: Path) -> None:
    choice, reasons = random.Random(11), Counter[str]()
    for _ in range(SAMPLE):
        outcome = opened(mutated(model, choice), tmp_path / "mutated.gguf")
        if isinstance(outcome, str):
            assert outcome.endswith(".")
            assert "“" in outcome
        reasons[outcome if isinstance(outcome, str) else "opened"] += 1
    assert 0 < reasons["opened"] < SAMPLE * 0.7
    assert len(reasons) >= 3, reasons


def test_the_whole_model_is_opened(model: bytes, tmp_path: Path) -> None:
    assert isinstance(opened(model, tmp_path / "whole.gguf"), ModelFiles)


def test_what_is_refused_leaves_nothing_in_the_library(model: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(model[:-1])
    with pytest.raises(ModelFileError, match="cut off"):
        import_model(path)


@pytest.mark.timeout(7200)
@pytest.mark.soak("500 mutated GGUF files, those that get past the check loaded")
def test_what_gets_past_the_check_loads_or_is_refused(model: bytes, tmp_path: Path) -> None:
    choice, seen = random.Random(11), Counter[str]()
    for _ in range(COUNT):
        seen[loaded(opened(mutated(model, choice), tmp_path / "mutated.gguf"))] += 1
    assert set(seen) <= {"refused by the check", "refused when loaded", "works"}, seen
    sys.stdout.write(f"{dict(seen)}\n")


def loaded(files: ModelFiles | str) -> str:
    """How far it came; any other error than one of ours fails the test."""
    if isinstance(files, str):
        return "refused by the check"
    engine = LocalEngine(files, None)
    try:
        engine.load()
        engine.count_tokens(["a text"])
    except PennameError as error:
        return "refused when loaded" if str(error).endswith(".") else f"no sentence: {error}"
    finally:
        engine.close()
    return "works"
