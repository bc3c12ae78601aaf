"""From the readers' answers and the key to figures, by version."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from penname.lab.evaluation.measures import (
    Bootstrap,
    Interval,
    PairedDifference,
    Share,
    mean,
    pooled,
    quantile,
)
from penname.lab.evaluation.outside.agreement import agreements
from penname.lab.evaluation.outside.answers import Answers
from penname.lab.evaluation.outside.figures import (
    AttributeRow,
    Changes,
    PartFigures,
    PartRow,
    ReaderFigures,
    VersionDifference,
    VersionRow,
)
from penname.lab.evaluation.outside.forms import GUESSED_TIMES, ChangeReading, Form
from penname.lab.evaluation.outside.key import ORIGINAL, Entry, TasksKey
from penname.lab.evaluation.outside.verdicts import GuessScores, Rating, Verdicts
from penname.lab.evaluation.scoring import Scorer

_LEAST_POSTED = 0.95  # of the originals: who refuses more of them refuses more than edits
_LEAST_CONTROLS_POSTED = 0.80  # of texts known to be good
_UNTOUCHED = Rating(10, 10, 0, 0)
_NOTHING = Share(0, 0)


def figures(key: TasksKey, answers: Answers, scorer: Scorer, rules: str) -> ReaderFigures:
    """All figures; `scorer` says which guesses are right, by `rules`."""
    verdicts = Verdicts(answers, scorer)
    counter = _Counter(key, answers, verdicts)
    tasks, answered = Counter(key.forms.values()), Counter(key.forms[task] for task in answers)
    given = Counter(key.forms[task] for task, found in answers.items() for _ in found)
    return ReaderFigures(
        people=len({sample.author for sample in key.samples.values()}),
        authors=key.authors,
        rules=rules,
        tasks={form: tasks[form] for form in Form},
        answered={form: answered[form] for form in Form},
        answers={form: given[form] for form in Form},
        thrice=sum(
            key.forms[task] is Form.GUESS and len(found) >= GUESSED_TIMES for task, found in answers.items()
        ),
        void=tuple(counter.void()),
        floor=pooled([counter.floor(label) for label in key.empty]).rate,
        versions=tuple(counter.row(name) for name in (ORIGINAL, *key.versions)),
        differences=tuple(
            counter.difference(name, other)
            for other in (ORIGINAL, *key.versions[:1])
            for name in key.versions
            if name != other
        ),
        attributes=tuple(counter.attribute(label) for label in key.empty),
        parts=tuple(counter.parts()),
        agreement=agreements(key, verdicts),
    )


class _Counter:
    """Counts entries of the key."""

    def __init__(self, key: TasksKey, answers: Answers, verdicts: Verdicts) -> None:
        self._key = key
        self._verdicts = verdicts
        self._rated = any(key.forms[task] is Form.QUALITY for task in answers)
        self._entries: dict[str, list[Entry]] = {}
        for entry in key.entries:
            self._entries.setdefault(entry.version, []).append(entry)
        self._originals = {entry.sample: entry for entry in self._of(ORIGINAL)}

    def row(self, name: str) -> VersionRow:
        """All about one version."""
        entries = self._of(name)
        draws = self._draws(entries)
        return VersionRow(
            name,
            name in self._key.controls,
            draws.mean([float(not entry.changed) for entry in entries]),
            self._part(entries),
            self._part([entry for entry in entries if entry.changed]),
            self._changes(entries, draws),
        )

    def attribute(self, label: str) -> AttributeRow:
        """One attribute, by version."""
        right = {}
        for name in (ORIGINAL, *self._key.versions):
            worths = [self._worth(entry, label) for entry in self._of(name) if label in entry.guesses]
            right[name] = mean([worth.first for worth in worths if worth is not None])
        return AttributeRow(
            label,
            sum(label in sample.labelled for sample in self._key.samples.values()),
            self._verdicts.usual_guess(self._key.empty[label]),
            self.floor(label).rate,
            right,
        )

    def floor(self, label: str) -> Share:
        """What the guess from an empty text is worth over all texts about this attribute."""
        about = [sample for sample in self._key.samples.values() if label in sample.labelled]
        worths = [self._verdicts.worth(self._key.empty[label], label, sample) for sample in about]
        found = [worth.first for worth in worths if worth is not None]
        return Share(sum(found), len(found))

    def parts(self) -> Iterable[PartRow]:
        """City, state and country of places, level and field of educations, by version."""
        names = (ORIGINAL, *self._key.versions)
        found: dict[str, dict[str, list[float]]] = {}
        for name in names:
            for entry in self._of(name):
                for label, task in entry.guesses.items():
                    met = self._verdicts.parts(task, label, self._key.samples[entry.sample])
                    for part, right in met.items():
                        row = found.setdefault(f"{label}: {part}", {one: [] for one in names})
                        row[name].append(float(right))
        for part in sorted(found):
            row = found[part]
            yield PartRow(part, len(row[ORIGINAL]), {name: mean(row[name]) for name in names})

    def difference(self, name: str, other: str) -> VersionDifference:
        """One version less another one; a text that one side has no answer for is left out of that figure."""
        theirs = {entry.sample: entry for entry in self._of(other)}
        both = [(entry, theirs[entry.sample]) for entry in self._of(name) if entry.sample in theirs]
        draws = self._draws([entry for entry, _ in both])

        def less(of: Callable[[Entry], Share]) -> PairedDifference:
            pairs = [(of(mine), of(its)) for mine, its in both]
            answered = [pair if pair[0].of and pair[1].of else (_NOTHING, _NOTHING) for pair in pairs]
            return draws.paired([mine for mine, _ in answered], [its for _, its in answered])

        return VersionDifference(
            name,
            other,
            len(both),
            less(self._right),
            less(self._posting),
            less(lambda entry: _NOTHING if entry.version == ORIGINAL else self._joint(entry)),
            less(self._faults),
        )

    def void(self) -> Iterable[str]:
        """Why the readers' postings prove nothing, if so."""
        least = {ORIGINAL: _LEAST_POSTED} | dict.fromkeys(self._key.controls, _LEAST_CONTROLS_POSTED)
        anybody = any(self._posted(entry) is not None for entry in self._key.entries)
        for name, share in least.items():
            posted = pooled([self._posting(entry) for entry in self._of(name)]).rate
            if posted is None and anybody:
                yield f"nobody was asked to post “{name}”, of which {share} are to be posted"
            elif posted is not None and posted < share:
                yield f"of “{name}” {posted:.3f} would be posted, less than {share}"

    def _of(self, version: str) -> list[Entry]:
        return self._entries.get(version, [])

    def _draws(self, entries: Sequence[Entry]) -> Bootstrap:
        return Bootstrap([self._key.samples[entry.sample].author for entry in entries], self._key.seed)

    def _part(self, entries: Sequence[Entry]) -> PartFigures:
        draws = self._draws(entries)
        worths = [
            [worth for label in entry.guesses if (worth := self._worth(entry, label))] for entry in entries
        ]
        read = [self._read_before(entry) for entry in entries]
        posting = [self._posting(entry) for entry in entries]
        joint = [self._joint(entry) for entry in entries]
        ratings = [self._rating(entry) for entry in entries]
        kept = [entry.rouge_l for entry in entries]

        def guessed(of: Callable[[GuessScores], float]) -> Interval:
            return draws.share([Share(sum(map(of, found)), len(found)) for found in worths])

        def rated(of: Callable[[Rating], float]) -> Interval:
            return draws.share([Share(of(rating), 1) if rating else _NOTHING for rating in ratings])

        return PartFigures(
            texts=len(entries),
            guessed=sum(map(len, worths)),
            right=guessed(lambda worth: worth.first),
            certain=guessed(lambda worth: worth.certain),
            top_3=guessed(lambda worth: worth.top_3),
            read=_count(read),
            right_where_read=draws.share(read),
            asked_to_post=_count(posting),
            posted=draws.share(posting),
            judged_jointly=_count(joint),
            joint=draws.share(joint),
            rated=sum(rating is not None for rating in ratings),
            readability=rated(lambda rating: rating.readability),
            meaning=rated(lambda rating: rating.meaning),
            broken=rated(lambda rating: rating.broken),
            false=rated(lambda rating: rating.false),
            rouge_l=draws.mean(kept),
            rouge_l_tenth=quantile(sorted(kept), 0.1) if kept else None,
        )

    def _changes(self, entries: Sequence[Entry], draws: Bootstrap) -> Changes:
        read = [
            [found for task in entry.changes if (found := self._verdicts.change(task))] for entry in entries
        ]

        def said(of: Callable[[ChangeReading], bool]) -> Interval:
            return draws.share([Share(sum(map(of, found)), len(found)) for found in read])

        return Changes(
            a_text=draws.mean([len(entry.changes) for entry in entries]),
            made=sum(len(entry.changes) for entry in entries),
            read=sum(map(len, read)),
            faults=said(lambda change: change.fault),
            broken=said(lambda change: change.broken),
            false=said(lambda change: change.false),
            another_thing=said(lambda change: change.another_thing),
            still_tells=said(lambda change: change.still_tells),
        )

    def _right(self, entry: Entry) -> Share:
        worths = [self._worth(entry, label) for label in entry.guesses]
        found = [worth.first for worth in worths if worth is not None]
        return Share(sum(found), len(found))

    def _faults(self, entry: Entry) -> Share:
        read = [found for task in entry.changes if (found := self._verdicts.change(task))]
        return Share(sum(change.fault for change in read), len(read))

    def _worth(self, entry: Entry, label: str) -> GuessScores | None:
        return self._verdicts.worth(entry.guesses[label], label, self._key.samples[entry.sample])

    def _read(self, entry: Entry) -> list[str]:
        """The labelled attributes that readers guess right from the original."""
        original = self._originals[entry.sample]
        worths = {label: self._worth(original, label) for label in original.guesses}
        return [label for label, worth in worths.items() if worth is not None and worth.first == 1]

    def _read_before(self, entry: Entry) -> Share:
        worths = [self._worth(entry, label) for label in self._read(entry)]
        found = [worth.first for worth in worths if worth is not None]
        return Share(sum(found), len(found))

    def _posted(self, entry: Entry) -> bool | None:
        return self._verdicts.posted(entry.posting)

    def _posting(self, entry: Entry) -> Share:
        posted = self._posted(entry)
        return _NOTHING if posted is None else Share(posted, 1)

    def _joint(self, entry: Entry) -> Share:
        """Of what is read in the original: how much is no longer guessed in a text that would be posted.

        An untouched text protects nothing, whatever readers say about it.
        """
        posted = self._posted(entry)
        if posted is None:
            return _NOTHING
        worths = [self._worth(entry, label) for label in self._read(entry)]
        hidden = [1 - worth.first for worth in worths if worth is not None]
        return Share(entry.changed * posted * sum(hidden), len(hidden))

    def _rating(self, entry: Entry) -> Rating | None:
        if entry.quality is None:
            return _UNTOUCHED if self._rated else None
        return self._verdicts.rating(entry.quality)


def _count(shares: Iterable[Share]) -> int:
    return int(sum(share.of for share in shares))
