"""Pen names: decoys that stay, fit each other and what was published, and are never the truth."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penname.domain.attributes import Attribute, ValueKind, shipped_attributes
from penname.domain.consistency import contradictions
from penname.domain.errors import BadInput
from penname.domain.goal import Goal
from penname.domain.inferences import Inference
from penname.domain.matching.places import country_of
from penname.domain.pen_names import (
    Chosen,
    Decoy,
    PenName,
    Post,
    checked_name,
    newest_first,
    writing_as,
)
from penname.domain.suggestions import avoidable, check, suggest, with_randomized
from penname.domain.targets import too_close
from penname.roles.known_values import known_values

SHIPPED = shipped_attributes()
BY_NAME = {a.name: a for a in SHIPPED}
HEALTH = Attribute("health", "Health", "health", ValueKind.TEXT, "illnesses", custom=True)
TRUTH = {
    "age": "34",
    "sex": "female",
    "location": "Coimbra, Portugal",
    "birthplace": "Recife, Brazil",
    "education": "Masters in Computer Science",
    "occupation": "software developer",
    "income": "high",
    "relationship": "married",
}


def read(attribute: str, guess: str, certainty: int = 4) -> Inference:
    return Inference(attribute, "", (guess, guess, guess), certainty)


@settings(max_examples=12)
@given(st.integers(0, 2**32))
def test_a_suggestion_is_whole_consistent_and_far_from_the_truth(seed: int) -> None:
    known = known_values()
    suggestion = suggest(SHIPPED, random.Random(seed), truth=TRUTH, knowledge=known)
    values = {decoy.attribute: decoy.value or "" for decoy in suggestion.decoys}
    assert suggestion.left_out == ()
    assert list(values) == [attribute.name for attribute in SHIPPED]
    assert {decoy.chosen for decoy in suggestion.decoys} == {Chosen.DRAWN}
    assert contradictions(values, known) == []
    for name, value in values.items():
        assert too_close(BY_NAME[name], value, TRUTH[name], known) is None
    true = {country_of(TRUTH[name], known.gazetteer) for name in ("location", "birthplace")}
    assert not true & {country_of(values[name], known.gazetteer) for name in ("location", "birthplace")}


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.sampled_from(SHIPPED), st.integers(0, 99))
def test_what_is_fixed_stays_and_the_rest_fits_it(seed: int, attribute: Attribute, index: int) -> None:
    known = known_values()
    value = attribute.options[index % len(attribute.options)]
    fixed = Decoy(attribute.name, value, Chosen.BY_USER)
    suggestion = suggest(SHIPPED, random.Random(seed), fixed=(fixed,), knowledge=known)
    assert fixed in suggestion.decoys
    values = {decoy.attribute: decoy.value or "" for decoy in suggestion.decoys}
    assert len(values) == 8
    assert contradictions(values, known) == []


def test_suggestions_differ_and_a_seed_repeats_one() -> None:
    def one(seed: int) -> tuple[Decoy, ...]:
        return suggest(SHIPPED, random.Random(seed), truth=TRUTH, knowledge=known_values()).decoys

    assert one(1) == one(1)
    assert len({one(seed) for seed in range(10)}) == 10


def test_most_people_live_where_they_were_born() -> None:
    known = known_values()
    places = [BY_NAME["location"], BY_NAME["birthplace"]]
    home = 0
    for seed in range(60):
        here, born = suggest(places, random.Random(seed), knowledge=known).decoys
        home += country_of(here.value or "", known.gazetteer) == country_of(born.value or "", known.gazetteer)
    assert 25 < home < 58


def test_fixed_values_that_quarrel_are_refused_and_so_is_what_cannot_fit() -> None:
    quarrel = (Decoy("age", "18", Chosen.BY_USER), Decoy("education", "PhD in Physics", Chosen.BY_USER))
    with pytest.raises(BadInput, match="contradicts itself"):
        suggest(SHIPPED, random.Random(0), fixed=quarrel, knowledge=known_values())
    child = (Decoy("age", "16", Chosen.BY_USER),)
    truth = {"relationship": "single", "education": "No degree"}
    only = [
        msgspec.structs.replace(BY_NAME["relationship"], options=("single", "married")),
    ]
    with pytest.raises(BadInput, match="fit"):
        suggest(only, random.Random(0), truth=truth, fixed=child, knowledge=known_values())


def test_what_readers_believe_wrongly_becomes_the_decoy() -> None:
    published = [read("location", "Porto Alegre, Argentina"), read("age", "52"), read("sex", "male", 2)]
    suggestion = suggest(
        SHIPPED, random.Random(3), truth=TRUTH, published=published, knowledge=known_values()
    )
    by_name = {decoy.attribute: decoy for decoy in suggestion.decoys}
    assert by_name["age"] == Decoy("age", "52", Chosen.PUBLISHED)
    assert by_name["location"].chosen is Chosen.PUBLISHED
    assert by_name["sex"].chosen is Chosen.DRAWN  # nobody believes a stereotype
    values = {name: decoy.value or "" for name, decoy in by_name.items()}
    assert contradictions(values, known_values()) == []


def test_what_readers_know_or_may_know_gets_no_decoy() -> None:
    published = [read("location", "Portugal"), read("age", "33")]
    known = suggest(SHIPPED, random.Random(3), truth=TRUTH, published=published, knowledge=known_values())
    assert [name for name, _ in known.left_out] == ["age", "location"]
    assert all("truth" in why for _, why in known.left_out)
    unsure = suggest(SHIPPED, random.Random(3), published=published, knowledge=known_values())
    assert [name for name, _ in unsure.left_out] == ["age", "location"]
    assert {"age", "location"}.isdisjoint(decoy.attribute for decoy in unsure.decoys)


def test_published_readings_that_quarrel_with_each_other_are_not_all_kept() -> None:
    published = [read("age", "18"), read("education", "PhD in Physics")]
    suggestion = suggest(
        SHIPPED, random.Random(3), truth=TRUTH, published=published, knowledge=known_values()
    )
    assert [name for name, _ in suggestion.left_out] == ["education"]


def test_an_attribute_without_values_is_left_to_the_user() -> None:
    suggestion = suggest([HEALTH, BY_NAME["sex"]], random.Random(0), truth=TRUTH, knowledge=known_values())
    assert [name for name, _ in suggestion.left_out] == ["health"]
    assert [decoy.value for decoy in suggestion.decoys] == ["male"]


def test_a_randomized_response_is_drawn_once_and_cannot_be_chosen_away() -> None:
    known, sex = known_values(), BY_NAME["sex"]
    drawn = {
        with_randomized(PenName("Ada"), sex, "female", 0.0, random.Random(seed), known).decoys[0].value
        for seed in range(40)
    }
    assert drawn == {None, "male"}
    pen_name = with_randomized(PenName("Ada"), sex, "female", 1.0, random.Random(1), known)
    for seed in range(20):
        assert with_randomized(pen_name, sex, "female", 1.0, random.Random(seed), known) == pen_name
    with pytest.raises(BadInput, match=r"all its texts\. Please begin another pen name to have another\.$"):
        pen_name.with_decoy(Decoy("sex", "male", Chosen.BY_USER))
    assert pen_name.randomized == {"sex"}


def test_a_randomized_response_and_a_published_reading_use_what_is_known_of_places() -> None:
    known, home = known_values(), BY_NAME["location"]
    drawn = with_randomized(PenName("Ada"), home, "Lisboa", 1.0, random.Random(3), known).decoys[0]
    assert (drawn.chosen, drawn.epsilon) == (Chosen.RANDOMIZED, 1.0)
    assert drawn.k == len(home.options)  # one place a country
    read_by_all = [read("location", "Porto")]
    told = suggest(
        [home], random.Random(1), truth={"location": "Portugal"}, published=read_by_all, knowledge=known
    )
    assert [name for name, _ in told.left_out] == ["location"]


@pytest.mark.parametrize(("name", "other"), [("location", "birthplace"), ("birthplace", "location")])
def test_no_place_is_drawn_in_the_country_of_another_true_place(name: str, other: str) -> None:
    known, truth = known_values(), {other: "Lisbon"}
    few = msgspec.structs.replace(BY_NAME[name], options=("Porto, Portugal", "Lyon, France"))
    for seed in range(10):
        (decoy,) = suggest([few], random.Random(seed), truth=truth, knowledge=known).decoys
        assert decoy.value == "Lyon, France"


def test_a_kept_truth_is_left_alone_and_tells_no_value() -> None:
    kept = PenName("Ada", (Decoy("sex", None, Chosen.RANDOMIZED, 1.0, 2), Decoy("age", "60", Chosen.DRAWN)))
    assert kept.left_alone == {"sex"}
    assert kept.targets == (("age", "60"),)
    assert "female" not in msgspec.json.encode(kept).decode()


def test_a_pen_name_that_contradicts_itself_or_its_posts_is_told() -> None:
    pen_name = PenName(
        "Ada",
        (
            Decoy("age", "19", Chosen.BY_USER),
            Decoy("education", "PhD in Physics", Chosen.BY_USER),
            Decoy("location", "Porto, Portugal", Chosen.BY_USER),
            Decoy("location", "Lyon, France", Chosen.BY_USER),
        ),
    )
    published = [read("age", "21"), read("age", "60"), read("location", "France"), read("sex", "male")]
    found = check(pen_name, published, known_values())
    assert len(found) == 3  # two places; age and education; a reader who takes Ada to be 60
    assert all(sentence.endswith(".") for sentence in found)
    assert check(PenName("Ada"), published, known_values()) == []
    young = PenName("Ada", (Decoy("age", "18", Chosen.DRAWN), Decoy("occupation", "attorney", Chosen.DRAWN)))
    assert len(check(young, knowledge=known_values())) == 1  # known of lawyers


def test_a_decoy_takes_the_place_of_the_one_before() -> None:
    pen_name = PenName("Ada").with_decoy(Decoy("age", "19", Chosen.DRAWN))
    pen_name = pen_name.with_decoy(Decoy("sex", "male", Chosen.DRAWN)).with_post(Post("Hello."))
    changed = pen_name.with_decoy(Decoy("age", "60", Chosen.BY_USER))
    assert changed.targets == (("age", "60"), ("sex", "male"))
    assert changed.decoy("relationship") is None
    assert changed.posts == (Post("Hello."),)


def test_posts_are_counted_back_from_the_newest() -> None:
    posts = (Post("a", date="2026-03-01"), Post("b"), Post("c", date="2026-01-05"), Post("d"))
    assert newest_first(posts) == (1, 0, 3, 2)
    assert newest_first(()) == ()


def test_names_are_stored_in_one_form() -> None:
    assert checked_name("  Ada \n Lovelace ") == "Ada Lovelace"
    assert checked_name("x" * 80) == "x" * 80
    for name in ("", " \n"):
        with pytest.raises(BadInput, match=r"^Please give the pen name a name\.$"):
            checked_name(name)
    with pytest.raises(BadInput, match=r"^A pen name may have at most 80 characters\.$"):
        checked_name("x" * 81)


def test_pen_names_can_be_kept() -> None:
    pen_name = PenName("Ada", (Decoy("age", "19", Chosen.DRAWN),), (Post("Hi", "Title", "2026-01-01"),))
    assert msgspec.json.decode(msgspec.json.encode(pen_name), type=PenName) == pen_name


def test_what_two_draws_say_against_each_other_is_no_fault_and_the_rest_is_drawn_beside_it() -> None:
    drawn = (
        Decoy("age", "16", Chosen.RANDOMIZED, 1.0, 12),
        Decoy("relationship", "married", Chosen.RANDOMIZED, 1.0, 6),
    )
    pen_name, known = PenName("Ada", drawn), known_values()
    assert check(pen_name, knowledge=known)  # readers will wonder
    assert avoidable(pen_name, known) == []
    suggestion = suggest(SHIPPED, random.Random(3), truth=TRUTH, fixed=drawn, knowledge=known)
    assert suggestion.decoys[0] == drawn[0]
    rest = {d.attribute: str(d.value) for d in suggestion.decoys if d.attribute != "relationship"}
    assert contradictions(rest, known) == []
    worse = pen_name.with_decoy(Decoy("education", "PhD in Physics", Chosen.BY_USER))
    assert len(avoidable(worse, known)) == 1
    with pytest.raises(BadInput, match="PhD in Physics"):
        suggest(SHIPPED, random.Random(3), fixed=worse.decoys, knowledge=known)


def test_writing_as_a_pen_name_aims_at_what_it_pretends_and_leaves_alone_what_it_leaves() -> None:
    names = ("age", "sex", "location")
    pen_name = PenName(
        "Ada",
        (
            Decoy("age", "60", Chosen.DRAWN),
            Decoy("sex", None, Chosen.RANDOMIZED, 1.0, 2),
            Decoy("shoe size", "44", Chosen.BY_USER),  # an attribute of earlier settings
        ),
    )
    goal = writing_as(Goal(names, frozenset({"sex", "location"})), pen_name)
    assert goal.targets == (("age", "60"),)
    assert goal.protect == {"age", "location"}
    assert goal.randomized == {"sex"}
