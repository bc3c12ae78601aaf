"""What makes a colour readable: WCAG's contrast, and mixing."""

from functools import lru_cache

TINT = 0.15  # the most that evidence may be tinted
READABLE = 4.5  # WCAG 2.2, 1.4.3: contrast of text with what is behind it
SHARP = 7.0  # WCAG 2.2, 1.4.6: for who asks for more
VISIBLE = 3.0  # WCAG 2.2, 1.4.11: contrast of lines and shapes that carry a meaning


def contrast(first: str, second: str) -> float:
    """WCAG's contrast ratio of two colours, 1 to 21."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def blend(under: str, over: str, share: float) -> str:
    """`over` laid on `under` with an opacity of `share`."""
    pairs = zip(_channels(under), _channels(over), strict=True)
    return "#" + "".join(f"{round(low + (high - low) * share):02X}" for low, high in pairs)


@lru_cache(maxsize=256)
def moved(colour: str, towards: str, behind: str, wanted: float) -> str:
    """`colour`, mixed with as little of `towards` as gives it the `wanted` contrast with `behind`."""
    steps = (blend(colour, towards, step / 20) for step in range(21))
    return next((candidate for candidate in steps if contrast(candidate, behind) >= wanted), towards)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
