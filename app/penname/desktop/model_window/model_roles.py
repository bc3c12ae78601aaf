"""Which model does what, for those who want two: one that reads and judges, another that rewrites."""

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QWidget

from penname.desktop.model_window import model_switch
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import horizontal, vertical
from penname.desktop.widgets.choice_box import choice_box
from penname.desktop.widgets.small_buttons import FoldButton
from penname.desktop.widgets.text_label import text_label
from penname.models.library import InstalledModel, installed_named
from penname.models.opening import writer_of
from penname.settings import Settings

SAME = ""  # the model that reads, or the writer that goes with it


def jobs_of(settings: Settings) -> dict[str, str]:
    """What each model that is in use does, by its name."""
    writer = settings.rewrite_model or writer_of(settings.model)
    if writer in ("", settings.model):
        return {settings.model: tr("Finds and rewrites what gives you away")}
    return {
        settings.model: tr("Finds what gives you away"),
        writer: tr("Rewrites what gives you away"),
    }


def title_of(name: str) -> str:
    """What the model of that name is called."""
    model = installed_named(name)
    return model.title if model else name


class RoleFold(QWidget):
    """Closed until asked for."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window
        self._models: tuple[tuple[str, str], ...] = ()
        self.fold = FoldButton(tr("Advanced: another model for rewriting"))
        self.inside = QWidget()
        self.fold.toggled.connect(self.inside.setVisible)
        self.rewriting = choice_box([(SAME, tr("The default"))], tr("The model that rewrites"))
        self.rewriting.setMaximumWidth(320)
        self.rewriting.activated.connect(lambda _index: self._choose(self.rewriting.currentData()))
        name = QLabel(tr("Rewrites are made by"))
        name.setBuddy(self.rewriting)
        why = text_label(tr("Two models need memory for both."), "muted", wraps=False)
        horizontal(name, self.rewriting, why, 1, on=self.inside, spacing=12, margins=(16, 0, 0, 0))
        layout = vertical(on=self, spacing=4)
        head = horizontal(self.fold, 1)
        layout.addLayout(head)
        layout.addWidget(self.inside)
        self.fold.setChecked(bool(window.settings.rewrite_model))
        self.inside.setVisible(self.fold.isChecked())

    def show_models(self, installed: Sequence[InstalledModel]) -> None:
        """Offer the models that can rewrite what another one has read: all but the starter."""
        models = tuple((m.name, m.title) for m in installed if m.entry is None or m.entry.repo is not None)
        if models != self._models:
            self._models = models
            self.rewriting.clear()
            self.rewriting.addItem(tr("The default"), SAME)
            for name, title in models:
                self.rewriting.addItem(title, name)
        chosen = self.rewriting.findData(self._window.settings.rewrite_model)
        self.rewriting.setCurrentIndex(max(0, chosen))
        self.rewriting.setEnabled(bool(models))

    def _choose(self, name: str) -> None:
        self.rewriting.setCurrentIndex(max(0, self.rewriting.findData(self._window.settings.rewrite_model)))
        model_switch.use_models(self._window, self._window.settings.model, name)
