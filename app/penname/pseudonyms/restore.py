"""Restore: the originals come back in a reply, and words that may or may not be stand-ins are reported.

A wrong original is worse than a stand-in left in place, so a doubtful place is reported and left alone.
"""

import hashlib
from collections.abc import Collection, Iterator

import msgspec

from penname.domain.tokens import LETTERS, STEMS
from penname.pseudonyms.entities import NAMES
from penname.pseudonyms.mapping import Mapping, Pair
from penname.pseudonyms.matching import FoundSurrogate, SurrogateMatcher, edges
from penname.pseudonyms.plain import compact, plain
from penname.pseudonyms.uncertain_matches import UncertainMatch, find_uncertain_matches, is_another_person


class Returned(msgspec.Struct, frozen=True):
    """A stand-in that came back, and how often."""

    surrogate: str
    original: str
    times: int


class RestoredSpan(msgspec.Struct, frozen=True):
    """`text[start:end]` of the restored text stands where the reply had its [reply_start, reply_end)."""

    start: int
    end: int
    reply_start: int
    reply_end: int


class Restored(msgspec.Struct, frozen=True):
    """The reply with the originals, which lie at `places` in it.

    `doubts` (the name that `--json` prints) are uncertain matches in the reply as it came; `missing` did not
    come back.
    """

    text: str
    returned: tuple[Returned, ...]
    missing: tuple[str, ...]
    doubts: tuple[UncertainMatch, ...]
    places: tuple[RestoredSpan, ...] = ()

    def span_of(self, match: UncertainMatch) -> tuple[int, int]:
        """Where an uncertain match is in the restored text."""
        before = [place for place in self.places if place.reply_end <= match.start]
        shift = before[-1].end - before[-1].reply_end if before else 0
        return match.start + shift, match.end + shift


def restore(reply: str, mapping: Mapping, settled: Collection[UncertainMatch] = ()) -> Restored:
    """Put the originals of `mapping` back into `reply`. Rewordings are undone first, in their own text.

    `settled` are uncertain matches of this reply that the user confirmed.
    """
    if mapping.rewordings and mapping.digest == digest_of(reply):
        for rewording in sorted(mapping.rewordings, key=lambda rewording: -rewording.start):
            reply = reply[: rewording.start] + rewording.before + reply[rewording.end :]
    found, doubts = _found(reply, mapping, settled)
    parts: list[str] = []
    position = length = 0
    counts: dict[Pair, int] = {}
    places: list[RestoredSpan] = []
    for start, end, pair, original in found:
        parts += (reply[position:start], original)
        length += start - position
        places.append(RestoredSpan(length, length + len(original), start, end))
        length += len(original)
        position = end
        counts[pair] = counts.get(pair, 0) + 1
    text = "".join(parts) + reply[position:]
    taken = [(start, end) for start, end, _, _ in found] + [(match.start, match.end) for match in doubts]
    doubts += find_uncertain_matches(reply, mapping, taken)
    return Restored(
        text,
        tuple(Returned(pair.surrogate, pair.original, times) for pair, times in counts.items()),
        tuple(_missing(mapping, counts)),
        tuple(sorted(doubts, key=lambda match: match.start)),
        tuple(places),
    )


def _found(
    reply: str, mapping: Mapping, settled: Collection[UncertainMatch]
) -> tuple[list[tuple[int, int, Pair, str]], list[UncertainMatch]]:
    """Start, end, pair and original of what comes back, in the reply's order; and namesakes, which do not."""
    by_surrogate = {pair.surrogate: pair for pair in mapping.pairs}
    by_hand = {(match.start, match.end) for match in settled if match.surrogate in by_surrogate}
    found = [
        (match.start, match.end, pair, _in_place_of(match, pair))
        for match in settled
        if (pair := by_surrogate.get(match.surrogate)) is not None
    ]
    doubts: list[UncertainMatch] = []
    for match in SurrogateMatcher(mapping.pairs).find(reply):
        pair = _spelling(reply, match)
        if (match.start, match.end) in by_hand:
            continue
        if is_another_person(reply, match.edges, pair, mapping):
            doubts.append(
                UncertainMatch(match.start, match.end, reply[match.start : match.end], pair.surrogate)
            )
        else:
            found.append((match.start, match.end, pair, _original(reply, match, pair)))
    return sorted(found, key=lambda one: one[0]), doubts


def settled_words(match: UncertainMatch, mapping: Mapping) -> str:
    """What comes back for an uncertain match once confirmed; "" for one that stands for nothing known."""
    pairs = (pair for pair in mapping.pairs if pair.surrogate == match.surrogate)
    return next((_in_place_of(match, pair) for pair in pairs), "")


def _in_place_of(match: UncertainMatch, pair: Pair) -> str:
    """For the last digits of a number, those of the original."""
    if match.text.isdigit() and pair.kind not in NAMES:
        return compact(pair.original)[-len(match.text) :].upper()
    return _capitals(match.text, pair.surrogate, pair.original)


def digest_of(text: str) -> str:
    """The digest that identifies the text that rewordings were made in."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _spelling(reply: str, found: FoundSurrogate) -> Pair:
    """The pair whose stand-in is written just so; else the first, with as many capitals if there is one."""
    written = reply[found.start : found.end]
    for pair in found.pairs:
        if pair.surrogate == written:
            return pair
    for pair in found.pairs:
        if pair.surrogate.isupper() == written.isupper() and pair.surrogate.islower() == written.islower():
            return pair
    return found.pairs[0]


def _original(reply: str, found: FoundSurrogate, pair: Pair) -> str:
    written = reply[found.start : found.end]
    if written == pair.surrogate:
        return pair.original
    original = pair.original
    head, tail = edges(pair.surrogate)
    if pair.kind in NAMES and not pair.surrogate.startswith("["):
        # what the reply left out of the stand-in is left out of the original
        own_head, own_tail = edges(original)
        if head and head == own_head and not written.startswith(head):
            original = original[len(head) :]
        if tail and tail == own_tail and not written.endswith(tail):
            original = original[: -len(tail)]
        return _in_manner(written, pair.surrogate, original)
    return original


def _in_manner(written: str, surrogate: str, original: str) -> str:
    """`original` with the gaps and capitals that the reply gave its stand-in."""
    old, new, came = STEMS.findall(surrogate), STEMS.findall(original), list(STEMS.finditer(written))
    if len(old) != len(new) or len(came) != len(old):
        return _capitals(written, surrogate, original)
    result, position = "", 0
    for match, before, after in zip(came, old, new, strict=True):
        result += written[position : match.start()] + _capitals(match.group(), before, after)
        position = match.end()
    return result + written[position:]


def _capitals(written: str, surrogate: str, original: str) -> str:
    plain_written = "".join(filter(str.isalpha, written))
    if plain_written == "".join(filter(str.isalpha, surrogate)) or (
        plain(written) == plain(surrogate)
        and (written[:1].isupper() == surrogate[:1].isupper() and written.isupper() == surrogate.isupper())
    ):
        return original
    if plain_written.isupper() and len(plain_written) > 1:
        return original.upper()
    if plain_written.islower():
        return original.lower()
    if original.islower() or (original.isupper() and len(original) > 1 and plain_written[:1].isupper()):
        return LETTERS.sub(lambda word: word.group().capitalize(), original)
    return original


def _missing(mapping: Mapping, counts: dict[Pair, int]) -> Iterator[str]:
    back = {token for pair in counts for token in STEMS.findall(plain(pair.surrogate))}
    for pair in mapping.pairs:
        if not pair.part and pair not in counts and not back.issuperset(STEMS.findall(plain(pair.surrogate))):
            yield pair.surrogate
