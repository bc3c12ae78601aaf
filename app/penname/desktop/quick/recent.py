"""The last results, in memory only: forgotten when Penname ends."""

from collections import deque
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from penname.desktop.translate import tr
from penname.instance.activation import ANONYMIZE, RESTORE

_MOST = 5


class Result(NamedTuple):
    """What was put on the clipboard, by which job and when. `sensitive` ones are originals."""

    kind: str
    text: str
    sensitive: bool
    when: datetime

    @property
    def title(self) -> str:
        """What a menu says of it: never a word of the text, which others might see."""
        time = self.when.strftime("%H:%M")
        count = len(self.text.split())
        if self.kind == RESTORE:
            return tr("{time}, restored, {count} words", time=time, count=count)
        if self.kind == ANONYMIZE:
            return tr("{time}, rewritten, {count} words", time=time, count=count)
        return tr("{time}, with stand-ins, {count} words", time=time, count=count)


class Recent:
    """The newest first."""

    def __init__(self) -> None:
        self._results: deque[Result] = deque(maxlen=_MOST)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def add(self, kind: str, text: str, sensitive: bool) -> None:
        """Remember a result."""
        self._results.appendleft(Result(kind, text, sensitive, datetime.now()))

    def forget(self) -> None:
        """Forget them all."""
        self._results.clear()
