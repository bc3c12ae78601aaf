"""A text with its evidence: underlined, named beside each line, told by a card and to screen readers."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from penname.desktop.style.theme import Theme
from penname.desktop.texts.evidence_gutter import MOST, EvidenceGutter
from penname.desktop.texts.evidence_words import by_weight, card, listed, told
from penname.desktop.texts.marks import MarkStyle, TextMark, initials
from penname.desktop.texts.segments import Claim, Evidence, by_strength
from penname.desktop.texts.text_view import TextView
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.inferences import Validity
from penname.domain.tokens import is_boundary

LOCKED = object()  # the key of marks on phrases that stay


class EvidenceView(TextView):
    """F8 and Shift+F8 walk through the evidence, Enter through that of the selected attribute."""

    evidence_chosen = Signal(str)  # the attribute whose evidence was clicked or reached by keyboard
    attribute_clicked = Signal(str)  # whose sign beside the text was clicked; "": none is selected any more
    phrase_marked = Signal(object, str)  # phrase, attribute name: "This gives away ..."
    phrase_locked = Signal(object)  # "Never change this"; no `str`, see `clipboard`

    _gutter: EvidenceGutter | None = None  # none while the base class is being built

    def __init__(self, theme: Theme, parent: QWidget | None = None, bold: bool = True) -> None:
        super().__init__(theme, parent, bold)
        self._attributes: dict[str, Attribute] = {}
        self._initials: dict[str, str] = {}
        self._evidence: tuple[Evidence, ...] = ()
        self._gutter = EvidenceGutter(self, self._layer.evidence)
        self._gutter.clicked.connect(self._click_sign)
        self._gutter.more_wanted.connect(self._offer)
        self._gutter.asked.connect(self._tell)
        self.mark_chosen.connect(self._choose)
        self.can_mark = True  # whether anything can be said of phrases now

    @property
    def selected_attribute(self) -> str:
        """The attribute whose evidence has its colour, or ""."""
        return self._layer.evidence.selected

    def set_attributes(self, attributes: Sequence[Attribute]) -> None:
        """The attributes phrases can be marked for, and whose colours evidence takes."""
        self._attributes = {attribute.name: attribute for attribute in attributes}
        self._initials = initials([attribute.label for attribute in attributes])
        if self._gutter:
            self._gutter.expect(tuple(self._initials.values()))

    def mark_evidence(
        self,
        evidence: Sequence[Evidence],
        locked: Sequence[tuple[int, int]] = (),
        others: Sequence[TextMark] = (),
    ) -> None:
        """Underline the evidence and frame what is locked, replacing all marks before; show `others`, too.

        Evidence that is not judged are words changed because of it: seen once it is selected, and not told.
        """
        self._evidence = tuple(evidence)
        shown = [one for one in evidence if one.validity is not Validity.INVALID]
        stays = tr("No rewrite changes these words")
        frames = [TextMark(start, end, MarkStyle.LOCKED, LOCKED, stays) for start, end in locked]
        self.set_marks([*frames, *others, *(self._mark(one) for one in shown)])
        words = listed(self.text, [one for one in shown if _is_read(one.validity)], self._label)
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)

    def phrase_at(self, point: QPoint | None = None) -> str:
        """The selected words, else the word at `point` (or at the cursor), whole; "" where there are none."""
        start, end = self.selected
        if start == end and point is not None:
            marked = self.marks_at(point)
            offset = self.offset_at(point)
            start, end = (marked[0].start, marked[0].end) if marked else (offset, offset)
        start, end = whole_words(self.text, start, end)
        return self.text[start:end]

    def add_marking_entries(self, menu: QMenu, phrase: str) -> None:
        """Fill `menu` with what can be said about `phrase`; the window's menu bar takes it, too."""
        gives_away = menu.addMenu(tr("This gives away"))
        self.add_attributes(gives_away, phrase)
        lock = menu.addAction(tr("Never change this"))
        lock.triggered.connect(lambda: self.say(self.phrase_locked, phrase))
        for action in (gives_away.menuAction(), lock):
            action.setEnabled(bool(phrase) and self.can_mark)

    def add_attributes(self, menu: QMenu, phrase: str) -> None:
        """What `phrase` may give away, one entry an attribute."""
        for attribute in self._attributes.values():
            action = menu.addAction(attribute.label)
            action.setToolTip(attribute.description)
            action.triggered.connect(
                lambda _=False, name=attribute.name: self.say(self.phrase_marked, phrase, name)
            )

    def say(self, signal: SignalInstance, *said: str) -> None:
        """Tell what the user said of the selection, which has served its purpose."""
        cursor = self.textCursor()
        cursor.clearSelection()
        self.setTextCursor(cursor)
        signal.emit(*said)

    def forget_evidence(self) -> None:
        """It belongs to the text it was found in."""
        self._layer.evidence.selected = ""
        self.mark_evidence(())

    def settle(self, gone: frozenset[str]) -> None:
        """Let the signs of what is no longer found stand back, unless it is selected."""
        self._layer.evidence.gone = gone
        self._fit_gutter()

    def select_attribute(self, name: str) -> None:
        """Give the evidence of an attribute its colour and let all else stand back; "" ends that."""
        self._layer.evidence.selected = name
        self.viewport().update()
        self._fit_gutter()

    def has_evidence(self, attribute: str) -> bool:
        """Whether words that give this away are marked."""
        return attribute in self._layer.evidence.known

    def jump_to_evidence(self, attribute: str) -> None:
        """Select the phrase that most of an attribute rests on; from one of them the next, round the end."""
        own = [one for one in self._evidence if one.attribute == attribute]
        spans = [(one.start, one.end) for one in by_weight(own)]
        if spans:
            following = spans.index(self.selected) + 1 if self.selected in spans else 0
            self.select(*spans[following % len(spans)])

    def set_marks(self, marks: Sequence[TextMark]) -> None:
        """Show these marks and no others, and beside them what they give away."""
        super().set_marks(marks)
        self._fit_gutter()

    def set_theme(self, theme: Theme) -> None:
        """Apply another theme's colours and sizes."""
        super().set_theme(theme)
        self._fit_gutter()

    def tooltip_of(self, marks: Sequence[TextMark]) -> str:
        """A card of what is read from these words, else what the marks say of themselves."""
        told = [mark for mark in marks if mark.validity and _is_read(mark.validity)]
        weights: dict[str, float] = {}
        for mark in told:
            if mark.weight is not None:
                weights[str(mark.key)] = max(mark.weight, weights.get(str(mark.key), mark.weight))
        claims = [(str(mark.key), mark.validity) for mark in told if mark.validity]
        return self._card(claims, weights) or super().tooltip_of(marks)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        elsewhere = not self.textCursor().hasSelection() and not self.marks_at(event.position().toPoint())
        if elsewhere and self.selected_attribute:
            self._click_sign(self.selected_attribute)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if enter and plain and self.isReadOnly() and self.selected_attribute:
            self.jump_to_evidence(self.selected_attribute)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_gutter()

    def _mark(self, one: Evidence) -> TextMark:
        known = self._attributes.get(one.attribute)
        colour, initial = (known.colour, self._initials[known.label]) if known else ("#777777", "?")
        return TextMark(
            one.start,
            one.end,
            MarkStyle.EVIDENCE,
            one.attribute,
            told(one, self._label(one.attribute)),
            colour,
            initial,
            one.validity,
            continues=not _is_read(one.validity),
            weight=one.weight,
        )

    def _label(self, name: str) -> str:
        return self._attributes[name].label if name in self._attributes else name

    def _choose(self, key: object) -> None:
        if key in self._layer.evidence.known:
            self.select_attribute(str(key))
            self.evidence_chosen.emit(str(key))

    def _click_sign(self, name: str) -> None:
        """Select an attribute; once more ends that."""
        name = "" if name == self.selected_attribute else name
        self.select_attribute(name)
        self.attribute_clicked.emit(name)

    def _offer(self, place: QPoint, names: Sequence[str]) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name in names:
            action = menu.addAction(self._label(name))
            action.triggered.connect(lambda _=False, name=name: self._click_sign(name))
        menu.popup(place)

    def _tell(self, place: QPoint, names: Sequence[str]) -> None:
        claims = ((one.attribute, one.validity) for one in self._evidence if one.attribute in names)
        said = self._card(claims, {})
        if (more := len(names) - MOST) > 0:
            head = tr_count(
                "{count} more clue on this line. Click to choose one",
                "{count} more clues on this line. Click to choose one",
                more,
            )
            said = f"<qt><p>{head}</p>{said.removeprefix('<qt>')}"
        QToolTip.showText(place, said, self)

    def _card(self, claims: Iterable[Claim], weights: Mapping[str, float]) -> str:
        guesses = {one.attribute: one.guess for one in self._evidence if one.guess}
        return card(by_strength(claims), guesses, self._attributes, self._theme, weights)

    def _fit_gutter(self) -> None:
        if self._gutter:
            self._gutter.fit()


def _is_read(validity: Validity) -> bool:
    return validity is not Validity.NOT_JUDGED


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """[start, end) grown to whole words, without spaces around them: what can be found again in the text."""
    if start == end and text[end : end + 1].isalnum():
        end += 1
    elif start == end and start > 0 and text[start - 1].isalnum():
        start -= 1
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if start < end:
        while not is_boundary(text, start):
            start -= 1
        while not is_boundary(text, end):
            end += 1
    return start, end
