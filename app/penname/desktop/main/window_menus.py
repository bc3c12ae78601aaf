"""Fills the menus of the window with what is no `Action` of a text."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from penname.desktop.kept import history_window, vault_dialogs
from penname.desktop.main import about_window, dialogs, settings_window
from penname.desktop.main.menus import Menus
from penname.desktop.model_window import models_window
from penname.desktop.page.session_page import SessionPage
from penname.desktop.pen_names import pen_names_dialog, profile_dialog
from penname.desktop.session.method_words import methods
from penname.desktop.session.view_state import Action
from penname.desktop.shell.window import Window
from penname.desktop.texts import clipboard
from penname.desktop.texts.samples import samples
from penname.desktop.translate import tr


def build(
    window: Window, do: Callable[[Action], None], use_method: Callable[[str], None], leave: Callable[[], None]
) -> Menus:
    """The menu bar of `window`; `do` is what its actions call, `use_method` what choosing a method does, and
    `leave` ends the program."""
    menus = Menus(window, window.menuBar(), do)
    file, edit, view, about = menus.file, menus.edit, menus.view, menus.help
    file.addAction(menus.plain(tr("&New text"), ("Ctrl+N",), lambda: window.new_text()))
    paste = menus.plain(tr("New text from the &clipboard"), ("Ctrl+Shift+V",), lambda: _paste(window))
    file.addAction(paste)
    file.addAction(menus.actions[Action.OPEN])
    examples = file.addMenu(tr("Sa&mple texts"))
    examples.aboutToShow.connect(lambda: _fill_samples(window, examples))
    chatbot = menus.plain(tr("For a c&hatbot…"), ("Ctrl+Shift+B",), window.chatbot_wanted.emit)
    file.addAction(chatbot)
    file.addSeparator()
    file.addAction(menus.actions[Action.SAVE])
    file.addSeparator()
    file.addAction(menus.plain(tr("&Profile…"), ("Ctrl+Shift+P",), lambda: profile_dialog.show(window)))
    file.addAction(menus.plain(tr("Pen n&ames…"), ("Ctrl+Shift+N",), lambda: pen_names_dialog.show(window)))
    file.addAction(menus.plain(tr("Histor&y…"), ("Ctrl+H",), lambda: history_window.show(window)))
    file.addAction(menus.plain(tr("Mo&dels…"), ("Ctrl+Shift+M",), lambda: models_window.show(window)))
    file.addAction(menus.plain(tr("&Keep texts with a passphrase…"), (), lambda: vault_dialogs.keep(window)))
    file.addAction(menus.plain(tr("&Forget everything…"), (), lambda: vault_dialogs.forget(window)))
    file.addSeparator()
    file.addAction(menus.actions[Action.CLOSE])
    file.addAction(menus.plain(tr("&Quit"), ("Ctrl+Q",), leave))
    edit.addSeparator()
    edit.addAction(menus.plain(tr("&Find…"), ("Ctrl+F",), lambda: window.page.find_bar.open_bar()))
    edit.addAction(menus.plain(tr("Find &next"), ("F3",), lambda: window.page.find_bar.step(forward=True)))
    edit.addAction(
        menus.plain(tr("Find &previous"), ("Shift+F3",), lambda: window.page.find_bar.step(forward=False))
    )
    edit.addSeparator()
    edit.addAction(menus.plain(tr("Selected &words…"), ("Ctrl+M",), lambda: _ask_about_words(window)))
    edit.addSeparator()
    edit.addAction(menus.plain(tr("Se&ttings…"), ("Ctrl+,",), lambda: settings_window.show(window)))
    view.addAction(menus.plain(tr("&Larger text"), ("Ctrl++", "Ctrl+="), lambda: window.zoom(1)))
    view.addAction(menus.plain(tr("&Smaller text"), ("Ctrl+-",), lambda: window.zoom(-1)))
    view.addAction(menus.plain(tr("&Normal text"), ("Ctrl+0",), lambda: window.change_settings(text_zoom=0)))
    view.addSeparator()
    changes = view.addMenu(tr("&Changes"))
    changes.aboutToShow.connect(lambda: _fill_changes(window, changes))
    view.addAction(
        menus.plain(tr("&Guesses without support"), ("Ctrl+G",), lambda: window.page.leaks.fold.toggle())
    )
    view.addSeparator()
    view.addAction(menus.actions[Action.DETAILS])
    about.addAction(menus.plain(tr("&Keys"), ("F1",), lambda: dialogs.shortcuts(window)))
    about.addAction(menus.plain(tr("&About Penname"), (), lambda: about_window.show(window)))
    _fill_hide(window, menus)
    _fill_methods(menus, use_method)
    return menus


def show_chips(menus: Menus, page: SessionPage) -> None:
    """Tick in the menu what the chips of `page` tick."""
    for entry, chip in zip(menus.hide.actions(), page.protect.chips, strict=False):
        entry.setChecked(chip.isChecked())
        entry.setEnabled(page.protect.isEnabled())


def show_method(menus: Menus, name: str) -> None:
    """Tick the method of the text in front."""
    for entry in menus.methods.actions():
        entry.setChecked(entry.data() == name)


def _fill_methods(menus: Menus, use_method: Callable[[str], None]) -> None:
    for method in methods():
        title = tr("{title}: {sentence}", title=method.title, sentence=method.sentence)
        entry = menus.plain(title, (), partial(use_method, method.name))
        entry.setCheckable(True)
        entry.setData(method.name)
        menus.methods.addAction(entry)


def _fill_hide(window: Window, menus: Menus) -> None:
    for number, attribute in enumerate(window.attributes):
        keys = (f"Ctrl+{number + 1}",) if number < 9 else ()
        entry = menus.plain(attribute.label, keys, partial(_click_chip, window, number))
        entry.setCheckable(True)
        menus.hide.addAction(entry)


def _click_chip(window: Window, number: int) -> None:
    if window.page.isVisible():  # and not behind the chatbot's
        window.page.protect.chips[number].click()


def _paste(window: Window) -> None:
    text = clipboard.text()
    if text.strip():
        window.place_text(text)


def _ask_about_words(window: Window) -> None:
    """The menu about the selected words, beside them."""
    pane = window.page.text.pane
    menu = QMenu(window)
    pane.add_marking_entries(menu, pane.phrase_at())
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(pane.viewport().mapToGlobal(pane.cursorRect().bottomLeft()))


def _fill_samples(window: Window, menu: QMenu) -> None:
    menu.clear()
    for sample in samples():
        entry = QAction(sample.title, menu)
        entry.triggered.connect(lambda _checked=False, text=sample.text: window.place_text(text))
        menu.addAction(entry)


def _fill_changes(window: Window, menu: QMenu) -> None:
    menu.clear()
    for entry in window.page.rewrite.pane.actions():
        menu.addAction(entry)
