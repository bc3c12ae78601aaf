"""Labels to spans, and the child that runs a model: here one of a few bytes, made for these texts."""

from pathlib import Path

import pytest

from engine.toy_tagger import LABELS, write_tagger
from penname.domain.errors import BadInput, EngineError
from penname.engine.tagging.client import Tagger, missing_packages
from penname.engine.tagging.labels import LabelledSpan, TaggerToken, spans
from penname.pseudonyms.detect import EVERYTHING, detect
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE
from penname.pseudonyms.models.ner import NerDetector, kind_of


def tagged(*labels: str) -> list[LabelledSpan]:
    """Words of three letters each, one space between."""
    return list(spans([TaggerToken(4 * n, 4 * n + 3, n, label) for n, label in enumerate(labels)]))


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (("B-PER", "I-PER", "O", "B-LOC"), [(0, 7, "PER"), (12, 15, "LOC")]),
        (("B-PER", "B-PER"), [(0, 3, "PER"), (4, 7, "PER")]),
        (("I-PER", "I-PER", "I-LOC"), [(0, 7, "PER"), (8, 11, "LOC")]),
        (("B-PER", "L-PER", "U-LOC", "U-LOC"), [(0, 7, "PER"), (8, 11, "LOC"), (12, 15, "LOC")]),
        (("B-ORG", "I-ORG", "E-ORG", "S-PER"), [(0, 11, "ORG"), (12, 15, "PER")]),
        (("PER", "PER", "O", ""), [(0, 7, "PER")]),
        (("O", "O"), []),
    ],
)
def test_labels_become_spans(labels: tuple[str, ...], expected: list[LabelledSpan]) -> None:
    assert tagged(*labels) == expected


def test_a_word_is_what_its_first_token_is() -> None:
    pieces = [
        TaggerToken(0, 2, 0, "B-PER"),
        TaggerToken(2, 6, 0, "O"),
        TaggerToken(7, 9, 1, "O"),
        TaggerToken(9, 12, 1, "B-LOC"),
    ]
    assert list(spans(pieces)) == [(0, 6, "PER")]


def test_labels_of_many_models_are_understood() -> None:
    assert [kind_of(label) for label in ("PER", "location", "GPE", "corporation", "MISC", "DATE")] == [
        PERSON, PLACE, PLACE, ORGANIZATION, None, None,
    ]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if missing_packages():
        pytest.skip("the packages of penname[ner] are not installed")
    folder = tmp_path_factory.mktemp("ner")
    write_tagger(folder)
    return folder


def test_a_model_of_the_users_finds_names_at_their_places(folder: Path) -> None:
    tagger = Tagger(str(folder))
    try:
        assert tagger.labels == LABELS
        text = "Ça va? 🙂 zoë kowalski is naïve; ANNA, in leeds."
        assert [(text[a:b], label) for a, b, label in tagger.spans(text)] == [
            ("zoë kowalski", "PER"), ("naïve", "MISC"), ("ANNA", "PER"), ("leeds", "LOC"),
        ]  # fmt: skip
        found = list(NerDetector(tagger).find(text))
        assert ("zoë kowalski", PERSON) in [(entity.text, entity.kind) for entity in found]
        assert {entity.text for entity in detect(text, EVERYTHING, [NerDetector(tagger)])} == {
            "zoë kowalski", "ANNA", "leeds",
        }  # fmt: skip
        # far more tokens than the model reads at once: every name once, wherever the windows' edges fall
        long = "one two three anna kowalski five " * 60
        assert [long[a:b] for a, b, _ in tagger.spans(long)] == ["anna kowalski"] * 60
        assert tagger.spans("") == ()
    finally:
        tagger.close()


def test_a_folder_that_is_no_such_model_is_told_of(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no folder"):
        Tagger(str(tmp_path / "nowhere"))
    with pytest.raises(EngineError, match="ONNX"):
        Tagger(str(tmp_path))
    for name in ("config.json", "tokenizer.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(EngineError, match="cannot be used"):
        Tagger(str(tmp_path))


def test_the_child_is_confined(folder: Path) -> None:
    tagger = Tagger(str(folder))
    try:
        status = Path(f"/proc/{tagger._process.pid}/status")
        if not status.is_file():
            pytest.skip("only Linux tells")
        told = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
        assert told["NoNewPrivs"] == "1"
        assert told["Seccomp"] == "2"
    finally:
        tagger.close()


def test_without_the_packages_it_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("penname.engine.tagging.client.PACKAGES", ("no_such_package",))
    with pytest.raises(BadInput, match="no_such_package"):
        Tagger(str(tmp_path))
