"""The anonymizer misleading, and acting on inferences or on nothing: what it is sent, what becomes of it."""

import json

import pytest
from msgspec import structs

from fake_engine import FakeEngine, Reply, last_turn
from penname.domain.changes import ChangeOrigin, Edit, apply_changes
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Source, Validity, Verdict
from penname.domain.matching import Match
from penname.engine.requests import Request
from penname.roles.rewrite_request import Aim, Feedback, RewriteRequest
from penname.roles.roles import Roles, told_attacks

TEXT = "I moved to Leeds with my husband. The rent is fine and I work nights. I wrote this on the bus home."
NAMES = ("location", "occupation", "relationship")
GOAL = Goal(NAMES, frozenset(NAMES), truth=(("location", "Leeds, United Kingdom"),))
LOCATION = Inference("location", '"moved to Leeds" says so.', ("Leeds, United Kingdom", "York", "Hull"), 4)
OCCUPATION = Inference("occupation", '"work nights" points to shifts.', ("nurse", "guard", "driver"), 3)
IN_LEEDS = Verdict("location", Validity.HIGH, ("moved to Leeds",), "lives in Leeds")
NIGHTS = Verdict("occupation", Validity.NOT_JUDGED, ("work nights",))
TO_GRAZ = Aim("location", "Graz, Austria", "Leeds, United Kingdom")
TO_BAKER = Aim("occupation", "baker")


def attacked(*inferences: Inference) -> Attacked:
    return Attacked(inferences, (TextPart(0, len(TEXT), inferences),))


def edits(*pairs: tuple[str, str], explanation: str = "") -> str:
    lines = [f"explanation: {explanation}"] if explanation else []
    lines += (json.dumps({"find": find, "replace": replace}, ensure_ascii=False) for find, replace in pairs)
    return "\n".join(lines)


def answering(*replies: Reply, pack: str = "starter") -> FakeEngine:
    left = list(replies)

    def script(request: Request) -> Reply:
        return left.pop(0)

    return FakeEngine(script, pack=pack)


class TestTheStarter:
    """In the words of its training, after the turns it was trained on."""

    def test_the_turn_order_of_its_training_is_kept(self, attributes, cues):
        engine = answering(edits(("work nights", "knead dough at four")))
        roles = Roles(engine, attributes)
        found = attacked(LOCATION, OCCUPATION)
        rewritten = roles.rewrite(
            RewriteRequest(TEXT, found, [IN_LEEDS, NIGHTS], GOAL, aims=[TO_GRAZ, TO_BAKER])
        )
        (request,) = engine.requests
        assert [message.role for message in request.messages] == [
            *("system", "user", "assistant", "user", "assistant", "user"),
        ]
        assert request.messages[3].content == "Arbitrate: judge each inference."
        assert (
            last_turn(request)
            == "Mislead: edit the comment so that the author's occupation seems to be baker."
        )
        assert apply_changes(TEXT, rewritten.changes) == (
            "I moved to Graz with my husband. The rent is fine and I knead dough at four. "
            "I wrote this on the bus home."
        )
        assert [(c.origin, c.attributes) for c in rewritten.changes] == [
            (ChangeOrigin.RULE, ("location",)),
            (ChangeOrigin.MODEL, ("occupation",)),
        ]

    def test_several_targets_are_asked_for_as_in_training(self, attributes, cues):
        text = "Bins are out on Monday. I work nights."
        bins = Inference("location", '"Bins are out"', ("Leeds, United Kingdom", "York", "Hull"), 4)
        verdict = Verdict("location", Validity.MEDIUM, ("Bins are out",))
        found = Attacked((bins, OCCUPATION), (TextPart(0, len(text), (bins, OCCUPATION)),))
        engine = answering(edits(("Bins are out", "Trash goes out"), ("work nights", "knead dough")))
        Roles(engine, attributes).rewrite(
            RewriteRequest(text, found, [verdict, NIGHTS], GOAL, aims=[TO_GRAZ, TO_BAKER])
        )
        assert last_turn(engine.requests[0]) == (
            "Mislead: edit the comment so that the author's location seems to be Graz, Austria instead of "
            "Leeds, United Kingdom; author's occupation seems to be baker."
        )

    def test_a_phrase_nobody_could_turn_is_made_vaguer_by_its_rule(self, attributes, cues):
        text = "I dropped out of high school. It rains."
        rule = Inference(
            "education",
            "",
            ("No high school diploma",) * 3,
            5,
            Source.RULE,
            ("I dropped out of high school",),
            (Edit("dropped out of high school", "changed plans", ("education",), ChangeOrigin.RULE),),
        )
        verdict = Verdict("education", Validity.HIGH, rule.quotes)
        goal = Goal(("education",), frozenset({"education"}))
        engine = answering(edits(("I dropped out of high school", "I dropped out of high school")))
        roles = Roles(engine, attributes)
        found = Attacked((rule,), (TextPart(0, len(text), (rule,)),))
        rewritten = roles.rewrite(
            RewriteRequest(text, found, [verdict], goal, aims=[Aim("education", "PhD in Physics")])
        )
        assert apply_changes(text, rewritten.changes) == "I changed plans. It rains."

    def test_it_needs_the_arbitrators_turn_and_cannot_be_told_the_truth(self, attributes):
        assert Roles(answering(), attributes).needs_verdicts
        assert not told_attacks("starter")

    def test_what_has_no_target_is_asked_for_in_a_turn_it_knows(self, attributes, cues):
        engine = answering(edits(("work nights", "work")))
        aims = (TO_GRAZ, Aim("occupation", None))
        found = attacked(LOCATION, OCCUPATION)
        rewritten = Roles(engine, attributes).rewrite(
            RewriteRequest(TEXT, found, [IN_LEEDS, NIGHTS], GOAL, aims=aims)
        )
        assert last_turn(engine.requests[0]).startswith("Generalize: ")
        changed = TEXT.replace("Leeds", "Graz").replace(" nights", "")
        assert apply_changes(TEXT, rewritten.changes) == changed

    def test_inferences_are_acted_on_whatever_was_judged(self, attributes, cues):
        engine = answering(edits(("work nights", "work")))
        low = Verdict("occupation", Validity.LOW, ("work nights",))
        roles = Roles(engine, attributes)
        rewritten = roles.rewrite(
            RewriteRequest(TEXT, attacked(OCCUPATION), [low], GOAL, feedback=Feedback.INFERENCES)
        )
        assert last_turn(engine.requests[0]) == (
            "Generalize: edit the comment so that it no longer reveals occupation."
        )
        assert "nights" not in apply_changes(TEXT, rewritten.changes)

    def test_without_feedback_it_sees_the_text_and_the_attributes_alone(self, attributes, cues):
        engine = answering(edits(("Leeds", "a city")))
        execute = [Verdict(name, Validity.NOT_JUDGED) for name in NAMES]
        rewritten = Roles(engine, attributes).rewrite(
            RewriteRequest(TEXT, Attacked((), ()), execute, GOAL, feedback=Feedback.NONE)
        )
        (request,) = engine.requests
        assert [message.role for message in request.messages] == ["system", "user"]
        assert last_turn(request) == (
            f'Comment:\n"""\n{TEXT}\n"""\nGeneralize: edit the comment so that it no longer reveals '
            "location, occupation, relationship."
        )
        assert [(c.before, c.after, c.attributes) for c in rewritten.changes] == [("Leeds", "a city", ())]


class TestAnyOtherModel:
    """Each request a conversation of its own, which shows no more than the aims say."""

    def mislead(self, attributes, *aims: Aim, reply: str = "", goal: Goal = GOAL):
        self.engine = answering(
            reply or edits(("moved to Leeds", "moved to Graz"), explanation="Another city."), pack="default"
        )
        roles = Roles(self.engine, attributes)
        return roles.rewrite(
            RewriteRequest(TEXT, attacked(LOCATION, OCCUPATION), [IN_LEEDS, NIGHTS], goal, aims=aims)
        )

    def test_the_target_may_bring_in_names(self, attributes):
        rewritten = self.mislead(attributes, TO_GRAZ, TO_BAKER)
        assert [(c.before, c.after, c.attributes) for c in rewritten.changes] == [
            ("Leeds", "Graz", ("location",))
        ]
        assert rewritten.explanation == "Another city."
        assert len(self.engine.requests) == 1  # the paper's anonymizer is asked once

    @pytest.mark.parametrize(
        ("aim", "shown", "hidden"),
        [
            (
                Aim("location", "Graz, Austria", None, True),
                ["Graz", "moved to Leeds", "guesses Leeds"],
                ["true"],
            ),
            (
                Aim("location", "Graz, Austria", "Leeds, UK", False),
                ["Graz", "not Leeds, UK, which is true"],
                ["guesses"],
            ),
            (
                Aim("location", "Graz, Austria", "Leeds, UK", True),
                ["Graz", "not Leeds, UK, which is true", "guesses Leeds"],
                [],
            ),
        ],
    )
    def test_it_is_shown_what_the_condition_allows(self, attributes, aim, shown, hidden):
        self.mislead(attributes, aim)
        asked = last_turn(self.engine.requests[0]).partition("How to edit")[0]
        for words in shown:
            assert words in asked
        for words in hidden:
            assert words not in asked

    def test_an_edit_that_still_says_the_value_is_dropped(self, attributes):
        reply = edits(("moved to Leeds", "came to Leeds town"), ("my husband", "my wife"), explanation="x")
        rewritten = self.mislead(attributes, TO_GRAZ, TO_BAKER, reply=reply)
        assert [drop.reason for drop in rewritten.dropped] == ["it would still say “Leeds”"]
        # The value that stands outright is replaced by rule all the same.
        assert apply_changes(TEXT, rewritten.changes) == TEXT.replace("husband", "wife").replace(
            "Leeds", "Graz"
        )

    def test_locked_phrases_stay(self, attributes):
        goal = structs.replace(GOAL, locked=("Leeds",))
        rewritten = self.mislead(attributes, TO_GRAZ, TO_BAKER, goal=goal)
        assert rewritten.changes == ()
        assert rewritten.refused is not None
        assert "- These words must stay: Leeds\n" in last_turn(self.engine.requests[0])

    def test_fgaa_shows_the_inferences_and_no_verdict_and_base_neither(self, attributes):
        for feedback in (Feedback.INFERENCES, Feedback.NONE):
            engine = answering(edits(("work nights", "work"), explanation="x"), pack="default")
            found = attacked(LOCATION, OCCUPATION) if feedback is Feedback.INFERENCES else Attacked((), ())
            evidence = (
                NIGHTS if feedback is Feedback.INFERENCES else Verdict("occupation", Validity.NOT_JUDGED)
            )
            roles = Roles(engine, attributes)
            rewritten = roles.rewrite(RewriteRequest(TEXT, found, [evidence], GOAL, feedback=feedback))
            asked = last_turn(engine.requests[0])
            assert ("points to shifts" in asked) is (feedback is Feedback.INFERENCES)
            assert "validity" not in asked
            assert "moved to Leeds\\" not in asked
            assert "United Kingdom" not in asked  # neither the truth nor what is not acted on
            assert apply_changes(TEXT, rewritten.changes) == TEXT.replace(" nights", "")

    def test_a_told_attacker_lists_cues_and_no_other_request_holds_the_truth(self, attributes):
        goal = Goal(NAMES, frozenset(NAMES), truth=(("location", "Quetzaltenango, Guatemala"),))
        engine = answering('location: Look at "moved to Leeds".', pack="default")
        roles = Roles(engine, attributes)
        cues = roles.list_cues(TEXT, ["location"], goal)
        assert "Quetzaltenango" in last_turn(engine.requests[0])
        assert "birthplace" not in last_turn(engine.requests[0])
        (only,) = cues.inferences
        assert (only.attribute, only.guesses[0]) == ("location", "Quetzaltenango, Guatemala")
        assert only.reasoning == 'Look at "moved to Leeds".'
        assert told_attacks("default")


def test_the_truth_reaches_no_prompt_but_by_an_aim(attributes, cues):
    goal = Goal(NAMES, frozenset(NAMES), truth=(("location", "Quetzaltenango, Guatemala"),))
    read = json.dumps(
        {
            "attribute": "location",
            "reasoning": '"moved to Leeds"',
            "guesses": ["Leeds, UK", "a", "b"],
            "certainty": 4,
        }
    )
    judged = json.dumps(
        {"attribute": "location", "validity": "high", "evidence": ["moved to Leeds"], "concept": "Leeds"}
    )
    engine = answering(read, judged, edits(("moved to Leeds", "moved away")))
    roles = Roles(engine, attributes)
    found = roles.attack(TEXT, goal)
    verdicts = roles.arbitrate(TEXT, found, goal).verdicts
    roles.rewrite(RewriteRequest(TEXT, found, verdicts, goal, feedback=Feedback.INFERENCES))
    everything = "".join(m.content for request in engine.requests for m in request.messages)
    assert len(engine.requests) == 3
    assert "Quetzaltenango" not in everything


def test_guesses_are_matched_and_targets_drawn_by_rule(attributes):
    roles = Roles(answering(), attributes)
    assert roles.matches("location", "Portugal", "Lisbon, Portugal") is Match.LESS_PRECISE
    assert roles.matches("location", "Austria", "Australia") is Match.NO
    assert roles.matches("age", "35", "34") is Match.YES
    drawn = {roles.draw_target("relationship", "married") for _ in range(200)}
    assert drawn == {"single", "in a relationship", "engaged", "divorced", "widowed"}
    assert roles.draw_target("shoe size", None) is None
