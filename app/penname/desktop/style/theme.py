"""The look of the program as plain values: colours and sizes for light and dark. `appearance` applies it."""

from dataclasses import dataclass, replace

from penname.desktop.style.colours import READABLE, SHARP, TINT, VISIBLE, blend, moved
from penname.domain.inferences import Validity
from penname.domain.weights import Strength

WEIGHT_TINTS = {Strength.SOME: 0.05, Strength.MUCH: 0.13}  # how much of the ink lies on the paper


@dataclass(frozen=True)
class Theme:
    """Colours as "#rrggbb", sizes in device-independent pixels.

    `surface` lies under texts, `window` around them, `raised` under popovers and buttons.
    """

    dark: bool
    window: str
    surface: str
    raised: str
    text: str
    muted: str
    line: str
    accent: str
    on_accent: str
    selection: str
    on_selection: str
    removed: str
    removed_tint: str
    added: str
    added_tint: str
    error: str
    error_tint: str
    verdicts: tuple[tuple[Validity, str], ...]
    small: int = 13
    body: int = 15
    title: int = 20

    def ink(self, colour: str, behind: str | None = None) -> str:
        """`colour`, moved towards the text colour until it can be read on `behind` (the surface)."""
        return moved(colour, self.text, behind or self.surface, READABLE)

    def stroke(self, colour: str, behind: str | None = None) -> str:
        """`colour`, moved towards the text colour until a line in it is seen on `behind` (the surface)."""
        return moved(colour, self.text, behind or self.surface, VISIBLE)

    def tint(self, colour: str, behind: str | None = None) -> str:
        """What lies behind words that `colour` marks."""
        return blend(behind or self.surface, colour, TINT)

    @property
    def edge(self) -> str:
        """Round what lies on the window, where its colour alone does not show that."""
        return self.line if self.sharp else self.surface

    @property
    def sharp(self) -> bool:
        """Whether shades are not enough: surfaces and what is chosen have a rim that is seen."""
        return self.surface == self.window

    @property
    def selected_row(self) -> str:
        """Behind a chosen row of a list."""
        return blend(self.surface, self.accent, 0.12)

    @property
    def locked_tint(self) -> str:
        """Behind words that no rewrite may touch."""
        return blend(self.surface, self.text, 0.07)

    def weight_tint(self, strength: Strength) -> str:
        """Behind words that something rests on; darker the more it is."""
        return blend(self.surface, self.text, WEIGHT_TINTS[strength])

    @property
    def faded(self) -> str:
        """A line that stands back while another is looked at, and can still be seen."""
        return self.stroke(blend(self.surface, self.text, 0.2))

    @property
    def doubted(self) -> str:
        """Words of a sentence that may be no good English; readable on their tint."""
        return self.ink(self.verdict(Validity.MEDIUM), self.doubted_tint)

    @property
    def doubted_tint(self) -> str:
        """Behind them."""
        return self.tint(self.verdict(Validity.MEDIUM))

    @property
    def found_tint(self) -> str:
        """Behind words that were found."""
        return blend(self.surface, "#E69F00", 0.35)

    def verdict(self, validity: Validity) -> str:
        """The colour of a verdict's shape and words; readable on surface and window."""
        return dict(self.verdicts)[validity]


VERDICT_SHAPES = {
    Validity.HIGH: "●",
    Validity.MEDIUM: "◐",
    Validity.LOW: "○",
    Validity.INVALID: "–",
    Validity.NOT_JUDGED: "?",
}


def light() -> Theme:
    """Ink on paper."""
    return Theme(
        dark=False,
        window="#F3F3F0",
        surface="#FDFDFC",
        raised="#FFFFFF",
        text="#1F2328",
        muted="#5E646C",
        line="#DADBD6",
        accent="#1C5D99",
        on_accent="#FFFFFF",
        selection="#BBD6F0",
        on_selection="#12202E",
        removed="#9B2C2C",
        removed_tint="#FBEAE8",
        added="#14603A",
        added_tint="#DFF3E6",
        error="#9B2C2C",
        error_tint="#FBEAE8",
        verdicts=(
            (Validity.HIGH, "#A3320B"),
            (Validity.MEDIUM, "#845400"),
            (Validity.LOW, "#4A6076"),
            (Validity.INVALID, "#5E646C"),
            (Validity.NOT_JUDGED, "#5E646C"),
        ),
    )


def dark() -> Theme:
    """Paper at night: no pure black, no pure white."""
    return Theme(
        dark=True,
        window="#1B1D20",
        surface="#232629",
        raised="#2D3135",
        text="#E4E5E2",
        muted="#A3A9B0",
        line="#3A3E43",
        accent="#82B7EB",
        on_accent="#0F2132",
        selection="#2F5478",
        on_selection="#F2F6FA",
        removed="#F2A49C",
        removed_tint="#43292A",
        added="#8FD6AC",
        added_tint="#213B2D",
        error="#F2A49C",
        error_tint="#43292A",
        verdicts=(
            (Validity.HIGH, "#FF9C73"),
            (Validity.MEDIUM, "#EBBC5C"),
            (Validity.LOW, "#A9BFD3"),
            (Validity.INVALID, "#A3A9B0"),
            (Validity.NOT_JUDGED, "#A3A9B0"),
        ),
    )


def sharpened(theme: Theme) -> Theme:
    """For users who ask the system for more contrast: on pure black or white, with lines that are seen."""
    paper, ink = ("#000000", "#FFFFFF") if theme.dark else ("#FFFFFF", "#000000")

    def sharp(colour: str) -> str:
        return moved(colour, ink, paper, SHARP)

    return replace(
        theme,
        window=paper,
        surface=paper,
        raised=paper,
        text=ink,
        muted=ink,
        line=ink,
        accent=sharp(theme.accent),
        on_accent=paper,
        on_selection=ink,
        removed=sharp(theme.removed),
        added=sharp(theme.added),
        error=sharp(theme.error),
        verdicts=tuple((validity, sharp(colour)) for validity, colour in theme.verdicts),
    )
