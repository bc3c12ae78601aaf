"""The sentences a page says in each state, as plain values."""

from collections.abc import Sequence
from dataclasses import dataclass

from penname.desktop.session.findings import headline, labels, reservation
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import SessionState, ending
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.proposals import (
    NOTHING_LEFT,
    LeaksProposal,
    RewriteProposal,
)
from penname.people import PeopleCount


@dataclass(frozen=True)
class NoticeWords:
    """What the notice above the panes says, and which answers it offers."""

    title: str
    body: str
    kind: str = "info"
    again: bool = False
    models: bool = False
    details: bool = False
    untruths: bool = False


def notice(flow: SessionFlow) -> NoticeWords | None:
    """An error, or what is to be known before a run."""
    if flow.error is not None:
        again = flow.engine_down and bool(flow.text.strip() or flow.view)
        down = flow.engine_down
        return NoticeWords("", flow.error, "error", again=again, models=down, details=flow.view is not None)
    if flow.must_tell_untruths:
        return NoticeWords(
            tr("This method makes your text say things that are not true"),
            tr(
                "It adds false details that point to somebody else. Read every change before you publish: "
                "what a reader relies on, such as a diagnosis or a price, may now be wrong."
            ),
            untruths=True,
        )
    if flow.cautions and flow.state in (SessionState.READY, SessionState.RUNNING, SessionState.LEAKS):
        return NoticeWords("", " ".join(flow.cautions))
    return None


def reading(flow: SessionFlow, attributes: Sequence[Attribute], model: str) -> tuple[str, str]:
    """Title and sentence above the inferences."""
    view, state = flow.view, flow.state
    match state:
        case SessionState.EMPTY:
            return (
                tr("What does your text reveal about you?"),
                tr(
                    "Enter a text on the left. Penname reads it as an attacker would, shows what it gives "
                    "away, and rewrites it. All of this happens on this computer."
                ),
            )
        case SessionState.READY:
            return (
                tr("What does this text reveal about you?"),
                tr(
                    "Run does the whole job: it reads the text as an attacker would, rewrites what gives you "
                    "away, and reads again until it finds nothing more. Step stops at each proposal, so that "
                    "you decide."
                ),
            )
        case SessionState.RUNNING | SessionState.REWRITE:
            return "", ""  # the rows and the rewrite say it
        case SessionState.STOPPED if view is not None and view.edited_result:
            return tr("Not read yet"), tr("You edited the result. Run or Step reads it again.")
        case SessionState.STOPPED:
            return tr("Stopped"), tr("Everything so far is kept. Run or Step goes on where it stopped.")
        case SessionState.ENGINE_DOWN if view is None or not view.inferences:
            return tr("Not read yet"), tr("Run or Step reads it as soon as the model works again.")
    if view is None or not view.judged:
        return "", ""
    point = view.points[-1]
    title, body = headline(point, model), "" if point.readable else reservation(point, attributes)
    if view.outcome is not None and view.outcome.stopped != NOTHING_LEFT:
        body = " ".join(filter(None, (ending(flow.facts) + ".", body)))
    return title, body


def people(flow: SessionFlow) -> str:
    """How many people fit what is read, before and after rewriting; empty where nobody has read it."""
    view = flow.view
    if view is None or view.people.before is None:
        return ""
    before, after = _number(view.people.before), view.people.after
    if not view.rounds or after is None:
        return tr("People who fit what the original says: {before}.", before=before)
    return tr(
        "People who fit what the original says: {before}. What this text says: {after}.",
        before=before,
        after=_number(after),
    )


def _number(count: PeopleCount) -> str:
    low, high = f"{count.low:,}", f"{count.high:,}"
    if count.low == count.high:
        return tr("about {number}", number=low)
    if count.low == 1:
        return tr("at most {number}", number=high)
    return tr("{low} to {high}", low=low, high=high)


def rewrite_heading(flow: SessionFlow) -> str:
    """The heading over the rewrite."""
    proposal = flow.proposal
    if isinstance(proposal, RewriteProposal):
        return tr("REWRITE, ROUND {number}", number=proposal.round)
    if not flow.facts.rounds:
        return tr("REWRITE, ROUND {number}", number=1)
    return tr("ALL CHANGES") if flow.state is SessionState.FINISHED else tr("CHANGED SO FAR")


def question(flow: SessionFlow, attributes: Sequence[Attribute]) -> tuple[str, str] | None:
    """What is asked when a text is about what is to be hidden."""
    topics = flow.asks_about_topic
    if not topics:
        return None
    return (
        tr("This is what your text is about"),
        tr("Hiding your {what} takes away much of what the text says.", what=labels(attributes, topics)),
    )


def unread(flow: SessionFlow) -> tuple[str, str] | None:
    """What is said while parts of a long text are still unread."""
    proposal = flow.proposal
    if flow.state is not SessionState.LEAKS or not isinstance(proposal, LeaksProposal) or not proposal.unread:
        return None
    missing = sum(end - start for start, end in proposal.unread)
    share = max(1, round(100 * missing / max(1, len(proposal.text))))
    return tr("{share}% of the text has not been read", share=share), tr(
        "What it says is neither shown nor rewritten until it is read."
    )
