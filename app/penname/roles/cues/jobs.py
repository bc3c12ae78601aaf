"""Names of occupations inside a sentence."""

import re

from penname.roles.cues.words import lines, tokens

_WORD = re.compile(r"[a-z][a-z&/'-]*|\d{2}[ -]?(?:years?|yrs?|yr|y)?[ -]?(?:old|/?o)(?!\w)")
_TOO_VAGUE = {
    "assistant",
    "specialist",
    "keeper",
    "producer",
    "minister",
    "employee",
    "operator",
    "planner",
    "fitter",
}


def job_at(low: str, position: int, closed: int = 0) -> tuple[int, int, str] | None:
    """The occupation at `position`: where it begins (its adjectives aside), where it ends, and its name.

    A word that goes on ("a nurse fan") makes it no occupation, unless `closed`: the phrase is known to name
    one, and ends at `closed` if that is an offset.
    """
    jobs, before_jobs = lines("occupations.txt"), tokens("job_words.txt")
    small, hobbies = tokens("function_words.txt"), tokens("hobby_words.txt")
    words: list[tuple[int, int, str]] = []
    at = position
    while len(words) < 7 and (word := _WORD.match(low, at)):
        token = word.group().removesuffix("'s")
        if token in small and not (token.endswith("-time") and not words):
            break
        words.append((word.start(), word.start() + len(token), token))
        at = word.start() + len(token)
        gap = re.compile(r"[ ]{1,3}").match(low, at)
        if not gap:
            break
        at = gap.end()
    last = -1
    for index, (_, _, token) in enumerate(words):
        if closed > 1 and words[index][1] > closed:
            break
        pair = f"{words[index - 1][2]} {token}" if index else token
        if token in jobs or pair in jobs or (token.count("-") == 1 and token.split("-")[1] in jobs):
            last = index
    if last < 0 or any(token in hobbies for _, _, token in words[:last]):
        return None
    end = words[last][1]
    following = _WORD.match(low, end + 1) if low[end : end + 1] == " " else None
    if low.startswith("'s", end) or low[end : end + 1] in ("-", "_"):
        return None
    if following and not closed:
        token = following.group()
        if token not in small and not token.endswith(("ing", "ly", "ed")):
            return None
    first = last
    while first > 0 and (
        words[first - 1][2] in before_jobs
        or words[first - 1][2] in jobs
        or words[first - 1][2].endswith("-time")
    ):
        first -= 1
    name = " ".join(token for _, _, token in words[first : last + 1])
    if name in _TOO_VAGUE:
        return None
    return words[first][0], end, name
