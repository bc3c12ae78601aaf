"""The author's occupation by name: "I'm a nurse", "my job as a chef", "as a teacher, I", "Librarian here"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.jobs import job_at
from penname.roles.cues.livings import livings, out_of_work, own_business
from penname.roles.cues.normalized_text import NormalizedText, follows, rule
from penname.roles.cues.words import lines

_IDENTITY = rule(
    r"\b(?:i'm|im|i am|i be|me being|i've become|i became|i'm also|and am|i myself am|"
    r"i've been(?= an? [^.!?,\n]{3,30} (?:for|since|all my)\b))(?P<adverbs>(?: "
    r"(?:just|only|also|still|now|currently|actually|basically|already|kinda|simply|really|but|myself|"
    r"merely|more of|mostly|technically|officially|proudly|working as|literally|only just))*)"
    r"(?: (?:[1-9]\d|[a-z]+(?:ty|teen)(?:-[a-z]+)?)(?: years old)?,)? "  # "I'm 67, a retired postman"
    r"(?P<article>an?|the|your(?: \w+)?) "
)
_PLAIN_IDENTITY = rule(
    r"\b(?:i'm|im|i am) (?=(?:head|chief|senior|junior|part-time|assistant|self-employed|retired)\b)"
)
_WORK_AS = rule(
    r"\b(?P<who>i(?: \w+)?|i'm|i am|im|i've|i have|i've been|me)(?P<adverbs>(?: (?:currently|now|just|"
    r"also|still|actually|been|full-time|part-time|mostly|have|only|usually|happily|am))*) (?P<as>(?:work|"
    r"working|worked|works|employed|job|freelance|freelancing|trained|qualified|practice|practise|"
    r"moonlight|slave away|slaving away)(?: (?:part-time|full-time|part time|full time|here|now|hard|"
    r"freelance|mostly|currently|at night|night shifts|days))* as (?:an?|the) )"
)
_WORKING = rule(
    r"\b(?:working|freelancing|employed)(?: (?:part-time|full-time|part time|full time|here|now|hard|"
    r"freelance|mostly|currently|nights))* (?P<as>as (?:an?|the) )"
)
_MY_JOB_AS = rule(
    r"\bmy (?:own |current |daily |day |new |busy |full-time |part-time |main |hectic |stressful "
    r")*(?P<noun>job|line of work|line of duty|work|career|role|position|life|day|days|profession|gig|"
    r"shift|time|experience|years|schedule|busy life|income|salary|paycheck|earnings|wage|lifestyle|"
    r"budget|duties)(?: (?:here|being|working|right now|now|\w+))?,? (?P<as>as (?:an?|the) )"
)
_AS_A = rule(r"\b(?P<as>as|being|speaking as|like any|coming from) (?P<article>an?|the) ")
_NOUN_PATTERN = r"(?P<noun>[a-z][a-z&/'-]*(?: [a-z][a-z&/'-]*){0,3})"
_HERE = rule(
    rf"(?:(?<=^)|(?<=[.!?\n,]) ?){_NOUN_PATTERN} here(?= ?(?:[.,!?;:)\n–-]|$| who| and| with| so| -))",
    re.MULTILINE,
)
_US = rule(rf"\b(?P<we>we|us|as|fellow) {_NOUN_PATTERN}s\b")
_LIKE_ME = rule(
    r"\b(?:an?|any|this(?: (?:ol'|old|humble|tired|busy|poor|simple))|the(?= [^.!?]{0,40}\bi am\b)) (?=[a-z])"
)
_MINE = rule(r"\bmy (?=[a-z]+(?: [a-z]+){1,4})")
_BY = rule(r"\b(?:i'm|im|i am) an? (?P<noun>[\w-]+(?: [\w-]+){0,3}) by (?:trade|profession|day|training)\b")


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own occupation in `reading`."""
    low = reading.low
    for match in _IDENTITY.finditer(low):
        if not reading.hedged(match.start()) and not (
            match["article"] == "the" and reading.of_others(match.start())
        ):
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
        if re.search(
            r"\b(?:used|would|could|wanted|want|hope|plan|going|don't|didn't|will|might|should|love|like|"
            r"never)\b",
            match["who"] + match["adverbs"],
        ):
            continue
        cut = match.start("as") + match["as"].rindex("as ")
        yield from _noun_phrase(reading, match.start(), match.end(), "a", without=cut)
    for match in _WORKING.finditer(low):
        self_before = re.search(r"\b(?:i|i'm|me|my|i've|im)\b", reading.clause_before(match.start()))
        if (
            reading.hedged(match.start())
            or reading.of_others(match.start())
            or not (self_before or reading.opens_clause(match.start()))
        ):
            continue
        if not re.search(
            r"\b(?:want|wanted|hope|plan|dream|imagine|used to|thought about|considered)\b",
            reading.clause_before(match.start()),
        ):
            yield from _noun_phrase(reading, match.start(), match.end(), "a", without=match.start("as"))
    for match in _MY_JOB_AS.finditer(low):
        if not re.search(r"\b(?:first|old|former|previous|dream|ideal)\b", match.group()):
            yield from _noun_phrase(reading, match.start(), match.end(), "a", without=match.start("as"))
    yield from _as_a(reading)
    for match in _HERE.finditer(low):
        phrase = job_at(low, match.start("noun"), closed=match.end("noun"))
        if phrase and phrase[1] == match.end("noun") and not reading.of_others(match.start("noun")):
            yield Find(
                phrase[2],
                match.start("noun"),
                match.end(),
                (Swap(match.start("noun"), match.end("noun"), "professional"),),
                5,
            )
    for match in _US.finditer(low):
        phrase = job_at(low, match.start("noun"), closed=match.end("noun"))
        if not phrase or phrase[1] != match.end("noun") or reading.of_others(match.start()):
            continue
        if (match["we"] == "as" and not follows(r",? (?:we|i)\b", low, match.end())) or match[
            "we"
        ] == "fellow":
            continue
        yield Find(phrase[2], match.start(), match.end(), (Swap(phrase[0], match.end(), "professionals"),), 4)
    for match in _BY.finditer(low):
        head = match["noun"].split(" ")[-1]
        if head not in lines("occupations.txt") and not reading.hedged(match.start()):
            before = low[match.start() : match.start("noun")]
            article = re.search(r"an? $", before)
            start = match.start("noun") - (len(article.group()) if article else 0)
            yield Find(
                match["noun"],
                match.start(),
                match.end(),
                (Swap(start, match.end("noun"), "a professional"),),
                5,
            )
    for match in _LIKE_ME.finditer(low):
        phrase = job_at(low, match.end(), closed=1)
        if phrase and re.match(
            r" (?:like (?:me|myself)\b|(?:that )?i am\b)"
            if not match.group().startswith("this")
            else r"(?:[ ]?[,.!?)]| to | i | needs)",
            low[phrase[1] :],
        ):
            yield Find(phrase[2], match.start(), phrase[1], (Swap(phrase[0], phrase[1], "professional"),), 5)
    for match in _MINE.finditer(low):
        phrase = job_at(low, match.end(), closed=1)
        if (
            phrase
            and phrase[0] == match.end()
            and re.match(
                r"'?s? (?:paycheck|salary|income|wage|wages|pay|budget|job|career|life|duties)\b",
                low[phrase[1] :],
            )
        ):
            end = phrase[1] + (2 if low.startswith("'s", phrase[1]) else 0)
            yield Find(phrase[2], match.start(), end, (Swap(phrase[0], end + 1, ""),), 5)
    yield from own_business(reading)
    yield from livings(reading)
    yield from out_of_work(reading)


def _as_a(reading: NormalizedText) -> Iterator[Find]:
    """ "as a nurse, I ..." -> "at work, I ..."; "being a teacher" -> "being a professional"."""
    low = reading.low
    for match in _AS_A.finditer(low):
        phrase = job_at(low, match.end())
        if not phrase or (reading.hedged(match.start()) and not low.endswith("like ", 0, match.start())):
            continue
        after = low[phrase[1] : phrase[1] + 60]
        if re.match(
            r"[^.!?\n]{0,20}?,? (?:he|she|they)\b|,? you(?!r| can| could| might| may)\b", after
        ) or re.match(r" (?:would|might|could|should)\b", after):
            continue
        own = re.match(
            r"(?: (?:in|at|for|of|with|here|from|by|myself|on|now)\b[^.!?\n,]{0,40})?,? (?:(?:much|most|"
            r"part|all|some) of my|i|i'm|im|my|i've|i'd|me|we|gotta|myself|i'll)\b",
            after,
        )
        before = reading.clause_before(match.start())
        if not own and reading.of_others(match.start()):
            continue
        first = re.search(r"\b(?:i|i'm|me|my|i've|myself|im|i'd|we)\b", before)
        if (
            match["as"] == "as"
            and re.search(
                r"\b(?:as|such|known|dress\w*|see\w*|saw|use\w*|using|hire\w*|treat\w*|regard\w*|cast|"
                r"described?|work(?:s|ed)|working|work|worked|career|job|jobs|same|role|played|life|soon|"
                r"just|far|well|much|long|think|thought|wanted|think of|good|busy)(?: (?:it|him|her|them|"
                r"me|this|that|up|of \w+|\w+))?[ ]+$",
                before,
            )
            and not own
        ):
            continue
        if (
            match["as"] in ("like any", "coming from")
            and not own
            and not (first and match["as"] == "coming from")
        ):
            continue
        opens = reading.opens_clause(match.start())
        if not (own or opens or first):
            continue
        if match["as"] == "being" and not (own or first or opens):
            continue
        if match["as"] == "being" and re.search(
            r"\b(?:not|never|couldn't|can't|don't|didn't|wouldn't)\b[^,;]*$", before
        ):
            continue
        if (
            match["as"] == "being"
            and re.search(
                r"\b(?:dream|dreamed|dreamt|wanted|imagine|thought|think|thinking|close to|like|mind|"
                r"consider\w*|from|not|hate the idea)[ ](?:of[ ])?$",
                before,
            )
            and not re.search(r"\b(?:years of|perks of|joys of|love|of) $", before)
        ):
            continue
        article_start = match.start("article")
        if re.search(
            r"\b(?:i used to be|when i was|years ago|back then|back when|stint|in a past)\b",
            before + after[:30],
        ):
            continue
        certainty = 5 if own or first else 4
        start = match.start()
        yield Find(phrase[2], start, phrase[1], _professional(low, article_start, phrase), certainty)


def _noun_phrase(
    reading: NormalizedText, start: int, position: int, article: str, without: int = 0
) -> Iterator[Find]:
    """The occupation named at `position`; `without` is where "as a nurse" begins when it can simply go."""
    low = reading.low
    phrase = job_at(low, position, closed=int(bool(without)))
    if not phrase:
        return
    if re.match(
        r"(?: (?:in training|at heart|wannabe|fan|in a past life|in another life|back then|when i was))\b",
        low[phrase[1] :],
    ):
        return
    if low[phrase[0] : phrase[1]] == "doctor" and reading.text[phrase[1] :].startswith(" Who"):
        return
    if low[phrase[0] : phrase[1]].endswith("minister") and "prime" in low[phrase[0] : phrase[1]]:
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


def again(reading: NormalizedText, find: Find) -> Iterator[Swap]:
    """The same name of an occupation elsewhere in the text, which would say it again."""
    for found in re.finditer(
        rf"(?<![\w-])(?P<an>an? )?{re.escape(find.value)}(?P<s>s)?(?![\w-])", reading.low
    ):
        if find.value in lines("occupations.txt") or " " in find.value:
            after = ("a " if found["an"] else "") + "professional" + ("s" if found["s"] else "")
            yield Swap(found.start(), found.end(), after)
