""".xlsx: one column changes, every other cell and part stays, and what the file tells goes."""

import re

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.sheet_cells import letters
from penname.documents.workbook import Workbook
from penname.domain.errors import BadInput

COLUMN = "Post!said"
TEXT = "I am Ann of York\nAnn Plover\nYork & co.\nA\rb, Ann"
SHEET, STRINGS = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"


def read(data: bytes, column: str | None = COLUMN) -> Workbook:
    return Workbook(data, None, column)


def rewritten(old: str, new: str, column: str = COLUMN) -> dict[str, str]:
    """The parts after a change of the column, which is read again."""
    book = read(samples.workbook(), column)
    assert old in book.text
    made = book.with_text(book.text.replace(old, new))
    assert read(made, column).text == book.text.replace(old, new)
    return {name: part.decode("utf-8", "replace") for name, part in samples.parts_of(made).items()}


def before() -> dict[str, str]:
    parts = samples.parts_of(samples.workbook())
    return {name: part.decode("utf-8", "replace") for name, part in parts.items()}


def test_a_column_is_read_shared_texts_and_others() -> None:
    assert read(samples.workbook()).text == TEXT
    assert read(samples.workbook(), "Post!who (A)").text == "Ann Plover\nAnn Plover\n安"


def test_columns_are_those_with_texts_and_named_apart() -> None:
    book = read(samples.workbook(), None)
    assert (book.text, book.columns) == ("", ("Post!who (A)", COLUMN, "Post!who (D)", "Old (hidden)!said"))
    parts = samples.workbook_parts()
    one = re.sub('<sheet name="Old".*?/>', "", str(parts["xl/workbook.xml"]))
    assert read(samples.packed(parts | {"xl/workbook.xml": one}), None).columns[1] == "said"
    with pytest.raises(BadInput, match="no column of that name"):
        read(samples.workbook(), "said")
    assert [letters(number) for number in (1, 26, 27, 702, 703)] == ["A", "Z", "AA", "ZZ", "AAA"]


def test_the_same_text_gives_the_same_parts() -> None:
    made = read(samples.workbook()).with_text(TEXT)
    assert samples.parts_of(made) == samples.parts_of(samples.workbook())


def test_a_text_that_no_other_cell_shows_changes_in_its_place() -> None:
    made, old = rewritten("安", "someone", "Post!who (A)"), before()
    assert {name for name in old if made[name] != old[name]} == {STRINGS}
    reading = '安</t><rPh sb="0" eb="1"><t>アン</t></rPh><phoneticPr fontId="1"/>'
    assert made[STRINGS] == old[STRINGS].replace(reading, "someone</t>")


def test_a_text_that_another_column_shows_stays_for_it() -> None:
    made, old = rewritten("Ann Plover", "Eva Heron"), before()
    assert {name for name in old if made[name] != old[name]} == {STRINGS, SHEET}
    assert made[SHEET] == old[SHEET].replace('<c r="B4" t="s"><v>2<', '<c r="B4" t="s"><v>7<')
    assert made[STRINGS] == old[STRINGS].replace('uniqueCount="7"', 'uniqueCount="8"').replace(
        "</sst>", "<si><t>Eva Heron</t></si></sst>"
    )
    assert read(samples.workbook(), "Post!who (A)").text.startswith("Ann Plover\n")


def test_cells_that_share_a_text_can_change_apart() -> None:
    book = read(samples.workbook(), "Post!who (A)")
    made = book.with_text("Eva\nUli\n安")
    assert read(made, "Post!who (A)").text == "Eva\nUli\n安"
    assert read(made).text == TEXT


def test_words_keep_the_format_of_those_they_replace() -> None:
    made = rewritten("I am ", "We are ", "Old (hidden)!said")
    assert '<rPr><b/></rPr><t xml:space="preserve">We are </t></r>' in made[STRINGS]
    made = rewritten("York & co", "<_x0041_ & >")
    assert "<is><t>&lt;_x005F_x0041_ &amp; &gt;.</t></is>" in made[SHEET]
    assert "<v>A_x000D_b, Eva</v>" in rewritten("b, Ann", "b, Eva")[SHEET]


def test_stand_ins_and_back_gives_the_first_parts() -> None:
    away = read(samples.workbook()).with_text(TEXT.replace("York", "Leeds"))
    back = read(away).with_text(TEXT)
    made, old = samples.parts_of(back), samples.parts_of(samples.workbook())
    assert {name for name in old if made[name] != old[name]} == {STRINGS, SHEET}, "the hidden one shares it"
    assert read(back).text == TEXT
    whole = read(samples.workbook(), "Post!who (D)")
    away = read(whole.with_text("memo"), "Post!who (D)")
    assert samples.parts_of(away.with_text("note")) == old


def test_what_is_not_worked_on_is_said() -> None:
    said = " ".join(read(samples.workbook()).notices)
    for sentence in (
        "first row",
        "Hidden sheets in this workbook: 1",
        "formulas: 1",
        "numbers, dates or results of formulas: 1",
    ):
        assert sentence in said
    parts = samples.workbook_parts() | {"xl/pivotCache/records1.xml": "<x/>", "xl/media/image1.png": b""}
    assert "holds pivot tables, which hold copies of cells, pictures." in " ".join(
        read(samples.packed(parts)).notices
    )


def test_what_the_file_tells_is_listed() -> None:
    told = {(fact.what, fact.value) for fact in read(samples.workbook()).facts}
    assert told >= {
        ("author", "Ann Plover"),
        ("reserved", "by Bob Wren"),
        ("folder", r"C:\Users\plover" + "\\"),
        ("comments by", "Cora Finch"),
        ("printer", "Laser of Ann"),
        ("head or foot of printed pages", "Ann P."),
        ("words behind a link", "ann@plover.example"),
        ("address behind a link", "mailto:ann@plover.example"),
        ("text that no cell shows", "no more of Ann"),
    }


def test_a_stripped_file_tells_none_of_it_and_keeps_the_cells() -> None:
    data = read(samples.workbook()).stripped()
    book = read(data)
    assert (book.facts, book.text) == ((), TEXT)
    parts = samples.parts_of(data)
    everything = b"\n".join(parts.values()).decode("utf-8", "replace") + " ".join(parts)
    for trace in (
        "Bob",
        "Cora",
        "Laser",
        "plover.example",
        "Users",
        "no more",
        "vml",
        "printerSettings1",
        "legacyDrawing",
    ):
        assert trace not in everything, trace
    assert 'orientation="portrait"/>' in parts[SHEET].decode()
    for pointers in (name for name in parts if name.endswith(".rels")):
        for target in re.findall(r'Target="([^"]+)"', parts[pointers].decode()):
            there = any(name.endswith(target.lstrip("./")) for name in parts)
            assert there or target == "about:blank", target


@pytest.mark.parametrize("kind", ["vnd.ms-excel.sheet.macroEnabled.main+xml", "vnd.ms-excel.macrosheet+xml"])
def test_macros_are_refused(kind: str) -> None:
    parts = samples.workbook_parts()
    part = f'<Override PartName="/m" ContentType="application/{kind}"/></Types>'
    types = str(parts["[Content_Types].xml"]).replace("</Types>", part)
    with pytest.raises(Unreadable, match="macros"):
        read(samples.packed(parts | {"[Content_Types].xml": types}))


@pytest.mark.parametrize("number", ["7", "-1", "9" * 5_000, "x", "²", ""])
def test_a_number_of_no_shared_text_is_no_text(number: str) -> None:
    parts = samples.workbook_parts()
    sheet = str(parts[SHEET]).replace('<c r="B3" t="s"><v>3<', f'<c r="B3" t="s"><v>{number}<')
    assert read(samples.packed(parts | {SHEET: sheet})).text == TEXT.partition("\n")[2]


def test_the_kind_of_a_part_may_stand_in_the_end_of_its_name() -> None:
    """As .NET's library writes it."""
    parts = samples.workbook_parts()
    types = str(parts["[Content_Types].xml"])
    main = re.search('<Override PartName="/xl/workbook.xml" (ContentType=".*?")/>', types)
    assert main is not None
    made = types.replace(main[0], f'<Default Extension="xml" {main[1]}/>')
    assert read(samples.packed(parts | {"[Content_Types].xml": made})).text == TEXT


def test_what_macos_packs_beside_the_parts_is_no_part() -> None:
    parts = samples.workbook_parts() | {"__MACOSX/_rels/._.rels": b"\0\5\x16\7\xb3 of Ann"}
    book = read(samples.packed(parts))
    assert "notes of macOS" in {fact.what for fact in book.facts}
    assert read(book.stripped()).facts == ()
