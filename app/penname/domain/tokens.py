"""Where one token of a text ends and the next begins: words, single spaces, signs, and whole emoji.

Nothing that a reader sees as one character is ever cut: marks, joined emoji, flags and CRLF hold together.
"""

import re
import unicodedata

# Scripts written without spaces, where every character counts as a word: Thai to Khmer, kana, Chinese.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_PIECE = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+|\s|[^\w\s]")
_UNSPACED_CHARACTER = re.compile(f"[{_UNSPACED}]")
_JOINER = "\u200d"

# All that is called a word, each for its own purpose. Only the labeller cuts otherwise, as it was trained.
WORDS = re.compile(r"\w+(?:['’]\w+)*")  # as they are counted and compared: "don't" is one
LETTERS = re.compile(r"[^\W\d_]+")  # what can stand in a list of words
LETTERS_AND_DIGITS = re.compile(r"[^\W_]+")  # what must not come back of a number or an address
HYPHENATED = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")  # of one sense: "mother-in-law's" is one
DOTTED = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")  # as a list of places has them: "St.-Denis" is one
SIGNED = re.compile(r"[^\W_]+(?:\+\+|#)?")  # of an occupation: "C++" is no "C"
# Of names, which are compared by their parts: "O'Brien" has one, "Anna-Lena" two.
NAME_PARTS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")  # with any ending: "Anna's" is one
STEMS = re.compile(r"[^\W_]+(?:['’](?!s(?!\w))[^\W_]+)*")  # with none: of "Anna's" it is "Anna"
# A whole name is walked along by these: an initial has its full stop, "Anna-Lena" and "d'Arc" are one.
NAME_WORDS = re.compile(r"[^\W\d_]\.(?=[ \t][^\W\d_])|(?:[^\W\d_]['’])?[^\W\d_]+(?:[\-‑][^\W\d_]+)*")


def tokens(text: str) -> list[str]:
    """The text cut at every boundary; joined, they are the text again."""
    found: list[str] = []
    for piece in _PIECE.finditer(text):
        if found and not is_boundary(text, piece.start()):
            found[-1] += piece.group()
        else:
            found.append(piece.group())
    return found


def words(text: str) -> list[str]:
    """The words of a text, without spaces and punctuation."""
    return WORDS.findall(text)


def occurrences(text: str, phrase: str) -> list[tuple[int, int]]:
    """Where `phrase` occurs in `text` as whole tokens: never inside a longer word or a composed character."""
    spans: list[tuple[int, int]] = []
    start = text.find(phrase) if phrase else -1
    while start >= 0:
        end = start + len(phrase)
        if is_boundary(text, start) and is_boundary(text, end):
            spans.append((start, end))
            start = text.find(phrase, end)
        else:
            start = text.find(phrase, start + 1)
    return spans


def is_boundary(text: str, position: int) -> bool:
    """Whether `position` lies between two tokens of `text`."""
    if position <= 0 or position >= len(text):
        return True
    before, after = text[position - 1], text[position]
    if before < "\u0300" > after:  # nothing composed down here but CRLF
        return not (_is_word(before) and _is_word(after)) and not (before == "\r" and after == "\n")
    if _continues(after) or before == _JOINER:
        return False
    if _is_regional(before) and _is_regional(after):
        return _regional_before(text, position) % 2 == 0
    if _UNSPACED_CHARACTER.match(before) or _UNSPACED_CHARACTER.match(after):
        return True
    return not (_is_word(before) and _is_word(after))


def _continues(character: str) -> bool:
    """Whether a character only ever belongs to the one before it: marks, joiners, skin tones, flag tags."""
    return (
        character == _JOINER
        or unicodedata.category(character).startswith("M")
        or "\U0001f3fb" <= character <= "\U0001f3ff"
        or "\U000e0020" <= character <= "\U000e007f"
    )


def _is_regional(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"  # two of these make a flag


def _regional_before(text: str, position: int) -> int:
    start = position
    while start > 0 and _is_regional(text[start - 1]):
        start -= 1
    return position - start


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_" or unicodedata.category(character).startswith("M")
