"""The pen names: their values, what was published under them, and writing as one of them."""

from collections.abc import Callable, Sequence
from functools import partial

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from penname.desktop.background.vault_client import VaultClientState
from penname.desktop.kept import vault_dialogs
from penname.desktop.pen_names.author_history_bar import AuthorHistoryBar
from penname.desktop.pen_names.author_history_dialog import AuthorHistoryDialog
from penname.desktop.pen_names.chance_dialog import ChanceDialog
from penname.desktop.pen_names.links_label import LinksLabel
from penname.desktop.pen_names.no_pen_names import NoPenNames
from penname.desktop.pen_names.pen_name_fields import PenNameFields
from penname.desktop.pen_names.pen_name_sheet import filled_in, suggested, wrong_with
from penname.desktop.pen_names.posts_list import PostsList
from penname.desktop.pen_names.reading_work import AuthorHistoryWork, PostsReading
from penname.desktop.session.known_values import knowledge
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown, grown_size
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.text_label import text_label
from penname.domain.attributes import Attribute
from penname.domain.errors import BadInput, Cancelled, PennameError
from penname.domain.inferences import Inference
from penname.domain.pen_names import PenName, Post
from penname.domain.randomized_response import groups
from penname.domain.suggestions import check
from penname.domain.told import told_by
from penname.sessions.author_history import AuthorHistoryReading
from penname.sessions.intake import Intake

SIZE = (800, 600)
NEW = PenName("")


class PenNamesDialog(QDialog):
    """Left the names, right the one chosen. Nothing is kept before Save."""

    def __init__(self, window: Window, attributes: Sequence[Attribute]) -> None:
        super().__init__(window)
        self._window = window
        self._attributes = tuple(attributes)
        self._held = NEW
        self.setWindowTitle(tr("Pen names"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(grown_size(*SIZE))
        self.names = QListWidget()
        self.names.setAccessibleName(tr("Pen names"))
        self.names.setFixedWidth(grown(180))
        self.names.currentRowChanged.connect(self._turn_to)
        self.new = plain_button(tr("New"), lambda: self._turn_to(-1))
        self.remove = plain_button(tr("Remove"), self._remove)
        self.name = QLineEdit()
        self.name.setPlaceholderText(tr("The name you write under"))
        self.name.setAccessibleName(tr("The name you write under"))
        self.name.textChanged.connect(lambda _text: self._wait(False))
        self.suggest = plain_button(tr("Suggest details"), self._suggest)
        self.suggest.setToolTip(tr("Fill the empty fields with values that fit one person"))
        self.random = QPushButton(tr("At random…"))
        self.random.setAutoDefault(False)
        self.random.setToolTip(tr("Draw a value at random, with known odds; the true one takes part"))
        menu = QMenu(self.random)
        self.random.setMenu(menu)
        self.draws = {
            one.name: menu.addAction(one.label, partial(self._offer_chance, one))
            for one in self._attributes
            if len(groups(one, knowledge())) > 1
        }
        self.sheet = PenNameFields(self._attributes)
        self.sheet.left.connect(self._check)
        self.fields = self.sheet.by_attribute
        self.wrong = text_label(role="error")
        self.posts = PostsList(lambda: _posts_of(window.page.flow))
        self.posts.history_wanted.connect(self._show_history)
        self.posts.rewrite_wanted.connect(lambda: self._save(self._rewrite_posts))
        self.work = AuthorHistoryWork(window.jobs, window.sessions, self)
        self.work.ended.connect(self._read)
        self.bar = AuthorHistoryBar(self.work, window.attributes)
        self.reading = PostsReading(window)
        self.reading.ended.connect(self._posts_read)
        self.reading_bar = AuthorHistoryBar(self.reading, window.attributes)
        self.links = LinksLabel(window.vault, self._attributes)
        window.vault.changed.connect(self._take_told)
        self.save = QPushButton(tr("Save"))
        self.save.setDefault(True)
        self.save.clicked.connect(lambda: self._save(self._saved))
        self.write = QPushButton(tr("Use this pen name"))
        self.write.setProperty("primary", True)
        self.write.setAutoDefault(False)
        self.write.clicked.connect(lambda: self._save(self._write_as))
        self.none = NoPenNames(self._create)
        self._sheets = QWidget()
        horizontal(self.names, (self._right(), 1), on=self._sheets, spacing=24)
        foot = row_of(self.new, self.remove)
        for button in (plain_button(tr("Close"), self.reject), self.save, self.write):
            foot.addWidget(button)
        vertical((self.none, 1), (self._sheets, 1), foot, on=self, spacing=12, margins=(24, 24, 24, 16))
        self._list(0)

    def _right(self) -> QVBoxLayout:
        column = vertical(
            self.name,
            self.sheet,
            row_of(self.suggest, self.random),
            self.bar,
            self.wrong,
            (self.posts, 1),
            self.reading_bar,
            self.links,
            spacing=12,
        )
        return column

    def _list(self, row: int) -> None:
        """Show the names, and choose one; the new one while there is none."""
        held = self._window.vault.pen_names
        self.names.blockSignals(True)
        self.names.clear()
        for one in held:
            self.names.addItem(one.name)
        self._show_sheets(bool(held))
        self.names.setCurrentRow(row if row < len(held) else -1)
        self.names.blockSignals(False)
        self._choose(self.names.currentRow())

    def _show_sheets(self, shown: bool) -> None:
        """Without any pen name, say what one is instead."""
        for part in (self._sheets, self.new, self.remove, self.save, self.write):
            part.setVisible(shown)
        self.none.setVisible(not shown)

    def _create(self) -> None:
        self._show_sheets(True)
        self.name.setFocus()

    def reject(self) -> None:
        """Close, unless that would forget what the user wants to keep."""
        if self._may_leave():
            super().reject()

    def _may_leave(self) -> bool:
        """Ask once before what was changed and not saved is forgotten."""
        values = {decoy.attribute: decoy.value or "" for decoy in self._held.decoys}
        same = all(value.strip() == values.get(name, "") for name, value in self.sheet.values.items())
        if same and self.name.text() == self._held.name and self.posts.posts == self._held.posts:
            return True
        return self._window.confirm(
            self,
            tr("Leave without saving?"),
            tr("Your changes to this pen name will be lost."),
            tr("Leave"),
        )

    def _turn_to(self, row: int) -> None:
        held = [one.name for one in self._window.vault.pen_names]
        here = held.index(self._held.name) if self._held.name in held else -1
        leaves = (row != here or row < 0) and self._may_leave()
        self.names.blockSignals(True)
        self.names.setCurrentRow(row if leaves else here)
        self.names.blockSignals(False)
        if leaves:
            self._choose(row)
            self.name.setFocus()

    def _choose(self, row: int) -> None:
        held = self._window.vault.pen_names
        self._show(held[row] if 0 <= row < len(held) else NEW)

    def _show(self, pen_name: PenName) -> None:
        self._held = pen_name
        self.name.setText(pen_name.name)
        self.sheet.show_pen_name(pen_name)
        self.wrong.hide()
        self.posts.show_posts(pen_name.posts)
        for name, action in self.draws.items():
            action.setEnabled(self.fields[name].isEnabled())  # what was drawn stays
        self.links.look(pen_name.name)
        self._wait(False)

    def _check(self) -> bool:
        """Say what is wrong where it is; whether nothing is."""
        truth, by_chance = dict(self._window.true_values), self._held.randomized
        name = self.name.text() or "-"
        wrong = wrong_with(name, self.sheet.values, self._attributes, truth, knowledge(), by_chance)
        self.sheet.complain(wrong)
        self._complain("\n".join(wrong.together))
        return not wrong

    def _complain(self, sentence: str) -> None:
        self.wrong.setText(sentence)
        self.wrong.setVisible(bool(sentence))

    def _filled_in(self) -> PenName | None:
        """The sheet as a pen name, or None with what is wrong said."""
        if not self._check():
            return None
        try:
            sheet = filled_in(self._held, self.name.text(), self.sheet.values, self._attributes)
            return msgspec.structs.replace(sheet, posts=self.posts.posts)
        except BadInput as error:
            self._complain(str(error))
            return None

    def _suggest(self) -> None:
        """Fill in what is empty, after what is published was read: readers believe that already."""
        if not self._check():
            return
        open_fields = [f for f in self.fields.values() if f.isEnabled() and not f.value.strip()]
        if open_fields and self.posts.posts:
            self._wait(True)
            self.work.start("", self.posts.posts)
            self.bar.begin()
        else:
            self._fill_in(())

    def _wait(self, waits: bool) -> None:
        """While the posts are read the sheet stays the one asked about. A name comes before all else."""
        for part in (self.names, self.name, self.sheet, self.posts, self.suggest):
            part.setEnabled(not waits)
        for button in (self.random, self.save, self.write):
            button.setEnabled(not waits and bool(self.name.text().strip()))
        self.new.setEnabled(not waits)
        self.remove.setEnabled(not waits and bool(self._held.name))

    def _read(self, reading: AuthorHistoryReading | None, error: PennameError | None) -> None:
        self._wait(False)
        if reading is not None:
            self._fill_in(reading.published)
        elif not isinstance(error, Cancelled):
            self._complain(str(error))

    def _fill_in(self, published: Sequence[Inference]) -> None:
        name, values = self.name.text() or "-", self.sheet.values
        try:
            sheet = filled_in(self._held, name, values, self._attributes)
            truth = dict(self._window.true_values)
            found, left_out = suggested(sheet, self._attributes, truth, knowledge(), published)
        except BadInput as error:
            self._complain(str(error))
            return
        self.sheet.fill_in(found, left_out)
        self._check()
        if differing := check(sheet, published, knowledge()):
            self._complain("\n".join(differing))

    def _offer_chance(self, attribute: Attribute) -> None:
        """A draw is kept at once: one that could be thrown away and drawn again would promise nothing."""
        pen_name = self._filled_in()
        if pen_name is None:
            return
        truth = dict(self._window.true_values).get(attribute.name, "")
        self.chance = ChanceDialog(self._window.vault.jobs, pen_name, attribute, truth, self)
        self.chance.drawn.connect(lambda drawn: self._keep(drawn, self._saved))
        self.chance.open()

    def _show_history(self) -> None:
        name = self.name.text() or self._held.name or "-"
        sheet = msgspec.structs.replace(self._held, name=name, posts=self.posts.posts)
        self.history = AuthorHistoryDialog(self._window, sheet, self)
        self.history.open()

    def done(self, result: int) -> None:
        """Close; what is being read is no longer needed."""
        self.work.abandon()
        self.reading.leave()
        super().done(result)

    def _save(self, then: Callable[[PenName], None]) -> None:
        """Keep what is on the sheet, under another name too; `then` follows."""
        pen_name = self._filled_in()
        if pen_name is not None:
            self._keep(pen_name, then)

    def _keep(self, pen_name: PenName, then: Callable[[PenName], None]) -> None:
        before, vault = self._held.name, self._window.vault

        def saved() -> None:
            if pen_name.unread:
                self.reading_bar.begin()
                self.reading.start(pen_name)
            if before and before.casefold() != pen_name.name.casefold():
                vault.change(
                    lambda service: service.remove_pen_name(before),
                    lambda: then(pen_name),
                    self._complain,
                )
            else:
                then(pen_name)

        vault.change(lambda service: service.save_pen_name(pen_name), saved, self._complain)

    def _saved(self, pen_name: PenName) -> None:
        names = [one.name for one in self._window.vault.pen_names]
        self._list(names.index(pen_name.name))
        self._window.status.tell(tr("Saved"))

    def _posts_read(self, _none: object, _error: object) -> None:
        self.links.look(self._held.name)

    def _take_told(self) -> None:
        """What posts tell may have been kept meanwhile: it must not be lost with the next Save."""
        kept = next((one for one in self._window.vault.pen_names if one.name == self._held.name), NEW)
        told = {post.text: post.told for post in kept.posts if post.told is not None}
        self._held = self._held.with_told(told)
        self.posts.posts = msgspec.structs.replace(self._held, posts=self.posts.posts).with_told(told).posts

    def _remove(self) -> None:
        posts = len(self._held.posts)
        sure = self._window.confirm(
            self,
            tr("Remove this pen name?"),
            tr_count(
                "Its values and {count} post kept with it are deleted, too.",
                "Its values and {count} posts kept with it are deleted, too.",
                posts,
            ),
            tr("Remove"),
        )
        if sure and self._held.name:
            name = self._held.name
            self._window.vault.change(
                lambda vault: vault.remove_pen_name(name), lambda: self._list(0), self._complain
            )

    def _write_as(self, pen_name: PenName) -> None:
        self._window.write_as(pen_name)
        self._window.status.tell(tr("This text is written under the pen name"))
        self.accept()

    def _rewrite_posts(self, pen_name: PenName) -> None:
        """They are its posts themselves: nothing in them is to be held against what its posts tell."""
        try:
            flow = self._window.place_posts([("", Intake(post.text)) for post in pen_name.posts]).flow
        except BadInput as error:
            self._complain(str(error))
            return
        self._window.write_as(pen_name)
        flow.change_goal(msgspec.structs.replace(flow.goal, pen_name=""))
        self.accept()


def _posts_of(flow: SessionFlow) -> tuple[Post, ...]:
    """The text in front as posts; of a single one with what was read of it, if it stands as it was read."""
    view = flow.view
    read = view is not None and view.judged and flow.result == view.text and len(flow.results) == 1
    told = told_by(view.inferences, view.verdicts) if view and read else None
    return tuple(Post(text, told=told) for text in flow.results if text.strip())


def show(window: Window) -> PenNamesDialog | None:
    """Open the pen names; where nothing is kept yet, first the way to keep them."""
    if window.vault.state is not VaultClientState.OPEN:
        vault_dialogs.keep(window)
        return None
    dialog = PenNamesDialog(window, window.attributes)
    dialog.open()
    return dialog
