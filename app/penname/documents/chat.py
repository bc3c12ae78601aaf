"""Exports of chats: WhatsApp (.txt), Telegram, Discord, Signal (.json); the text is what one sender wrote.

The messages of all others are no part of it, so nothing can change them.
"""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from penname.documents.document import Fact, Unreadable
from penname.documents.json_source import PlacedList, PlacedString, as_json, pieces_of, read_json
from penname.documents.pieces import Piece, Splice, joined, spliced, splices, text_of
from penname.domain.errors import BadInput
from penname.sessions.intake import Intake, encode_text, read_text

_NOTICE = (
    "Only what this sender wrote is worked on. Names of senders, times and files stay in the chat, and so "
    "does what others wrote, also where they name or quote the sender."
)
_NOBODY = "Nobody of that name wrote in this chat. Give a name as the chat has it."
_NO_CHAT = "There are no messages in this file that Penname knows as a chat. Nothing was changed."
_SENDERS = ("from", "sender", "author", "user")  # Telegram; sigexport; DiscordChatExporter
_NAMES = ("nickname", "name")  # of an author that is an object
_TEXTS = ("text", "body", "content")
_ENTITIES = "text_entities"  # Telegram: the text once more, by its parts
# [12.03.24, 14:05:33] Ann: text     12/03/2024, 2:05 pm - Ann: text
_LINE = re.compile(
    r"^[\u200e\u200f]*(?:\[\d[^\]\n]{5,40}\]|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? [^\n-]{4,20} -) "
    r"(?:[\u200e\u200f~\u202f\xa0]*([^:\n]{1,80}): )?",
    re.MULTILINE,
)


class _Message(NamedTuple):
    sender: str
    pieces: list[Piece]
    entities: PlacedList | None = None  # where the text stands a second time


class ChatExport:
    """What both kinds share: `messages`, of which those of `sender` are the text. Raises BadInput.

    Without a sender the text is empty: `senders` says between whom is to be chosen.
    """

    def __init__(self, intake: Intake, messages: list[_Message], sender: str | None) -> None:
        self._intake, self._sender = intake, sender
        if not messages:
            raise Unreadable(_NO_CHAT)
        self.senders = tuple(dict.fromkeys(message.sender for message in messages))
        if sender is not None and sender not in self.senders:
            raise BadInput(_NOBODY)
        self._own = [message for message in messages if message.sender == sender]
        self._pieces = joined(message.pieces for message in self._own)
        self.text = text_of(self._pieces)
        self.facts: tuple[Fact, ...] = ()
        self.notices: tuple[str, ...] = (_NOTICE,)

    def stripped(self) -> bytes:
        """The same: what such a file tells is its text."""
        return encode_text(self._intake, self._intake.text)


class WhatsAppChat(ChatExport):
    """A chat as WhatsApp exports it: a message begins with a time and a sender, and may have more lines."""

    def __init__(self, data: bytes, encoding: str | None, sender: str | None) -> None:
        intake = read_text(data, encoding)
        super().__init__(intake, list(_lines(intake.text)), sender)

    def with_text(self, text: str) -> bytes:
        """The chat with other words of the sender."""
        source = self._intake.text
        changes = splices(self._pieces, text, {"": source}, lambda words: words).get("", [])
        return encode_text(self._intake, spliced(source, changes))


class JsonChat(ChatExport):
    """A chat in JSON: objects in lists that have a sender and a text."""

    def __init__(self, data: bytes, encoding: str | None, sender: str | None) -> None:
        intake = read_text(data, encoding)
        super().__init__(intake, list(_objects(read_json(intake.text, ".json"), intake.text)), sender)

    def with_text(self, text: str) -> bytes:
        """The chat with other words of the sender, also where Telegram has them a second time."""
        source = self._intake.text
        changes = splices(self._pieces, text, {"": source}, lambda words: as_json(words, source))
        made = spliced(source, changes.get("", []))
        if any(message.entities is not None for message in self._own):
            made = spliced(made, _again(read_json(made, ".json"), made, self._sender))
        return encode_text(self._intake, made)


def _lines(source: str) -> Iterator[_Message]:
    heads = list(_LINE.finditer(source))
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(source)
        end = head.end() + len(source[head.end() : end].rstrip("\r\n"))
        if head[1] is not None and end > head.end():
            yield _Message(head[1], [Piece(source[head.end() : end], "", head.end(), end)])


def _objects(value: object, source: str) -> Iterator[_Message]:
    if isinstance(value, dict):
        sender, written = _sender(value), next((value[key] for key in _TEXTS if key in value), None)
        if sender and isinstance(written, PlacedString | PlacedList):
            entities = value.get(_ENTITIES)
            pieces = list(_pieces(written, source))
            if pieces:
                yield _Message(sender, pieces, entities if isinstance(entities, PlacedList) else None)
            return
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            if isinstance(one, dict | list):
                yield from _objects(one, source)


def _sender(message: dict[str, object]) -> str:
    found = next((message[key] for key in _SENDERS if key in message), None)
    if isinstance(found, dict):
        found = next((found[key] for key in _NAMES if isinstance(found.get(key), PlacedString)), None)
    return str(found) if isinstance(found, PlacedString) else ""


def _pieces(written: object, source: str) -> Iterator[Piece]:
    """A text, or Telegram's list of texts and of links, bold words and the like."""
    if isinstance(written, PlacedString):
        yield from pieces_of(source, written)
    elif isinstance(written, dict):
        yield from _pieces(written.get("text"), source)
    elif isinstance(written, PlacedList):
        for one in written:
            yield from _pieces(one, source)


def _again(value: object, source: str, sender: str | None) -> Iterator[Splice]:
    """Put the sender's new words in place of the old ones where they stand once more."""
    for message in _objects(value, source):
        told = message.entities
        if message.sender == sender and told is not None:
            now = text_of(message.pieces)
            if now != text_of(_pieces(told, source)):
                again = json.dumps([{"type": "plain", "text": now}], ensure_ascii=False)
                yield Splice(told.start, told.end, again)
