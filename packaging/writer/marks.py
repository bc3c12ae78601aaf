"""What to mark, from careful writers: `python -m writer.marks --model GGUF --rewrites ... --output FOLDER`.

The starter reads each rewritten text as the attacker does (starter/states.py), and a network like that of its
probes learns which words the writers changed to hide everything. `marks.jsonl` has what it reads of each text
when it was fitted without a fifth of the people, its author among them: the marks the writer is trained with.
With `--into`, the network that was fitted to all is put beside the probes in their file.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, roc_auc_score

from penname.engine.host.probe import TELLING, character_ends
from penname.engine.host.probe_network import ProbeNetwork
from penname.roles.probe_calibration import by_word
from penname.roles.writing.telling import word_spans
from starter.evaluating import Evaluator
from starter.probe_training import arrays_of, fitted
from starter.records import Record, part_of, read_records
from starter.states import LAYERS, Read, Reader, Sample, States, Variant
from writer.alignment import align
from writer.examples import changed_words
from writer.pasted import read_pasted
from writer.rewrites import Rewrite, read_rewrites, with_records

FOLDS = 5
PASSES = 8

Pair = tuple[Record, Rewrite]


def read_marks(path: Path) -> dict[str, tuple[float, ...]]:
    """How likely the words of each record are changed (telling.word_spans), by the record's name."""
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {line["id"]: tuple(line["told"]) for line in lines}


def fold_of(persona: str) -> int:
    """In which of the networks this persona's texts are left out."""
    return part_of(persona, FOLDS)


class _Words:
    """One text's words, and which of them were changed."""

    def __init__(self, pair: Pair, read: Read) -> None:
        text = pair[0].text
        self.read = read
        self.ends = character_ends(text, read.ends)
        self.spans = word_spans(text)
        changed = dict(changed_words(text, align(text, pair[1].all)))
        self.changed = [changed.get(span, False) for span in self.spans]

    def labels(self) -> States:
        """1 for each token of a changed word."""
        labels = np.zeros((len(self.ends), 1), dtype=np.float32)
        for token, (start, end) in enumerate(pairwise([0, *self.ends])):
            labels[token] = any(
                changed and begin < end and start < stop
                for (begin, stop), changed in zip(self.spans, self.changed, strict=True)
            )
        return labels

    def told(self, network: ProbeNetwork) -> list[float]:
        """What a network reads of each word."""
        tokens, _ = network.read(self.read.states.astype(np.float32))
        return by_word(self.spans, self.ends, [float(row[0]) for row in tokens])


def fit(some: Sequence[_Words]) -> dict[str, NDArray[np.floating]]:
    """The arrays of a network that was fitted to these texts."""
    gives_away = np.ones((len(some), 1), dtype=bool)  # all do: nothing is learned of texts as a whole
    reads = [words.read for words in some]
    return arrays_of(*fitted(reads, [words.labels() for words in some], gives_away, PASSES, seed=1))


def main() -> int:
    """Read, fit, and write the marks; see the module."""
    parser = argparse.ArgumentParser(description="Learn what careful writers change.")
    parser.add_argument("--records", nargs="+", type=Path, required=True)
    parser.add_argument("--rewrites", nargs="+", type=Path, required=True)
    parser.add_argument("--pasted", nargs="*", type=Path, default=[])
    parser.add_argument("--model", type=Path, required=True, help="the starter, merged")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--into", type=Path, help="a file of probes")
    options = parser.parse_args()
    pairs = [*with_records(read_rewrites(options.rewrites), read_records(options.records))]
    pairs += read_pasted(options.pasted)
    options.output.mkdir(parents=True, exist_ok=True)
    reader = Reader(Evaluator(options.model, LAYERS), options.output / "states.npz")
    reads = reader.read([_sample(record) for record, _ in pairs])
    texts = [_Words(pair, read) for pair, read in zip(pairs, reads, strict=True)]
    folds = [fold_of(record.persona) for record, _ in pairs]
    with (options.output / "marks.jsonl").open("w", encoding="utf-8") as file:
        for fold in range(FOLDS):
            network = _network(
                fit([words for words, other in zip(texts, folds, strict=True) if other != fold]), texts
            )
            inside = [index for index, other in enumerate(folds) if other == fold]
            told = {index: texts[index].told(network) for index in inside}
            for index, values in told.items():
                line = {"id": pairs[index][0].id, "told": [round(value, 4) for value in values]}
                print(json.dumps(line), file=file)
            _report(fold, (texts[index].changed for index in inside), told.values())
    if options.into:
        _put_into(options.into, fit(texts))
    return 0


def _sample(record: Record) -> Sample:
    return Sample(record.text, record.persona, False, Variant.PLAIN, {})


def _network(arrays: dict[str, NDArray[np.floating]], texts: Sequence[_Words]) -> ProbeNetwork:
    return ProbeNetwork(arrays, texts[0].read.states.shape[1])


def _report(fold: int, changed: Iterable[Sequence[bool]], told: Iterable[Sequence[float]]) -> None:
    right, values = (np.concatenate([np.array(one) for one in many]) for many in (changed, told))
    figures = {
        "fold": fold,
        "area": round(float(roc_auc_score(right, values)), 3),
        "precision": round(float(average_precision_score(right, values)), 3),  # mean over recalls
    }
    print(json.dumps(figures), file=sys.stderr, flush=True)


def _put_into(path: Path, arrays: dict[str, NDArray[np.floating]]) -> None:
    with np.load(path, allow_pickle=False) as archive:
        kept = {name: archive[name] for name in archive if not name.startswith(TELLING)}
    kept |= {TELLING + name: array for name, array in arrays.items()}
    new = path.with_suffix(".new.npz")
    np.savez_compressed(new, **kept)
    new.replace(path)


if __name__ == "__main__":
    sys.exit(main())
