"""The model for names that the user chose: tried before it is taken, kept running, and never in the way."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.toy_tagger import LABELS, write_tagger
from penname.domain.errors import BadInput, Cancelled, EngineError
from penname.engine.tagging.client import Tagger, missing_packages
from penname.pseudonyms.entities import PERSON, PLACE, Finder
from penname.pseudonyms.models.names_model import NamesModel, examine
from penname.pseudonyms.round_trip import send

pytestmark = pytest.mark.skipif(
    bool(missing_packages()), reason="the packages of penname[ner] are not installed"
)
LINES = [f"Number {number}: we saw qwertina in the street, and it rained.\n" for number in range(60)]
TEXT = "".join(LINES)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All that taggers are given to read."""
    read: list[str] = []
    spans = Tagger.spans

    def noted(tagger: Tagger, text: str) -> tuple[tuple[int, int, str], ...]:
        read.append(text)
        return spans(tagger, text)

    monkeypatch.setattr(Tagger, "spans", noted)
    return read


@pytest.fixture
def model(tmp_path: Path) -> Iterator[NamesModel]:
    write_tagger(tmp_path)
    model = NamesModel(str(tmp_path))
    yield model
    model.close()


def hidden(model: NamesModel, text: str, check: Callable[[], None] = lambda: None) -> tuple[int, str]:
    """How often the model found something, and what was said of it."""
    detector = model.detector(check)
    found = [entity for entity in send(text, detectors=(detector,)).entities if entity.finder is Finder.MODEL]
    assert all(text[entity.start : entity.end] == entity.text for entity in found)
    return len(found), " ".join(detector.notices)


def test_a_long_text_is_read_whole_and_what_was_read_is_not_read_again(
    model: NamesModel, asked: list[str]
) -> None:
    assert hidden(model, TEXT) == (60, "")
    assert "".join(asked) == TEXT
    before = len(asked)
    assert before > 1
    assert hidden(model, TEXT + "Zoë was there.\n")[1] == ""
    assert len(asked) == before + 1


def test_it_can_be_stopped_between_two_parts(model: NamesModel, asked: list[str]) -> None:
    def stop() -> None:
        if asked:
            raise Cancelled

    with pytest.raises(Cancelled):
        hidden(model, TEXT, stop)
    assert len(asked) == 1
    assert hidden(model, TEXT) == (60, "")


def test_where_it_cannot_look_the_rules_do_and_it_is_said(model: NamesModel, tmp_path: Path) -> None:
    assert hidden(NamesModel(), TEXT) == (0, "")
    gone = NamesModel(str(tmp_path / "nowhere"))
    found, said = hidden(gone, TEXT)
    assert found == 0
    assert "without it" in said
    for start in (TEXT, f"Once more.\n{TEXT}"):
        assert hidden(model, start)[0] == 60
        assert model._tagger is not None
        model._tagger._process.kill()
        found, said = hidden(model, "Another text with qwertina.")
        assert found == 0
        assert "has stopped" in said
    assert "more than once" in hidden(model, f"And again.\n{TEXT}")[1]  # it is not started for ever
    model.use("")
    assert hidden(model, TEXT) == (0, "")


def test_another_choice_and_the_end_leave_no_process(model: NamesModel, tmp_path: Path) -> None:
    assert hidden(model, TEXT)[0] == 60
    first = model._tagger
    assert first is not None
    other = tmp_path / "other"
    other.mkdir()
    write_tagger(other)
    model.use(str(other))
    assert first._process.poll() is not None
    assert hidden(model, TEXT)[0] == 60
    second = model._tagger
    assert second is not None
    model.close()
    assert second._process.poll() is not None
    assert "without it" in hidden(model, "Once more with qwertina.")[1]


def test_a_folder_is_tried_before_it_is_taken(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no folder"):
        examine(str(tmp_path / "nowhere"))
    with pytest.raises(BadInput, match=r"config\.json and tokenizer\.json"):
        examine(str(tmp_path))
    write_tagger(tmp_path)
    assert examine(str(tmp_path)) == {PERSON, PLACE}
    write_tagger(tmp_path, ["O", "NOUN", "VERB", "X", "Y", "Z"])
    with pytest.raises(BadInput, match="NOUN, VERB"):
        examine(str(tmp_path))
    write_tagger(tmp_path, LABELS, whole_text=True)
    with pytest.raises(BadInput, match="token-classification"):
        examine(str(tmp_path))
    (tmp_path / "model.onnx").write_bytes(b"no model")
    with pytest.raises(BadInput, match="token-classification"):
        examine(str(tmp_path))
    (tmp_path / "model.onnx").unlink()
    with pytest.raises(EngineError, match="no ONNX"):
        examine(str(tmp_path))
