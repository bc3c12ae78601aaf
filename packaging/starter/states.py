"""What the model's hidden states are at each token of the records' texts, read once and kept in a file."""

import hashlib
import json
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from penname.domain.changes import Edit, apply_changes, changes_from_edits
from penname.engine.host.probe import source_ends
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.vocabulary import Vocabulary
from penname.roles.conversation import RoundConversation
from penname.roles.packs import load_pack
from starter.evaluating import Evaluator
from starter.records import Leak, Record, calibrates

LAYERS = (17, 23)
"""What goes into these is read beside the last layer's state: middle layers tell more of a word, the last one
more of the text (README.md has the figures)."""

KEEP_EVERY = 50
SHORT = 4  # letters; what is shorter is looked for with what is around it

States = NDArray[np.floating]
Evidence = dict[str, tuple[str, ...]]  # phrases by attribute


class Variant(Enum):
    """What was done to a record's text."""

    PLAIN = "as it is"
    EDITED = "all its leaks edited away"
    PARTLY_EDITED = "some of its leaks edited away"
    MISLED = "its leaks edited to tell something else"


class Sample(NamedTuple):
    """A text to read: what it gives away, with the evidence, and whether it is only for measuring."""

    text: str
    persona: str
    held_out: bool
    variant: Variant
    evidence: Evidence


class Read(NamedTuple):
    """A sample's states (tokens x width) and where its tokens end, in bytes of the text."""

    states: States
    ends: tuple[int, ...]


def samples_of(records: Iterable[Record]) -> list[Sample]:
    """Each text as it is, and with all its leaks edited away; more variants of those to be learned from.

    Where a leak is misled the text still gives the attribute away, in other words: so twice as many phrases
    are learned from, and texts that differ in some leaks only.
    """
    found = []
    for record in records:
        leaks = {leak.attribute: leak.evidence for leak in record.leaks}
        variants = [(Variant.PLAIN, record.text, leaks)]
        if leaks:
            variants.append((Variant.EDITED, _edited(record.text, _generalized(record.leaks)), {}))
        if leaks and not (record.held_out or calibrates(record.persona)):
            variants += _more_variants(record)
        found += [
            Sample(text, record.persona, record.held_out, variant, evidence)
            for variant, text, evidence in variants
        ]
    return found


def _more_variants(record: Record) -> Iterator[tuple[Variant, str, Evidence]]:
    if len(record.leaks) > 1:
        order = random.Random(record.id).sample(record.leaks, len(record.leaks))
        gone, left = order[: len(order) // 2], order[len(order) // 2 :]
        text = _edited(record.text, _generalized(gone))
        yield Variant.PARTLY_EDITED, text, _standing(text, {leak.attribute: leak.evidence for leak in left})
    text = _edited(record.text, [Edit(*pair) for leak in record.leaks for pair in leak.mislead])
    told = {
        leak.attribute: (*leak.evidence, *(_new_words(*pair) for pair in leak.mislead))
        for leak in record.leaks
    }
    yield Variant.MISLED, text, _standing(text, told)


def _standing(text: str, evidence: Evidence) -> Evidence:
    """What of it stands in `text`."""
    stands = {
        name: tuple(phrase for phrase in phrases if phrase and phrase in text)
        for name, phrases in evidence.items()
    }
    return {name: phrases for name, phrases in stands.items() if phrases}


def _generalized(leaks: Iterable[Leak]) -> list[Edit]:
    return [Edit(*pair) for leak in leaks for pair in leak.generalize]


def _edited(text: str, edits: Sequence[Edit]) -> str:
    return apply_changes(text, changes_from_edits(text, edits)[0])


def _new_words(find: str, replace: str) -> str:
    """What `replace` has between the words that it shares with `find`; all of it, where that is little."""
    old, new = find.split(" "), replace.split(" ")
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    words = " ".join(new)
    return words if len(words) >= SHORT else replace.strip()


class Reader:
    """Reads texts as the attacker does, and keeps what it read in one file."""

    def __init__(self, evaluator: Evaluator, kept: Path) -> None:
        self._evaluator = evaluator
        self._kept = kept
        self._known: dict[str, Read] = _load(kept) if kept.exists() else {}

    def read(self, samples: Sequence[Sample]) -> list[Read]:
        """The states of all samples, in their order."""
        missing = [sample for sample in samples if _key(sample.text) not in self._known]
        for number, sample in enumerate(missing, 1):
            self._known[_key(sample.text)] = self._read(sample.text)
            if number % KEEP_EVERY == 0 or number == len(missing):
                _save(self._kept, self._known)
                print(json.dumps({"read": number, "of": len(missing)}), file=sys.stderr, flush=True)
        return [self._known[_key(sample.text)] for sample in samples]

    def _read(self, text: str) -> Read:
        prompt, ends = prompt_of(text, self._evaluator.prompts, self._evaluator.vocabulary)
        states = self._evaluator.states(prompt, len(prompt) - len(ends))
        return Read(np.array(states, dtype=np.float16), ends)


def prompt_of(
    text: str, prompts: PromptWriter, vocabulary: Vocabulary
) -> tuple[Sequence[int], tuple[int, ...]]:
    """What the attacker is sent up to the end of the text, and where the text's tokens end, in its bytes."""
    (prompt, _), last = prompts.prompt_up_to(RoundConversation(load_pack("starter"), text, ()).reading())
    return prompt, source_ends(vocabulary, prompt[len(prompt) - last :], len(text.encode()))


def evidence_of(sample: Sample, read: Read, names: Sequence[str]) -> States:
    """1 for each token and attribute where the token stands in a phrase of evidence."""
    marks = np.zeros((len(read.ends), len(names)), dtype=np.float32)
    text, ends = sample.text.encode(), np.array(read.ends)
    starts = np.concatenate([[0], ends[:-1]])
    for name, phrases in sample.evidence.items():
        for phrase in phrases:
            first = text.find(phrase.encode())
            if first >= 0 and name in names:
                marks[(ends > first) & (starts < first + len(phrase.encode())), names.index(name)] = 1
    return marks


def _key(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _save(path: Path, known: dict[str, Read]) -> None:
    new = path.with_suffix(".new.npz")
    np.savez(
        new,
        keys=np.array(list(known)),
        sizes=np.array([len(read.ends) for read in known.values()]),
        states=np.concatenate([read.states for read in known.values()]),
        ends=np.concatenate([np.array(read.ends) for read in known.values()]),
    )
    new.replace(path)


def _load(path: Path) -> dict[str, Read]:
    with np.load(path, allow_pickle=False) as kept:
        stops = np.cumsum(kept["sizes"])
        states, ends = kept["states"], kept["ends"]
        keys = [str(key) for key in kept["keys"]]
    return {
        key: Read(states[stop - size : stop], tuple(map(int, ends[stop - size : stop])))
        for key, stop, size in zip(keys, stops, np.diff(stops, prepend=0), strict=True)
    }
