"""From versions of texts to the tasks of outside readers, and the key to them.

What a task shows settles its id, so versions that say the same share a task, and an id tells nothing.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.changes import changes_from_rewrite
from penname.lab.evaluation.likeness import likeness
from penname.lab.evaluation.outside.forms import Form
from penname.lab.evaluation.outside.key import ORIGINAL, Entry, TasksKey
from penname.lab.evaluation.outside.marked import in_its_sentence
from penname.lab.evaluation.outside.versions import Versions
from penname.lab.evaluation.samples import Sample


class ReaderTask(msgspec.Struct, frozen=True):
    """What a reader sees. Nobody should see two tasks of one `text` in a sitting; "" is no text's."""

    id: str
    form: Form
    text: str
    shown: dict[str, Any]


def tasks_of(
    samples: Sequence[Sample],
    versions: Versions,
    attributes: Sequence[Attribute],
    seed: int,
    authors: str = "",
) -> tuple[list[ReaderTask], TasksKey]:
    """The tasks about all versions there are of `samples`, and about the originals, and the key to them.

    The key notes `authors`, whose texts they are in words, for the report.

    Raises BadInput when the libraries that compare texts are missing.
    """
    writer = _TaskWriter({attribute.name: attribute for attribute in attributes}, seed)
    entries = [writer.entry(ORIGINAL, sample, sample.text) for sample in samples]
    for name, texts in versions.texts.items():
        entries += [writer.entry(name, sample, texts[sample.id]) for sample in samples if sample.id in texts]
    labels = dict.fromkeys(label for sample in samples for label in sample.labelled)
    empty = {label: writer.guess(label, "", "") for label in labels}
    key = TasksKey(
        tuple(versions.texts),
        versions.controls,
        {sample.id: _without_text(sample) for sample in samples},
        tuple(entries),
        {task.id: task.form for task in writer.tasks.values()},
        empty,
        seed,
        authors,
    )
    return list(writer.tasks.values()), key


class _TaskWriter:
    """Hands out tasks, each once."""

    def __init__(self, attributes: Mapping[str, Attribute], seed: int) -> None:
        self.tasks: dict[str, ReaderTask] = {}
        self._attributes = attributes
        self._seed = seed

    def entry(self, version: str, sample: Sample, text: str) -> Entry:
        """The version with all that is asked about it; of an unchanged text only what it is compared by."""
        changed = text != sample.text
        both = {"original": sample.text, "edited": text}
        return Entry(
            version,
            sample.id,
            changed,
            likeness(sample.text, text).rouge_l,
            {label: self.guess(label, text, sample.id) for label in sample.labelled},
            self._task(Form.POST, sample.id, both),
            self._task(Form.QUALITY, sample.id, both) if changed else None,
            tuple(self._changes(sample, text)),
        )

    def guess(self, label: str, text: str, sample: str) -> str:
        """The task to guess an attribute from a text, which may be empty."""
        attribute = self._attributes[label]
        shown: dict[str, Any] = {"text": text, "attribute": label, "description": attribute.description}
        if attribute.kind is ValueKind.CATEGORY:
            shown["options"] = attribute.options
        return self._task(Form.GUESS, sample, shown)

    def _changes(self, sample: Sample, text: str) -> Iterable[str]:
        changes = changes_from_rewrite(sample.text, text)
        for index in range(len(changes)):
            before, after = in_its_sentence(sample.text, changes, index)
            yield self._task(
                Form.CHANGES,
                "",  # a reader may well see all changes of a text together
                {
                    "original": sample.text,
                    "edited": text,
                    "attribute": ", ".join(sample.labelled),
                    "before": before,
                    "after": after,
                },
            )

    def _task(self, form: Form, text: str, shown: dict[str, Any]) -> str:
        said = json.dumps([self._seed, form, shown], sort_keys=True)
        id_ = "t" + hashlib.sha256(said.encode()).hexdigest()[:12]  # no spreadsheet takes it for a number
        self.tasks.setdefault(id_, ReaderTask(id_, form, text, shown))
        return id_


def _without_text(sample: Sample) -> Sample:
    """What the key holds of a sample: of its author only what is asked for."""
    truth = {label: sample.truth[label] for label in sample.labelled}
    return msgspec.structs.replace(sample, text="", truth=truth)
