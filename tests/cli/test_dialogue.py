"""A session led in the terminal: what is typed, what it does, and what is shown. Roles from a script."""

from collections.abc import Callable

import pytest

from penname.cli.dialogue import Dialogue
from penname.cli.dialogue_words import COMMANDS
from penname.domain.cancellation import Cancellation
from penname.domain.errors import Cancelled, EngineError
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.inferences import Validity
from penname.domain.proposals import NOTHING_LEFT, REWRITE_REFUSED, STOPPED_BY_USER, Outcome
from penname.domain.session import Session
from penname.methods.registry import method_named
from penname.sessions.driver import SessionDriver
from scripted import LEAKS, REWRITTEN, TEXT, ScriptedRoles

NAMES = ("age", "location", "occupation", "income")
NOTHING: Callable[[str], None] = lambda _role: None  # noqa: E731


class Talk:
    """A dialogue in which `lines` are typed, one after the other, and then nothing any more."""

    def __init__(
        self,
        *lines: str,
        text: str = TEXT,
        method: str = "rational",
        before: Callable[[str], None] = NOTHING,
        reads: int | None = None,
        leaks: dict[str, tuple[str, str, Validity]] | None = None,
        alternatives: tuple[tuple[str, str, str, float], ...] = (),
    ) -> None:
        self.roles = ScriptedRoles(leaks or LEAKS, before, reads=reads)
        self.roles.alternatives = alternatives
        session = Session([Started(text, Goal(NAMES, frozenset(NAMES)), method, "scripted")])
        self.driver = SessionDriver(session, method_named(method), self.roles, Cancellation())
        self.said: list[str] = []
        self.left = list(lines)
        self.outcome: Outcome = Dialogue(self.driver, self._ask, self.said.append, lambda _seen: None).hold()

    def _ask(self, _prompt: str) -> str | None:
        self.said.append("> " + (self.left[0] if self.left else ""))
        return self.left.pop(0) if self.left else None

    @property
    def all_said(self) -> str:
        return "\n".join(self.said)

    def asked(self, role: str) -> int:
        return sum(asked == role for asked, _ in self.roles.calls)


def test_enter_alone_does_the_whole_job() -> None:
    talk = Talk("", "", "", "")
    assert (talk.outcome.text, talk.outcome.stopped) == (REWRITTEN, NOTHING_LEFT)
    assert talk.left == []


def test_what_is_read_is_shown_with_its_evidence_and_what_becomes_of_it() -> None:
    shown = Talk("finish").said[0]
    assert "hide  location: flat in Lisbon (certainty 4 of 5, support: high)" in shown
    assert "leave income: sleep badly (certainty 4 of 5, support: low)" in shown
    assert "“night shift on my ward”" in shown


def test_hide_and_leave_overrule_the_verdicts() -> None:
    talk = Talk("leave age, location", "hide INCOME", "", "", "", "")
    assert talk.outcome.text == ("I love my flat in Lisbon. After a late shift at work I sleep. I am 34.")
    assert "Enter: rewrite to hide occupation, income." in talk.all_said


def test_single_changes_are_dropped_kept_and_said_in_own_words() -> None:
    talk = Talk("", "drop 1 3", "keep 3", "write 2 long day => here", "text", "", "run")
    mixed = "I love my flat in Lisbon. After a long day => here I sleep badly. I am an adult."
    assert talk.outcome.text == mixed
    assert "  1  cut “in Lisbon”   (location)   dropped\n" in talk.all_said
    assert "“night shift on my ward” → “long day => here”   (yours)   other ways: 1\n" in talk.all_said
    assert talk.said[talk.said.index("> text") + 1] == mixed


def test_with_every_change_dropped_nothing_is_accepted_by_accident() -> None:
    talk = Talk("", "drop all", "", "keep 2", "")
    assert "You dropped every change. Type another, keep NUMBER, or discard." in talk.said
    assert talk.outcome.text == TEXT.replace("night shift on my ward", "late shift at work")


def test_another_rewrite_is_without_what_was_dropped() -> None:
    talk = Talk("", "drop 3", "another", "", "run")
    assert talk.asked("anonymizer") == 2
    assert talk.outcome.text.endswith("I am something.")


def test_marked_words_are_hidden_and_locked_ones_stay() -> None:
    talk = Talk("mark income badly", "lock late shift", "lock Lisbon", "run")
    assert "Lisbon" in talk.outcome.text
    assert "badly" not in talk.outcome.text


OTHERS = (
    ("night shift on my ward", "shift", "occupation", 0.6),
    (" After a night shift on my ward I sleep badly.", "", "occupation", 0.9),
    ("in Lisbon", "downtown", "location", 0.8),
    ("love", "like", "location", 0.5),
)
WAYS = """Other ways to make change 2:
  1  leave out “After a night shift on my ward I sleep badly.”
  2  “night shift on my ward” becomes “shift”   (may sound awkward)
To take one, add its number, such as: other 2 1"""
LEFT = """Nothing was changed there. What could be done:
  1  “love” becomes “like”   (may sound awkward)
To take one, add its number, such as: other 0 1"""


def after(talk: Talk, typed: str) -> str:
    """What was said to what was typed."""
    return talk.said[talk.said.index(f"> {typed}") + 1]


def test_other_ways_to_make_a_change_are_listed() -> None:
    talk = Talk("", "other 2", "oth", "other 0", "", "", alternatives=OTHERS)
    assert "“night shift on my ward” → “late shift at work”   (occupation)   other ways: 2\n" in talk.all_said
    assert "“34” → “an adult”   (age)\n“other” lists what" in talk.all_said
    assert (after(talk, "other 2"), after(talk, "oth"), after(talk, "other 0")) == (WAYS, LEFT, LEFT)
    assert talk.outcome.text == REWRITTEN, "a list changes nothing"


def test_what_would_give_the_same_text_is_no_other_way() -> None:
    same = (("in Lisbon. After", ". After", "location", 0.9), (" in Lisbon", "", "location", 0.9))
    assert "other ways: 1\n" in Talk("", "", "", alternatives=same).all_said  # with a space before the stop
    assert "other way" not in Talk("", "", "", alternatives=same[1:]).all_said


def test_one_of_them_takes_the_place_of_the_change() -> None:
    talk = Talk("", "other 2 1", "other  1 1", "text", "run", alternatives=OTHERS)
    assert after(talk, "text") == "I love my flat downtown. I am an adult."
    assert talk.outcome.text == "I love my flat downtown. I am an adult."
    assert "  1  “in Lisbon” → “downtown”   (location)   other ways: 1\n" in talk.all_said
    assert "(yours)" not in talk.all_said


def test_what_was_proposed_is_another_way_then() -> None:
    talk = Talk("", "other 2 2", "other 2", "other 2 2", "", "", alternatives=OTHERS)
    assert "  2  “night shift on my ward” becomes “late shift at work”\n" in after(talk, "other 2")
    assert talk.outcome.text == REWRITTEN


def test_one_takes_the_place_of_several_changes() -> None:
    whole = ((TEXT, "I am tired.", "location", 0.8),)
    talk = Talk("", "drop 2", "other 3 1", "", "", alternatives=whole)
    assert talk.outcome.text == "I am tired."
    assert "Enter: make 1 of 1 changes." in talk.all_said


def test_what_was_left_can_be_changed_too() -> None:
    talk = Talk("", "other 0 1", "", "", alternatives=OTHERS)
    assert talk.outcome.text == REWRITTEN.replace("love", "like")


def test_where_the_rewrite_is_refused_there_may_be_other_ways() -> None:
    stuck = {"age": ("34", "34", Validity.HIGH)}
    offered = (("I am 34", "I am grown up", "age", 0.8),)
    talk = Talk("", "other 1", "other", "other 0 1", "", "", leaks=stuck, alternatives=offered)
    assert "No change is proposed here." in talk.said
    assert talk.outcome == Outcome(TEXT.replace("34", "grown up"), NOTHING_LEFT)


def test_what_was_taken_is_dropped_and_kept_like_any_other() -> None:
    talk = Talk("", "other 2 2", "drop 2", "text", "keep 2", "", "", alternatives=OTHERS)
    assert after(talk, "text") == REWRITTEN.replace("late shift at work", "night shift on my ward")
    assert talk.outcome.text == REWRITTEN.replace("late shift at work", "shift")


def test_another_way_of_a_dropped_change_is_made() -> None:
    talk = Talk("", "drop 1 2", "other", "other 2 2", "keep 2", "", "", alternatives=OTHERS)
    assert "“in Lisbon” becomes “downtown”" in after(talk, "other")
    assert talk.outcome.text == TEXT.replace("night shift on my ward", "shift").replace("34", "an adult")


def test_what_was_taken_stands_while_words_are_locked_unless_it_changes_them() -> None:
    talk = Talk("", "other 2 2", "other 1 1", "drop 1", "lock flat", "lock ward", "", "", alternatives=OTHERS)
    assert talk.outcome.text == TEXT.replace("34", "an adult")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("other 4", "Give the number of a change, from 1 to 3."),
        ("other x 1", "Give the number of a change, from 1 to 3."),
        ("other 2 3", "Give the number of one of these ways, from 1 to 2."),
        ("other 2 first", "Give the number of one of these ways, from 1 to 2."),
        ("other 0 2", "Give the number of one of these ways, from 1 to 1."),
        ("other 3", "No other way to make this change was found. In your own words: write 3 WORDS"),
        ("other 3 1", "No other way to make this change was found."),
    ],
)
def test_another_way_that_there_is_not_is_said(typed: str, said: str) -> None:
    talk = Talk("", typed, "", "", alternatives=OTHERS)
    assert said in after(talk, typed)
    assert talk.outcome.text == REWRITTEN
    assert "Nothing else was found that could be changed." in Talk("", "other", "", "").said


def test_a_lock_while_a_rewrite_waits_takes_its_change_away_until_it_is_freed() -> None:
    talk = Talk("", "drop 3", "write 2 rest", "lock Lisbon", "free Lisbon", "", "finish", "finish")
    assert talk.outcome.text == "I love my flat. After a rest I sleep badly. I am 34."
    assert talk.asked("anonymizer") == 1


def test_other_words_are_replaced_by_hand_at_every_step() -> None:
    assert "adore" in Talk("replace love => adore", "run").outcome.text
    waiting = Talk("", "replace I am => She is", "", "finish")
    assert waiting.outcome.text.endswith("She is an adult.")
    after = Talk("run", "replace I sleep => I do rest", "", "")
    assert "I do rest" in after.outcome.text
    assert after.asked("attacker") == 3  # the typed text was read


@pytest.mark.parametrize(
    "typed", ["replace", "replace love", "replace I => you", "replace nothing => x", "replace in Lisbon => x"]
)
def test_what_cannot_be_replaced_is_said(typed: str) -> None:
    talk = Talk("", typed, "", "finish")
    assert "Type words that stand" in talk.all_said or "A change is proposed" in talk.all_said
    assert talk.outcome.text == REWRITTEN


def test_decisions_are_undone_and_made_again_without_a_model() -> None:
    talk = Talk("", "", "undo", "undo", "redo", "redo", "", "")
    assert talk.outcome.text == REWRITTEN
    assert (talk.asked("attacker"), talk.asked("anonymizer")) == (2, 1)


def test_back_leads_to_a_round_and_its_leaks_can_be_overruled_anew() -> None:
    talk = Talk("", "", "back 0", "leave age", "run")
    assert talk.outcome.text.endswith("I am 34.")
    assert talk.said.count("Enter: rewrite to hide location, occupation. ?: all commands.") == 1


def test_leave_while_a_rewrite_waits_goes_back_to_what_was_read() -> None:
    talk = Talk("", "leave age", "", "", "finish")
    assert talk.outcome.text.endswith("I am 34.")
    assert talk.asked("attacker") == 2


def test_discard_keeps_the_text_and_another_can_be_had_after_it() -> None:
    assert Talk("", "discard", "").outcome == Outcome(TEXT, STOPPED_BY_USER)
    talk = Talk("", "discard", "another", "", "run")
    assert talk.outcome.text == REWRITTEN


def test_another_is_refused_where_no_rewrite_was_discarded() -> None:
    talk = Talk("", "", "", "another", "")
    assert "No rewrite waits here." in talk.all_said
    assert talk.outcome == Outcome(REWRITTEN, NOTHING_LEFT)


def test_a_refused_rewrite_ends_it_unless_another_is_wanted() -> None:
    stuck = {"age": ("34", "34", Validity.HIGH)}
    talk = Talk("", "another", "", "", leaks=stuck)
    assert talk.outcome == Outcome(TEXT, REWRITE_REFUSED)
    assert talk.asked("anonymizer") == 2
    assert "Enter: end here." in talk.all_said


def test_the_rest_of_a_long_text_is_read_when_asked_for() -> None:
    talk = Talk("more", "more", "finish", reads=60)
    assert "Parts of this long text are not read yet" in talk.said[0]
    assert "All of this text was read." in talk.said


def test_run_stops_where_the_text_is_about_what_is_to_be_hidden() -> None:
    text = "I did a night shift on my ward."
    leaks = {"occupation": ("night shift on my ward", "", Validity.HIGH)}
    talk = Talk("run", "leave occupation", "", "", text=text, leaks=leaks)
    assert "This is what your text is about: occupation." in talk.all_said
    assert talk.outcome.text == text


def test_where_nobody_types_any_more_it_ends_with_the_text_that_stands() -> None:
    assert Talk().outcome == Outcome(TEXT, STOPPED_BY_USER)
    assert Talk("", "").outcome == Outcome(REWRITTEN, STOPPED_BY_USER)


def test_a_failing_engine_is_asked_again_where_wanted() -> None:
    crashes = ["anonymizer", "anonymizer"]

    def crash(role: str) -> None:
        if role in crashes:
            crashes.remove(role)
            raise EngineError("The model stopped.")

    talk = Talk("", "", "", "", "", "", before=crash)
    assert talk.outcome.text == REWRITTEN
    assert talk.all_said.count("The model stopped. Enter tries again") == 2
    crashes = ["attacker"]
    with pytest.raises(EngineError):
        Talk("no", before=crash)


def test_a_stop_is_heard() -> None:
    def stop(_role: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        Talk("", before=stop)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("frobnicate", "There is no command “frobnicate”"),
        ("re", "There is no command “re”"),  # redo or replace
        ("leave", "Say which attribute"),
        ("leave shoes", "There is no attribute “shoes”. Choose from: age, location"),
        ("drop 1", "No rewrite waits here."),
        ("discard", "No rewrite waits here."),
        ("another", "No rewrite waits here."),
        ("write 1 x", "No rewrite waits here."),
        ("other", "No rewrite waits here."),
        ("mark age nothing", "Give words as they stand in the text"),
        ("lock", "Give words as they stand in the text"),
        ("free love", "neither marked nor locked. What is: nothing."),
        ("lock Porto", "Give words as they stand"),
        ("undo", "There is no decision to take back."),
        ("redo", "There is nothing to make again."),
        ("back 1", "Give a round from 0 (the original) to 0."),
        ("back x", "Give a round"),
        ("?", "hide NAME"),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(typed: str, said: str) -> None:
    talk = Talk(typed, "run")
    assert said in talk.all_said
    assert talk.outcome.text == REWRITTEN


@pytest.mark.parametrize(("typed", "said"), [("drop", "Say which change"), ("drop 4", "from 1 to 3")])
def test_numbers_that_there_are_not_are_said(typed: str, said: str) -> None:
    assert said in Talk("", typed, "", "finish").all_said


def test_the_beginning_of_a_command_will_do() -> None:
    assert Talk("lea age", "ru", "fin").outcome.text.endswith("I am 34.")


def test_by_the_baseline_there_is_nothing_to_overrule_before_anybody_read() -> None:
    talk = Talk("leave age", "discard", "", method="base")
    assert "Nobody has read this text yet" in talk.all_said


def test_what_would_steer_the_terminal_is_not_shown() -> None:
    talk = Talk("text", "finish", text="I am 34.\x1b[2J I love my flat in Lisbon.")
    assert "\x1b" not in talk.all_said
    assert "I love my flat" in talk.all_said


def test_every_command_is_in_the_list() -> None:
    talk = Talk("help", "finish")
    assert all(usage in talk.all_said for usage, _ in COMMANDS.values())
