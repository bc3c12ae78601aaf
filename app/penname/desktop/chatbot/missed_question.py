"""The question before a text is copied: words that may be names are still in it."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from penname.desktop.translate import tr, tr_count
from penname.desktop.widgets.notice import Notice
from penname.pseudonyms.plain import plain

_SHOWN = 28  # characters of a phrase


class MissedQuestion(Notice):
    """Asks once for each word: one that was said to be no name does not hold up the next copy."""

    hide_wanted = Signal(object)  # the phrases
    copy_wanted = Signal()  # none of them is private
    asking = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, stacked=True)
        self._asked: tuple[str, ...] = ()
        self._answered: set[str] = set()

    def holds_up(self, phrases: Sequence[str]) -> bool:
        """Ask about those of `phrases` that were not asked about; whether there are any."""
        self._asked = tuple(phrase for phrase in phrases if plain(phrase) not in self._answered)
        if not self._asked:
            self.clear()
            return False
        names = tr(", ").join(tr("“{words}”", words=shortened(phrase)) for phrase in self._asked)
        self.say(
            "",
            tr_count(
                "Did we miss a name? This stays readable: {names}",
                "Did we miss a name? These stay readable: {names}",
                len(self._asked),
                names=names,
            ),
            answers={
                tr_count("&Hide it", "&Hide them", len(self._asked)): self._hide,
                tr("Copy any&way"): self._copy,
            },
        )
        self.buttons[0].setProperty("primary", True)
        self.asking.emit(True)
        self.buttons[0].setFocus()
        return True

    def follow(self, phrases: Sequence[str]) -> None:
        """These are left of the words that may be names: a question about others is taken back."""
        if not self.isHidden() and not set(self._asked) <= set(phrases):
            self.clear()

    def clear(self) -> None:
        """Ask nothing."""
        super().clear()
        self.asking.emit(False)

    def begin_anew(self) -> None:
        """Another text, or another conversation: nothing was asked in it."""
        self._answered.clear()
        self.clear()

    def _hide(self) -> None:
        self.clear()
        self.hide_wanted.emit(self._asked)

    def _copy(self) -> None:
        self._answered.update(map(plain, self._asked))
        self.clear()
        self.copy_wanted.emit()


def shortened(phrase: str) -> str:
    """`phrase` in one line, and not too long for a button."""
    line = " ".join(phrase.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"
