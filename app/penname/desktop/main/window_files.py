"""Opening and saving through the window; what goes wrong is said in the window, not in a box."""

from functools import partial
from pathlib import Path

from penname.desktop.main.window_documents import Place, open_document, save_document
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell import asking
from penname.desktop.shell.window import Window
from penname.desktop.texts import text_files
from penname.desktop.texts.document_text import DocumentText
from penname.desktop.translate import tr
from penname.domain.errors import BadEncoding, BadInput, LacksCharacters
from penname.sessions.intake import Intake


def open_text(window: Window, path: str, encoding: str | None = None, place: Place | None = None) -> None:
    """Open a text or a document, in a new tab if there is work in this one, unless `place` takes it."""
    place = place or partial(_place, window)
    if Path(path).suffix.lower() in text_files.DOCUMENT_FILES:
        open_document(window, path, encoding, place)
        return
    try:
        intake = text_files.load(path, encoding)
    except BadEncoding as error:
        detected = error.detected
        answers = {
            tr("Open it as {encoding}", encoding=detected): lambda: open_text(window, path, detected, place),
            tr("Cancel"): window.notice.clear,
        }
        window.notice.say("", str(error), "error", answers if detected else {})
    except BadInput as error:
        window.complain(str(error))
    else:
        window.notice.clear()
        place(intake, "")


def _place(window: Window, intake: Intake, notice: str) -> None:
    window.place_text(intake.text, intake)
    if notice:
        window.notice.say("", notice, answers={tr("Dismiss"): window.notice.clear})


def save_result(window: Window, page: SessionPage) -> None:
    """Save the text as it stands where the user says."""
    if isinstance(page.intake, DocumentText):
        save_document(window, page, page.intake)
    elif path := asking.file_to_save(window):
        _save(window, page, path, page.intake)


def _save(window: Window, page: SessionPage, path: str, intake: Intake) -> None:
    result = page.flow.result
    try:
        text_files.save(path, result, intake)
    except LacksCharacters as error:
        unicode = Intake("", "utf-8", intake.bom)
        answers = {
            tr("Save as UTF-8"): lambda: _save(window, page, path, unicode),
            tr("Cancel"): window.notice.clear,
        }
        window.notice.say("", str(error), "error", answers)
    except BadInput as error:
        window.complain(str(error))
    else:
        page.saved = result
        window.notice.clear()
        window.status.tell(tr("Saved"))
