"""From deletions by hand to encoded examples: `python -m writer.encode_deletions --base GGUF --model GGUF`.

The starter (`--model`, merged) reads each text; what its probes that ship say of it is marked, some of it
left out by chance, and some of the evidence that was labelled with it. The answer says of each sentence
whether it stays, goes, or what is left of it; now and then only some of what a text tells is to be hidden.
Beside these the examples have rewrites that mislead, since words are still put in there, and single edits
that readers judged (judged_edits.py). Texts of people that the probes are calibrated on are watched.
"""

import argparse
import functools
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import numpy as np

from penname import locations
from penname.domain.sentences import overlap
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
from writer.deletions import Deletion, Left, left_of, partly, read_deletions
from writer.encode import LONGEST
from writer.encoded import Encoded, write_encoded
from writer.encoding import Encoder
from writer.examples import Example, evidence_marks, misleading
from writer.judged_edits import JudgedEdit, parted, read_judged_edits
from writer.pasted import read_pasted
from writer.rewrites import Rewrite, read_rewrites

_LEAST = (0.4, 0.8)  # from which probability a word is marked, at random between these
_MARKED = 0.9  # of these
_THERE = 0.5  # from which an attribute's probe sees it in a text without labels
_PUT_IN = 2  # words, at most; a text with more is no deletion
_WATCHED = 150
_STAYS = 0.25  # share of the marks beside what goes that stay where only a part is to be hidden
_SOME = 0.3  # share of the texts of which only a part of what they tell is to be hidden in a pass
_MISLED = 0.5  # share of the misleading rewrites that are learned from in a pass


_left_of = functools.cache(left_of)  # the same in each pass, and slow


def main() -> int:
    """Encode; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Encode what the writer learns to take out.")
    parser.add_argument("--deletions", nargs="+", type=Path, required=True)
    parser.add_argument("--records", nargs="+", type=Path, required=True)
    parser.add_argument("--pasted", nargs="*", type=Path, default=[])
    parser.add_argument("--rewrites", nargs="*", type=Path, default=[], help="of which those that mislead")
    parser.add_argument("--judged", nargs="*", type=Path, default=[], help="single edits that were judged")
    parser.add_argument("--dataset", type=Path, required=True, help="the development comments")
    parser.add_argument("--model", type=Path, required=True, help="the starter, merged")
    parser.add_argument("--base", type=Path, required=True, help="an instruct model as GGUF")
    parser.add_argument("--states", type=Path, required=True, help="where what was read is kept")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--judged-output", type=Path, help="judged edits of people who are watched, encoded")
    parser.add_argument("--passes", type=int, default=1)
    options = parser.parse_args()
    try:
        _encode(options)
    except (BadRecord, OSError, KeyError, ValueError) as error:
        print(f"The examples cannot be made: {error}", file=sys.stderr)
        return 1
    return 0


def _encode(options: argparse.Namespace) -> None:
    records = {record.id: record for record in read_records(options.records)}
    pasted = dict(read_pasted(options.pasted))
    records |= {record.id: record for record in pasted}
    rewrites = {one.id: one for one in (*pasted.values(), *read_rewrites(options.rewrites)) if one.mislead}
    comments = {str(one.id): one.text for one in read_dataset(options.dataset).samples}
    found = list(read_deletions(options.deletions))
    texts = [one.text or (records[one.id].text if one.id in records else comments[one.id]) for one in found]
    reads = Reader(Evaluator(options.model, LAYERS), options.states).read([_sample(t) for t in texts])
    made = _Made(Encoder(options.base), reads[0].states.shape[1], records, rewrites)
    watching = {record.id for record in records.values() if record.held_out or calibrates(record.persona)}
    edits, judged = parted(read_judged_edits(options.judged), watching)
    watched, passes = [], []
    for number in range(options.passes):
        learned = [made.judged(edit) for edit in edits]
        for one, text, read in zip(found, texts, reads, strict=True):
            chance = random.Random(f"{one.id} {number}")
            if one.id not in watching:
                learned += made.encoded(made.example(one, text, read, chance))
                learned += made.encoded(made.misled(one.id, read, chance))
            elif number == 0:
                watched += made.encoded(made.example(one, text, read, chance))
        passes.append(learned)
    write_encoded(options.output, watched[:_WATCHED], passes)
    if options.judged_output:
        write_encoded(options.judged_output, [made.judged(edit) for edit in judged], [])


def _sample(text: str) -> Sample:
    return Sample(text, "", False, Variant.PLAIN, {})


class _Made:
    def __init__(
        self, encoder: Encoder, width: int, records: Mapping[str, Record], rewrites: Mapping[str, Rewrite]
    ) -> None:
        self._encoder = encoder
        self._records = records
        self._rewrites = rewrites
        calibration = load_pack("starter").probe_calibration
        assert calibration is not None
        self._names = [attribute.name for attribute in calibration.attribute]
        with np.load(locations.shipped("resources/penname-starter-probe.npz"), allow_pickle=False) as file:
            self._evidence = ProbeNetwork(file, width)
            second = {name.removeprefix(TELLING): file[name] for name in file if name.startswith(TELLING)}
        self._telling = ProbeNetwork(second, width)

    def example(self, deletion: Deletion, text: str, read: Read, chance: random.Random) -> Example | None:
        """None where more was put in than mends what was taken out."""
        left = _left_of(text, deletion.all)
        if sum(_put_in(text[one.start : one.end], one.text) for one in left) > _PUT_IN:
            return None
        record = self._records.get(deletion.id)
        leaks = record.leaks if record else ()
        attributes = self._attributes(record, read)
        marks = list(self._marks(text, read, attributes, chance))
        if len(leaks) > 1 and chance.random() < _SOME:
            leaks = chance.sample(leaks, chance.randint(1, len(leaks) - 1))
            attributes = tuple(sorted({leak.attribute for leak in leaks}))
            left = partly(text, left, [phrase for leak in leaks for phrase in leak.evidence])
            going = [(one.start, one.end) for one in left if _answer(text, one).became is not Became.KEEP]
            marks = [span for span in marks if overlap([span], going) or chance.random() < _STAYS]
        marks += evidence_marks(text, leaks, chance)
        marked = mark(text, [(one.start, one.end) for one in left], marks)
        by_place = {(one.start, one.end): one for one in left}
        sources = tuple(" ".join(text[slice(*span)].split()) for span in marked.sentences)
        answers = tuple(_answer(text, by_place[span]) for span in marked.sentences)
        return Example(WriterTask(attributes), marked.shown, answers, sources)

    def misled(self, name: str, read: Read, chance: random.Random) -> Example | None:
        """The rewrite of a record towards wrong values, if there is one and chance wants it."""
        if name not in self._rewrites or chance.random() >= _MISLED:
            return None
        record = self._records[name]
        return misleading(record, self._rewrites[name], self._told(record.text, read), chance)

    def judged(self, edit: JudgedEdit) -> Encoded:
        """A single edit with what a reader said of it."""
        return self._encoder.judged(edit.shown, edit.answer)

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
        told, least = self._told(text, read), chance.uniform(*_LEAST)
        yield from (
            span for span in phrases(text, word_spans(text), told, least) if chance.random() < _MARKED
        )
        if {"location", "birthplace"}.intersection(attributes):
            yield from (*place_names(text), *unknown_names(text))

    def _told(self, text: str, read: Read) -> list[float]:
        tokens, _ = self._telling.read(read.states.astype(np.float32))
        return by_word(word_spans(text), character_ends(text, read.ends), [float(row[0]) for row in tokens])


def _answer(text: str, one: Left) -> WrittenSentence:
    """What became of a sentence of `text`."""
    old, new = (" ".join(some.split()) for some in (text[one.start : one.end], one.text))
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
