"""Both themes can be read: every pair of text and what lies behind it has at least WCAG's contrast."""

import itertools
from dataclasses import replace
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontDatabase, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QFrame,
    QListWidget,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from penname.desktop.style import appearance
from penname.desktop.style import theme as themes
from penname.desktop.style.colours import READABLE, SHARP, VISIBLE, blend, contrast
from penname.desktop.style.stylesheet import palette, stylesheet
from penname.desktop.style.theme import VERDICT_SHAPES, Theme
from penname.desktop.style.window_style import window_stylesheet
from penname.desktop.widgets.restyle import restyle
from penname.domain.attributes import shipped_attributes
from penname.domain.inferences import Validity
from penname.domain.weights import Strength

ATTRIBUTES = shipped_attributes()
COLOURS = [attribute.colour for attribute in ATTRIBUTES] + ["#777777", "#FFFFFF", "#000000"]


LOOKS = {
    "light": themes.light(),
    "dark": themes.dark(),
    "sharp light": themes.sharpened(themes.light()),
    "sharp dark": themes.sharpened(themes.dark()),
}


@pytest.fixture(params=LOOKS)
def theme(request: pytest.FixtureRequest) -> Theme:
    return LOOKS[request.param]


@pytest.mark.parametrize("small", [13, 20])
def test_a_box_to_tick_is_as_large_as_the_letters(qapp: QApplication, qtbot: QtBot, small: int) -> None:
    appearance.apply(qapp, replace(themes.light(), small=small))
    box = QCheckBox("Words")
    qtbot.addWidget(box)
    box.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    seen = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    appearance.apply(qapp, themes.light())
    assert small <= seen.height() <= small * 1.2
    assert seen.width() == seen.height()


def test_contrast_is_wcags() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#FFFFFF", "#FFFFFF") == pytest.approx(1)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)  # the well-known near miss


def test_blend_is_a_share_of_both() -> None:
    assert blend("#000000", "#FFFFFF", 0.5) == "#808080"
    assert blend("#102030", "#FFFFFF", 0) == "#102030"
    assert blend("#102030", "#A0B0C0", 1) == "#A0B0C0"


def test_every_word_can_be_read_on_what_lies_behind_it(theme: Theme) -> None:
    everywhere = (theme.window, theme.surface, theme.raised)
    pairs = [
        *itertools.product((theme.text, theme.muted, theme.accent, theme.error), everywhere),
        (theme.on_accent, theme.accent),
        (theme.on_accent, blend(theme.accent, theme.text, 0.18)),
        (theme.on_selection, theme.selection),
        (theme.text, theme.selected_row),
        (theme.ink(theme.muted, theme.selected_row), theme.selected_row),
        (theme.removed, theme.removed_tint),
        (theme.added, theme.added_tint),
        (theme.doubted, theme.doubted_tint),
        (theme.muted, theme.surface),
        (theme.error, theme.error_tint),
        (theme.text, theme.error_tint),
        (theme.removed, theme.surface),
        (theme.added, theme.surface),
        *((theme.ink(c, theme.selected_row), theme.selected_row) for c in (theme.removed, theme.added)),
        *(
            (theme.verdict(validity), place)
            for validity in Validity
            for place in (theme.surface, theme.window)
        ),
        (theme.text, theme.found_tint),
        (theme.text, theme.locked_tint),
        *((theme.text, theme.weight_tint(strength)) for strength in (Strength.SOME, Strength.MUCH)),
        (theme.accent, theme.surface),
        *((theme.text, theme.tint(colour)) for colour in COLOURS),
        *((theme.ink(colour), theme.surface) for colour in COLOURS),
        *((theme.ink(colour, theme.tint(colour)), theme.tint(colour)) for colour in COLOURS),
    ]
    unreadable = [(*pair, contrast(*pair)) for pair in pairs if contrast(*pair) < READABLE]
    assert not unreadable


def test_lines_that_mean_something_can_be_seen(theme: Theme) -> None:
    pairs = [(theme.stroke(colour, theme.tint(colour)), theme.tint(colour)) for colour in COLOURS]
    pairs += [(colour, theme.surface) for colour in (theme.accent, theme.muted, theme.faded)]
    tints = [theme.weight_tint(strength) for strength in (Strength.SOME, Strength.MUCH)]
    pairs += [(theme.stroke(theme.muted, tint), tint) for tint in tints]
    assert all(contrast(*pair) >= VISIBLE for pair in pairs)


def test_the_more_rests_on_words_the_darker_is_what_lies_behind_them(theme: Theme) -> None:
    some, much = (contrast(theme.weight_tint(one), theme.surface) for one in (Strength.SOME, Strength.MUCH))
    assert 1.05 < some < much - 0.1


def test_what_stands_back_is_fainter_than_what_is_at_rest(theme: Theme) -> None:
    assert contrast(theme.faded, theme.surface) < contrast(theme.muted, theme.surface)


def test_the_palette_and_the_style_sheet_hold_the_themes_colours(theme: Theme) -> None:
    colours = palette(theme)
    assert colours.color(QPalette.ColorRole.Base).name().upper() == theme.surface
    assert colours.color(QPalette.ColorRole.Text).name().upper() == theme.text
    assert theme.accent in stylesheet(theme)
    assert "{" in stylesheet(theme)
    assert "{{" not in stylesheet(theme)


def test_the_rim_of_a_box_to_tick_can_be_seen(qtbot: QtBot, qapp: QApplication, theme: Theme) -> None:
    appearance.apply(qapp, theme)
    box = QCheckBox("Words")
    qtbot.addWidget(box)
    box.resize(200, 40)
    picture = box.grab().toImage()
    row = [picture.pixelColor(x, 20).name() for x in range(4)]  # its left edge
    assert max(contrast(colour, theme.window) for colour in row) >= VISIBLE


@pytest.mark.parametrize("look", LOOKS)
def test_surfaces_and_what_is_chosen_have_a_rim_where_shades_are_not_enough(
    qtbot: QtBot, qapp: QApplication, look: str
) -> None:
    theme = LOOKS[look]
    appearance.apply(qapp, theme)
    window = QWidget()
    window.setStyleSheet(window_stylesheet(theme))
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    strip, names = QFrame(), QListWidget()
    strip.setMinimumHeight(40)
    restyle(strip, "role", "panel")
    names.addItem("Chosen")
    names.setCurrentRow(0)
    column.addWidget(strip)
    column.addWidget(names)
    window.resize(300, 200)
    window.show()
    rim = strip.grab().toImage().pixelColor(150, 0).name().upper()
    assert rim == (theme.text if theme.sharp else theme.surface)
    row = names.visualItemRect(names.item(0))
    picture = names.viewport().grab().toImage()
    column_of_pixels = range(row.top(), row.bottom() + 1)
    colours = [picture.pixelColor(row.center().x(), y).name().upper() for y in column_of_pixels]
    assert (colours.count(theme.text) >= 4) is theme.sharp


def test_each_verdict_has_a_shape_of_its_own() -> None:
    assert set(VERDICT_SHAPES) == set(Validity)
    assert len(set(VERDICT_SHAPES.values())) == len(Validity)


@pytest.mark.parametrize(
    ("scheme", "is_dark"),
    [(Qt.ColorScheme.Dark, True), (Qt.ColorScheme.Light, False), (Qt.ColorScheme.Unknown, False)],
)
@pytest.mark.parametrize("wanted", Qt.ContrastPreference)
def test_the_theme_follows_the_system(
    qapp: QApplication,
    monkeypatch: pytest.MonkeyPatch,
    scheme: Qt.ColorScheme,
    is_dark: bool,
    wanted: Qt.ContrastPreference,
) -> None:
    more = SimpleNamespace(contrastPreference=lambda: wanted)
    hints = SimpleNamespace(colorScheme=lambda: scheme, accessibility=lambda: more)
    monkeypatch.setattr(qapp, "styleHints", lambda: hints)
    chosen = appearance.theme_for(qapp)
    assert chosen.dark is is_dark
    assert (contrast(chosen.muted, chosen.surface) >= SHARP) is (wanted is Qt.ContrastPreference.HighContrast)


@pytest.mark.parametrize(
    ("pixels", "sizes"), [(9, (13, 15, 20)), (14, (13, 15, 20)), (21, (20, 22, 30)), (28, (26, 30, 40))]
)
def test_sizes_grow_with_the_systems_font_and_never_shrink(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch, pixels: int, sizes: tuple[int, int, int]
) -> None:
    font = QFont(qapp.font())
    font.setPixelSize(pixels)
    monkeypatch.setattr(QFontDatabase, "systemFont", lambda _which: font)
    chosen = appearance.theme_for(qapp)
    assert (chosen.small, chosen.body, chosen.title) == sizes
