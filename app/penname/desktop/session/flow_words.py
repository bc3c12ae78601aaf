"""The sentences said about a flow in each of its states."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from penname.desktop.session.findings import headline, labels, reservation
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, ending
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.policy import doubted
from penname.domain.proposals import NOTHING_LEFT, REWRITE_REFUSED, LeaksProposal, RewriteProposal
from penname.people import PeopleCount, scaled
from penname.roles.sentences import sentences


@dataclass(frozen=True)
class NoticeWords:
    """What the notice above the document says, and which answers it offers."""

    title: str
    body: str
    kind: str = "info"
    models: bool = False
    details: bool = False
    untruths: bool = False
    topic: bool = False
    unread: bool = False
    another: bool = False


def notice(flow: SessionFlow, attributes: Sequence[Attribute]) -> NoticeWords | None:
    """An error, what only the user can answer, or what is to be known before a run."""
    if flow.error is not None:
        return NoticeWords("", flow.error, "error", models=flow.engine_down, details=flow.view is not None)
    if flow.must_tell_untruths:
        return NoticeWords(
            tr("This method makes your text say things that are not true"),
            tr(
                "It adds false details that point to somebody else. Read every change before you publish: "
                "what a reader relies on, such as a diagnosis or a price, may now be wrong."
            ),
            untruths=True,
        )
    proposal, facts = flow.proposal, flow.facts
    if isinstance(proposal, RewriteProposal) and proposal.refused and facts.state is SessionState.REWRITE:
        return NoticeWords(tr("This rewrite cannot be used"), proposal.refused, "error")
    if topics := flow.asks_about_topic:
        what = labels(attributes, topics)
        return NoticeWords(
            tr("This is what your text is about"),
            tr("Hiding your {what} takes away much of what the text says.", what=what),
            topic=True,
        )
    if facts.state is SessionState.FINISHED and not facts.rounds and flow.can(Action.TRY_AGAIN):
        refused = facts.stopped == REWRITE_REFUSED
        title = tr("No rewrite could be used") if refused else tr("You discarded the rewrite")
        return NoticeWords(title, "", another=True)
    if facts.state is SessionState.LEAKS and isinstance(proposal, LeaksProposal) and proposal.unread:
        missing = sum(end - start for start, end in proposal.unread)
        share = max(1, round(100 * missing / max(1, len(proposal.text))))
        return NoticeWords(
            tr("{share}% of the text has not been read", share=share),
            tr("What it says is neither shown nor rewritten until it is read."),
            unread=True,
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
                    "Enter a text. Penname reads it as an attacker would, shows what it gives "
                    "away, and rewrites it. All of this happens on this computer."
                ),
            )
        case SessionState.READY:
            return (
                tr("What does this text reveal about you?"),
                tr(
                    "Penname reads it as an attacker would, and shows what it gives away and where. "
                    "Nothing is changed before you say so."
                ),
            )
        case SessionState.RUNNING | SessionState.REWRITE:
            return "", ""  # the rows and the rewrite say it
        case SessionState.STOPPED if view is not None and view.edited_result:
            return "", ""  # its card says it
        case SessionState.STOPPED:
            unsure = "" if view is None or view.judged else tr("These guesses are not checked yet.")
            return tr("Stopped"), " ".join(filter(None, (tr("Everything so far is kept."), unsure)))
        case SessionState.ENGINE_DOWN if view is None or not view.inferences:
            return tr("Not read yet"), tr("It can be read as soon as the model works again.")
    if view is None or not view.judged or (flow.at_the_end and flow.facts.compares):
        return "", ""  # at the end its card says it
    point = view.points[-1]
    title, body = headline(point, model), "" if point.readable else reservation(point, attributes)
    if view.outcome is not None and view.outcome.stopped != NOTHING_LEFT:
        body = " ".join(filter(None, (ending(flow.facts) + ".", body)))
    return title, body


def found(flow: SessionFlow, role: str, clues: int) -> str:
    """The findings in a line while `role` is at work on them or they wait; "" where `reading` says more."""
    facts, view = flow.facts, flow.view
    count = tr_count("{count} clue", "{count} clues", clues)
    if view is not None and flow.at_the_end and facts.compares:
        left = tr_count("{count} left", "{count} left", len(view.readable))
        return tr("{count} hidden  ·  {left}", count=len(view.hidden), left=left)
    match facts.state:
        case SessionState.RUNNING if role == "arbitrator":
            return tr("{clues} being checked", clues=count)
        case SessionState.RUNNING if role == "attacker":
            return tr("{clues} so far", clues=count) if clues else tr("Reading")
        case SessionState.RUNNING if clues:
            return count
        case SessionState.ENGINE_DOWN if clues and not facts.rounds:
            return count
        case SessionState.LEAKS if facts.to_fix and not facts.last:
            return tr("{clues}  ·  {count} to do", clues=count, count=facts.to_fix)
        case SessionState.REWRITE:
            changes = tr_count("{count} change", "{count} changes", facts.changes)
            return f"{count}  ·  {changes}"
    return ""


def people(flow: SessionFlow) -> str:
    """How many people fit what is read, before and after rewriting; empty where nobody has read it."""
    view = flow.view
    if view is None or view.people.before is None or not (view.judged or view.rounds):
        return ""
    before, after = _number(view.people.before), view.people.after
    before = before[:1].upper() + before[1:]
    if not view.rounds or after is None:
        return tr("{before} people fit what it says about you.", before=before)
    return tr("{before} people fit the original, {after} this text.", before=before, after=_number(after))


def _number(count: PeopleCount) -> str:
    (low, unit), (high, above) = scaled(count.low), scaled(count.high)
    if count.low == count.high:
        return tr("about {number}", number=_spoken(low, unit))
    if count.low == 1:
        return tr("at most {number}", number=_spoken(high, above))
    return tr("{low} to {high}", low=low if unit == above else _spoken(low, unit), high=_spoken(high, above))


def _spoken(number: str, unit: str) -> str:
    units = {
        "million": tr("{number} million", number=number),
        "billion": tr("{number} billion", number=number),
    }
    return units.get(unit, number)


@dataclass(frozen=True)
class FinishWords:
    """What is said of a result: what to do, which clues are left to the user, what was found, and by whom.

    `odd` has a change of each sentence that the critic doubts.
    """

    todo: str
    odd: tuple[Change, ...]
    left: tuple[str, ...]  # attributes that can still be read
    yours: str  # said before them
    found: str
    limits: str


def finish(flow: SessionFlow, model: str) -> FinishWords | None:
    """What is said of a result that `model` read last; None before there is one."""
    view = flow.view
    if view is None or not flow.at_the_end or not flow.facts.compares:
        return None
    changes = flow.standing
    served = {name for change in changes for name in change.attributes}
    left = view.readable
    newest = next(point for point in reversed(view.points) if point.judged)
    said = [headline(newest, model)]
    if view.outcome is not None and view.outcome.stopped != NOTHING_LEFT:
        said.insert(0, ending(flow.facts))
    if view.edited_result:
        said = [tr("You edited the result. Nobody has read it since")]
    return FinishWords(
        tr_count(
            "Read before you copy: {count} change", "Read before you copy: {count} changes", len(changes)
        ),
        odd_sentences(view.original, changes),
        left,
        tr("Still readable, your turn:") if served & set(left) else tr("Not reworded, your turn:"),
        "".join(f"{sentence}. " for sentence in said).strip(),
        tr("A stronger reader, someone who knows you, or your other posts may still give you away."),
    )


def odd_sentences(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The first doubted change in each sentence of `text`, the text before them."""
    found = [change for change in changes if doubted(change)]
    if not found:
        return ()
    starts = [start for start, _end in sentences(text)]
    return tuple({bisect_right(starts, one.start): one for one in reversed(found)}.values())[::-1]
