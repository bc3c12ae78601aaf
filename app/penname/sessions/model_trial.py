"""Tries a model on the sample texts that ship: are their clues gone, how much is left, how long does it take?

The same reader judges every model, so that their figures can be compared: the starter with its rules, as it
reads the originals and the results. Whether somebody would post the results only people can say.
"""

import threading
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean

from penname import locations
from penname.domain.cancellation import Cancellation
from penname.domain.changes import changes_from_rewrite
from penname.domain.errors import Cancelled
from penname.domain.goal import Goal
from penname.domain.listener import SilentListener
from penname.domain.matching import Match, matches
from penname.domain.policy import Overrules, policy_set
from penname.domain.tokens import words
from penname.models.trials import TrialResult, remember_trial
from penname.roles.known_values import known_values
from penname.roles.roles import Roles
from penname.sessions.driver import SessionDriver
from penname.sessions.loaded_models import LoadedModels
from penname.sessions.session_service import SessionService
from penname.settings import Settings, load_attributes

_READER = "starter"


@dataclass(frozen=True)
class LabelledSample:
    """A sample text with what it tells of its author: (attribute, value)."""

    text: str
    clues: tuple[tuple[str, str], ...]


def labelled_samples() -> tuple[LabelledSample, ...]:
    """All that ship; raises FileNotFoundError when the installation is incomplete."""
    found = []
    for path in sorted(locations.resource("samples").glob("*.txt")):
        about = tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))
        clues = tuple((leak["attribute"], leak["value"]) for leak in about.get("leak", ()))
        found.append(LabelledSample(path.read_text(encoding="utf-8"), clues))
    return tuple(found)


class ModelTrial:
    """Rewrites the samples with the model that `settings` name, as far as it goes, then has them read.

    `on_text` is told before each sample how many are done, and of how many. `run` blocks; `stop` may come
    from any thread.
    """

    def __init__(
        self,
        settings: Settings,
        on_text: Callable[[int, int], None],
        samples: tuple[LabelledSample, ...] | None = None,
    ) -> None:
        self._settings = settings
        self._on_text = on_text
        self._samples = labelled_samples() if samples is None else samples
        names = tuple(attribute.name for attribute in load_attributes(settings))
        self._goal = Goal(names, frozenset(names))
        self._service = SessionService(settings)
        self._reader: LoadedModels | None = None
        self._driver: SessionDriver | None = None
        self._stopping = threading.Event()

    def run(self) -> TrialResult:
        """The figures, which are kept for the list of models, too.

        Raises ModelFileError, EngineError (nothing is kept then), and Cancelled once stopped.
        """
        results, seconds = [], []
        self._service.warm_up()
        for number, sample in enumerate(self._samples):
            self._check()
            self._on_text(number, len(self._samples))
            began = time.monotonic()
            results.append(self._rewritten(sample.text))
            seconds.append(time.monotonic() - began)
        self._service.close()  # there may be no memory for both
        pairs = list(zip(self._samples, results, strict=True))
        clues, hidden = self._read(pairs)
        trial = TrialResult(
            texts=len(pairs),
            clues=clues,
            hidden=hidden,
            kept=fmean(_kept(sample.text, result) for sample, result in pairs),
            seconds=fmean(seconds),
            unchanged=sum(bool(sample.clues) and sample.text == result for sample, result in pairs),
        )
        remember_trial(self._settings.model, trial)
        return trial

    def stop(self) -> None:
        """Stop within a moment; `run` then raises Cancelled."""
        self._stopping.set()
        if self._driver is not None:
            self._driver.cancel()

    def close(self) -> None:
        """End the models' processes."""
        self._service.close()
        if self._reader is not None:
            self._reader.close()

    def _rewritten(self, text: str) -> str:
        self._driver = self._service.new_session(text, self._goal, SilentListener())
        return self._driver.run(lambda _proposal: self._check()).text

    def _read(self, pairs: list[tuple[LabelledSample, str]]) -> tuple[int, int]:
        """How many clues the reader finds in the originals, and how many of these in no result."""
        self._reader = LoadedModels(Settings(model=_READER), None)
        self._reader.load()
        roles = self._reader.roles(SilentListener(), Cancellation())
        clues = hidden = 0
        for sample, result in pairs:
            self._check()
            found = self._found(roles, sample.text, sample.clues)
            clues += len(found)
            hidden += len(found) - len(self._found(roles, result, found))
        return clues, hidden

    def _found(
        self, roles: Roles, text: str, clues: tuple[tuple[str, str], ...]
    ) -> tuple[tuple[str, str], ...]:
        """Those of `clues` that a reader of `text` believes and has right at the first guess."""
        attacked = roles.attack(text, self._goal)
        verdicts = roles.arbitrate(text, attacked, self._goal)
        believed = {one.attribute for one in policy_set(text, attacked, verdicts, self._goal, Overrules())}
        guesses = {one.attribute: one.guesses[0] for one in attacked.inferences if one.attribute in believed}
        return tuple(
            (name, value)
            for name, value in clues
            if name in guesses
            and matches(name, guesses[name], value, knowledge=known_values()) is not Match.NO
        )

    def _check(self) -> None:
        if self._stopping.is_set():
            raise Cancelled


def _kept(original: str, result: str) -> float:
    """The share of the original's words that stand in the result, in their order."""
    gone = sum(len(words(change.before)) for change in changes_from_rewrite(original, result))
    return 1 - gone / max(1, len(words(original)))
