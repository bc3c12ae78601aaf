"""Another occupation, another education: a noun for a noun, a field for a field."""

import re

from penname.domain.articles import article
from penname.roles.target_values.statement import Statement

_LEAD = re.compile(r"^(?P<lead>\s*(?:as )?(?:(?P<article>an?) )?)", re.IGNORECASE)
_VERB = re.compile(
    r"^(?:drive|drove|teach|taught|run|own|clean|cook|farm|sell|paint|build|fix|repair|write|design|nurse|cut|"
    r"bake|manage|practise|practice|program|code|tend|wait|care|look after|work)\b",
    re.IGNORECASE,
)
_DEGREE = re.compile(
    r"\b(?:ph\.?d|doctora\w*|master\w*|bachelor\w*|undergrad\w*|degree|diploma|mba|m\.?sc|b\.?sc|b\.?a|m\.?a)\b",
    re.IGNORECASE,
)
_LEVELS = {"masters": "master's", "master": "master's", "bachelors": "bachelor's", "bachelor": "bachelor's"}
_FIELD_OF = {"law degree": "law", "medical degree": "medicine"}


def another_occupation(stated: Statement) -> str | None:
    """The target job in words like the stated: "as an accountant" -> "as a nurse", "drive a truck" -> "work
    as a nurse".
    """
    before, job = stated.before, _plain(stated.target)
    lead = _LEAD.match(before)
    noun = before[lead.end() :].strip().casefold() if lead else ""
    guess = stated.guess.casefold()
    if lead and noun and (noun in guess or guess in noun or noun == "unemployed"):
        if lead["article"]:
            return before[: lead.start("article")] + article(lead["article"], job) + " " + job
        adjective = noun == "unemployed"
        return before[: lead.end()] + (f"{article('a', job)} {job}" if adjective else job)
    if _VERB.match(before.strip()) and re.search(
        rf"\bi {re.escape(before.strip())}", stated.text, re.IGNORECASE
    ):
        return f"work as {article('a', job)} {job}"
    return None


def another_education(stated: Statement) -> str | None:
    """The target education in words like the stated: "PhD in chemistry" -> "master's in law", "studying law"
    -> "studying history".
    """
    before, target = stated.before, stated.target
    level, _, field = target.partition(" in ")
    if _DEGREE.search(before):
        named = _LEVELS.get(level.casefold())
        if named:
            degree = f"{named} in {_plain(field)}" if field else f"{named} degree"
        elif level.casefold() == "phd":
            degree = target if not field else f"PhD in {_plain(field)}"
        elif target.casefold().startswith("no "):
            return None
        else:
            degree = _plain(target)
        gap = before[: len(before) - len(before.lstrip())]
        lead = _LEAD.match(before.lstrip())
        written = lead["article"] if lead else None
        return gap + (f"{article(written, degree)} {degree}" if written else degree)
    field = _plain(field) or _FIELD_OF.get(target.casefold(), "")
    said = before.strip().casefold()
    if field and said and said in stated.guess.casefold():
        return before.replace(before.strip(), field)
    return None


def _plain(value: str) -> str:
    """The value as it stands inside a sentence: "Law degree" -> "law degree", but "NHS manager"."""
    words = value.split(" ")
    return " ".join(word.lower() if word[:1].isupper() and word[1:].islower() else word for word in words)
