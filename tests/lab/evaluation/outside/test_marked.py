"""A change in its sentence, before and after, beside the text's other changes."""

import pytest

from penname.domain.changes import changes_from_rewrite
from penname.lab.evaluation.outside.marked import in_its_sentence


@pytest.mark.parametrize(
    ("original", "edited", "shown"),
    [
        (
            "It rains. I live in Cork, near Anna. Bye.",
            "It rains. I live in a town, near a friend. Bye.",
            [
                ("I live in [[Cork]], near Anna.", "I live in [[a town]], near a friend."),
                ("I live in Cork, near [[Anna]].", "I live in a town, near [[a friend]]."),
            ],
        ),
        ("I knit. As a nurse. Bye.", "I knit. Bye.", [("[[As a nurse. ]]", "[[]]")]),
        ("I knit.", "I knit. Bye.", [("I knit.[[]]", "I knit.[[ Bye.]]")]),
        ("I knit.", "Well, I knit.", [("[[]]I knit.", "[[Well, ]]I knit.")]),
        ("Cork. Bonn.", "Rome.", [("[[Cork. Bonn]].", "[[Rome]].")]),
    ],
)
def test_it_is_marked_alone(original: str, edited: str, shown: list[tuple[str, str]]) -> None:
    changes = changes_from_rewrite(original, edited)
    assert [in_its_sentence(original, changes, index) for index in range(len(changes))] == shown
