"""A new text goes back into the places of the old one, whatever it is: words, formats and gaps."""

import html

from hypothesis import given
from hypothesis import strategies as st

from penname.documents.pieces import Hold, Piece, joined, spliced, splices, text_of

words = st.text("ab <&\xe4", min_size=1, max_size=6)
lines = st.lists(st.lists(words, min_size=1, max_size=4), min_size=1, max_size=4)


def document(paragraphs: list[list[str]]) -> tuple[str, list[Piece]]:
    """A source of runs in [ and ], a paragraph a line, words escaped."""
    source, listed = "", list[list[Piece]]()
    for paragraph in paragraphs:
        listed.append([])
        for run in paragraph:
            source += "["
            for sign in run:
                written = html.escape(sign)
                listed[-1].append(Piece(sign, "", len(source), len(source) + len(written)))
                source += written
            source += "]"
        source += "\n"
    return source, joined(listed)


def read(source: str) -> str:
    """What a source reads as."""
    paragraphs = [html.unescape(line.replace("[", "").replace("]", "")) for line in source.split("\n")]
    return "\n".join(paragraph for paragraph in paragraphs if paragraph.strip())


@given(lines, st.lists(words, min_size=1, max_size=6).map("".join))
def test_any_line_can_become_any_other(paragraphs: list[list[str]], line: str) -> None:
    source, pieces = document(paragraphs)
    text = text_of(pieces)
    if not text:
        return
    assert read(source) == text
    for index in range(text.count("\n") + 1):
        new = text.split("\n")
        new[index] = line
        made = spliced(source, splices(pieces, "\n".join(new), {"": source}, html.escape).get("", []))
        assert read(made).split() == "\n".join(new).split()
        assert made.count("[") == source.count("[")


@given(lines, lines)
def test_a_text_of_other_lines_loses_no_word(paragraphs: list[list[str]], others: list[list[str]]) -> None:
    source, pieces = document(paragraphs)
    new = "\n".join("".join(line) for line in others)
    if not pieces:
        return
    made = spliced(source, splices(pieces, new, {"": source}, html.escape).get("", []))
    assert "".join(read(made).split()) == "".join(new.split())


def test_words_that_go_into_the_place_of_a_line_end_stay_in_their_paragraph() -> None:
    pieces = joined([[Piece("one", "", 0, 3), Piece("\n", "", 3, 4, Hold.ELEMENT), Piece("two", "", 4, 7)]])
    made = splices(pieces, "one and two", {"": "one/two"}, str)
    assert spliced("one/two", made[""]) == "one and two"
