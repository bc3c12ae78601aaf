"""The sentences said about a flow in each of its states."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from penname.desktop.session.findings import before_and_now, headline, labels, reservation
from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.session.view_state import Action, SessionState, ending, situation, standing
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.policy import doubted
from penname.domain.proposals import NOTHING_LEFT, REWRITE_REFUSED, LeaksProposal, RewriteProposal
from penname.domain.sentences import sentences
from penname.people import PeopleCount, scaled
from penname.sessions.strong_reader import StillKnown


@dataclass(frozen=True)
class NoticeWords:
    """What the notice above the document says, and which answers it offers."""

    title: str
    body: str
    kind: str = "info"
    down: bool = False
    details: bool = False
    untruths: bool = False
    topic: bool = False
    unread: bool = False
    another: bool = False


def notice(flow: SessionFlow, attributes: Sequence[Attribute]) -> NoticeWords | None:
    """An error, what only the user can answer, or what is to be known before a run."""
    if flow.error is not None:
        return NoticeWords("", flow.error, "error", down=flow.engine_down, details=flow.view is not None)
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
        case SessionState.EMPTY | SessionState.READY:
            return "", tr(
                "What your text gives away will be listed here, and underlined in the text: solid where it "
                "is plain to see, dashed where it is likely."
            )
        case SessionState.RUNNING | SessionState.REWRITE:
            return "", ""  # the rows and the rewrite say it
        case SessionState.STOPPED if view is not None and view.edited_result:
            return "", ""  # its card says it
        case SessionState.STOPPED:
            return tr("Stopped"), tr(
                "{standing}. Continue goes on from there.", standing=standing(flow.facts)
            )
        case SessionState.ENGINE_DOWN if view is None or not view.inferences:
            return tr("Not read yet"), tr("It can be read as soon as the model works again.")
    if view is None or not view.judged:
        return "", ""
    if flow.at_the_end and flow.facts.compares:
        return headline(view.points[-1], model), ""  # the rest its card says
    point = view.points[-1]
    title, body = headline(point, model), "" if point.readable else reservation(point, attributes)
    if state is SessionState.LEAKS and flow.facts.to_fix and not flow.facts.last and not flow.misleads:
        body = tr("Each is made less specific unless you leave it.")
    if view.outcome is not None and view.outcome.stopped != NOTHING_LEFT:
        body = " ".join(filter(None, (ending(flow.facts) + ".", body)))
    return title, body


def held(flow: SessionFlow, clues: int, guesses: int) -> str:
    """How many of the guesses became the clues that are counted from then on; "" where all did."""
    if flow.facts.state is not SessionState.LEAKS or clues >= guesses:
        return ""
    return tr("{clues} of {guesses} guesses hold up.", clues=clues, guesses=guesses)


def found(flow: SessionFlow, role: str, clues: int) -> str:
    """The findings in a line while `role` is at work on them or they wait; "" where `reading` says more.

    There are so many `clues`.
    """
    facts, view = flow.facts, flow.view
    guesses = tr_count("{count} guess", "{count} guesses", clues)
    match facts.state:
        case SessionState.RUNNING if role == "arbitrator":
            return tr("{guesses} being checked", guesses=guesses)
        case SessionState.RUNNING if role == "attacker":
            return tr("{guesses} so far", guesses=guesses) if clues else tr("Reading")
        case SessionState.STOPPED if clues and view and not view.judged:
            return tr("Stopped: {guesses}, not checked", guesses=guesses)
        case SessionState.ENGINE_DOWN if clues and view and not view.judged:
            return tr("{guesses}, not checked", guesses=guesses)
        case SessionState.RUNNING | SessionState.ENGINE_DOWN if clues and not facts.rounds:
            return _of_all(clues, clues)
        case SessionState.LEAKS if facts.to_fix and not facts.last:
            return tr("{clues} to hide", clues=_of_all(facts.to_fix, clues))
        case SessionState.REWRITE:
            served = {name for change in flow.changes for name in change.attributes}
            hidden = len(served.intersection(view.readable)) if view else 0
            said = tr_count(
                "{count} change hides {clues}",
                "{count} changes hide {clues}",
                facts.changes,
                clues=_of_all(hidden, clues),
            )
            return said if hidden else situation(facts)
    return ""


def _of_all(count: int, clues: int) -> str:
    if count < clues:
        return tr("{count} of {total} clues", count=count, total=clues)
    return tr_count("{count} clue", "{count} clues", count)


def people(flow: SessionFlow) -> str:
    """How many people fit what is read, after a rewrite beside how many did before; "" where nobody knows.

    While changes wait, only how many did before: nobody has read the text with them.
    """
    view = flow.view
    if view is None or view.people.before is None or not (view.judged or view.rounds):
        return ""
    before = people_in_words(view.people.before)
    said = tr("Before: {people} match your text.", people=before)
    if flow.changes:
        return said
    if not view.rounds:
        return tr("{people} match your text.", people=before[:1].upper() + before[1:])
    after = people_in_words(view.people.after) if view.people.after else ""
    if after in ("", tr("too many people to count")):  # it would comfort more than a model's reading can
        return ""
    return said + " " + tr("Now, by this model’s reading: {people}.", people=after)


def people_in_words(count: PeopleCount) -> str:
    """A number of people within a sentence: "200 to 5,000 people"."""
    (low, unit), (high, above) = scaled(count.low), scaled(count.high)
    if above == "billion":
        return tr("too many people to count") if unit else tr("{low} people or more", low=low)
    number = tr("{number} million", number=high) if above else high
    if count.low == count.high:
        return tr("about {number} people", number=number)
    if count.low == 1:
        return tr("at most {number} people", number=number)
    low = tr("{number} million", number=low) if unit and unit != above else low
    return tr("{low} to {high} people", low=low, high=number)


@dataclass(frozen=True)
class FinishWords:
    """What is said of a result: with what limits, what was reached, and what is left to the user."""

    limits: str
    reached: str
    odd: tuple[Change, ...]  # one of each sentence that the critic doubts
    doubts: str  # said before them
    check: str  # how many of all there are; "" for none
    left: tuple[str, ...]  # attributes that can still be read
    yours: str  # said before them
    more: tuple[str, ...]  # other attributes of which the user could hide more


def caution() -> str:
    """What holds of every result, whatever was found."""
    return tr("A person may still recognise you")


def finish(flow: SessionFlow, attributes: Sequence[Attribute], model: str) -> FinishWords | None:
    """What is said of a result; None before there is one."""
    view = flow.view
    if view is None or not flow.at_the_end or not flow.facts.compares:
        return None
    odd, left = odd_sentences(view.original, flow.standing), view.readable
    suggested = _more(flow)
    said = []
    if view.outcome is not None and view.outcome.stopped != NOTHING_LEFT:
        said = [ending(flow.facts)]
    if view.edited_result:
        said = [tr("You edited the result. Nobody has read it since")]
    hidden = {inference.attribute for inference, _verdict in view.hidden}
    more = tuple(one.name for one in attributes if one.name in hidden & suggested)
    return FinishWords(
        " ".join((*(f"{sentence}." for sentence in said), limits(view.still_known))),
        " ".join(filter(None, (before_and_now(view.points, model), people(flow)))),
        odd,
        tr_count("{count} phrase may sound awkward:", "{count} phrases may sound awkward:", len(odd)),
        _to_check(len(odd), len(left), len(more)),
        left,
        tr_count("{count} clue is left, your turn:", "{count} clues are left, your turn:", len(left)),
        more,
    )


def _more(flow: SessionFlow) -> set[str]:
    """The attributes that changes would hide which nobody has made."""
    _places, free = flow.shared_out
    return {name for one in free for name in one.attributes}


def _to_check(odd: int, left: int, more: int) -> str:
    """Short: beside other words in a strip."""
    kinds = sum(map(bool, (odd, left, more)))
    if kinds > 1:
        return tr("{count} things to check", count=odd + left + more)
    if odd:
        return tr_count("{count} phrase to check", "{count} phrases to check", odd)
    if left:
        return tr_count("{count} clue to check", "{count} clues to check", left)
    return tr_count("{count} suggestion", "{count} suggestions", more) if more else ""


def limits(still_known: Sequence[StillKnown]) -> str:
    """What a reading that found nothing does not say, as measured where it was."""
    if not still_known:
        return tr(
            "Read before you copy: stronger models, and people who know you or your posts, may notice more."
        )
    return tr(
        "Read before you copy. Of 100 clues hidden like these, a strong reader still guessed {count} right, "
        "and people who know you or your posts may notice more.",
        count=round(100 * still_known[0].known),
    )


def odd_sentences(text: str, changes: Sequence[Change]) -> tuple[Change, ...]:
    """The first doubted change in each sentence of `text`, the text before them."""
    found = [change for change in changes if doubted(change)]
    if not found:
        return ()
    starts = [start for start, _end in sentences(text)]
    return tuple({bisect_right(starts, one.start): one for one in reversed(found)}.values())[::-1]
