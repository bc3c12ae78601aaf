"""How the author wrote what the writer rewrote: what rewrites its own words gets worse from round to round.

A later round therefore rewrites a sentence from the author's own, with all marks so far, not from what an
earlier round made of it. A sentence that somebody changed in another way counts as the author's.
"""

from penname.domain.changes import Change, apply_changes
from penname.domain.sentences import sentences


class Authored:
    """Remembers sentences and marks while a session lasts.

    `marked` has the attribute of each phrase, `shown` the sentences as the writer was asked about them and
    whether evidence stood there, `words` how many the text had at its longest, `is_read` whether the reader
    knows such texts, once asked.
    """

    def __init__(self) -> None:
        self._sentences: dict[str, str] = {}
        self.marked: dict[str, str] = {}
        self.shown: set[tuple[str, bool]] = set()
        self.words = 0
        self.is_read: bool | None = None

    def remember(self, rewritten: str, authored: str) -> None:
        """A sentence proposed to replace what its author wrote."""
        if rewritten:
            self._sentences[_key(rewritten)] = authored

    def text(self, text: str) -> str:
        """`text` with its remembered sentences as their author wrote them, sentence for sentence."""
        changes = []
        for start, end in sentences(text):
            now = text[start:end].strip()
            if authored := self._sentences.get(_key(now)):
                at = text.index(now, start)
                changes.append(Change(at, at + len(now), now, authored))
        before = apply_changes(text, changes)
        return before if len(sentences(before)) == len(sentences(text)) else text


def _key(sentence: str) -> str:
    return " ".join(sentence.split())
