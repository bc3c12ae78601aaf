"""What the model sees of each token: its letters, lists that know it, finds of rules, and what is beside it.

The features are those of McCallum and Li, "Early Results for Named Entity Recognition with Conditional
Random Fields" (2003), and Ratinov and Roth, "Design Challenges and Misconceptions in Named Entity
Recognition" (2009, sections 5 and 6: gazetteers, and other mentions in the same text).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from penname.domain.language import Language, language_of
from penname.pseudonyms.entities import PERSON, Entity
from penname.pseudonyms.labelling.tokens import Token, covered_by
from penname.pseudonyms.labelling.vocabulary import commonness, gazetteers, is_compound, town_words
from penname.pseudonyms.names.lists import names

_OPENERS = frozenset('.!?:•-–—¿¡*>…"“„«(')
_AFFIX = 4  # letters of a beginning or ending
_NEAR = ("w=", "shape=", "list=", "common=", "found=", "case=")  # what is also seen of the tokens beside it
_REACH = 2  # tokens to either side of which that is seen
_LABEL_WORDS = 4  # words to the left in the line in which a number's label is looked for
_SPEAKER = 3  # words before a colon that may be a speaker's name
_CHAT = 3  # different words in such places that make a text look like a chat or a form
_SHORT_FORM = 3  # letters that a name and its short form share
_WORDS = 20_000  # of which what is known is kept: a long text has no more
_IN_HANDLE = 4  # letters of a name that count within a user name or an address


class Features:
    """The features of a text's tokens; `found` are the finds of the rules, none overlapping."""

    def __init__(self, text: str, tokens: Sequence[Token], found: Sequence[Entity]) -> None:
        self._tokens = tokens
        self._language = language_of(text)
        words = [token for token in tokens if token.is_word]
        capitals = sum(word.text[0].isupper() for word in words)
        self._of_text = [f"lang={self._language}", f"capitals={10 * capitals // max(1, len(words))}"]
        self._counts = Counter(word.key for word in words)
        self._small = {word.key for word in words if word.text.islower()}
        self._speaking = frozenset(_speakers(tokens))
        self._speakers = Counter(tokens[index].key for index in self._speaking)
        self._found = _by_token(tokens, found)
        self._persons = {
            token.key
            for token, mark in zip(tokens, self._found, strict=True)
            if mark.startswith(PERSON) and token.is_word and len(token.key) >= _SHORT_FORM
        }
        self._persons_by_beginning: dict[str, list[str]] = {}
        for name in self._persons:
            self._persons_by_beginning.setdefault(name[:_SHORT_FORM], []).append(name)
        self._handles = " ".join(_handles(tokens, self._found))

    def of(self, first: int, end: int) -> list[list[str]]:
        """For each of the tokens from `first` to before `end`, the names of what is true of it."""
        around = range(max(0, first - _REACH), min(len(self._tokens), end + _REACH))
        own = {index: self._own(index) for index in around}
        near = {index: [name for name in one if name.startswith(_NEAR)] for index, one in own.items()}
        return [
            [*own[index], *self._of_text, *self._around(index, near), *self._labels(index)]
            for index in range(first, end)
        ]

    def _own(self, index: int) -> list[str]:
        token = self._tokens[index]
        before = self._tokens[index - 1] if index else None
        opens = before is None or before.is_newline or before.text in _OPENERS
        seen = [f"w={token.key}", f"shape={token.shape}", f"found={self._found[index]}"]
        if before is not None and before.end == token.start:
            seen.append("glued")
        if opens:
            seen.append("opens")
        if token.text.isdigit():
            seen.append(f"digits={min(len(token.text), 9)}")
        if token.is_word:
            seen += _of_word(token.key, token.text.lower(), self._language)
            seen += self._of_case(token, opens)
            seen += self._elsewhere(token)
            seen.append(f"found&lists={self._found[index]},{_lists(token.key)}")
        if index in self._speaking:
            seen.append(f"speaking={min(self._speakers[token.key], 3)},{len(self._speakers) > _CHAT}")
        return seen

    def _of_case(self, token: Token, opens: bool) -> list[str]:
        common = commonness(token.text.lower(), self._language)
        if not token.text[0].isupper():
            return [f"small&common={common}"]
        case = "opening" if opens else "inside"
        seen = [f"case={case}", f"case&common={case},{common},{self._language}"]
        return [*seen, "small elsewhere"] if token.key in self._small else seen

    def _elsewhere(self, token: Token) -> list[str]:
        """What the rest of the text tells of a word: it comes again, speaks, or is part of a handle."""
        key = token.key
        seen = []
        if self._counts[key] > 1:
            seen.append("again")
        if key in self._speakers:
            seen.append("speaks")
        if key in self._persons:
            seen.append("person somewhere")
        elif any(
            name.startswith(key) or key.startswith(name)
            for name in self._persons_by_beginning.get(key[:_SHORT_FORM], ())
        ):
            seen.append("short form")
        if len(key) >= _IN_HANDLE and key in self._handles:
            seen.append("in a handle")
        return seen

    def _around(self, index: int, near: Mapping[int, list[str]]) -> list[str]:
        seen = []
        for distance in (-2, -1, 1, 2):
            beside = near.get(index + distance, ["edge"])
            seen += [f"{distance}:{name}" for name in beside]
        word, shape = self._word, self._shape
        return [
            *seen,
            f"-3:w={word(index - 3)}",
            f"3:w={word(index + 3)}",
            f"shapes={shape(index - 1)},{shape(index)},{shape(index + 1)}",
            f"w-1,w={word(index - 1)},{word(index)}",
            f"w,w+1={word(index)},{word(index + 1)}",
            f"w-1,w+1={word(index - 1)},{word(index + 1)}",
            f"w-2,w-1={word(index - 2)},{word(index - 1)}",
        ]

    def _labels(self, index: int) -> list[str]:
        """The words before it in its line: what says that a number is a tax number."""
        seen: list[str] = []
        for token in reversed(self._tokens[max(0, index - 4 * _LABEL_WORDS) : index]):
            if token.is_newline or len(seen) == _LABEL_WORDS:
                break
            if token.is_word:
                seen.append(f"left={token.key}")
        return seen

    def _word(self, index: int) -> str:
        return self._tokens[index].key if 0 <= index < len(self._tokens) else "edge"

    def _shape(self, index: int) -> str:
        return self._tokens[index].shape if 0 <= index < len(self._tokens) else "edge"


@lru_cache(_WORDS)
def _of_word(key: str, word: str, language: Language) -> tuple[str, ...]:
    common = commonness(word, language)
    lists = _lists(key)
    seen = [f"list={name}" for name in lists.split(",") if name]
    seen += [f"common={common}", f"lists={lists},{common}"]
    if language == "de" and common is None and is_compound(word):
        seen.append("compound")
    if language != "en":
        seen.append(f"english={commonness(word, 'en')}")
    for length in range(1, min(_AFFIX, len(key) - 1) + 1):
        seen += [f"begins={key[:length]}", f"ends={key[-length:]}"]
    return tuple(seen)


@lru_cache(_WORDS)
def _lists(key: str) -> str:
    lists = names()
    known = {
        "given name": lists.given,
        "family name": lists.surnames,
        "given word": lists.words,
        "small": lists.small,
        "thing": lists.things,
        "title": lists.titles,
        "nobody": lists.nobody,
        "town": town_words(),
        "place word": lists.place_words,
        "english": lists.english,
    }
    return ",".join(name for name, words in {**known, **gazetteers()}.items() if key in words)


def _by_token(tokens: Sequence[Token], found: Iterable[Entity]) -> list[str]:
    """For each token the kind of the find it lies in, and whether it begins it."""
    marks = ["none"] * len(tokens)
    for entity, places in covered_by(tokens, found):
        for place in places:
            marks[place] = f"{entity.kind},{'first' if tokens[place].start <= entity.start else 'later'}"
    return marks


def _speakers(tokens: Sequence[Token]) -> list[int]:
    """Which tokens are words before a colon at the beginning of a line, as speakers' names in a chat are."""
    speakers: list[int] = []
    line: list[int] | None = []
    for index, token in enumerate(tokens):
        if token.is_newline:
            line = []
        elif line is None:
            continue
        elif token.is_word:
            line.append(index)
            line = line if len(line) <= _SPEAKER else None
        elif token.text == ":" and line:  # that of a time stands before the first word
            speakers += line
            line = None
    return speakers


def _handles(tokens: Sequence[Token], found: Sequence[str]) -> Iterable[str]:
    """User names and the tokens of e-mail addresses, in which names of persons hide."""
    for index, token in enumerate(tokens):
        beside = (
            index + 1 < len(tokens) and tokens[index + 1].text == "_" and token.end == tokens[index + 1].start
        )
        if token.text.startswith("@") or beside or found[index].startswith(("email", "url")):
            yield token.key
