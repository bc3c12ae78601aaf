"""Occupations: named behind a match ("I'm a nurse"), or told by what is done ("I drive a truck")."""

import re
from collections.abc import Iterator
from functools import partial

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.jobs import job_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.rules import Hit, RuleTable
from penname.roles.cues.words import lines


def _job(hit: Hit, closed: bool = False) -> Find | None:
    """ "I'm an accountant" -> "I'm a professional"; adjectives before the job stay."""
    job = job_at(hit.low, hit.match.end(), closed)
    if not job or hit.reading.text.startswith(" Who", job.end):
        return None  # no job, or the Doctor's
    after = "professional" if job.start > hit.match.end() else None  # "I'm senior sales manager"
    return hit.find(job.name, out=(job.start, job.end), after=after)


def _job_as(hit: Hit) -> Find | None:
    """ "I work as a nurse" -> "I work"."""
    job = job_at(hit.low, hit.match.end(), closed=True)
    return hit.find(job.name, out=(hit.match.start("as"), job.end)) if job else None


def _job_itself(hit: Hit) -> Find | None:
    """ "Librarian here" -> "Professional here"."""
    start, end = hit.match.span("out")
    job = job_at(hit.low, start, until=end)
    return hit.find(job.name) if job and job.end == end else None


def _job_of_mine(hit: Hit) -> Find | None:
    """ "my nurse salary" -> "my salary"."""
    start = hit.match.end()
    job = job_at(hit.low, start, closed=True)
    if not job or job.start != start:
        return None
    return hit.find(job.name, out=(start, job.end + 1))._replace(end=job.end)


def _no_job(hit: Hit) -> Find | None:
    """ "I'm retired"; but "I'm a retired postman" names the occupation itself."""
    end = hit.match.end("out")
    return None if job_at(hit.low, end if hit.low[end - 1] == " " else end + 1) else hit.find()


def _living(hit: Hit) -> Find:
    """ "I fly planes for a living" -> "I work for a living"; what no table lists is its own name."""
    known = hit.group("verb") in hit.table.meanings["verb"]
    return hit.find("" if known else hit.group("out"))


def again(reading: NormalizedText, find: Find) -> Iterator[Swap]:
    """The same name of an occupation elsewhere in the text, which would say it again."""
    if find.value not in lines("occupations.txt") and " " not in find.value:
        return
    name = rf"(?<![\w-])(?P<an>an? )?{re.escape(find.value)}(?P<s>s)?(?![\w-])"
    for found in re.finditer(name, reading.low):
        yield Swap(*found.span(), ("a " if found["an"] else "") + "professional" + (found["s"] or ""))


finds = RuleTable(
    "occupation",
    job=_job,
    job_closed=partial(_job, closed=True),
    job_as=_job_as,
    job_itself=_job_itself,
    job_of_mine=_job_of_mine,
    no_job=_no_job,
    living=_living,
)
