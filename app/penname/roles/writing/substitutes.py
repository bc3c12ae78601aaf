"""What can stand in place of words in which a rule found a value: other words, or nothing.

A rule's own words ("an adult", "professional") hide the value wherever it stands, and readers found 0.37 of
608 such changes good. Careful writers mostly leave the statement out ("I'm 34, I teach": I teach), and what
they put in depends on the sentence. So each place has several substitutes (resources/cues/substitutes.toml),
of which a critic takes the one that readers would like best (substitution.py): lexical substitution (McCarthy
and Navigli, SemEval-2007 task 10), with nothing as one of the words.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec

from penname.domain.articles import fitting_end
from penname.domain.tokens import words
from penname.roles.cues.words import filled, read_table, word_patterns
from penname.roles.writing.marking import Span

_LEAST_LEFT = 2  # words of a sentence
BY_RULE, NOTHING = "by_rule", "nothing_by_rule"  # what the rule itself puts in


class Substitute(NamedTuple):
    """`sentence[start:end]` becomes `after`; the critic knows it by its `name`."""

    start: int
    end: int
    after: str
    name: str

    def put_into(self, sentence: str) -> str:
        """The sentence with it."""
        return sentence[: self.start] + self.after + sentence[self.end :]


class _Pattern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of the table, whose comment says how it is read."""

    name: str
    pattern: str
    put: str = ""
    attributes: tuple[str, ...] = msgspec.field(default=(), name="for")


@cache
def _patterns() -> tuple[_Pattern, ...]:
    table = read_table("substitutes")
    known = word_patterns(table, {"x": "{x}"})
    found = msgspec.convert(table["substitute"], tuple[_Pattern, ...])
    return tuple(msgspec.structs.replace(one, pattern=filled(one.pattern, known)) for one in found)


def substitutes(sentence: str, found: Span, attribute: str, by_rule: str) -> Iterator[Substitute]:
    """What can become of the words `found` in a sentence so that they do not tell the attribute any more.

    The last is what the rule puts there. The sentence may have space behind it.
    """
    low = sentence.lower().replace("’", "'")
    told, known = re.escape(low[slice(*found)].strip()), set[tuple[int, int, str]]()
    for one in _patterns() if len(low) == len(sentence) else ():  # some letters are two in small ones
        if one.attributes and attribute not in one.attributes:
            continue
        for match in re.finditer(one.pattern.replace("{x}", told), low):
            start, end = match.span("out" if "out" in match.re.groupindex else 0)
            substitute = _fitted(sentence, start, end, one.put, one.name)
            # The words found may end with the space behind them.
            covers = start <= found[0] and found[1] <= substitute.end + 1
            if covers and substitute[:3] not in known and _leaves_enough(sentence, substitute):
                known.add(substitute[:3])
                yield substitute
    yield Substitute(*found, by_rule, BY_RULE if by_rule.strip() else NOTHING)


def deletions(sentence: str, found: Span) -> Iterator[Substitute]:
    """What leaves out the statement, the aside or the phrase that `found` stands in."""
    return (one for one in substitutes(sentence, found, "", "") if one.name.startswith("no_"))


def _fitted(sentence: str, start: int, end: int, put: str, name: str) -> Substitute:
    """The substitute with the capital, or the article, that the sentence then needs."""
    opens = not re.search(r"\w", sentence[:start])
    if put:
        if opens and sentence[start].isupper():
            put = put[0].upper() + put[1:]
        return Substitute(start, end, put, name)
    letter = sentence[end : end + 1]
    if opens and sentence[start].isupper() and letter.islower():
        return Substitute(start, end + 1, letter.upper(), name)
    fitting = fitting_end(sentence, 0, start, sentence[end:])
    return Substitute(fitting[0], end, fitting[1], name) if fitting else Substitute(start, end, "", name)


def _leaves_enough(sentence: str, one: Substitute) -> bool:
    return len(words(one.put_into(sentence))) >= _LEAST_LEFT
