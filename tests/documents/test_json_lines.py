""".jsonl: one value of each line changes, every other byte stays."""

import json

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.json_lines import JsonLinesTable
from penname.domain.errors import BadInput

SOURCE = samples.JSON_LINES
TEXT = 'I am Ann, élue\nof "York".\nAnn 😀 here'


def table(column: str | None = "text", source: str = SOURCE) -> JsonLinesTable:
    return JsonLinesTable(source.encode(), None, column)


def test_one_value_of_each_object_is_the_text() -> None:
    assert table().text == TEXT
    assert table("who").text == "Ann"


def test_all_but_the_words_that_change_keeps_every_byte() -> None:
    assert table().with_text(TEXT) == SOURCE.encode()
    made = table().with_text(TEXT.replace("York", 'the "north"')).decode()
    assert made == SOURCE.replace("York", r"the \"north\"")
    made = table().with_text(TEXT.replace("😀 here", "was here")).decode()
    assert made == SOURCE.replace(r"\ud83d\ude00 here", "was here")
    assert json.loads(made.splitlines()[-1])["text"] == "Ann was here"


def test_stand_ins_and_back_gives_the_first_file() -> None:
    away = table().with_text(TEXT.replace("élue", "née")).decode()
    assert r"n\u00e9e" in away, "as the rest of the file is written"
    assert table(source=away).with_text(TEXT) == SOURCE.encode()


def test_without_a_column_there_is_nothing_to_work_on() -> None:
    read = table(None)
    assert (read.text, read.columns) == ("", ("id", "text", "who", "big"))
    with pytest.raises(BadInput, match="no column of that name"):
        table("body")


def test_what_is_no_text_is_counted_and_stays() -> None:
    notices = " ".join(table().notices)
    assert "no JSON objects: 1." in notices
    assert "something else than a text: 1." in notices
    assert len(table("who").notices) == 2


@pytest.mark.parametrize("source", ["no object", "[1]\n2\n", '{"a": 1, "a": 2}', "[" * 100_000])
def test_what_holds_no_object_is_refused(source: str) -> None:
    with pytest.raises(Unreadable, match="Nothing was changed"):
        table(None, source)
