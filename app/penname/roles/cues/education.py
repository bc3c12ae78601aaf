"""What the author studies or studied, stated outright: "my PhD in chemistry", "I'm studying law at ...", "I dropped out"."""

import re
from collections.abc import Iterator
from functools import cache

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.reading import Reading, article_for, follows, rule
from penname.roles.cues.words import lines

_LEVELS = (
    (re.compile(r"ph\.?d|doctora"), "PhD"),
    (re.compile(r"master|\bm\.?sc|\bma\b|\bmba|\bm\.?ed|\bm\.?eng"), "Masters"),
    (re.compile(r"bachelor|\bb\.?sc|\bba\b|\bb\.?a\b|undergrad|\bb\.?com|\bb\.?eng|\bb\.?ed|major"), "Bachelors"),
    (re.compile(r"diploma"), "Diploma"),
    (re.compile(r"associate"), "Associate degree"),
)
_LEVEL = (
    r"(?P<level>(?:ph\.?d\.?|doctorate|doctoral|master'?s?'?|bachelor'?s?'?|undergrad(?:uate)?|graduate|postgrad(?:uate)?|associate'?s?|m\.?sc\.?|b\.?sc\.?|mba|m\.?eng|b\.?eng|b\.?ed|m\.?ed|b\.?com|diploma)(?!\w))"
)
_TAIL = r"(?P<tail> (?:degrees?|thesis|dissertation|studies|program(?:me)?|course|education|diploma|student|candidate|work|exams?|defen[cs]e|research|days|project|coursework))*"
_OWN = rule(
    rf"\b(?P<lead>my|mah|me|i have an?|i've got an?|i got an?|i hold an?|i did an?|i did my|i earned an?|i earned my|i completed an?|i finished an?|i'm doing an?|i'm doing my|i am doing my|i am doing a|i'm pursuing an?|i'm pursuing my|doing my|pursuing my|pursuing an?|finishing my|with an?|having an?|have an?|got an?|got my|did my|i studied for an?|i'm working on an?|i'm halfway through an?|studying for an?|studying for my|study for my|i'm an?|as an?|getting my|finish an?|finishing an?|finish my|studying towards an?|studying towards my|studying for an?|being an?|im an?|i'm currently an?|towards an?|towards my|toward my|holding an?|completed my|my own)"
    rf" (?:(?:own|current|final|recent|second|first|first-class|two-year|three-year|part-time|last|old|full-time|year|good|solid|fancy|bloody|darn|freaking|whole|online|humble|beloved|ongoing) )*{_LEVEL}{_TAIL}"
)
_DEGREE = rule(
    r"\b(?P<lead>my|i have an?|i've got an?|i got an?|i got my|i hold an?|i did an?|i did my|i'm doing an?|i'm doing my|with an?|with my|having an?|i finished my|i completed my|i earned my|studying for my|pursuing my|got my|have an?|doing an?|pursuing an?|getting my|finish an?|finishing an?|finish my|finishing my|complete a|completing a)(?: (?:own|university|college|uni|whole|first|fancy|undergraduate|four-year|useless|recent|current|final))* (?P<field>[a-z]+(?: [a-z]+){0,2} )?(?P<noun>degree|diploma|major)\b(?! of (?!art|science))"
)
_STUDY = rule(
    r"\b(?P<lead>i'm|im|i am|i|i've been|i have been|currently|and|while|from|student|being|,|\.|since i'm|of|by|busy|am|me|as i'm|with|also|still|just|then)(?: (?:currently|now|also|still|just|actually|busy|only|a student|a uni student|in university|in uni|in college|at uni|at university|in school|in my \w+ year))*,? (?P<verb>study|studying|studied|majoring in|majored in|major in|reading|minoring in|specializing in|specialising in) "
)
_STUDENT = rule(
    r"\b(?P<lead>i'm|im|i am|as|being|me being|just|fellow|i'm just|i'm still|i'm only|since i'm|i was)(?: (?:just|still|only|currently|also))* (?:an?|another|your typical|the) (?:(?:broke|poor|busy|struggling|full-time|part-time|first-year|second-year|third-year|final-year|fourth-year|first year|second year|third year|final year|fellow|lowly|tired|young|mature|international|former|university|college|uni|undergrad|masters|master's|\d+[\x20-]year[\x20-]old) )*"
)
_LAW_MED = rule(
    r"\b(?:i'm|im|i am|i'm still|i'm currently|i was|when i was|i went to|i'm just|i go to|i'm starting|i finished|during|through|after|since|in|while in|back in|my time in|my days in|my years in|from)(?: (?:in|at|my|still|currently))* (?P<school>(?P<kind>law|med|medical|dental|vet|nursing|business|grad|graduate|culinary|art|film|architecture|design|journalism|drama|beauty)[\x20-]school)\b"
)
_LAW_MED_MINE = re.compile(r"\b(?:i|i'm|my|me|we|i've|im)\b")
_DROPPED = rule(
    r"\bi(?:'m an?| am an?|'ve)?(?: \w+)?,? (?P<phrase>(?:dropped|drop|dropping) out of (?P<what>(?:high )?school|college|uni|university|my (?:degree|course|studies))|never (?:went to|finished|attended|made it to|completed|graduated from) (?P<never>college|uni|university|high school|school)|didn't (?:go to|finish|attend|graduate from) (?P<didnt>college|uni|university|high school|school)|(?P<out>college|university|uni|high[\x20-]school|school) drop-?out|(?P<left>left school) at \d+)\b"
)
_HIGH_SCHOOL = rule(
    r"\b(?P<lead>(?:with |i have |i've got |i only have |i just have |got |only have |having |i got )?(?:just |only )?(?:my|a|an|me) (?:old |trusty |lil |little |simple |mere |good ol' )*)(?P<phrase>(?:high[\x20-]school|hs) (?:diploma|degree|education)|ged)\b"
)
_IN_SCHOOL = rule(r"\b(?:i'm|im|i am)(?: \w+)? (?P<phrase>(?:a (?P<rank>freshman|sophomore|junior|senior) in (?P<where>high school|college|uni|university)|in (?P<level>high school|college|uni|university|middle school|year \d+|\w+ grade)(?: (?:now|right now|studying))?))\b")
_GRADUATED = rule(
    r"\bi(?:'ve| have)?(?: (?:just|recently|finally|only))* (?P<phrase>(?:graduated|finished (?:my )?(?:college|uni|university)|graduate)(?P<mid>(?: (?:from|with|in|of) (?:(?:a|an|my|the|college|uni|university|degree|honours|bachelor'?s?|master'?s?|phd|major|first|in|with) ?){1,6})))"
)
_NOT_OWN = re.compile(r"\b(?:want|wanted|wanting|wish|hope|hoping|plan|planning|consider\w*|think\w*|thought|going to|gonna|would|could|might|never|don't|didn't|without|apply|applying|applied|someday|dream\w*|no|not|instead of|need|like|thinks|if|unless|almost|nearly|should)(?: \w+)?[ ]+$")
_AT_UNI = re.compile(r"[^.!?\n]{0,30}?\b(?:at|in|for|from) (?:my |the |a |an |local )?(?:uni|university|college|school|[\w ]{0,20}university|bachelor|master|phd|degree)|[^.!?\n]{0,15}\b(?:degree|major|student|exam|semester|lecture|course)")
# Fields nobody studies just for fun: "I'm studying law" says enough.
_ACADEMIC = frozenset(
    """
    accounting anthropology archaeology architecture biochemistry biology chemistry commerce criminology
    dentistry econ economics engineering journalism law linguistics mathematics medicine neuroscience
    nursing pharmacy philosophy physics psychology sociology
    """.split()
)


@cache
def _field_rule() -> re.Pattern[str]:
    fields = "|".join(sorted(lines("studies.txt"), key=len, reverse=True))
    return rule(rf"(?:in |of |on |within |, |at |studying |\()?(?:(?:the|field|of|applied|modern|advanced|pure|theoretical|experimental) )*(?P<field>(?:{fields})(?: (?:and|&) (?:{fields}))?)(?![\w-])")


@cache
def _my_field() -> re.Pattern[str]:
    fields = "|".join(sorted(lines("studies.txt"), key=len, reverse=True))
    return rule(
        rf"\b(?:my|ma|me) (?:(?P<before>program|programme|course|studies|classes|lectures|thesis|exams?|major|minor|courses|research|background) (?:in|on|is in|was in) )?(?P<field>{fields})(?(before)|(?P<gap> )(?P<noun>studies|course|courses|lectures?|exams?|finals|textbooks?|classes|class|assignments?|"
        r"thesis|program|programme|professors?|department|homework|coursework|midterms?|finals))(?!\w)"
    )


def finds(reading: Reading) -> Iterator[Find]:
    """Every statement of the author's own studies in `reading`."""
    low = reading.low
    for match in _OWN.finditer(low):
        find = _own(reading, match)
        if find:
            yield find
    for match in _DEGREE.finditer(low):
        find = _degree(reading, match)
        if find:
            yield find
    for match in _my_field().finditer(low):
        name = _named(match["field"])
        noun = match["before"] or match["noun"]
        past = noun in ("department", "studies", "research", "background", "major", "thesis")
        value = f"degree in {name}" if past else f"studying towards a degree in {name}"
        swap = Swap(match.end("before"), match.end(), "") if match["before"] else Swap(match.start("field"), match.start("noun"), "")
        yield Find(value, match.start(), match.end(), (swap,), 4)
    yield from _studying(reading)
    yield from _schools(reading)
    for match in _DROPPED.finditer(low):
        if reading.hedged(match.start(), unreal_only=True):
            continue
        what = next(match[name] for name in ("what", "never", "didnt", "out", "left") if match[name])
        value = "No degree" if re.search(r"college|uni|degree|course|studies", what) else "No high school diploma"
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
        yield Find(value, match.start(), match.end(), (Swap(*match.span("phrase"), after),), 5, ("High School Diploma",))


def _own(reading: Reading, match: re.Match[str]) -> Find | None:
    """ "my PhD in chemistry" -> "my studies"; "I have a bachelor's in history" -> "I have a degree"."""
    low = reading.low
    lead, level_words = match["lead"], match["level"]
    if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()) or _NOT_OWN.search(low[max(0, match.start() - 40) : match.start()]):
        return None
    tail = (low[match.end("level") : match.end()]).strip()
    if level_words.startswith(("graduate", "associate", "diploma")) and not tail and level_words != "diploma":
        return None
    if level_words.startswith("master") and not tail and not re.match(r"master'?s", level_words) and not low.startswith(" in ", match.end()):
        return None
    level = next((name for pattern, name in _LEVELS if pattern.search(level_words)), "degree")
    field_match = _field_rule().match(low, match.end() + 1) if low[match.end() : match.end() + 1] in (" ", ",") else None
    end, field = match.end(), ""
    if field_match and (re.match(r"(?:in|of|on|,)\b|,", field_match.group()) or True):
        field, end = _named(field_match["field"]), field_match.end()
    elif (unknown := re.match(r" in ((?:[a-z]+ (?:and |of |& )?){0,2}[a-z]+(?:ology|ics|istry|ies|ing|ure|ance|ment|phy|science|sciences|engineering|design|art|arts|studies|management|history|work|care))\b", low[match.end() : match.end() + 60])):
        field, end = _named(unknown.group(1)), match.end() + unknown.end()
    if "mba" in level_words:
        level, field = "Masters", "Business Administration"
    ongoing = bool(re.search(r"doing|pursuing|studying|working on|halfway|finishing|towards?|getting|student|candidate|study for", lead + " " + tail))
    if lead in ("i'm a", "i'm an", "as a", "as an", "being a", "being an", "im a", "im an", "i'm currently a", "i'm currently an"):
        if not re.search(r"student|candidate", tail) and not level_words.startswith(("undergrad", "postgrad")):
            return None
        if lead.startswith(("as", "being")) and not reading.opens_clause(match.start()) and not follows(r",? (?:i|my)\b", low, end):
            return None
        ongoing = True
    if lead in ("with a", "having a", "have a", "got a", "towards a", "with an", "pursuing a") and not re.search(r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + low[end : end + 15]):
        return None
    if lead == "me" and not field:
        return None
    value = f"{level} in {field}" if field else f"{level} degree" if level in ("Masters", "Bachelors") else level
    if level == "degree":
        value = f"degree in {field}" if field else "university degree"
    if ongoing:
        value = f"studying towards a {value}"
    start = match.start("lead") + len(lead) + 1
    while low[start] == " ":
        start += 1
    kept = (tail.split(" ") or [""])[-1] or ("student" if "student" in value or level_words.startswith("undergrad") else "")
    after = kept or "degree"
    article = re.search(r"\ban?$", lead)
    if article:
        start, after = match.start("lead") + article.start(), f"{article_for(after)} {after}"
    return Find(value, match.start(), end, (Swap(start, end, after),), 5 if field else 4)


def _degree(reading: Reading, match: re.Match[str]) -> Find | None:
    """ "my law degree" -> "my studies"; "a degree in history" -> "a degree"."""
    low = reading.low
    if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()) or _NOT_OWN.search(low[max(0, match.start() - 40) : match.start()]):
        return None
    before = (match["field"] or "").strip()
    field = ""
    end = match.end()
    words = before.split(" ") if before else []
    for index in range(len(words)):
        if " ".join(words[index:]) in lines("studies.txt"):
            field = _named(" ".join(words[index:]))
            break
    else:
        if before and not re.fullmatch(r"(?:university|college|uni|first|second)", before):
            return None
    after_field = _field_rule().match(low, end + 1) if low.startswith((" in ", " on ", " was in ", " is in "), end) else None
    if low.startswith((" was in ", " is in "), end):
        after_field = _field_rule().match(low, end + low[end:].index(" in ") + 1)
    if after_field:
        field, end = _named(after_field["field"]), after_field.end()
    if not field or (match["noun"] == "diploma" and not field):
        return None
    lead = match["lead"]
    if lead.startswith(("with", "having", "have")) and not re.search(r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + lead + low[end : end + 15]):
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


def _studying(reading: Reading) -> Iterator[Find]:
    """ "I'm studying law at" -> "I'm studying at"; "I'm a chemistry student" -> "I'm a student"."""
    low = reading.low
    for match in _STUDY.finditer(low):
        field_match = _field_rule().match(low, match.end())
        if not field_match or reading.hedged(match.start()) or reading.of_others(match.start()) or _NOT_OWN.search(low[max(0, match.start() - 30) : match.start("verb")]):
            continue
        verb, field = match["verb"], field_match["field"]
        if field_match.start("field") != match.end() and not low.startswith(("in ", "applied"), match.end()):
            continue
        end = field_match.end()
        majoring = verb.startswith(("major", "minor", "special"))
        context = _AT_UNI.match(low, end) or re.search(r"\b(?:student|uni|university|college|degree|exams?|semester|year)\b", low[max(0, match.start() - 80) : end + 60])
        if verb == "reading" and not _AT_UNI.match(low, end):
            continue
        if not majoring and not context and field not in _ACADEMIC and len(field.split()) < 2:
            continue
        following = follows(r"[ ]([a-z]+)", low, end)
        if following and following.group(1) in ("books", "book", "materials", "tapes", "material", "stuff", "notes", "patterns", "trends"):
            continue
        name = _named(field)
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
        field_match = _field_rule().match(low, match.end())
        noun = follows(r" (?:student|major|undergrad|grad student|graduate student|grad)(?![\w'])", low, field_match.end()) if field_match else None
        if not field_match or not noun or reading.hedged(match.start()) or reading.of_others(match.start()) or field_match.start("field") != match.end():
            continue
        if match["lead"] == "i was":
            continue
        if match["lead"] in ("as", "being", "just", "fellow") and not (reading.opens_clause(match.start()) or follows(r",? (?:i|my)\b", low, noun.end())):
            continue
        start, end = match.end(), noun.end()
        article = re.search(r"\b(an?) $", low[match.start() : start])
        swap = Swap(start - len(article.group()) if article else start, end, "a student" if article else "student")
        field = _named(field_match["field"])
        value = "studying towards a law degree" if field == "Law" else f"studying towards a degree in {field}"
        yield Find(value, match.start(), end, (swap,), 5)


def _schools(reading: Reading) -> Iterator[Find]:
    low = reading.low
    kinds = {"law": "Law degree", "med": "Medical degree", "medical": "Medical degree", "dental": "Dentistry degree", "vet": "Veterinary degree", "nursing": "Nursing degree"}
    for match in _LAW_MED.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()):
            continue
        around = reading.clause_before(match.start()) + match.group() + low[match.end() : match.end() + 40]
        if not _LAW_MED_MINE.search(around) or _NOT_OWN.search(low[max(0, match.start() - 30) : match.start()]):
            continue
        kind = match["kind"]
        value = kinds.get(kind, f"{kind} school")
        if re.match(r"(?:i'm|im|i am|i go)", match.group()):
            value = f"studying towards a {value}"
        yield Find(value, match.start(), match.end(), (Swap(*match.span("school"), "school"),), 5 if kind in kinds else 4)
    for match in _HIGH_SCHOOL.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()) or _NOT_OWN.search(low[max(0, match.start() - 30) : match.start()]):
            continue
        if not re.search(r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()) + match["lead"]):
            continue
        yield Find("High School Diploma", match.start("phrase"), match.end(), (Swap(*match.span("phrase"), "schooling" if re.search(r"\bm[ey] ", match["lead"]) else "basic education"),), 5)
    for match in _IN_SCHOOL.finditer(low):
        if reading.hedged(match.start()):
            continue
        where = match["where"] or match["level"]
        value = "in high school" if re.search(r"high|middle|year|grade", where) else "studying towards a degree"
        yield Find(value, match.start(), match.end(), (Swap(*match.span("phrase"), "a student"),), 4)


def _named(field: str) -> str:
    """A field of study as it is written in a value: "Computer Science"."""
    longer = {
        "comp sci": "computer science", "cs": "computer science", "econ": "economics", "psych": "psychology",
        "math": "mathematics", "maths": "mathematics", "poli sci": "political science", "ir": "international relations",
        "it": "information technology", "german lit": "german literature",
    }.get(field, field)  # fmt: skip
    small = {"and", "of", "in", "the", "&"}
    return " ".join(word if word in small else word[:1].upper() + word[1:] for word in longer.split())
