"""The words that a writer may put in: `python -m writer.vocabulary --rewrites ... --records ...`.

Of all words that careful writers put into texts that did not have them, those that several texts got; without
words that say somebody's sex or kin. They go into prompts/writer/writer.toml.
"""

import argparse
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from penname.domain.tokens import words
from starter.records import Record, read_records
from writer.encode import watched
from writer.pasted import read_pasted
from writer.rewrites import Rewrite, read_rewrites, with_records

_TEXTS = 4  # texts that got a word at least
_SMALL = """
    a an and about after all also as at be been being but by can could did do does for from had has
    have how i if in into is it its just like me more my no not of on or our out over so some than
    that the them then there these they this those to too up us was we were what when where which
    while who will with would you your
"""  # words that nearly every text has, so that few get them
_TELLING = """
    aunt boy brother church daughter divorced engaged father girl grandma grandmother grandmother's grandpa
    grandfather guy he he's her hers him his husband lady man married men mom mother mother's mum dad retired
    nurse she she's single sister son student students therapist uncle widowed wife woman women women's
"""


def main() -> int:
    """Print the words, the most frequent first."""
    parser = argparse.ArgumentParser(description="List what careful writers put in.")
    parser.add_argument("--records", nargs="+", type=Path, required=True)
    parser.add_argument("--rewrites", nargs="+", type=Path, required=True)
    parser.add_argument("--pasted", nargs="*", type=Path, default=[])
    options = parser.parse_args()
    pairs = [*with_records(read_rewrites(options.rewrites), read_records(options.records))]
    pairs += read_pasted(options.pasted)
    found = put_in(pair for pair in pairs if not watched(pair[0].persona))
    print(textwrap.fill(" ".join(dict.fromkeys([*_SMALL.split(), *found])), 108, break_on_hyphens=False))
    return 0


def put_in(pairs: Iterable[tuple[Record, Rewrite]]) -> list[str]:
    """The words in small letters, by how many texts got them."""
    texts: Counter[str] = Counter()
    for record, rewrite in pairs:
        had = {word.lower() for word in words(record.text)}
        texts.update(
            {word.lower() for version in (rewrite.all, rewrite.some) for word in words(version)} - had
        )
    return [
        word
        for word, count in sorted(texts.items(), key=lambda item: (-item[1], item[0]))
        if count >= _TEXTS and word not in _TELLING.split() and not any(map(str.isdigit, word))
    ]


if __name__ == "__main__":
    sys.exit(main())
