"""What an author history gives away, for people and programs: attribute, guess, and which text did it."""

from typing import Any

import msgspec

from penname.domain.inferences import Validity
from penname.domain.knowledge import Knowledge
from penname.domain.matching import Match, matches
from penname.domain.pen_names import PenName
from penname.people import PeopleCount, count_people, readable
from penname.sessions.author_history import NEW_TEXT, AuthorHistoryReading, Clue, Finding


class ReportedText(msgspec.Struct, frozen=True):
    """One text of the history: number 0 is the new one, then the posts count from 1 as they came."""

    number: int
    title: str
    date: str
    read: bool


class ReportedClue(msgspec.Struct, frozen=True):
    """A phrase and the number of its text."""

    number: int
    phrase: str


class ReportedFinding(msgspec.Struct, frozen=True):
    """What is read of one attribute; `pretended` says whether it is what the pen name pretends, if anything.

    `numbers` are the texts that did it, `clues` their phrases; none where the attacker pointed at nothing.
    """

    attribute: str
    guesses: tuple[str, ...]
    certainty: int
    validity: Validity | None
    pretended: Match | None
    clues: tuple[ReportedClue, ...]
    numbers: tuple[int, ...]


class AuthorHistoryReport(msgspec.Struct, frozen=True):
    """The whole reading; `whole` is False when the attacker did not reach the end of the joined texts.

    `people` are how many people fit what the texts together leave, from `low` to `high`; None: not counted.
    """

    texts: tuple[ReportedText, ...]
    findings: tuple[ReportedFinding, ...]
    whole: bool
    model: str
    people: PeopleCount | None = None

    @property
    def left_out(self) -> tuple[ReportedText, ...]:
        """The posts that did not fit and were not read."""
        return tuple(text for text in self.texts if not text.read)

    def to_json(self) -> bytes:
        """One JSON object in UTF-8, ending with a line end."""
        plain: Any = msgspec.to_builtins(self)
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def author_history_report(
    pen_name: PenName, reading: AuthorHistoryReading, knowledge: Knowledge, model: str = ""
) -> AuthorHistoryReport:
    """The report of a `reading` of the posts of `pen_name`, with or without a new text."""
    read = {stretch.post for stretch in reading.history.stretches}
    texts = [ReportedText(0, "", "", read=True)] if NEW_TEXT in read else []
    texts += [
        ReportedText(_number(place), post.title, post.date, place in read)
        for place, post in enumerate(pen_name.posts)
    ]
    findings = tuple(_reported(pen_name, finding, knowledge) for finding in reading.findings)
    return AuthorHistoryReport(tuple(texts), findings, not reading.unread, model)


def with_people(report: AuthorHistoryReport, reading: AuthorHistoryReading) -> AuthorHistoryReport:
    """The `report` of a `reading` with how many people fit; slow at first, so never on the window's thread.

    Where readers believe what the pen name pretends, they have read nothing about the author.
    """
    believed = {f.attribute for f in report.findings if f.pretended not in (None, Match.NO)}
    verdicts = [finding.verdict for finding in reading.findings if finding.verdict]
    readings = readable([finding.inference for finding in reading.findings], verdicts, believed)
    return msgspec.structs.replace(report, people=count_people(readings))


def _reported(pen_name: PenName, finding: Finding, knowledge: Knowledge) -> ReportedFinding:
    inference, decoy = finding.inference, pen_name.values.get(finding.inference.attribute)
    guess = inference.guesses[0]
    return ReportedFinding(
        inference.attribute,
        inference.guesses,
        inference.certainty,
        finding.verdict.validity if finding.verdict else None,
        None if decoy is None else matches(inference.attribute, guess, decoy, knowledge=knowledge),
        tuple(map(_clue, finding.clues)),
        tuple(map(_number, finding.posts)),
    )


def _clue(clue: Clue) -> ReportedClue:
    return ReportedClue(_number(clue.post), clue.phrase)


def _number(post: int) -> int:
    return 0 if post == NEW_TEXT else post + 1
