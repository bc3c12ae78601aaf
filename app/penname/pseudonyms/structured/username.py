"""User names: @handles, name#1234, and words behind a cue or before a colon that no language has."""

import re
from collections.abc import Iterator

from penname.pseudonyms.entities import Kind
from penname.pseudonyms.kinds import IdentifierKind
from penname.pseudonyms.structured.labels import any_of

_NAME = r"[^\W\d_](?:[\w\-]|\.(?=\w)){1,31}"
_HANDLE = re.compile(r"(?<![\w@.+\-/\\])@(?P<name>[^\W_](?:[\w\-]|\.(?=\w)){2,31})(?![\w\-@/(]|\.\w)")
_TAGGED = re.compile(r"(?<![\w#/])(?P<name>[^\W\d_][\w.]{2,31}#\d{4})(?!\w)")
_CUE = any_of("username")
_BETWEEN = rf"(?:(?:{any_of('username_between')}|{_CUE})\s+){{0,4}}"
_CUED = re.compile(
    rf"(?<![^\W_])(?:{_CUE})(?P<says>[\"'`]?\s*(?:[:=]\s*|\s+){_BETWEEN}[:(]?\s*)"
    rf"(?P<quote>[\"'“”„«»`]?)\s?(?:@|u/)?(?P<name>{_NAME})(?![\w@(])",
    re.IGNORECASE,
)
# The one who speaks in a chat: "[19:02] night_owl7: who is in?"
_SPEAKER = re.compile(
    rf"^(?:[\[(]?\d\d?[:.]\d\d[^\w\n]{{0,4}}|[<>*\-•] ?)?(?P<name>{_NAME})"
    r"[ \u00a0\u202f]?[>:][ \t]+[^\W\d_]\S*[ \t]+\S",  # French sets a space before the colon
    re.MULTILINE,
)
# In prose, where nothing looks like code: "so_phie".
_JOINED = re.compile(r"(?<![\w@.+\-/\\])(?P<name>[a-z]{2,}(?:_[a-z\d]+)+)(?![\w@/(]|\.\w| ?:)")
_CODE = re.compile(r"[{}=;`\\]|\w\(")
_BESIDE_NAME = re.compile(r"[^\W\d_]{2,}[ ](?-i:[A-Z])[^\W\d_]+ \((?P<name>[a-z][a-z._\-]{2,24}\d{1,4})\)")
_NOBODY = re.compile(rf"(?:{any_of('no_username')})", re.IGNORECASE)
_ORDINARY = re.compile(rf"(?:{any_of('ordinary')}|pr|mr)", re.IGNORECASE)
_CODED = re.compile(r"(?=.*[a-z])(?:.*_|.*[a-z]\d|.*\d[a-z]|.*\w\.\w)")


def find(text: str) -> Iterator[tuple[int, int]]:
    """The user names of `text`, each wherever it occurs."""
    spans = [match.span() for match in _HANDLE.finditer(text) if not _NOBODY.fullmatch(match["name"])]
    spans += [match.span("name") for match in _TAGGED.finditer(text) if not _ORDINARY.match(match["name"])]
    spans += [match.span("name") for match in _BESIDE_NAME.finditer(text)]
    spans += [match.span("name") for match in _SPEAKER.finditer(text) if _is_coded(match["name"])]
    if not _CODE.search(text):
        spans += [match.span("name") for match in _JOINED.finditer(text) if _is_coded(match["name"])]
    spans += [match.span("name") for match in _CUED.finditer(text) if _is_given(match)]
    names = {text[start:end].removeprefix("@") for start, end in spans}
    yield from spans
    for name in names:
        for match in re.finditer(rf"(?<![\w@.]){re.escape(name)}(?!\w)", text, re.IGNORECASE):
            yield match.span()


def _is_given(match: re.Match[str]) -> bool:
    """Whether what follows the cue is a user name: no word, or said to be one by a sign or quotes."""
    name = match["name"]
    if _NOBODY.fullmatch(name):
        return False
    outright = match["quote"] or re.search(r"[:=]", match["says"])
    mixed = name.islower() or re.search(r"[a-z][A-Z]", name)
    return _is_coded(name) or bool(outright and mixed and len(name) >= 4)


def _is_coded(name: str) -> bool:
    """Whether no sentence has such a word: with digits, dots or low lines in it."""
    return _CODED.match(name) is not None and not _NOBODY.fullmatch(name)


KIND = IdentifierKind(
    Kind("username"),
    rank=140,
    label="User name",
    find=find,
    examples=("Add me as ‹@ada_the_third› there",),
)
