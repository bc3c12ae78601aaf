"""What the window offers in each of its states, as plain values: nothing here knows a widget.

The table below is the window's whole behaviour at a glance; widgets only show what it says.
"""

from dataclasses import dataclass
from enum import StrEnum

from penname.desktop.translate import tr, tr_count
from penname.domain.proposals import (
    NOTHING_LEFT,
    REWRITE_REFUSED,
    ROUND_LIMIT,
    STOPPED_BY_USER,
    Accept,
    Decision,
    Proceed,
    Reject,
    StopHere,
)


class SessionState(StrEnum):
    """Where the work on one text stands."""

    EMPTY = "empty"  # no text yet
    READY = "ready"  # a text, and no session with it
    RUNNING = "running"  # the model works
    LEAKS = "leaks proposed"  # what an attacker reads waits for an answer
    REWRITE = "rewrite proposed"  # a rewrite waits for an answer
    FINISHED = "finished"
    STOPPED = "stopped"  # stopped in the middle, or the result was edited; going on is possible
    ENGINE_DOWN = "engine down"  # the model failed; everything else works, and trying again is possible


class Action(StrEnum):
    """What the user can ask for; each has a place in the menu and a shortcut."""

    PASTE = "paste"
    RUN = "run"
    STEP = "step"
    STOP = "stop"
    ACCEPT = "accept"
    REJECT = "reject"
    TRY_AGAIN = "try again"
    OTHER_ATTEMPT = "other attempt"
    FINISH = "finish here"
    OVERRULE = "overrule"
    CHANGE_GOAL = "change goal"
    EDIT_ORIGINAL = "edit original"
    EDIT_REWRITE = "edit rewrite"
    EDIT_AS_NEW = "edit as new text"
    OPEN = "open"
    UNDO = "undo"
    REDO = "redo"
    GO_BACK = "go back to a round"
    COPY = "copy result"
    SAVE = "save result"
    SAVE_DECISIONS = "save decisions"
    DETAILS = "details"
    CLOSE = "close"


class DocumentView(StrEnum):
    """The ways one text is shown."""

    ORIGINAL = "original"
    CHANGES = "changes"
    RESULT = "result"


@dataclass(frozen=True)
class Facts:
    """What the table needs to know besides the state."""

    state: SessionState
    rounds: int = 0  # accepted rewrites
    to_fix: int = 0  # inferences the next rewrite would act on
    last: bool = False  # the closing reading: no rewrite follows
    changes: int = 0  # in the rewrite that waits
    refused: bool = False  # the rewrite that waits cannot be used
    can_undo: bool = False
    undoes: Decision | None = None  # what undo takes back, where that is known
    can_redo: bool = False
    session: bool = False  # a session exists (false while the text was never read)
    edited_result: bool = False  # the result was edited by hand and not read since
    attempts: int = 0  # rewrites of the round that waits, to choose from
    stopped: str = ""  # how a finished session ended
    compares: bool = False  # there is a rewrite, or what earlier ones changed
    post: int = 0  # of several posts, the number of the one that is copied


_ALWAYS = frozenset({Action.OPEN, Action.CLOSE})
_WITH_SESSION = frozenset({Action.CHANGE_GOAL, Action.EDIT_AS_NEW, Action.GO_BACK, Action.DETAILS})
_ANSWERING = _WITH_SESSION | {Action.OVERRULE}
_GOING_ON = frozenset({Action.RUN, Action.STEP})

_TABLE: dict[SessionState, frozenset[Action]] = {
    SessionState.EMPTY: frozenset({Action.PASTE, Action.EDIT_ORIGINAL, Action.CHANGE_GOAL}),
    SessionState.READY: _GOING_ON | {Action.EDIT_ORIGINAL, Action.CHANGE_GOAL},
    SessionState.RUNNING: frozenset({Action.STOP}),
    SessionState.LEAKS: _GOING_ON | _ANSWERING,
    SessionState.REWRITE: _GOING_ON
    | _ANSWERING
    | {Action.ACCEPT, Action.REJECT, Action.TRY_AGAIN, Action.EDIT_REWRITE},
    SessionState.FINISHED: _ANSWERING | {Action.EDIT_REWRITE},
    SessionState.STOPPED: _GOING_ON | _WITH_SESSION,
    SessionState.ENGINE_DOWN: _GOING_ON | _WITH_SESSION,
}


def enabled(facts: Facts) -> frozenset[Action]:
    """The actions that can be asked for now."""
    actions = set(_TABLE[facts.state] | _ALWAYS)
    running = facts.state is SessionState.RUNNING
    if facts.session and not running:
        actions |= {Action.COPY, Action.SAVE}
        if not facts.post:  # whoever repeats decisions has one text
            actions.add(Action.SAVE_DECISIONS)
        if facts.can_undo:
            actions.add(Action.UNDO)
        if facts.can_redo:
            actions.add(Action.REDO)
    if facts.state is SessionState.LEAKS and facts.rounds:
        actions.add(Action.FINISH)
    if facts.state is SessionState.REWRITE and not facts.changes:
        actions -= {Action.ACCEPT, Action.RUN, Action.STEP}
    if facts.state is SessionState.REWRITE and facts.attempts > 1:
        actions.add(Action.OTHER_ATTEMPT)
    if facts.state is SessionState.STOPPED and facts.edited_result:
        actions.add(Action.EDIT_REWRITE)
    if facts.state is SessionState.FINISHED and facts.stopped in (REWRITE_REFUSED, STOPPED_BY_USER):
        actions.add(Action.TRY_AGAIN)
    if facts.state is SessionState.ENGINE_DOWN and not facts.session:
        actions -= {Action.EDIT_AS_NEW, Action.GO_BACK, Action.DETAILS}
        actions.add(Action.EDIT_ORIGINAL)
    return frozenset(actions)


def front_view(facts: Facts) -> DocumentView | None:
    """The view that a new state brings to the front; None leaves the one that is there."""
    match facts.state:
        case SessionState.REWRITE if not facts.refused:
            return DocumentView.CHANGES
        case SessionState.LEAKS | SessionState.FINISHED if facts.compares:
            return DocumentView.RESULT
        case SessionState.RUNNING | SessionState.STOPPED | SessionState.ENGINE_DOWN if facts.compares:
            return None
    return DocumentView.ORIGINAL


def primary(facts: Facts) -> Action:
    """The one action that most likely comes next, for the one button that wears the accent colour."""
    unchanged = facts.state is SessionState.FINISHED and not facts.rounds
    wanted = {
        SessionState.EMPTY: Action.PASTE,
        SessionState.READY: Action.STEP,
        SessionState.RUNNING: Action.STOP,
        SessionState.LEAKS: Action.STEP,
        SessionState.REWRITE: Action.ACCEPT if facts.changes else Action.TRY_AGAIN,
        SessionState.FINISHED: Action.TRY_AGAIN if unchanged else Action.COPY,
        SessionState.STOPPED: Action.STEP,
        SessionState.ENGINE_DOWN: Action.STEP,
    }[facts.state]
    return Action.COPY if wanted is Action.TRY_AGAIN and wanted not in enabled(facts) else wanted


def primary_label(facts: Facts) -> str:
    """What stands on that button: the next step."""
    match primary(facts):
        case Action.PASTE:
            return tr("Paste text")
        case Action.STOP:
            return tr("Stop")
        case Action.ACCEPT:
            return tr_count("Accept {count} change", "Accept {count} changes", facts.changes)
        case Action.TRY_AGAIN:
            return tr("Try another version")
        case Action.COPY:
            return copy_label(facts)
    match facts.state:
        case SessionState.LEAKS if _ends(facts):
            return tr("Finish")
        case SessionState.LEAKS:
            return tr_count("Hide {count} clue", "Hide {count} clues", facts.to_fix)
        case SessionState.STOPPED if facts.edited_result:
            return tr("Read it again")
        case SessionState.STOPPED:
            return tr("Continue")
        case SessionState.ENGINE_DOWN:
            return tr("Try again")
        case _:
            return tr("Show what this gives away")


def explained(action: Action, facts: Facts) -> str:
    """What `action` would do now, for its tooltip."""
    match action:
        case Action.PASTE:
            return tr("Put the text you copied here")
        case Action.STEP if facts.state is SessionState.REWRITE:
            return tr("Accept these changes, and read the new text")
        case Action.STEP if _ends(facts):
            return tr("Finish with the text as it stands")
        case Action.STEP if facts.state is SessionState.LEAKS:
            return tr("Propose a rewrite, and wait for your answer")
        case Action.STEP if facts.state in (SessionState.STOPPED, SessionState.ENGINE_DOWN):
            return tr("Go on to the next proposal")
        case Action.STEP:
            return tr("Read the text as an attacker would, and wait for your answer")
        case Action.RUN:
            return tr("Read and rewrite until nothing is left to fix. Every step can be undone")
        case Action.STOP:
            return tr("Stop the model. Nothing is lost")
        case Action.ACCEPT:
            return tr("Make these changes, and read the new text")
        case Action.REJECT:
            return tr("Keep the text as it was, and end here")
        case Action.TRY_AGAIN:
            return tr("Ask for another rewrite; this does not count as a round")
        case Action.FINISH:
            return tr("End with the text as it stands now")
        case Action.UNDO:
            return tr("Go back to the step before (Ctrl+Z)")
        case Action.COPY:
            return tr("Copy the result, without the words that are struck out")
        case Action.SAVE if facts.post:
            return tr("Save each post with its changes to a file of its own")
        case Action.SAVE:
            return tr("Save the text with its changes to a file")
    return ""


def other_actions(facts: Facts) -> dict[Action, str]:
    """What else can be done in this state, with its words, for the menu beside the button."""
    run = tr("Run all rounds") if facts.state is SessionState.READY else tr("Run to the end")
    words = {
        Action.RUN: run,
        Action.FINISH: tr("Finish here"),
        Action.TRY_AGAIN: tr("Try another version"),
        Action.OTHER_ATTEMPT: tr("Show the other attempt"),
        Action.REJECT: tr("Discard changes"),
        Action.COPY: copy_label(facts),
        Action.SAVE: tr("Save as…"),
    }
    first = primary(facts)
    offered = enabled(facts) - {first}
    if _ends(facts):
        offered -= {Action.RUN, Action.FINISH}
    return {action: title for action, title in words.items() if action in offered}


def copy_label(facts: Facts) -> str:
    """What the button that copies says."""
    return tr("Copy post {number}", number=facts.post) if facts.post else tr("Copy")


def undo_label(facts: Facts) -> str:
    """What the button that undoes says: what it takes back, or where it leads."""
    match facts.undoes:
        case Accept(changes=changes) if changes:
            return tr_count("Undo: accept {count} change", "Undo: accept {count} changes", len(changes))
        case Reject():
            return tr("Bring back the changes")
        case Accept() | Proceed() | StopHere() if facts.state is SessionState.FINISHED and facts.compares:
            return tr("Back to changes")
    return tr("Undo last step")


def _ends(facts: Facts) -> bool:
    """Whether the next step finishes with the text as it stands."""
    return facts.state is SessionState.LEAKS and (not facts.to_fix or facts.last)


def situation(facts: Facts) -> str:
    """Where the work stands, in a sentence for screen readers."""
    match facts.state:
        case SessionState.EMPTY:
            return tr("Paste, type or drop a text")
        case SessionState.READY:
            return tr("Ready")
        case SessionState.RUNNING:
            return tr("Working")
        case SessionState.LEAKS if facts.last and facts.to_fix:
            return tr_count(
                "The last round is done; {count} clue is left",
                "The last round is done; {count} clues are left",
                facts.to_fix,
            )
        case SessionState.LEAKS if facts.to_fix:
            return tr_count("{count} clue to hide", "{count} clues to hide", facts.to_fix)
        case SessionState.LEAKS:
            return tr("Nothing to hide here")
        case SessionState.REWRITE if facts.refused:
            return tr("This rewrite cannot be used")
        case SessionState.REWRITE if not facts.changes:
            return tr("You undid every change")
        case SessionState.REWRITE:
            return tr_count("{count} change to review", "{count} changes to review", facts.changes)
        case SessionState.FINISHED:
            return ending(facts)
        case SessionState.STOPPED if facts.edited_result:
            return tr("You edited the result. Nobody has read it yet")
        case SessionState.STOPPED:
            return tr("Stopped. {standing}", standing=standing(facts))
        case SessionState.ENGINE_DOWN:
            return tr("The model is not working. Your text is still here")


def standing(facts: Facts) -> str:
    """What stands where the work was stopped in the middle."""
    if not facts.rounds:
        return tr("Your text is unchanged so far")
    return tr_count("The changes of {count} round stand", "The changes of {count} rounds stand", facts.rounds)


def ending(facts: Facts) -> str:
    """How a finished session ended, in a sentence."""
    return {
        NOTHING_LEFT: tr("Finished"),
        ROUND_LIMIT: tr_count("Finished after {count} round", "Finished after {count} rounds", facts.rounds),
        REWRITE_REFUSED: tr("No rewrite could be used. The text is unchanged")
        if not facts.rounds
        else tr_count(
            "Finished after {count} round: no further rewrite could be used",
            "Finished after {count} rounds: no further rewrite could be used",
            facts.rounds,
        ),
        STOPPED_BY_USER: tr("Ended by you"),
    }.get(facts.stopped, tr("Finished"))


def can_close_at_once(facts: Facts) -> bool:
    """Whether closing loses nothing the user could still want: no session, or nothing accepted in it."""
    return not facts.session or facts.rounds == 0
