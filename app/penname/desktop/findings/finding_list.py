"""The findings below each other: one open at a time, and kept in place while they change."""

from collections.abc import Sequence
from itertools import chain

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from penname.desktop.findings.change_lines import ChangeLine, ChangeLines
from penname.desktop.findings.finding_row import FindingRow
from penname.desktop.findings.finding_view import ChangeView, Fate, FindingView
from penname.desktop.style.theme import Theme
from penname.desktop.texts.marks import initials
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.small_buttons import FoldButton
from penname.desktop.widgets.steady_area import SteadyArea
from penname.desktop.widgets.text_label import text_label
from penname.desktop.widgets.wrapping import wrapping
from penname.domain.attributes import Attribute

_STEPS = {Qt.Key.Key_J: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_K: -1, Qt.Key.Key_Up: -1}
_IN_SIGHT, _GONE, _UNSUPPORTED = range(3)  # the parts of the list
_KEEPS = {Qt.Key.Key_Y: True, Qt.Key.Key_N: False}


class FindingList(SteadyArea):
    """Rows that stay the same widgets, a fold with what is no longer found, another with what nothing
    supports, and the changes that serve none.
    """

    overruled = Signal(str, bool)
    jump_requested = Signal(str)
    selected = Signal(str)
    change_toggled = Signal(int, bool)
    change_chosen = Signal(int)
    change_taken = Signal(object)  # a Change that was offered
    change_pointed = Signal(object)  # a Change that is offered, to be shown in the text; None no more
    typing_wanted = Signal(int)  # of words in the place of a change
    changed = Signal()  # what is shown, or open

    def __init__(self, attributes: Sequence[Attribute], theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._labels = {attribute.name: attribute.label for attribute in attributes}
        self._signs = initials([attribute.label for attribute in attributes])
        self._views: tuple[FindingView, ...] = ()
        self._arranged: list[tuple[str, int]] = []  # attributes, and the part of the list that each is in
        self._selected = ""
        self._current = ""  # the only one that is seen while folded
        self._folded = False
        self._has_others = False
        self.single_keys = True  # J, K, Y and N do something while the keyboard is here
        self.rows: list[FindingRow] = []
        self.live = _muted(tr("What the model is writing"))
        self.gone, self.unsupported = FoldButton(), FoldButton()
        for fold in (self.gone, self.unsupported):
            fold.toggled.connect(lambda _open: self._lay_out())
        self.unsupported.setToolTip(tr("The text does not support these: they are left alone"))
        self._other_title = QLabel(tr("Other changes"))
        self._other_title.setProperty("part", "title")
        self.others = ChangeLines(theme, self._labels)
        self._other = QWidget()
        vertical(self._other_title, self.others, on=self._other, margins=(16, 12, 16, 8))
        self.missing = _muted("")
        self.column.setContentsMargins(0, 4, 0, 8)
        self.column.setSpacing(0)
        self.column.addWidget(self.live)
        for fold in (self.gone, self.unsupported):
            self.column.addWidget(fold, 0, Qt.AlignmentFlag.AlignLeading)
        self.column.addWidget(self._other)
        self.column.addWidget(self.missing)
        self.column.addStretch(1)
        self._connect_changes(self.others)
        self.setAccessibleName(tr("What an attacker reads"))
        self.show_findings(())

    @property
    def shown(self) -> tuple[FindingRow, ...]:
        """The rows that can be gone through."""
        seen = (True, self.gone.isChecked() or self._folded, self.unsupported.isChecked())
        return tuple(row for row, view in zip(self.rows, self._views, strict=True) if seen[_part(view)])

    @property
    def empty(self) -> bool:
        """Whether there is nothing to list."""
        return not (self.rows or self._has_others or self.live.text())

    @property
    def place(self) -> int:
        """Which of the shown rows is the current one, from 0; -1 where there is none."""
        names = [row.attribute_name for row in self.shown]
        return names.index(self._current) if self._current in names else min(0, len(names) - 1)

    def place_words(self, short: bool = False) -> str:
        """The same in words, from 1, among those that are counted alike: clues, or guesses."""
        if not self.shown:
            return ""
        here = self._views[self.rows.index(self.shown[self.place])]
        alike = [view for view in self._views if view.supported is here.supported]
        number, total = alike.index(here) + 1, len(alike)
        if short:
            return tr("{number} of {total}", number=number, total=total)
        if not here.supported:
            return tr("Mere guess {number} of {total}", number=number, total=total)
        if not here.checked:
            return tr("Guess {number} of {total}", number=number, total=total)
        return tr("Clue {number} of {total}", number=number, total=total)

    def show_findings(
        self,
        views: Sequence[FindingView],
        others: Sequence[ChangeView] = (),
        missing: str = "",
        live: str = "",
        editable: bool = False,
    ) -> None:
        """Show these, reusing the rows that are there; what was at hand stays where it was.

        `live` is what the model is writing at this moment: it stays in sight where the end of the list was.
        """
        follows = bool(live) and self.at_the_end
        at_hand = [row for row in self.rows if row.is_open or row is self._focused_row()]
        anchor = self.anchor(at_hand or self.rows)
        views = sorted(views, key=_part)
        names = [view.attribute.name for view in views]
        if [*zip(names, map(_part, views), strict=True)] != self._arranged:
            self._arrange(views)
        self._views = tuple(views)
        for row, view in zip(self.rows, views, strict=True):
            row.show_finding(view, editable)
        self.others.show_changes(others, "", editable)
        self._has_others = bool(others)
        self.missing.setText(missing)
        self.live.setText(wrapping(live))
        self._lay_out()
        if follows:
            self.go_to_the_end()
        elif anchor is not None and anchor[0] in self.rows:
            self.hold(anchor)
        if self._selected and self._selected not in names:
            self._select("")

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self._theme = theme
        self.others.set_theme(theme)
        for row in self.rows:
            row.set_theme(theme)

    def set_folded(self, folded: bool) -> None:
        """Show the current row alone, or all of them."""
        self._folded = folded
        self.column.setContentsMargins(0, *((0, 0, 0) if folded else (4, 0, 8)))
        for row in self.rows:
            row.set_folded(folded)
        self._current = self._selected or self._current
        if (selected := self._row(self._selected)) is not None:
            self._unfold(selected)
        self._select(self._selected, open_=not folded)

    def select(self, name: str, opens: bool = False) -> None:
        """Open the finding on an attribute, and bring it into view; folded, make it the current one, and open
        it if it `opens`.

        "" closes the one that is open.
        """
        row = self._row(name)
        if row is None:
            self._select("")
            return
        self._unfold(row)
        self._current = name
        self._select(name, open_=opens or row.is_open or not self._folded)
        self.bring_into_view(row, row.head)

    def show_change(self, index: int, opens: bool = False) -> None:
        """Open the first finding that a change serves, unless it is in view, and show its line.

        `opens` does so in a strip, too, and lists the other ways to make it if it may sound awkward.
        """
        serving = [view.attribute.name for view in self._views if any(c.index == index for c in view.changes)]
        if serving and self._selected not in serving:
            self.select(serving[0])
        if opens and serving:
            self._select(self._selected)
        row = self._row(self._selected) if serving else None
        line = (row.changes if row else self.others).reveal(index)
        if line is not None:
            self.bring_into_view(line, line)
            if opens:
                line.unfold()

    def go(self, steps: int) -> None:
        """Make another row the current one, and select it; it opens if the one before was open."""
        shown = self.shown
        if shown:
            self._go_to(shown[max(0, min(len(shown) - 1, self.place + steps))])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if held or (not self.single_keys and event.text().isalpha()):
            super().keyPressEvent(event)
        elif key in _STEPS:
            self._walk(_STEPS[key])
        elif key in _KEEPS:
            self._keep(_KEEPS[key])
        elif key is Qt.Key.Key_O:
            self._show_ways()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        scrolled = self.verticalScrollBar().value()
        super().resizeEvent(event)
        row = self._row(self._selected)
        if row is not None and row.is_open and not self._folded:
            self.keep_in_view(row, row.head, scrolled)

    def _keep(self, kept: bool) -> None:
        """Keep or take back the change that has the keyboard, or all changes of the finding that has it."""
        line, row = self._focused_line(), self._focused_row()
        if line is not None:
            line.choose(kept)
        elif row is not None:
            row.keep(kept)

    def _show_ways(self) -> None:
        """List the other ways to make the change that has the keyboard, or the finding's first."""
        line, row = self._focused_line(), self._focused_row()
        lines = [line] if line else row.changes.lines if row and row.is_open else []
        for one in [line for line in lines if not line.ways.isHidden()][:1]:
            one.open_ways()

    def _walk(self, steps: int) -> None:
        """Move the keyboard to the next row or change, or the one before."""
        stops = self._stops()
        row, line = self._focused_row(), self._focused_line()
        focus = QApplication.focusWidget()
        near: list[QWidget] = [line.choice.pressed] if line else []
        near += [row.head] if row else []
        here = next((one for one in (focus, *near) if one in stops), None)
        at = stops.index(here) if here in stops else -1
        if not stops:
            return
        there = stops[max(0, min(len(stops) - 1, at + steps))]
        for row in self.shown:
            if row.head is there and self._folded:
                self._go_to(row)
        there.setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(there, 0, 8)

    def _go_to(self, row: FindingRow) -> None:
        was_open = any(other.is_open for other in self.rows)
        self._current = row.attribute_name
        self._select(row.attribute_name, was_open)
        self.jump_requested.emit(row.attribute_name)

    def _stops(self) -> list[QWidget]:
        """What the keyboard goes through."""
        stops: list[QWidget] = []
        for row in self.shown:
            stops.append(row.head)
            if row.is_open:
                stops += chain.from_iterable(line.stops for line in row.changes.lines)
                stops += row.suggestions.stops
        if not self._other.isHidden():
            stops += chain.from_iterable(line.stops for line in self.others.lines)
        return stops

    def _focused_row(self) -> FindingRow | None:
        focus = QApplication.focusWidget()
        return next((row for row in self.rows if focus is not None and row.isAncestorOf(focus)), None)

    def _focused_line(self) -> ChangeLine | None:
        focus = QApplication.focusWidget()
        while focus is not None and focus is not self:
            if isinstance(focus, ChangeLine):
                return focus
            focus = focus.parentWidget()
        return None

    def _arrange(self, views: Sequence[FindingView]) -> None:
        """Have a row for each view, in their order, below the fold that each belongs to."""
        kept = {row.attribute_name: row for row in self.rows}
        rows = [kept.get(view.attribute.name) or self._new_row(view) for view in views]
        for row in self.rows:
            if row not in rows:
                row.hide()
                row.deleteLater()
        for row in rows:
            self.column.removeWidget(row)
        self.rows = rows
        self._arranged = [(view.attribute.name, _part(view)) for view in views]
        in_parts: list[list[QWidget]] = [[], [self.gone], [self.unsupported]]
        for place, (row, (_name, part)) in enumerate(zip(rows, self._arranged, strict=True)):
            self.column.insertWidget(place + (0, 2, 3)[part], row)  # behind what is live, and the folds
            in_parts[part].append(row)
        for widget in (self.live, *chain(*in_parts), self._other, self.missing):
            widget.raise_()  # screen readers go through the children in this order

    def _new_row(self, view: FindingView) -> FindingRow:
        row = FindingRow(self._theme, view, self._signs[view.attribute.label], self._labels)
        row.set_folded(self._folded)
        row.overruled.connect(self.overruled)
        row.clicked.connect(lambda _name: self._toggle(row))
        self._connect_changes(row.changes)
        row.suggestions.taken.connect(self.change_taken)
        row.suggestions.pointed.connect(self.change_pointed)
        return row

    def _connect_changes(self, changes: ChangeLines) -> None:
        changes.toggled.connect(self.change_toggled)
        changes.chosen.connect(self.change_chosen)
        changes.taken.connect(self.change_taken)
        changes.pointed.connect(self.change_pointed)
        changes.typing_wanted.connect(self.typing_wanted)
        changes.refolded.connect(self.changed)

    def _toggle(self, row: FindingRow) -> None:
        self._current = row.attribute_name
        if row.is_open:
            self._select("")
        else:
            self._select(row.attribute_name)
            self.bring_into_view(row, row.head)
            self.jump_requested.emit(row.attribute_name)

    def _select(self, name: str, open_: bool = True) -> None:
        told = name != self._selected
        self._selected = name
        for row in self.rows:
            row.set_open(open_ and row.attribute_name == name)
        self._lay_out()
        if told:
            self.selected.emit(name)

    def _unfold(self, row: FindingRow) -> None:
        """Open what it lies below."""
        if row not in self.shown:
            there = _part(self._views[self.rows.index(row)])
            (self.gone if there == _GONE else self.unsupported).setChecked(True)

    def _row(self, name: str) -> FindingRow | None:
        return next((row for row in self.rows if row.attribute_name == name), None)

    def _lay_out(self) -> None:
        """Show what is to be seen: all, or the current row."""
        shown, place = self.shown, self.place
        for row in self.rows:
            row.setVisible(row in shown and (not self._folded or row is shown[place]))
        parts = [_part(view) for view in self._views]
        gone, unsupported = parts.count(_GONE), parts.count(_UNSUPPORTED)
        self.gone.name(tr_count("{count} clue no longer found", "{count} clues no longer found", gone))
        self.unsupported.name(tr_count("{count} mere guess", "{count} mere guesses", unsupported))
        self.gone.setVisible(bool(gone) and not self._folded)
        self.unsupported.setVisible(bool(unsupported) and not self._folded)
        self._other.setVisible(self._has_others and not self._folded)
        self.missing.setVisible(bool(self.missing.text()) and not self._folded)
        self.live.setVisible(bool(self.live.text()) and not self._folded)
        policy = Qt.ScrollBarPolicy
        scrolls = not self._folded or any(row.is_open for row in shown)
        self.setVerticalScrollBarPolicy(policy.ScrollBarAsNeeded if scrolls else policy.ScrollBarAlwaysOff)
        self.changed.emit()


def _part(view: FindingView) -> int:
    """In which part of the list it stands: in sight, or below one of the folds."""
    if not view.supported:
        return _UNSUPPORTED
    return _GONE if view.fate is Fate.HIDDEN else _IN_SIGHT


def _muted(name: str) -> QLabel:
    label = text_label(role="muted")
    label.setContentsMargins(16, 8, 16, 8)
    label.setAccessibleName(name)
    return label
