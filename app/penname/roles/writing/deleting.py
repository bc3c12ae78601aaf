"""What the writer takes out of a text: whole sentences, clauses, words, and nothing is put in their place.

Sentence compression by deletion (Knight and Marcu 2002; Filippova et al. 2015), here to tell less (RLAA,
section 3.4). Careful editors who may only delete agree on what goes in 0.89 of the sentences, and what they
leave would be posted; a small model that may write makes sentences that would not (packaging/writer).
"""

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence

from penname.domain.tokens import words
from penname.engine import grammar
from penname.engine.grammar import Fixed, InOrder, Node, OneOf, Words
from penname.roles.writing.answer import Became, WrittenSentence
from penname.roles.writing.omission import LEADS
from penname.roles.writing.sentence_rules import left_open
from penname.roles.writing.spelling import as_spelt

KEPT, _CUT = WrittenSentence(Became.KEEP), WrittenSentence(Became.CUT)
_ARTICLES = frozenset(("a", "an"))  # one may take the other's place
_LEAST_LEFT = 3  # words; of a sentence twice as long less is nothing
_STOP = re.compile(r"[.!?…]+[\"”’')]*$")
_JOINING = re.compile(r"(?:and|but|so|or|because|which|who|that),?\s+", re.IGNORECASE)
_LEADS_UP = LEADS | frozenset(words("a an the my your his her its our their but or so very is are was were"))
_SAYING = frozenset(
    words("say says said swear swears swore tell tells told claim claims claimed think thinks")
)
_VERBS = frozenset(words("is are was were has have had does did will would can could should"))
_BACK = frozenset(words("it he she they that this those these so neither nor it's he's she's they're that's"))
_SHORT = 4  # words, at most, of a sentence that only says something of the one before it
_ROOM = 2  # characters: a comma may become two words' "and"


def deletion_grammar(sentences: Iterable[str], staying: Container[int] = (), inclined: float = 0.0) -> Node:
    """The grammar of an answer that says of each sentence whether it stays, goes, or what is left of it, in
    words of the request's source; those whose number is in `staying` stay.

    The model is `inclined` to take out by so many nats more than it is of itself.
    """
    lines = tuple(
        grammar.Sequence((Fixed(f"{number} {Became.KEEP}"),))
        if number in staying
        else grammar.Sequence(
            (
                Fixed(f"{number} "),
                OneOf(
                    (
                        Fixed(Became.KEEP),
                        Fixed(Became.CUT),
                        grammar.Sequence((Fixed(Became.VAGUER), Words(len(sentence) + _ROOM))),
                    ),
                    (0.0, inclined, inclined),
                ),
            )
        )
        for number, sentence in enumerate(sentences, 1)
    )
    return InOrder(lines, least=len(lines))


def deletions(
    before: Sequence[str], answer: Mapping[int, WrittenSentence], told: Mapping[int, float], least: float
) -> dict[int, WrittenSentence]:
    """What becomes of the sentences `before`, by their numbers (from 1), as far as the answer only deletes.

    A question stays, or what is left of it. A sentence in which nothing is `told` (how strongly, by number)
    goes only beside one of which something goes: it hangs on that. Where fewer than `least` words would stay,
    the sentences that tell least are not touched.
    """
    found: dict[int, WrittenSentence] = {}
    for number, old in enumerate(before, 1):
        one = _deletion(old, answer.get(number, KEPT))
        if number - 1 in found and not found[number - 1].text and _hangs(one.text or old):
            one = _CUT
        if one.became is not Became.KEEP:
            found[number] = one
    lost = {number: len(words(before[number - 1])) - len(words(one.text)) for number, one in found.items()}
    spare = sum(len(words(old)) for old in before) - least
    while standing := _beside_what_tells(found, told):
        if sum(lost[number] for number in standing) <= spare:
            break
        del found[min(standing, key=lambda number: told.get(number, 0.0))]
    return standing


def _beside_what_tells(
    found: Mapping[int, WrittenSentence], told: Collection[int]
) -> dict[int, WrittenSentence]:
    """Those that tell something, and those beside such a one."""
    return {
        number: one
        for number, one in found.items()
        if number in told or any(other in told and other in found for other in (number - 1, number + 1))
    }


def _deletion(old: str, written: WrittenSentence) -> WrittenSentence:
    """What was written of a sentence, if that is the sentence without some of its words."""
    if written.became is Became.CUT:
        return KEPT if "?" in old or any(left_open(old)) else written
    text = _mended(old, as_spelt(old, written.text))
    if written.became is Became.KEEP or text == old or left_open(text) != left_open(old):
        return KEPT
    before, after = words(old), words(text)
    if not after or not _is_shorter(before, after) or _asserts(before, after):
        return KEPT
    if _breaks_off(text) or _lacks_a_subject(before, after):
        return KEPT if "?" in old else _CUT
    if len(after) < _LEAST_LEFT <= len(before) // 2 and "?" not in old:
        return _CUT
    return written._replace(text=text)


def _mended(old: str, new: str) -> str:
    """What is left begins and ends as the sentence did: without a word that joins, with its stop."""
    if joining := _JOINING.match(new):
        new = new if _JOINING.match(old) else new[joining.end() :]
    if old[:1].isupper() and new[:1].islower():
        new = new[0].upper() + new[1:]
    stop = _STOP.search(old)
    if stop and not _STOP.search(new):
        new = new.rstrip(" ,;:-–—") + stop.group()
    return new


def _breaks_off(text: str) -> bool:
    """Whether it ends with a word that leads up to what is not there any more."""
    return words(text.lower())[-1] in _LEADS_UP


def _lacks_a_subject(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether it begins with a verb, and did not: "3,900 a month, which is more than my father had"."""
    return new[0].lower() in _VERBS and old[0].lower() != new[0].lower()


def _hangs(sentence: str) -> bool:
    """Whether it says something only beside the sentence before it: "It was." """
    said = words(sentence.lower())
    return len(said) <= _SHORT and bool(said) and said[0] in _BACK and "?" not in sentence


def _asserts(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether it now says itself what somebody said in it: "they swear that it is haunted"."""
    before, after = ([word.lower() for word in some] for some in (old, new))
    said = _SAYING.intersection(before)
    return bool(said) and not said.intersection(after) and before[-1] == after[-1] and before[0] != after[0]


def _is_shorter(old: Sequence[str], new: Sequence[str]) -> bool:
    """Whether `new` are words of `old` in their order, and not all."""
    rest = iter([word.lower() for word in old])
    return len(new) < len(old) and all(
        any(word.lower() == other or {word.lower(), other} <= _ARTICLES for other in rest) for word in new
    )
