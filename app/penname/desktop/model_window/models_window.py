"""The models: what is here, what fits this computer, what can be fetched or taken in, and who does what."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from penname.desktop.model_window import model_switch
from penname.desktop.model_window.columns import ModelColumns, column_heads, section_title
from penname.desktop.model_window.model_card import ModelCard
from penname.desktop.model_window.model_import import ImportBar, model_in
from penname.desktop.model_window.model_roles import RoleFold, jobs_of
from penname.desktop.models.model_list import sections
from penname.desktop.models.model_rows import ModelAction, Section
from penname.desktop.models.model_words import computer_words
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell.window import Window
from penname.desktop.style.sizes import grown_size
from penname.desktop.texts import clipboard
from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.button_row import plain_button
from penname.desktop.widgets.notice import Notice
from penname.desktop.widgets.scrolled import scrolled
from penname.desktop.widgets.small_buttons import FoldButton
from penname.desktop.widgets.text_label import text_label
from penname.models.catalog import CatalogEntry
from penname.sessions.model_service import ModelInventory, hub_host

SIZE = (1008, 640)
_SIDE, _LIST_MARGIN = 24, 12


class ModelsWindow(QDialog):
    """A list that stays open beside the text; what it started goes on after it is closed."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._client = window.model_client
        self._layout: tuple[tuple[str, ...], ...] = ()  # which cards stand where
        self._words = 0  # of the text in front
        self._timed = False  # something is known of the models' speed
        self._heads: ModelColumns | None = None
        self._links: dict[str, str] = {}
        self.cards: dict[str, ModelCard] = {}
        self.more = FoldButton()
        self.more.toggled.connect(lambda _open: self.show_inventory())
        self.setWindowTitle(tr("Models"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAcceptDrops(True)
        self.resize(grown_size(*SIZE))
        explained = text_label(
            tr(
                "The model reads and rewrites your text on this computer. A larger one usually sees more, "
                "and needs more memory and time."
            )
        )
        self.computer = text_label("", "muted")
        self.notice = Notice()
        self._list = vertical(spacing=4, margins=(0, 0, _LIST_MARGIN, 0))
        rows = QWidget()
        rows.setLayout(self._list)
        self.area = scrolled(rows)
        self.bar = ImportBar(self._client)
        self.bar.wanted.connect(self._pick_file)
        self.roles = RoleFold(window)
        foot = horizontal((self.bar, 1), plain_button(tr("Close"), self.close))
        vertical(
            explained,
            self.computer,
            self.notice,
            (self.area, 1),
            self.roles,
            foot,
            on=self,
            spacing=12,
            margins=(_SIDE, 16, _SIDE, 16),
        )
        self._client.changed.connect(self.show_inventory)
        self._client.told.connect(self._tell)
        window.model_changed.connect(self.show_inventory)
        window.settings_changed.connect(self.show_inventory)
        window.page_changed.connect(self._follow_text)
        self._client.refresh()
        self.show_inventory()

    def show_inventory(self) -> None:
        """Show what is known now; cards are made again only when there are others."""
        inventory = self._client.inventory
        for card in self.cards.values():
            card.set_theme(self._window.theme)
        self._complain(self._client.error or " ".join(inventory.complaints if inventory else ()))
        self.bar.show_inventory()
        if inventory is None:
            self.computer.setText(tr("Looking at this computer…"))
            return
        self.computer.setText(computer_words(inventory.hardware))
        self.roles.show_models(inventory.installed)
        jobs = jobs_of(self._window.settings)
        self._words = self._count_words()
        client = self._client
        found = sections(inventory, client.transfers, jobs, hub_host(), self._words, client.trying)
        arranged = tuple((section.title, *(row.name for row in section.rows)) for section in found)
        if arranged != self._layout:
            self._layout = arranged
            self._arrange(found)
        for section in found:
            for row in section.rows:
                self._links[row.name] = row.link
                self.cards[row.name].show_row(row)
                self.cards[row.name].setVisible(self.more.isChecked() or row.name not in section.folded)
        folded = len(found[-1].folded)
        self.more.name(tr_count("{count} more model", "{count} more models", folded))
        self.more.setVisible(bool(folded))
        self._timed = any(row.speed.words for section in found for row in section.rows)
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # Enter belongs to the field it is in
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if model_in(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        if path := model_in(event.mimeData()):
            self._client.import_file(path)

    def do(self, name: str, action: ModelAction) -> None:
        """What a card asks for."""
        client = self._client
        match action:
            case ModelAction.USE:
                model_switch.use_model(self._window, name)
            case ModelAction.DOWNLOAD | ModelAction.RESUME:
                self._fetch(name)
            case ModelAction.PAUSE:
                client.pause(name)
            case ModelAction.CANCEL if name in client.transfers and client.transfers[name].asking:
                client.leave(name)
            case ModelAction.CANCEL:
                client.cancel(name)
            case ModelAction.DISCARD:
                client.discard(name)
            case ModelAction.TRY:
                client.try_out(name)
            case ModelAction.STOP_TRYING:
                client.stop_trying()
            case ModelAction.CHECK:
                client.check_file(name)
            case ModelAction.DELETE:
                self._delete(name)
            case ModelAction.COPY_LINK:
                self._copy_link(name)

    def _count_words(self) -> int:
        return len(self._window.page.flow.result.split())

    def _follow_text(self, page: SessionPage) -> None:
        if page is self._window.page and self._count_words() != self._words:
            self.show_inventory()

    def _fit_columns(self) -> None:
        width = self.width() - 2 * _SIDE - _LIST_MARGIN - self.area.verticalScrollBar().sizeHint().width()
        for columns in (self._heads, *(card.columns for card in self.cards.values())):
            if columns is not None:
                columns.fit(width, self._timed)

    def _fetch(self, name: str) -> None:
        transfer = self._client.transfers.get(name)
        if transfer is not None and transfer.progress is not None:
            self._client.resume(name)
            return
        entry = self._entry(name)
        if not self._window.settings.network_told and not (transfer and transfer.asking):
            self._client.ask(entry)
            return
        self._window.change_settings(network_told=True)
        self._client.download(entry)

    def _fetch_with(self, name: str, token: str) -> None:
        self._client.download(self._entry(name), token)

    def _delete(self, name: str) -> None:
        model = next(model for model in self._known.installed if model.name == name)
        sure = self._window.confirm(
            self,
            tr("Remove {model}?", model=model.title),
            tr("Its file is deleted from this computer. You can download or import it again."),
            tr("Remove"),
        )
        if sure:
            self._client.remove(name)

    def _copy_link(self, name: str) -> None:
        link = self._links[name]
        clipboard.put(link)
        self._tell(tr("Copied: {link}", link=link))

    def _pick_file(self) -> None:
        kinds = tr("Models (*.gguf);;All files (*)")
        if path := QFileDialog.getOpenFileName(self, tr("Import a file"), "", kinds)[0]:
            self._client.import_file(path)

    @property
    def _known(self) -> ModelInventory:
        assert self._client.inventory is not None
        return self._client.inventory

    def _entry(self, name: str) -> CatalogEntry:
        return next(entry for entry in self._known.catalog if entry.name == name)

    def _tell(self, sentence: str) -> None:
        self.notice.say("", sentence, answers={tr("Hide this"): self.notice.clear})

    def _complain(self, sentence: str) -> None:
        if sentence:
            self.notice.say("", sentence, "error", {tr("Hide this"): self._put_away})

    def _put_away(self) -> None:
        self._client.error = ""
        self.notice.clear()

    def _arrange(self, found: tuple[Section, ...]) -> None:
        names = {row.name for section in found for row in section.rows}
        for name in [name for name in self.cards if name not in names]:
            self.cards.pop(name).deleteLater()
        while (item := self._list.takeAt(0)) is not None:
            part = item.widget()
            if part is not None and part is not self.more and not isinstance(part, ModelCard):
                part.deleteLater()
        self._heads = column_heads(found[0].title)
        for section in found:
            first = section is found[0]
            self._list.addSpacing(0 if first else 12)
            self._list.addWidget(self._heads if first else section_title(section.title))
            if not section.rows:
                self._list.addWidget(text_label(section.empty, "muted"))
            for row in section.rows:
                self._list.addWidget(self.cards.get(row.name) or self._card(row.name))
        self._list.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)
        self._list.addStretch(1)

    def _card(self, name: str) -> ModelCard:
        card = self.cards[name] = ModelCard(name, self._window.theme)
        card.asked.connect(self.do)
        card.token_given.connect(self._fetch_with)
        return card


def show(window: Window) -> ModelsWindow:
    """Open the list, or bring the open one to the front."""
    opened = window.findChild(ModelsWindow)
    models = opened if isinstance(opened, ModelsWindow) else ModelsWindow(window)
    models.show()
    models.raise_()
    models.activateWindow()
    return models
