"""What a screen reader is given (the tree that Qt hands to AT-SPI) through a whole job, by keyboard alone."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtGui import QAccessible, QAccessibleInterface, QGuiApplication
from PySide6.QtWidgets import QWidget

from desktop.scripted_sessions import ScriptedSessions
from desktop.test_keyboard import press
from penname.desktop.main.main_window import MainWindow
from penname.desktop.session.view_state import SessionState
from scripted import REWRITTEN, TEXT

Until = Callable[[SessionState], None]
Role = QAccessible.Role
Text = QAccessible.Text
USED = {
    Role.Button,
    Role.CheckBox,
    Role.ComboBox,
    Role.EditableText,
    Role.Link,
    Role.PageTab,
    Role.RadioButton,
}


class Element(NamedTuple):
    """An element as it is read out; `widget` is None for parts that are no widget, as an entry of a list."""

    role: QAccessible.Role
    name: str
    description: str
    widget: QWidget | None


def tree(of: QAccessibleInterface) -> Iterator[Element]:
    """What is seen, in the order in which a screen reader goes through it."""
    for index in range(of.childCount()):
        child = of.child(index)
        if child is None or not child.isValid() or child.state().invisible:
            continue
        widget = child.object()
        said = child.text(Text.Name), child.text(Text.Description)
        yield Element(child.role(), *said, widget if isinstance(widget, QWidget) else None)
        yield from tree(child)


def read_out(window: MainWindow) -> list[Element]:
    elements = list(tree(QAccessible.queryAccessibleInterface(window)))
    nameless = [one for one in elements if one.role in USED and not one.name.strip()]
    assert not nameless
    names = [one.name for one in elements if one.role is Role.Button]
    assert len([name for name in names if name in ("Keep", "Undo", "Hide", "Leave")]) == 0  # of what?
    return elements


def place(elements: list[Element], widget: QWidget) -> int:
    return next(number for number, one in enumerate(elements) if one.widget is widget)


def test_a_screen_reader_is_told_everything_in_a_sensible_order(
    window: MainWindow, until: Until, factory: ScriptedSessions
) -> None:
    factory.good = {"age": 0.6}
    page = window.page
    window.activateWindow()
    page.document.original.setFocus()
    QGuiApplication.clipboard().setText(TEXT)
    press(window, "Ctrl+V")
    for state, step in (
        (SessionState.READY, "Show what this gives away"),
        (SessionState.LEAKS, "Hide 3 clues"),
        (SessionState.REWRITE, "Accept 3 changes"),
        (SessionState.LEAKS, "Finish"),
        (SessionState.FINISHED, "Copy"),
    ):
        if state is not SessionState.READY:
            press(window, "Ctrl+Return")
            until(state)
        elements = read_out(window)
        assert elements[place(elements, page.bar.next.button)].name == step
        heads = [row.head for row in page.rail.rows if row.isVisible()]
        folded = [fold for fold in (page.rail.list.gone, page.rail.list.unsupported) if fold.isVisible()]
        rail = [] if state is SessionState.READY else [page.rail]  # nothing was read yet
        order = [page.line.views, page.document.text_in_front, *rail, *heads, *folded]
        order.append(page.bar.next.button)
        assert [place(elements, part) for part in order] == sorted(place(elements, part) for part in order)
        said = " ".join(one.name for one in elements)
        if state is SessionState.LEAKS and not page.flow.facts.rounds:
            assert (
                "Your place of residence can be read from this: flat in Lisbon. "
                "Plain to see. Make less specific." in said
            )
            assert "flat in Lisbon" in elements[place(elements, page.document.original)].description
        if state is SessionState.REWRITE:
            page.rail.select("age")
            said = " ".join(one.name for one in read_out(window))
            assert "Keep: Age: “34” becomes “an adult”. This sentence may sound awkward" in said
    assert "Read before you copy" in said
    assert "1 phrase may sound awkward:" in said
    assert "“an adult”" in said
    press(window, "Ctrl+Return")
    assert QGuiApplication.clipboard().text() == REWRITTEN
