"""Degrees the author has or works towards: "my PhD in chemistry", "a history degree"."""

import re

from penname.roles.cues.fields import field_name, field_rule
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, article_for, follows, rule
from penname.roles.cues.words import lines

_LEVELS = (
    (re.compile(r"ph\.?d|doctora"), "PhD"),
    (re.compile(r"master|\bm\.?sc|\bm\.?a\b|\bm\.?s\b|\bmba|\bm\.?ed|\bm\.?eng"), "Masters"),
    (
        re.compile(
            r"bachelor|\bb\.?sc|\bba\b|\bb\.?a\b|\bb\.?s\b|\bb\.?f\.?a|undergrad|\bb\.?com|\bb\.?eng|"
            r"\bb\.?ed|major"
        ),
        "Bachelors",
    ),
    (re.compile(r"diploma"), "Diploma"),
    (re.compile(r"associate"), "Associate degree"),
)
_LEVEL = (
    r"(?P<level>(?:ph\.?d|doctorate|doctoral|master'?s?'?|bachelor'?s?'?|undergrad(?:uate)?|graduate|"
    r"postgrad(?:uate)?|associate'?s?|m\.?sc|b\.?sc|mba|(?:b\.?a|b\.?s|b\.?f\.?a|m\.?a|m\.?s)(?=\.? in\b)|"
    r"m\.?eng|b\.?eng|b\.?ed|m\.?ed|b\.?com|"
    r"diploma)(?!\w))"
)
_TAIL = (
    r"(?P<tail> (?:degrees?|thesis|dissertation|studies|program(?:me)?|course|education|diploma|student|"
    r"candidate|work|exams?|defen[cs]e|research|days|project|coursework))*"
)
OWN = rule(
    r"\b(?P<lead>my|mah|me|i have an?|i've got an?|i got an?|i hold an?|i did an?|i did my|i earned an?|"
    r"i earned my|i completed an?|i finished an?|i'm doing an?|i'm doing my|i am doing my|i am doing a|"
    r"i'm pursuing an?|i'm pursuing my|doing my|pursuing my|pursuing an?|finishing my|with an?|having "
    r"an?|have an?|got an?|got my|did my|i studied for an?|i'm working on an?|i'm halfway through an?|"
    r"studying for an?|studying for my|study for my|i'm an?|as an?|getting my|finish an?|finishing an?|"
    r"finish my|studying towards an?|studying towards my|studying for an?|being an?|im an?|i'm currently "
    r"an?|towards an?|towards my|toward my|holding an?|completed my|my own)"
    r" (?:(?:own|current|final|recent|second|first|first-class|two-year|three-year|part-time|last|old|"
    r"full-time|year|good|solid|fancy|bloody|darn|freaking|whole|online|humble|beloved|ongoing) "
    rf")*{_LEVEL}{_TAIL}"
)
DEGREE = rule(
    r"\b(?P<lead>my|i have an?|i've got an?|i got an?|i got my|i hold an?|i did an?|i did my|i'm doing "
    r"an?|i'm doing my|with an?|with my|having an?|i finished my|i completed my|i earned my|studying for "
    r"my|pursuing my|got my|have an?|doing an?|pursuing an?|getting my|finish an?|finishing an?|finish my|"
    r"finishing my|complete a|completing a)(?: (?:own|university|college|uni|whole|first|fancy|"
    r"undergraduate|four-year|useless|recent|current|final))* (?P<field>[a-z]+(?: [a-z]+){0,2} "
    r")?(?P<noun>degree|diploma|major)\b(?! of (?!art|science))"
)
NOT_OWN = re.compile(
    r"\b(?:want|wanted|wanting|wish|hope|hoping|plan|planning|consider\w*|think\w*|thought|going to|gonna|"
    r"would|could|might|never|don't|didn't|without|apply|applying|applied|someday|dream\w*|no|not|instead "
    r"of|need|like|thinks|if|unless|almost|nearly|should)(?: \w+)?[ ]+$"
)


def own_degree(reading: NormalizedText, match: re.Match[str]) -> Find | None:
    """ "my PhD in chemistry" -> "my studies"; "I have a bachelor's in history" -> "I have a degree"."""
    low = reading.low
    lead, level_words = match["lead"], match["level"]
    if (
        reading.hedged(match.start(), unreal_only=True)
        or reading.of_others(match.start())
        or NOT_OWN.search(low[max(0, match.start() - 40) : match.start()])
    ):
        return None
    tail = (low[match.end("level") : match.end()]).strip()
    if level_words.startswith(("graduate", "associate", "diploma")) and not tail and level_words != "diploma":
        return None
    if (
        level_words.startswith("master")
        and not tail
        and not re.match(r"master'?s", level_words)
        and not low.startswith(" in ", match.end())
    ):
        return None
    level = next((name for pattern, name in _LEVELS if pattern.search(level_words)), "degree")
    field_match = (
        field_rule().match(low, match.end() + 1) if low[match.end() : match.end() + 1] in (" ", ",") else None
    )
    end, field = match.end(), ""
    if field_match and (re.match(r"(?:in|of|on|,)\b|,", field_match.group()) or True):
        field, end = field_name(field_match["field"]), field_match.end()
    elif unknown := re.match(
        r" in ((?:[a-z]+ (?:and |of |& )?){0,2}[a-z]+(?:ology|ics|istry|ies|ing|ure|ance|ment|phy|science|"
        r"sciences|engineering|design|art|arts|studies|management|history|work|care))\b",
        low[match.end() : match.end() + 60],
    ):
        field, end = field_name(unknown.group(1)), match.end() + unknown.end()
    if "mba" in level_words:
        level, field = "Masters", "Business Administration"
    ongoing = bool(
        re.search(
            r"doing|pursuing|studying|working on|halfway|finishing|towards?|getting|student|candidate|"
            r"study for",
            lead + " " + tail,
        )
    )
    if lead in (
        "i'm a",
        "i'm an",
        "as a",
        "as an",
        "being a",
        "being an",
        "im a",
        "im an",
        "i'm currently a",
        "i'm currently an",
    ):
        if not re.search(r"student|candidate", tail) and not level_words.startswith(
            ("undergrad", "postgrad")
        ):
            return None
        if (
            lead.startswith(("as", "being"))
            and not reading.opens_clause(match.start())
            and not follows(r",? (?:i|my)\b", low, end)
        ):
            return None
        ongoing = True
    if lead in (
        "with a",
        "having a",
        "have a",
        "got a",
        "towards a",
        "with an",
        "pursuing a",
    ) and not re.search(
        r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + low[end : end + 15]
    ):
        return None
    if lead == "me" and not field:
        return None
    value = (
        f"{level} in {field}" if field else f"{level} degree" if level in ("Masters", "Bachelors") else level
    )
    if level == "degree":
        value = f"degree in {field}" if field else "university degree"
    if ongoing:
        value = f"studying towards a {value}"
    start = match.start("lead") + len(lead) + 1
    while low[start] == " ":
        start += 1
    kept = (tail.split(" ") or [""])[-1] or (
        "student" if "student" in value or level_words.startswith("undergrad") else ""
    )
    after = kept or "degree"
    article = re.search(r"\ban?$", lead)
    if article:
        start, after = match.start("lead") + article.start(), f"{article_for(after)} {after}"
    return Find(value, match.start(), end, (Swap(start, end, after),), 5 if field else 4)


def degree_in(reading: NormalizedText, match: re.Match[str]) -> Find | None:
    """ "my law degree" -> "my studies"; "a degree in history" -> "a degree"."""
    low = reading.low
    if (
        reading.hedged(match.start(), unreal_only=True)
        or reading.of_others(match.start())
        or NOT_OWN.search(low[max(0, match.start() - 40) : match.start()])
    ):
        return None
    before = (match["field"] or "").strip()
    field = ""
    end = match.end()
    words = before.split(" ") if before else []
    for index in range(len(words)):
        if " ".join(words[index:]) in lines("studies.txt"):
            field = field_name(" ".join(words[index:]))
            break
    else:
        if before and not re.fullmatch(r"(?:university|college|uni|first|second)", before):
            return None
    after_field = (
        field_rule().match(low, end + 1)
        if low.startswith((" in ", " on ", " was in ", " is in "), end)
        else None
    )
    if low.startswith((" was in ", " is in "), end):
        after_field = field_rule().match(low, end + low[end:].index(" in ") + 1)
    if after_field:
        field, end = field_name(after_field["field"]), after_field.end()
    if not field or (match["noun"] == "diploma" and not field):
        return None
    lead = match["lead"]
    if lead.startswith(("with", "having", "have")) and not re.search(
        r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + lead + low[end : end + 15]
    ):
        return None
    ongoing = bool(re.search(r"doing|pursuing|studying", lead))
    value = f"{field} degree" if match["noun"] != "diploma" else f"Diploma in {field}"
    if match["noun"] == "degree" and field not in ("Law", "Medicine"):
        value = f"degree in {field}"
    if match["noun"] == "major":
        value = f"Bachelors in {field}"
    if ongoing:
        value = f"studying towards a {value}"
    start = match.start("field") if before else match.start("noun")
    article = re.search(r"\b(an?)$", lead)
    if article:
        start = match.start("lead") + len(lead) - len(article.group())
    noun = match["noun"]
    return Find(value, match.start(), end, (Swap(start, end, f"a {noun}" if article else noun),), 5)
