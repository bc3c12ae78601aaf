"""Brings back texts that were open when the program ended, and puts away those the user closed."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from penname.desktop.main.waiting_texts import WaitingTexts
from penname.desktop.page.session_page import SessionPage
from penname.desktop.shell.window import Window
from penname.desktop.texts.samples import is_sample
from penname.desktop.translate import tr_count
from penname.domain.events import Started


class Kept(Protocol):
    """A session in the vault (`sessions.journal.KeptSession`); `damage` says why it does not open,
    `waiting` is a text that waits for its first run."""

    @property
    def session_id(self) -> str: ...
    @property
    def damage(self) -> str: ...
    @property
    def waiting(self) -> Started | None: ...


MOST = 12  # that are opened at once; the others stay for later starts


def reopen(window: Window, waiting: WaitingTexts, kept: Sequence[Kept]) -> None:
    """A tab for each, the one last worked on in front; a tab that holds nothing yet gives way."""
    whole = [one for one in kept if not one.damage][:MOST]
    if whole:
        _reopen(window, waiting, whole)
    if damaged := [one for one in kept if one.damage]:
        window.complain(damaged[0].damage)


def _reopen(window: Window, waiting: WaitingTexts, whole: Sequence[Kept]) -> None:
    front = window.page
    front.take_text()
    begun = front.flow.view is not None or front.flow.work.running
    unused = not begun and (not front.flow.text or is_sample(front.flow.text))
    pages = []
    for one in reversed(whole):
        if one.waiting is not None:
            pages.append(waiting.reopen(one.session_id, one.waiting))
        else:
            pages.append(window.new_text())
            pages[-1].flow.reopen(one.session_id)
    if unused:
        window.tabs.remove_page(front)
        window.notice.clear()
    window.tabs.setCurrentWidget(pages[-1] if unused else front)
    window.status.tell(
        tr_count("{count} text is back as you left it", "{count} texts are back as you left them", len(whole))
    )


def put_away(window: Window, page: SessionPage) -> None:
    """The user closes a text: it does not come back."""
    work = page.flow.work
    if work.running:
        work.ended.connect(lambda *_ended: _put_away(window, work.session_id))
    else:
        _put_away(window, work.session_id)


def fill_in_true_values(window: Window) -> None:
    """Give texts without a session what the profile says is true, where the user said nothing."""
    for page in window.pages:
        flow = page.flow
        flow.profile = window.true_values
        if flow.view is None and not flow.work.running and not flow.goal.truth and window.true_values:
            flow.change_goal(msgspec.structs.replace(flow.goal, truth=window.true_values))


def _put_away(window: Window, session_id: str | None) -> None:
    if session_id is not None:
        window.vault.put_away(session_id)
