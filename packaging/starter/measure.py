"""How good a starter is on records it was never trained on.

`python -m starter.measure RECORDS... --output FOLDER`

Everything goes through the roles and the engine that are used in the window. Each part takes its texts in a
fixed order and stops at `--limit`, so that two adapters see the same ones. `figures.json` holds the result,
`table.md` what the card quotes.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec
from rouge_score.rouge_scorer import RougeScorer

from penname.domain.changes import NOT_IN_THE_TEXT, Edit, apply_changes, changes_from_edits
from penname.domain.errors import PennameError
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.sentences import sentences
from penname.engine.local import LocalEngine
from penname.engine.options import Options
from penname.engine.tuning.tuning_store import chosen_tuning
from penname.models.files import ModelFiles
from penname.models.opening import open_model
from penname.roles.packs import PromptPack, asking_one_by_one, load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.settings import Settings, load_attributes, load_settings
from starter.conversations import to_be_judged
from starter.dev_texts import FoundInDevTexts, find_in_dev_texts
from starter.reading import Share, read, told
from starter.records import BadRecord, Record, read_records

Row = tuple[str, object, str]  # of the table: what, measured, aimed at


class Rounds(msgspec.Struct, frozen=True):
    """The first round on each text, with the second reader."""

    evidence_gone: Share  # of the executed leaks' evidence phrases
    edits_that_apply: Share  # what they change stands in the text
    edits_made: Share  # and no rule of ours refuses them
    sentences_deleted: int
    rouge_l: float  # mean
    seconds: float  # median


class Measured(msgspec.Struct, frozen=True):
    """One starter on the held-out texts; "alone" is without the rule-based second reader."""

    recall: Share
    precision: Share
    first_guess_right: Share  # of the leaks found: the first guess is one of the label's three
    judged_right: Share  # execute or ignore, on as many true inferences as planted false ones
    rounds: Rounds
    silent_when_edited: Share
    silent_when_leaking: Share


class Measurement:
    """The parts of it, one method each."""

    def __init__(
        self, engine: LocalEngine, pack: PromptPack, records: Sequence[Record], limit: int, seed: int = 1
    ) -> None:
        attributes = load_attributes(Settings())
        names = tuple(attribute.name for attribute in attributes)
        self._goal = Goal(names, frozenset(names))
        self._roles = Roles(engine, attributes, pack=pack)
        self._alone = Roles(engine, attributes, pack=pack, second_reader=False)
        self._limit = limit
        shuffled = random.Random(seed).sample(list(records), len(records))
        self._records = shuffled[:limit]
        self._leaking = [record for record in shuffled if record.leaks][:limit]

    def measure(self) -> Measured:
        """All of it; takes seconds a text."""
        recall, precision, guessed, leaking = self._reading()
        return Measured(recall, precision, guessed, self._judging(), self._rounds(), self._silence(), leaking)

    def find_in(self, dev_texts: Path) -> FoundInDevTexts:
        """How much of a data set's labelled attributes is found; reads each text once or twice."""
        return find_in_dev_texts(dev_texts, self._limit, self._goal, self._alone, self._roles)

    def _reading(self) -> tuple[Share, Share, Share, Share]:
        found = true = leaks = right = silent = 0
        for record in told(self._records, "reading"):
            labels = {
                leak.attribute: {str(guess).casefold() for guess in leak.guesses} for leak in record.leaks
            }
            attacked, executed = read(self._alone, record.text, self._goal)
            guesses = {i.attribute: i.guesses[0].casefold() for i in attacked.inferences}
            hits = executed.keys() & labels.keys()
            found, true, leaks = found + len(executed), true + len(hits), leaks + len(labels)
            right += sum(guesses[name] in labels[name] for name in hits)
            silent += bool(labels) and not executed
        leaking = sum(bool(record.leaks) for record in self._records)
        return Share(true, leaks), Share(true, found), Share(right, true), Share(silent, leaking)

    def _judging(self) -> Share:
        """Inferences that are true and planted false ones, judged one text at a time as they stand in it.

        Their certainty is the same: the labels' own would give the planted ones away.
        """
        given = [
            (record, inference, true) for record in self._records for inference, true in to_be_judged(record)
        ]
        true = [case for case in given if case[2]]
        false = [case for case in given if not case[2]]
        count = min(len(true), len(false))
        chosen = random.Random(2).sample(true, count) + random.Random(2).sample(false, count)
        right = 0
        for record in told(self._records, "judging"):
            here = [(item, real) for other, item, real in chosen if other is record]
            names = [item.attribute for item, _ in here]
            here = [pair for pair in here if names.count(pair[0].attribute) == 1 or pair[1]]
            if not here:
                continue
            order = sorted(here, key=lambda pair: self._goal.attributes.index(pair[0].attribute))
            inferences = tuple(inference for inference, _ in order)
            attacked = Attacked(inferences, (TextPart(0, len(record.text), inferences),))
            verdicts = self._alone.arbitrate(record.text, attacked, self._goal).verdicts
            right += sum(v.executed == real for v, (_, real) in zip(verdicts, order, strict=True))
        return Share(right, 2 * count)

    def _rounds(self) -> Rounds:
        gone = phrases = made = missing = proposed = deleted = 0
        kept: list[float] = []
        seconds: list[float] = []
        scorer = RougeScorer(["rougeL"], use_stemmer=True)
        for record in told(self._leaking, "rewriting"):
            began = time.monotonic()
            attacked, execute = read(self._roles, record.text, self._goal)
            after = record.text
            if execute:
                rewritten = self._roles.rewrite(
                    RewriteRequest(record.text, attacked, [*execute.values()], self._goal)
                )
                after = apply_changes(record.text, rewritten.changes)
                proposed += len(rewritten.changes) + len(rewritten.dropped)
                made += len(rewritten.changes)
                missing += sum(one.reason == NOT_IN_THE_TEXT for one in rewritten.dropped)
            seconds.append(time.monotonic() - began)
            evidence = [
                phrase for leak in record.leaks if leak.attribute in execute for phrase in leak.evidence
            ]
            phrases, gone = phrases + len(evidence), gone + sum(phrase not in after for phrase in evidence)
            deleted += max(0, len(sentences(record.text)) - len(sentences(after)))
            kept.append(scorer.score(record.text, after)["rougeL"].fmeasure)
        median = sorted(seconds)[len(seconds) // 2]
        return Rounds(
            Share(gone, phrases),
            Share(proposed - missing, proposed),
            Share(made, proposed),
            deleted,
            sum(kept) / len(kept),
            median,
        )

    def _silence(self) -> Share:
        """Texts whose leaks were all edited away, by the labels' own edits."""
        silent = 0
        for record in told(self._leaking, "keeping silent"):
            edits = [Edit(*pair) for leak in record.leaks for pair in leak.generalize]
            changes, _ = changes_from_edits(record.text, edits)
            silent += not read(self._alone, apply_changes(record.text, changes), self._goal)[1]
        return Share(silent, len(self._leaking))


class Figures(msgspec.Struct, frozen=True):
    """All that was measured in one call."""

    held_out: Measured | None
    dev_texts: FoundInDevTexts | None


def table(figures: Figures) -> str:
    """The figures as the card shows them, beside what is aimed at."""
    rows = _held_out_rows(figures.held_out) if figures.held_out else []
    rows += _dev_rows(figures.dev_texts) if figures.dev_texts else []
    lines = [f"| {name} | {value} | {aim} |" for name, value, aim in rows]
    return "\n".join(["| | measured | aim |", "|---|---|---|", *lines]) + "\n"


def _dev_rows(found: FoundInDevTexts) -> list[Row]:
    return [
        ("what development texts are about, found by the model alone", found.labelled_alone, ""),
        ("the same, stated outright", found.stated_alone, "0.85"),
        ("the same, together with the rules", found.stated_with_rules, "0.97"),
    ]


def _held_out_rows(measured: Measured) -> list[Row]:
    rounds = measured.rounds
    return [
        ("leaks found by the model alone, recall", measured.recall, "0.80"),
        ("of what it reports, really a leak (precision)", measured.precision, "0.75"),
        ("first guess among the label's three, of the leaks found", measured.first_guess_right, ""),
        ("execute or ignore right, true and planted false half and half", measured.judged_right, "0.85"),
        ("evidence of executed leaks gone after one round", rounds.evidence_gone, "0.70"),
        ("text kept in it (ROUGE-L, mean)", f"{rounds.rouge_l:.3f}", "0.80"),
        ("edits that apply: their words stand in the text", rounds.edits_that_apply, "1.00"),
        ("of all edits, those that no rule refuses", rounds.edits_made, ""),
        ("sentences deleted", rounds.sentences_deleted, "0"),
        ("silent where all leaks were edited away", measured.silent_when_edited, "0.80"),
        ("silent on untouched leaking texts", measured.silent_when_leaking, "at most 0.05"),
        ("seconds a first round, median", f"{rounds.seconds:.1f}", ""),
    ]


def main() -> int:
    """Measure; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Measure the starter on held-out records.")
    parser.add_argument("records", nargs="*", type=Path, help="of which the held-out ones are measured")
    parser.add_argument("--adapter", type=Path, help="another adapter than the one that ships")
    parser.add_argument("--model", default="starter", help="another model than the starter, to compare")
    parser.add_argument(
        "--one-by-one", action="store_true", help="infer and judge each attribute in its own conversation"
    )
    parser.add_argument("--unprobed", action="store_true", help="as if it had no probes")
    parser.add_argument("--dev", type=Path, metavar="DATASET", help="look for what these texts are about")
    parser.add_argument("--limit", type=int, default=sys.maxsize, metavar="N", help="texts a part at most")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    if not options.records and options.dev is None:
        parser.error("name records, or --dev")
    try:
        given = read_records(options.records) if options.records else []
        records = [record for record in given if record.held_out]
        files = _model(options.model, options.adapter, options.output)
        if options.unprobed:
            files = msgspec.structs.replace(files, probe=None)
        tuning = chosen_tuning(files, load_settings().engine)
        engine = LocalEngine.start(files, on_notice=None, options=Options(tuning=tuning))
        try:
            pack = load_pack(engine.info.pack)
            pack = asking_one_by_one(pack) if options.one_by_one else pack
            measurement = Measurement(engine, pack, records, options.limit)
            figures = Figures(
                measurement.measure() if records else None,
                measurement.find_in(options.dev) if options.dev else None,
            )
        finally:
            engine.close()
        options.output.mkdir(parents=True, exist_ok=True)
        (options.output / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
        (options.output / "table.md").write_text(table(figures), encoding="utf-8")
    except (BadRecord, OSError, PennameError) as error:
        print(f"Measuring cannot go on: {error}", file=sys.stderr)
        return 1
    print(table(figures), end="")
    return 0


def _model(name: str, adapter: Path | None, folder: Path) -> ModelFiles:
    files = open_model(name)
    if adapter is None:
        return files
    folder.mkdir(parents=True, exist_ok=True)
    return msgspec.structs.replace(
        files, adapter=str(adapter.resolve()), merged=str(folder.resolve() / "merged.gguf"), hashes=()
    )


if __name__ == "__main__":
    sys.exit(main())
