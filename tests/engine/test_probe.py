"""Probes of hidden states, with a context whose states are known."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from engine.tiny_probe import LAYERS, READINGS, WIDTH, tiny_probe
from engine.toy_model import ToyModel
from penname.domain.errors import ModelFileError
from penname.engine.client import ProbeReading
from penname.engine.host.evaluating import Evaluate
from penname.engine.host.probe import TELLING, Probe
from penname.engine.host.vocabulary import Vocabulary

MODEL = ToyModel(["Lis", "bon", " in", " é"])


def probe_file(folder: Path, **changed: object) -> Path:
    """The first reading of a text is its mean token; the bias of its third is -1."""
    arrays = tiny_probe(**{"mean.weight": np.eye(READINGS, WIDTH), "bias": [0, 0, -1]})
    path = folder / "probe.npz"
    np.savez(path, **({"layers": []} | arrays | changed))  # type: ignore[arg-type]
    return path


def read(path: Path, content: str, source: str) -> tuple[ProbeReading, list[Evaluate], list[int]]:
    """The reading, what was asked for it, and the content's tokens: each one's state is its number, then
    ones.
    """
    return read_by(Probe(path, WIDTH, LAYERS), content, source)


def read_by(
    probe: Probe, content: str, source: str, evaluated: int = 1, *, variant: bool = False
) -> tuple[ProbeReading, list[Evaluate], list[int]]:
    """The same by a probe that may have read before."""
    prompt = MODEL.tokenize(content.encode(), special=False)
    reader = probe.read(
        Vocabulary(MODEL),  # type: ignore[arg-type]
        [9, 9, *prompt],
        len(prompt),
        source,
        evaluated,
        variant=variant,
    )
    asked: list[Evaluate] = []
    found: list[NDArray[np.float32]] = []
    try:
        asked.append(next(reader))
        while True:
            asked_now = asked[-1]
            found = [np.array([asked_now.tokens[i], 1, 1, 1], dtype=np.float32) for i in asked_now.wanted]
            asked.append(reader.send(found))
    except StopIteration as end:
        return end.value, asked, prompt


def test_each_token_of_the_source_is_read_and_their_mean(tmp_path: Path) -> None:
    reading, asked, prompt = read(probe_file(tmp_path), "Comment: in Lisbon", " in Lisbon")
    source = MODEL.tokenize(b" in Lisbon", special=False)
    first = 2 + len(prompt) - len(source)
    assert [(one.keep, len(one.tokens), one.states) for one in asked] == [
        (1, first - 1, False),
        (first, len(source), True),
    ]
    assert reading.ends == (3, 4, 7, 10)
    assert reading.tokens == ((0.5,) * READINGS,) * len(source)
    assert reading.text == pytest.approx((np.mean(source), 1.0, 0.0), abs=1e-3)


def test_a_variant_is_read_from_where_it_differs_and_reads_the_same(tmp_path: Path) -> None:
    probe = Probe(probe_file(tmp_path), WIDTH, LAYERS)
    read_by(probe, "Comment: in Lisbon in é", " in Lisbon in é")
    tokens = [9, 9, *MODEL.tokenize(b"Comment: in Lisbon in Lis", special=False)]
    shared = probe.shared(tokens)
    assert shared == len(tokens) - 2  # " é" is one token
    variant, asked, _ = read_by(probe, "Comment: in Lisbon in Lis", " in Lisbon in Lis", shared, variant=True)
    assert [(one.keep, list(one.tokens), one.states) for one in asked] == [(shared, tokens[shared:], True)]
    assert variant == read(probe_file(tmp_path), "Comment: in Lisbon in Lis", " in Lisbon in Lis")[0]


def test_what_no_text_began_with_is_read_whole(tmp_path: Path) -> None:
    probe = Probe(probe_file(tmp_path), WIDTH, LAYERS)
    alone, _, _ = read_by(probe, "Comment: in Lisbon", " in Lisbon", variant=True)
    read_by(probe, "Another way to ask: in Lisbon", " in Lisbon")
    assert read_by(probe, "Comment: in Lisbon", " in Lisbon", variant=True)[0] == alone
    assert alone == read(probe_file(tmp_path), "Comment: in Lisbon", " in Lisbon")[0]


@given(st.text(alphabet="Lisbon in.é", max_size=40))
def test_ends_rise_to_the_end_of_the_source(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    """In characters, also where a token ends inside one; bytes the model lacks belong to no token."""
    known = text.replace("é", "") if " é" not in text else text.replace("é", "e")
    reading, _, _ = read(probe_file(tmp_path_factory.mktemp("p")), f"x {known}", known)
    assert list(reading.ends) == sorted(reading.ends)
    assert not known or reading.ends[-1] == len(known)
    assert len(reading.tokens) == len(reading.ends)


def test_a_second_network_reads_what_careful_writers_would_change(tmp_path: Path) -> None:
    second = tiny_probe(**{"word.bias": [2.0, 0, 0]})
    path = probe_file(tmp_path, **{TELLING + name: array for name, array in second.items()})
    reading, _, _ = read(path, "Comment: in Lisbon", " in Lisbon")
    assert reading.telling == pytest.approx((0.8808,) * len(reading.ends))
    assert reading.tokens == ((0.5,) * READINGS,) * len(reading.ends)
    (tmp_path / "other").mkdir()
    assert read(probe_file(tmp_path / "other"), "in Lisbon", " in Lisbon")[0].telling == ()
    path = probe_file(tmp_path, **{TELLING + "bias": [0, 0, 0]})
    with pytest.raises(ModelFileError, match="damaged"):
        Probe(path, WIDTH, LAYERS)


def test_an_empty_source_has_nothing_to_read(tmp_path: Path) -> None:
    reading, _, _ = read(probe_file(tmp_path), "Comment: ", "")
    assert reading.ends == ()
    assert reading.text == (0.0, 0.0, -1.0)


@pytest.mark.parametrize(
    "changed",
    [
        {"mean.weight": np.eye(READINGS, WIDTH + 1)},
        {"bias": np.array([np.nan, 0.0, 0.0])},
        {"word.weight": np.array([{"an": "object"}], dtype=object)},
        {"layers": np.array([LAYERS])},
        {"layers": np.array([-1])},
        {"layers": np.array([0])},  # the arrays read one layer's states alone
        {"layers": np.array(1)},
    ],
)
def test_probes_of_another_model_or_a_damaged_file_are_refused(
    tmp_path: Path, changed: dict[str, object]
) -> None:
    path = probe_file(tmp_path, **changed)
    with pytest.raises(ModelFileError, match="damaged"):
        Probe(path, WIDTH, LAYERS)


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    path = probe_file(tmp_path)
    whole = path.read_bytes()
    for content in (b"", b"PK", b"not an archive at all", whole[:100], whole[:-30]):
        path.write_bytes(content)
        with pytest.raises(ModelFileError):
            Probe(path, WIDTH, LAYERS)
