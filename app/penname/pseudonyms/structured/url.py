"""Web addresses: with a scheme (defanged too), with www, or a bare domain that cannot be a file's name."""

import random
import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.labels import any_of, has_label
from penname.pseudonyms.surrogates.addresses import another_url

_REST = r"[^\s<>\"'“”«»`{}|\\^]"
_DOT = r"(?:\.|\[\.\]|\(\.\)|\[dot\])"
_SCHEME = re.compile(
    rf"(?<![\w])(?:https?|hxxps?|ftps?|sftp|ssh|wss?)(?:\[:\]|:)//{_REST}{{3,2000}}", re.IGNORECASE
)
_WWW = re.compile(
    rf"(?<![\w.@/\-])www{_DOT}[\w\-]{{1,63}}(?:{_DOT}[\w\-]{{2,63}}){{1,5}}(?:[/?#:]{_REST}*)?", re.IGNORECASE
)
# Endings that no file and no sentence without a space before its first word has.
_BARE = re.compile(
    r"(?<![\w.@/\-])(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?" + _DOT + r"){1,4}"
    r"(?:com|org|net|edu|gov|info|biz|io|dev|eu|de|fr|es|co\.uk|ac\.uk|org\.uk|uk|ch|at|nl|it|be|pl|example|test)"
    r"(?![\w@\-]|\.[a-z])(?::\d{2,5})?(?:[/?#]" + _REST + r"*)?"
)
# Any other ending, where something shows that it is an address: a word before, a path, a mail at that domain.
_HOST = re.compile(
    r"(?<![\w.@/\-])(?P<host>(?:[a-z0-9](?:[a-z0-9\-]{0,61}[a-z0-9])?\.){1,4}[a-z]{2,18})(?![\w@\-(]|\.[a-z])"
    r"(?P<rest>(?::\d{2,5})?(?:[/?#]" + _REST + r"*)?)"
)
_MAILED = re.compile(r"@((?:[a-z0-9\-]+\.)+[a-z]{2,18})")
_TRAILING = re.compile(r"[.,;:!?…*_~]+$")
_FILE = re.compile(any_of("file_ending"), re.IGNORECASE)
_PRODUCTS = frozenset({"asp.net", "ado.net", "vb.net", "socket.io", "booking.com", "i.e.de", "e.g.de"})


def find(text: str) -> Iterator[tuple[int, int]]:
    """The web addresses of `text`."""
    for pattern in (_SCHEME, _WWW, _BARE):
        for match in pattern.finditer(text):
            written = _trimmed(match.group())
            if pattern is _BARE and (written in _PRODUCTS or text[match.end() : match.end() + 1] == "("):
                continue
            end = match.start() + len(written)
            yield match.start(), end
    mailed = frozenset(_MAILED.findall(text.lower()))
    for match in _HOST.finditer(text):
        if _is_shown(text, match, mailed):
            written = _trimmed(match.group())
            yield match.start(), match.start() + len(written)


def _is_shown(text: str, match: re.Match[str], mailed: frozenset[str]) -> bool:
    """Whether something beside its form shows that a host is one; the name of a file never is."""
    host = match["host"]
    if _FILE.search(host) or min(map(len, host.split("."))) < 2:
        return False
    if has_label(text, match.start(), "website"):
        return True
    path = host.count(".") >= 2 and match["rest"].startswith("/") and len(match["rest"]) > 2
    return path or any(host == domain or host.endswith("." + domain) for domain in mailed)


def _trimmed(written: str) -> str:
    """The address without the punctuation of its sentence."""
    while True:
        shorter = _TRAILING.sub("", written)
        for opening, closing in ("()", "[]"):
            if shorter.endswith(closing) and shorter.count(closing) > shorter.count(opening):
                shorter = shorter[:-1]
        if shorter == written:
            return written
        written = shorter


def _another(written: str, chance: random.Random, _text: str) -> str:
    return another_url(written, chance)


KIND = IdentifierKind(
    Kind("url"),
    rank=60,
    label="Web address",
    find=find,
    another=_another,
    examples=("see (‹https://example.com/a(b)›).",),
    lookalikes=("Version 10.2.3.4 of Node.js, see README.md and main.rs.",),
    is_address=True,
    is_spelled=True,
    keeps_words=True,
)
