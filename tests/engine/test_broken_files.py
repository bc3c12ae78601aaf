"""A host that is handed a broken model file, past every check before it, ends in one sentence."""

import random
import struct
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from engine.hosts import children
from engine.tiny_llama import write_llama
from penname.domain.errors import PennameError
from penname.engine.grammar import Prose
from penname.engine.local import LocalEngine
from penname.engine.requests import Message, Request
from penname.models.files import ModelFiles

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")

_LONGEST = 120.0  # seconds
_HUGE = struct.pack("<Q", 0x7FFF_FFFF_FFFF_FFFF)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A whole model that llama.cpp runs."""
    return write_llama(tmp_path_factory.mktemp("model") / "tiny.gguf").read_bytes()


def mutated(model: bytes, rng: random.Random) -> tuple[str, bytes]:
    """What was done to its header, and the file after that."""
    data, header = bytearray(model), model.index(b"output_norm.weight") + 512
    kind = rng.choice(["flipped", "flipped", "huge", "cut off", "doubled", "zeroed"])
    at = rng.randrange(header)
    match kind:
        case "flipped":
            for _ in range(rng.randint(1, 8)):
                data[rng.randrange(header)] ^= 1 << rng.randrange(8)
        case "huge":
            data[at : at + 8] = _HUGE
        case "cut off":
            del data[rng.randrange(len(data)) :]
        case "doubled":
            data[at:at] = data[at : at + rng.randint(1, 512)]
        case "zeroed":
            length = rng.randint(8, 256)
            data[at : at + length] = bytes(length)
    return kind, bytes(data)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("count", [4, pytest.param(200, marks=pytest.mark.soak("200 mutated GGUF headers"))])
def test_a_broken_file_ends_in_one_sentence(
    model: bytes, tmp_path: Path, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENNAME_CACHE_DIR", str(tmp_path / "cache"))
    rng, seen = random.Random(5), Counter[str]()
    before = set(children())
    for number in range(count):
        kind, data = mutated(model, rng)
        path = tmp_path / f"{number}.gguf"
        path.write_bytes(data)
        began = time.monotonic()
        outcome = _tried(ModelFiles("broken", "A broken model", str(path), context=512))
        assert time.monotonic() - began < _LONGEST, (number, kind)
        assert set(children()) <= before, (number, kind)
        assert not outcome.startswith("no sentence"), (number, kind, outcome)
        seen[f"{kind}: {outcome}"] += 1
        path.unlink()
    sys.stdout.write("\n".join(f"{what}: {times}" for what, times in sorted(seen.items())) + "\n")


def _tried(files: ModelFiles) -> str:
    """Load it and ask it something; any other error than one of ours fails the test."""
    engine = LocalEngine(files, None)
    try:
        engine.load()
        engine.submit(Request((Message("user", "Hello."),), Prose(5))).result(_LONGEST)
    except PennameError as error:
        return type(error).__name__ if str(error).endswith(".") else f"no sentence: {error}"
    finally:
        engine.close()
    return "works"
