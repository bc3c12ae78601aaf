"""From deletions by hand to encoded examples: `python -m writer.encode_deletions --base GGUF --model GGUF`.

The starter (`--model`, merged) reads each text; what its probes that ship say of it is marked, some of it
left out by chance, and some of the evidence that was labelled with it. The answer says of each sentence
whether it stays, goes, or what is left of it. Texts of people that the probes are calibrated on are watched.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np

from penname import locations
from penname.domain.tokens import words
from penname.engine.host.probe import TELLING, character_ends
from penname.engine.host.probe_network import ProbeNetwork
from penname.lab.evaluation.datasets import read_dataset
from penname.roles.packs import load_pack
from penname.roles.probe_calibration import by_word
from penname.roles.writing.answer import Became, WrittenSentence
from penname.roles.writing.marking import Span, mark
from penname.roles.writing.names import place_names, unknown_names
from penname.roles.writing.telling import phrases, word_spans
from penname.roles.writing.writer import WriterTask
from starter.evaluating import Evaluator
from starter.records import BadRecord, Record, calibrates, read_records
from starter.states import LAYERS, Read, Reader, Sample, Variant
from writer.deletions import Deletion, left_of, read_deletions
from writer.encode import LONGEST
from writer.encoded import Encoded, write_encoded
from writer.encoding import Encoder
from writer.examples import Example, evidence_marks
from writer.pasted import read_pasted

_LEAST = (0.4, 0.8)  # from which probability a word is marked, at random between these
_MARKED = 0.9  # of these
_THERE = 0.5  # from which an attribute's probe sees it in a text without labels
_PUT_IN = 2  # words, at most; a text with more is no deletion
_WATCHED = 48


def main() -> int:
    """Encode; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Encode what the writer learns to take out.")
    parser.add_argument("--deletions", nargs="+", type=Path, required=True)
    parser.add_argument("--records", nargs="+", type=Path, required=True)
    parser.add_argument("--pasted", nargs="*", type=Path, default=[])
    parser.add_argument("--dataset", type=Path, required=True, help="the development comments")
    parser.add_argument("--model", type=Path, required=True, help="the starter, merged")
    parser.add_argument("--base", type=Path, required=True, help="an instruct model as GGUF")
    parser.add_argument("--states", type=Path, required=True, help="where what was read is kept")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--passes", type=int, default=1)
    options = parser.parse_args()
    try:
        records = {record.id: record for record in read_records(options.records)}
        records |= {record.id: record for record, _ in read_pasted(options.pasted)}
        comments = {str(one.id): one.text for one in read_dataset(options.dataset).samples}
        found = list(read_deletions(options.deletions))
        texts = [records[one.id].text if one.id in records else comments[one.id] for one in found]
        reads = Reader(Evaluator(options.model, LAYERS), options.states).read([_sample(t) for t in texts])
        made = _Made(Encoder(options.base), reads[0].states.shape[1], records)
        watched, passes = [], []
        for number in range(options.passes):
            learned = []
            for one, text, read in zip(found, texts, reads, strict=True):
                example = made.example(one, text, read, random.Random(f"{one.id} {number}"))
                if not (one.id in records and calibrates(records[one.id].persona)):
                    learned += made.encoded(example)
                elif number == 0:
                    watched += made.encoded(example)
            passes.append(learned)
        write_encoded(options.output, watched[:_WATCHED], passes)
    except (BadRecord, OSError, KeyError, ValueError) as error:
        print(f"The examples cannot be made: {error}", file=sys.stderr)
        return 1
    return 0


def _sample(text: str) -> Sample:
    return Sample(text, "", False, Variant.PLAIN, {})


class _Made:
    def __init__(self, encoder: Encoder, width: int, records: Mapping[str, Record]) -> None:
        self._encoder = encoder
        self._records = records
        calibration = load_pack("starter").probe_calibration
        assert calibration is not None
        self._names = [attribute.name for attribute in calibration.attribute]
        with np.load(locations.shipped("resources/penname-starter-probe.npz"), allow_pickle=False) as file:
            self._evidence = ProbeNetwork(file, width)
            second = {name.removeprefix(TELLING): file[name] for name in file if name.startswith(TELLING)}
        self._telling = ProbeNetwork(second, width)

    def example(self, deletion: Deletion, text: str, read: Read, chance: random.Random) -> Example | None:
        """None where more was put in than mends what was taken out."""
        left = left_of(text, deletion.all)
        if sum(_put_in(text[one.start : one.end], one.text) for one in left) > _PUT_IN:
            return None
        record = self._records.get(deletion.id)
        attributes = self._attributes(record, read)
        marks = list(self._marks(text, read, attributes, chance))
        if record:
            marks += evidence_marks(text, record.leaks, chance)
        marked = mark(text, [(one.start, one.end) for one in left], marks)
        by_place = {(one.start, one.end): one.text for one in left}
        sources = tuple(" ".join(text[slice(*span)].split()) for span in marked.sentences)
        answers = [
            _answer(old, " ".join(by_place[span].split()))
            for old, span in zip(sources, marked.sentences, strict=True)
        ]
        return Example(WriterTask(attributes), marked.shown, tuple(answers), sources)

    def encoded(self, example: Example | None) -> Iterator[Encoded]:
        """The example, if there is one that is short enough."""
        if example and len((encoded := self._encoder.encode(example)).tokens) <= LONGEST:
            yield encoded

    def _attributes(self, record: Record | None, read: Read) -> tuple[str, ...]:
        if record:
            return tuple(sorted({leak.attribute for leak in record.leaks}))
        tokens, _ = self._evidence.read(read.states.astype(np.float32))
        there = zip(self._names, tokens.max(axis=0), strict=True)
        return tuple(sorted(name for name, most in there if most > _THERE)) or ("location",)

    def _marks(
        self, text: str, read: Read, attributes: Sequence[str], chance: random.Random
    ) -> Iterator[Span]:
        spans, ends = word_spans(text), character_ends(text, read.ends)
        tokens, _ = self._telling.read(read.states.astype(np.float32))
        told = by_word(spans, ends, [float(row[0]) for row in tokens])
        yield from (
            span for span in phrases(text, spans, told, chance.uniform(*_LEAST)) if chance.random() < _MARKED
        )
        if {"location", "birthplace"}.intersection(attributes):
            yield from (*place_names(text), *unknown_names(text))


def _answer(old: str, new: str) -> WrittenSentence:
    """What became of a sentence of which `new` is left."""
    if new == old:
        return WrittenSentence(Became.KEEP)
    return WrittenSentence(Became.VAGUER, new) if new else WrittenSentence(Became.CUT)


def _put_in(old: str, new: str) -> int:
    """How many words of `new` are not those of the sentence, in their order."""
    before, after = words(old.lower()), words(new.lower())
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return len(after) - sum(block.size for block in matcher.get_matching_blocks())


if __name__ == "__main__":
    sys.exit(main())
