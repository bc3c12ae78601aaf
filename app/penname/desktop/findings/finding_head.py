"""The line of the rail that a finding is opened and closed with."""

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QStyle

from penname.desktop.findings.finding_view import Fate, FindingView
from penname.desktop.session.findings import against_posts_explained
from penname.desktop.style.colours import blend
from penname.desktop.style.stylesheet import GRID
from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.widgets.tooltips import plain_tooltip
from penname.desktop.widgets.wrapping import wrapping

_EDGE = 10  # from the sides of the rail
_SIGN = 3 * GRID  # the sign's side, for the usual letters


class FindingHead(QAbstractButton):
    """Two painted lines of the same height for every finding: what it is and how plain, the guess and what
    becomes of it; in a strip, all in one. Under a pen name one more: what it adds to the posts. Checked while
    it is open.
    """

    def __init__(self, theme: Theme, view: FindingView, sign: str) -> None:
        super().__init__()
        self._theme = theme
        self._view = view
        self._sign = sign
        self.in_strip = False
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_finding(self, view: FindingView) -> None:
        """Show it as it stands now."""
        grows = bool(view.told) != bool(self._view.told)
        self._view = view
        self.setAccessibleName(view.spoken)
        told = against_posts_explained(view.against) if view.against else ""
        explained = (view.explained if view.verdict else "", told)
        self.setToolTip(plain_tooltip("\n".join(filter(None, explained))))
        if grows:
            self.updateGeometry()
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        self._theme = theme
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        small = [self._theme.small] * (bool(self._view.told) + (not self.in_strip))
        lines = (QFontMetrics(self._font(size)).height() for size in (self._theme.body, *small))
        return QSize(_EDGE * 20, sum(lines) + 2 * GRID)

    def nextCheckState(self) -> None:
        """Whether it is open is said by whoever opens and closes findings."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            event.ignore()  # Qt would walk through every control; the rail goes from finding to finding
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not _held(event):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, view = self._theme, self._view
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        back = theme.selected_row if self.isChecked() else theme.surface
        if self.underMouse():
            back = blend(back, theme.text, 0.04)
        chosen = theme.text if theme.sharp and self.isChecked() else back
        painter.setPen(QPen(QColor(theme.accent if self.hasFocus() else chosen), 2))
        painter.setBrush(QColor(back))
        painter.drawRoundedRect(self.rect().adjusted(3, 1, -3, -1), 6, 6)

        large, small = self._font(theme.body), self._font(theme.small)
        fold = QFontMetrics(large).horizontalAdvance("▾")
        side = max(_SIGN, QFontMetrics(small).height() + 4)
        self._paint_fold(painter, QRect(_EDGE, 0, fold, self.height()), back)
        left = _EDGE + fold + 6
        self._paint_sign(painter, QRect(left, (self.height() - side) // 2, side, side), back)
        left += side + GRID
        upper = QRect(left, GRID, self.width() - left - _EDGE, QFontMetrics(large).height())
        lower = upper.translated(0, upper.height())
        lower.setHeight(QFontMetrics(small).height())
        told_above = view.fate is Fate.HIDDEN and not self.in_strip  # by the fold
        verdict = f"{_shape(view)} {view.exception}" if view.exception and not told_above else ""
        room = upper.width() - QFontMetrics(self._font(theme.body, bold=True)).horizontalAdvance(
            view.attribute.label
        )
        measured = QFontMetrics(small)
        if measured.horizontalAdvance(verdict) + GRID > room:
            verdict = _shape(view)
        told = (verdict, small, theme.ink(_colour(view, theme), back))
        words = theme.ink(theme.muted, back) if self._settled else theme.text
        self._paint_line(
            painter, upper, (view.attribute.label, self._font(theme.body, bold=True), words), told
        )
        last = lower.translated(0, lower.height())
        if self.in_strip:
            last = lower
            lower = upper.adjusted(
                upper.width() - room + GRID, 0, -measured.horizontalAdvance(verdict) - GRID, 0
            )
        self._paint_line(
            painter,
            lower,
            (wrapping(view.summary), small, words),
            (view.standing, small, theme.ink(theme.muted, back)),
        )
        self._paint_words(painter, last, wrapping(view.told), small, theme.ink(theme.muted, back))

    @property
    def _settled(self) -> bool:
        """Whether it stands back: it is no longer found, and not looked at."""
        return self._view.fate is Fate.HIDDEN and not self.isChecked()

    def _paint_fold(self, painter: QPainter, place: QRect, back: str) -> None:
        closed = "◂" if self.isRightToLeft() else "▸"
        painter.setFont(self._font(self._theme.small))
        painter.setPen(QColor(self._theme.ink(self._theme.muted, back)))
        painter.drawText(
            self._mirrored(place), Qt.AlignmentFlag.AlignCenter, "▾" if self.isChecked() else closed
        )

    def _paint_sign(self, painter: QPainter, place: QRect, back: str) -> None:
        colour = self._theme.muted if self._settled else self._view.attribute.colour
        tint = self._theme.tint(colour, back)
        painter.setPen(QPen(QColor(self._theme.stroke(colour, back)), 1.2))
        painter.setBrush(QColor(tint))
        painter.drawRoundedRect(self._mirrored(place), 5, 5)
        painter.setFont(self._font(self._theme.small - (len(self._sign) > 2) * 3, bold=True))
        painter.setPen(QColor(self._theme.ink(colour, tint)))
        painter.drawText(self._mirrored(place), Qt.AlignmentFlag.AlignCenter, self._sign)

    def _paint_line(
        self, painter: QPainter, line: QRect, first: tuple[str, QFont, str], last: tuple[str, QFont, str]
    ) -> None:
        """`first` at the reading side, shortened to what `last` leaves at the other one."""
        words, font, colour = last
        wide = min(QFontMetrics(font).horizontalAdvance(words) + 1, line.width() * 2 // 3)
        place = QRect(line.right() + 1 - wide, line.top(), wide, line.height())
        self._paint_words(painter, place, words, font, colour)
        words, font, colour = first
        self._paint_words(
            painter, line.adjusted(0, 0, -wide - (GRID if wide > 1 else 0), 0), words, font, colour
        )

    def _paint_words(self, painter: QPainter, place: QRect, words: str, font: QFont, colour: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, place.width())
        painter.drawText(
            self._mirrored(place), Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, shown
        )

    def _mirrored(self, place: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), self.rect(), place)

    def _font(self, size: int, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(size)
        font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
        return font


def _shape(view: FindingView) -> str:
    """A sign of its own for each thing that can be true: colours are not seen by everyone."""
    done = {Fate.HIDDEN: "✓", Fate.PARTLY_CHANGED: "◐"}
    return done.get(view.fate) or (VERDICT_SHAPES[view.validity] if view.validity else "")


def _colour(view: FindingView, theme: Theme) -> str:
    if view.fate is Fate.HIDDEN:
        return theme.muted  # green, it would promise that nobody finds it
    return theme.verdict(view.validity) if view.validity else theme.muted


def _held(event: QKeyEvent) -> bool:
    """Whether Ctrl, Shift, Alt or the like is held: then it is a shortcut of the window."""
    return bool(event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier)
