"""API keys, tokens, passwords and private keys: known prefixes, or behind a word that says so."""

import math
import random
import re
from collections import Counter
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured import announced
from penname.pseudonyms.surrogates.layout import refilled

_PREFIXED = re.compile(
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
_BLOCK_EDGE = re.compile(r"-----[A-Z ]+-----")
_PREFIX = re.compile(
    r"(?:sk-(?:proj-|ant-(?:api\d+-)?)?|[a-z]{2,6}_(?:live_|test_|pat_|v1_)?|xox[a-z]-|glpat-|AKIA|ASIA|AIza|SG\.|"
    r"pypi-|ya29\.|key-|eyJ|AC|EAA)"
)
_LEAST_TOKEN, _LEAST_BITS = 12, 2.8  # characters, and bits of entropy a character
_PLACEHOLDER = re.compile(
    r"^[<$%{\[(]|[>}\])]$|^(?:x+|\*+|\.+|none|null|true|false|your|example|changeme)", re.IGNORECASE
)


def find(text: str) -> Iterator[tuple[int, int]]:
    """The secrets of `text`."""
    yield from announced.find(text)
    for pattern in (_PREFIXED, _BLOCK):
        for match in pattern.finditer(text):
            yield match.span()
    for match in _BEARER.finditer(text):
        if _is_random(match.group("value")):
            yield match.span("value")
    for match in _NEAR.finditer(text):
        value = match.group("value")
        if _is_random(value) and value != value.lower() and value != value.upper():
            yield match.span("value")
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
                yield start, start + len(value)
        elif len(value) >= _LEAST_TOKEN and _is_random(value):
            yield start, start + len(value)


def _is_sign(character: str) -> bool:
    return not character.isalnum() and not character.isspace()


def _is_random(value: str) -> bool:
    """Whether it looks drawn at random: mixed characters, and too many different ones for a word."""
    counts = Counter(value)
    bits = -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    return mixed and bits >= _LEAST_BITS and not re.match(r"https?:|/|\d{4}-\d\d-\d\d", value)


def _another(written: str, chance: random.Random, _text: str) -> str:
    """What tells whose key it is stays: its prefix, or the lines around a block."""
    edges = list(_BLOCK_EDGE.finditer(written))
    if len(edges) == 2:
        first, last = edges[0].end(), edges[1].start()
        return written[:first] + refilled(written[first:last], chance) + written[last:]
    prefix = _PREFIX.match(written) if _PREFIXED.fullmatch(written) else None
    end = prefix.end() if prefix else 0
    return written[:end] + refilled(written[end:], chance)


KIND = IdentifierKind(
    Kind("secret"),
    rank=40,
    label="Key or password",
    find=find,
    another=_another,
    examples=("password: ‹hunter2!x›", "clé API = ‹abcDEF123456ghiJKL›"),
    lookalikes=("token: invalid, password is required, the secret is patience",),
    is_spelled=True,
    keeps_words=True,
)
