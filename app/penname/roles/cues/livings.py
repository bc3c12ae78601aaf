"""Occupations told without their name: "I drive a truck for a living", "I own a bakery", "I'm retired"."""

import re
from collections.abc import Iterator

from penname.roles.cues.fields import field_rule
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.jobs import job_at
from penname.roles.cues.normalized_text import NormalizedText, follows, rule
from penname.roles.cues.words import tokens

_RUN = rule(
    r"\bi(?: \w+ly| now| also| still| just)* (?P<verb>own|run|manage|own and run) (?:my own |my |a |an |"
    r"our |this )(?:(?:small|little|tiny|lil|local|family|cute|modest|wee|lovely|online|own|humble|"
    r"successful|cozy|cosy|corner|neighbourhood|neighborhood) )*(?P<place>(?:[\w-]+ )?(?:shop|store|"
    r"bakery|restaurant|cafe|café|business|company|bar|pub|salon|hotel|farm|garage|boutique|studio|gym|"
    r"agency|practice|firm|bookstore|bookshop|startup|coffee shop|food truck|clinic|nursery|kennel|"
    r"brewery))\b(?!')"
)
_RUNNING = rule(
    r"\b(?P<verb>running|owning) (?:my own |my |a |an |this )(?:(?:small|little|lil|local|tiny|wee|family|"
    r"own) )*(?P<place>(?:[\w-]+ )?(?:shop|store|bakery|restaurant|cafe|business|company|bar|pub|salon|"
    r"hotel|farm|garage|boutique|bookstore|bookshop|practice|firm))\b(?!')|\bmy (?P<own>(?:own "
    r")?(?:(?:small|little|lil|local|tiny|wee) )?)(?P<mine>shop|store|bakery|restaurant|salon|bookstore|"
    r"bookshop|business)(?= (?:here|in|keeps|is|was|takes|isn't|gets|has|to run|and|for)\b|[,.!?])"
)
_FOR_A_LIVING = rule(
    r"\bi(?:'ve)? (?:(?:just|really|actually|mostly|basically|literally|mainly) "
    r")?(?P<phrase>(?P<verb>[a-z]+)(?P<object>(?: [\w'-]+){0,4}?)) for a living\b"
)
_LIVINGS = {
    "teach": "teacher", "write": "writer", "code": "software developer", "program": "programmer",
    "cook": "cook", "paint": "painter", "fix": "mechanic", "sing": "singer", "dance": "dancer",
    "bake": "baker", "clean": "cleaner", "translate": "translator", "farm": "farmer", "fish": "fisherman",
    "act": "actor", "edit": "editor", "photograph": "photographer", "garden": "gardener",
    "weld": "welder", "nurse": "nurse", "cut": "hairdresser", "trade": "trader", "design": "designer",
    "sell": "salesperson", "build": "builder", "draw": "illustrator", "repair": "mechanic",
    "drive": "driver", "fly": "pilot", "dig": "labourer", "consult": "consultant",
}  # fmt: skip
_TEACH = rule(
    r"\bi(?: \w+ly| also| still| now| currently)? (?P<phrase>(?:teach|am teaching|'m teaching)(?P<what> "
    r"(?:[\w-]+ ){0,3}?)(?:(?:to|at|in) (?:(?:a|an|the|my|local|primary|high|secondary|middle|elementary|"
    r"public|private|\w+) ){0,3}(?:school|university|uni|college|kindergarten|kids|children|students|"
    r"teens|teenagers|graders)|(?:kids|children|students|teenagers|kindergarten|high school|middle school|"
    r"primary school|elementary school)))\b"
)
_TEACH_FIELD = rule(
    r"\bi (?P<phrase>(?P<verb>teach) [a-z]+)(?= ?(?:[.,!?;)\n]|$|and\b|at\b|so\b|but\b|here\b))"
)
_WORK_IN = rule(
    r"\b(?P<who>i|i'm|i am|im)(?: \w+ly| still| also| now| just)* (?P<phrase>(?P<verb>work|working|have "
    r"worked) (?:full-time |part-time |mostly )?(?P<in>in|for|at) (?:the )?(?:[a-z]+ "
    r")??(?P<field>[a-z]+)(?P<tail> (?:industry|sector|department|business|field))?)(?=[ ]?(?:[.,!?;:)\n]|"
    r"$| and\b| so\b| but\b| as\b| for\b| here\b| in\b| now\b| at\b| which\b| where\b| with\b| these\b| "
    r"since\b| i\b))"
)
_PLACES_OF_WORK = {
    "hospital": "hospital worker", "bank": "bank employee", "bakery": "bakery worker",
    "school": "school employee", "warehouse": "warehouse worker", "factory": "factory worker",
    "supermarket": "supermarket worker", "restaurant": "restaurant worker", "library": "library worker",
    "pharmacy": "pharmacy worker", "call center": "call centre agent", "call centre": "call centre agent",
    "law firm": "law firm employee", "nursing home": "care worker", "care home": "care worker",
    "museum": "museum worker", "university": "university employee", "hotel": "hotel worker",
    "nursery": "nursery worker", "kitchen": "kitchen worker", "garage": "garage worker",
    "lab": "lab worker", "cafe": "cafe worker", "coffee shop": "coffee shop worker",
    "grocery store": "grocery store worker", "construction site": "construction worker",
    "post office": "post office worker", "start-up": "startup employee", "startup": "startup employee",
    "newspaper": "newspaper employee", "bookshop": "bookshop worker", "bookstore": "bookstore worker",
    "clothing store": "retail worker",
}  # fmt: skip
_WORK_AT = rule(
    r"\b(?:i|i'm|i am|im)(?: \w+ly| still| also| now| just)* (?P<phrase>(?:work|working) (?:full-time |"
    r"part-time |nights |days |shifts |night shifts )?(?:in|at|for) (?:a|an|the|my|our) (?:(?:local|big|"
    r"small|busy|large|public|private|little|nearby|high|secondary|primary|elementary|\w+) "
    rf"){{0,2}}?(?P<place>{'|'.join(sorted(_PLACES_OF_WORK, key=len, reverse=True))}))\b(?! of)"
)
_RETIRED = rule(
    r"\b(?P<lead>i'm|im|i am|being|now that i'm|since i|i've been|i have been|i|now|as i'm|me being)(?: "
    r"(?:now|a|happily|recently|just|long|fully|already|semi|officially|finally|been|only))* "
    r"(?P<status>retired|retiree|pensioner)\b(?P<noun> [a-z-]+(?: [a-z-]+)?)?"
)
_JOBLESS = rule(
    r"\b(?:i'm|im|i am|i've been|i have been|being|since i'm)(?: (?:currently|now|still|also|just|"
    r"recently|temporarily))* (?P<status>unemployed|jobless|out of work|between jobs|out of a job|on the "
    r"dole)\b|\bi (?:just |recently |have )?(?P<lost>lost my job|got laid off|was laid off|got fired)\b"
)


def own_business(reading: NormalizedText) -> Iterator[Find]:
    """ "I own a bakery" -> bakery owner; the edit leaves "I own a business"."""
    low = reading.low
    for match in _RUN.finditer(low):
        if not reading.hedged(match.start()):
            owner = "manager" if match["verb"] == "manage" else "owner"
            place = match["place"]
            if "business" in place or "company" in place:
                yield Find(
                    f"{place} {owner}",
                    match.start(),
                    match.end(),
                    (Swap(match.start("verb"), match.end(), "work"),),
                    5,
                )
                continue
            yield Find(
                f"{place} {owner}",
                match.start(),
                match.end(),
                (Swap(match.start("verb"), match.end(), "have a business"),),
                5,
            )
    for match in _RUNNING.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        if match["place"]:
            if reading.opens_clause(match.start()) or re.search(
                r"\b(?:i'm|busy|i|my|from|of|with|between|while)[ ]+$",
                low[max(0, match.start() - 10) : match.start()],
            ):
                place = match["place"]
                yield Find(
                    f"{place} owner",
                    match.start(),
                    match.end(),
                    (Swap(match.start(), match.end(), "working"),),
                    5,
                )
        else:
            yield Find(
                f"{match['mine']} owner",
                match.start(),
                match.end(),
                (
                    Swap(
                        match.start("own") if match["own"] else match.start("mine"), match.end("mine"), "work"
                    ),
                ),
                4,
            )


def livings(reading: NormalizedText) -> Iterator[Find]:
    low = reading.low
    for match in _FOR_A_LIVING.finditer(low):
        if reading.hedged(match.start()) or match["verb"] in (
            "do",
            "don't",
            "didn't",
            "did",
            "could",
            "would",
            "used",
            "wish",
            "want",
            "wanted",
        ):
            continue
        value = _LIVINGS.get(match["verb"])
        thing = re.sub(r"^ (?:an?|the|big|my) ", "", match["object"]).strip()
        if match["verb"] == "drive" and thing:
            value = f"{_singular(thing.split(' ')[-1])} driver"
        if match["verb"] == "write" and re.search(r"\b(?:code|software)\b", thing):
            value = "software developer"
        yield Find(
            value or match["phrase"], match.start(), match.end(), (Swap(*match.span("phrase"), "work"),), 5
        )
    for match in _TEACH_FIELD.finditer(low):
        if field_rule().match(low, match.end("verb") + 1) and not reading.hedged(match.start()):
            yield Find("teacher", match.start(), match.end(), (Swap(*match.span("phrase"), "work"),), 5)
    for match in _TEACH.finditer(low):
        if not reading.hedged(match.start()) and not re.search(
            r"\b(?:my|our|his|her) (?:kids|children)\b", match["phrase"]
        ):
            verb = match["phrase"]
            after = (
                "work"
                if verb.startswith("teach")
                else "am working"
                if verb.startswith("am")
                else "'m working"
            )
            yield Find("teacher", match.start(), match.end(), (Swap(*match.span("phrase"), after),), 5)
    for match in _WORK_IN.finditer(low):
        if (
            match["field"] in tokens("branches.txt")
            and not reading.hedged(match.start())
            and match["in"] == "in"
        ):
            if match["field"] == "it" and reading.text[match.start("field") : match.end("field")] != "IT":
                continue
            verb = match["verb"]
            yield Find(
                match["field"] if match["field"] not in ("it", "hr") else match["field"].upper(),
                match.start(),
                match.end(),
                (Swap(*match.span("phrase"), verb),),
                4,
            )
    for match in _WORK_AT.finditer(low):
        if not reading.hedged(match.start()):
            verb = match["phrase"].split(" ")[0]
            yield Find(
                _PLACES_OF_WORK[match["place"]],
                match.start(),
                match.end(),
                (Swap(*match.span("phrase"), verb),),
                4,
            )


def _singular(word: str) -> str:
    return (
        word.removesuffix("es") if word.endswith("ses") else word.removesuffix("s") if word != "bus" else word
    )


def out_of_work(reading: NormalizedText) -> Iterator[Find]:
    """ "I'm retired" and "I'm out of work"."""
    low = reading.low
    for match in _RETIRED.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        lead = match["lead"]
        if lead in ("i", "since i") and match["status"] != "retired":
            continue
        if lead in ("i", "since i") and not follows(
            r"[ ]*(?:[.,!?]|$|last|a|\d|two|three|from|at|early|in)", low, match.end("status")
        ):
            continue
        noun = (match["noun"] or "").strip()
        if noun and job_at(low, match.end("status") + 1):
            continue  # "I'm a retired postman" names the occupation itself
        article = re.search(r"\ba $", low[match.start() : match.start("status")])
        start, end = match.span("status")
        after = "a free person" if article else "free"
        if lead in ("i", "since i"):
            after = "had a change"
        if article:
            start -= len(article.group())
            if noun and noun.split(" ")[0] not in tokens("function_words.txt"):
                after = "a"
        yield Find("retired", match.start(), match.end("status"), (Swap(start, end, after),), 5, ("retiree",))
    for match in _JOBLESS.finditer(low):
        if reading.hedged(match.start(), unreal_only=True):
            continue
        group = "status" if match["status"] else "lost"
        after = "free" if match["status"] else "had a change"
        yield Find(
            "unemployed",
            match.start(),
            match.end(),
            (Swap(*match.span(group), after),),
            5 if match["status"] else 4,
        )
