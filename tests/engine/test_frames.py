"""Frames: what comes through, and what is refused before anything acts on it."""

import contextlib
import io
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from penname.engine import frames
from penname.engine.grammar import Fixed, OneOf, Sequence, Span
from penname.engine.requests import Message, Request, Sampling


def read(data: bytes) -> list[frames.ToHost]:
    reader: frames.FrameReader[frames.ToHost] = frames.FrameReader(io.BytesIO(data), frames.ToHost)
    messages = []
    while (message := reader.read()) is not None:
        messages.append(message)
    return messages


def test_a_request_arrives_as_it_was_sent() -> None:
    grammar = Sequence((Fixed("a\n"), OneOf((Span(7), Fixed("")), bias=(0.5, 0.0))))
    request = Request((Message("user", "Ω <|im_end|> \x00"),), grammar, Sampling(0.5, 0.9, 7, 10), "Ω")
    sent: list[frames.ToHost] = [frames.Ask(1, request), frames.Cancel(1), frames.Count(2, ("a", ""))]
    assert read(b"".join(map(frames.encode, sent))) == sent


def body(text: bytes) -> bytes:
    return struct.pack(">I", len(text)) + text


@pytest.mark.parametrize(
    "data",
    [
        b"\x00",
        body(b'{"type":"cancel","number":1}')[:-1],
        struct.pack(">I", frames.LARGEST + 1) + b"x" * 100,
        body(b"not json"),
        body(b"\xff"),
        body(b'{"type":"unknown"}'),
        body(b'{"type":"cancel","number":"1"}'),
        body(b'{"type":"cancel"}'),
        body(b'{"type":"done","number":1}'),  # a message of the other direction
        body(b"[" * 100_000),
    ],
)
def test_what_is_no_message_is_refused(data: bytes) -> None:
    with pytest.raises(frames.BadFrame):
        read(data)


@given(st.binary(max_size=60))
def test_no_bytes_do_more_than_be_refused(data: bytes) -> None:
    with contextlib.suppress(frames.BadFrame):
        read(data)


def test_what_cannot_be_sent_is_refused_here() -> None:
    with pytest.raises(frames.BadFrame, match="too long"):
        frames.encode(frames.Count(1, ("x" * frames.LARGEST,)))
    with pytest.raises(frames.BadFrame, match="characters"):
        frames.encode(frames.Count(1, ("\ud800",)))
