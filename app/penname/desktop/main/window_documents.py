"""Documents through the window: their text in, a document of the same kind with another text out.

Strangers' files are parsed in a child, which a thread of its own waits for. The file that was opened is never
written.
"""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from penname.desktop.background.job_thread import Job, JobThread
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell import asking
from penname.desktop.shell.window import Window
from penname.desktop.texts import text_files
from penname.desktop.texts.document_text import DocumentText
from penname.desktop.translate import tr
from penname.documents.kinds import KINDS, PLAIN, WORD, check_target, kind_of
from penname.domain.errors import BadEncoding, BadInput, Cancelled, PennameError
from penname.sessions.intake import Intake, check_text

if TYPE_CHECKING:
    from penname.documents.client import OpenedDocument

_THREAD = "documents"
Place = Callable[[Intake, str], object]  # what becomes of a text, and what is to be known of it


def open_document(window: Window, path: str, encoding: str | None, place: Place) -> None:
    """Open a document, once the user has seen what it tells beside its text and said what becomes of that."""

    def failed(error: PennameError) -> None:
        window.notice.clear()
        if isinstance(error, BadEncoding) and (detected := error.detected):
            answers = {
                tr("Open it as {encoding}", encoding=detected): lambda: open_document(
                    window, path, detected, place
                ),
                tr("Cancel"): window.notice.clear,
            }
            window.notice.say("", str(error), "error", answers)
        elif not isinstance(error, Cancelled):
            window.complain(str(error))

    window.notice.say("", tr("Reading the document…"))
    job = Job(lambda: _read(path, encoding))
    documents_thread(window).submit(job.success(lambda text: _decide(window, text, place)).failure(failed))


def save_document(window: Window, page: SessionPage, source: DocumentText) -> None:
    """Write the text as it stands into a document like the one that was opened, where the user says."""
    own = own_kind(source)
    path = asking.document_to_save(window, (own, PLAIN))
    if not path:
        return
    if not Path(path).suffix:
        path += own
    try:
        target = check_target(source.kind, path)
        if os.path.exists(path) and os.path.samefile(path, source.path):
            raise BadInput(
                tr("This is the file that you opened, and it is never overwritten. Choose another name.")
            )
    except (BadInput, OSError) as error:
        window.complain(str(error))
        return
    result = page.flow.result

    def written(data: bytes) -> None:
        try:
            text_files.write(path, data)
        except BadInput as error:
            window.complain(str(error))
            return
        page.saved = result
        window.notice.clear()
        window.status.tell(tr("Saved"))

    job = Job(lambda: source.document.with_text(result, target))
    documents_thread(window).submit(job.success(written).failure(lambda error: window.complain(str(error))))


def own_kind(source: DocumentText) -> str:
    """The kind of file that a document is written as."""
    return source.kind if KINDS[source.kind].rewritten else WORD


def _read(path: str, encoding: str | None) -> DocumentText:
    from penname.documents.client import OpenedDocument, read_file
    from penname.documents.document import ReadingOptions

    kind = kind_of(path)
    opened = OpenedDocument(read_file(Path(path)), kind, ReadingOptions(encoding))
    if not (opened.contents.senders or opened.contents.columns):
        check_text(opened.contents.text)
    return DocumentText(opened.contents.text, document=opened, path=path, kind=kind)


def _ask_whose(window: Window, chat: DocumentText, place: Place) -> None:
    from penname.desktop.main.part_dialog import PartDialog

    def chosen(sender: str) -> None:
        of_sender = partial(chat.document.of_sender, sender)
        _read_part(window, chat, of_sender, partial(_place, place))

    words = (
        tr("Who are you in this chat?"),
        tr("Only what this sender wrote is opened and can be changed. What others wrote stays as it is."),
        tr("Senders"),
    )
    PartDialog(window, words, chat.document.contents.senders, chosen).open()


def _ask_which(window: Window, table: DocumentText, place: Place) -> None:
    from penname.desktop.main.part_dialog import PartDialog

    def chosen(column: str) -> None:
        of_column = partial(table.document.of_column, column)
        _read_part(window, table, of_column, lambda text: _decide(window, text, place))

    words = (
        tr("Which column holds the texts?"),
        tr(
            "Only this column is opened, as one text, and can be changed. All others stay as they are, also "
            "where they name somebody."
        ),
        tr("Columns"),
    )
    PartDialog(window, words, table.document.contents.columns, chosen).open()


def _read_part(
    window: Window,
    whole: DocumentText,
    part: Callable[[], "OpenedDocument"],
    then: Callable[[DocumentText], None],
) -> None:
    def read() -> DocumentText:
        made = part()
        check_text(made.contents.text)
        return msgspec.structs.replace(whole, text=made.contents.text, document=made)

    job = Job(read).success(then)
    documents_thread(window).submit(job.failure(lambda error: window.complain(str(error))))


def _decide(window: Window, text: DocumentText, place: Place) -> None:
    from penname.desktop.main.file_facts_dialog import FileFactsDialog

    window.notice.clear()
    facts = text.document.contents.facts
    if text.document.contents.senders:
        _ask_whose(window, text, place)
    elif text.document.contents.columns:
        _ask_which(window, text, place)
    elif not facts:
        _place(place, text)
    elif KINDS[text.kind].rewritten:
        FileFactsDialog(
            window, facts, lambda out: _strip(window, text, place) if out else _place(place, text)
        ).open()
    else:
        _place(place, text, tr("Only the text of this file comes along, nothing else of what it tells."))


def _strip(window: Window, text: DocumentText, place: Place) -> None:
    def stripped() -> "OpenedDocument":
        made = text.document.stripped()
        if made.contents.facts:
            left = ", ".join(sorted({fact.what for fact in made.contents.facts}))
            raise BadInput(tr("This could not be taken out of the file: {facts}.", facts=left))
        check_text(made.contents.text)
        return made

    def taken(made: "OpenedDocument") -> None:
        _place(place, msgspec.structs.replace(text, text=made.contents.text, document=made))

    job = Job(stripped)
    documents_thread(window).submit(job.success(taken).failure(lambda error: window.complain(str(error))))


def _place(place: Place, text: DocumentText, *told: str) -> None:
    place(text, " ".join((*told, *text.document.contents.notices)))


def documents_thread(window: Window) -> JobThread:
    """The thread that waits for documents, begun with the first."""
    jobs = window.findChild(JobThread, _THREAD)
    if jobs is None:
        jobs = JobThread(window)
        jobs.setObjectName(_THREAD)
        jobs.start()
        window.ended.connect(lambda: jobs.close(lambda: None))
    return jobs
