"""What `penname anonymize --interactive` shows: proposals in words, and what can be answered."""

from collections.abc import Mapping, Sequence

from penname.cli.offered_changes import OfferedChanges
from penname.cli.terminal import one_line
from penname.domain.changes import Change, ChangeOrigin
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.policy import doubted
from penname.domain.proposals import LeaksProposal, Outcome, RewriteProposal, to_fix
from penname.domain.told import ToldByPosts, against_posts
from penname.roles.known_values import known_values

COMMANDS = {
    "hide": ("hide NAME ...", "rewrite what gives this away, whatever the verdict"),
    "leave": ("leave NAME ...", "leave it readable"),
    "drop": ("drop NUMBER ...", "take changes back; “drop all” takes all"),
    "keep": ("keep NUMBER ...", "make them after all; “keep all” makes all"),
    "write": ("write NUMBER WORDS", "say a change in your own words"),
    "other": ("other NUMBER CHOICE", "make a change another way; without CHOICE: list the ways"),
    "replace": ("replace WORDS => WORDS", "change other words of the text by hand"),
    "another": ("another", "ask for another rewrite, without what you dropped"),
    "discard": ("discard", "keep the text before the rewrite, and end"),
    "mark": ("mark NAME WORDS", "these words give it away: the next rewrite hides them"),
    "lock": ("lock WORDS", "no rewrite may change these words"),
    "free": ("free WORDS", "forget a mark or a lock on these words"),
    "more": ("more", "read the parts of a long text that nobody has read yet"),
    "text": ("text", "show the text with the changes that you keep"),
    "undo": ("undo", "take the last decision back"),
    "redo": ("redo", "make it again"),
    "back": ("back NUMBER", "the text as it was after that round; 0: the original"),
    "run": ("run", "accept everything from here to the end"),
    "finish": ("finish", "end with the text as it stands"),
    "help": ("help", "this list"),
}


def leaks(
    proposal: LeaksProposal, overruled: Mapping[str, bool], told: Sequence[ToldByPosts] | None = None
) -> str:
    """What was read from the text, how it stands to what posts have `told`, and what becomes of it."""
    verdicts = {verdict.attribute: verdict for verdict in proposal.verdicts}
    read = {inference.attribute for inference in proposal.inferences}
    acts = to_fix(proposal, overruled)
    found = [
        _leak(proposal.text, one, verdicts.get(one.attribute), one.attribute in acts, told)
        for one in proposal.inferences
    ]
    found += [_marked(verdict) for verdict in proposal.execute if verdict.attribute not in read]
    titles = [f"Round {proposal.round}. " + ("What can be read:" if found else "Nothing can be read.")]
    if proposal.last:
        titles = ["The rounds are used up. " + ("What can still be read:" if found else "Nothing is left.")]
    more = ["Parts of this long text are not read yet: “more” reads them."] if proposal.unread else []
    return "\n".join((*titles, *found, *more))


def next_after_leaks(proposal: LeaksProposal, overruled: Mapping[str, bool]) -> str:
    """What Enter does."""
    acts = to_fix(proposal, overruled)
    if proposal.last or not acts:
        return "Enter: finish. ?: all commands."
    return f"Enter: rewrite to hide {', '.join(acts)}. ?: all commands."


def rewrite(proposal: RewriteProposal, offered: OfferedChanges) -> str:
    """The changes by their numbers, which of them are kept, and what could be made instead or beside."""
    left, *ways = offered.ways()
    lines = [f"Round {proposal.round}. " + ("Proposed changes:" if offered.all else str(proposal.refused))]
    for number, (change, other) in enumerate(zip(offered.all, ways, strict=True), 1):
        line = f"{number:>3}  {_change(change)}" + ("   dropped" if change in offered.dropped else "")
        lines.append(line + (f"   other ways: {len(other)}" if other else ""))
    if left:
        lines.append("“other” lists what could be done where nothing was changed.")
    return "\n".join(lines)


def other_ways(number: str, ways: Sequence[Change]) -> str:
    """What could be made in the place of a change, or, by 0, where there is none."""
    left = "Nothing was changed there. What could be done:"
    title = f"Other ways to make change {number}:" if int(number) else left
    lines = [f"{choice:>3}  {_way(one)}" for choice, one in enumerate(ways, 1)]
    return "\n".join((title, *lines, f"To take one, add its number, such as: other {number} 1"))


def next_after_rewrite(offered: OfferedChanges) -> str:
    """What Enter does."""
    if not offered.all:
        return "Enter: end here. another: ask once more. ?: all commands."
    if not offered.standing:
        return "You dropped every change. another, keep, discard, or ? for all commands."
    return f"Enter: make {len(offered.standing)} of {len(offered.all)} changes. ?: all commands."


def ended(outcome: Outcome) -> str:
    """How it ended, and what can still be done."""
    return f"Ended: {outcome.stopped}.\nEnter: print the result. undo, back, replace. ?: all commands."


def topic(attributes: Sequence[str]) -> str:
    """The text turned out to be about what is to be hidden."""
    names = ", ".join(attributes)
    return (
        f"This is what your text is about: {names}. Hiding it takes away much of what the text says. "
        "“leave” leaves it readable, Enter goes on."
    )


def all_commands() -> str:
    """Each command with its words."""
    width = max(len(usage) for usage, _ in COMMANDS.values())
    return "\n".join(f"  {usage:<{width}}  {words}" for usage, words in COMMANDS.values())


def safe(text: str) -> str:
    """A text on several lines without what would steer the terminal."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else " " for sign in text)


def _leak(
    text: str,
    inference: Inference,
    verdict: Verdict | None,
    acts: bool,
    told: Sequence[ToldByPosts] | None,
) -> str:
    sure = f"certainty {inference.certainty} of 5"
    if verdict and verdict.validity is not Validity.NOT_JUDGED:
        sure += f", support: {verdict.validity}"
    phrases = (verdict.evidence if verdict else ()) or inference.quotations(text)
    becomes = "hide" if acts else "leave"
    line = f"  {becomes:<6}{inference.attribute}: {one_line(inference.guesses[0])} ({sure})"
    if told is not None:
        line += f"; {one_line(str(against_posts(inference, told, known_values())))}"
    return "\n".join((line, *(f"          “{one_line(phrase)}”" for phrase in phrases)))


def _marked(verdict: Verdict) -> str:
    phrases = ", ".join(f"“{one_line(phrase)}”" for phrase in verdict.evidence)
    return f"  hide  {verdict.attribute}: {phrases} (your mark)"


def _way(change: Change) -> str:
    """What would become of the text."""
    before, after = one_line(change.before), one_line(change.after)
    if not before:
        words = f"add “{after}”"
    elif not after:
        words = f"leave out “{before}”"
    else:
        words = f"“{before}” becomes “{after}”"
    return words + ("   (may sound awkward)" if doubted(change) else "")


def _change(change: Change) -> str:
    before, after = one_line(change.before), one_line(change.after)
    whose = "yours" if change.origin is ChangeOrigin.HAND else ", ".join(change.attributes)
    if not change.before:
        words = f"add “{after}”"
    elif not change.after:
        words = f"cut “{before}”"
    else:
        words = f"“{before}” → “{after}”"
    return words + (f"   ({whose})" if whose else "")
