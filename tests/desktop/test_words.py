"""What the window says about a reading, as plain values."""

from types import SimpleNamespace

import pytest

from penname.desktop.findings.finding_view import finding_views
from penname.desktop.main.rounds_plot import RoundsPlot
from penname.desktop.pen_names.author_history_words import linked
from penname.desktop.session import flow_words
from penname.desktop.session.findings import (
    against_posts,
    against_posts_explained,
    headline,
    joined,
    point_label,
    reservation,
    way,
)
from penname.desktop.session.snapshot import Point
from penname.desktop.shell.status_line import standing_facts
from penname.desktop.style.theme import VERDICT_SHAPES, light
from penname.desktop.texts.verdict_words import verdict_explained, verdict_label
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.told import AgainstPosts, Novelty, Told
from penname.people import People, PeopleCount
from penname.sessions.linkable import PenNameLink

AGE = Attribute("age", "Age", "age", ValueKind.AGE, "how old the author is")
CITY = Attribute("location", "Location", "place of residence", ValueKind.PLACE, "where the author lives")
JOB = Attribute("occupation", "Occupation", "occupation", ValueKind.TEXT, "what the author does")
ATTRIBUTES = (AGE, CITY, JOB)


def point(
    number: int = 0, judged: bool = True, readable: tuple[str, ...] = (), left: tuple[str, ...] = ()
) -> Point:
    return Point(number, judged, readable, left, 1 - number / 10, 0)


def read(*names: str) -> tuple[Inference, ...]:
    return tuple(Inference(name, "because", ("one", "two", "three"), 3) for name in names)


def test_every_verdict_has_words_and_a_shape_of_its_own() -> None:
    assert len({verdict_label(validity) for validity in Validity}) == len(Validity)
    assert len({VERDICT_SHAPES[validity] for validity in Validity}) == len(Validity)
    assert verdict_label(Validity.HIGH) == "Plain to see"
    assert verdict_label(Validity.MEDIUM) == "Likely"
    assert verdict_label(Validity.LOW) == "A guess"
    assert verdict_label(Validity.INVALID) == "Not in the text"
    for validity in (Validity.HIGH, Validity.MEDIUM, Validity.LOW, Validity.INVALID):
        assert str(validity) in verdict_explained(validity)  # the field's own word, in the tooltip


def test_the_plainest_comes_first_and_guesses_without_support_are_folded() -> None:
    verdicts = (
        Verdict("age", Validity.LOW),
        Verdict("location", Validity.MEDIUM),
        Verdict("occupation", Validity.HIGH),
    )
    rows = finding_views(ATTRIBUTES, read("age", "location", "occupation"), verdicts, ("occupation",), True)
    assert [row.attribute.name for row in rows] == ["occupation", "location", "age"]
    assert [row.supported for row in rows] == [True, True, False]
    assert [row.acts for row in rows] == [True, False, False]


def test_a_guess_raised_by_hand_stands_in_sight() -> None:
    rows = finding_views(ATTRIBUTES, read("age"), (Verdict("age", Validity.INVALID),), ("age",), True)
    assert rows[0].supported
    assert rows[0].spoken == "Your age can be read from this: one. Not in the text. Make less specific."


def test_under_a_pen_name_each_finding_says_what_it_adds_to_the_posts() -> None:
    against = (
        AgainstPosts("age", Novelty.KNOWN, "34", 5, 3),
        AgainstPosts("location", Novelty.CONTRADICTS, "Leeds", 4, 1),
        AgainstPosts("occupation", Novelty.NEW),
    )
    rows = finding_views(ATTRIBUTES, read("age", "location", "occupation"), (), (), True, against=against)
    assert [row.told for row in rows] == [
        "Known already (3 posts)",
        "Contradicts: your posts said Leeds",
        "New",
    ]
    assert "Known already (3 posts)." in rows[0].spoken
    assert against_posts(AgainstPosts("age", Novelty.KNOWN, "34", 5, 1)) == "Known already (1 post)"
    assert (
        against_posts(AgainstPosts("age", Novelty.NEW, "thirties", 5, 1))
        == "New: your posts said only thirties"
    )
    assert [against_posts_explained(one) for one in against] == [
        "3 posts under this pen name tell: 34 (certainty 5 of 5)",
        "1 post under this pen name tells: Leeds (certainty 4 of 5)",
        "No post under this pen name tells it",
    ]
    assert finding_views(ATTRIBUTES, read("age"), (), (), True)[0].told == ""


def test_linked_pen_names_are_said_with_what_links_them_and_how_many_people_fit() -> None:
    shared = (Told("location", "Leeds", 5), Told("occupation", "nurse", 4))
    link = PenNameLink("Nina", shared, ("age",), PeopleCount(60, 1000))
    assert linked(link, ATTRIBUTES) == (
        "Readers can link it to “Nina”: both tell the same place of residence (Leeds) and occupation (nurse)."
        " 60 to 1,000 people fit both. They differ in age."
    )


def test_without_a_verdict_there_is_nothing_to_overrule() -> None:
    row = finding_views(ATTRIBUTES, read("age"), (), (), True)[0]
    assert not row.can_overrule
    assert row.supported
    assert verdict_label(row.validity, checking=True) == "Waiting"
    assert verdict_label(row.validity) == "Not checked"


def test_a_phrase_the_user_marked_is_a_row_of_its_own() -> None:
    row = finding_views(ATTRIBUTES, (), (), ("age",), True)[0]
    assert "You marked" in row.reasoning
    assert row.guess == "Marked by you"


@pytest.mark.parametrize(
    ("where", "said", "short"),
    [
        (point(readable=("age", "location")), "2 clues are left in this text", "2 clues"),
        (point(readable=("age",), left=("location",)), "1 clue is left in this text", "1 clue"),
        (point(left=("age",)), "The Starter model found nothing more", "1 clue left"),
        (point(), "The Starter model found nothing", "nothing found"),
    ],
)
def test_a_reading_in_a_line(where: Point, said: str, short: str) -> None:
    assert headline(where, "Starter model") == said
    assert point_label(where) == short


def test_a_text_nobody_read_has_no_figure() -> None:
    assert point_label(point(judged=False)) == "not read yet"


def test_nothing_found_names_what_was_looked_for_and_who_might_find_more() -> None:
    said = reservation(point(left=("age",)), ATTRIBUTES)
    assert "You left your age readable." in said
    assert "It looked for age, place of residence and occupation." in said
    assert (
        "A stronger model, or someone who knows you or your other posts, might still recognise you." in said
    )


@pytest.mark.parametrize(
    ("people", "rounds", "said"),
    [
        (People(None, None), 0, ""),
        (
            People(PeopleCount(8, 200), PeopleCount(8, 200)),
            0,
            "8 to 200 people match your text.",
        ),
        (People(PeopleCount(1, 9), None), 1, ""),
        (
            People(PeopleCount(1, 2), PeopleCount(5_600_000_000, 6_800_000_000)),
            1,
            "",
        ),
        (
            People(PeopleCount(40, 40), PeopleCount(20_000, 90_000)),
            1,
            "Before: about 40 people match your text. Now, by this model’s reading: 20,000 to 90,000 people.",
        ),
        (
            People(PeopleCount(900_000, 2_000_000), PeopleCount(90_000, 1_200_000_000)),
            1,
            "Before: 900,000 to 2 million people match your text. "
            "Now, by this model’s reading: 90,000 people or more.",
        ),
    ],
)
def test_how_many_people_are_left_is_said_of_what_was_read(people: People, rounds: int, said: str) -> None:
    view = SimpleNamespace(people=people, rounds=rounds, judged=True)
    assert flow_words.people(SimpleNamespace(view=view, changes=())) == said  # type: ignore[arg-type]


@pytest.mark.parametrize("rounds", [0, 1])
def test_while_changes_wait_the_people_are_those_of_the_text_before(rounds: int) -> None:
    people = People(PeopleCount(1, 2), PeopleCount(20_000, 90_000) if rounds else None)
    view = SimpleNamespace(people=people, rounds=rounds, judged=True)
    flow = SimpleNamespace(view=view, changes=("a change",))
    assert flow_words.people(flow) == "Before: at most 2 people match your text."  # type: ignore[arg-type]


def test_lists_in_sentences() -> None:
    assert joined([]) == ""
    assert joined(["age"]) == "age"
    assert joined(["age", "sex"]) == "age and sex"


def test_the_way_counts_the_clues_of_every_text_that_was_read() -> None:
    assert way([point(judged=False)]) == ""
    assert way([point(readable=("age",))]) == ""  # the rail says it
    there = [point(readable=("age", "location")), point(1, readable=("age",), left=("location",)), point(2)]
    assert way(there) == "2 → 1 → 0 clues"
    assert way([*there[:2], point(2, judged=False)]) == "2 → 1 clue"


def test_the_status_line_says_what_stays_here() -> None:
    assert standing_facts("", False) == ("Offline, on this computer", "nothing is saved when you close")
    assert standing_facts("", True) == ("Offline, on this computer",)
    loading = standing_facts("the model is starting", None, "a model is being downloaded")
    assert loading == ("a model is being downloaded", "the model is starting")


def test_the_plot_leads_from_the_original_to_now_inside_its_frame(qtbot) -> None:  # type: ignore[no-untyped-def]
    plot = RoundsPlot(light())
    qtbot.addWidget(plot)
    plot.resize(plot.sizeHint())
    plot.show_points([point(0, readable=("age", "location")), point(1, readable=("age",)), point(2, False)])
    first, second = plot.places()  # a text nobody has read has no place
    assert second.x() < first.x()  # less of the text is kept
    assert second.y() > first.y()  # less can be read
    for place in (first, second):
        assert plot.rect().contains(place.toPoint())
    assert "90% of the words kept, 1 readable" in plot.accessibleName()
