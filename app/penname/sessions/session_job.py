"""Runs a session to its end without a window: progress in sentences, the result as a report."""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from penname.domain.errors import Cancelled, EngineError, PennameError
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.listener import SilentListener
from penname.domain.pen_names import PenName
from penname.domain.proposals import ENGINE_ERROR, STOPPED_BY_USER, LeaksProposal, Proposal
from penname.domain.told import Told, ToldByPosts, against_posts, told_together
from penname.engine.client import ModelInfo
from penname.roles.known_values import known_values
from penname.sessions.author_history_reader import AuthorHistoryReader
from penname.sessions.driver import SessionDriver
from penname.sessions.report import Report, report
from penname.sessions.session_service import SessionService
from penname.sessions.strong_reader import StillKnown
from penname.settings import Settings

_DOING = {
    "attacker": "reading",
    "arbitrator": "judging",
    "told attacker": "listing the cues",
    "weigher": "weighing the words",
    "anonymizer": "rewriting",
}


class Say(Protocol):
    """Shows a sentence; `end` is a line end, or nothing while the line is still to be written over."""

    def __call__(self, sentence: str, end: str = "\n") -> None: ...


class ProgressReporter(SilentListener):
    """Listens to the roles and says, without a word of the text, how far they are and how long it may take.

    On a `live` terminal the parts of one role share a line, and what earlier posts said is shown. Without
    `in_rounds` each role works only once.
    """

    def __init__(
        self,
        say: Say,
        *,
        live: bool,
        clock: Callable[[], float] = time.monotonic,
        in_rounds: bool = True,
    ) -> None:
        self.timings: dict[str, float] = {}
        self.told: tuple[ToldByPosts, ...] | None = None  # by the posts of the pen name; None: there is none
        self._say = say
        self._live = live
        self._clock = clock
        self._in_rounds = in_rounds
        self._round = 0
        self._role = ""
        self._since = 0.0
        self._in_parts = False
        self._told: set[str] = set()  # attributes whose target was said
        self._topics: set[str] = set()  # and those the text was said to be about

    def sentence(self, sentence: str) -> None:
        """Show a sentence on a line of its own."""
        self._say(("\r\x1b[K" if self._live else "") + sentence)

    def begin(self, what: str) -> None:
        """Time `what` from now on, and stop timing what came before."""
        now = self._clock()
        if self._role:
            self.timings[self._role] = self.timings.get(self._role, 0.0) + now - self._since
        self._role, self._since = what, now

    def on_task(self, role: str, part: int, parts: int) -> None:
        """Note which role began, and for which part."""
        if part == 1:
            self.begin(role)
            self._round += role == "attacker"
        if parts > 1 and not self._in_parts:
            self._in_parts = True
            self.sentence(
                f"This text is read in {parts} parts. "
                "Clues that only together give something away may be missed."
            )
        doing = _DOING.get(role, role)
        line = f"Round {self._round}: {doing}" if self._in_rounds else doing.capitalize()
        if parts > 1:
            line += f", part {part} of {parts}"
        if part > 1:
            line += f", {duration((self._clock() - self._since) / (part - 1) * (parts - part + 1))} left"
        if self._live:
            self._say(f"\r\x1b[K{line} ...", end="")
        else:
            self._say(line)

    def on_leaks(self, proposal: LeaksProposal) -> None:
        """What the round found."""
        read = {inference.attribute: inference for inference in proposal.inferences}
        found = [self._found(verdict, read.get(verdict.attribute)) for verdict in proposal.execute]
        for attribute, target in proposal.targets:
            if attribute not in self._told:
                self._told.add(attribute)
                self.sentence(f"Target for {attribute}: {target}")
        if found:
            self.sentence(
                f"Round {self._round}: {'still readable: ' if proposal.last else ''}{', '.join(found)}"
            )

    def _found(self, verdict: Verdict, inference: Inference | None) -> str:
        if verdict.validity is not Validity.NOT_JUDGED:
            said = str(verdict.validity)
        else:
            said = f"certainty {inference.certainty if inference else 0} of 5"
        if self.told is not None and inference is not None:
            against = against_posts(inference, self.told, known_values())
            said += f"; {against if self._live else against.plain}"
        return f"{verdict.attribute} ({said})"

    def on_topic(self, attributes: tuple[str, ...]) -> None:
        """Say, once of each, what the text turned out to be about: nobody is there to be asked."""
        news = [name for name in attributes if name not in self._topics]
        self._topics.update(news)
        if news:
            self.sentence(
                f"This is what your text is about: {', '.join(news)}. Hiding it takes away much of what the "
                "text says. To leave it readable, name the others with --protect."
            )

    def on_retry(self, error: EngineError) -> None:
        """Say that a step is tried once more."""
        self.sentence(f"{error} Trying once more.")


class ServiceJob:
    """A job with a session service of its own, made and run in any one thread, stopped from another."""

    def __init__(self, settings: Settings, progress: ProgressReporter) -> None:
        self.progress = progress
        self._service = SessionService(settings, progress.sentence)
        self._work: SessionDriver | AuthorHistoryReader | None = None
        self.stopped = False

    def load(self, text: str) -> ModelInfo:
        """Say what is to be known before `text` is read, and load the models; raises PennameError."""
        for caution in self._service.cautions(text):
            self.progress.sentence(caution)
        self.progress.begin("load")
        return self._service.warm_up()

    def stop(self) -> None:
        """Stop within a moment; the work then returns what there is, or raises Cancelled."""
        self.stopped = True
        if self._work is None:
            self.close()
        else:
            self._work.cancel()

    def check_stopped(self) -> None:
        """Raise Cancelled once somebody stopped the job."""
        if self.stopped:
            raise Cancelled

    def close(self) -> None:
        """End the model's process."""
        self._service.close()

    def read_posts(self, texts: Sequence[str]) -> dict[str, tuple[Told, ...]]:
        """What each of these posts tells by itself; raises Cancelled after a stop, and EngineError."""
        told: dict[str, tuple[Told, ...]] = {}
        self._work = reader = self._service.author_history_reader(SilentListener())
        for number, text in enumerate(texts, 1):
            self.check_stopped()
            self.progress.sentence(f"Reading post {number} of {len(texts)} for the first time")
            told[text] = reader.told(text)
        return told


class PostsJob(ServiceJob):
    """Reads posts that nobody has read yet."""

    def __init__(self, settings: Settings, texts: Sequence[str], progress: ProgressReporter) -> None:
        super().__init__(settings, progress)
        self._texts = tuple(texts)

    def run(self) -> dict[str, tuple[Told, ...]]:
        """What each post tells, by its text. Raises PennameError where they cannot be read."""
        self.load("\n\n".join(self._texts))
        return self.read_posts(self._texts)


class SessionJob(ServiceJob):
    """A session from its first reading to its report; with `weighs` it says how much rests on which words.

    Written under a `pen_name`, what is found is held against its posts; those that nobody has read are read
    first, and `told` is what they tell, by their texts.
    """

    def __init__(
        self,
        settings: Settings,
        text: str,
        goal: Goal,
        progress: ProgressReporter,
        method: str = "rational",
        pen_name: PenName | None = None,
        *,
        weighs: bool = False,
    ) -> None:
        super().__init__(settings, progress)
        self._weighs = weighs
        self.error: PennameError | None = None
        self.told: dict[str, tuple[Told, ...]] = {}
        self._pen_name = pen_name
        self._method = method
        self.seen: list[LeaksProposal] = []
        self._text = text
        self._goal = goal

    def run(self) -> Report:
        """Do the job. Raises PennameError when it cannot begin; after that, `error` says what ended it."""
        began = time.monotonic()
        info = self.load(self._text)
        self._hold_against_posts()
        driver = self._service.new_session(self._text, self._goal, self.progress, self._method)
        self._work = driver
        try:
            self.check_stopped()
            stopped = self.drive(driver)
        except Cancelled:
            stopped = STOPPED_BY_USER
        except EngineError as error:
            self.error, stopped = error, ENGINE_ERROR
        self.progress.begin("")
        timings = {"total": time.monotonic() - began, **self.progress.timings}
        finished = report(driver.session, stopped, timings, self.seen, self.progress.told)
        self.progress.sentence(self._ending(finished, info.title))
        return finished

    def drive(self, driver: SessionDriver) -> str:
        """Lead the session to its end, here by accepting everything; why it stopped."""

        def passed(proposal: Proposal) -> None:
            self.check_stopped()
            if isinstance(proposal, LeaksProposal):
                self.seen.append(proposal)
                self.progress.on_leaks(proposal)
                if self._weighs:
                    with suppress(EngineError):  # the job goes on without
                        driver.weigh(judges=False)  # what a report tells does not change what is hidden

        return driver.run(passed, self.progress.on_topic, self.progress.on_retry).stopped

    def _hold_against_posts(self) -> None:
        """Let what is found be held against what the pen name's posts tell."""
        pen_name = self._pen_name
        if pen_name is None or not pen_name.posts:
            return
        if pen_name.unread:
            self.told = self.read_posts(pen_name.unread)
            self._work = None
        self.progress.told = told_together(pen_name.with_told(self.told).told, known_values())

    def _ending(self, finished: Report, model: str) -> str:
        if finished.stopped in (STOPPED_BY_USER, ENGINE_ERROR):
            found = "This is the text as it stands."
        elif finished.final.readable:
            found = f"The {model} can still read: {', '.join(finished.final.readable)}."
        elif finished.targets:
            found = f"The {model} no longer reads any of the values it first took for true."
        else:
            found = f"The {model} found nothing more."
        return f"Stopped: {finished.stopped}. {found} {_caveat(finished.still_known)}"


def _caveat(still_known: Sequence[StillKnown]) -> str:
    """What a result of "nothing found" does not say, as measured where it was."""
    if not still_known:
        return "A stronger model, or someone who knows you or your other posts, might still recognise you."
    return (
        f"Of 100 clues hidden like these a strong reader still guessed {100 * still_known[0].known:.0f} "
        "right. Someone who knows you or your other posts might still recognise you."
    )


def duration(seconds: float) -> str:
    """A duration in words, roughly."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s"
    return f"about {round(seconds / 60)} min" if seconds < 5400 else f"about {seconds / 3600:.1f} h"
