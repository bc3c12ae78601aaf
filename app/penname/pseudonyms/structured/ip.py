"""Internet addresses, versions 4 and 6, also defanged; never version numbers or network masks."""

import ipaddress
import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured.labels import has_label

_DOT = r"(?:\.|\[\.\]|\(\.\)|\[dot\]| ?\[punkt\] ?)"
_FOUR = re.compile(
    rf"(?<![\w.\-/])(\d{{1,3}}){_DOT}(\d{{1,3}}){_DOT}(\d{{1,3}}){_DOT}(\d{{1,3}})(?![\w\-]|\.\d)"
)
_SIX = re.compile(
    r"(?<![\w:.])(?:[0-9a-f]{1,4}:){2,7}(?:[0-9a-f]{1,4}|:|(?::[0-9a-f]{1,4}){1,6}|(?:\d{1,3}\.){3}\d{1,3})(?![\w:])|"
    r"(?<![\w:.])[0-9a-f]{1,4}::(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4}(?![\w:])",
    re.IGNORECASE,
)

_PAIRS = re.compile(r"(?:[0-9a-f]{2}:){7}[0-9a-f]{2}", re.IGNORECASE)  # part of a fingerprint
_BEGINNING = re.compile(r"fe80|f[cd]|[23][0-9a-f]{3}", re.IGNORECASE)  # link-local, unique local, global


def find(text: str) -> Iterator[Entity]:
    """The internet addresses of `text` that belong to somebody's computer."""
    for match in _FOUR.finditer(text):
        if any(len(part) > 1 and part.startswith("0") for part in match.groups()):
            continue
        address = _address(".".join(match.groups()))
        if not address or address.is_loopback or address.is_unspecified or int(match.group(1)) in (0, 255):
            continue
        if has_label(text, match.start(), "ordinary") and not has_label(text, match.start(), "ip"):
            continue
        yield Entity(match.start(), match.end(), Kind.IP, match.group(), Finder.PATTERN)
    for match in _SIX.finditer(text):
        written = match.group()
        address = _address(written)
        if not address or address.is_loopback or address.is_unspecified or _PAIRS.fullmatch(written):
            continue
        short = len(re.findall(r"\w+", written)) < 4 and not _BEGINNING.match(written)
        if short and not has_label(text, match.start(), "ip"):
            continue  # dead::beef may be code
        yield Entity(match.start(), match.end(), Kind.IP, written, Finder.PATTERN)


def _address(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(written)
    except ValueError:
        return None
