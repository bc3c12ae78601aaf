"""How many people fit the original, the text that stands, and all posts of a pen name."""

import json

from penname.domain.changes import Change
from penname.domain.events import Arbitrated, Attacked, Decided, Event, Rewritten, Started
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.pen_names import Chosen, Decoy, PenName, Post
from penname.domain.proposals import Accept, Proceed
from penname.domain.session import Session
from penname.people import PeopleCount, count_people
from penname.roles.known_values import known_values
from penname.sessions.author_history import join, read_author_history
from penname.sessions.author_history_report import author_history_report, with_people
from penname.sessions.people_left import people_left
from penname.sessions.report import report
from scripted import ScriptedRoles

TEXT = "I live in Leeds."
GOAL = Goal(("location",), frozenset({"location"}))
READ = Attacked((Inference("location", "", ("Leeds, United Kingdom",), 5),), ())
JUDGED = Arbitrated((Verdict("location", Validity.HIGH),))
TOWN = Change(10, 15, "Leeds", "town", ("location",))
REWRITE: tuple[Event, ...] = (READ, JUDGED, Decided(Proceed()), Rewritten((TOWN,)), Decided(Accept((TOWN,))))
WORLD = count_people(())


def session(*events: Event, method: str = "rational") -> Session:
    return Session([Started(TEXT, GOAL, method, "none"), *events])


def test_nobody_is_counted_in_a_text_that_nobody_has_read() -> None:
    people = people_left(session(), {})
    assert (people.before, people.after, str(people)) == (None, None, "")
    people = people_left(session(*REWRITE), {})
    assert people.before is not None
    assert people.before.high < 2_000_000
    assert people.after is None


def test_after_the_rewrite_those_are_counted_who_fit_what_is_still_read() -> None:
    nothing = (Attacked((), ()), Arbitrated(()))
    assert people_left(session(*REWRITE, *nothing), {}).after == WORLD
    assert people_left(session(*nothing), {}).before == WORLD
    again = people_left(session(*REWRITE, READ, JUDGED), {})
    assert again.before == again.after != WORLD


def test_who_is_taken_for_somebody_else_hides_among_all() -> None:
    lie = Attacked((Inference("location", "", ("Cork, Ireland",), 5),), ())
    people = people_left(session(*REWRITE, lie, JUDGED, method="misleading"), {"location": "Cork, Ireland"})
    assert people.after == WORLD
    assert people.before != WORLD


def test_the_report_for_programs_has_a_low_and_a_high_number_of_both() -> None:
    found = json.loads(report(session(*REWRITE, READ, JUDGED), "", {}).to_json())["people"]
    assert set(found) == {"before", "after"}
    assert found["before"] == found["after"]
    assert 1 <= found["before"]["low"] < found["before"]["high"]
    assert json.loads(report(session(), "", {}).to_json())["people"] == {"before": None, "after": None}


def test_the_posts_of_a_pen_name_are_counted_together_without_what_it_pretends() -> None:
    leaks = {"location": ("Lisbon", "a city", Validity.HIGH), "age": ("61", "an age", Validity.HIGH)}
    posts = (Post("I turned 61."), Post("We moved to Lisbon."))
    goal = Goal(("age", "location"), frozenset(("age", "location")))
    reading = read_author_history(ScriptedRoles(leaks), goal, join("", posts, 1000))

    def counted(*decoys: Decoy) -> PeopleCount | None:
        pen_name = PenName("Clara", decoys, posts)
        return with_people(author_history_report(pen_name, reading, known_values()), reading).people

    honest, pretending = counted(), counted(Decoy("age", "61", Chosen.BY_USER))
    assert honest is not None
    assert pretending is not None
    assert honest.high < pretending.high < 3_000_000
