"""What the author studies or studied: "I'm studying law", "my film studies", "I dropped out of college"."""

import re
from collections.abc import Iterator

from penname.roles.cues.degrees import DEGREE, NOT_OWN, OWN, degree_in, own_degree
from penname.roles.cues.fields import field_name, field_rule, my_field_rule
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, follows, rule
from penname.roles.cues.schools import DROPPED, schools
from penname.roles.cues.words import tokens

_STUDY = rule(
    r"\b(?P<lead>i'm|im|i am|i|i've been|i have been|currently|and|while|from|student|being|,|\.|since "
    r"i'm|of|by|busy|am|me|as i'm|with|also|still|just|then)(?: (?:currently|now|also|still|just|actually|"
    r"busy|only|a student|a uni student|in university|in uni|in college|at uni|at university|in school|in "
    r"my \w+ year))*,? (?P<verb>study|studying|studied|majoring in|majored in|major in|reading|minoring "
    r"in|specializing in|specialising in) "
)
_STUDENT = rule(
    r"\b(?P<lead>i'm|im|i am|as|being|me being|just|fellow|i'm just|i'm still|i'm only|since i'm|i "
    r"was)(?: (?:just|still|only|currently|also))* (?:an?|another|your typical|the) (?:(?:broke|poor|busy|"
    r"struggling|full-time|part-time|first-year|second-year|third-year|final-year|fourth-year|first year|"
    r"second year|third year|final year|fellow|lowly|tired|young|mature|international|university|"
    r"college|uni|undergrad|masters|master's|\d+[\x20-]year[\x20-]old|\d(?:st|nd|rd|th)[\x20-]year) )*"
)
_AT_UNI = re.compile(
    r"[^.!?\n]{0,30}?\b(?:at|in|for|from) (?:my |the |a |an |local )?(?:uni|university|college|school|"
    r"[\w ]{0,20}university|bachelor|master|phd|degree)|[^.!?\n]{0,15}\b(?:degree|major|student|exam|"
    r"semester|lecture|course)"
)


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own studies in `reading`."""
    low = reading.low
    for match in OWN.finditer(low):
        find = own_degree(reading, match)
        if find:
            yield find
    for match in DEGREE.finditer(low):
        find = degree_in(reading, match)
        if find:
            yield find
    for match in my_field_rule().finditer(low):
        name = field_name(match["field"])
        noun = match["before"] or match["noun"]
        past = noun in ("department", "studies", "research", "background", "major", "thesis")
        value = f"degree in {name}" if past else f"studying towards a degree in {name}"
        swap = (
            Swap(match.end("before"), match.end(), "")
            if match["before"]
            else Swap(match.start("field"), match.start("noun"), "")
        )
        yield Find(value, match.start(), match.end(), (swap,), 4)
    yield from _studying(reading)
    yield from schools(reading)
    for match in DROPPED.finditer(low):
        if reading.hedged(match.start(), unreal_only=True):
            continue
        what = next(match[name] for name in ("what", "never", "didnt", "out", "left") if match[name])
        value = (
            "No degree" if re.search(r"college|uni|degree|course|studies", what) else "No high school diploma"
        )
        phrase = match["phrase"]
        after = "changed plans"
        if match["out"]:
            after = "self-taught person"
        elif phrase.startswith("never"):
            after = "never felt at home in that system"
        elif phrase.startswith("didn't"):
            after = "didn't take the usual path"
        elif phrase.startswith("dropping"):
            after = "changing plans"
        elif phrase.startswith("drop "):
            after = "change plans"
        yield Find(
            value,
            match.start(),
            match.end(),
            (Swap(*match.span("phrase"), after),),
            5,
            ("High School Diploma",),
        )


def _studying(reading: NormalizedText) -> Iterator[Find]:
    """ "I'm studying law at" -> "I'm studying at"; "I'm a chemistry student" -> "I'm a student"."""
    low = reading.low
    for match in _STUDY.finditer(low):
        field_match = field_rule().match(low, match.end())
        if (
            not field_match
            or reading.hedged(match.start())
            or reading.of_others(match.start())
            or NOT_OWN.search(low[max(0, match.start() - 30) : match.start("verb")])
        ):
            continue
        verb, field = match["verb"], field_match["field"]
        if field_match.start("field") != match.end() and not low.startswith(("in ", "applied"), match.end()):
            continue
        end = field_match.end()
        majoring = verb.startswith(("major", "minor", "special"))
        context = _AT_UNI.match(low, end) or re.search(
            r"\b(?:student|uni|university|college|degree|exams?|semester|year)\b",
            low[max(0, match.start() - 80) : end + 60],
        )
        if verb == "reading" and not _AT_UNI.match(low, end):
            continue
        if (
            not majoring
            and not context
            and field not in tokens("academic_studies.txt")
            and len(field.split()) < 2
        ):
            continue
        following = follows(r"[ ]([a-z]+)", low, end)
        if following and following.group(1) in (
            "books",
            "book",
            "materials",
            "tapes",
            "material",
            "stuff",
            "notes",
            "patterns",
            "trends",
        ):
            continue
        name = field_name(field)
        past = verb.endswith("ied") or verb == "majored in"
        if past:
            value = f"degree in {name}"
        elif name == "Law":
            value = "studying towards a law degree"
        else:
            value = f"studying towards a degree in {name}"
        after = {"s": "study", "m": "study"}.get(verb[0], "study")
        after = "studied" if past else "studying" if "ing" in verb else after
        yield Find(value, match.start(), end, (Swap(match.start("verb"), end, after),), 5 if not past else 4)
    for match in _STUDENT.finditer(low):
        field_match = field_rule().match(low, match.end())
        noun = (
            follows(
                r" (?:student|major|undergrad|grad student|graduate student|grad)(?![\w'])",
                low,
                field_match.end(),
            )
            if field_match
            else None
        )
        if (
            not field_match
            or not noun
            or reading.hedged(match.start())
            or reading.of_others(match.start())
            or field_match.start("field") != match.end()
        ):
            continue
        if match["lead"] == "i was":
            continue
        if match["lead"] in ("as", "being", "just", "fellow") and not (
            reading.opens_clause(match.start()) or follows(r",? (?:i|my)\b", low, noun.end())
        ):
            continue
        start, end = match.end(), noun.end()
        article = re.search(r"\b(an?) $", low[match.start() : start])
        swap = Swap(
            start - len(article.group()) if article else start, end, "a student" if article else "student"
        )
        field = field_name(field_match["field"])
        value = "studying towards a law degree" if field == "Law" else f"studying towards a degree in {field}"
        yield Find(value, match.start(), end, (swap,), 5)
