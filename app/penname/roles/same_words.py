"""The same thing gets the same words in all posts that are rewritten together (ours).

Each post is rewritten by itself. A reader of several who finds "Leeds" in one, "a city" in the second and "up
north" in the third learns more than any of them tells. So words that were put for a phrase are put for it
wherever it stands, also where a post was not rewritten, and in later rounds.
"""

from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.attributes import ValueKind, attribute_named
from penname.domain.changes import Change
from penname.domain.inferences import Inference, Verdict
from penname.domain.sentences import overlap
from penname.domain.tokens import occurrences, words
from penname.roles.stopwords import STOPWORDS


class SameWords:
    """Remembers, while a session lasts, what was put for which phrase."""

    def __init__(self) -> None:
        self._put: dict[str, str] = {}

    def in_all_posts(self, text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
        """The changes of `text` with the first words for a phrase put for it everywhere."""
        put = {before: after for before, after in self._put.items() if occurrences(text, after)}
        agreed: list[Change] = []
        for change in changes:
            if _is_a_phrase(change):
                own = _inside(change.after)
                after = put.setdefault(change.before, own)
                if after != own:
                    change = msgspec.structs.replace(change, after=_placed(text, change.start, after))
            agreed.append(change)
        self._put = self._put | put
        taken = [(change.start, change.end) for change in agreed]
        for change in tuple(agreed):
            for span in occurrences(text, change.before) if _names(change.before) else ():
                if not overlap([span], taken):
                    taken.append(span)
                    start, end = span
                    after = _placed(text, start, _inside(change.after))
                    agreed.append(msgspec.structs.replace(change, start=start, end=end, after=after))
        return tuple(sorted(agreed, key=lambda change: (change.start, change.end)))


def with_named_everywhere(
    text: str, execute: Iterable[Verdict], inferences: Iterable[Inference]
) -> tuple[Verdict, ...]:
    """The verdicts with the names of the inferred places as evidence: a post that only names the place, and
    tells nothing by itself, names what the others hide.
    """
    inferences = tuple(inferences)
    return tuple(
        msgspec.structs.replace(
            verdict,
            evidence=tuple(dict.fromkeys((*verdict.evidence, *_named(text, verdict.attribute, inferences)))),
        )
        for verdict in execute
    )


def _named(text: str, attribute: str, inferences: Iterable[Inference]) -> list[str]:
    if attribute_named(attribute).kind is not ValueKind.PLACE:
        return []
    guesses = [one.guesses[0] for one in inferences if one.attribute == attribute and one.guesses]
    names = (part.strip() for guess in guesses for part in guess.split(","))
    return [name for name in names if len(name) > 2 and occurrences(text, name)]


def _is_a_phrase(change: Change) -> bool:
    """Whether it puts words for words: other small words are grammar, and what is left out has none."""
    meant = {word.casefold() for word in words(change.before)} - STOPWORDS
    return bool(meant and change.after.strip())


def _names(phrase: str) -> bool:
    """Whether it holds a name or a number: only such a phrase means the same wherever it stands."""
    meant = (word for word in words(phrase) if word.casefold() not in STOPWORDS)
    return any(word[0].isupper() or word[0].isdigit() for word in meant)


def _inside(words_put: str) -> str:
    """How words are spelled within a sentence: a small word has no capital there."""
    first = words_put.split(" ", 1)[0]
    return words_put[:1].lower() + words_put[1:] if first.casefold() in STOPWORDS - {"i"} else words_put


def _placed(text: str, start: int, words_put: str) -> str:
    """The words with a capital where a sentence of `text` begins."""
    before = text[:start].rstrip(" \t\"'“‘(")
    begins = not before or before[-1] in ".!?…\n"
    return words_put[:1].upper() + words_put[1:] if begins else words_put
