"""What an author history gives away, for people and programs: attribute, guess, and which text did it."""

from typing import Any

import msgspec

from penname.domain.inferences import Inference, Validity
from penname.domain.knowledge import Knowledge
from penname.domain.matching import Match, matches
from penname.domain.pen_names import PenName
from penname.domain.told import Told, alike
from penname.people import PeopleCount, count_people, readings_of
from penname.sessions.author_history import NEW_TEXT, AuthorHistoryReading, Clue, Finding
from penname.sessions.linkable import PenNameLink


class ReportedText(msgspec.Struct, frozen=True):
    """One text of the history: number 0 is the new one, then the posts count from 1 as they came.

    `read` says whether it was read together with the others, `alone` that it was read by itself only.
    """

    number: int
    title: str
    date: str
    read: bool
    alone: bool = False


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
    `links` are pen names that readers can link it to.
    """

    texts: tuple[ReportedText, ...]
    findings: tuple[ReportedFinding, ...]
    whole: bool
    model: str
    people: PeopleCount | None = None
    links: tuple[PenNameLink, ...] = ()

    @property
    def left_out(self) -> tuple[ReportedText, ...]:
        """The posts that did not fit and were never read."""
        return tuple(text for text in self.texts if not text.read and not text.alone)

    @property
    def read_alone(self) -> tuple[ReportedText, ...]:
        """The posts that did not fit: what they tell by themselves is joined to the rest."""
        return tuple(text for text in self.texts if text.alone)

    def to_json(self) -> bytes:
        """One JSON object in UTF-8, ending with a line end."""
        plain: Any = msgspec.to_builtins(self)
        return msgspec.json.format(msgspec.json.encode(plain), indent=2) + b"\n"


def author_history_report(
    pen_name: PenName, reading: AuthorHistoryReading, knowledge: Knowledge, model: str = ""
) -> AuthorHistoryReport:
    """The report of a `reading` of the posts of `pen_name`, with or without a new text.

    What older posts tell that could not be read along is joined by attribute.
    """
    read = {stretch.post for stretch in reading.history.stretches}
    texts = [ReportedText(0, "", "", read=True)] if NEW_TEXT in read else []
    texts += [
        ReportedText(
            _number(place), post.title, post.date, place in read, place not in read and post.told is not None
        )
        for place, post in enumerate(pen_name.posts)
    ]
    findings = [_reported(pen_name, finding, knowledge) for finding in reading.findings]
    for place in sorted(reading.history.left_out):
        for told in pen_name.posts[place].told or ():
            _join(findings, told, _number(place), pen_name, knowledge)
    return AuthorHistoryReport(tuple(texts), tuple(findings), not reading.unread, model)


def _join(
    findings: list[ReportedFinding], told: Told, number: int, pen_name: PenName, knowledge: Knowledge
) -> None:
    """Add what post `number` tells by itself."""
    for place, found in enumerate(findings):
        if found.attribute == told.attribute and alike(
            Told(found.attribute, found.guesses[0], found.certainty), told, knowledge
        ):
            findings[place] = msgspec.structs.replace(
                found, certainty=max(found.certainty, told.certainty), numbers=(*found.numbers, number)
            )
            return
    pretended = _pretended(pen_name, told.attribute, told.value, knowledge)
    findings.append(
        ReportedFinding(told.attribute, (told.value,), told.certainty, None, pretended, (), (number,))
    )


def with_people(report: AuthorHistoryReport, reading: AuthorHistoryReading) -> AuthorHistoryReport:
    """The `report` of a `reading` with how many people fit; slow at first, so never on the window's thread.

    Where readers believe what the pen name pretends, they have read nothing about the author.
    """
    believed = {f.attribute for f in report.findings if f.pretended not in (None, Match.NO)}
    verdicts = [finding.verdict for finding in reading.findings if finding.verdict]
    read = [finding.inference for finding in reading.findings]
    read += [
        Inference(f.attribute, "", f.guesses, f.certainty) for f in report.findings if f.validity is None
    ]
    people = count_people(readings_of(read, verdicts, believed))
    return msgspec.structs.replace(report, people=people)


def _reported(pen_name: PenName, finding: Finding, knowledge: Knowledge) -> ReportedFinding:
    inference = finding.inference
    return ReportedFinding(
        inference.attribute,
        inference.guesses,
        inference.certainty,
        finding.verdict.validity if finding.verdict else None,
        _pretended(pen_name, inference.attribute, inference.guesses[0], knowledge),
        tuple(map(_clue, finding.clues)),
        tuple(map(_number, finding.posts)),
    )


def _pretended(pen_name: PenName, attribute: str, guess: str, knowledge: Knowledge) -> Match | None:
    decoy = pen_name.values.get(attribute)
    return None if decoy is None else matches(attribute, guess, decoy, knowledge=knowledge)


def _clue(clue: Clue) -> ReportedClue:
    return ReportedClue(_number(clue.post), clue.phrase)


def _number(post: int) -> int:
    return 0 if post == NEW_TEXT else post + 1
