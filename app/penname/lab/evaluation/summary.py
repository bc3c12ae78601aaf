"""From cases to the figures of a report: PRIV and UTIL (RLAA, Eq. 11 and 12), and margins (RLAA 3.2)."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from penname.domain.changes import changes_from_rewrite
from penname.domain.matching import Match
from penname.lab.evaluation.breakdowns import by_attribute, by_certainty, by_hardness, by_part, group
from penname.lab.evaluation.cases import Case, CaseMaker
from penname.lab.evaluation.figures import (
    AttackerDifference,
    ContenderFigures,
    Difference,
    Outright,
    Privacy,
    RoundAverages,
    Utility,
)
from penname.lab.evaluation.measures import (
    Bootstrap,
    Margin,
    PairedDifference,
    Share,
    margins,
    mean,
    pooled,
    utility_as_fgaa,
    utility_as_incognitext,
    utility_as_rlaa,
)

ROUGE_L = "ROUGE-L"


class Summarizer:
    """Counts. `judge` names the judge, if there is one; `seed` settles the bootstrap's draws."""

    def __init__(self, maker: CaseMaker, seed: int, judge: str | None) -> None:
        self._maker = maker
        self._main = maker.attackers[0]
        self._seed = seed
        self._judge = judge

    def row(self, name: str, cases: Sequence[Case]) -> ContenderFigures:
        """The figures of one contender."""
        draws = self._draws(cases)
        privacy = tuple(self._privacy(attacker, cases, draws) for attacker in self._maker.attackers)
        rouge = draws.mean([case.kept[-1].rouge_l for case in cases])
        curve = self._curve(cases)
        pairs = [pair for case in cases for pair in case.labelled_pairs(self._main)]
        by_judge = bool(curve) and all(one.utility is not None for one in curve)
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
            changes=draws.mean(
                [len(changes_from_rewrite(case.sample.text, case.made.texts[-1])) for case in cases]
            ),
            utility=_utility(cases) if self._judge else None,
            outright=self._outright([case for case in cases if case.stated]),
            rounds_mean=mean([len(case.made.texts) - 1 for case in cases]),
            rounds_needed=_counted(len(case.made.texts) - 1 for case in cases),
            calls_mean=mean([case.made.calls for case in cases]),
            tokens_mean=mean([case.made.tokens for case in cases]),
            stopped=dict(sorted(Counter(case.made.stopped for case in cases).items())),
            by_attribute=by_attribute(pairs),
            by_hardness=by_hardness(cases, self._main),
            by_certainty=by_certainty(pairs),
            by_part=by_part(pairs),
            curve=curve,
            margins=_margins(curve, by_judge=by_judge),
            margin_utility=f"{self._judge} (RLAA, Eq. 12)" if by_judge else ROUGE_L,
        )

    def difference(
        self, name: str, one: Sequence[Case], other_name: str, other: Sequence[Case]
    ) -> Difference:
        """`one` less `other`, on the texts both have."""
        theirs = {case.sample.id: case for case in other}
        both = [(case, theirs[case.sample.id]) for case in one if case.sample.id in theirs]
        draws = self._draws([mine for mine, _ in both])

        def compared(*, labelled: bool) -> PairedDifference:
            return draws.paired(
                [mine.share(self._main, -1, labelled=labelled) for mine, _ in both],
                [its.share(self._main, -1, labelled=labelled) for _, its in both],
            )

        kept = draws.paired(
            [Share(mine.kept[-1].rouge_l, 1) for mine, _ in both],
            [Share(its.kept[-1].rouge_l, 1) for _, its in both],
        )
        return Difference(
            name, other_name, len(both), compared(labelled=True), compared(labelled=False), kept
        )

    def attackers_compared(self, name: str, cases: Sequence[Case]) -> tuple[AttackerDifference, ...]:
        """The other attackers less the first, on the texts of one contender."""
        draws = self._draws(cases)

        def less_first(attacker: str, when: int) -> PairedDifference:
            return draws.paired(
                [case.share(attacker, when, labelled=True) for case in cases],
                [case.share(self._main, when, labelled=True) for case in cases],
            )

        return tuple(
            AttackerDifference(
                attacker, self._main, name, len(cases), less_first(attacker, 0), less_first(attacker, -1)
            )
            for attacker in self._maker.attackers[1:]
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
            draws.paired(before, after),
            draws.share(all_before),
            draws.share(all_after),
            draws.paired(all_before, all_after),
            top_3=group(pairs, lambda scored: scored.best_of_three),
            certain=group(pairs, lambda scored: scored.certain),
            less_precise=group(pairs, lambda scored: float(scored.matches[:1] == (Match.LESS_PRECISE,))),
            abstained=group(pairs, lambda scored: float(scored.abstained)),
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
            draws.paired(before, after),
            draws.mean([float(case.stated is not None and case.stated[1]) for case in cases]),
            draws.mean([case.kept[-1].rouge_l for case in cases]),
        )

    def _curve(self, cases: Sequence[Case]) -> tuple[RoundAverages, ...]:
        if not cases:
            return ()
        last = max(len(case.made.texts) for case in cases)
        return tuple(
            self._round(cases, number)
            for number in range(last)
            if all(case.is_read(self._main, number) for case in cases)
        )

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
            mean(opinions) if self._judge else None,
        )


def _first_label(case: Case, attacker: str, when: int) -> Share:
    label = case.sample.labelled[0]
    return next(Share(one.first, 1) for one in case.read(attacker, when) if one.attribute == label)


def _margins(curve: Sequence[RoundAverages], *, by_judge: bool) -> tuple[Margin, ...]:
    """Those from one round that was measured to the next one."""
    found = margins(
        [one.priv_all for one in curve],
        [one.utility if by_judge and one.utility is not None else one.rouge_l for one in curve],
    )
    return tuple(
        msgspec.structs.replace(margin, round=one.round) for margin, one in zip(found, curve[1:], strict=True)
    )


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


def _counted(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
