""".eml: subject and bodies of one mail, quoted parts with them (RFC 5322, MIME).

A body that keeps its words keeps every byte; one that changes is encoded anew as it was encoded before.
"""

import base64
import io
import quopri
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from email import message_from_bytes
from email.errors import MessageError
from email.generator import BytesGenerator
from email.header import Header, decode_header, make_header
from email.message import Message
from email.policy import compat32
from functools import cached_property

from penname.documents.document import ENCRYPTED, LIKELY_DAMAGED, Fact, Unreadable
from penname.documents.pieces import Piece, Splice, joined, lines_of, spliced, splices, text_of
from penname.documents.web_page import PageParser
from penname.documents.web_page import escaped as escaped_in_page

_SUBJECT = "subject"
_KEPT = ("subject", "mime-version", "content-type", "content-transfer-encoding", "content-disposition",
         "content-language")  # fmt: skip
_LOCKED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_SIGNATURES = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
_LONGEST_LINE = 998  # bytes, RFC 5322
_MOST_PARTS = 1_000
_MOST_HEADERS = 2_000


@contextmanager
def _in_sentences() -> Iterator[None]:
    """Whatever the library raises at a damaged mail, which is much, becomes Unreadable."""
    try:
        yield
    except (MessageError, TypeError, AttributeError, LookupError, ValueError, RecursionError) as error:
        raise Unreadable(LIKELY_DAMAGED.format(kind=".eml")) from error


class Mail:
    """A mail. Raises Unreadable. `sources` has its subject and its bodies, decoded, by their names."""

    @_in_sentences()
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._line_end = "\r\n" if b"\r\n" in data[:4096] else "\n"
        self._message = self._parsed()
        self._bodies = {str(n): part for n, part in enumerate(_leaves(self._message)) if _is_body(part)}
        if any(part.get_content_type() in _LOCKED for part in _leaves(self._message)) or (
            self._message.get_content_type() in _LOCKED
        ):
            raise Unreadable(ENCRYPTED)
        self.sources: dict[str, str] = {_SUBJECT: _decoded(self._message.get("Subject", ""))}
        self.sources |= {name: _content(part) for name, part in self._bodies.items()}
        self._pieces = joined(self.paragraphs())
        self.text = text_of(self._pieces)
        self.notices: tuple[str, ...] = ()

    @cached_property
    @_in_sentences()
    def facts(self) -> tuple[Fact, ...]:
        """Its headers, its attachments, its signature and what the HTML in it tells."""
        told = [
            Fact(f"header {name}", " ".join(_decoded(value).split()))
            for name, value in self._message.items()
            if name.lower() not in _KEPT
        ]
        for part in _leaves(self._message):
            if part.get_content_type() in _SIGNATURES:
                told.append(Fact("signature", "of the sender's key"))
            elif not _is_body(part):
                told.append(
                    Fact("attachment, which is not read", _decoded(part.get_filename() or "without a name"))
                )
        for name in self._bodies:
            if self._is_page(name):
                told += [fact for fact, _ in PageParser(self.sources[name]).told]
        return tuple(told)

    @_in_sentences()
    def stripped(self) -> bytes:
        """Subject and bodies alone."""
        message = self._parsed()
        for name in {name.lower() for name in message.keys()} - set(_KEPT):  # noqa: SIM118 (a Message is no dict)
            del message[name]
        if not message.keys():
            message["Subject"] = ""  # without any header it would be no mail
        leaves = list(_leaves(message))
        for name in self._bodies:
            if self._is_page(name):
                changes = [splice for _, splice in PageParser(self.sources[name]).told]
                if changes:
                    _fill(leaves[int(name)], spliced(self.sources[name], changes), self._line_end)
        _prune(message)
        return self._written(message)

    def with_text(self, text: str) -> bytes:
        """The mail with another subject and other bodies."""
        # words are escaped after they are placed: what a page needs would be shown in a plain body
        return self.changed(splices(self._pieces, text, self.sources, lambda words: words))

    @_in_sentences()
    def changed(self, changes: Mapping[str, Sequence[Splice]]) -> bytes:
        """The mail with these changes of its `sources`, which are escaped here."""
        message = self._parsed()
        leaves = list(_leaves(message))
        pages = {name for name in self._bodies if self._is_page(name)}
        for name, found in changes.items():
            own = (
                [s._replace(replacement=escaped_in_page(s.replacement)) for s in found]
                if name in pages
                else found
            )
            made = spliced(self.sources[name], own)
            if name == _SUBJECT:
                message.replace_header("Subject", _header(made))
            else:
                _fill(leaves[int(name)], made, self._line_end)
        return self._written(message)

    def _parsed(self) -> Message:
        message = message_from_bytes(self._data, policy=compat32)
        parts = sum(1 for _ in message.walk())
        if not message.keys() or parts > _MOST_PARTS or len(message.keys()) > _MOST_HEADERS:
            raise Unreadable(LIKELY_DAMAGED.format(kind=".eml"))
        return message

    def _is_page(self, name: str) -> bool:
        return self._bodies[name].get_content_subtype() == "html"

    def paragraphs(self) -> Iterator[list[Piece]]:
        """The subject, then the bodies: pieces of `sources`."""
        subject = self.sources[_SUBJECT]
        if subject:
            yield [Piece(subject, _SUBJECT, 0, len(subject))]
        for name in self._bodies:
            source = self.sources[name]
            if self._is_page(name):
                for paragraph in PageParser(source).paragraphs:
                    yield [piece._replace(part=name) for piece in paragraph]
            else:
                yield lines_of(source, name)

    def _written(self, message: Message) -> bytes:
        made = io.BytesIO()
        policy = compat32.clone(linesep=self._line_end, max_line_length=None)
        BytesGenerator(made, mangle_from_=False, maxheaderlen=0, policy=policy).flatten(message)
        return made.getvalue()


def _leaves(message: Message) -> Iterator[Message]:
    """All parts that hold no others, in order."""
    return (part for part in message.walk() if not part.is_multipart())


def _is_body(part: Message) -> bool:
    named = part.get_content_disposition() == "attachment" or part.get_filename() is not None
    return part.get_content_type() in ("text/plain", "text/html") and not named


def _content(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        raise Unreadable(LIKELY_DAMAGED.format(kind=".eml"))
    for charset in (part.get_content_charset() or "utf-8", "utf-8", "cp1252"):
        try:
            return payload.decode(charset)
        except (UnicodeError, LookupError, ValueError):
            continue
    return payload.decode("latin-1")


def _fill(part: Message, text: str, line_end: str) -> None:
    """Put another text into a part, in its encodings where they have all characters."""
    text = re.sub(r"\r\n|\r|\n", line_end, text)
    charset = part.get_content_charset() or "us-ascii"
    try:
        content = text.encode(charset)
    except (UnicodeError, LookupError):
        charset = "utf-8"
        content = text.encode(charset)
        if part.get("Content-Type") is None:
            part["Content-Type"] = "text/plain"
        part.set_param("charset", charset)
    packing = str(part.get("Content-Transfer-Encoding", "7bit")).strip().lower()
    if packing == "base64":
        payload = base64.encodebytes(content).decode().replace("\n", line_end)
    elif packing == "8bit":
        payload = content.decode("ascii", "surrogateescape")
    elif packing == "quoted-printable" or not _fits_seven_bits(content):
        payload = quopri.encodestring(content.replace(b"\r\n", b"\n")).decode().replace("\n", line_end)
        if part.get("Content-Transfer-Encoding") is None:
            part["Content-Transfer-Encoding"] = "quoted-printable"
        elif packing != "quoted-printable":
            part.replace_header("Content-Transfer-Encoding", "quoted-printable")
    else:
        payload = content.decode()
    part.set_payload(payload)


def _fits_seven_bits(content: bytes) -> bool:
    return content.isascii() and max(map(len, content.splitlines()), default=0) <= _LONGEST_LINE


def _prune(message: Message) -> None:
    """Take out what is neither subject nor body, and what a part says about itself beside its kind."""
    for part in message.walk():
        for name in {name.lower() for name in part.keys()} - set(_KEPT):  # noqa: SIM118
            del part[name]
        if part.is_multipart():
            inner = [one for one in part.get_payload() if isinstance(one, Message)]
            part.set_payload([one for one in inner if one.is_multipart() or _is_body(one)])


def _decoded(header: object) -> str:
    """The words of a header; one that is damaged as it stands."""
    raw = str(header)
    try:
        return re.sub(r"\r?\n(?=[ \t])", "", str(make_header(decode_header(raw))))
    except (MessageError, LookupError, ValueError):  # then it is shown as it stands
        return raw.encode("ascii", "replace").decode()


def _header(text: str) -> str:
    text = " ".join(text.split("\n")).strip()
    if text.isascii():
        return text
    return Header(text, "utf-8").encode()
