"""Save decisions…: what was accepted in the text in front, as a file for `penname anonymize --decide`."""

from PySide6.QtWidgets import QFileDialog

from penname.desktop.session.session_flow import SessionFlow
from penname.desktop.shell.window import Window
from penname.desktop.texts import text_files
from penname.desktop.translate import tr
from penname.domain.errors import BadInput
from penname.domain.proposals import RewriteProposal
from penname.sessions.intake import Intake
from penname.sessions.saved_decisions import SavedDecisions, decisions_about


def save_decisions(window: Window) -> None:
    """Ask where, once it was said that the file holds words of the text."""
    flow = window.page.flow
    if flow.view is None:
        return
    question = tr("Save your decisions?")
    explained = tr(
        "The file holds all words that you changed, before and after, and so parts of your text. It is not "
        "encrypted: keep it where nobody else reads. “penname anonymize --decide” makes the same changes on "
        "the same text again, without a model."
    )
    if not window.confirm(window, question, explained, tr("Save…")):
        return
    kinds = tr("Decisions (*.json)")
    if path := QFileDialog.getSaveFileName(window, tr("Save your decisions"), "decisions.json", kinds)[0]:
        _save(window, decisions_of(flow), path)


def decisions_of(flow: SessionFlow) -> SavedDecisions:
    """Every change that is on the screen: made on the original they give `flow.result`."""
    view = flow.view
    assert view is not None
    if isinstance(flow.proposal, RewriteProposal):
        return decisions_about(view.original, (view.total, flow.changes))
    return decisions_about(view.original, (view.total if flow.edited is None else flow.edited,))


def _save(window: Window, decisions: SavedDecisions, path: str) -> None:
    try:
        text_files.save(path, decisions.to_json().decode(), Intake(""))
    except BadInput as error:
        window.complain(str(error))
    else:
        window.notice.clear()
        window.status.tell(tr("Saved your decisions"))
