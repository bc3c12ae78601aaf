"""The thread that a text belongs to: what it answers, and when it is published. Readers see both."""

import datetime as dt

import msgspec

from penname.domain.errors import BadInput


class Thread(msgspec.Struct, frozen=True):
    """`post` is the question or post that is answered, `date` the day of publishing as YYYY-MM-DD; both may
    be empty.

    The attacker and the arbitrator read it beside the text. It is no part of the text: nothing in it is ever
    changed, and where the text is not kept it is not kept either.
    """

    post: str = ""
    date: str = ""

    @property
    def year(self) -> int | None:
        """The year of publishing, by which a year of birth makes an age."""
        return dt.date.fromisoformat(self.date).year if self.date else None


NO_THREAD = Thread()


def make_thread(post: str, date: str) -> Thread:
    """A thread from what somebody gave; raises BadInput for what is no date."""
    return Thread(post if post.strip() else "", checked_date(date))


def checked_date(date: str) -> str:
    """A date as Penname stores it, or nothing; raises BadInput for what is no date."""
    date = date.strip()
    try:
        return dt.date.fromisoformat(date).isoformat() if date else ""
    except ValueError:
        raise BadInput(f"“{date}” is not a date such as 2026-11-21.") from None
