"""Persons by rule: known given names, and what stands around names (titles, greetings, signatures, kin)."""

import re
from collections.abc import Iterator

from penname.pseudonyms.entities import PERSON, Entity, Finder
from penname.pseudonyms.names.lists import any_of, cue, names
from penname.pseudonyms.names.words import TextWords
from penname.pseudonyms.plain import plain

_FAMILY = re.compile(r"(?<!\w)[Tt]he ([A-Z][a-z]+)s(?= (?:and|are|were|have|had|live|lived|next|came|who)\b)")
_MOST = 5  # words in a name
_RARE = 150  # place in the lists from which a name that is a word as well is believed to be the word
_TITLE = r"(?:(?:{titles})\.?[ \t\u00a0]{{1,2}}){{0,3}}"
_JOINED = re.compile(r"(?:,|;|,? (?:and|und|et|y|&))[ \t]+")
_NOT_AFTER = frozenset(
    ("you", "he", "she", "it", "they", "we", "i", "the", "this", "that", "there", "have", "be")
)


def find_persons(words: TextWords) -> Iterator[Entity]:
    """Persons named in the text; titles stay outside."""
    yield from _behind_titles(words)
    yield from _greeted(words)
    yield from _signed(words)
    yield from _introduced(words)
    yield from _in_fields(words)
    yield from _listed(words)
    yield from _last_name_first(words)
    yield from _families(words)
    yield from _written_small(words)


def _person(words: TextWords, first: int, end: int) -> Entity:
    start, stop = words.words[first].start, words.words[end - 1].end
    return Entity(start, stop, PERSON, words.text[start:stop], Finder.RULE)


def _behind_titles(words: TextWords) -> Iterator[Entity]:
    small = names().small
    for match in cue("titles", after=r"\.?[ \t\u00a0]{1,2}").finditer(words.text):
        if not match.group()[0].isupper():
            continue
        first = words.at(match.end())
        if first is None or (words.words[first].is_initial and not words.adjoins(first)):
            continue
        end = words.run(first, _MOST, small)
        if end > first and not _is_title(words.words[first].text):
            yield _person(words, first, end)


def _greeted(words: TextWords) -> Iterator[Entity]:
    titles = _TITLE.format(titles=any_of("titles"))
    pattern = cue("greetings", r"^[ \t>*]*", r",?[ \t]+" + titles)
    for match in pattern.finditer(words.text):
        first = words.at(match.end())
        while first is not None:
            end = _addressed(words, first)
            if end == first:
                break
            yield _person(words, first, end)
            joined = re.compile(r",? (?:and|und|et|y|&) |, ").match(words.text, words.words[end - 1].end)
            first = words.at(joined.end()) if joined else None


def _addressed(words: TextWords, first: int) -> int:
    """Where the name ends that is greeted at `first`; `first` itself where it is none."""
    end = words.run(first, 4, names().nobody)
    if end == first:
        return first
    after = words.text[words.words[end - 1].end : words.words[end - 1].end + 2]
    known = any(word.key in names().given for word in words.words[first:end])
    return (
        end
        if known or after[:1] in ("", ",", "!", "\n", "\r", ":", ".", "–", "-") or after == " –"
        else first
    )


def _signed(words: TextWords) -> Iterator[Entity]:
    titles = _TITLE.format(titles=any_of("titles"))
    pattern = cue(
        "closings", r"(?:^|(?<=[.!?] ))[ \t>]*", r"[ \t]*[,.!]?(?:[ \t]*\r?\n){1,3}[ \t>\-–]*" + titles
    )
    for match in pattern.finditer(words.text):
        first = words.at(match.end())
        if first is None:
            continue
        end = words.run(first, _MOST, names().nobody)
        rest = words.text[words.words[end - 1].end :].split("\n", 1)[0] if end > first else ""
        if end > first and len(rest) < 60 and rest.lstrip()[:1] in ("", ",", ".", "|", "(", "-", "–", "/"):
            yield _person(words, first, end)


def _introduced(words: TextWords) -> Iterator[Entity]:
    lists = names()
    titles = _TITLE.format(titles=any_of("titles"))
    for name in ("introductions", "kin"):
        for match in cue(name, after=r",?:?[\s\"“]{1,2}" + titles).finditer(words.text):
            first = words.at(match.end())
            if first is None:
                continue
            word = words.words[first]
            end = words.run(first, 4, lists.small)
            if end == first and name == "introductions" and word.key in lists.given - lists.words:
                end = first + 1  # "my name is anna"
                if words.adjoins(first) and words.words[end].key in lists.surnames - lists.surname_words:
                    end += 1
            known = any(w.key in lists.given or w.key in lists.surnames for w in words.words[first:end])
            german_noun = name == "kin" and not known and words.language == "de"
            if end > first and not german_noun and not word.text.isupper():
                yield _person(words, first, end)


def _in_fields(words: TextWords) -> Iterator[Entity]:
    """Names after "Patient:", "Present:" and the like, all of a list."""
    titles = _TITLE.format(titles=any_of("titles"))
    pattern = cue(
        "person_fields",
        r"(?:^|(?<=[|;,•])|(?<=[.!?] ))[ \t>*_\-•]*",
        r"[*_]{0,2}[ \t]*[:=][*_]{0,2}[ \t]*" + titles,
    )
    for match in pattern.finditer(words.text):
        first = words.at(match.end())
        while first is not None:
            end = words.run(first, _MOST, names().small)
            rest = words.text[words.words[end - 1].end :][:1] if end > first else ""
            if end == first or rest not in ("", "\n", "\r", ",", ";", " ", "<", "(", ".", "|"):
                break
            yield _person(words, first, end)
            joined = _JOINED.match(words.text, words.words[end - 1].end)
            first = words.at(joined.end()) if joined else None


def _listed(words: TextWords) -> Iterator[Entity]:
    lists = names()
    german = words.language == "de"
    index = 0
    while index < len(words.words):
        word = words.words[index]
        end = index + 1
        if word.is_capital and not word.is_initial:
            parts = word.key.replace("‑", "-").split("-")
            given = all(part in lists.given for part in parts)
            if given and (word.key not in lists.small or word.key in lists.words):
                end = max(index + 1, _full_name(words, index))
                if end > index + 1 or _stands_alone(words, index, german):
                    yield _person(words, index, end)
            elif not german and word.key not in lists.small and not words.begins_sentence(index):
                end = index + 2 if _is_rare_given(words, index) else end
                if end > index + 1:
                    yield _person(words, index, end)
        elif word.is_initial and word.text.endswith("."):
            end = max(end, _after_initials(words, index))
            if end > index + 1:
                yield _person(words, index, end)
        index = end


def _full_name(words: TextWords, first: int) -> int:
    """Where the name ends that begins with the given name at `first`."""
    lists = names()
    end = words.run(first, _MOST, lists.small - {words.words[first].key})
    doubtful = words.words[first].key in lists.words and (
        words.begins_sentence(first) or words.language == "de"
    )
    for index in range(first + 1, end):
        word = words.words[index]
        if word.text == "I" or (doubtful and index == first + 1 and not _is_certain_surname(words, index)):
            return index
        if word.text.isupper() and len(word.text) > 1 and not words.words[first].text.isupper():
            return index  # an acronym after a name
    return end


def _is_certain_surname(words: TextWords, index: int) -> bool:
    key = words.words[index].key
    lists = names()
    last = key.rsplit("-", 1)[-1]
    return words.words[index].is_initial or (last in lists.surnames and key not in lists.surname_words)


def _stands_alone(words: TextWords, index: int, german: bool) -> bool:
    """Whether a given name without a family name is a person and not a word."""
    word, lists = words.words[index], names()
    if word.key not in lists.words:
        return not (word.text.isupper() and len(word.text) <= 3)
    if words.begins_sentence(index) or german or word.text.isupper():
        following = words.text[word.end : word.end + 2]
        return following in ("'s", "’s") and not german
    before = words.words[index - 1].key if index else ""
    if word.key in lists.calendar and before in lists.before_months:
        return False
    after = words.words[index + 1].key if words.adjoins(index) else ""
    return before not in lists.determiners and after not in _NOT_AFTER


def _is_rare_given(words: TextWords, index: int) -> bool:
    """Whether the word after an unknown capitalized one is a family name and nothing else."""
    if (
        not words.adjoins(index)
        or words.words[index].text.isupper()
        or "\n" in words.text[words.words[index].end :][:1]
    ):
        return False
    following = words.words[index + 1]
    lists = names()
    if _is_title(words.words[index].text):
        return False
    return (
        following.is_capital
        and not following.text.isupper()
        and following.key in lists.surnames
        and not any(following.key in words for words in (lists.surname_words, lists.given, lists.words))
    )


def _after_initials(words: TextWords, index: int) -> int:
    """Where "J. R. Smith" ends."""
    end = index
    while end < len(words.words) and words.words[end].is_initial and words.adjoins(end):
        end += 1
    word = words.words[end] if end < len(words.words) else None
    if word is None or not word.is_capital or word.is_initial or word.key in names().small:
        return index
    if end == index + 1 and words.words[index].text == "I." and not words.begins_sentence(index):
        return index  # "so do I. Lantern ..."
    known = word.key in names().surnames or end - index > 1 or not words.begins_sentence(index)
    return end + 1 if known else index


def _last_name_first(words: TextWords) -> Iterator[Entity]:
    """The family name of "Smith, John"; the given name is found by itself."""
    lists = names()
    for index, word in enumerate(words.words[:-1]):
        following = words.words[index + 1]
        if words.text[word.end : following.start] != ", " or not (word.is_capital and following.is_capital):
            continue
        known = word.key in lists.surnames - lists.given - lists.small
        if known and following.key in lists.given - lists.words:
            yield _person(words, index, index + 1)


def _families(words: TextWords) -> Iterator[Entity]:
    """The family name of "the Thornburys", where the list knows it; the plural's ending stays."""
    for match in _FAMILY.finditer(words.text):
        if plain(match.group(1)) in names().surnames:
            yield Entity(match.start(1), match.end(1), PERSON, match.group(1), Finder.RULE)


def _written_small(words: TextWords) -> Iterator[Entity]:
    """Given names in the text of somebody who writes everything small, where they are nothing else."""
    if not words.is_careless or words.language != "en":
        return
    lists = names()
    for index, word in enumerate(words.words):
        rank = min(lists.female.get(word.key, _RARE), lists.male.get(word.key, _RARE))
        is_name = (
            word.key in lists.given - lists.words if rank < _RARE or word.key not in lists.english else False
        )
        if word.text.islower() and len(word.key) > 2 and is_name and word.key not in lists.small:
            yield _person(words, index, index + 1)


def _is_title(word: str) -> bool:
    return re.fullmatch(any_of("titles"), word, re.IGNORECASE) is not None
