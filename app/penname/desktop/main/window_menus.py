"""Fills the menus of the window with what is no `Action` of a text."""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from penname.desktop.kept import history_window, vault_dialogs
from penname.desktop.main import about_window, legend, settings_window, window_posts
from penname.desktop.main.menus import Menus
from penname.desktop.main.shortcuts_part import ShortcutsPart
from penname.desktop.model_window import models_window
from penname.desktop.page.session_page import SessionPage
from penname.desktop.pen_names import pen_names_dialog, profile_dialog
from penname.desktop.session.view_state import Action, DocumentView
from penname.desktop.shell import asking
from penname.desktop.shell.areas import Areas
from penname.desktop.shell.palette import CommandPalette
from penname.desktop.shell.settings_parts import AddedPart, SettingsPage
from penname.desktop.shell.window import Window
from penname.desktop.texts import clipboard
from penname.desktop.texts.samples import samples
from penname.desktop.translate import tr
from penname.methods.registry import methods


def build(
    window: Window, do: Callable[[Action], None], use_method: Callable[[str], None], leave: Callable[[], None]
) -> Menus:
    """The menu bar of `window`; `do` is what its actions call, `use_method` what choosing a method does, and
    `leave` ends the program."""
    menus = Menus(window, window.menuBar(), do, lambda: window.page.go_on())
    file, edit, view, about = menus.file, menus.edit, menus.view, menus.help
    file.addAction(menus.plain(tr("&New text"), ("Ctrl+N",), lambda: window.new_text()))
    paste = menus.plain(tr("New text from the &clipboard"), ("Ctrl+Shift+V",), lambda: _paste(window))
    file.addAction(paste)
    file.addAction(menus.actions[Action.OPEN])
    file.addAction(menus.plain(tr("Open se&veral posts…"), (), lambda: _open_posts(window)))
    join = partial(window_posts.join_open_texts, window)
    file.addAction(menus.plain(tr("Rewrite the open texts to&gether"), (), join))
    examples = file.addMenu(tr("Sa&mple texts"))
    examples.aboutToShow.connect(lambda: _fill_samples(window, examples))
    chatbot = menus.plain(tr("For a c&hatbot…"), ("Ctrl+Shift+B",), window.chatbot_wanted.emit)
    file.addAction(chatbot)
    file.addSeparator()
    file.addAction(menus.actions[Action.SAVE])
    file.addAction(menus.actions[Action.SAVE_DECISIONS])
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
    edit.addAction(menus.plain(tr("In reply t&o…"), (), lambda: window.page.ask_about_thread()))
    edit.addSeparator()
    edit.addAction(menus.plain(tr("Se&ttings…"), ("Ctrl+,",), lambda: settings_window.show(window)))
    view.addAction(menus.plain(tr("&Larger text"), ("Ctrl++", "Ctrl+="), lambda: window.zoom(1)))
    view.addAction(menus.plain(tr("&Smaller text"), ("Ctrl+-",), lambda: window.zoom(-1)))
    view.addAction(
        menus.plain(tr("&Normal text size"), ("Ctrl+0",), lambda: window.change_settings(text_zoom=0))
    )
    view.addSeparator()
    views = {
        DocumentView.ORIGINAL: tr("The &original"),
        DocumentView.CHANGES: tr("The text with its c&hanges"),
        DocumentView.RESULT: tr("The &result"),
    }
    for number, (wanted, title) in enumerate(views.items(), 1):
        view.addAction(menus.plain(title, (f"Ctrl+{number}",), partial(_show_view, window, wanted)))
    view.addSeparator()
    changes = view.addMenu(tr("&Changes"))
    changes.aboutToShow.connect(lambda: _fill_changes(window, changes))
    view.addAction(
        menus.plain(tr("Mere &guesses"), ("Ctrl+G",), lambda: window.page.rail.list.unsupported.toggle())
    )
    view.addAction(menus.plain(tr("Ro&unds"), ("Ctrl+R",), lambda: window.page.show_rounds()))
    view.addSeparator()
    view.addAction(menus.actions[Action.DETAILS])
    view.addSeparator()
    areas = Areas(lambda: window.areas)
    view.addAction(menus.plain(tr("Next &area"), ("F6",), lambda: areas.go(forward=True)))
    view.addAction(menus.plain(tr("&Previous area"), ("Shift+F6",), lambda: areas.go(forward=False)))
    about.addAction(menus.plain(tr("&Find an action…"), ("Ctrl+K",), lambda: CommandPalette(window)))
    show_keys = partial(settings_window.show, window, SettingsPage.SHORTCUTS)
    about.addAction(menus.plain(tr("&Keyboard shortcuts"), ("F1", "?"), show_keys))
    about.addAction(menus.plain(tr("&Lines and letters"), (), lambda: legend.show(window)))
    about.addAction(menus.plain(tr("&About Penname"), (), lambda: about_window.show(window)))
    window.more_settings.append(AddedPart(SettingsPage.SHORTCUTS, partial(ShortcutsPart, window, menus)))
    _fill_hide(window, menus)
    _fill_methods(menus, use_method)

    def take_keys() -> None:
        menus.use_keys(window.settings.shortcuts, window.settings.single_keys)

    window.settings_changed.connect(take_keys)
    take_keys()
    return menus


def show_page(menus: Menus, page: SessionPage) -> None:
    """Tick in the menus what the chips of `page` tick."""
    for entry, chip in zip(menus.hide.actions(), page.protect.chips, strict=False):
        entry.setChecked(chip.isChecked())
        entry.setEnabled(page.protect.isEnabled())


def show_method(menus: Menus, name: str) -> None:
    """Tick the method of the text in front."""
    for entry in menus.methods.actions():
        entry.setChecked(entry.data() == name)


def _fill_methods(menus: Menus, use_method: Callable[[str], None]) -> None:
    for method in methods():
        title = tr("{title}: {sentence}", title=tr(method.title), sentence=tr(method.sentence))
        entry = menus.plain(title, (), partial(use_method, method.name))
        entry.setCheckable(True)
        entry.setData(method.name)
        menus.methods.addAction(entry)


def _fill_hide(window: Window, menus: Menus) -> None:
    for number, attribute in enumerate(window.attributes):
        keys = (f"Alt+{number + 1}",) if number < 9 else ()
        entry = menus.plain(attribute.label, keys, partial(_click_chip, window, number))
        entry.setCheckable(True)
        menus.hide.addAction(entry)


def _show_view(window: Window, view: DocumentView) -> None:
    if window.page.isVisible():  # and not behind the chatbot's
        window.page.show_view(view)


def _click_chip(window: Window, number: int) -> None:
    if window.page.isVisible():  # and not behind the chatbot's
        window.page.protect.chips[number].click()


def _paste(window: Window) -> None:
    text = clipboard.text()
    if text.strip():
        window.place_text(text)


def _open_posts(window: Window) -> None:
    if paths := asking.files_to_open(window):
        window_posts.open_posts(window, paths)


def _ask_about_words(window: Window) -> None:
    """The menu about the selected words, beside them."""
    document = window.page.document
    pane = document.rewrite.new if document.text_in_front is document.rewrite.new else document.original
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
    for entry in window.page.document.rewrite.actions():
        menu.addAction(entry)
