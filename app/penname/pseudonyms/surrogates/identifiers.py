"""Other identifiers of the same kind and form: what can be checked stays valid, the layout stays as it is."""

import ipaddress
import random
import re
from collections.abc import Callable

import phonenumbers
from stdnum import iban

from penname.pseudonyms.crypto_addresses import another_address
from penname.pseudonyms.entities import Kind
from penname.pseudonyms.structured import secret, wallet
from penname.pseudonyms.structured.card import is_card
from penname.pseudonyms.structured.national_id import NATIONAL_IDS
from penname.pseudonyms.structured.national_id import compact as compact_id
from penname.pseudonyms.structured.phone import parse
from penname.pseudonyms.surrogates.addresses import another_email, another_url

_TRIES = 4000
_LETTERS, _DIGITS, _HEX = "abcdefghijklmnopqrstuvwxyz", "0123456789", "0123456789abcdef"
_DOCUMENTATION = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737: nobody's addresses
_BLOCK_EDGE = re.compile(r"-----[A-Z ]+-----")
_PREFIX = re.compile(
    r"(?:sk-(?:proj-|ant-(?:api\d+-)?)?|[a-z]{2,6}_(?:live_|test_|pat_|v1_)?|xox[a-z]-|glpat-|AKIA|ASIA|AIza|SG\.|"
    r"pypi-|ya29\.|key-|eyJ|AC|EAA)"
)


def another(kind: Kind, written: str, chance: random.Random, regions: tuple[str, ...] = ()) -> str:
    """A random value of this kind in the layout of `written`. `regions` are those of numbers without code."""
    number = "".join(filter(str.isalnum, written))
    match kind:
        case Kind.WALLET if not _is_wallet(written):
            return refilled(written, chance)
        case Kind.IBAN if not iban.is_valid(number, check_country=False):
            return refilled(written, chance)
        case Kind.CARD if not is_card(number):
            return refilled(written, chance)
        case Kind.EMAIL:
            return another_email(written, chance)
        case Kind.URL:
            return another_url(written, chance)
        case Kind.WALLET:
            return another_address(written, chance)
        case Kind.IP:
            return _another_ip(written, chance)
        case Kind.SECRET:
            return _another_secret(written, chance)
        case Kind.PHONE:
            return _another_phone(written, chance, regions)
        case Kind.IBAN:
            return _another_iban(written, chance)
        case Kind.CARD:
            return _valid(written, chance, is_card, keep=2)
        case Kind.NATIONAL_ID:
            return _another_national_id(written, chance)
        case Kind.MAC:
            return "".join(_hex_like(written, chance) if c.isalnum() else c for c in written)
        case _:
            return refilled(written, chance)


def _is_wallet(written: str) -> bool:
    return any(entity.text == written for entity in wallet.find(written))


def refilled(written: str, chance: random.Random, keep: int = 0) -> str:
    """Other letters and digits in the same places, the first `keep` of them left as they are."""
    result: list[str] = []
    for character in written:
        if not character.isalnum() or keep > 0:
            keep -= character.isalnum()
            result.append(character)
        elif character.isdigit():
            result.append(chance.choice(_DIGITS))
        else:
            letter = chance.choice(_LETTERS)
            result.append(letter.upper() if character.isupper() else letter)
    return "".join(result)


def relaid(written: str, number: str) -> str:
    """The letters and digits of `number` in the layout (and the capitals) of `written`, which has as many."""
    following = iter(number)
    result: list[str] = []
    for character in written:
        if not character.isalnum():
            result.append(character)
            continue
        new = next(following)
        result.append(new.lower() if character.islower() else new)
    return "".join(result)


def _valid(written: str, chance: random.Random, is_valid: Callable[[str], bool], keep: int = 0) -> str:
    """Refilled until `is_valid` says so of the letters and digits alone."""
    for _ in range(_TRIES):
        other = refilled(written, chance, keep)
        if is_valid("".join(filter(str.isalnum, other))):
            return other
    return refilled(written, chance, keep)


def _another_iban(written: str, chance: random.Random) -> str:
    number = "".join(filter(str.isalnum, written)).upper()
    by_country = iban.is_valid(number)
    for _ in range(_TRIES):
        other = number[:2] + "00" + refilled(number[4:], chance)
        other = other[:2] + iban.calc_check_digits(other) + other[4:]
        if iban.is_valid(other, check_country=by_country):
            break
    return relaid(written, other)


def _another_national_id(written: str, chance: random.Random) -> str:
    number = compact_id(written)
    for row in NATIONAL_IDS:
        if not row.pattern.fullmatch(written):
            continue
        check = row.check if row.check(number) else row.labelled_check
        if check is None or not check(number):
            continue
        for keep in (0, 6):  # where the number holds a date, few others are valid: then the date stays
            for _ in range(_TRIES):
                other = refilled(written, chance, keep)
                if row.pattern.fullmatch(other) and check(compact_id(other)):
                    return other
    return refilled(written, chance)


def _another_ip(written: str, chance: random.Random) -> str:
    if ":" in written and "." not in written:
        return _another_ip6(written, chance)
    parts = re.findall(r"\d+", written)
    address = ipaddress.ip_address(".".join(parts[:4])) if len(parts) == 4 else None
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


def _another_ip6(written: str, chance: random.Random) -> str:
    groups = re.split(r"(:+)", written)
    kept = 1 if re.match(r"f[cde]", groups[0], re.IGNORECASE) else 2
    number = 0
    for index, group in enumerate(groups):
        if not group or group.startswith(":"):
            continue
        if number >= kept:
            groups[index] = "".join(_hex_like(written, chance) for _ in group)
        elif kept == 2 and index < 3:
            groups[index] = ("2001", "db8")[number]  # RFC 3849: nobody's addresses
        number += 1
    return "".join(groups)


def _hex_like(written: str, chance: random.Random) -> str:
    new = chance.choice(_HEX)
    return new.upper() if any(map(str.isupper, written)) else new


def _another_secret(written: str, chance: random.Random) -> str:
    edges = list(_BLOCK_EDGE.finditer(written))
    if len(edges) == 2:
        first, last = edges[0].end(), edges[1].start()
        return written[:first] + refilled(written[first:last], chance) + written[last:]
    prefix = _PREFIX.match(written) if secret.PREFIXED.fullmatch(written) else None
    end = prefix.end() if prefix else 0
    return written[:end] + refilled(written[end:], chance)


def _another_phone(written: str, chance: random.Random, regions: tuple[str, ...]) -> str:
    """Same country, length and, where that can be had, the same sort (mobile or fixed)."""
    international = written.lstrip("( ").startswith(("+", "00"))
    region, old = _reading(written, (None,) if international else regions)
    if old is None:
        return refilled(written, chance, keep=2)
    digits = "".join(filter(str.isdigit, written))
    national = phonenumbers.national_significant_number(old)
    place = digits.find(national)
    if place < 0:
        return refilled(written, chance, keep=3)
    valid, sort = phonenumbers.is_valid_number(old), phonenumbers.number_type(old)
    best = ""
    for attempt in range(400):
        kept = 0 if attempt < 200 else 2 if attempt < 300 else 3
        body = national[:kept] + "".join(chance.choice(_DIGITS) for _ in national[kept:])
        other = _filled(written, digits[:place] + body + refilled(digits[place + len(national) :], chance))
        new = parse(other, region)
        if (
            new is None
            or new.country_code != old.country_code
            or phonenumbers.national_significant_number(new) != body
        ):
            continue
        if not valid or (phonenumbers.is_valid_number(new) and phonenumbers.number_type(new) == sort):
            return other
        if phonenumbers.is_valid_number(new):
            best = other
    return best or refilled(written, chance, keep=place + 3)


def _reading(
    written: str, regions: tuple[str | None, ...]
) -> tuple[str | None, phonenumbers.PhoneNumber | None]:
    """The region as whose number it is read (valid before possible), and the number."""
    first: tuple[str | None, phonenumbers.PhoneNumber | None] = (None, None)
    for region in regions:
        number = parse(written, region)
        if number is not None and phonenumbers.is_valid_number(number):
            return region, number
        if number is not None and first[1] is None and phonenumbers.is_possible_number(number):
            first = (region, number)
    return first


def _filled(written: str, digits: str) -> str:
    following = iter(digits)
    return "".join(next(following) if c.isdigit() else c for c in written)
