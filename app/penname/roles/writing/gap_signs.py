"""What a critic of gaps, and of words in their place, looks at: how surprising the text is behind one, and
what a reader meets there.

Trained on gaps and substitutes in the project's own texts that blind readers judged
(packaging/writer/critic.py).
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from penname.domain.sentences import sentences
from penname.domain.tokens import words
from penname.roles.stopwords import STOPWORDS
from penname.roles.writing.omission import LEADS

_EARLY, _LATER = 3, 8  # tokens behind a gap
_SOON = 12  # words behind it
_STEM = 5  # letters
_MOST_BEFORE = 80  # words: of more, nobody asks how many
_SHORT = 25  # words are hardly a text any more
# Words that point at what was said before.
_PERSON = frozenset(words("he him his she her they them their"))
_POINT = _PERSON | frozenset(words("it its that this these those there one ones both such"))
_SPEAKS = re.compile(r"i\b")
MARKED = "marked"  # what no rule found, in place of its attribute
A_WORD = 0.012  # of probability: what it costs that a word goes
_BEFORE, _BEHIND = 160, 70  # characters around a gap that are looked at

Loss = tuple[float, ...]  # -log p of each token, in nats
Losses = Callable[[Sequence[tuple[str, str]]], list[Loss]]  # of texts, each behind a beginning that is given
Signs = Iterator[tuple[str, float]]


class Kind(StrEnum):
    """What a gap takes: each kind has its own signs."""

    SENTENCE = "sentence"
    CLAUSE = "clause"
    CUT = "cut"  # a few words
    SUBSTITUTE = "substitute"  # words, that others take the place of


def signs(kind: Kind, without: Loss, having: Loss, left: str, gone: str, right: str, others: int) -> Signs:
    """What a critic looks at, by name. The text reads `left` `gone` `right`, and `gone` is to go, as `others`
    (sentences) went before.

    How surprising what follows is `without` the words, and how much more than `having` them; what the words
    were, and what a reader meets behind them: somebody or something that was named in the gap alone, too
    little text. Readers like a gap less the more there are.
    """
    yield from ((f"{kind}_{name}", float(value)) for name, value in _surprise(without, having))
    yield from ((f"{kind}_{name}", float(value)) for name, value in _seen(left, gone, right))
    yield f"{kind}_others", float(others)
    yield kind, 1.0


class Put(NamedTuple):
    """The text reads `left` `gone` `right`; `put` is to stand in place of `gone`, or nothing."""

    left: str
    gone: str
    put: str
    right: str

    def asked(self) -> tuple[tuple[str, str], ...]:
        """What to ask the losses of: what follows, with the new words before it and with the old; the new
        words.
        """
        return (
            behind(self.left + self.put, self.right),
            behind(self.left + self.gone, self.right),
            behind(self.left, self.put),
        )


def signs_of_substitute(name: str, attribute: str, put: Put, losses: Sequence[Loss]) -> Signs:
    """What a critic looks at, by name, of words put in the place of others in which a rule found a value of
    the attribute, or that are MARKED; `losses` are those of `put.asked()`.
    """
    without, having, new = losses
    kind = Kind.SUBSTITUTE
    yield kind, 1.0
    yield f"{kind}_{name}", 1.0
    yield f"{kind}_{name}_{attribute}", 1.0
    yield from ((f"{kind}_{sign}", float(value)) for sign, value in _surprise(without, having))
    yield from (
        (f"{kind}_{sign}", float(value)) for sign, value in _seen(put.left + put.put, put.gone, put.right)
    )
    yield f"{kind}_put_mean", sum(new) / max(1, len(new))
    yield f"{kind}_put_most", max(new, default=0.0)


def losses_of(losses: Losses, asked: Sequence[Sequence[tuple[str, str]]]) -> list[list[Loss]]:
    """The answers to what is asked of each, all read at once and no text twice; () of nothing but space."""
    texts = list(dict.fromkeys(pair for one in asked for pair in one if pair[1].strip()))
    known = dict(zip(texts, losses(texts), strict=True)) if texts else {}
    return [[known.get(pair, ()) for pair in one] for one in asked]


def behind(left: str, right: str) -> tuple[str, str]:
    """What to ask the losses of: the beginning of `right`, with `left` before it."""
    return left[-_BEFORE:] or "\n", right[:_BEHIND]


def _surprise(without: Loss, having: Loss) -> Signs:
    """In nats."""
    count = min(len(without), len(having))
    more = [now - before for now, before in zip(without[:count], having[:count], strict=True)]
    yield "more", sum(more)
    yield "more_early", sum(more[:_EARLY])
    yield "more_most", max(more, default=0.0)
    yield "first", sum(without[:1])
    yield "later", sum(without[:_LATER])
    yield "mean", sum(without) / max(1, len(without))


def _seen(left: str, gone: str, right: str) -> Signs:
    before, taken, after = (words(text.lower().replace("’", "'")) for text in (left, gone, right))
    said = _next_words(right)
    yield "end", not right.strip()
    yield "start", not left.strip()
    yield "words_before", min(len(before), _MOST_BEFORE)
    yield "words_gone", len(taken)
    yield "words_next", len(said)
    yield "short", len(before) + len(after) < _SHORT
    yield "shared", len((_stems(taken) & _stems(after)) - _stems(before))
    subjects = [word.split("'")[0] for word in said[:_SOON]]  # "it's", "that'll"
    yield "points", bool(_POINT.intersection(subjects[:1]))
    yield "pointers", sum(word in _POINT for word in subjects)
    yield "person", bool(_PERSON.intersection(subjects))
    yield "speaks", bool(_SPEAKS.match(said[0])) if said else False
    yield "number", any(character.isdigit() for word in said for character in word)
    yield "asks", "?" in gone
    yield "asked", left.rstrip(' "”)').endswith("?")
    yield "quotes", gone.count("'") + gone.count('"') > 1
    yield "commas", gone.count(",")
    yield "leads", bool(LEADS.intersection(taken[:1]))
    yield "small_before", bool(STOPWORDS.intersection(before[-1:]))
    yield "small_behind", bool(STOPWORDS.intersection(after[:1]) or LEADS.intersection(after[:1]))


def _stems(spoken: Sequence[str]) -> set[str]:
    """Of the words that say something."""
    return {word[:_STEM] for word in spoken if len(word) >= _STEM - 1 and word not in STOPWORDS}


def _next_words(right: str) -> list[str]:
    """The words of the sentence that follows, in small letters."""
    following = sentences(right)
    return words(right[slice(*following[0])].lower().replace("’", "'")) if following else []
