"""From rewrites by hand to encoded examples: `python -m writer.encode --base GGUF --output EXAMPLES.npz ...`.

Made with the engine's own template and vocabulary, so where the engine runs; what trains on them needs
none of it. Each pass is drawn anew: which evidence is marked, and how sure the probe has to be.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from starter.records import BadRecord, Record, part_of, read_records
from writer.encoded import Encoded, write_encoded
from writer.encoding import Encoder
from writer.examples import examples
from writer.marks import read_marks
from writer.pasted import read_pasted
from writer.rewrites import Rewrite, read_rewrites, with_records

LONGEST = 900  # tokens; longer examples are left out
_WATCHED = 12  # one persona in so many is watched, not trained on
_READ = 150  # examples that are watched, at most

Pair = tuple[Record, Rewrite]


def main() -> int:
    """Encode; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Encode what the writer learns from.")
    parser.add_argument("--records", nargs="+", type=Path, required=True)
    parser.add_argument("--rewrites", nargs="+", type=Path, required=True)
    parser.add_argument("--pasted", nargs="*", type=Path, default=[])
    parser.add_argument("--marks", type=Path, required=True, help="the marks.jsonl of writer.marks")
    parser.add_argument("--base", type=Path, required=True, help="an instruct model as GGUF")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    try:
        pairs = [*with_records(read_rewrites(options.rewrites), read_records(options.records))]
        pairs += read_pasted(options.pasted)
        made = _Made(Encoder(options.base), read_marks(options.marks))
        learned = [pair for pair in pairs if not watched(pair[0].persona)]
        held = made.drawn([pair for pair in pairs if watched(pair[0].persona)], random.Random(0))
        passes = [made.drawn(learned, random.Random(number + 1)) for number in range(options.passes)]
        write_encoded(options.output, random.Random(0).sample(held, min(_READ, len(held))), passes)
    except (BadRecord, OSError, KeyError, ValueError) as error:
        print(f"The examples cannot be made: {error}", file=sys.stderr)
        return 1
    return 0


def watched(persona: str) -> bool:
    """Whether this persona's texts are watched while training, and never learned from."""
    return part_of(f"writer {persona}", _WATCHED) == 0


class _Made:
    def __init__(self, encoder: Encoder, marks: dict[str, tuple[float, ...]]) -> None:
        self._encoder = encoder
        self._marks = marks

    def drawn(self, pairs: Sequence[Pair], chance: random.Random) -> list[Encoded]:
        """Every version of these texts once, with noise of `chance`."""
        encoded = [
            self._encoder.encode(one)
            for pair in pairs
            for one in examples(*pair, self._marks[pair[0].id], chance)
            if one.answers
        ]
        return [one for one in encoded if len(one.tokens) <= LONGEST]


if __name__ == "__main__":
    sys.exit(main())
