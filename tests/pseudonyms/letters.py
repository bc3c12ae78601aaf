"""Letters, tickets, chats and forms in four languages: how many of their names and numbers are hidden.

Usage: PYTHONPATH=app:packaging:tests python -m pseudonyms.letters {development,held-out,hard} [--misses]

Each text marks what is to be hidden, `{{person|Anna}}`, and decoys that are to stay readable,
`{{decoy|in May}}`. Writers who had never seen the rules wrote them in one go; then every second one went into
`held-out`, which nobody may read who writes rules: a rule made for one of these texts takes their worth away.
The 240 of `hard` were asked for later, by what had been missed most: villages and streets in small letters,
nicknames and firms that are everyday words, people named once in passing, many decoys. Nobody has read them.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from labelling.letters import DECOY, Letter, Marked, read_letters
from penname.pseudonyms.detect import detect
from penname.pseudonyms.entities import Entity
from penname.pseudonyms.pseudonymize import NotReversible, pseudonymize
from penname.pseudonyms.restore import restore

FOLDER = Path(__file__).with_name("letters")
PARTS = DEVELOPMENT, HELD_OUT, HARD = "development", "held-out", "hard"
LANGUAGES = ("en", "de", "fr", "es")


def letters(part: str, language: str) -> Iterator[Letter]:
    """The letters of a part in a language."""
    return read_letters(FOLDER / part / f"{language}.jsonl")


class Score(NamedTuple):
    """How many things of each kind there are, how many are hidden in full, and how many decoys in part."""

    there: Counter[str]
    hidden: Counter[str]
    missed: tuple[tuple[str, Marked], ...]

    def share(self, kinds: Iterable[str]) -> float:
        """Of the things of these kinds, how many are hidden (for decoys: are touched)."""
        kinds = tuple(kinds)
        return sum(self.hidden[kind] for kind in kinds) / max(1, sum(self.there[kind] for kind in kinds))

    @property
    def recall(self) -> float:
        """Of all that is to be hidden, the share that is."""
        return self.share(kind for kind in self.there if kind != DECOY)

    @property
    def overhidden(self) -> float:
        """Of the decoys, the share of which anything is hidden."""
        return self.share((DECOY,))


def score(read: Iterable[Letter]) -> Score:
    """A thing is hidden when each letter and digit of it is; a decoy is hit when one of them is."""
    there: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    missed = []
    for letter in read:
        covered = _covered(detect(letter.text))
        for one in letter.marked:
            there[one.kind] += 1
            ours = {at for at in range(one.start, one.end) if letter.text[at].isalnum()}
            hit = bool(ours & covered) if one.kind == DECOY else ours <= covered
            hidden[one.kind] += hit
            if hit == (one.kind == DECOY):
                missed.append((letter.text, one))
    return Score(there, hidden, tuple(missed))


def _covered(entities: Iterable[Entity]) -> set[int]:
    return {at for entity in entities for at in range(entity.start, entity.end)}


def comes_back(letter: Letter) -> bool:
    """Whether the letter comes back byte for byte from the text that goes out."""
    try:
        sent = pseudonymize(letter.text)
    except NotReversible:
        return False
    return restore(sent.text, sent.mapping).text == letter.text


def main(part: str, *, misses: bool) -> None:
    """Print a table by language and kind, and for the development half what is missed."""
    scores = {language: score(letters(part, language)) for language in LANGUAGES}
    kinds = sorted(set().union(*(one.there for one in scores.values())) - {DECOY})
    _say("| | " + " | ".join((*LANGUAGES, "all")) + " |\n|" + "---|" * (len(LANGUAGES) + 2))
    for name, rows in (("all", kinds), *((kind, [kind]) for kind in kinds), ("decoys hidden", [DECOY])):
        parts = [
            (sum(one.hidden[row] for row in rows), sum(one.there[row] for row in rows))
            for one in scores.values()
        ]
        parts.append((sum(hit for hit, _ in parts), sum(there for _, there in parts)))
        shares = (f"{hit / there:.2f} ({hit}/{there})" if there else "" for hit, there in parts)
        _say(f"| {name} | " + " | ".join(shares) + " |")
    back = sum(comes_back(letter) for language in LANGUAGES for letter in letters(part, language))
    _say(f"\n{back} texts come back byte for byte.")
    if misses and part == DEVELOPMENT:
        for language, one in scores.items():
            for text, mark in one.missed:
                before, after = text[max(0, mark.start - 40) : mark.start], text[mark.end : mark.end + 30]
                words = f"{before}[[{text[mark.start : mark.end]}]]{after}".replace("\n", "⏎")
                _say(f"{language} {mark.kind}: {words}")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main(sys.argv[1], misses="--misses" in sys.argv[2:])
