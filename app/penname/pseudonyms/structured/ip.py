"""Internet addresses, versions 4 and 6, also defanged; never version numbers or network masks."""

import ipaddress
import random
import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.labels import has_label
from penname.pseudonyms.surrogates.layout import hexadecimal_like

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
_DOCUMENTATION = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737: nobody's addresses


def find(text: str) -> Iterator[tuple[int, int]]:
    """The internet addresses of `text` that belong to somebody's computer."""
    for match in _FOUR.finditer(text):
        if any(len(part) > 1 and part.startswith("0") for part in match.groups()):
            continue
        address = _address(".".join(match.groups()))
        if not address or address.is_loopback or address.is_unspecified or int(match.group(1)) in (0, 255):
            continue
        if has_label(text, match.start(), "ordinary") and not has_label(text, match.start(), "ip"):
            continue
        yield match.span()
    for match in _SIX.finditer(text):
        written = match.group()
        address = _address(written)
        if not address or address.is_loopback or address.is_unspecified or _PAIRS.fullmatch(written):
            continue
        short = len(re.findall(r"\w+", written)) < 4 and not _BEGINNING.match(written)
        if short and not has_label(text, match.start(), "ip"):
            continue  # dead::beef may be code
        yield match.span()


def _address(written: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(written)
    except ValueError:
        return None


def _another(written: str, chance: random.Random, _text: str) -> str:
    """Of a private network another of the same; of any other one that is kept for documents."""
    if ":" in written and "." not in written:
        return _another_six(written, chance)
    parts = re.findall(r"\d+", written)
    address = _address(".".join(parts[:4])) if len(parts) == 4 else None
    if (
        address is not None
        and address.is_private
        and not address.is_reserved
        and parts[0] in ("10", "172", "192")
    ):
        kept = {"10": 1, "172": 2, "192": 2}[parts[0]]
        new = parts[:kept] + [str(chance.randrange(1, 255)) for _ in range(4 - kept)]
    else:
        new = [*chance.choice(_DOCUMENTATION).split("."), str(chance.randrange(1, 255))]
    following = iter(new)
    return re.sub(r"\d+", lambda _: next(following, "1"), written)


def _another_six(written: str, chance: random.Random) -> str:
    groups = re.split(r"(:+)", written)
    kept = 1 if re.match(r"f[cde]", groups[0], re.IGNORECASE) else 2
    number = 0
    for index, group in enumerate(groups):
        if not group or group.startswith(":"):
            continue
        if number >= kept:
            groups[index] = "".join(hexadecimal_like(written, chance) for _ in group)
        elif kept == 2 and index < 3:
            groups[index] = ("2001", "db8")[number]  # RFC 3849: nobody's addresses
        number += 1
    return "".join(groups)


KIND = IdentifierKind(
    Kind("ip"),
    rank=80,
    label="Network address",
    find=find,
    another=_another,
    examples=("at ‹192[.]168[.]1[.]17› since", "‹2001:db8::ff00:42:8329› answers"),
    lookalikes=("std::vector dead::beef 255.255.255.0 127.0.0.1",),
    is_address=True,
)
