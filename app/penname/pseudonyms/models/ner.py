"""DET_NER (GPF): names by a token-classification model of the user's own, the paper's best detector."""

from collections.abc import Iterator

from penname.domain.tokens import is_boundary
from penname.engine.tagging.client import Tagger
from penname.pseudonyms.entities import ORGANIZATION, PERSON, PLACE, Entity, Finder, Kind

_KINDS = {
    PERSON: ("per", "person", "pers"),
    PLACE: (
        "loc",
        "location",
        "gpe",
        "place",
        "fac",
        "facility",
        "city",
        "country",
        "address",
        "street",
    ),
    ORGANIZATION: ("org", "organization", "organisation", "corporation", "company", "group"),
}
_KIND_OF = {label: kind for kind, labels in _KINDS.items() for label in labels}


class NerDetector:
    """Takes what its labels call a person, a place or an organization; other labels are left alone."""

    def __init__(self, tagger: Tagger) -> None:
        self._tagger = tagger

    def find(self, text: str) -> Iterator[Entity]:
        """The names that the token-classification model labels in `text`."""
        if not any(map(str.isalnum, text)):
            return
        for first, last, label in self._tagger.spans(text):
            kind = kind_of(label)
            start, end = _trimmed(text, first, last)
            if kind is not None and start < end and is_boundary(text, start) and is_boundary(text, end):
                yield Entity(start, end, kind, text[start:end], Finder.MODEL)


def kind_of(label: str) -> Kind | None:
    """What a model's label means here, such as "PER" or "corporation"; None for what is no name."""
    return _KIND_OF.get(label.lower().rsplit("-", 1)[-1])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without spaces and signs at the edges; some tokenizers count the space before a word to it."""
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not text[end - 1].isalnum():
        end -= 1
    return start, end
