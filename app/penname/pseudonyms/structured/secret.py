"""API keys, tokens, passwords and private keys: known prefixes, or behind a word that says so."""

import math
import re
from collections import Counter
from collections.abc import Iterator

from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.structured import announced

PREFIXED = re.compile(
    r"(?<![\w\-])(?:"
    r"sk-(?:proj-|ant-(?:api\d+-)?|svcacct-|or-v1-)?[\w\-]{20,200}|[sr]k_(?:live|test)_[0-9A-Za-z]{16,99}|"
    r"pk_(?:live|test)_[0-9A-Za-z]{16,99}|whsec_[\w]{24,64}|gh[pousr]_[0-9A-Za-z]{36,251}|github_pat_\w{22,255}|"
    r"glpat-[\w\-]{20,64}|(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}|AIza[\w\-]{35}|ya29\.[\w\-]{20,300}|"
    r"xox[abeoprs]-[\w\-]{10,250}|xapp-[\w\-]{10,250}|SG\.[\w\-]{16,32}\.[\w\-]{16,64}|key-[0-9a-f]{32}|"
    r"npm_[0-9A-Za-z]{36}|pypi-[\w\-]{16,250}|hf_[A-Za-z]{30,40}|dop_v1_[0-9a-f]{64}|shp(?:at|ca|pa|ss)_[0-9a-f]{32}|"
    r"gsk_[0-9A-Za-z]{40,60}|r8_[0-9A-Za-z]{37}|(?:AC|SK)[0-9a-f]{32}|\d{8,10}:AA[\w\-]{33}|EAA[0-9A-Za-z]{40,250}|"
    r"eyJ[\w\-]{8,2000}\.eyJ[\w\-]{8,4000}\.[\w\-]{8,1000}"
    r")(?![\w])"
)
_BLOCK = re.compile(
    r"-----BEGIN (?P<what>[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?)-----[\s\S]{16,20000}?-----END (?P=what)-----"
)
_BEARER = re.compile(r"(?<!\w)(?:Bearer|Basic)\s+(?P<value>[\w\-.~+/]{16,4000}=*)")
_TOKEN = (
    r"(?:api|access|auth|secret|private|client|session|refresh|bearer|security|app)[ _\-]?"
    r"(?:key|token|secret|schlüssel)s?|"
    r"[a-z]{0,12}key|"
    r"api[ \-]schlüssel|zugangs?(?:schlüssel|token)|token|jeton(?: d['’](?:api|accès))?|secret|"
    r"clé (?:d['’]?\s?)?(?:api|accès|secrète)|clave (?:de (?:la )?)?(?:api|acceso|secreta)"
)
_PASSWORD = (
    r"password|passwd|pwd|passphrase|passwort|kennwort|mot de passe|mdp|contraseña|clave|pin|puk|pass|pw"
)
_SAYS = r"[\"'`]?\s*(?::=|=>|[:=]|\bis(?:\s*[:=])?|\bist|\blautet|\best|\bes)\s*[\"'“„«`]?\s?"
_SAID = re.compile(
    rf"(?<![^\W_])(?:(?P<token>{_TOKEN})|(?P<password>{_PASSWORD})){_SAYS}(?P<value>[^\s\"'“”„«»`<>,;]{{4,4000}})",
    re.IGNORECASE,
)
_NEAR = re.compile(  # "the old key was …": nothing but a key looks so
    r"(?<![^\W_])\w*(?:key|token|secret|schlüssel|clé|clave|jeton)\w{0,2}\b[^\n]{0,30}?"
    r"[\s\"'“„«`(](?P<value>[\w\-]{16,200})(?![\w/.])",
    re.IGNORECASE,
)
_LEAST_TOKEN, _LEAST_BITS = 12, 2.8  # characters, and bits of entropy a character
_PLACEHOLDER = re.compile(
    r"^[<$%{\[(]|[>}\])]$|^(?:x+|\*+|\.+|none|null|true|false|your|example|changeme)", re.IGNORECASE
)


def find(text: str) -> Iterator[Entity]:
    """The secrets of `text`."""
    for start, end in announced.find(text):
        yield _secret(text, start, end)
    for pattern in (PREFIXED, _BLOCK):
        for match in pattern.finditer(text):
            yield _secret(text, match.start(), match.end())
    for match in _BEARER.finditer(text):
        if _is_random(match.group("value")):
            yield _secret(text, *match.span("value"))
    for match in _NEAR.finditer(text):
        value = match.group("value")
        if _is_random(value) and value != value.lower() and value != value.upper():
            yield _secret(text, *match.span("value"))
    for match in _SAID.finditer(text):
        start = match.start("value")
        value = match.group("value").rstrip(".,;:!?)")
        if _PLACEHOLDER.search(value):
            continue
        if match.group("password"):
            says = match.group(0)[: match.start("value") - match.start()].rstrip("\"'“„«` \t\r\n")
            kinds = sum(any(test(c) for c in value) for test in (str.isalpha, str.isdigit, _is_sign))
            outright = says.endswith((":", "=")) or len(value) >= 8
            if kinds >= 2 and outright and not re.fullmatch(r"[\w]+[’'\-]\w+", value):
                yield _secret(text, start, start + len(value))
        elif len(value) >= _LEAST_TOKEN and _is_random(value):
            yield _secret(text, start, start + len(value))


def _is_sign(character: str) -> bool:
    return not character.isalnum() and not character.isspace()


def _is_random(value: str) -> bool:
    """Whether it looks drawn at random: mixed characters, and too many different ones for a word."""
    counts = Counter(value)
    bits = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return mixed and bits >= _LEAST_BITS and not re.match(r"https?:|/|\d{4}-\d\d-\d\d", value)


def _secret(text: str, start: int, end: int) -> Entity:
    return Entity(start, end, Kind.SECRET, text[start:end], Finder.PATTERN)
