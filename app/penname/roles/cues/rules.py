"""Rules as tables: `resources/cues/<attribute>.toml` lists what people write who state a value.

One rule is one pattern with what is stated, what is put instead, and where it does not count. What no
pattern can say (an age in words, the name of a place) is read by a function of the attribute's module.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, NamedTuple

import msgspec

from penname.domain.articles import article
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.words import (
    any_of,
    compiled,
    filled,
    listed_words,
    read_table,
    shared_words,
    word_patterns,
)

_ARTICLE = re.compile(r"\b(an?) +(?=\S|$)")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words in which an author states a value.

    In a pattern a blank is one to three, and `{name}` is an entry of [lists] or [words]. Its group `cue` is
    what is quoted (else all of it), its group `out` is replaced by `after` (else the cue), and its group
    `capitals` must be written so. An article before `out` is made to fit.

    In `value` and `after`, `{word}` is what the group of this name matched, put in other words by the table
    [word], else by [meaning] in `value` and by [instead] in `after`.
    """

    pattern: str
    example: str = ""  # a text in which the rule finds something
    value: str = "{out}"
    after: str = ""
    certainty: int = 5
    near: tuple[str, ...] = ()  # further guesses, next best first; else what [near] has for the value
    begins: Literal["word", "clause", "sentence"] = "word"  # where it may begin
    read: str = ""  # the function that reads what the pattern cannot
    hedges: Literal["all", "unreal", "none"] = "all"  # which words before it forbid it; "when" is not unreal
    others: bool = False  # whether it counts in a clause about somebody else, too
    own: Literal["", "near", "open"] = ""  # without a subject: must stand near an "I", or else open a clause
    needs_before: str = ""  # what the clause before must say
    unless_before: str = ""
    needs_next: str = ""  # what must follow
    unless_next: str = ""

    def matches(self, reading: NormalizedText) -> Iterator[re.Match[str]]:
        """Where the pattern matches: at the beginning of a word, a clause or a sentence."""
        pattern, low, position = compiled(self.pattern), reading.low, 0
        if self.begins != "word":
            starts = reading.sentences if self.begins == "sentence" else reading.clauses
            yield from (match for start in starts if (match := pattern.match(low, start)))
            return
        # Much faster than patterns that begin with \b, whose first letters nothing can look for.
        while position <= len(low) and (match := pattern.search(low, position)):
            start = match.start()
            if start and (low[start - 1].isalnum() or low[start - 1] == "_"):
                position = start + 1
            else:
                position = max(match.end(), start + 1)
                if match.group():
                    yield match


class Hit(NamedTuple):
    """Where the pattern of a rule matches, and nothing before says that it does not count."""

    rule: Rule
    table: "RuleTable"
    reading: NormalizedText
    match: re.Match[str]

    @property
    def low(self) -> str:
        return self.reading.low

    def group(self, name: str) -> str:
        """What a group matched; empty where the pattern has no such group."""
        return self.match.groupdict().get(name) or ""

    def span(self, *names: str) -> tuple[int, int]:
        """Where the first of these groups that matched stands, else all of the match."""
        return next((self.match.span(name) for name in names if self.group(name)), self.match.span())

    def written(self) -> bool:
        """Whether a group `capitals` is written in capitals: "my SO", "in IT"."""
        start, end = self.span("capitals")
        return not self.group("capitals") or self.reading.text[start:end].isupper()

    def put(self, name: str, table: str = "meaning") -> str:
        """What a group matched, in the words of the table that has its name, else of this one."""
        said, meanings = re.sub(r" +", " ", self.group(name)), self.table.meanings
        return meanings.get(name, meanings.get(table, {})).get(said, said)

    def phrase(self, name: str) -> re.Pattern[str]:
        """An entry of [words], for what a reader looks for around the match."""
        return compiled(self.table.words[name])

    def find(
        self,
        value: str = "",
        near: tuple[str, ...] = (),
        out: tuple[int, int] | None = None,
        after: str | None = None,
        **words: str,
    ) -> Find:
        """The find of the rule as its fields say; `words` are further names for `after`."""
        groups, (start, end) = self.match.groupdict(), self.span("cue")
        value = value or self.rule.value.format_map({name: self.put(name) for name in groups})
        if after is None:
            words |= {name: self.put(name, "instead") for name in groups}
            after = self.rule.after.format_map(words)
        swap = self._with_article(*(out or self.span("out", "cue")), after)
        near = near or self.rule.near or self.table.near.get(value, ())
        return Find(value, start, max(end, swap.end), (swap,), self.rule.certainty, near)

    def _with_article(self, start: int, end: int, after: str) -> Swap:
        """The swap, with the article before it where that must fit another word now."""
        written = _ARTICLE.search(self.low, max(0, start - 6), start)
        if not written or _ARTICLE.match(after):
            return Swap(start, end, after)
        fitting = article(written[1], after or self.low[end:].lstrip())
        if after and fitting == written[1]:
            return Swap(start, end, after)
        return Swap(written.start(), end, f"{fitting} {after}")


Reader = Callable[[Hit], Find | None]


class RuleTable:
    """The rules of one attribute, of `resources/cues/<name>.toml` or of a user, compiled when first used.

    `readers` are the functions that rules name in `read`. Patterns name entries of [lists] and [words]. Every
    other table lists words under what they mean, and a pattern can name such a table for all its words.
    """

    def __init__(self, source: str | Mapping[str, Any], **readers: Reader) -> None:
        self._source = source
        self._readers = readers

    def __call__(self, reading: NormalizedText) -> Iterator[Find]:
        """What the rules find in a text."""
        for rule in self.rules:
            yield from self.finds(rule, reading)

    def finds(self, rule: Rule, reading: NormalizedText) -> Iterator[Find]:
        """What one of the rules finds in a text."""
        for match in rule.matches(reading):
            start = match.start()
            if rule.hedges != "none" and reading.hedged(start, rule.hedges == "unreal"):
                continue
            if not rule.others and reading.of_others(start):
                continue
            before = reading.clause_before(start) if rule.needs_before or rule.unless_before else ""
            if rule.needs_before and not compiled(rule.needs_before).search(before):
                continue
            if rule.unless_before and compiled(rule.unless_before).search(before):
                continue
            hit = Hit(rule, self, reading, match)
            find = self._readers[rule.read](hit) if rule.read else hit.find()
            if not find or not find.value or not hit.written() or not reading.own(rule.own, start, find.end):
                continue
            if rule.needs_next and not compiled(rule.needs_next).match(reading.low, find.end):
                continue
            if not (rule.unless_next and compiled(rule.unless_next).match(reading.low, find.end)):
                yield find

    @cached_property
    def _raw(self) -> Mapping[str, Any]:
        return read_table(self._source) if isinstance(self._source, str) else self._source

    @cached_property
    def rules(self) -> list[Rule]:
        """The rules, in the order of the file."""
        rules = [dict(rule) for rule in self._raw["rules"]]
        for rule in rules:
            rule.update({name: filled(rule[name], self.words) for name in _PATTERNS if name in rule})
        return msgspec.convert(rules, list[Rule])

    @cached_property
    def meanings(self) -> dict[str, dict[str, str]]:
        """By the name of a table, such as "meaning": each of its words, and what it is listed under."""
        return {
            name: {word: meaning for meaning, words in table.items() for word in listed_words(words)}
            for name, table in self._raw.items()
            if name not in ("rules", "lists", "words", "near")
        }

    @cached_property
    def words(self) -> dict[str, str]:
        """The patterns that a pattern of the table can name."""
        known = {name: any_of(words) for name, words in self.meanings.items()}
        return word_patterns(self._raw, {**shared_words(), **known})

    @cached_property
    def near(self) -> dict[str, tuple[str, ...]]:
        """The other guess for a value."""
        return {value: (other,) for value, other in self._raw.get("near", {}).items()}


_PATTERNS = ("pattern", "needs_before", "unless_before", "needs_next", "unless_next")
