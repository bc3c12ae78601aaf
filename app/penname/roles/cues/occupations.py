"""What the author does for a living, stated outright: "I'm a nurse", "my job as a chef", "I drive a truck for a living"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.jobs import job_at
from penname.roles.cues.reading import Reading, follows, rule
from penname.roles.cues.words import lines, tokens

_IDENTITY = rule(
    r"\b(?:i'm|im|i am|i be|me being|i've become|i became|i'm also|and am|i myself am)(?P<adverbs>(?: (?:just|only|also|still|now|currently|actually|basically|already|kinda|simply|really|but|myself|merely|more of|mostly|technically|officially|proudly|working as|literally|only just))*) (?P<article>an?|the|your(?: \w+)?) "
)
_PLAIN_IDENTITY = rule(r"\b(?:i'm|im|i am) (?=(?:head|chief|senior|junior|part-time|assistant|self-employed|retired)\b)")
_WORK_AS = rule(
    r"\b(?P<who>i(?: \w+)?|i'm|i am|im|i've|i have|i've been|me)(?P<adverbs>(?: (?:currently|now|just|also|still|actually|been|full-time|part-time|mostly|have|only|usually|happily|am))*) (?P<as>(?:work|working|worked|works|employed|job|freelance|freelancing|trained|qualified|practice|practise|moonlight|slave away|slaving away)(?: (?:part-time|full-time|part time|full time|here|now|hard|freelance|mostly|currently|at night|night shifts|days))* as (?:an?|the) )"
)
_WORKING = rule(r"\b(?:working|freelancing|employed)(?: (?:part-time|full-time|part time|full time|here|now|hard|freelance|mostly|currently|nights))* (?P<as>as (?:an?|the) )")
_MY_JOB_AS = rule(
    r"\bmy (?:own |current |daily |day |new |busy |full-time |part-time |main |hectic |stressful )*(?P<noun>job|line of work|line of duty|work|career|role|position|life|day|days|profession|gig|shift|time|experience|years|schedule|busy life|income|salary|paycheck|earnings|wage|lifestyle|budget|duties)(?: (?:here|being|working|right now|now|\w+))?,? (?P<as>as (?:an?|the) )"
)
_AS_A = rule(r"\b(?P<as>as|being|speaking as|like any|coming from) (?P<article>an?|the) ")
_NOUN_PATTERN = r"(?P<noun>[a-z][a-z&/'-]*(?: [a-z][a-z&/'-]*){0,3})"
_HERE = rule(rf"(?:(?<=^)|(?<=[.!?\n,]) ?){_NOUN_PATTERN} here(?= ?(?:[.,!?;:)\n–-]|$| who| and| with| so| -))", re.MULTILINE)
_US = rule(rf"\b(?P<we>we|us|as|fellow) {_NOUN_PATTERN}s\b")
_LIKE_ME = rule(r"\b(?:an?|any|this(?: (?:ol'|old|humble|tired|busy|poor|simple))|the(?= [^.!?]{0,40}\bi am\b)) (?=[a-z])")
_MINE = rule(r"\bmy (?=[a-z]+(?: [a-z]+){1,4})")
_BY = rule(r"\b(?:i'm|im|i am) an? (?P<noun>[\w-]+(?: [\w-]+){0,3}) by (?:trade|profession|day|training)\b")
_RUN = rule(
    r"\bi(?: \w+ly| now| also| still| just)* (?P<verb>own|run|manage|own and run) (?:my own |my |a |an |our |this )(?:(?:small|little|tiny|lil|local|family|cute|modest|wee|lovely|online|own|humble|successful|cozy|cosy|corner|neighbourhood|neighborhood) )*(?P<place>(?:[\w-]+ )?(?:shop|store|bakery|restaurant|cafe|café|business|company|bar|pub|salon|hotel|farm|garage|boutique|studio|gym|agency|practice|firm|bookstore|bookshop|startup|coffee shop|food truck|clinic|nursery|kennel|brewery))\b(?!')"
)
_RUNNING = rule(r"\b(?P<verb>running|owning) (?:my own |my |a |an |this )(?:(?:small|little|lil|local|tiny|wee|family|own) )*(?P<place>(?:[\w-]+ )?(?:shop|store|bakery|restaurant|cafe|business|company|bar|pub|salon|hotel|farm|garage|boutique|bookstore|bookshop|practice|firm))\b(?!')|\bmy (?P<own>(?:own )?(?:(?:small|little|lil|local|tiny|wee) )?)(?P<mine>shop|store|bakery|restaurant|salon|bookstore|bookshop|business)(?= (?:here|in|keeps|is|was|takes|isn't|gets|has|to run|and|for)\b|[,.!?])")
_FOR_A_LIVING = rule(r"\bi(?:'ve)? (?:\w+ly )?(?P<phrase>(?P<verb>[a-z]+)(?P<object>(?: [\w'-]+){0,4}?)) for a living\b")
_LIVINGS = {
    "teach": "teacher", "write": "writer", "code": "software developer", "program": "programmer", "cook": "cook",
    "paint": "painter", "fix": "mechanic", "sing": "singer", "dance": "dancer", "bake": "baker", "clean": "cleaner",
    "translate": "translator", "farm": "farmer", "fish": "fisherman", "act": "actor", "edit": "editor",
    "photograph": "photographer", "garden": "gardener", "weld": "welder", "nurse": "nurse", "cut": "hairdresser",
    "trade": "trader", "design": "designer", "sell": "salesperson", "build": "builder", "draw": "illustrator",
    "repair": "mechanic", "drive": "driver", "fly": "pilot", "dig": "labourer", "consult": "consultant",
}  # fmt: skip
_TEACH = rule(
    r"\bi(?: \w+ly| also| still| now| currently)? (?P<phrase>(?:teach|am teaching|'m teaching)(?P<what> (?:[\w-]+ ){0,3}?)(?:(?:to|at|in) (?:(?:a|an|the|my|local|primary|high|secondary|middle|elementary|public|private|\w+) ){0,3}(?:school|university|uni|college|kindergarten|kids|children|students|teens|teenagers|graders)|(?:kids|children|students|teenagers|kindergarten|high school|middle school|primary school|elementary school)))\b"
)
_FIELDS = frozenset(
    """
    academia accounting advertising agriculture architecture aviation banking biotech broadcasting
    catering childcare construction consulting cybersecurity education engineering fashion film finance
    government health healthcare hospitality hr insurance it journalism law logistics manufacturing
    marketing media nursing pharma pharmaceuticals procurement publishing retail sales security software
    tech telecoms television tourism
    """.split()
)
_WORK_IN = rule(
    r"\b(?P<who>i|i'm|i am|im)(?: \w+ly| still| also| now| just)* (?P<phrase>(?P<verb>work|working|have worked) (?:full-time |part-time |mostly )?(?P<in>in|for|at) (?:the )?(?:[a-z]+ )??(?P<field>[a-z]+)(?P<tail> (?:industry|sector|department|business|field))?)(?=[ ]?(?:[.,!?;:)\n]|$| and\b| so\b| but\b| as\b| for\b| here\b| in\b| now\b| at\b| which\b| where\b| with\b| these\b| since\b| i\b))"
)
_PLACES_OF_WORK = {
    "hospital": "hospital worker", "bank": "bank employee", "bakery": "bakery worker", "school": "school employee",
    "warehouse": "warehouse worker", "factory": "factory worker", "supermarket": "supermarket worker",
    "restaurant": "restaurant worker", "library": "library worker", "pharmacy": "pharmacy worker",
    "call center": "call centre agent", "call centre": "call centre agent", "law firm": "law firm employee",
    "nursing home": "care worker", "care home": "care worker", "museum": "museum worker", "university": "university employee",
    "hotel": "hotel worker", "nursery": "nursery worker", "kitchen": "kitchen worker", "garage": "garage worker",
    "lab": "lab worker", "cafe": "cafe worker", "coffee shop": "coffee shop worker", "grocery store": "grocery store worker",
    "construction site": "construction worker", "post office": "post office worker", "start-up": "startup employee",
    "startup": "startup employee", "newspaper": "newspaper employee", "bookshop": "bookshop worker",
    "bookstore": "bookstore worker", "clothing store": "retail worker",
}  # fmt: skip
_WORK_AT = rule(
    rf"\b(?:i|i'm|i am|im)(?: \w+ly| still| also| now| just)* (?P<phrase>(?:work|working) (?:full-time |part-time |nights |days |shifts |night shifts )?(?:in|at|for) (?:a|an|the|my|our) (?:(?:local|big|small|busy|large|public|private|little|nearby|high|secondary|primary|elementary|\w+) ){{0,2}}?(?P<place>{'|'.join(sorted(_PLACES_OF_WORK, key=len, reverse=True))}))\b(?! of)"
)
_RETIRED = rule(
    r"\b(?P<lead>i'm|im|i am|being|now that i'm|since i|i've been|i have been|i|now|as i'm|me being)(?: (?:now|a|happily|recently|just|long|fully|already|semi|officially|finally|been|only))* (?P<status>retired|retiree|pensioner)\b(?P<noun> [a-z-]+(?: [a-z-]+)?)?"
)
_JOBLESS = rule(
    r"\b(?:i'm|im|i am|i've been|i have been|being|since i'm)(?: (?:currently|now|still|also|just|recently|temporarily))* (?P<status>unemployed|jobless|out of work|between jobs|out of a job|on the dole)\b|\bi (?:just |recently |have )?(?P<lost>lost my job|got laid off|was laid off|got fired)\b"
)


def finds(reading: Reading) -> Iterator[Find]:
    """Every statement of the author's own occupation in `reading`."""
    low = reading.low
    for match in _IDENTITY.finditer(low):
        if not reading.hedged(match.start()) and not (match["article"] == "the" and reading.of_others(match.start())):
            yield from _noun_phrase(reading, match.start(), match.end(), match["article"])
    for match in _PLAIN_IDENTITY.finditer(low):
        if not reading.hedged(match.start()):
            yield from _noun_phrase(reading, match.start(), match.end(), "")
    for match in _WORK_AS.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start("as")):
            continue
        verb = match["as"].split(" ")[0]
        if verb == "works" or (verb == "worked" and not re.search(r"\bi(?:'ve| have)\b", match.group())):
            continue
        if re.search(r"\b(?:used|would|could|wanted|want|hope|plan|going|don't|didn't|will|might|should|love|like|never)\b", match["who"] + match["adverbs"]):
            continue
        cut = match.start("as") + match["as"].rindex("as ")
        yield from _noun_phrase(reading, match.start(), match.end(), "a", without=cut)
    for match in _WORKING.finditer(low):
        self_before = re.search(r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()))
        if reading.hedged(match.start()) or reading.of_others(match.start()) or not (self_before or reading.opens_clause(match.start())):
            continue
        if not re.search(r"\b(?:want|wanted|hope|plan|dream|imagine|used to|thought about|considered)\b", reading.clause_before(match.start())):
            yield from _noun_phrase(reading, match.start(), match.end(), "a", without=match.start("as"))
    for match in _MY_JOB_AS.finditer(low):
        if not re.search(r"\b(?:first|old|former|previous|dream|ideal)\b", match.group()):
            yield from _noun_phrase(reading, match.start(), match.end(), "a", without=match.start("as"))
    yield from _as_a(reading)
    for match in _HERE.finditer(low):
        phrase = job_at(low, match.start("noun"), closed=match.end("noun"))
        if phrase and phrase[1] == match.end("noun") and not reading.of_others(match.start("noun")):
            yield Find(phrase[2], match.start("noun"), match.end(), (Swap(match.start("noun"), match.end("noun"), "professional"),), 5)
    for match in _US.finditer(low):
        phrase = job_at(low, match.start("noun"), closed=match.end("noun"))
        if not phrase or phrase[1] != match.end("noun") or reading.of_others(match.start()):
            continue
        if (match["we"] == "as" and not follows(r",? (?:we|i)\b", low, match.end())) or match["we"] == "fellow":
            continue
        yield Find(phrase[2], match.start(), match.end(), (Swap(phrase[0], match.end(), "professionals"),), 4)
    for match in _BY.finditer(low):
        head = match["noun"].split(" ")[-1]
        if head not in lines("occupations.txt") and not reading.hedged(match.start()):
            before = low[match.start() : match.start("noun")]
            article = re.search(r"an? $", before)
            start = match.start("noun") - (len(article.group()) if article else 0)
            yield Find(match["noun"], match.start(), match.end(), (Swap(start, match.end("noun"), "a professional"),), 5)
    for match in _LIKE_ME.finditer(low):
        phrase = job_at(low, match.end(), closed=1)
        if phrase and re.match(r" (?:like (?:me|myself)\b|(?:that )?i am\b)" if not match.group().startswith("this") else r"(?:[ ]?[,.!?)]| to | i | needs)", low[phrase[1] :]):
            yield Find(phrase[2], match.start(), phrase[1], (Swap(phrase[0], phrase[1], "professional"),), 5)
    for match in _MINE.finditer(low):
        phrase = job_at(low, match.end(), closed=1)
        if phrase and phrase[0] == match.end() and re.match(r"'?s? (?:paycheck|salary|income|wage|wages|pay|budget|job|career|life|duties)\b", low[phrase[1] :]):
            end = phrase[1] + (2 if low.startswith("'s", phrase[1]) else 0)
            yield Find(phrase[2], match.start(), end, (Swap(phrase[0], end + 1, ""),), 5)
    yield from _own_business(reading)
    yield from _livings(reading)
    yield from _status(reading)


def _as_a(reading: Reading) -> Iterator[Find]:
    """ "as a nurse, I ..." -> "at work, I ..."; "being a teacher" -> "being a professional"."""
    low = reading.low
    for match in _AS_A.finditer(low):
        phrase = job_at(low, match.end())
        if not phrase or (reading.hedged(match.start()) and not low.endswith("like ", 0, match.start())):
            continue
        after = low[phrase[1] : phrase[1] + 60]
        if re.match(r"[^.!?\n]{0,20}?,? (?:he|she|they)\b|,? you(?!r| can| could| might| may)\b", after) or re.match(r" (?:would|might|could|should)\b", after):
            continue
        own = re.match(r"(?: (?:in|at|for|of|with|here|from|by|myself|on|now)\b[^.!?\n,]{0,40})?,? (?:(?:much|most|part|all|some) of my|i|i'm|im|my|i've|i'd|me|we|gotta|myself|i'll)\b", after)
        before = reading.clause_before(match.start())
        if not own and reading.of_others(match.start()):
            continue
        first = re.search(r"\b(?:i|i'm|me|my|i've|myself|im|i'd|we)\b", before)
        if match["as"] == "as" and re.search(
            r"\b(?:as|such|known|dress\w*|see\w*|saw|use\w*|using|hire\w*|treat\w*|regard\w*|cast|described?|work(?:s|ed)|working|work|worked|career|job|jobs|same|role|played|life|soon|just|far|well|much|long|think|thought|wanted|think of|good|busy)(?: (?:it|him|her|them|me|this|that|up|of \w+|\w+))?[ ]+$",
            before,
        ) and not own:
            continue
        if match["as"] in ("like any", "coming from") and not own and not (first and match["as"] == "coming from"):
            continue
        opens = reading.opens_clause(match.start())
        if not (own or opens or first):
            continue
        if match["as"] == "being" and not (own or first or opens):
            continue
        if match["as"] == "being" and re.search(r"\b(?:not|never|couldn't|can't|don't|didn't|wouldn't)\b[^,;]*$", before):
            continue
        if match["as"] == "being" and re.search(r"\b(?:dream|dreamed|dreamt|wanted|imagine|thought|think|thinking|close to|like|mind|consider\w*|from|not|hate the idea)[ ](?:of[ ])?$", before) and not re.search(r"\b(?:years of|perks of|joys of|love|of) $", before):
            continue
        article_start = match.start("article")
        if re.search(r"\b(?:i used to be|when i was|years ago|back then|back when|stint|in a past)\b", before + after[:30]):
            continue
        certainty = 5 if own or first else 4
        start = match.start()
        yield Find(phrase[2], start, phrase[1], _professional(low, article_start, phrase), certainty)


def _noun_phrase(reading: Reading, start: int, position: int, article: str, without: int = 0) -> Iterator[Find]:
    """The occupation named at `position`; `without` is where "as a nurse" begins when it can simply go."""
    low = reading.low
    phrase = job_at(low, position, closed=int(bool(without)))
    if not phrase:
        return
    if re.match(r"(?: (?:in training|at heart|wannabe|fan|in a past life|in another life|back then|when i was))\b", low[phrase[1] :]):
        return
    if low[phrase[0] : phrase[1]] == "doctor" and reading.text[phrase[1] :].startswith(" Who"):
        return
    if low[phrase[0]:phrase[1]].endswith("minister") and "prime" in low[phrase[0]:phrase[1]]:
        return
    if without:
        lead = low[without - 1 : without]
        swap: tuple[Swap, ...] = (Swap(without - (lead == " "), phrase[1], ""),)
    else:
        article_start = position - len(article) - 1 if article in ("a", "an", "the") else position
        while article_start < position and low[article_start] == " ":
            article_start += 1
        swap = _professional(low, article_start, phrase)
    yield Find(phrase[2], start, phrase[1], swap, 5)


def _professional(low: str, article_start: int, phrase: tuple[int, int, str]) -> tuple[Swap, ...]:
    """ "an accountant" -> "a professional"; adjectives before the job keep their article."""
    start, end, _ = phrase
    article = re.match(r"(an?)[ ]+$", low[article_start:start])
    after = "a professional" if article else "professional" if article_start < start else "a professional"
    if not article and article_start == start:
        after = "a professional"
    return (Swap(article_start if article else start, end, after),)


def again(reading: Reading, find: Find) -> Iterator[Swap]:
    """The same name of an occupation elsewhere in the text, which would say it again."""
    for found in re.finditer(rf"(?<![\w-])(?P<an>an? )?{re.escape(find.value)}(?P<s>s)?(?![\w-])", reading.low):
        if find.value in lines("occupations.txt") or " " in find.value:
            after = ("a " if found["an"] else "") + "professional" + ("s" if found["s"] else "")
            yield Swap(found.start(), found.end(), after)


def _own_business(reading: Reading) -> Iterator[Find]:
    """ "I own a bakery" -> bakery owner; the edit leaves "I own a business"."""
    low = reading.low
    for match in _RUN.finditer(low):
        if not reading.hedged(match.start()):
            owner = "manager" if match["verb"] == "manage" else "owner"
            place = match["place"]
            if "business" in place or "company" in place:
                yield Find(f"{place} {owner}", match.start(), match.end(), (Swap(match.start("verb"), match.end(), "work"),), 5)
                continue
            yield Find(f"{place} {owner}", match.start(), match.end(), (Swap(match.start("verb"), match.end(), "have a business"),), 5)
    for match in _RUNNING.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        if match["place"]:
            if reading.opens_clause(match.start()) or re.search(r"\b(?:i'm|busy|i|my|from|of|with|between|while)[ ]+$", low[max(0, match.start() - 10) : match.start()]):
                place = match["place"]
                yield Find(f"{place} owner", match.start(), match.end(), (Swap(match.start(), match.end(), "working"),), 5)
        else:
            yield Find(f"{match['mine']} owner", match.start(), match.end(), (Swap(match.start("own") if match["own"] else match.start("mine"), match.end("mine"), "work"),), 4)


def _livings(reading: Reading) -> Iterator[Find]:
    low = reading.low
    for match in _FOR_A_LIVING.finditer(low):
        if reading.hedged(match.start()) or match["verb"] in ("do", "don't", "didn't", "did", "could", "would", "used", "wish", "want", "wanted"):
            continue
        value = _LIVINGS.get(match["verb"])
        thing = re.sub(r"^ (?:an?|the|big|my) ", "", match["object"]).strip()
        if match["verb"] == "drive" and thing:
            value = f"{_singular(thing.split(' ')[-1])} driver"
        if match["verb"] == "write" and re.search(r"\b(?:code|software)\b", thing):
            value = "software developer"
        yield Find(value or match["phrase"], match.start(), match.end(), (Swap(*match.span("phrase"), "work"),), 5)
    for match in _TEACH.finditer(low):
        if not reading.hedged(match.start()) and not re.search(r"\b(?:my|our|his|her) (?:kids|children)\b", match["phrase"]):
            verb = match["phrase"]
            after = "work" if verb.startswith("teach") else "am working" if verb.startswith("am") else "'m working"
            yield Find("teacher", match.start(), match.end(), (Swap(*match.span("phrase"), after),), 5)
    for match in _WORK_IN.finditer(low):
        if match["field"] in _FIELDS and not reading.hedged(match.start()) and match["in"] == "in":
            if match["field"] == "it" and reading.text[match.start("field") : match.end("field")] != "IT":
                continue
            verb = match["verb"]
            yield Find(match["field"] if match["field"] not in ("it", "hr") else match["field"].upper(), match.start(), match.end(), (Swap(*match.span("phrase"), verb),), 4)
    for match in _WORK_AT.finditer(low):
        if not reading.hedged(match.start()):
            verb = match["phrase"].split(" ")[0]
            yield Find(_PLACES_OF_WORK[match["place"]], match.start(), match.end(), (Swap(*match.span("phrase"), verb),), 4)


def _singular(word: str) -> str:
    return word.removesuffix("es") if word.endswith("ses") else word.removesuffix("s") if word != "bus" else word


def _status(reading: Reading) -> Iterator[Find]:
    """ "I'm retired" and "I'm out of work"."""
    low = reading.low
    for match in _RETIRED.finditer(low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        lead = match["lead"]
        if lead in ("i", "since i") and match["status"] != "retired":
            continue
        if lead in ("i", "since i") and not follows(r"[ ]*(?:[.,!?]|$|last|a|\d|two|three|from|at|early|in)", low, match.end("status")):
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
        yield Find("unemployed", match.start(), match.end(), (Swap(*match.span(group), after),), 5 if match["status"] else 4)
