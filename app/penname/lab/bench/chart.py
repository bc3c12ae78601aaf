"""The figures as a small picture (SVG): how long a round takes each way."""

from html import escape

from penname.lab.bench.figures import BenchFigures

_WIDTH, _LABEL, _BAR, _GAP, _TOP = 760, 250, 22, 10, 64
_OURS, _OTHERS = "#0072B2", "#999999"  # Okabe-Ito


def chart_svg(figures: BenchFigures) -> str:
    """A bar for each way, in seconds a round, with its number beside it."""
    seconds = figures.seconds
    bars = [
        ("The papers' way", seconds["papers_way"], _OTHERS),
        ("Our answers, the usual way", seconds["same_answers"], _OTHERS),
        *((f"Penname without {name}", value, _OURS) for name, value in figures.without.items()),
        ("Penname", seconds["ours"], _OURS),
        ("The floor", seconds["floor"], _OTHERS),
    ]
    longest = max(value for _, value, _ in bars) or 1.0
    room = _WIDTH - _LABEL - 80
    height = _TOP + len(bars) * (_BAR + _GAP)
    title = f"A round of RLAA over eight attributes, {figures.model}"
    below = f"{figures.machine.processor}, {figures.threads} threads; medians of {len(figures.texts)} texts"
    if figures.disturbed_by:
        below += "; measured on a busy machine"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="14">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="16" y="26" font-size="17">{escape(title)}</text>',
        f'<text x="16" y="46" fill="#555555">{escape(below)}</text>',
    ]
    for number, (label, value, colour) in enumerate(bars):
        top = _TOP + number * (_BAR + _GAP)
        width = max(1.0, room * value / longest)
        lines += [
            f'<text x="{_LABEL - 10}" y="{top + 16}" text-anchor="end">{escape(label)}</text>',
            f'<rect x="{_LABEL}" y="{top}" width="{width:.1f}" height="{_BAR}" fill="{colour}"/>',
            f'<text x="{_LABEL + width + 8:.1f}" y="{top + 16}">{value:.2f} s</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"
