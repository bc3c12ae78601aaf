""".csv and .tsv: one column changes, every other byte stays."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.separated import SeparatedValues, as_field, rows
from penname.domain.errors import BadInput

SOURCE = samples.COMMA_SEPARATED
TEXT = 'I am "Ann";\nof York.\nAnn was here\nYork'


def table(source: str = SOURCE, column: str | None = "text") -> SeparatedValues:
    return SeparatedValues(source.encode(), None, column)


def test_one_column_is_the_text() -> None:
    assert table().text == TEXT
    assert table(column="note").text == "Ann\nx"


def test_without_a_column_there_is_nothing_to_work_on() -> None:
    read = table(column=None)
    assert (read.text, read.columns) == ("", ("who", "text", "note"))
    assert table().columns == ()
    with pytest.raises(BadInput, match="no column of that name"):
        table(column="body")


def test_columns_without_a_name_of_their_own_get_a_number() -> None:
    assert table("a,a,,b\n1,2,3,4\n", None).columns == ("a (1)", "a (2)", "(3)", "b")
    assert table("a,a\n1,York\n", "a (2)").text == "York"


def test_all_but_the_words_that_change_keeps_every_byte() -> None:
    assert table().with_text(TEXT) == SOURCE.encode()
    made = table().with_text(TEXT.replace("Ann was", "Eva was").replace("York.", "Leeds."))
    assert made == SOURCE.replace("Ann was", "Eva was").replace("York.", "Leeds.").encode()


def test_words_that_need_quotation_marks_get_them() -> None:
    made = table().with_text(TEXT.replace("Ann was here", 'Eva; or "E"')).decode()
    assert made == SOURCE.replace("Ann was here", '"Eva; or ""E"""')
    assert table(made.removeprefix("\ufeff")).text == TEXT.replace("Ann was here", 'Eva; or "E"')


def test_another_encoding_stays() -> None:
    data = "a;text\n1;Köln\n".encode("cp1252")
    assert SeparatedValues(data, "cp1252", "text").with_text("Düren") == "a;text\n1;Düren\n".encode("cp1252")


def test_a_quotation_mark_that_is_never_closed_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable, match="line 3 of this table"):
        table('a,text\n1,x\n2,"York\n3,y\n')


def test_too_many_columns_are_none() -> None:
    with pytest.raises(Unreadable, match="more than 16,384 columns"):
        table("a," * 16_385, None)


signs = st.text('a ,;"\r\n\u2028é', max_size=30)


@given(signs, st.sampled_from(",;"))
def test_cells_are_those_of_the_standard_library(source: str, separator: str) -> None:
    expected = list(csv.reader(io.StringIO(source, newline=""), delimiter=separator))
    try:
        found = [[field.text for field in row] for row in rows(source, separator)]
    except Unreadable:  # the library reads on to the end of the file
        return
    assert found == expected


@given(st.lists(signs, min_size=1, max_size=4), signs, st.data())
def test_any_text_can_take_the_place_of_any_other(cells: list[str], text: str, data: st.DataObject) -> None:
    made = io.StringIO()
    csv.writer(made).writerow(cells)
    record = made.getvalue()
    (row,) = rows(record, ",") if record.strip("\r\n") else [[]]
    if not row:
        return
    at = data.draw(st.integers(0, len(row) - 1))
    field = row[at]
    new = as_field(text, record[field.start : field.end], ",")
    changed = record[: field.start] + new + record[field.end :]
    cells[at] = text
    if cells != [""]:  # which is a line without a cell
        assert next(csv.reader(io.StringIO(changed, newline=""))) == cells
