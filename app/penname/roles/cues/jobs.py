"""Names of occupations inside a sentence."""

import re
from typing import NamedTuple

from penname.roles.cues.words import lines, tokens

_WORD = re.compile(r"[a-z][a-z&/'-]*|\d{2}[ -]?(?:years?|yrs?|yr|y)?[ -]?(?:old|/?o)(?!\w)")
_GAP = re.compile(r"[ ]{1,3}")


class NamedJob(NamedTuple):
    """The occupation `name` at [start, end); its adjectives stand before `start`."""

    start: int
    end: int
    name: str


def job_at(low: str, position: int, closed: bool = False, until: int | None = None) -> NamedJob | None:
    """The occupation named at `position`, perhaps behind adjectives.

    A word that goes on ("a nurse fan") makes it no occupation, unless the phrase is known to name one
    (`closed`), or to end at `until`.
    """
    words = _words(low, position)
    said = [word.name for word in words]
    named = [i for i, word in enumerate(words) if (until is None or word.end <= until) and _is_job(said, i)]
    if not named or not tokens("hobby_words.txt").isdisjoint(said[: named[-1]]):
        return None
    last = named[-1]
    first = last - 1 if last and " ".join(said[last - 1 : last + 1]) in lines("occupations.txt") else last
    end = words[last].end
    following = _WORD.match(low, end + 1) if low[end : end + 1] == " " else None
    goes_on = (
        following
        and following[0] not in tokens("function_words.txt")
        and not following[0].endswith(("ing", "ly", "ed"))
    )
    if low.startswith(("'s", "-", "_"), end) or (goes_on and not closed and until is None):
        return None
    belongs = tokens("job_words.txt") | lines("occupations.txt")
    while first and (said[first - 1] in belongs or said[first - 1].endswith("-time")):
        first -= 1
    name = " ".join(said[first : last + 1])
    return None if name in tokens("vague_jobs.txt") else NamedJob(words[first].start, end, name)


def _words(low: str, position: int) -> list[NamedJob]:
    """Up to seven words from `position` on that may belong to a noun phrase."""
    words: list[NamedJob] = []
    while len(words) < 7 and (word := _WORD.match(low, position)):
        token = word[0].removesuffix("'s")
        if token in tokens("function_words.txt") and (words or not token.endswith("-time")):
            break
        words.append(NamedJob(word.start(), word.start() + len(token), token))
        gap = _GAP.match(low, words[-1].end)
        if not gap:
            break
        position = gap.end()
    return words


def _is_job(words: list[str], index: int) -> bool:
    """Whether a word is an occupation, with the one before it ("flight attendant") or behind its hyphen."""
    word = words[index]
    behind = word.split("-")[1] if word.count("-") == 1 else word
    return not lines("occupations.txt").isdisjoint(
        (word, behind, " ".join(words[max(0, index - 1) : index + 1]))
    )
