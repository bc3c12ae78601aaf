"""Where the author lives now: "I live in Lisbon", "my flat in Leeds", "here in Osaka", "we moved to Rome"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.gazetteer import mention_at, mention_before
from penname.roles.cues.jobs import job_at
from penname.roles.cues.normalized_text import NormalizedText, follows, rule
from penname.roles.cues.place_finds import ADVERBS, PAST, namesakes, place_after, place_find

_HOME_NOUNS = (
    r"(?:flat|apartment|appartment|house|home|place|condo|studio|room|garden|backyard|yard|balcony|"
    r"kitchen|allotment|"
    r"neighbou?rhood|street|area|corner|local \w+|office|job|work|shop|store|restaurant|cafe|school|uni|"
    r"university|college|campus|"
    r"commute|local|life|daily life|family|place of work|landlord|rent|farm|practice|clinic|bakery|new "
    r"city|city|town)"
)
_NOT_NOW = (
    r"(?:old|former|first|previous|last|childhood|parents'?|summer|holiday|vacation|second|next|dream|"
    r"future|grandparents'?|ancestral|student|favou?rite|ideal|imaginary|early|past|entire|whole|family|"
    r"extended|beloved|late|high)"
)
_HOMES = [
    (rule(
        rf"\b(?:i|we|me)(?:'ve| have|'m| am|'re| are|'ve been| have been)?{ADVERBS} (?:live|reside|dwell|"
        r"living|based|residing|been living|been based|residing|settled|been settled|located|stationed|"
        rf"been stationed){ADVERBS} (?:in|near|outside|around|at|within|close to|by|out of|just outside|"
        r"inside) "), 5),
    (rule(
        rf"\bi(?:'m| am|'ve)?\b[^.!?;:()\n]{{0,60}}? and(?: i)?{ADVERBS} (?:live|living|reside|based) "
        r"(?:in|near|outside) "), 5),
    (rule(
        rf"\b(?:i'm|im|i am|me being|being|since i'm|we're|i've been|i have been){ADVERBS} (?:living|"
        rf"based|residing|located|settled){ADVERBS} (?:in|near|outside|around|out of) "), 5),
    (rule(
        r"\b(?:i'm|im|i am) an? [\w-]+(?: [\w-]+){0,2} (?:who lives|living|based|residing) "
        r"(?:here )?in "), 5),
    (rule(
        r"\bi(?: now| currently| still)? live (?:alone |together )?with (?:my|a|the|some|two|three) "
        r"[\w' -]{2,24}? in "), 5),
    (rule(rf"\b(?:i've|i have|we've|we have|i){ADVERBS} lived{ADVERBS} in "), 5),
    (rule(
        rf"\b(?:i|we)(?:'ve| have| are|'re|'m| am)?{ADVERBS} (?:took over|taken over|taking over|bought|"
        r"inherited|moved into|moving into|rent|renting|own|share|sharing) (?:an?|the|my|our|this) "
        r"(?:(?!holiday|summer|vacation|second|weekend|childhood|dream|hotel)[\w'-]+ ){0,4}?(?:flat|"
        r"apartment|house|condo|studio|cottage|bungalow|terrace|townhouse) (?:in|near|outside) "), 5),
    (rule(
        rf"\b(?:my|our) (?!{_NOT_NOW}\b)(?:(?!{_NOT_NOW}\b)[\w'-]+ ){{0,3}}?{_HOME_NOUNS}(?: (?:is|here|"
        r"located|"
        r"over|up|down|out|right|back))* (?:in|near|outside) "), 5),
    (rule(
        r"\b(?:here|here down under|here up north|here down south|here up in the north|over here|down "
        r"here|up here|out here|back here|right here|around here|living here|live here) (?:in|at) "), 5),
    (rule(
        r"\b(?:greetings|hello|hi|hey|regards|cheers|love|writing|posting|reporting|checking in|"
        r"commenting|writing to you|lurking) (?:to you (?:all )?)?from "), 5),
    (rule(
        rf"\b(?:i|we)(?:'ve| have|'d)?{ADVERBS} (?:moved|relocated|emigrated|immigrated|"
        rf"settled){ADVERBS} (?:to|in) "), 4),
    (rule(
        r"\b(?:my|our) (?:move|relocation) (?:here )?to |\b(?:moved|relocated) from [a-z ]{2,20}? to |"
        r"\b(?:since|after|when|ever since|until|before) (?:(?:i|we|my \w+ and i)(?: first)? moved|moving|"
        r"relocating) to "), 4),
    (rule(r"\b(?:the|this) (?:flat|house|apartment|bungalow|cottage) in "), 4),
    (rule(r"\b(?:my|our|ma) (?:adopted |current |new |own |beloved |dear )?city(?:,| of| -)? "), 4),
    (rule(
        r"\b(?:i'm|im|i am|i'm just|being|working as|work as|as|i'm also|job as) (?:just |only )?an? "
        r"(?!student at|kid|child|boy|girl|lad)[a-z][a-z' -]{2,40}?(?: (?:here|based|living|working|"
        r"studying|over|now|and|living and working))* in "), 4),
    (rule(
        r"\b(?:now|nowadays|these days|currently|at the moment|here i am)(?: (?:i'm|i am|we're|im|back|"
        r"here|sitting|stuck|happily))* in "), 4),
    (rule(
        r"\b(?:i'm|im|i am)(?: (?:currently|now|still|right|here|over|based|stuck|sitting|back|down|up|"
        r"also|out|just))* (?:here )?in "), 4),
    (rule(
        r"\b(?:i work|i'm working|i am working|i teach|i study|i'm studying|i go to (?:uni|university|"
        r"school|college)|i run (?:a|my) [\w -]{3,25}|i own (?:a|my) [\w -]{3,25})(?: (?:here|mostly|now|"
        r"part-time|full-time|remotely))* in "), 4),
    (rule(
        r"(?<!back )\bhome(?:,| is| for me is| sweet home| base is)?(?: (?:here|now|currently))* (?:in|"
        r"is) "), 4),
]  # fmt: skip
_LIVING = rule(
    rf"\b(?:living|residing|based|working|surviving|stuck|being|sitting){ADVERBS} (?:in|near|outside) "
)
_AS_SOMEONE = rule(
    r"\bas (?:someone|somebody|a person|an? (?!tourist|visitor|guest|kid|child|boy|girl|lad|lass|teen|"
    r"teenager|traveller|traveler|youngster|result|stopover)[\w-]+(?: (?!tourist|visitor|kid|child|boy|"
    r"girl|teen|lad|lass|youngster)\w+)?) (?:who lives|living|based|residing|who is living|who's living|"
    r"from|here in|who lives here in|over here in|in|down here in) (?:in )?"
)
_AFTER_HOME = rule(
    r"(?P<gap>,? ?(?:which is )?(?:where (?:i|we)(?:'m| am|'re)? (?:currently |now |actually |still "
    r")?(?:live|living|reside|based|am based|'m based)\b|is (?:my home|where i live|home (?:to|for) me|"
    r"where i'm based)\b|(?:has been|is now|is) (?:my )?home\b(?: for me| now| since)?|, my (?:home|city|"
    r"adopted city|current city)\b))"
)
_CALL_HOME = rule(r"\bi (?:now |currently )?call (?=[\w ]{2,30} home\b)")
_BASED = re.compile(r"(?P<gap>[ -]based)\b")
_DWELLERS = {
    "new yorker": "new york", "londoner": "london", "parisian": "paris", "berliner": "berlin",
    "dubliner": "dublin", "torontonian": "toronto", "montrealer": "montreal", "sydneysider": "sydney",
    "melburnian": "melbourne", "aucklander": "auckland", "wellingtonian": "wellington",
    "capetonian": "cape town", "mumbaikar": "mumbai", "delhiite": "delhi", "vancouverite": "vancouver",
    "chicagoan": "chicago", "bostonian": "boston", "seattleite": "seattle", "angeleno": "los angeles",
    "mancunian": "manchester", "glaswegian": "glasgow", "liverpudlian": "liverpool",
    "brummie": "birmingham", "texan": "texas", "californian": "california", "floridian": "florida",
    "amsterdammer": "amsterdam", "porteno": "buenos aires", "beijinger": "beijing", "tokyoite": "tokyo",
    "lisboner": "lisbon", "muscovite": "moscow", "madrileno": "madrid", "zuricher": "zurich",
    "stockholmer": "stockholm", "helsinkian": "helsinki", "osakan": "osaka", "bogotano": "bogota",
}  # fmt: skip
_TRAVEL = re.compile(
    r"[^.!?\n]{0,30}?\b(?:on (?:holiday|vacation|a trip|business|tour)|for (?:the|a) (?:week|weekend|day|"
    r"few days|conference|holiday|couple|month|semester|year)|visiting|last (?:summer|year|week|month)|"
    r"when i was|as a (?:kid|child)|back then|at the time|for (?:a|one|two|three|four|five|six|\d+) "
    r"(?:years?|months?|weeks?|days?) (?:when|in|during|before|and then|but)|until)\b"
)
_AWAY = re.compile(
    r"\b(?:on (?:holiday|vacation)|visiting|visit|visited|trip|travell?ing|travel|holidaying|"
    r"vacation(?:ing)?|stopover|layover|touring|airbnb|hotel)\b[^.!?\n]{0,25}$"
)
_STAYED = re.compile(
    r"[^.!?\n]{0,30}?\b(?:for (?:the (?:last|past)|about|around|over|almost|nearly|more than|\w+ years|"
    r"\d+|a (?:decade|while|long|few|couple))|since|all my life|my (?:whole|entire) life)\b"
)
_HOMELESS = re.compile(r"\b(?:back home|used to|was|were|when|like|love|interested)\b")


def homes(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of where the author lives now."""
    low = reading.low
    for pattern, certainty in _HOMES:
        for match in pattern.finditer(low):
            mention = place_after(reading, match.end())
            if not mention or reading.hedged(match.start(), unreal_only=certainty == 4):
                continue
            lead = match.group()
            if re.search(r"\blived\b", lead) and not _STAYED.match(low, mention.end):
                continue
            if lead.startswith(("the ", "this ")) and not _lived_in(reading, match.start(), mention.end):
                continue
            moved = bool(re.search(r"\b(?:moved|moving|move|relocat\w+|settled)\b", lead))
            if _AWAY.search(reading.clause_before(mention.start)) or (
                not moved and _TRAVEL.match(low, mention.end)
            ):
                continue
            if certainty == 4 and (
                _early(reading, match.start()) or PAST.search(reading.clause_before(match.start()))
            ):
                continue
            if (
                re.search(r"\ban? [a-z]", lead)
                and certainty == 4
                and (not _job_in(low, match) or reading.of_others(match.start()))
            ):
                continue
            if (lead.startswith("my") or "home" in lead) and re.search(
                r"\bwhen (?:we|i)\b|\bfirst\b", reading.clause_before(match.start())
            ):
                continue
            if moved and _left_again(low, mention.end):
                continue
            if re.match(r"(?:i'm|im|i am)\b.* in $", lead) and _HOMELESS.search(
                low[max(0, match.start() - 30) : mention.start]
            ):
                continue
            if lead.startswith(("my", "our")) and (
                reading.of_others(match.start())
                or re.match(r"my \w+ \w+'s", lead)
                or reading.of_others(mention.start)  # "my sister bought a house in Leeds"
            ):
                continue
            if lead.startswith(("here", "over", "back", "down", "up", "out", "right")) and reading.hedged(
                match.start()
            ):
                continue
            if re.match(r"(?:i'm|im|i am)\b[^.]* in $", lead) and _filler_is_odd(
                low, match.end(), mention.start
            ):
                continue
            yield place_find(reading, match.start(), mention, certainty, home=True)
    for match in _LIVING.finditer(low):
        mention = place_after(reading, match.end())
        if not mention or reading.of_others(match.start()) or reading.hedged(match.start()):
            continue
        if (
            _AWAY.search(reading.clause_before(mention.start))
            or _TRAVEL.match(low, mention.end)
            or PAST.search(reading.clause_before(match.start()))
        ):
            continue
        before = low[max(0, match.start() - 30) : match.start()]
        if reading.opens_clause(match.start()) or re.search(
            r"\b(?:from|of|with|after|to|by|i'm|am|been|perks of|someone|student|me|myself|love|loved|"
            r"enjoy|while|since|when)[ ]+$",
            before,
        ):
            if re.search(
                r"\b(?:cost|standard|idea|dream|dreamed|thought|thinking|imagine|consider\w*|plan\w*|"
                r"people|mind) (?:of )?$|\bused to $|\bprefer $|\bwould love $",
                before,
            ):
                continue
            yield place_find(
                reading,
                match.start(),
                mention,
                5 if match.group().startswith(("living", "residing", "based")) else 4,
                home=True,
            )
    for match in _AS_SOMEONE.finditer(low):
        mention = place_after(reading, match.end())
        if (
            mention
            and "from" not in match.group()
            and not reading.of_others(match.start())
            and reading.opens_clause(match.start())
            and not PAST.search(reading.clause_before(match.start()))
        ):
            yield place_find(
                reading,
                match.start(),
                mention,
                5 if re.search(r"liv|based|resid", match.group()) else 4,
                home=True,
            )
    for pattern in (_AFTER_HOME, _BASED):
        for match in pattern.finditer(low):
            mention = mention_before(reading.text, match.start("gap"), reading.careless)
            if not mention:
                continue
            if pattern is _BASED and not re.search(
                r"\b(?:i'm|im|i am|as|am)\b[^.!?\n]{0,15}$", low[max(0, mention.start - 30) : mention.start]
            ):
                continue
            yield place_find(reading, mention.start, mention, 5, home=True, end=match.end())
    for match in _CALL_HOME.finditer(low):
        mention = place_after(reading, match.end())
        if mention and not reading.hedged(match.start()):
            yield place_find(reading, match.start(), mention, 5, home=True)
    yield from _dwellers(reading)


def _job_in(low: str, match: re.Match[str]) -> bool:
    """Whether "as a ... in" names an occupation, or what comes before "in" is no place of a short stay."""
    article = re.search(r"\ban? (?=[a-z])", match.group())
    job = article and job_at(low, match.start() + article.end(), closed=1)
    if job:
        return len(low[job[1] : match.end()].split()) <= 5
    return bool(
        re.search(
            r"\b(?:dad|mum|mom|father|mother|parent|student|expat|local|resident|immigrant)[ ]+in[ ]+$",
            match.group(),
        )
    )


def _early(reading: NormalizedText, start: int) -> bool:
    """Whether the clause is about childhood or a stay: "when I was a kid we moved to Leeds"."""
    return bool(
        re.search(
            r"\b(?:kid|child|childhood|little|young|years old|back then|used to|parents|planning|want|"
            r"hope|might|going to)\b",
            reading.clause_before(start),
        )
    )


def _lived_in(reading: NormalizedText, start: int, end: int) -> bool:
    """Whether "the house in Leeds" is described as the author's own home: in the present, with the author in
    it.
    """
    now = follows(
        r" ?(?:is(?! (?:where|what|the|a|an|one))|feels|smells|sounds|gets|seems|needs|has been)\b",
        reading.low,
        end,
    )
    return bool(
        now
        and not reading.of_others(start, nearest=True)
        and follows(r"[^.!?\n]{0,80}\b(?:i|i'm|me|my|we|us|our)\b", reading.low, end)
    )


def _left_again(low: str, end: int) -> bool:
    return bool(
        follows(
            r"[^.!?\n]{0,40}\b(?:and then|but (?:then )?(?:we |i )?(?:moved|left|came)|before (?:moving|"
            r"coming)|for (?:a|two|three|four|five) (?:years?|months?)|when i was|as a (?:kid|child)|"
            r"years ago)\b",
            low,
            end,
        )
    )


def _filler_is_odd(low: str, position: int, start: int) -> bool:
    return (
        bool(re.search(r"\b(?:a|the|my|our|part|love|like|same|good|great)\b", low[position:start]))
        and "heart" not in low[position:start]
        and "of" not in low[position:start]
    )


def _dwellers(reading: NormalizedText) -> Iterator[Find]:
    """ "as a New Yorker", "Londoner here"."""
    names = "|".join(_DWELLERS)
    for match in rule(
        r"\b(?:i'm|im|i am|as|fellow|we|us|being|proud)(?: (?:a|an|just|born and bred|true|fellow|proud|"
        rf"native|lifelong|typical|real))* (?P<name>{names})(?P<s>s)?\b|(?P<here>{names}) here\b"
    ).finditer(reading.low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        group = "name" if match["name"] else "here"
        mention = mention_at(_DWELLERS[match[group]].title(), 0)
        if mention:
            swap = Swap(match.start(group), match.end(group), "local")
            yield Find(
                mention.places[0].value, match.start(), match.end(group), (swap,), 4, namesakes(mention)
            )
