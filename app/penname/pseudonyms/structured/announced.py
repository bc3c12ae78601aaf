"""Passwords, PINs and door codes that a sentence announces: "the code is still 4471B", "tapez 7394".

From the announcing word on, the first thing in its sentence that looks like a secret is one.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.domain.tokens import LETTERS
from penname.pseudonyms.structured.codes import is_measure
from penname.pseudonyms.structured.labels import any_of, content_words

_REACH = 90  # characters from the announcing word to what it announces
_FAR = 240  # characters for what nothing but a password looks like

_SIGNS = r"\s\"'“”„«»‹›`<>,;:=()\[\]{}/\\"
_END = rf"(?![^{_SIGNS}])"
_DIGITS = (
    r"(?:\d(?:[ \-]\d){2,7}|\d{3}[ \-]\d{3}|\d{1,2}(?:-\d{1,2}){2,4}|\d\d(?:[ \-]\d\d){1,3}|\d{3,8})[*#]?"
    r"(?![.,:/\-–%°]?\d|[^\W\d_])"
)
_SIGN = r"[!#$%&*_+~^?]"
_MIXED = rf"(?=[^{_SIGNS}]*(?:\d|{_SIGN}[^\W_]))(?=[^{_SIGNS}]*[^\W\d_])[^{_SIGNS}]{{4,40}}{_END}"
_SPELLED = rf"(?:{any_of('number_words')})(?:[ ,\-]{{1,2}}(?:{any_of('number_words')})){{2,7}}(?!\w)"
_QUOTED = r"[\"“”„«‹`][^\S\n]?(?P<quoted>[^\n\"“”„«»‹›`]{4,60}?)[^\S\n]?[\"“”»›`]"
_VALUE = re.compile(
    rf"(?<![\w$€£¥@+\-/.])(?:{_QUOTED}|(?P<mixed>{_MIXED})|(?P<digits>{_DIGITS})|(?P<spelled>{_SPELLED}))",
    re.IGNORECASE,
)
_PLAIN_WORD = re.compile(
    r"[’'s]{0,2}\s(?:is|was|ist|war|lautet|est|es|era)\s(?P<word>[^\W\d_]{5,30})"
    r"(?=[.,;!\n)]|$|\s(?:and|und|et|y)\s)"
)
_WORDS = re.compile(
    r"\s*[:,]?[^:\n]{0,60}?(?:[:,]\s*|\s)[\"“„«(]?"
    r"(?P<phrase>[^\W\d_]{3,12}(?:[ ,][ ]?[^\W\d_]{3,12}){2,23})(?=[\"”»).;\n]|$)"
)
_SENTENCE_END = re.compile(r"[!?]\s|\.\s+[^\W\d_]|\.\s*$|\n")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_ROUND = re.compile(r"[1-9]\d*00$")
_TIME_BEFORE = re.compile(
    r"(?<!\w)(?:at|um|gegen|ab|bis|à|vers|las|sobre|until|till|around|by) $", re.IGNORECASE
)
_ADDRESS = re.compile(r"https?:|www\.|[\w.]+@", re.IGNORECASE)
# No secrets unless they stand right behind the word: ordinal numbers, sizes, "Covid-19", versions.
_NO_VALUE = re.compile(
    r"\d{1,3}(?:st|nd|rd|th|er|e|[a-z]{1,3}|GB|MB|x\d*)$|[^\W\d_]+-?\d{1,2}$|"
    r"v?\d+(?:[.,]\d+)+[^\W\d_]*$",
    re.IGNORECASE,
)
_DIRECT = re.compile(r"[\s:=]*(?:is|ist|est|es)?\s*")


class _Cue(NamedTuple):
    """Words that announce a secret, over so many other words, and what sort of secret.

    `least` is how many digits it has if it has nothing else (0: it follows at once); `mixed`, whether letters
    may be in it; `signs`, whether it may be letters and signs alone; `counts`, whether a year or a round
    number may stand there too; `said`, whether it takes a verb or a lock nearby to be a secret.
    """

    pattern: re.Pattern[str]
    words: int
    least: int = 4
    mixed: bool = True
    signs: bool = False
    counts: bool = False
    said: bool = False


def _any(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{any_of(name)})(?!\w)", re.IGNORECASE)


_LOCK = _any("lock")
_CUES = (
    _Cue(_any("password"), 6, least=0, signs=True),
    _Cue(_any("pin"), 5, least=3),
    _Cue(_any("access_code"), 8, least=3),
    _Cue(_any("code"), 6, said=True),
    _Cue(_LOCK, 4, said=True),
    _Cue(_any("entering"), 2, counts=True),
    _Cue(_any("read_out"), 2, least=5, mixed=False),
)
_PASSWORD = _CUES[0].pattern
_SAYS = re.compile(rf"[:=]|(?<!\w)(?:{any_of('says')})(?!\w)", re.IGNORECASE)
_THE = re.compile(rf"(?<!\w)(?:{any_of('the')}) $", re.IGNORECASE)
_OTHER_CODE_BEFORE = re.compile(rf"(?:{any_of('other_code_before')})[ \-]?$", re.IGNORECASE)
_OTHER_CODE_AFTER = re.compile(rf"[ \-](?:{any_of('other_code_after')})(?!\w)", re.IGNORECASE)
_NOBODY = re.compile(any_of("no_username"), re.IGNORECASE)
_PHRASE = re.compile(rf"(?<!\w)(?:{any_of('seed_phrase')})(?!\w)", re.IGNORECASE)
_SAFE_WORD = re.compile(rf"(?<!\w)\w*(?:{any_of('safe_word')})", re.IGNORECASE)
_STATE = re.compile(rf"(?:{any_of('state_of_password')})", re.IGNORECASE)
_SMALL = re.compile(rf"(?:{any_of('small')})", re.IGNORECASE)
_ANY_CODE = rf"(?:{any_of('access_code')}|{any_of('pin')}|{any_of('code')})"
_REVERSED = re.compile(  # "4471 is the code"
    rf"(?<![\w.,])(?P<value>\d{{4,8}}[A-Z*#]?) (?:is|ist|est|es) (?:[^\W\d_]+ ){{1,2}}{_ANY_CODE}(?!\w)",
    re.IGNORECASE,
)


def find(text: str) -> Iterator[tuple[int, int]]:
    """Where the announced secrets of `text` are, also where they occur again."""
    spans = {*_sentences(text), *_far(text), *_phrases(text)}
    spans.update(match.span("value") for match in _REVERSED.finditer(text))
    for start, end in sorted(spans):
        yield start, end
        if end - start >= 5 and not text[start:end].isdigit():
            for again in re.finditer(rf"(?<!\w){re.escape(text[start:end])}(?!\w)", text):
                yield again.span()


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    for cue in _CUES:
        for match in cue.pattern.finditer(text):
            if cue.said and _is_other_code(text, match):
                continue
            span = _announced(text, match.start(), match.end(), cue)
            if span:
                yield span


def _announced(text: str, start: int, begin: int, cue: _Cue) -> tuple[int, int] | None:
    """The first value behind a cue at [start, begin), in the same sentence and few words away."""
    for value in _VALUE.finditer(text, begin, min(len(text), begin + _REACH)):
        between = text[begin : value.start()]
        if _ends_sentence(between) or len(content_words(between)) > cue.words:
            return None
        if cue.said and not _is_said(text, start, between, cue):
            return None
        span = _span(value)
        if value["digits"]:
            return span if _is_number(text, span, between, cue) else None
        if value["spelled"] or (
            cue.mixed and _is_mixed(text, span, between, cue, quoted=bool(value["quoted"]))
        ):
            return span
    return None


def _ends_sentence(between: str) -> bool:
    """Whether a sentence ends here; a line may break after a colon."""
    words = between.rstrip()
    return _SENTENCE_END.search(words if words.endswith((":", "=")) else between) is not None


def _is_said(text: str, start: int, between: str, cue: _Cue) -> bool:
    """Whether a code is one to open something: "the code is", "the code 4471", "keypad: code 4471"."""
    the = between.isspace() and _THE.search(text, max(0, start - 12), start)
    lock = cue.pattern is not _LOCK and _LOCK.search(text, max(0, start - 50), start)
    return bool(the or lock or _SAYS.search(between))


def _is_number(text: str, span: tuple[int, int], between: str, cue: _Cue) -> bool:
    written = text[slice(*span)]
    direct = _DIRECT.fullmatch(between) is not None
    if is_measure(text, *span) or _TIME_BEFORE.search(between):
        return False
    if _YEAR.match(written) and (cue.counts or not direct):
        return False
    if cue.counts and _ROUND.match(written):
        return False
    return sum(map(str.isdigit, written)) >= (cue.least or 4) and (direct or cue.least > 0)


def _is_mixed(text: str, span: tuple[int, int], between: str, cue: _Cue, *, quoted: bool) -> bool:
    """Whether these letters, digits and signs are the secret and not the name of what it opens."""
    written = text[slice(*span)]
    digit = any(map(str.isdigit, written))
    if quoted and not digit:
        return cue.signs and _SAYS.search(between) is not None and not _NOBODY.fullmatch(written)
    if not (digit or cue.signs) or _ADDRESS.match(written) or is_measure(text, *span):
        return False
    return not _NO_VALUE.match(written) or (
        cue.signs and len(written) >= 6 and _DIRECT.fullmatch(between) is not None
    )


def _span(value: re.Match[str]) -> tuple[int, int]:
    start, end = value.span("quoted") if value["quoted"] else value.span()
    while not value["digits"] and value.string[end - 1] in ".!?…" and end - 1 > start and not value["quoted"]:
        end -= 1
    return start, end


def _is_other_code(text: str, match: re.Match[str]) -> bool:
    before = _OTHER_CODE_BEFORE.search(text, max(0, match.start() - 24), match.start())
    return bool(before or _OTHER_CODE_AFTER.match(text, match.end()))


def _far(text: str) -> Iterator[tuple[int, int]]:
    """What looks like nothing but a password, some way behind the word."""
    for match in _PASSWORD.finditer(text):
        for value in _VALUE.finditer(text, match.end(), min(len(text), match.end() + _FAR)):
            start, end = _span(value)
            if (value["mixed"] or value["quoted"]) and _is_strong(text[start:end]):
                yield start, end


def _is_strong(written: str) -> bool:
    kinds = (str.isupper, str.islower, str.isdigit, lambda c: not c.isalnum())
    return (
        len(written) >= 8 and all(any(map(kind, written)) for kind in kinds) and not _NO_VALUE.match(written)
    )


def _phrases(text: str) -> Iterator[tuple[int, int]]:
    """Words that open a wallet, and words that are agreed on."""
    for match in _PHRASE.finditer(text):
        words = _WORDS.match(text, match.end(), min(len(text), match.end() + 400))
        if words:
            start, end = words.span("phrase")
            comma = text.rfind(", ", start, end)  # "the first three, lantern orbit velvet"
            begins = (start, comma + 2) if comma >= 0 else (start,)
            yield from ((begin, end) for begin in begins[::-1] if _are_bare(text[begin:end]))
    for match in _SAFE_WORD.finditer(text):
        word = _PLAIN_WORD.match(text, match.end())
        if word and not _STATE.fullmatch(word["word"]):
            yield word.span("word")


def _are_bare(phrase: str) -> bool:
    """Whether these are words in a row that make no sentence."""
    words = LETTERS.findall(phrase)
    return len(words) >= 3 and phrase.islower() and not any(map(_SMALL.fullmatch, words))
