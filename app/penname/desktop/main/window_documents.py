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
from penname.domain.errors import BadEncoding, BadInput, Cancelled, PennameError
from penname.sessions.intake import check_text

if TYPE_CHECKING:
    from penname.documents.client import OpenedDocument

_THREAD = "documents"


def open_document(window: Window, path: str, encoding: str | None = None) -> None:
    """Open a document, once the user has seen what it tells beside its text and said what becomes of that."""

    def failed(error: PennameError) -> None:
        window.notice.clear()
        if isinstance(error, BadEncoding) and (detected := error.detected):
            answers = {
                tr("Open it as {encoding}", encoding=detected): lambda: open_document(window, path, detected),
                tr("Cancel"): window.notice.clear,
            }
            window.notice.say("", str(error), "error", answers)
        elif not isinstance(error, Cancelled):
            window.complain(str(error))

    window.notice.say("", tr("Reading the document…"))
    job = Job(lambda: _read(path, encoding))
    _jobs(window).submit(job.success(lambda text: _decide(window, text)).failure(failed))


def save_document(window: Window, page: SessionPage, source: DocumentText) -> None:
    """Write the text as it stands into a document like the one that was opened, where the user says."""
    from penname.documents.formats import FORMATS, PLAIN, WORD, check_target

    own = source.kind if FORMATS[source.kind].rewritten else WORD
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
    _jobs(window).submit(job.success(written).failure(lambda error: window.complain(str(error))))


def _read(path: str, encoding: str | None) -> DocumentText:
    from penname.documents.client import OpenedDocument, read_file
    from penname.documents.document import ReadingOptions
    from penname.documents.formats import kind_of

    kind = kind_of(path)
    opened = OpenedDocument(read_file(Path(path)), kind, ReadingOptions(encoding))
    if not (opened.contents.senders or opened.contents.columns):
        check_text(opened.contents.text)
    return DocumentText(opened.contents.text, document=opened, path=path, kind=kind)


def _ask_whose(window: Window, chat: DocumentText) -> None:
    from penname.desktop.main.part_dialog import PartDialog

    def chosen(sender: str) -> None:
        of_sender = partial(chat.document.of_sender, sender)
        _read_part(window, chat, of_sender, partial(_place, window))

    words = (
        tr("Who are you in this chat?"),
        tr("Only what this sender wrote is opened and can be changed. What others wrote stays as it is."),
        tr("Senders"),
    )
    PartDialog(window, words, chat.document.contents.senders, chosen).open()


def _ask_which(window: Window, table: DocumentText) -> None:
    from penname.desktop.main.part_dialog import PartDialog

    def chosen(column: str) -> None:
        of_column = partial(table.document.of_column, column)
        _read_part(window, table, of_column, partial(_decide, window))

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
    _jobs(window).submit(job.failure(lambda error: window.complain(str(error))))


def _decide(window: Window, text: DocumentText) -> None:
    from penname.desktop.main.file_facts_dialog import FileFactsDialog
    from penname.documents.formats import FORMATS

    window.notice.clear()
    facts = text.document.contents.facts
    if text.document.contents.senders:
        _ask_whose(window, text)
    elif text.document.contents.columns:
        _ask_which(window, text)
    elif not facts:
        _place(window, text)
    elif FORMATS[text.kind].rewritten:
        FileFactsDialog(
            window, facts, lambda out: _strip(window, text) if out else _place(window, text)
        ).open()
    else:
        _place(window, text, tr("Only the text of this file comes along, nothing else of what it tells."))


def _strip(window: Window, text: DocumentText) -> None:
    def stripped() -> "OpenedDocument":
        made = text.document.stripped()
        if made.contents.facts:
            left = ", ".join(sorted({fact.what for fact in made.contents.facts}))
            raise BadInput(tr("This could not be taken out of the file: {facts}.", facts=left))
        check_text(made.contents.text)
        return made

    def place(made: "OpenedDocument") -> None:
        _place(window, msgspec.structs.replace(text, text=made.contents.text, document=made))

    job = Job(stripped)
    _jobs(window).submit(job.success(place).failure(lambda error: window.complain(str(error))))


def _place(window: Window, text: DocumentText, *told: str) -> None:
    window.place_text(text.text, text)
    if notices := " ".join((*told, *text.document.contents.notices)):
        window.notice.say("", notices, answers={tr("Dismiss"): window.notice.clear})


def _jobs(window: Window) -> JobThread:
    """The thread that waits for documents, begun with the first."""
    jobs = window.findChild(JobThread, _THREAD)
    if jobs is None:
        jobs = JobThread(window)
        jobs.setObjectName(_THREAD)
        jobs.start()
        window.ended.connect(lambda: jobs.close(lambda: None))
    return jobs
