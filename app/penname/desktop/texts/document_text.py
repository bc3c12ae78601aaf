"""The text of a document, which remembers the file it goes back into."""

from typing import TYPE_CHECKING

from penname.sessions.intake import Intake

if TYPE_CHECKING:  # the first frame does without the parsers' names
    from penname.documents.client import OpenedDocument


class DocumentText(Intake, frozen=True, kw_only=True):
    """A text out of the document at `path`, whose kind is `kind` (such as .docx).

    `document` is what a new text is put into: already without what the file told, where the user said so.
    """

    document: "OpenedDocument"
    path: str
    kind: str
