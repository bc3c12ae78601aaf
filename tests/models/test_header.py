"""The header reader: tells a usable file from a damaged one, whatever the damage."""

import contextlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.tiny_gguf import write_adapter, write_model
from penname.domain.errors import ModelFileError
from penname.models.header import read_header
from penname.models.opening import open_model

MATRIX = {"blk.0.attn_q.weight": np.ones((4, 32))}


@pytest.fixture
def model(tmp_path: Path) -> Path:
    return write_model(tmp_path / "tiny.gguf", MATRIX, tokenizer__chat_template="{{ messages }}")


def test_a_header_is_read(model: Path) -> None:
    header = read_header(model)
    assert (header.architecture, header.context, header.tensors) == ("llama", 4096, 1)
    assert header.has_chat_template


def test_a_path_is_opened_with_a_printable_title(model: Path) -> None:
    files = open_model(str(model))
    assert (files.name, files.title, files.pack, files.context) == ("tiny", "Tinymodel", "default", 4096)
    assert files.adapter is None


@pytest.mark.parametrize("content", [b"", b"GGU", b"not a model at all", b"GGUF\x63\0\0\0" + bytes(60)])
def test_what_is_no_gguf_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match=r"“bad.gguf” cannot be used: .*choose another"):
        open_model(str(path))


def test_an_adapter_is_no_model(tmp_path: Path) -> None:
    path = write_adapter(tmp_path / "lora.gguf", 1.0, MATRIX)
    with pytest.raises(ModelFileError, match="addition to a model"):
        read_header(path)


def test_every_cut_is_noticed(model: Path, tmp_path: Path) -> None:
    whole, cut = model.read_bytes(), tmp_path / "cut.gguf"
    header_ends = whole.index(b"blk.0.attn_q.weight") + len(b"blk.0.attn_q.weight") + 32
    for length in range(header_ends):
        cut.write_bytes(whole[:length])
        with pytest.raises(ModelFileError):
            read_header(cut)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 400), st.integers(0, 255)), min_size=1, max_size=6))
def test_no_damage_does_more_than_be_refused(
    model: Path, tmp_path: Path, damage: list[tuple[int, int]]
) -> None:
    data = bytearray(model.read_bytes())
    for place, byte in damage:
        data[place % len(data)] = byte
    path = tmp_path / "damaged.gguf"
    path.write_bytes(data)
    with contextlib.suppress(ModelFileError):
        read_header(path)


def test_unknown_names_and_missing_files_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="“starter”"):
        open_model("no-such-model")
    with pytest.raises(ModelFileError, match="choose another"):
        read_header(tmp_path / "gone.gguf")
