"""Train the model that labels what is to be hidden: minutes on one core, and the same bytes each time.

Usage: PYTHONPATH=app:packaging python -m labelling.train [OUTPUT]
"""

import random
import sys
from pathlib import Path

import pycrfsuite

from labelling.letters import DECOY, Letter, read_letters
from labelling.variants import variants
from penname import locations
from penname.pseudonyms.detect import detect_by_rules
from penname.pseudonyms.labelling.features import Features
from penname.pseudonyms.labelling.labels import labels_of
from penname.pseudonyms.labelling.tokens import tokenize

DATA = Path(__file__).with_name("data")
# c1 and c2 weigh the L1 and L2 norms of the weights; L1 leaves most of them at zero, so the file stays small.
_PARAMETERS = {"c1": 0.1, "c2": 0.3, "max_iterations": 120, "feature.possible_transitions": True}


def sequence_of(letter: Letter) -> tuple[list[list[str]], list[str]]:
    """The features and the labels of a letter's tokens."""
    tokens = tokenize(letter.text)
    seen = Features(letter.text, tokens, detect_by_rules(letter.text)).of(0, len(tokens))
    hidden = ((one.start, one.end, one.kind) for one in letter.marked if one.kind != DECOY)
    return seen, labels_of(tokens, hidden)


def train(letters: list[Letter], output: Path) -> None:
    """Train on `letters` and write the model to `output`."""
    trainer = pycrfsuite.Trainer(verbose=False)
    chance = random.Random(1)
    for letter in letters:
        for variant in variants(letter, chance):
            trainer.append(*sequence_of(variant))
    trainer.set_params(_PARAMETERS)
    trainer.train(str(output))


def main(output: Path) -> None:
    """Train on all letters under data/."""
    letters = [letter for path in sorted(DATA.glob("*.jsonl")) for letter in read_letters(path)]
    train(letters, output)
    sys.stdout.write(f"{len(letters)} letters, {output.stat().st_size:,} bytes in {output}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else locations.resource("pseudonyms") / "entities.crf")
