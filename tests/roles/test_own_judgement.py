"""What the writer says of its own deletions, and which it gives up."""

import math

from penname.domain.changes import Change
from penname.roles.writing.own_judgement import YES, reads_on, shown_edit, standing

TEXT = "I'm a nurse. She is, too. Any tips for nights in Leeds?"
NURSE, TOO = Change(0, 12, TEXT[:12], ""), Change(13, 25, TEXT[13:25], "")
IN_LEEDS = Change(45, 54, TEXT[45:54], "")


def likes(*good: tuple[str, float]):
    """A writer that likes an edit as much as the first of `good` says whose words it has; others surely."""
    asked = []

    def losses(texts):
        asked.extend(shown for shown, _ in texts)
        assert {answer for _, answer in texts} == {YES}
        return [(-math.log(next((g for part, g in good if part in shown), 1.0)),) for shown, _ in texts]

    losses.asked = asked
    return losses


def test_an_edit_is_shown_as_wdiff_does():
    assert shown_edit("I ", "drive a bus", "work", ". Bye!") == "I [-drive a bus-]{+work+}. Bye!\nReads on:"
    assert shown_edit("I ", "really ", "", "do.") == "I [-really -]do.\nReads on:"
    assert reads_on(["a", "b"], likes(("a", 0.25))) == [0.25, 1.0]


def test_each_deletion_is_looked_at_beside_the_others():
    writer = likes()
    found = standing(TEXT, {1: [NURSE], 3: [IN_LEEDS]}, writer, 0.5)
    assert found == {1: 1.0, 3: 1.0}
    assert writer.asked == [
        "[-I'm a nurse. -]She is, too. Any tips for nights?\nReads on:",
        " She is, too. Any tips for nights[- in Leeds-]?\nReads on:",
    ]


def test_the_worst_is_given_up_and_the_others_are_looked_at_again():
    """What hangs on a sentence that stays after all may go with it, and is judged as it stands then."""
    writer = likes(("[-I'm a nurse. -]She", 0.2), ("I'm a nurse. She is, too. Any tips for nights[-", 0.6))
    assert standing(TEXT, {1: [NURSE], 3: [IN_LEEDS]}, writer, 0.5) == {3: 0.6}
    assert standing(TEXT, {1: [NURSE]}, writer, 0.5) == {}


def test_sentences_that_go_one_after_the_other_are_one_gap():
    writer = likes(("[-I'm a nurse. She is, too. -]", 0.8))
    assert standing(TEXT, {1: [NURSE], 2: [TOO]}, writer, 0.5) == {1: 0.8, 2: 0.8}
    assert len(writer.asked) == 1


def test_a_capital_belongs_to_what_is_left():
    text = "At work, I laugh. My wife says, we laugh."
    writer = likes()
    standing(text, {2: [Change(18, 33, text[18:33], "W")]}, writer, 0.5)
    assert writer.asked == ["At work, I laugh. [-My wife says, -]We laugh.\nReads on:"]
