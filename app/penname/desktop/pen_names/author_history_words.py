"""What is said about a reading of all texts of a pen name. It never says that all is well."""

from collections.abc import Sequence

from penname.desktop.session.findings import joined
from penname.desktop.session.flow_words import people_in_words
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.matching import Match
from penname.sessions.author_history_report import AuthorHistoryReport, ReportedFinding, ReportedText
from penname.sessions.linkable import PenNameLink

LONGEST = 40  # characters of a title that are shown


def headline(report: AuthorHistoryReport, model: str) -> str:
    """The reading in a line."""
    if not report.findings:
        return tr("The {model} found nothing", model=model) if model else tr("Nothing found")
    return tr_count(
        "Together they give away {count} thing",
        "Together they give away {count} things",
        len(report.findings),
    )


def reservation(report: AuthorHistoryReport) -> str:
    """What the headline does not say: what was not read, and who may read more."""
    said = []
    if report.read_alone:
        said.append(
            tr_count(
                "{count} older post was read by itself: the model cannot read that much at once.",
                "{count} older posts were read one by one: the model cannot read that much at once.",
                len(report.read_alone),
            )
        )
    if report.left_out:
        said.append(
            tr_count(
                "{count} older post was left out: the model cannot read that much at once.",
                "{count} older posts were left out: the model cannot read that much at once.",
                len(report.left_out),
            )
        )
    if not report.whole:
        said.append(tr("The end was not read."))
    said.append(tr("A stronger reader, or someone who knows you, may read more."))
    return " ".join(said)


def linked(link: PenNameLink, attributes: Sequence[Attribute]) -> str:
    """Which other pen name readers can link this one to, and by what."""
    labels = {attribute.name: attribute.phrase for attribute in attributes}
    shared = [
        tr("{what} ({value})", what=labels.get(told.attribute, told.attribute), value=told.value)
        for told in link.shared
    ]
    people = people_in_words(link.people)
    said = [
        tr(
            "Readers can link it to “{name}”: both tell the same {what}.", name=link.name, what=joined(shared)
        ),
        tr("{people} fit both.", people=people[:1].upper() + people[1:]),
    ]
    if link.differing:
        differing = joined([labels.get(name, name) for name in link.differing])
        said.append(tr("They differ in {what}.", what=differing))
    return " ".join(said)


def text_name(text: ReportedText) -> str:
    """Which text it is."""
    if not text.number:
        return tr("The current text")
    title = text.title if len(text.title) <= LONGEST else text.title[: LONGEST - 1].rstrip() + "…"
    return " · ".join(filter(None, (tr("Post {number}", number=text.number), text.date, title)))


def places(finding: ReportedFinding, report: AuthorHistoryReport) -> list[tuple[str, str]]:
    """Which texts give it away, each with its phrases as they stand there."""
    names = {text.number: text_name(text) for text in report.texts}
    return [
        (
            names[number],
            ", ".join(tr("“{phrase}”", phrase=c.phrase) for c in finding.clues if c.number == number),
        )
        for number in finding.numbers
    ]


def pretended(finding: ReportedFinding) -> str:
    """How the guess stands to what the pen name pretends; "" where it pretends nothing."""
    return {
        Match.YES: tr("This is what the pen name claims."),
        Match.LESS_PRECISE: tr("This fits what the pen name claims."),
        Match.NO: tr("The pen name claims something else."),
        None: "",
    }[finding.pretended]
