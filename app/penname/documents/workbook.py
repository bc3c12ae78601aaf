""".xlsx: one column of a sheet is the text. All other cells, and every part but those of its texts, stay."""

from array import array
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from penname.documents import sheet_cells, workbook_facts
from penname.documents.columns import (
    FIRST_ROW_STAYS,
    ONLY_ONE_COLUMN,
    check_column,
    check_count,
    column_names,
)
from penname.documents.document import LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.office_package import OfficePackage
from penname.documents.pieces import Piece, Splice, joined, spliced, splices, text_of
from penname.documents.sheet_cells import SHARED, Cell, CellText
from penname.documents.xml_source import XmlSource

KIND = ".xlsx"
_SHEET_MARK = "!"  # between the name of a sheet and that of a column, as in formulas
_HIDDEN = " (hidden)"


class _Sheet(NamedTuple):
    name: str
    part: str
    hidden: bool


class _Column(NamedTuple):
    part: str  # its sheet
    starts: "array[int]"  # of its cells that hold anything, below its name


class Workbook:
    """A workbook of which one column is the text; without one `columns` says between which to choose.

    A column is called by the first row of its sheet, behind the sheet's name where there are several. Raises
    BadInput.
    """

    def __init__(self, data: bytes, _encoding: str | None, column: str | None) -> None:
        self._package = OfficePackage(data, KIND)
        self._sheets = _sheets(self._package)
        strings = self._package.of_kind("sharedStrings+xml")
        self._strings = self._package.source(strings[0]) if strings else None
        self._string_part = strings[0] if strings else ""
        self._texts = list(sheet_cells.shared_texts(self._strings)) if self._strings else []
        self._uses: Counter[int] = Counter()  # of a shared text, in all sheets
        self._formulas = 0
        columns = {name: place for sheet in self._sheets for name, place in self._columns(sheet).items()}
        check_column(column, tuple(columns))
        self.columns = tuple(columns) if column is None else ()
        self._cells: dict[str, Cell] = {}
        self._elements: dict[str, str] = {}
        self._part, paragraphs, others = "", list[list[Piece]](), 0
        if column is not None:
            self._part = columns[column].part
            paragraphs, others = self._read(columns[column])
        self._pieces = joined(paragraphs)
        self.text = text_of(self._pieces)
        hidden = sum(sheet.hidden for sheet in self._sheets)
        self.notices = (
            ONLY_ONE_COLUMN,
            FIRST_ROW_STAYS,
            *workbook_facts.notices(self._package, hidden=hidden, formulas=self._formulas, others=others),
        )

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What the file tells beside its cells."""
        unused = (self._text(number) for number in self._unused())
        told = workbook_facts.facts(self._package)
        return (*told, *(Fact("text that no cell shows", text) for text in unused if text))

    def stripped(self) -> bytes:
        """The file without it: comments and the history are gone."""
        unseen = {number: "" for number in self._unused() if self._text(number)}
        emptied = [
            Splice(token.start, token.end, "") for number in unseen for token in self._texts[number].tokens
        ]
        return workbook_facts.stripped(self._package, {self._string_part: emptied} if emptied else {})

    def with_text(self, text: str) -> bytes:
        """The file with other words in the column."""
        changed = splices(self._pieces, text, self._elements, sheet_cells.as_words)
        new: dict[str, str] = {}
        for name, found in changed.items():
            words = self._words(self._cells[name])
            made = spliced(self._elements[name], sheet_cells.without_readings(words, found))
            new[name] = sheet_cells.keeping_spaces(made)
        of_sheet = [
            Splice(cell.words.start, cell.words.end, new[name])
            for name, cell in self._cells.items()
            if name in new and cell.kind != SHARED
        ]
        of_strings, pointers = self._shared(new)
        changes = {self._part: [*of_sheet, *pointers], self._string_part: of_strings}
        return self._package.changed({part: found for part, found in changes.items() if found})

    def _columns(self, sheet: _Sheet) -> dict[str, _Column]:
        """The columns of a sheet that hold texts below their names."""
        source = self._package.source(sheet.part)
        names: dict[int, str] = {}
        with_texts: set[int] = set()
        starts = defaultdict[int, "array[int]"](lambda: array("Q"))
        first_row = 0
        for cell in sheet_cells.cells(source):
            number = cell.number(source, len(self._texts))
            if number is not None:
                self._uses[number] += 1
            self._formulas += cell.computed
            if not cell.words.tokens:
                continue
            first_row = first_row or cell.row
            if cell.row == first_row:
                names[cell.column] = self._said(source, cell)
                continue
            starts[cell.column].append(cell.start)
            if cell.has_words and (cell.kind != SHARED or number is not None):
                with_texts.add(cell.column)
        last = max((*names, *with_texts), default=0)
        check_count(last)
        all_columns = range(1, last + 1)
        called = column_names(
            [names.get(column, "") for column in all_columns], list(map(sheet_cells.letters, all_columns))
        )
        of_sheet = f"{sheet.name}{_HIDDEN if sheet.hidden else ''}{_SHEET_MARK}"
        before = of_sheet if len(self._sheets) > 1 else ""
        return {
            before + called[column - 1]: _Column(sheet.part, starts[column]) for column in sorted(with_texts)
        }

    def _read(self, column: _Column) -> tuple[list[list[Piece]], int]:
        """The texts of a column as pieces, and how many of its cells hold something else."""
        source, others = self._package.source(column.part), 0
        paragraphs = list[list[Piece]]()
        for start in column.starts:
            cell = next(sheet_cells.cells(source, start))
            if not cell.has_words or (cell.kind == SHARED and cell.number(source, len(self._texts)) is None):
                others += 1
                continue
            name = str(len(self._cells))
            self._cells[name] = cell
            words, holder = self._words(cell), self._holder(cell)
            self._elements[name] = holder.text[words.start : words.end]
            paragraphs.append(list(sheet_cells.pieces_in(holder, words, name)))
        return paragraphs, others

    def _shared(self, new: Mapping[str, str]) -> tuple[list[Splice], list[Splice]]:
        """The changes of the shared texts, and of the cells that point to a text of their own now.

        A text that other cells show, too, stays for them; one that none shows any more takes new words, so
        that the old ones are gone.
        """
        wanted: dict[int, dict[str, list[Cell]]] = {}
        for name, element in new.items():
            cell = self._cells[name]
            if cell.kind == SHARED:
                wanted.setdefault(self._number(cell), {}).setdefault(element, []).append(cell)
        of_strings: list[Splice] = []
        pointers: list[Splice] = []
        added: list[str] = []
        for number, elements in wanted.items():
            groups = list(elements.items())
            if sum(len(pointing) for _, pointing in groups) == self._uses[number]:
                of_strings.append(Splice(*self._texts[number][:2], groups.pop(0)[0]))
            for element, pointing in groups:
                at = str(len(self._texts) + len(added))
                added.append(element)
                pointers += [Splice(cell.words.start, cell.words.end, at) for cell in pointing]
        return [*of_strings, *self._appended(added)], pointers

    def _appended(self, added: Sequence[str]) -> list[Splice]:
        """More shared texts, and their number where the file says it."""
        if not added or self._strings is None:
            return []
        behind = self._texts[-1].end
        found = [Splice(behind, behind, "".join(added))]
        table = next(token for token in self._strings.walk() if token.name == "x:sst")
        for one in self._strings.attributes(table):
            if one.name == "uniqueCount":
                count = f' uniqueCount="{len(self._texts) + len(added)}"'
                found.append(Splice(one.start, one.end, count))
        return found

    def _unused(self) -> list[int]:
        return [number for number in range(len(self._texts)) if number not in self._uses]

    def _text(self, number: int) -> str:
        assert self._strings is not None  # it has this text
        return sheet_cells.text_in(self._strings, self._texts[number]).strip()

    def _said(self, source: XmlSource, cell: Cell) -> str:
        number = cell.number(source, len(self._texts))
        return sheet_cells.text_in(source, cell.words) if number is None else self._text(number)

    def _number(self, cell: Cell) -> int:
        number = cell.number(self._package.source(self._part), len(self._texts))
        assert number is not None  # else it would not be among the cells with texts
        return number

    def _words(self, cell: Cell) -> CellText:
        return self._texts[self._number(cell)] if cell.kind == SHARED else cell.words

    def _holder(self, cell: Cell) -> XmlSource:
        if cell.kind == SHARED and self._strings is not None:
            return self._strings
        return self._package.source(self._part)


def _sheets(package: OfficePackage) -> list[_Sheet]:
    """The sheets with cells. Raises Unreadable where this is no workbook."""
    main = package.main()
    if main not in package.of_kind("sheet.main+xml"):
        raise Unreadable(LIKELY_DAMAGED.format(kind=KIND))
    source, targets = package.source(main), package.targets(main)
    found: list[_Sheet] = []
    for token in source.tokens:
        if token.name == "x:sheet" and token.kind != "end":
            part, what = targets.get(source.attribute(token, "id"), ("", ""))
            if what == "worksheet":
                hidden = source.attribute(token, "state") in ("hidden", "veryHidden")
                found.append(_Sheet(source.attribute(token, "name"), part, hidden))
    return found
