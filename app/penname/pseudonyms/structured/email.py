"""E-mail addresses, also with spaces or brackets around the "at" and the dots."""

import random
import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.surrogates.addresses import another_email

_LOCAL = r"(?<![\w.+\-/@])[^\W_][\w.+%'\-]{0,63}"
_DOMAIN = r"(?:[^\W_](?:[\w\-]{0,61}[^\W_])?\.){1,6}[^\W\d_]{2,24}"
_DOT = r"(?:\.|\s?[\[({]\s?(?:dot|punkt|point|punto|\.)\s?[\])}]\s?|\s(?:dot|punkt|point|punto)\s)"
_AT = r"(?:\s?[\[({<]\s?(?:at|@|ät|arobase|arroba|a)\s?[\])}>]\s?|\s(?:at|ät|arobase|arroba)\s)"
_PLAIN = re.compile(rf"{_LOCAL}(?:@[ \t]?(?:\r?\n[ \t>]*)?|[ \t]@[ \t]){_DOMAIN}(?![\w@])")
_QUOTED = re.compile(rf'(?<![\w"])"[^"\n@]{{1,60}}"@{_DOMAIN}(?![\w@])')
_DISGUISED = re.compile(
    rf"(?<![\w.+\-@])[^\W_][\w+%\-]{{0,40}}(?:{_DOT}[\w+%\-]{{1,40}}){{0,4}}{_AT}"
    rf"[^\W_][\w\-]{{0,60}}(?:{_DOT}[\w\-]{{2,60}}){{1,4}}(?!\w)",
    re.IGNORECASE,
)
_TOP = re.compile(
    r"\b(?:com|org|net|edu|gov|info|biz|name|io|app|dev|example|[a-z]{2}|museum|online)$", re.IGNORECASE
)
_FILE = re.compile(r"@\d+x\.|\.(?:png|jpe?g|gif|svg|webp|js|css|html?|py|json)$", re.IGNORECASE)
_BRACKETED = re.compile(r"[\[({<]")
_WORDY = re.compile(r"\s(?:dot|punkt|point|punto)\s", re.IGNORECASE)


def find(text: str) -> Iterator[tuple[int, int]]:
    """The e-mail addresses of `text`."""
    for pattern in (_PLAIN, _QUOTED):
        for match in pattern.finditer(text):
            written = match.group().rstrip(".-'")
            if _FILE.search(written) or _is_repository(text, match.start(), match.end()):
                continue
            yield match.start(), match.start() + len(written)
    for match in _DISGUISED.finditer(text):
        written = match.group()
        spelled = _BRACKETED.search(written) or _WORDY.search(written)  # "look at example.com" is no address
        if spelled and _TOP.search(written):
            yield match.span()


def _is_repository(text: str, start: int, end: int) -> bool:
    """Whether this is the address of a program's source, git@host:path."""
    return text.startswith("git@", start) and text[end : end + 1] in (":", "/")


def _another(written: str, chance: random.Random, _text: str) -> str:
    return another_email(written, chance)


KIND = IdentifierKind(
    Kind("email"),
    rank=50,
    label="E-mail address",
    find=find,
    another=_another,
    examples=(
        "Write to ‹ada.byron@acme-mills.co.uk›, please.",
        "Write to ‹ada (at) mills (dot) org› now.",
        "‹ada punkt byron at mills punkt de›",
        "‹ada.byron@\nmills.org›",
    ),
    lookalikes=(
        "react@18.2.0 and logo@2x.png, git@github.com:me/mine.git",
        "look at example or at the dot there",
    ),
    is_address=True,
    is_spelled=True,
    keeps_words=True,
)
