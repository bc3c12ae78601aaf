"""Data sets: each kind is read row by row and written back with other texts and nothing else changed."""

import random
from pathlib import Path

import pytest

from documents.test_mutated_documents import accident
from penname.batch.tables import TABLES, DataTable, TextColumns, author_number
from penname.domain.errors import BadInput, PennameError

SAMPLE, COUNT = 50, 500
AUTHORS = TextColumns("text", "who")

JSONL = (
    b'{"id": 1, "text": "I live in\\nLisbon.", "score": 1.50, "who": "ann"}\n'
    b"\n"
    b'{"id":2,"text":null,"who":"bob"}\n'
    b'{"who": "ann", "text": "\\u00e9t\\u00e9", "big": 123456789012345678901}\n'
    b"no object\n"
    b'{"who": 7, "text": "last"}'
)
CSV = (
    b"\xef\xbb\xbfid;text;who\r\n"
    b'1;"I live in\r\nLisbon; ""there""";ann\r\n'
    b"2;;bob\r\n"
    b"\r\n"
    b"3;\xc3\xa9t\xc3\xa9;ann\r\n"
    b"4\r\n"
    b"5;last;\r\n"
)
SOURCES = {".jsonl": JSONL, ".csv": CSV, ".tsv": CSV.replace(b";", b"\t")}


def table(folder: Path, kind: str, data: bytes, columns: TextColumns = AUTHORS) -> DataTable:
    path = folder / f"data{kind}"
    path.write_bytes(data)
    return TABLES[kind](path, columns)


def texts(rows: DataTable) -> list[str | None]:
    def one(row: int) -> str | None:
        try:
            return rows.text(row)
        except BadInput:
            return None

    return [one(row) for row in range(len(rows.authors))]


def test_json_lines_are_read_and_authors_told_apart(tmp_path: Path) -> None:
    rows = table(tmp_path, ".jsonl", JSONL)
    assert texts(rows) == ["I live in\nLisbon.", None, "été", None, "last"]
    assert [rows.place(row) for row in range(5)] == [1, 3, 4, 5, 6]
    ann, bob, again, nobody, seven = rows.authors
    assert ann == again == author_number("ann")
    assert len({ann, bob, nobody, seven}) == 4
    assert nobody == 0


def test_comma_separated_rows_may_hold_line_ends(tmp_path: Path) -> None:
    rows = table(tmp_path, ".csv", CSV)
    assert texts(rows) == ['I live in\r\nLisbon; "there"', "", "été", None, "last"]
    assert [rows.place(row) for row in range(5)] == [2, 4, 6, 7, 8]
    assert rows.authors[0] == rows.authors[2] != rows.authors[1]
    assert list(rows.authors[3:]) == [0, 0]


def test_json_values_that_are_not_the_text_keep_every_byte(tmp_path: Path) -> None:
    rows, target = table(tmp_path, ".jsonl", JSONL), tmp_path / "made.jsonl"
    rows.write(target, lambda row: {0: "I live.", 2: "x"}.get(row))
    first, second = target.read_bytes().splitlines()
    assert first == b'{"id": 1, "text": "I live.", "score": 1.50, "who": "ann"}'
    assert second == b'{"who": "ann", "text": "x", "big": 123456789012345678901}'


@pytest.mark.parametrize("kind", [".csv", ".tsv"])
def test_a_csv_keeps_its_mark_separator_and_line_ends(tmp_path: Path, kind: str) -> None:
    rows, target = table(tmp_path, kind, SOURCES[kind]), tmp_path / f"made{kind}"
    rows.write(target, lambda row: rows.text(row) if row in (0, 2, 4) else None)
    left = SOURCES[kind].splitlines(keepends=True)
    same = b"".join(left[n] for n in (0, 1, 2, 5, 7))
    assert target.read_bytes() == same


def test_a_column_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    for kind, data in SOURCES.items():
        with pytest.raises(BadInput, match=r"no column “body”\. It has: .*text.*--text-column"):
            table(tmp_path, kind, data, TextColumns("body"))
        with pytest.raises(BadInput, match=r"no column “poet”.*--author-column"):
            table(tmp_path, kind, data, TextColumns("text", "poet"))


def test_what_is_no_text_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not saved as UTF-8"):
        table(tmp_path, ".csv", "text\nété\n".encode("cp1252"), TextColumns())


def test_parquet_comes_back_as_parquet(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    path, target = tmp_path / "data.parquet", tmp_path / "made.parquet"
    source = pa.table({"id": [1, 2, 3], "text": ["one", None, "three"], "who": ["ann", "bob", "ann"]})
    pq.write_table(source, path, row_group_size=2)
    rows = TABLES[".parquet"](path, AUTHORS)
    assert texts(rows) == ["one", None, "three"]
    assert rows.authors[0] == rows.authors[2] != rows.authors[1]
    rows.write(target, lambda row: {0: "ONE", 2: "THREE"}.get(row))
    made = pq.read_table(target)
    assert made.schema == source.schema
    assert made.to_pylist() == [
        {"id": 1, "text": "ONE", "who": "ann"},
        {"id": 3, "text": "THREE", "who": "ann"},
    ]


@pytest.mark.parametrize("kind", sorted(SOURCES))
@pytest.mark.parametrize(
    "count", [SAMPLE, pytest.param(COUNT, marks=pytest.mark.soak("500 mutated data sets"))]
)
def test_damaged_data_sets_are_read_or_refused_with_a_sentence(tmp_path: Path, kind: str, count: int) -> None:
    choice, read, refused = random.Random(f"{kind} 5"), 0, list[str]()
    for _ in range(count):
        try:
            rows = table(tmp_path, kind, accident(SOURCES[kind], choice))
        except PennameError as error:
            refused.append(str(error))
            continue
        found = texts(rows)
        target = tmp_path / f"made{kind}"
        rows.write(target, found.__getitem__)
        if kind == ".jsonl" and found:
            # read as before: a number in another column may be none ("01.50"), and stays as it was
            made = texts(table(tmp_path, kind, target.read_bytes()))
            assert made == [text for text in found if text is not None]
        read += 1
    assert read > count / 4
    assert all(sentence.endswith(".") for sentence in refused)
