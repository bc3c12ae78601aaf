"""A whole evaluation, from the options to the report: what `penname evaluate` runs."""

import hashlib
import json
import random
import re
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.conditions import CONDITIONS
from penname.domain.errors import BadInput, Cancelled
from penname.domain.goal import ROUNDS, TRADEOFFS
from penname.domain.inferences import CERTAIN
from penname.domain.matching import Rules
from penname.lab.evaluation.attackers import offered, parse_attacker
from penname.lab.evaluation.authors import AuthorSplit, written_by
from penname.lab.evaluation.cases import CaseMaker
from penname.lab.evaluation.contenders import MASK, NONE, Contender, Masking, MethodContender, Untouched
from penname.lab.evaluation.datasets import Columns, read_dataset
from penname.lab.evaluation.figures import Summary
from penname.lab.evaluation.judging import KeptComparisons, ModelJudge
from penname.lab.evaluation.likeness import check_libraries
from penname.lab.evaluation.models import Models, asked_attributes
from penname.lab.evaluation.provenance import provenance_in
from penname.lab.evaluation.reporting import write_report
from penname.lab.evaluation.results import Plan, Results
from penname.lab.evaluation.running import Asked, EvaluationWorker, Run
from penname.lab.evaluation.samples import Dataset, Sample
from penname.lab.evaluation.scoring import Scorer
from penname.lab.evaluation.stated import is_stated
from penname.lab.evaluation.summary import Summarizer
from penname.methods.registry import method_named, methods
from penname.models.hashing import sha256_of
from penname.roles.known_values import known_values

NO_JUDGE = "none"
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


class EvaluationOptions(msgspec.Struct, frozen=True, kw_only=True):
    """What the user asked for. `methods` may carry settings, as in "misleading:row=3", and `attackers` what
    helps them, as in "starter+rules".
    """

    dataset: Path
    output: Path
    methods: tuple[str, ...]
    models: tuple[str, ...] = ("starter",)
    attackers: tuple[str, ...] = ()  # empty: the first model
    judge: str = NO_JUDGE
    columns: Columns | None = None
    limit: int | None = None
    seed: int = 0
    rounds: int = ROUNDS
    rules: Rules = Rules.PENNAME
    every_round: bool = True
    labelled_only: bool = False  # the attacker is asked for nothing else
    stated_only: bool = False
    hardness: tuple[int, ...] = ()
    authors: AuthorSplit | None = None  # only texts of this part of the dev set's authors
    resume: bool = False
    command: str = ""  # how it was asked for, without --resume: for the report


class Evaluation:
    """`run` works, in any one thread; `stop` and `close` may be called from another.

    Each of `models` works on texts of its own; the first of them says which models these are.
    """

    def __init__(
        self,
        wanted: EvaluationOptions,
        attributes: Sequence[Attribute],
        say: Callable[[str], None],
        models: Sequence[Models],
    ) -> None:
        self._wanted = wanted
        self._attributes = tuple(attributes)
        self._say = say
        self._every_models = models
        self._models = models[0]
        self._cancellation = Cancellation()
        self.stopped = False
        self._run: Run | None = None

    def run(self) -> Summary:
        """Evaluate and write the report, also of a part when `stopped`. Raises PennameError."""
        wanted = self._wanted
        check_libraries()
        dataset = read_dataset(wanted.dataset, wanted.columns)
        for problem in dataset.problems:
            self._say(problem)
        samples = self._chosen(dataset)
        named = {name for sample in samples for name in sample.truth}
        asked = asked_attributes(self._attributes, sorted(named))
        names = [attribute.name for attribute in asked]
        attackers = wanted.attackers or wanted.models[:1]
        workers = [self._worker(models, asked, names, attackers) for models in self._every_models]
        contenders, judge = workers[0].contenders, self._judge(self._models, asked)
        plan = self._plan(samples, contenders, attackers, dataset)
        with closing(Results(wanted.output, plan, resume=wanted.resume)) as results:
            self._say(
                f"{len(samples)} texts of {dataset.kind} data, {len(contenders)} contenders. "
                f"Results: {wanted.output}"
            )
            self._run = Run(
                samples,
                workers,
                self._asking(names),
                results,
                self._say,
                every_round=wanted.every_round,
            )
            try:
                self._run.run()
            except Cancelled:
                self.stopped = True
                self._say("Stopped. The report covers what was finished.")
            # In an order of their own: which text fails first is chance.
            failures = tuple(sorted(f"{one.id}, {one.contender}: {one.reason}" for one in self._run.failures))
            return self._report(samples, asked, contenders, attackers, results, judge, dataset, failures)

    def stop(self) -> None:
        """Stop within a moment; the folder keeps what was worked out."""
        if self._run is not None:
            self._run.stop()
        self._cancellation.raise_flag()
        self.close()

    def close(self) -> None:
        """End the models' processes."""
        for models in self._every_models:
            models.close()

    def _chosen(self, dataset: Dataset) -> list[Sample]:
        """The texts of this run, shuffled by the seed, so that a part is a fair one, and cut to the limit."""
        wanted, known = self._wanted, known_values()
        samples = [
            sample
            for sample in written_by(wanted.authors, dataset.samples)
            if not wanted.hardness or sample.hardness in wanted.hardness
        ]
        if wanted.stated_only:
            samples = [
                sample
                for sample in samples
                if sample.labelled
                and is_stated(sample.labelled[0], sample.truth[sample.labelled[0]], sample.text, known)
            ]
        samples = random.Random(wanted.seed).sample(samples, len(samples))
        if wanted.limit is not None:
            samples = samples[: wanted.limit]
        if not samples:
            raise BadInput("No text of the data set is left to measure. Choose fewer conditions.")
        return samples

    def _asking(self, names: Sequence[str]) -> Asked:
        every = tuple(names)
        if not self._wanted.labelled_only:
            return lambda _sample: every
        return lambda sample: tuple(name for name in every if name in sample.labelled)

    def _worker(
        self, models: Models, asked: Sequence[Attribute], names: Sequence[str], attackers: Sequence[str]
    ) -> EvaluationWorker:
        offering, seed = offered(asked, self._wanted.rules), self._wanted.seed
        return EvaluationWorker(
            self._contenders(models, asked, names),
            {name: models.attacker(name, offering, seed) for name in attackers},
            self._judge(models, asked),
        )

    def _judge(self, models: Models, asked: Sequence[Attribute]) -> ModelJudge | None:
        if self._wanted.judge == NO_JUDGE:
            return None
        return models.judge(self._wanted.judge, asked, self._wanted.seed)

    def _contenders(
        self, models: Models, asked: Sequence[Attribute], names: Sequence[str]
    ) -> list[Contender]:
        found: list[Contender] = []
        anonymizers = self._wanted.models
        for written in self._wanted.methods:
            if written == MASK:
                found.append(Masking())
                continue
            if written == NONE:
                found.append(Untouched())
                continue
            method, changed = parse_method(written)
            for model in anonymizers:
                found.append(
                    MethodContender(
                        written if len(anonymizers) == 1 else f"{written} ({Path(model).stem})",
                        method_named(method),
                        models.roles(model, asked),
                        names,
                        self._cancellation,
                        rounds=self._wanted.rounds,
                        seed=self._wanted.seed,
                        changed=changed,
                    )
                )
        called = [contender.name for contender in found]
        if len(called) != len(set(called)):
            raise BadInput("Two contenders have the same name. Name each method and each model once.")
        return found

    def _plan(
        self,
        samples: Sequence[Sample],
        contenders: Sequence[Contender],
        attackers: Sequence[str],
        dataset: Dataset,
    ) -> Plan:
        wanted = self._wanted
        ids = json.dumps([sample.id for sample in samples]).encode()
        return Plan(
            f"{wanted.dataset.name} ({dataset.kind})",
            sha256_of(wanted.dataset),
            len(samples),
            hashlib.sha256(ids).hexdigest(),
            "labelled" if wanted.labelled_only else "all",
            tuple(contender.name for contender in contenders),
            tuple(map(self._models.identities, wanted.models)),
            tuple(self._attacker_identity(written) for written in attackers),
            NO_JUDGE if wanted.judge == NO_JUDGE else self._models.identity(wanted.judge),
            wanted.rules.value,
            wanted.seed,
            wanted.rounds,
        )

    def _attacker_identity(self, written: str) -> str:
        attacker = parse_attacker(written)
        return f"{self._models.identity(attacker.model)} ({attacker.described})"

    def _report(
        self,
        samples: Sequence[Sample],
        asked: Sequence[Attribute],
        contenders: Sequence[Contender],
        attackers: Sequence[str],
        results: Results,
        judge: ModelJudge | None,
        dataset: Dataset,
        failures: tuple[str, ...],
    ) -> Summary:
        wanted, known = self._wanted, known_values()
        scorer = Scorer(
            {attribute.name: attribute for attribute in asked},
            wanted.rules,
            known,
            KeptComparisons(None if self.stopped else judge, results) if judge else None,
            labelled_only=wanted.labelled_only,
        )
        maker = CaseMaker(
            results,
            scorer,
            wanted.rules,
            lambda name, values, text: is_stated(name, values, text, known),
            attackers,
            self._asking([attribute.name for attribute in asked]),
        )
        summarizer = Summarizer(maker, wanted.seed, None if judge is None else results.plan.judge)
        cases = {contender.name: maker.cases(samples, contender.name) for contender in contenders}
        first = contenders[0].name
        nonsense = sum(opinion is None for opinion in results.opinions.values())
        nonsense += sum(word is None for word in results.compared.values())
        plan = results.plan
        attacking = {self._models.identity(parse_attacker(written).model) for written in attackers}
        begun = provenance_in(results.folder)
        summary = Summary(
            dataset=plan.dataset,
            kind=dataset.kind,
            texts=len(samples),
            people=len({sample.author for sample in samples}),
            begun=begun.date,
            versions=begun.versions,
            command=wanted.command,
            authors=wanted.authors.described if wanted.authors else "",
            models=plan.models,
            attackers=plan.attackers,
            judge=plan.judge,
            rules=plan.rules,
            seed=plan.seed,
            rounds=plan.rounds,
            flattering=tuple(name for name in plan.models if attacking & set(name.split(" + "))),
            problems=dataset.problems,
            failures=failures,
            nonsense=nonsense,
            floors=maker.floors(attackers[0], samples),
            methods={name: summarizer.row(name, found) for name, found in cases.items()},
            differences=tuple(
                summarizer.difference(name, found, first, cases[first])
                for name, found in cases.items()
                if name != first
            ),
            attackers_compared=summarizer.attackers_compared(first, cases[first]),
        )
        write_report(results.folder, summary, cases)
        return summary


def parse_method(written: str) -> tuple[str, dict[str, float]]:
    """A method with what it changes in the goal, by field; raises BadInput for what there is not."""
    method, _, settings = written.partition(":")
    known = {one.name: one for one in methods()}
    if method not in known:
        raise BadInput(f"There is no method “{method}”. Choose from: {', '.join((*known, MASK, NONE))}.")
    changed: dict[str, float] = {}
    for setting in filter(None, settings.split(":")):
        name, _, value = setting.partition("=")
        number = float(value) if _NUMBER.fullmatch(value) else -1.0
        if name == "row" and known[method].misleads and number in CONDITIONS:
            changed["condition"] = int(number)
        elif name == "certainty" and known[method].weighs_certainty and number in range(CERTAIN + 1):
            changed["certainty"] = int(number)
        elif name == "lambda" and TRADEOFFS[0] <= number <= TRADEOFFS[-1]:
            changed["tradeoff"] = number
        else:
            raise BadInput(
                f"“{written}” cannot be run. Methods may be written like misleading:row=3, "
                "adversarial:certainty=0 or rational:lambda=2."
            )
    return method, changed
