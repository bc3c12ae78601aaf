"""Posts rewritten together: read one by one, joined by attribute, hidden in all, in the same words."""

from msgspec import structs

from fake_engine import FakeEngine, last_turn
from penname.domain.changes import Change, apply_changes
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.together import joined_posts, posts_apart, spans_of_posts
from penname.engine.requests import Request
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.roles.same_words import SameWords, with_named_everywhere

FILLER = "Nothing much happened on that day, as on so many days before it.\n" * 60
POSTS = ("I live in Leeds.", f"We live in Leeds, too.\n{FILLER}", "Leeds is wet. It rains.")
TEXT = joined_posts(POSTS)
IN_ITS_WORDS = structs.replace(load_pack("starter"), writer=None)  # it words changes itself
GOAL = Goal(("location",), frozenset(("location",)), together=True)


def script(request: Request) -> str:
    """The first post tells it, the second hints, the third only names the town."""
    turn, source = last_turn(request), request.source
    first, second = "I live in Leeds" in source, "We live in Leeds" in source
    if "Attack:" in turn:
        if not (first or second):
            return "Nothing."
        certainty = 5 if first else 3
        return (
            '{"attribute": "location", "reasoning": "Leeds", "guesses": ["Leeds", "A", "B"], '
            f'"certainty": {certainty}}}'
        )
    if turn.startswith("Arbitrate:"):
        if not first:
            return '{"attribute": "location", "validity": "low", "evidence": [], "concept": "x"}'
        return '{"attribute": "location", "validity": "high", "evidence": ["live in Leeds"], "concept": "x"}'
    if first or second:
        return f'{{"find": "live in Leeds", "replace": "live in {"the north" if first else "a city"}"}}'
    return '{"find": "Leeds", "replace": "this town"}'


def test_no_part_holds_two_posts_and_what_is_read_is_joined_by_attribute(attributes, listener, cues):
    engine = FakeEngine(script)
    attacked = Roles(engine, attributes, listener).attack(TEXT, GOAL)
    spans = spans_of_posts(TEXT)
    assert len(attacked.parts) > len(POSTS)  # the second is longer than one part
    assert all(any(a <= part.start and part.end <= b for a, b in spans) for part in attacked.parts)
    assert [(one.attribute, one.certainty) for one in attacked.inferences] == [("location", 5)]
    assert not any("⁂" in request.source for request in engine.requests)


def test_what_one_post_tells_is_hidden_in_all_of_them_in_the_same_words(attributes, listener, cues):
    roles = Roles(FakeEngine(script), attributes, listener, pack=IN_ITS_WORDS)
    attacked = roles.attack(TEXT, GOAL)
    (verdict,) = roles.arbitrate(TEXT, attacked, GOAL).verdicts
    assert verdict.validity is Validity.HIGH  # the second post alone supports it too little
    rewritten = roles.rewrite(RewriteRequest(TEXT, attacked, (verdict,), GOAL))
    first, second, third = posts_apart(apply_changes(TEXT, rewritten.changes))
    assert first == "I live in the north."
    assert second.startswith("We live in the north, too.\n")
    assert third == "The north is wet. It rains."


def change(text: str, before: str, after: str, start: int = 0) -> Change:
    at = text.index(before, start)
    return Change(at, at + len(before), before, after, ("location",))


def test_words_agree_across_posts_and_rounds_but_grammar_stays_as_it_is() -> None:
    text = "In Leeds a man fed a cat. A trip to Leeds. Back to York in May, the a b."
    words = SameWords()
    made = [
        change(text, "Leeds", "the city"),
        change(text, "a man", "someone"),
        change(text, "to Leeds", "far away"),
        change(text, "the", "this"),
        change(text, "a b", ""),
    ]
    agreed = words.in_all_posts(text, made)
    assert agreed == tuple(made)  # nothing is the same phrase
    begun = "Leeds. A cat in Leeds. It is in Leeds."
    found = SameWords().in_all_posts(begun, [change(begun, "Leeds", "The city")])
    assert apply_changes(begun, found) == "The city. A cat in the city. It is in the city."
    later = "We like the city. Leeds, oh Leeds. My dog is from York."
    found = words.in_all_posts(later, [change(later, "Leeds", "home")])
    assert apply_changes(later, found) == "We like the city. The city, oh the city. My dog is from York."
    anew = SameWords().in_all_posts("Leeds. Leeds.", [change("Leeds. Leeds.", "Leeds", "home")])
    assert (
        apply_changes("Leeds. Leeds.", anew) == "home. Home."
    )  # as the model wrote it; the other as a sentence


def test_the_name_of_an_inferred_place_is_evidence_wherever_it_stands() -> None:
    verdicts = (Verdict("location", Validity.HIGH, ("my flat",)), Verdict("age", Validity.HIGH, ("34",)))
    read = [Inference("location", "", ("Leeds, United Kingdom",), 5), Inference("age", "", ("34",), 5)]
    place, age = with_named_everywhere("my flat. Leeds is wet. 34 rooms.", verdicts, read)
    assert place.evidence == ("my flat", "Leeds")
    assert age.evidence == ("34",)
