"""The setting for a model that labels names: which folder it lies in, tried as soon as it is chosen."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from penname.desktop.background.job_thread import Job
from penname.desktop.chatbot.kind_words import kind_label
from penname.desktop.shell.window import Window
from penname.desktop.translate import tr
from penname.desktop.widgets.boxes import vertical
from penname.desktop.widgets.button_row import plain_button, row_of
from penname.desktop.widgets.text_label import text_label
from penname.domain.errors import PennameError
from penname.engine.tagging.client import missing_packages
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import all_kinds


class NamesModelRow(QWidget):
    """Only a folder that was tried and found good becomes the setting."""

    def __init__(self, window: Window) -> None:
        super().__init__()
        self._window = window
        self._ended = False
        self._missing = missing_packages()
        self.choose = plain_button(tr("Choose a folder…"), self._choose)
        self.remove = plain_button(tr("Use no model"), self._remove)
        self.chosen = text_label(wraps=False)
        self.words = text_label(role="muted")
        self.refusal = text_label(role="error")
        head = row_of(self.choose, self.remove)
        head.insertWidget(2, self.chosen)
        vertical(head, self.words, self.refusal, on=self, spacing=6)
        self._show()

    def use(self, folder: str) -> None:
        """Try the model in `folder`, and take it if it labels names; otherwise say why not."""
        self._say(tr("Trying the model…"))
        self.choose.setEnabled(False)

        def examine() -> frozenset[Kind]:
            from penname.pseudonyms.models import names_model

            return names_model.examine(folder)

        job = Job(examine, self).success(lambda kinds: self._take(folder, kinds)).failure(self._refuse)
        self._window.jobs.submit(job)

    def end(self) -> None:
        """The window that shows it is closing; a model that is being tried is not taken."""
        self._ended = True
        self._window.jobs.stop(self)

    def _choose(self) -> None:
        before = self._window.settings.names_model
        folder = QFileDialog.getExistingDirectory(self, tr("The folder of a names model"), before)
        if folder:
            self.use(folder)

    def _remove(self) -> None:
        self._window.change_settings(names_model="")
        self._show()

    def _take(self, folder: str, kinds: frozenset[Kind]) -> None:
        if self._ended:
            return
        self._window.change_settings(names_model=folder)
        self._show()
        found = ", ".join(kind_label(kind) for kind in all_kinds() if kind in kinds)
        self._say(tr("It was tested and works. It labels: {kinds}.", kinds=found))

    def _refuse(self, error: PennameError) -> None:
        if self._ended:
            return
        self._show()
        self._say(str(error), wrong=True)

    def _show(self) -> None:
        folder = self._window.settings.names_model
        self.chosen.setText(Path(folder).name if folder else "")
        self.chosen.setToolTip(folder)
        self.remove.setVisible(bool(folder))
        self.choose.setVisible(not self._missing)
        self.choose.setEnabled(True)
        if not self._missing:
            self._say(
                tr(
                    "A token-classification model of your own can look for names in texts for chatbots, in "
                    "addition to the rules. It runs on this computer."
                )
            )
        elif getattr(sys, "frozen", False):
            self._say(
                tr(
                    "This build of Penname cannot run models that label names; Penname installed with “pip "
                    "install penname[ner]” can. The rules look for names in any case."
                )
            )
        else:
            self._say(
                tr(
                    "Models that label names need packages that are not installed: {packages}. “pip install "
                    "penname[ner]” installs them. The rules look for names in any case.",
                    packages=", ".join(self._missing),
                )
            )

    def _say(self, sentence: str, *, wrong: bool = False) -> None:
        for label, is_meant in ((self.words, not wrong), (self.refusal, wrong)):
            label.setText(sentence if is_meant else "")
            label.setVisible(is_meant)
