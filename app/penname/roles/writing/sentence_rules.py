"""Which sentences may be proposed that were written by a model nobody trained for it.

The writer that ships has learned from careful writers what may stand in a text. Any other model knows of it
what its prompt says, and does not keep to it: it reports what "the author" says, puts another city in the
place of one, turns a sentence round, or tells what it has read elsewhere in the text. What can be recognised
without a model is refused here, rather too much than too little: then the sentence stays as it was.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from itertools import pairwise

from penname.domain.changes import Change
from penname.domain.inferences import Inference
from penname.domain.number_words import NUMBER_WORDS
from penname.domain.tokens import words
from penname.roles.chatter import chatter_in_rewrite
from penname.roles.cues.words import lines
from penname.roles.edit_rules import something_else, vocabulary
from penname.roles.stopwords import STOPWORDS

_MOST_LEFT = 1 / 2  # of the marked words
_LEAST_KEPT = 2 / 3  # of the words that say something and are not marked
_LONGER, _SHORTER = 1.25, 0.4  # times as many words as before
_ANY_JOB = frozenset(words("boss colleague employee professional staff student worker"))
_ROOM = 3  # words that it may grow anyway, and that a short sentence may lose
_COPIED = 4  # words in a row from elsewhere in the text
_SPEAKS = {
    "i",
    "we",
    "im",
    "ive",
    *(f"{who}'{end}" for who in ("i", "we") for end in ("m", "ve", "d", "ll", "re")),
}
_OF_SPEAKER = {"me", "my", "mine", "myself", "us", "our", "ours"}
_DENIAL = re.compile(
    r"(?:no|not|never|none|nobody|nothing|nowhere|neither|nor|without|cannot|cant|dont|\w+n't)"
)
_SENTENCE_ENDS = re.compile(r"[.!?…](?=\s|$)")


def objection(
    text: str, old: str, new: str, marked: Collection[str], inferences: Sequence[Inference]
) -> str | None:
    """Why `new` may not stand in the place of `old`, a sentence of `text`; None if it may.

    `marked` are the words of `old`, in small letters, that tell what has to go; `inferences` what they tell.
    """
    before, after = words(old.lower()), words(new.lower())
    fresh = vocabulary(new) - vocabulary(old)
    if chatter := chatter_in_rewrite([new], text):
        return f"the model {chatter[new]}"
    if reason := something_else(text, Change(0, 0, old, new), fresh, inferences):
        return reason
    if (fresh - _ANY_JOB) & lines("occupations.txt"):
        return "it would put another job in its place"
    if fresh & NUMBER_WORDS - {"one"}:
        return "it would put another number in its place"
    if sum(word in after for word in marked) > len(marked) * _MOST_LEFT:
        return "it would still say what tells"
    if _alphabets(new) - _alphabets(text):
        return "it would be in another language"
    if len(after) > len(before) * _LONGER + _ROOM:
        return "it would add what is not in the text"
    if len(after) < min(len(before) * _SHORTER, len(before) - _ROOM):
        return "it would remove most of the sentence"
    if _loses_its_speaker(vocabulary(old), vocabulary(new)):
        return "it would no longer be said by the author"
    if _denials(before) != _denials(after) or old.rstrip().endswith("?") != new.rstrip().endswith("?"):
        return "it would turn what the sentence says"
    if len(_SENTENCE_ENDS.findall(new)) > max(1, len(_SENTENCE_ENDS.findall(old))):
        return "it would add a sentence"
    if left_open(old) != left_open(new):
        return "it would leave a bracket or a quotation open"
    if _repeated(after) > _repeated(before) or _copied(text, old, after):
        return "it would say something twice"
    own = [word for word in before if word not in STOPWORDS and word not in marked]
    if sum(word in after for word in own) < len(own) * _LEAST_KEPT:
        return "it would change more than what tells"
    return None


def left_open(text: str) -> list[int]:
    """How many brackets and quotations a sentence leaves open, of each kind."""
    pairs = [text.count(opening) - text.count(closing) for opening, closing in ("()", "“”", "«»")]
    return [*pairs, text.count('"') % 2]


def _alphabets(text: str) -> set[str]:
    """The scripts of its letters, by the first word of their names in Unicode: LATIN, CYRILLIC, CJK."""
    return {unicodedata.name(sign, "").partition(" ")[0] for sign in set(text) if sign.isalpha()}


def _loses_its_speaker(before: set[str], after: set[str]) -> bool:
    """Whether the author did something in it and now does not, or was spoken of ("my") and is no more."""
    if before & _SPEAKS:
        return not after & _SPEAKS
    return bool(before & _OF_SPEAKER) and not after & (_SPEAKS | _OF_SPEAKER)


def _denials(said: Sequence[str]) -> int:
    return sum(_DENIAL.fullmatch(word.replace("’", "'")) is not None for word in said)


def _repeated(said: Sequence[str]) -> int:
    pairs = list(pairwise(said))
    return len(pairs) - len(set(pairs))


def _copied(text: str, old: str, said: Sequence[str]) -> bool:
    """Whether words in a row stand elsewhere in the text, but not in the sentence itself."""
    before = words(old.lower())
    elsewhere = _runs(words(text.lower())) - _runs(before)
    return bool(_runs(said) & elsewhere)


def _runs(said: Sequence[str]) -> set[tuple[str, ...]]:
    return set(zip(*(said[start:] for start in range(_COPIED)), strict=False))
