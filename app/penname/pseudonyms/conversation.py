"""A conversation with a chatbot: its name, the day it began, and who stands for whom in it."""

import msgspec

from penname.domain.errors import BadInput
from penname.pseudonyms.mapping import Mapping

LONGEST_NAME = 80


class Conversation(msgspec.Struct, frozen=True):
    """`date` is ISO 8601 (2026-11-21); `mapping` is that of all texts sent in it."""

    name: str
    date: str
    mapping: Mapping = Mapping()


def checked_name(name: str) -> str:
    """A name as Penname stores it; raises BadInput for none or one that is too long."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME:
        raise BadInput(f"Please give the conversation a name of 1 to {LONGEST_NAME} characters.")
    return name
