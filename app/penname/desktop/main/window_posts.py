"""Several posts of one author through the window: opened into one tab, and saved apart."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from penname.desktop.background.job_thread import Job
from penname.desktop.main.window_documents import documents_thread, own_kind
from penname.desktop.main.window_files import open_text
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell import asking
from penname.desktop.shell.window import Window
from penname.desktop.texts import text_files
from penname.desktop.texts.document_text import DocumentText
from penname.desktop.texts.posts_intake import free_name, posts_of
from penname.desktop.texts.samples import is_sample
from penname.desktop.translate import tr, tr_count
from penname.documents.kinds import check_target
from penname.domain.errors import BadInput, LacksCharacters, PennameError
from penname.sessions.intake import Intake, encode_text

Post = tuple[str, Intake]  # with the name of its file


def open_posts(
    window: Window, paths: Sequence[str], before: tuple[Post, ...] = (), told: tuple[str, ...] = ()
) -> None:
    """Open files one after the other, with the questions that each brings, then all of them in one tab.

    Where one cannot be opened, or a question is answered with Cancel, none is.
    """
    if not paths:
        place_posts(window, before, " ".join(dict.fromkeys(told)))
        return
    path, *others = paths

    def read(intake: Intake, notice: str) -> None:
        open_posts(window, others, (*before, (Path(path).name, intake)), (*told, *filter(None, [notice])))

    open_text(window, path, place=read)


def join_open_texts(window: Window) -> None:
    """Put the texts of all tabs, as they stand, into one more tab; they stay where they are."""
    posts: list[Post] = []
    for page in window.pages:
        page.take_text()
        if not is_sample(page.flow.text):
            apart = posts_of(page.flow.result, page.intake) if page.flow.goal.together else ()
            posts += [(name, _as(text, intake)) for name, text, intake in apart]
            posts += [] if apart else [("", _as(page.flow.result, page.intake))]
    place_posts(window, [post for post in posts if post[1].text.strip()])


def place_posts(window: Window, posts: Sequence[Post], notice: str = "") -> None:
    """Put posts into one tab, to be rewritten together, and say what is to be known of them."""
    if len(posts) < 2:
        window.complain(tr("Only several texts are rewritten together. Open at least two."))
        return
    try:
        window.place_posts(posts)
    except BadInput as error:
        window.complain(str(error))
        return
    if notice:
        window.notice.say("", notice, answers={tr("Dismiss"): window.notice.clear})


def save_posts(window: Window, page: SessionPage) -> None:
    """Save each post in a folder that the user chooses, under a name that nothing there has."""
    if folder := asking.folder_to_save_in(window):
        _save(window, page, Path(folder))


def _save(window: Window, page: SessionPage, folder: Path, unicode: bool = False) -> None:
    result = page.flow.result
    posts = posts_of(result, page.intake)

    def encoded() -> list[tuple[str, bytes]]:
        return [_encoded(number, *post, unicode=unicode) for number, post in enumerate(posts, 1)]

    def write(files: Sequence[tuple[str, bytes]]) -> None:
        try:
            for name, data in files:
                text_files.write(str(folder / free_name(folder, name)), data)
        except BadInput as error:
            window.complain(str(error))
            return
        page.saved = result
        window.notice.clear()
        window.status.tell(
            tr_count(
                "Saved {count} post, in a file", "Saved {count} posts, each in a file of its own", len(files)
            )
        )

    def failed(error: PennameError) -> None:
        if isinstance(error, LacksCharacters):
            answers = {
                tr("Save as UTF-8"): lambda: _save(window, page, folder, unicode=True),
                tr("Cancel"): window.notice.clear,
            }
            window.notice.say("", str(error), "error", answers)
        else:
            window.complain(str(error))

    documents_thread(window).submit(Job(encoded).success(write).failure(failed))


def _encoded(number: int, name: str, text: str, intake: Intake, *, unicode: bool) -> tuple[str, bytes]:
    """The name and the bytes of a result; a document's text goes back into the document."""
    if isinstance(intake, DocumentText):
        kind = own_kind(intake)
        named = name if kind == intake.kind else name + kind
        return named, intake.document.with_text(text, check_target(intake.kind, named))
    as_it_came = Intake("", "utf-8", intake.bom) if unicode else intake
    return name or f"post-{number}.txt", encode_text(as_it_came, text)


def _as(text: str, intake: Intake) -> Intake:
    return msgspec.structs.replace(intake, text=text)
