"""Words that look like names and were not found: what "Did we miss a name?" asks about."""

from collections import Counter
from collections.abc import Collection, Iterable

from penname.pseudonyms.entities import Entity
from penname.pseudonyms.names.lists import names
from penname.pseudonyms.names.words import TextWords
from penname.pseudonyms.plain import plain

_LONGEST = 3  # words in one suggestion


def perhaps_missed(text: str, found: Iterable[Entity], kept: Collection[str], most: int) -> tuple[str, ...]:
    """Runs of capitalized words inside sentences that nobody found, the ones that come most often first.

    A word that the text also writes small is a word. In German, where nouns have capitals, too, only names
    that the lists know count.
    """
    words = TextWords(text)
    covered = bytearray(len(text))
    for entity in found:
        covered[entity.start : entity.end] = b"\1" * (entity.end - entity.start)
    lists = names()
    known = lists.given | lists.surnames
    small = {word.text for word in words.words if word.text.islower()}
    left_alone = {plain(phrase) for phrase in kept}
    counts: Counter[str] = Counter()
    past = 0
    for index, word in enumerate(words.words):
        if index < past or not word.is_capital or covered[word.start] or word.is_initial:
            continue
        bare = word.key.replace("’", "'").split("'")[0]  # "I'm" is no name, "O'Brien" may be
        ordinary = (
            (bare in lists.small and bare != "o")
            or word.key in lists.small
            or word.key in lists.determiners
            or word.text.lower() in small
        )
        if ordinary or word.text in names().particles or (word.text.isupper() and len(word.text) < 6):
            continue
        if words.begins_sentence(index) or (words.language == "de" and word.key not in known):
            continue
        past = max(index + 1, words.run(index, _LONGEST, lists.small))
        phrase = text[word.start : words.words[past - 1].end]
        if plain(phrase) not in left_alone and not any(covered[word.start : words.words[past - 1].end]):
            counts[phrase] += 1
    return tuple(phrase for phrase, _ in counts.most_common(most))
