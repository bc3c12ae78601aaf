"""Instructions on disk: found again, never anything else, and never believed when damaged."""

import os
import stat
from pathlib import Path

import pytest

from engine.test_scheduler import SYSTEM, Place
from engine.toy_model import ToyContext, ToyModel
from penname.engine.host.kv_cache import BatchPart, KVCache
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.states import LEAST, PrefixStates
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.requests import Message

INSTRUCTIONS = list(range(2, 2 + LEAST + 4))
TEXT = "Nobody but Ottilie lives in Zwickau-Planitz."


def states_of(folder: Path, identity: str = "model") -> tuple[PrefixStates, KVCache]:
    cache = KVCache(ToyContext(ToyModel(()), {}))  # type: ignore[arg-type]
    return PrefixStates(str(folder), identity, cache), cache


def saved(folder: Path, identity: str = "model") -> Path:
    states, cache = states_of(folder, identity)
    slot = cache.take([*INSTRUCTIONS, 90, 91], len(INSTRUCTIONS), 5)
    assert slot is not None
    cache.evaluate([BatchPart(slot, [*INSTRUCTIONS, 90, 91], frozenset())], states=False)
    states.note(slot, INSTRUCTIONS)
    states.save()
    return max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)


def test_the_next_start_finds_the_instructions_and_nothing_behind_them(tmp_path: Path) -> None:
    path = saved(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    states, cache = states_of(tmp_path)
    states.restore(INSTRUCTIONS)
    assert cache.known([*INSTRUCTIONS, 90, 91, 92]) == len(INSTRUCTIONS)
    assert states.restored(INSTRUCTIONS) == len(INSTRUCTIONS)


def test_another_models_states_are_not_taken(tmp_path: Path) -> None:
    own = saved(tmp_path)
    states, cache = states_of(tmp_path, "another model")
    states.restore(INSTRUCTIONS)
    assert cache.known(INSTRUCTIONS) == 0
    # whole, but of other tokens: somebody renamed it
    other = [*INSTRUCTIONS[:-1], 77]
    states, cache = states_of(tmp_path)
    own.rename(states._path(tuple(other)))
    states.restore(other)
    assert cache.known(other) == 0


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "noise", "folder"])
def test_a_damaged_file_is_as_good_as_none_and_is_written_anew(tmp_path: Path, damage: str) -> None:
    path = saved(tmp_path)
    whole = path.read_bytes()
    path.unlink()
    if damage == "folder":
        path.mkdir()
    else:
        changed = bytearray(whole)
        changed[-3] ^= 8
        bad = {"cut": whole[:-5], "flipped": bytes(changed), "empty": b"", "noise": os.urandom(500)}
        path.write_bytes(bad[damage])
    states, cache = states_of(tmp_path)
    states.restore(INSTRUCTIONS)
    assert cache.known(INSTRUCTIONS) == 0
    if damage == "folder":
        path.rmdir()
    assert saved(tmp_path).read_bytes() == whole
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_cannot_be_written_costs_nothing_but_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    states, cache = states_of(tmp_path / "file")
    slot = cache.take([*INSTRUCTIONS, 90], len(INSTRUCTIONS), 5)
    assert slot is not None
    cache.evaluate([BatchPart(slot, INSTRUCTIONS, frozenset())], states=False)
    states.note(slot, INSTRUCTIONS)
    states.save()
    assert cache.known(INSTRUCTIONS) == len(INSTRUCTIONS)


def test_a_warm_start_reads_no_instruction_and_answers_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cold, warm = Place(monkeypatch, states=str(tmp_path)), Place(monkeypatch, states=str(tmp_path))
    cold.ask(1, TEXT, "an answer")
    cold.work()
    cold.scheduler.save_states()
    warm.ask(1, TEXT, "an answer")
    warm.work()
    first, second = cold.answer(1), warm.answer(1)
    assert first.text == second.text
    assert (first.reused_tokens, first.restored_tokens) == (0, 0)
    assert second.reused_tokens == second.restored_tokens > len(SYSTEM)
    # not a token of the text is in what was kept
    (path,) = tmp_path.iterdir()
    kept = list(map(int, path.read_bytes().rpartition(b"[")[2].decode().strip("]").split(",")))
    spelled = b"".join(cold.model.pieces[token] for token in kept).decode()
    assert SYSTEM in spelled
    assert not set(TEXT.split()) & set(spelled.split())


def test_what_a_text_has_a_part_in_is_no_instruction() -> None:
    model = ToyModel(["ead", "ead:", ": "])
    writer = PromptWriter(model, Vocabulary(model))  # type: ignore[arg-type]

    def instructions(content: str, own: int) -> str:
        prompt = writer.prompt((Message("user", content, own),))
        return b"".join(model.pieces[token] for token in prompt.tokens[: prompt.instructions]).decode()

    assert instructions("Read: Anna", 6).endswith("Read: ")
    assert instructions("Read: Anna", 4).endswith("R"), "a token that a later character changes is not kept"
    assert "Anna" not in instructions("Read: Anna", 0)
    whole = writer.prompt((Message("system", "Own", 3), Message("user", "Anna")))
    assert "Anna" not in b"".join(model.pieces[t] for t in whole.tokens[: whole.instructions]).decode()
