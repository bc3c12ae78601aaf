"""Studies: degrees by level and field ("a PhD in chemistry"), fields by name ("I'm studying law")."""

import re

from penname.roles.cues.finds import Find
from penname.roles.cues.rules import Hit, RuleTable
from penname.roles.cues.words import lines, tokens

_SMALL = {"and", "of", "in", "the", "&"}


def _name(hit: Hit, field: str) -> str:
    """A field of study as it is written in a value: "Computer Science"."""
    words = hit.table.meanings["field"].get(field, field).split()
    return " ".join(word if word in _SMALL else word[:1].upper() + word[1:] for word in words)


def _degree(hit: Hit) -> Find | None:
    """ "my PhD in chemistry" -> "my degree", "my PhD thesis" -> "my thesis"."""
    start, end = hit.span("out")
    studied = hit.phrase("in_field").match(hit.low, end)
    field = _name(hit, studied["field"] or studied["other"]) if studied else ""
    said, level = hit.group("level"), hit.put("level")
    kept = hit.group("tail").split()[-1:] or (["student"] if said.startswith("undergrad") else [])
    if not kept and (said.startswith(("graduate", "associate")) or (said == "master" and not field)):
        return None
    if said == "mba":
        field = "Business Administration"
    if level == "degree":
        degree = f"degree in {field}" if field else "university degree"
    elif field:
        degree = f"{level} in {field}"
    else:
        degree = f"{level} degree" if level in ("Masters", "Bachelors") else level
    out = (start, studied.end() if studied else end)
    find = hit.find(hit.rule.value.format(degree=degree), out=out, after=kept[0] if kept else "degree")
    return find._replace(certainty=5 if field else 4)


def _degree_in(hit: Hit) -> Find | None:
    """ "my law degree" -> "my degree"; "a degree in history" -> "a degree"."""
    named = hit.phrase("degree_in").match(hit.low, hit.match.end())
    if not named:
        return None
    noun, field = named["noun"] or named["noun2"], _name(hit, named["field"] or named["field2"])
    if noun == "degree":
        degree = f"{field} degree" if field in ("Law", "Medicine") else f"degree in {field}"
    else:
        degree = f"{'Diploma' if noun == 'diploma' else 'Bachelors'} in {field}"
    return hit.find(hit.rule.value.format(degree=degree), out=named.span(), after=noun)


def _study(hit: Hit) -> Find | None:
    """ "my law exams" -> "my exams"."""
    field = hit.group("field")
    parts = {field} if field in lines("studies.txt") else set(re.split(" (?:and|&) ", field))
    return _studied(hit, field, hit.span("out")[1]) if parts <= lines("studies.txt") else None


def _study_behind(hit: Hit) -> Find | None:
    """ "I majored in law" -> "I studied"; but "I study history books"."""
    field = hit.phrase("fields").match(hit.low, hit.match.end())
    if not field or hit.phrase("no_study_of").match(hit.low, field.end()):
        return None
    return _studied(hit, field[0], field.end())


def _study_at_school(hit: Hit) -> Find | None:
    """ "I'm studying law" -> "I'm studying"; but "I'm studying French" may be for fun."""
    find, low, start = _study_behind(hit), hit.low, hit.match.start()
    if not find:
        return None
    field = low[hit.match.end() : find.end]
    for_a_degree = (
        field in tokens("academic_studies.txt")
        or " " in field
        or hit.phrase("at_school").match(low, find.end)
        or hit.phrase("of_school").search(low, max(0, start - 80), find.end + 60)
    )
    return find if for_a_degree else None


def _studied(hit: Hit, field: str, end: int) -> Find:
    value = hit.rule.value.format(field=_name(hit, field)).replace("a degree in Law", "a law degree")
    return hit.find(value, out=(hit.span("out")[0], end))


finds = RuleTable(
    "education",
    degree=_degree,
    degree_in=_degree_in,
    study=_study,
    study_behind=_study_behind,
    study_at_school=_study_at_school,
)
