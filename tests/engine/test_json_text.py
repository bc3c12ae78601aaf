"""The automata of free text, at the edges of the tables of the Unicode standard (3-7) and of RFC 8259."""

import pytest

from penname.engine.grammar import Line, Prose, String
from penname.engine.grammar.matcher import GrammarMatcher

# The first and the last character of each row of the table.
_EDGES = (
    "\x80\u07ff\u0800\u0fff\u1000\ucfff\ud000\ud7ff\ue000\uffff\U00010000\U0003ffff\U00040000\U000fffff"
    "\U00100000\U0010ffff"
)
_ILL_FORMED = (
    b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc2", b"\xc2\x7f", b"\xc2\xc0", b"\xdf\xc0",
    b"\xe0\x9f\xbf", b"\xe0\xa0\x7f", b"\xe0\xa0", b"\xe1\x7f\x80", b"\xe1\xc0\x80", b"\xef\xc0\x80",
    b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xef\xbf\xc0",
    b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x80", b"\xf0\xc0\x80\x80", b"\xf1\x7f\x80\x80", b"\xf3\xc0\x80\x80",
    b"\xf4\x90\x80\x80", b"\xf4\x7f\x80\x80", b"\xf4\x8f\xbf\xc0", b"\xf5\x80\x80\x80", b"\xff",
)  # fmt: skip


def accepts(grammar: Line | Prose | String, data: bytes) -> bool:
    matcher = GrammarMatcher(grammar)
    return bool(matcher.ended(matcher.feed(matcher.start, data)))


@pytest.mark.parametrize("character", _EDGES)
def test_well_formed_characters_are_one_character_each(character: str) -> None:
    for grammar in (Line, Prose, String):
        assert accepts(grammar(1), character.encode())
        assert accepts(grammar(2), 2 * character.encode())
        assert not accepts(grammar(1), 2 * character.encode())


@pytest.mark.parametrize("data", _ILL_FORMED)
def test_ill_formed_bytes_are_refused(data: bytes) -> None:
    assert not accepts(Prose(4), data)
    assert not accepts(Line(4), data)
    assert not accepts(String(4), data)


def test_of_the_control_characters_prose_may_have_line_feed_and_tab_and_others_none() -> None:
    controls = [*range(0x20), 0x7F]
    assert [byte for byte in controls if accepts(Prose(1), bytes([byte]))] == [ord("\t"), ord("\n")]
    assert [byte for byte in controls if accepts(String(1), bytes([byte]))] == []
    assert [byte for byte in controls if accepts(Line(1), bytes([byte]))] == []
    printable = set(range(0x20, 0x7F))
    assert {byte for byte in range(0x80) if accepts(Line(1), bytes([byte]))} == printable
    assert {byte for byte in range(0x80) if accepts(String(1), bytes([byte]))} == printable - set(b'"\\')


def test_a_backslash_begins_one_of_the_nine_escapes() -> None:
    assert {chr(byte) for byte in range(256) if accepts(String(1), b"\\" + bytes([byte]))} == set('"\\/bfnrt')
    assert accepts(Prose(1), b"\\")
    assert not accepts(String(1), b"\\")


@pytest.mark.parametrize("digits", ["0000", "d7ff", "D7FF", "e000", "E000", "ffff", "fFaA", "9999", "f0dd"])
def test_four_hexadecimal_digits_are_one_character(digits: str) -> None:
    assert accepts(String(1), f"\\u{digits}".encode())
    assert not accepts(String(1), f"\\u{digits}a".encode())


@pytest.mark.parametrize(
    "digits", ["d800", "D8FF", "dbff", "DC00", "dfff", "00", "000", "00g0", "g000", "000g"]
)
def test_half_characters_and_what_is_no_number_are_refused(digits: str) -> None:
    assert not accepts(String(4), f"\\u{digits}".encode())
