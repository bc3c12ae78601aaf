"""The bytes of free text as finite automata: valid UTF-8 only, and in JSON strings valid escapes only.

A state says what must follow; `BOUNDARY` is the state between two characters, where the text may also end.
UTF-8's well-formed sequences are those of the Unicode standard, table 3-7; JSON's strings those of RFC 8259,
section 7.
"""

from collections.abc import Iterable

BOUNDARY = 0
_ONE_MORE, _TWO_MORE, _THREE_MORE = 1, 2, 3  # any continuation bytes
_AFTER_E0, _AFTER_ED, _AFTER_F0, _AFTER_F4 = 4, 5, 6, 7  # their first continuation byte is restricted
_ESCAPE, _HEX_1, _HEX_2, _HEX_2_LOW, _HEX_3, _HEX_4 = 8, 9, 10, 11, 12, 13

_Moves = dict[int, int]


def _moves(*rules: tuple[Iterable[int], int]) -> _Moves:
    return {byte: state for bytes_, state in rules for byte in bytes_}


_ASCII = set(range(0x20, 0x7F))
_MULTIBYTE = _moves(
    (range(0xC2, 0xE0), _ONE_MORE),
    (range(0xE1, 0xF0), _TWO_MORE),
    ([0xE0], _AFTER_E0),
    ([0xED], _AFTER_ED),
    ([0xF0], _AFTER_F0),
    (range(0xF1, 0xF4), _THREE_MORE),
    ([0xF4], _AFTER_F4),
)
_CONTINUATION: dict[int, _Moves] = {
    _ONE_MORE: _moves((range(0x80, 0xC0), BOUNDARY)),
    _TWO_MORE: _moves((range(0x80, 0xC0), _ONE_MORE)),
    _THREE_MORE: _moves((range(0x80, 0xC0), _TWO_MORE)),
    _AFTER_E0: _moves((range(0xA0, 0xC0), _ONE_MORE)),
    _AFTER_ED: _moves((range(0x80, 0xA0), _ONE_MORE)),
    _AFTER_F0: _moves((range(0x90, 0xC0), _TWO_MORE)),
    _AFTER_F4: _moves((range(0x80, 0x90), _TWO_MORE)),
}
_HEX = b"0123456789abcdefABCDEF"

PROSE: dict[int, _Moves] = {
    BOUNDARY: _moves((_ASCII, BOUNDARY), (b"\n\t", BOUNDARY)) | _MULTIBYTE,
    **_CONTINUATION,
}
LINE: dict[int, _Moves] = {BOUNDARY: _moves((_ASCII, BOUNDARY)) | _MULTIBYTE, **_CONTINUATION}
# \ud800 to \udfff are left out: a character beyond the basic plane is written as itself, never as two halves.
JSON_STRING: dict[int, _Moves] = {
    BOUNDARY: _moves((_ASCII - set(b'"\\'), BOUNDARY), (b"\\", _ESCAPE)) | _MULTIBYTE,
    **_CONTINUATION,
    _ESCAPE: _moves((b'"\\/bfnrt', BOUNDARY), (b"u", _HEX_1)),
    _HEX_1: _moves((set(_HEX) - set(b"dD"), _HEX_2), (b"dD", _HEX_2_LOW)),
    _HEX_2: _moves((_HEX, _HEX_3)),
    _HEX_2_LOW: _moves((b"01234567", _HEX_3)),
    _HEX_3: _moves((_HEX, _HEX_4)),
    _HEX_4: _moves((_HEX, BOUNDARY)),
}
