"""Occupations and other free text by their normal form."""

import re
from functools import lru_cache

from penname.domain.knowledge import Knowledge, Occupation
from penname.domain.matching.match import Match
from penname.domain.matching.wording import folded, normal_form

_STATUS_WORDS = "retired former ex aspiring student trainee apprentice unemployed intern junior assistant"
_STATUS = frozenset(_STATUS_WORDS.split())
_NOTHING = frozenset(
    ("none", "unemployed", "jobless", "out of work", "no job", "not working", "no occupation", "between jobs",
     "currently unemployed", "looking for work", "job seeker", "nothing")
)  # fmt: skip
_LIST = re.compile(r"\s*[,;/]\s*|\s+(?:and|&)\s+")


def match_occupations(guess: str, truth: str, knowledge: Knowledge) -> Match:
    """Whether the guess is the true job or a kind of it; a broader name for it is less precise."""
    if without_work(guess) or without_work(truth):
        return Match.YES if without_work(guess) and without_work(truth) else Match.NO
    guessed, true = (normal_form(value, knowledge.same) for value in (guess, truth))
    found = _by_main_word(guessed, true)
    if found is not Match.NO:
        return found
    if _covers(true, guessed, knowledge):
        return Match.YES
    return Match.LESS_PRECISE if _covers(guessed, true, knowledge) else Match.NO


def match_texts(guess: str, truth: str, knowledge: Knowledge) -> Match:
    """Free text of the user's own attributes; either side may be a list, of which one item must match."""
    found = {
        _by_words(normal_form(guessed, knowledge.same), normal_form(true, knowledge.same))
        for guessed in (guess, *_LIST.split(guess))
        for true in (truth, *_LIST.split(truth))
    }
    return next(match for match in (Match.YES, Match.LESS_PRECISE, Match.NO) if match in found)


def without_work(occupation: str) -> bool:
    """Whether a value says that there is no job: "unemployed" and "none" are one (FgAA)."""
    return folded(occupation).strip(" .") in _NOTHING


def occupation_named(text: str, knowledge: Knowledge) -> Occupation | None:
    """What is known of the job that a wording names, itself or as the kind of job it is."""
    words = normal_form(text, knowledge.same)
    kinds: list[tuple[int, Occupation]] = []
    for form, occupation in _jobs(knowledge):
        if form == words:
            return occupation
        if form and words and form[-1] == words[-1] and set(form) < set(words):
            kinds.append((len(form), occupation))
    return max(kinds, key=lambda kind: kind[0])[1] if kinds else None


def industry_of(text: str, knowledge: Knowledge) -> str | None:
    """The branch a job belongs to, by the job or by a word that is typical of the branch; else None."""
    occupation = occupation_named(text, knowledge)
    if occupation:
        return occupation.industry
    words = set(normal_form(text, knowledge.same))
    return next((name for typical, name in _typical(knowledge) if typical <= words), None)


@lru_cache(maxsize=4)
def _jobs(knowledge: Knowledge) -> tuple[tuple[tuple[str, ...], Occupation], ...]:
    return tuple(
        (normal_form(name, knowledge.same), occupation)
        for occupation in knowledge.occupations
        for name in (occupation.name, *occupation.also)
    )


@lru_cache(maxsize=4)
def _typical(knowledge: Knowledge) -> tuple[tuple[frozenset[str], str], ...]:
    return tuple(
        (frozenset(normal_form(wording)), industry.name)
        for industry in knowledge.industries
        for wording in (*industry.words, *industry.broad)
    )


@lru_cache(maxsize=4)
def _broad(knowledge: Knowledge) -> tuple[tuple[frozenset[str], str], ...]:
    return tuple(
        (frozenset(normal_form(wording, knowledge.same)), industry.name)
        for industry in knowledge.industries
        for wording in industry.broad
    )


def _by_main_word(guess: tuple[str, ...], truth: tuple[str, ...]) -> Match:
    if not guess or not truth:
        return Match.NO
    if set(guess) == set(truth):
        return Match.YES
    if (set(guess) - set(truth)) & _STATUS:
        return Match.NO  # a retired teacher is none
    if guess[-1] != truth[-1]:
        retired = set(truth) & _STATUS and guess[-1] in _STATUS and set(guess) < set(truth)
        return Match.LESS_PRECISE if retired else Match.NO
    return _by_words(guess, truth)


def _by_words(guess: tuple[str, ...], truth: tuple[str, ...]) -> Match:
    if not guess or not truth:
        return Match.NO
    if set(guess) >= set(truth):
        return Match.YES
    return Match.LESS_PRECISE if set(guess) < set(truth) else Match.NO


def _covers(broad: tuple[str, ...], job: tuple[str, ...], knowledge: Knowledge) -> bool:
    """Whether `broad` is a name for all people of the job's branch, as "IT professional" is."""
    names = [name for wording, name in _broad(knowledge) if wording == set(broad)]
    return bool(names) and not set(job) & _STATUS and industry_of(" ".join(job), knowledge) in names
