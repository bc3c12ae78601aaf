"""A session led in the terminal: each proposal is shown, and what is typed answers it."""

from collections.abc import Callable, Sequence

from penname.cli import dialogue_words as words
from penname.cli.offered_changes import OfferedChanges, change_by_hand
from penname.domain.changes import apply_changes
from penname.domain.errors import BadInput, EngineError
from penname.domain.goal import Goal
from penname.domain.phrase_rules import PhraseRule, phrase_rules, with_rule, without_rule
from penname.domain.proposals import (
    REWRITE_REFUSED,
    STOPPED_BY_USER,
    Accept,
    ChangeGoal,
    Decision,
    EditByHand,
    LeaksProposal,
    Outcome,
    Overrule,
    Proceed,
    Proposal,
    ReadOn,
    Reject,
    RewriteProposal,
    StopHere,
    TryAgain,
)
from penname.domain.rounds import leaks_event, rounds
from penname.domain.told import ToldByPosts
from penname.sessions.driver import SessionDriver

Step = Proposal | Outcome


class _AsksUser(Exception):
    """The text turned out to be about what is to be hidden."""


class Dialogue:
    """`ask` shows a prompt and returns what was typed, or None once nobody types any more. It may raise
    Cancelled. `seen` is told each proposal. `told` is what the posts of the text's pen name tell, if it has
    any.
    """

    def __init__(
        self,
        driver: SessionDriver,
        ask: Callable[[str], str | None],
        say: Callable[[str], object],
        seen: Callable[[Proposal], object],
        told: Sequence[ToldByPosts] | None = None,
    ) -> None:
        self._driver = driver
        self._ask = ask
        self._say = say
        self._seen = seen
        self._by_posts = told
        self._overruled: dict[str, bool] = {}  # since the leaks that wait were shown
        self._offered = OfferedChanges()  # by the rewrite that waits
        self._told: set[str] = set()  # attributes that the text was said to be about
        self._step: Step  # what waits for an answer
        self._left = False

    def hold(self) -> Outcome:
        """Lead the session to its end; raises Cancelled, and EngineError once the user gives up."""
        self._take(self._go(self._driver.advance))
        self._show(self._step)
        while True:
            line = self._ask("> ")
            try:
                step = self._answer(self._step, "finish" if line is None else line)
            except BadInput as error:
                self._say(str(error))
                continue
            if self._left and isinstance(step, Outcome):
                return step
            if step is not self._step:
                self._take(step)
                self._show(step)

    def _take(self, step: Step) -> None:
        """A new step, about which nothing was said yet."""
        self._step = step
        self._overruled = {}
        self._offered = OfferedChanges()
        if isinstance(step, RewriteProposal):
            self._offered = OfferedChanges(step.text, step.changes, step.alternatives)
        if not isinstance(step, Outcome):
            self._seen(step)

    def _show(self, step: Step) -> None:
        if not isinstance(step, Outcome) and (topics := set(step.topical) - self._told):
            self._told |= topics
            self._say(words.topic(sorted(topics)))
        match step:
            case LeaksProposal():
                self._say(words.leaks(step, self._overruled, self._by_posts))
                self._say(words.next_after_leaks(step, self._overruled))
            case RewriteProposal():
                self._say(words.rewrite(step, self._offered))
                self._say(words.next_after_rewrite(self._offered))
            case Outcome():
                self._say(words.ended(step))

    def _answer(self, step: Step, line: str) -> Step:
        """The step after what was typed; raises BadInput for what cannot be done here."""
        typed, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        match _command(typed):
            case "":
                return self._go_on(step)
            case "hide" | "leave" as command:
                return self._overrule(step, rest.replace(",", " ").split(), execute=command == "hide")
            case "drop" | "keep" as command:
                self._need_rewrite(step)
                self._offered.choose(rest.replace(",", " ").split(), kept=command == "keep")
                self._show(step)
            case "write":
                self._need_rewrite(step)
                number, _, after = rest.partition(" ")
                self._offered.write(number, after.strip())
                self._show(step)
            case "other":
                self._need_rewrite(step)
                self._other(step, *rest.split(maxsplit=1))
            case "replace":
                return self._replace(step, rest)
            case "another":
                return self._another(step)
            case "discard":
                self._need_rewrite(step)
                return self._decide(Reject())
            case "mark":
                name, _, phrase = rest.partition(" ")
                return self._rule(step, PhraseRule(phrase.strip(), self._attribute(name)))
            case "lock":
                return self._rule(step, PhraseRule(rest))
            case "free":
                return self._free(step, rest)
            case "more":
                if not isinstance(step, LeaksProposal) or not step.unread:
                    raise BadInput("All of this text was read.")
                return self._decide(ReadOn())
            case "text":
                self._say(words.safe(self._text(step)))
            case "undo":
                if not self._driver.can_undo:
                    raise BadInput("There is no decision to take back.")
                self._driver.undo()
                return self._go(self._driver.advance)
            case "redo":
                if not self._driver.can_redo:
                    raise BadInput("There is nothing to make again.")
                self._driver.redo()
                return self._go(self._driver.advance)
            case "back":
                return self._back(rest)
            case "run":
                return self._run(step)
            case "finish":
                self._left = True
                return step if isinstance(step, Outcome) else self._decide(StopHere())
            case _:
                self._say(words.all_commands())
        return step

    def _go_on(self, step: Step) -> Step:
        if isinstance(step, Outcome):
            self._left = True
            return step
        return self._decide(self._yes(step))

    def _yes(self, step: Proposal) -> Decision:
        if isinstance(step, LeaksProposal):
            return Proceed(tuple(Overrule(name, act) for name, act in self._overruled.items()))
        if self._offered.all and not self._offered.standing:
            raise BadInput("You dropped every change. Type another, keep NUMBER, or discard.")
        return Accept(self._offered.standing)

    def _overrule(self, step: Step, names: Sequence[str], *, execute: bool) -> Step:
        """Where a rewrite waits, back at the leaks it came from, which asks no model."""
        chosen = [self._attribute(name) for name in names]
        if not chosen:
            raise BadInput("Say which attribute, such as: leave age")
        if not isinstance(step, LeaksProposal):
            step = self._to_the_leaks()
            self._take(step)
        self._overruled.update(dict.fromkeys(chosen, execute))
        self._show(step)
        return step

    def _other(self, step: Step, number: str = "0", choice: str = "") -> None:
        """List other ways to make a change, or take one of them; by 0 those where nothing was changed."""
        if choice:
            self._offered.take(number, choice)
            self._show(step)
        else:
            self._say(words.other_ways(number, self._offered.other_ways(number)))

    def _replace(self, step: Step, typed: str) -> Step:
        """Words of the text that stands, outside the changes of a rewrite that waits."""
        change = change_by_hand(step.text, typed)
        match step:
            case RewriteProposal():
                self._offered.add(change)
                self._show(step)
                return step
            case LeaksProposal():
                return self._decide(EditByHand((change,)))
            case Outcome():
                self._driver.edit_result((change,))
                return self._go(self._driver.advance)

    def _another(self, step: Step) -> Step:
        """Also after the end, of the rewrite that was discarded or refused."""
        if isinstance(step, Outcome) and step.stopped in (REWRITE_REFUSED, STOPPED_BY_USER):
            self._driver.undo()
            step = self._go(self._driver.advance)
            self._take(step)
        self._need_rewrite(step)
        return self._decide(TryAgain(tuple(self._offered.dropped)))

    def _rule(self, step: Step, rule: PhraseRule) -> Step:
        if not rule.phrase or not (rule.phrase in step.text or rule.phrase in self._text(step)):
            raise BadInput("Give words as they stand in the text, such as: lock my flat")
        return self._change_goal(step, with_rule(self._driver.session.goal, rule))

    def _free(self, step: Step, phrase: str) -> Step:
        goal = self._driver.session.goal
        found = [rule for rule in phrase_rules(goal) if rule.phrase == phrase]
        if not found:
            known = ", ".join(f"“{rule.phrase}”" for rule in phrase_rules(goal))
            raise BadInput(f"These words are neither marked nor locked. What is: {known or 'nothing'}.")
        for rule in found:
            goal = without_rule(goal, rule)
        return self._change_goal(step, goal)

    def _change_goal(self, step: Step, goal: Goal) -> Step:
        """The step that waits, under another goal; what was said about it stands."""
        overruled, offered = self._overruled, self._offered
        if isinstance(step, Outcome):
            self._to_the_leaks()
        changed = self._decide(ChangeGoal(goal))
        self._take(changed)
        if type(changed) is type(step):
            self._overruled = overruled
            self._offered.take_over(offered)
        self._show(changed)
        return changed

    def _back(self, number: str) -> Step:
        done = rounds(self._driver.session)
        if not number.isdecimal() or int(number) > len(done):
            raise BadInput(f"Give a round from 0 (the original) to {len(done)}.")
        after = done[int(number) - 1].event if int(number) else 0
        event = leaks_event(self._driver.session, after)
        self._driver.go_back_to(after if event is None else event)
        return self._go(self._driver.advance)

    def _run(self, step: Step) -> Step:
        if isinstance(step, Outcome):
            return step
        decision = self._yes(step)

        def ask(topics: tuple[str, ...]) -> None:
            if set(topics) - self._told:
                raise _AsksUser

        def to_the_end() -> Step:
            self._driver.decide(decision)
            try:
                return self._driver.run(self._seen, ask, lambda error: self._say(str(error)))
            except _AsksUser:
                assert self._driver.waiting is not None
                return self._driver.waiting

        return self._go(to_the_end)

    def _to_the_leaks(self) -> Step:
        """Stand again where the text that stands was judged."""
        done = rounds(self._driver.session)
        event = leaks_event(self._driver.session, done[-1].event if done else 0)
        if event is None:
            raise BadInput("Nobody has read this text yet, so there is nothing to overrule.")
        self._driver.go_back_to(event)
        return self._go(self._driver.advance)

    def _decide(self, decision: Decision) -> Step:
        return self._go(lambda: self._driver.decide(decision))

    def _go(self, call: Callable[[], Step]) -> Step:
        """Work; where the engine fails, the user may have that step tried again."""
        while True:
            try:
                return call()
            except EngineError as error:
                self._say(f"{error} Enter tries again, anything else ends here.")
                if self._ask("> ") != "":
                    raise
                call = self._driver.advance

    def _text(self, step: Step) -> str:
        return apply_changes(step.text, self._offered.standing)

    def _attribute(self, name: str) -> str:
        names = self._driver.session.goal.attributes
        if name.lower() not in names:
            raise BadInput(f"There is no attribute “{name}”. Choose from: {', '.join(names)}.")
        return name.lower()

    def _need_rewrite(self, step: Step) -> None:
        if not isinstance(step, RewriteProposal):
            raise BadInput("No rewrite waits here. Enter asks for one, “back” leads to an earlier round.")


def _command(typed: str) -> str:
    """The command that was typed, or its beginning where no other begins so."""
    typed = typed.lower()
    if not typed or typed in words.COMMANDS:
        return typed
    found = [name for name in words.COMMANDS if name.startswith(typed)]
    if typed == "?":
        return "help"
    if len(found) != 1:
        raise BadInput(f"There is no command “{words.safe(typed)}”. ? lists all.")
    return found[0]
