""".mbox: many mails in one file, each behind a line that begins with "From " (RFC 4155).

A mail whose words stay keeps every byte, and so does what stands between two mails.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from penname.documents.document import LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.mail import Mail
from penname.documents.pieces import Splice, joined, splices, text_of

_KIND = ".mbox"
_MOST_MAILS = 50_000
_MOST_SHOWN = 3  # values of a header
# A time stands in each: "From 2019 on, I lived" is a sentence, in a body whose writer forgot to quote it.
_ENVELOPE = re.compile(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From ([^\r\n]*\d:\d\d[^\r\n]*)(?:\r?\n|\Z)")
_BLANK_LINE = re.compile(rb"(?<=\n)\r?\n\Z")
_NOBODY = b"MAILER-DAEMON Thu Jan  1 00:00:00 1970"
_TOO_MANY = (
    "This file holds more than {most:,} mails. Nothing was changed. Move some of them to another folder in "
    "your mail program, and export them apart."
)
_NOT_READ = "{count} of the {total} mails in this file are damaged or locked. They stay as they are."


class _Place(NamedTuple):
    """Where a mail lies: what its first line says from `envelope` to `start`, itself from there to `end`."""

    envelope: tuple[int, int]
    start: int
    end: int


class Mailbox:
    """The mails of a file, one below the other. Raises Unreadable."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._places = list(_places(data))
        self._mails: dict[int, Mail] = {}
        for number, place in enumerate(self._places):
            try:
                self._mails[number] = Mail(data[place.start : place.end])
            except Unreadable:
                continue
        if not self._mails:
            raise Unreadable(LIKELY_DAMAGED.format(kind=_KIND))
        self._pieces = joined(
            [piece._replace(part=f"{number}/{piece.part}") for piece in paragraph]
            for number, mail in self._mails.items()
            for paragraph in mail.paragraphs()
        )
        self.text = text_of(self._pieces)
        missing, total = len(self._places) - len(self._mails), len(self._places)
        self.notices: tuple[str, ...] = (_NOT_READ.format(count=missing, total=total),) if missing else ()

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """What its mails tell, each kind of it once."""
        told: dict[str, dict[str, None]] = {}
        for place in self._places:
            envelope = self._data[slice(*place.envelope)]
            if envelope != _NOBODY:
                told.setdefault("line before a mail", {})[envelope.decode("latin-1")] = None
        for mail in self._mails.values():
            for fact in mail.facts:
                told.setdefault(fact.what, {})[fact.value] = None
        return tuple(Fact(what, _shown(list(values))) for what, values in told.items())

    def stripped(self) -> bytes:
        """Subjects and bodies alone; mails that cannot be read stay whole."""
        return self._with({n: mail.stripped() for n, mail in self._mails.items()}, nameless=True)

    def with_text(self, text: str) -> bytes:
        """The mails with other subjects and bodies."""
        sources = {
            f"{number}/{name}": source
            for number, mail in self._mails.items()
            for name, source in mail.sources.items()
        }
        changes: dict[int, dict[str, list[Splice]]] = {}
        # each mail escapes what its parts need
        for part, found in splices(self._pieces, text, sources, lambda words: words).items():
            number, _, name = part.partition("/")
            changes.setdefault(int(number), {})[name] = found
        return self._with({number: self._mails[number].changed(own) for number, own in changes.items()})

    def _with(self, changed: dict[int, bytes], *, nameless: bool = False) -> bytes:
        """The file with some mails changed; `nameless`: the lines before them say nothing any more."""
        made, at = bytearray(), 0
        for number, place in enumerate(self._places):
            begin, end = place.envelope
            made += self._data[at:begin] + (_NOBODY if nameless else self._data[begin:end])
            made += self._data[end : place.start]
            mail = changed.get(number, self._data[place.start : place.end])
            made += mail if mail.endswith(b"\n") or number not in changed else mail + b"\n"
            at = place.end
        return bytes(made + self._data[at:])


def _places(data: bytes) -> Iterator[_Place]:
    heads = list(_ENVELOPE.finditer(data))
    if not heads or heads[0].start() > 0:
        raise Unreadable(LIKELY_DAMAGED.format(kind=_KIND))
    if len(heads) > _MOST_MAILS:
        raise Unreadable(_TOO_MANY.format(most=_MOST_MAILS))
    ends = [head.start() for head in heads[1:]] + [len(data)]
    for head, end in zip(heads, ends, strict=True):
        blank = _BLANK_LINE.search(data, head.end(), end)
        yield _Place(head.span(1), head.end(), blank.start() if blank else end)


def _shown(values: list[str]) -> str:
    shown, more = ", ".join(values[:_MOST_SHOWN]), len(values) - _MOST_SHOWN
    return f"{shown} and {more:,} more" if more > 0 else shown
