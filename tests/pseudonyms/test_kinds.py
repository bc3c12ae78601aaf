"""A kind of identifier from outside the package: one value, and it goes all the way there and back."""

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from penname import cli
from penname.desktop.chatbot.kind_words import kind_label
from penname.pseudonyms import kinds
from penname.pseudonyms.detect import Search, detect
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind, all_kinds, register
from penname.pseudonyms.names.hidden import read_hidden
from penname.pseudonyms.pseudonymize import pseudonymize
from penname.pseudonyms.restore import restore

_KEY = re.compile(r"(?<=\bpix: )[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PIX_KEY = "123e4567-e12b-12d1-a456-426655440000"
PIX_TEXT = f"Please pay it by pix: {PIX_KEY} before noon."


def _find(text: str) -> Iterator[tuple[int, int]]:
    return (match.span() for match in _KEY.finditer(text))


PIX = IdentifierKind(Kind("pix"), rank=5, label="PIX key", find=_find, examples=(f"pix: ‹{PIX_KEY}›",))


@pytest.fixture(autouse=True)
def with_pix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "_registered", {})
    register(PIX)


def test_it_is_found_replaced_and_put_back() -> None:
    assert [(entity.kind, entity.text) for entity in detect(PIX_TEXT)] == [("pix", PIX_KEY)]
    assert detect(PIX_TEXT, Search(kinds=frozenset([Kind("phone")]))) == ()
    for visible in (False, True):
        result = pseudonymize(PIX_TEXT, visible=visible, seed=1)
        assert PIX_KEY not in result.text
        assert ("[PIX_" in result.text) == visible
        assert restore(result.text, result.mapping).text == PIX_TEXT


def test_it_has_its_place_and_its_words() -> None:
    assert all_kinds()[0] == "pix"
    assert kind_label(Kind("pix")) == "PIX key"
    assert [entity.kind for entity in read_hidden("pix: 4711").find("It is 4711.")] == ["pix"]


def test_the_command_line_speaks_of_it_and_restores_even_without_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    letter, mapping, sent = tmp_path / "letter.txt", tmp_path / "mapping.json", tmp_path / "sent.txt"
    letter.write_text(PIX_TEXT, encoding="utf-8")
    printed = json.loads(_run(monkeypatch, "pseudonymize", str(letter), "--json", "--seed", "3"))
    assert [(one["kind"], one["text"]) for one in printed["entities"]] == [("pix", PIX_KEY)]
    mapping.write_text(json.dumps(printed), encoding="utf-8")
    sent.write_text(printed["text"], encoding="utf-8")
    monkeypatch.setattr(kinds, "_registered", {})
    assert _run(monkeypatch, "restore", str(sent), "--mapping", str(mapping)).decode() == PIX_TEXT
    assert kind_label(Kind("pix")) == "pix"


def _run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> bytes:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    assert cli.main(arguments) == 0
    out.flush()
    return out.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]
