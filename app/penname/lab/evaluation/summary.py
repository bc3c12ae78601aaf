"""From cases to the figures of a report: PRIV and UTIL (RLAA, Eq. 11 and 12), and margins (RLAA 3.2)."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from penname.domain.matching import Match
from penname.lab.evaluation.cases import Case, CaseMaker
from penname.lab.evaluation.figures import (
    ContenderFigures,
    Difference,
    Group,
    Outright,
    Privacy,
    RoundAverages,
    Utility,
)
from penname.lab.evaluation.measures import (
    Bootstrap,
    Interval,
    Scored,
    Share,
    margins,
    mean,
    pooled,
    utility_as_fgaa,
    utility_as_incognitext,
    utility_as_rlaa,
)

K = TypeVar("K", int, str)
Figure = Callable[[Scored], float]

_PLACES = ("location", "birthplace")


class Summarizer:
    """Counts. `judged` says whether there is a judge; `seed` settles the bootstrap's draws."""

    def __init__(self, maker: CaseMaker, seed: int, *, judged: bool) -> None:
        self._maker = maker
        self._main = maker.attackers[0]
        self._seed = seed
        self._judged = judged

    def row(self, name: str, cases: Sequence[Case]) -> ContenderFigures:
        """The figures of one contender."""
        draws = self._draws(cases)
        privacy = tuple(self._privacy(attacker, cases, draws) for attacker in self._maker.attackers)
        rouge = draws.mean([case.kept[-1].rouge_l for case in cases])
        curve = self._curve(cases)
        judged_all_along = bool(curve) and all(one.utility is not None for one in curve)
        pairs = [(case, *pair) for case in cases for pair in case.labelled_pairs(self._main)]
        return ContenderFigures(
            name=name,
            texts=len(cases),
            attack_accuracy_before=privacy[0].labelled_before.value,
            attack_accuracy_after=privacy[0].labelled_after.value,
            privacy=privacy,
            rouge_1=mean([case.kept[-1].rouge_1 for case in cases]),
            rouge_l=rouge.value,
            rouge_l_interval=rouge,
            bleu=mean([case.kept[-1].bleu for case in cases]),
            sacrebleu=mean([case.kept[-1].sacrebleu for case in cases]),
            edited=mean([case.kept[-1].edited for case in cases]),
            unchanged=mean([float(case.made.texts[-1] == case.sample.text) for case in cases]),
            utility=_utility(cases) if self._judged else None,
            outright=self._outright([case for case in cases if case.stated]),
            rounds_mean=mean([len(case.made.texts) - 1 for case in cases]),
            rounds_needed=_counted(len(case.made.texts) - 1 for case in cases),
            calls_mean=mean([case.made.calls for case in cases]),
            tokens_mean=mean([case.made.tokens for case in cases]),
            seconds_mean=mean([case.made.seconds for case in cases]),
            stopped=dict(sorted(Counter(case.made.stopped for case in cases).items())),
            by_attribute=_groups((before.attribute, before, after) for _, before, after in pairs),
            by_hardness=_groups(
                (case.sample.hardness, before, after)
                for case, before, after in pairs
                if case.sample.hardness is not None
            ),
            by_certainty=_groups((before.certainty, before, after) for _, before, after in pairs),
            cities=_places(pairs, lambda scored: scored.first),
            countries=_places(pairs, lambda scored: float(bool(scored.country))),
            certainty_before=_counted(before.certainty for _, before, _ in pairs),
            certainty_after=_counted(after.certainty for _, _, after in pairs),
            curve=curve,
            margins=margins(
                [one.priv_all for one in curve],
                [one.utility if judged_all_along and one.utility else one.rouge_l for one in curve],
            ),
        )

    def difference(
        self, name: str, one: Sequence[Case], other_name: str, other: Sequence[Case]
    ) -> Difference:
        """`one` less `other`, on the texts both have."""
        theirs = {case.sample.id: case for case in other}
        both = [(case, theirs[case.sample.id]) for case in one if case.sample.id in theirs]
        draws = self._draws([mine for mine, _ in both])

        def compared(*, labelled: bool) -> Interval:
            return draws.difference(
                [mine.share(self._main, -1, labelled=labelled) for mine, _ in both],
                [its.share(self._main, -1, labelled=labelled) for _, its in both],
            )

        kept = draws.mean([mine.kept[-1].rouge_l - its.kept[-1].rouge_l for mine, its in both])
        return Difference(
            name, other_name, len(both), compared(labelled=True), compared(labelled=False), kept
        )

    def _draws(self, cases: Sequence[Case]) -> Bootstrap:
        return Bootstrap([case.sample.author for case in cases], self._seed)

    def _privacy(self, attacker: str, cases: Sequence[Case], draws: Bootstrap) -> Privacy:
        before = [case.share(attacker, 0, labelled=True) for case in cases]
        after = [case.share(attacker, -1, labelled=True) for case in cases]
        all_before = [case.share(attacker, 0, labelled=False) for case in cases]
        all_after = [case.share(attacker, -1, labelled=False) for case in cases]
        pairs = [pair for case in cases for pair in case.labelled_pairs(attacker)]
        floor = self._maker.floor(attacker, [case.sample for case in cases])
        return Privacy(
            attacker,
            draws.share(before),
            draws.share(after),
            draws.difference(before, after),
            draws.share(all_before),
            draws.share(all_after),
            draws.difference(all_before, all_after),
            top_3=_group(pairs, lambda scored: scored.best_of_three),
            certain=_group(pairs, lambda scored: scored.certain),
            less_precise=_group(pairs, lambda scored: float(scored.matches[:1] == (Match.LESS_PRECISE,))),
            abstained=_group(pairs, lambda scored: float(scored.abstained)),
            floor_labelled=pooled([labelled for labelled, _ in floor]).rate,
            floor_all=pooled([everything for _, everything in floor]).rate,
        )

    def _outright(self, cases: Sequence[Case]) -> Outright:
        draws = self._draws(cases)
        before = [_first_label(case, self._main, 0) for case in cases]
        after = [_first_label(case, self._main, -1) for case in cases]
        return Outright(
            len(cases),
            draws.share(before),
            draws.share(after),
            draws.difference(before, after),
            draws.mean([float(case.stated is not None and case.stated[1]) for case in cases]),
            draws.mean([case.kept[-1].rouge_l for case in cases]),
        )

    def _curve(self, cases: Sequence[Case]) -> tuple[RoundAverages, ...]:
        if not cases:
            return ()
        last = max(len(case.made.texts) for case in cases)
        return tuple(self._round(cases, number) for number in range(last))

    def _round(self, cases: Sequence[Case], number: int) -> RoundAverages:
        def accuracy(*, labelled: bool) -> float:
            shares = [case.share(self._main, case.at(number), labelled=labelled) for case in cases]
            return pooled(shares).rate or 0.0

        qualities = [case.qualities[case.at(number)] for case in cases]
        opinions = [utility_as_rlaa(quality) for quality in qualities if quality is not None]
        return RoundAverages(
            number,
            accuracy(labelled=False),
            accuracy(labelled=True),
            mean([case.kept[case.at(number)].rouge_l for case in cases]) or 0.0,
            mean(opinions) if self._judged else None,
        )


def _first_label(case: Case, attacker: str, when: int) -> Share:
    label = case.sample.labelled[0]
    return next(Share(one.first, 1) for one in case.scored[attacker][when] if one.attribute == label)


def _utility(cases: Sequence[Case]) -> Utility:
    last = [(quality, case) for case in cases if (quality := case.qualities[-1]) is not None]
    qualities = [quality for quality, _ in last]
    return Utility(
        judged=len(last),
        nonsense=sum(case.nonsense for case in cases),
        rlaa=mean([utility_as_rlaa(quality) for quality in qualities]),
        incognitext=mean([utility_as_incognitext(quality) for quality in qualities]),
        fgaa=mean([utility_as_fgaa(quality, case.kept[-1].rouge_1) for quality, case in last]),
        readability=mean([quality.readability for quality in qualities]),
        meaning=mean([quality.meaning for quality in qualities]),
        grounding=mean([quality.grounding for quality in qualities]),
        nothing_invented=mean([float(not quality.invented) for quality in qualities]),
    )


def _group(pairs: Sequence[tuple[Scored, Scored]], figure: Figure) -> Group:
    return Group(
        len(pairs),
        mean([figure(before) for before, _ in pairs]),
        mean([figure(after) for _, after in pairs]),
    )


def _groups(pairs: Iterable[tuple[K, Scored, Scored]]) -> dict[K, Group]:
    found: dict[K, list[tuple[Scored, Scored]]] = {}
    for key, before, after in pairs:
        found.setdefault(key, []).append((before, after))
    return {key: _group(found[key], lambda scored: scored.first) for key in sorted(found)}


def _places(pairs: Iterable[tuple[Case, Scored, Scored]], figure: Figure) -> Group:
    return _group([(before, after) for _, before, after in pairs if before.attribute in _PLACES], figure)


def _counted(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
