"""A model as the judge of a run: is the guess right, is the text still good."""

from collections.abc import Sequence

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.listener import SilentListener
from penname.domain.matching import Match
from penname.engine.client import EngineClient
from penname.lab.evaluation.judge import Judge
from penname.lab.evaluation.measures import Quality
from penname.lab.evaluation.quality import QualityJudge
from penname.lab.evaluation.results import Results
from penname.roles.packs import PromptPack
from penname.roles.role_model import RoleModel


class ModelJudge:
    """Both of the judge's tasks on one model; None stands for an answer that is none."""

    def __init__(
        self, engine: EngineClient, pack: PromptPack, attributes: Sequence[Attribute], seed: int
    ) -> None:
        model = RoleModel(engine, pack, SilentListener(), Cancellation())
        self._matches = Judge(model, attributes, seed)
        self._quality = QualityJudge(model, seed)

    def compare(self, attribute: str, guess: str, truth: str) -> Match | None:
        """Whether the guess is the truth; raises EngineError."""
        return self._matches.ask(attribute, guess, truth)

    def quality(self, original: str, rewrite: str) -> Quality | None:
        """How good the rewrite is; raises EngineError."""
        return self._quality.judge(original, rewrite)


class KeptComparisons:
    """A `domain.matching.Judge` whose words are kept in the results, so that each is asked for once.

    Without a `judge` only what was kept counts.
    """

    def __init__(self, judge: ModelJudge | None, results: Results) -> None:
        self._judge = judge
        self._results = results

    def __call__(self, attribute: str, guess: str, truth: str) -> Match:
        """The judge's word; an answer that is none counts as no."""
        key = attribute, guess, truth
        if key not in self._results.compared and self._judge is not None:
            self._results.keep_comparison(*key, self._judge.compare(*key))
        return self._results.compared.get(key) or Match.NO
