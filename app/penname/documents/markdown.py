""".md and .txt: plain text, which goes out with the encoding and line ends it came with."""

import re

from penname.documents.document import Fact
from penname.documents.pieces import Splice, spliced
from penname.sessions.intake import Intake, encode_text, read_text

_FRONT = re.compile(r"\A(---[ \t]*\r?\n)(.*?)(^(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z))", re.DOTALL | re.MULTILINE)
_FIELD = re.compile(r"^([\w .-]+):[ \t]*(.*)$", re.MULTILINE)
_COMMENT = re.compile(r"<!--(.*?)-->", re.DOTALL)


class PlainText:
    """A text file in `encoding`, UTF-8 where None. Raises BadInput and BadEncoding."""

    def __init__(self, data: bytes, encoding: str | None = None) -> None:
        self._intake = read_text(data, encoding)
        self.text = self._intake.text
        self.facts: tuple[Fact, ...] = ()
        self.notices: tuple[str, ...] = ()

    def stripped(self) -> bytes:
        """The same: such a file tells nothing else."""
        return encode_text(self._intake, self._intake.text)

    def with_text(self, text: str) -> bytes:
        """The file with another text."""
        return encode_text(self._intake, text)


class Markdown:
    """Markdown: what stands between two lines `---` at its beginning is about the file, and stays."""

    def __init__(self, data: bytes, encoding: str | None = None) -> None:
        self._intake = read_text(data, encoding)
        front = _FRONT.match(self._intake.text)
        self._front = front[0] if front else ""
        self.text = self._intake.text[len(self._front) :]
        told = [
            Fact(name.strip(), value.strip()) for name, value in _FIELD.findall(front[2] if front else "")
        ]
        if front and not told:
            told.append(Fact("front matter", front[2].strip()))
        told += [Fact("comment", match[1].strip()) for match in _COMMENT.finditer(self.text)]
        self.facts = tuple(told)
        self.notices: tuple[str, ...] = ()

    def stripped(self) -> bytes:
        """The text without its front matter and without comments, which no reader of it sees."""
        comments = [Splice(*match.span(), "") for match in _COMMENT.finditer(self.text)]
        return encode_text(Intake("", self._intake.encoding, self._intake.bom), spliced(self.text, comments))

    def with_text(self, text: str) -> bytes:
        """The file with another text below the same front matter."""
        return encode_text(self._intake, self._front + text)
