"""How a text comes in and goes out: its encoding, its byte order mark, and what is no text at all.

Nothing is normalized: line ends, spaces and marks go out as they came in.
"""

import codecs
import re
import unicodedata

import msgspec

from penname.domain.errors import BadEncoding, BadInput, LacksCharacters

# A mark is longer than another that it begins with: UTF-32 LE before UTF-16 LE.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")  # never typed; a stray few occur in pasted text
_CONTROL_SHARE = 0.02
# What no program writes any more but short texts look like: old Macintosh sets, EBCDIC.
_BYGONE = ["mac_cyrillic", "mac_greek", "mac_iceland", "mac_latin2", "mac_roman", "mac_turkish"]
_BYGONE += ["cp037", "cp273", "cp424", "cp500", "cp875", "cp1026", "cp1140"]
_EMPTY = "There is no text here to look at. Paste or write some text first."
_BINARY = (
    "This is not a text file, so there is nothing to read in it. Save the text as plain text (UTF-8) first."
)


class Intake(msgspec.Struct, frozen=True):
    """A text as it came from a file or a pipe: decoded without its byte order mark, which `bom` remembers."""

    text: str
    encoding: str = "utf-8"
    bom: bool = False


def read_text(source: bytes, encoding: str | None = None) -> Intake:
    """The text in `source`, which must be UTF-8 unless the user names another `encoding`.

    Raises BadInput for an empty or binary source and for an encoding that does not fit, BadEncoding for
    another encoding than UTF-8, with the one it seems to have.
    """
    mark, marked = next(((mark, name) for mark, name in _MARKS if source.startswith(mark)), (b"", None))
    wanted = encoding or "utf-8"
    try:
        name = codecs.lookup(wanted).name
    except (LookupError, ValueError):
        raise BadInput(
            f"“{wanted}” is not an encoding Penname knows. UTF-8 and cp1252 are common ones."
        ) from None
    bom = bool(mark) and (name == marked or (marked or "").startswith(name))
    if bom:
        name = marked or name
    try:
        text = source[len(mark) if bom else 0 :].decode(name)
    except (UnicodeError, ValueError) as error:
        if encoding:
            raise BadInput(f"This text cannot be read as {wanted}. Try another encoding.") from error
        raise _not_utf8(source, marked) from error
    except LookupError as error:  # an encoding of bytes to bytes, such as hex
        raise BadInput(f"“{wanted}” is not a text encoding.") from error
    check_text(text)
    return Intake(text, name, bom)


def encode_text(intake: Intake, text: str) -> bytes:
    """`text` as bytes in the encoding of what came in; raises LacksCharacters when that lacks one of them."""
    mark = next((mark for mark, name in _MARKS if intake.bom and name == intake.encoding), b"")
    try:
        return mark + text.encode(intake.encoding)
    except UnicodeEncodeError as error:
        raise LacksCharacters(
            f"The result holds a character that {intake.encoding} does not have. "
            "Save your text as UTF-8 and try again."
        ) from error


def check_text(text: str) -> None:
    """Raise BadInput if there is nothing to read in `text`, or if it is no text."""
    if not any(unicodedata.category(character)[0] not in "CZ" for character in text):
        raise BadInput(_BINARY if _looks_binary(text) else _EMPTY)
    if _looks_binary(text):
        raise BadInput(_BINARY)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise BadInput(
            "This text contains half a character, as broken copies do. Copy it again from its source."
        ) from error


def _looks_binary(text: str) -> bool:
    return "\0" in text or len(_CONTROL.findall(text)) > len(text) * _CONTROL_SHARE


def _not_utf8(source: bytes, marked: str | None) -> BadInput:
    detected = marked or _detected(source)
    if detected is None:
        return BadInput(_BINARY)
    return BadEncoding(
        f"This text is not saved as UTF-8. It seems to be {detected}: open it as that, or save it as UTF-8 "
        "and try again.",
        detected,
    )


def _detected(source: bytes) -> str | None:
    """The encoding that bytes without a mark seem to have; None for what is no text."""
    if b"\0" in source or len(_CONTROL.findall(source.decode("latin-1"))) > len(source) * _CONTROL_SHARE:
        return None
    from charset_normalizer import from_bytes  # slow to import, and needed for odd files only

    best = from_bytes(source, cp_exclusion=_BYGONE).best()
    if best is None:
        return None
    return "cp1252" if "cp1252" in best.could_be_from_charset else best.encoding
