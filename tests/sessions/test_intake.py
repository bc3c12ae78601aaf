"""How texts come in and go out: byte for byte, or refused with a sentence."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from penname.domain.errors import BadEncoding, BadInput
from penname.sessions.intake import Intake, check_text, encode_text, read_text

TYPED = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\r\n\t"), min_size=1)


@given(TYPED, st.sampled_from(["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"]), st.booleans())
def test_what_comes_in_goes_out_byte_for_byte(text: str, encoding: str, marked: bool) -> None:
    assume(any(character.isalnum() for character in text) and not text.startswith("\ufeff"))
    source = (("\ufeff" if marked else "") + text).encode(encoding)
    intake = read_text(source, encoding)
    assert intake == Intake(text, encoding, marked)
    assert encode_text(intake, intake.text) == source


@pytest.mark.parametrize(
    "source", [b"Hi\r\nthere\r", "\ufeffHi\u00a0you".encode(), "e\u0301 👩\u200d👧 שלום\u2028".encode()]
)
def test_utf8_needs_no_encoding_named(source: bytes) -> None:
    intake = read_text(source)
    assert intake.encoding == "utf-8"
    assert intake.bom == source.startswith(b"\xef\xbb\xbf")
    assert encode_text(intake, intake.text) == source


def test_the_result_keeps_mark_and_encoding() -> None:
    assert (
        encode_text(read_text("\ufeffI live in Köln".encode()), "I live here") == "\ufeffI live here".encode()
    )
    assert encode_text(read_text("Köln".encode("cp1252"), "cp1252"), "a “Köln”") == "a “Köln”".encode(
        "cp1252"
    )
    with pytest.raises(BadInput, match="cp1252 does not have"):
        encode_text(Intake("Köln", "cp1252"), "שלום")


@pytest.mark.parametrize("source", [b"", b" \r\n\t", "\ufeff".encode(), "\u00a0\u200b\n".encode()])
def test_empty_and_blank_are_refused(source: bytes) -> None:
    with pytest.raises(BadInput, match="no text here"):
        read_text(source)


@pytest.mark.parametrize(
    "source",
    [
        b"\x7fELF\x02\x01\x01\0\0",
        b"PK\x03\x04\x14\0\x06\0\x08\0",
        b"text with a \0 in it",
        bytes(range(256)) * 4,
        b"\x01\x02\x03",
    ],
)
def test_binary_is_refused(source: bytes) -> None:
    with pytest.raises(BadInput, match="not a text file") as refused:
        read_text(source)
    assert not isinstance(refused.value, BadEncoding)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1252", "Wir wohnen in Köln, und mein Mann ist Bäcker – schön, “oder”?"),
        ("cp1251", "Я живу в Москве и работаю учителем в школе, мне тридцать лет."),
        ("shift_jis", "私は東京に住んでいます。仕事は看護師です。毎日電車で通っています。"),
        ("utf-16", "I live in Lisbon."),
        ("utf-32", "I live in Lisbon."),
    ],
)
def test_another_encoding_is_offered_and_works(encoding: str, text: str) -> None:
    source = text.encode(encoding)
    with pytest.raises(BadEncoding, match="not saved as UTF-8") as refused:
        read_text(source)
    detected = refused.value.detected
    assert detected is not None
    assert detected in str(refused.value)
    intake = read_text(source, detected)
    assert intake.text == text
    assert encode_text(intake, text) == source


@pytest.mark.parametrize("name", ["klingon", "hex", "utf-7\0", ""])
def test_an_encoding_nobody_knows_is_refused(name: str) -> None:
    if not name:
        assert read_text(b"abc", name).text == "abc"
        return
    with pytest.raises(BadInput, match="encoding"):
        read_text(b"abc", name)


def test_an_encoding_that_does_not_fit_is_refused() -> None:
    with pytest.raises(BadInput, match="cannot be read as ascii"):
        read_text("Köln".encode(), "ascii")


def test_half_a_character_is_refused() -> None:
    with pytest.raises(BadInput, match="half a character"):
        check_text("pasted \ud83d wrongly")


@given(st.binary(max_size=60))
def test_any_bytes_are_read_exactly_or_refused_in_a_sentence(source: bytes) -> None:
    try:
        intake = read_text(source)
    except BadInput:
        return
    assert encode_text(intake, intake.text) == source
