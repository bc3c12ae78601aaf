"""Where the author lives, and where they were born or grew up, stated outright."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.gazetteer import Mention, mention_at, mention_before
from penname.roles.cues.jobs import job_at
from penname.roles.cues.place_edits import place_swap
from penname.roles.cues.reading import Reading, follows, rule

_ADVERBS = (
    r"(?: (?:currently|now|still|actually|also|just|only|happily|recently|finally|already|both|all|permanently|"
    r"originally|mostly|basically|myself|together|alone|here|over|down|up|out|back|right|there))*"
)
# Small words between "in" and the name: "in the heart of sunny Lisbon", "in a small flat in Lisbon".
_FILLER = re.compile(
    r"(?:(?:a|an|the|this|my|our|one|some|part|small|tiny|little|lil|lil'|wee|big|huge|large|new|nice|lovely|beautiful|gorgeous|"
    r"sunny|rainy|cold|chilly|hot|warm|humid|windy|foggy|grey|gray|gloomy|snowy|busy|bustling|crowded|noisy|quiet|"
    r"expensive|cheap|vibrant|cosmopolitan|historic|old|good|ol'|ole|great|greater|central|downtown|inner|upstate|"
    r"rural|urban|suburban|north|south|east|west|northern|southern|eastern|western|northeast|northwest|southeast|"
    r"southwest|north-east|north-west|south-east|south-west|mid|lively|magical|wonderful|damn|bloody|frickin|freakin|freaking|fucking|"
    r"city|town|village|suburb|suburbs|outskirts|middle|heart|center|centre|capital|country|state|area|region|street|streets|corner|side|"
    r"neighbourhood|neighborhood|apartment|flat|house|home|place|studio|room|condo|cottage|farm|town|district|"
    r"lively|polluted|same|great|colder|northernmost|cramped|shared|shoebox|of|in|at|near|by|outside|just|"
    r"around|from|called|like|good-old|ancient|eternal|two-bed|one-bedroom|two-bedroom|sub-urb)[ ]{1,3}){0,8}"
)
_HOME_NOUNS = (
    r"(?:flat|apartment|appartment|house|home|place|condo|studio|room|garden|backyard|yard|balcony|kitchen|allotment|"
    r"neighbou?rhood|street|area|corner|local \w+|office|job|work|shop|store|restaurant|cafe|school|uni|university|college|campus|"
    r"commute|local|life|daily life|family|place of work|landlord|rent|farm|practice|clinic|bakery|new city|city|town)"
)
_NOT_NOW = r"(?:old|former|first|previous|last|childhood|parents'?|summer|holiday|vacation|second|next|dream|future|grandparents'?|ancestral|student|favou?rite|ideal|imaginary|early|past|entire|whole|family|extended|beloved|late|high)"
_LIVE = r"(?:live|lives?|reside|dwell|am living|am based|'m living|'m based|am residing|'m residing|be living|been living|been based|been residing)"
_HOMES = [
    (rule(rf"\b(?:i|we|me)(?:'ve| have|'m| am|'re| are|'ve been| have been)?{_ADVERBS} (?:live|reside|dwell|living|based|residing|been living|been based|residing|settled|been settled|located|stationed|been stationed){_ADVERBS} (?:in|near|outside|around|at|within|close to|by|out of|just outside|inside) "), 5),
    (rule(rf"\bi(?:'m| am|'ve)?\b[^.!?;:()\n]{{0,60}}? and(?: i)?{_ADVERBS} (?:live|living|reside|based) (?:in|near|outside) "), 5),
    (rule(rf"\b(?:i'm|im|i am|me being|being|since i'm|we're|i've been|i have been){_ADVERBS} (?:living|based|residing|located|settled){_ADVERBS} (?:in|near|outside|around|out of) "), 5),
    (rule(rf"\b(?:i've|i have|we've|we have|i){_ADVERBS} lived{_ADVERBS} in "), 5),
    (rule(rf"\bmy (?!{_NOT_NOW}\b)(?:(?!{_NOT_NOW}\b)[\w'-]+ ){{0,3}}?{_HOME_NOUNS}(?: (?:is|here|located|over|up|down|out|right|back))* (?:in|near|outside) "), 5),
    (rule(r"\b(?:here|here down under|here up north|here down south|here up in the north|over here|down here|up here|out here|back here|right here|around here|living here|live here) (?:in|at) "), 5),
    (rule(r"\b(?:greetings|hello|hi|hey|regards|cheers|love|writing|posting|reporting|checking in|commenting|writing to you|lurking) (?:to you (?:all )?)?from "), 5),
    (rule(rf"\b(?:i|we)(?:'ve| have|'d)?{_ADVERBS} (?:moved|relocated|emigrated|immigrated|settled){_ADVERBS} (?:to|in) "), 4),
    (rule(r"\b(?:my|our) (?:move|relocation) (?:here )?to |\b(?:moved|relocated) from [a-z ]{2,20}? to |\b(?:since|after|when|ever since|until|before) (?:(?:i|we|my \w+ and i)(?: first)? moved|moving|relocating) to "), 4),
    (rule(r"\b(?:my|our|ma) (?:adopted |current |new |own |beloved |dear )?city(?:,| of| -)? "), 4),
    (rule(r"\b(?:i'm|im|i am|i'm just|being|working as|work as|as|i'm also|job as) (?:just |only )?an? (?!student at|kid|child|boy|girl|lad)[a-z][a-z' -]{2,40}?(?: (?:here|based|living|working|studying|over|now|and|living and working))* in "), 4),
    (rule(r"\b(?:now|nowadays|these days|currently|at the moment|here i am)(?: (?:i'm|i am|we're|im|back|here|sitting|stuck|happily))* in "), 4),
    (rule(r"\b(?:i'm|im|i am)(?: (?:currently|now|still|right|here|over|based|stuck|sitting|back|down|up|also|out|just))* (?:here )?in "), 4),
    (rule(r"\b(?:i work|i'm working|i am working|i teach|i study|i'm studying|i go to (?:uni|university|school|college)|i run (?:a|my) [\w -]{3,25}|i own (?:a|my) [\w -]{3,25})(?: (?:here|mostly|now|part-time|full-time|remotely))* in "), 4),
    (rule(r"(?<!back )\bhome(?:,| is| for me is| sweet home| base is)?(?: (?:here|now|currently))* (?:in|is) "), 4),
]  # fmt: skip
_LIVING = rule(rf"\b(?:living|residing|based|working|surviving|stuck|being|sitting){_ADVERBS} (?:in|near|outside) ")
_AS_SOMEONE = rule(r"\bas (?:someone|somebody|a person|an? (?!tourist|visitor|guest|kid|child|boy|girl|lad|lass|teen|teenager|traveller|traveler|youngster|result|stopover)[\w-]+(?: (?!tourist|visitor|kid|child|boy|girl|teen|lad|lass|youngster)\w+)?) (?:who lives|living|based|residing|who is living|who's living|from|here in|who lives here in|over here in|in|down here in) (?:in )?")
_AFTER_HOME = rule(
    r"(?P<gap>,? ?(?:which is )?(?:where (?:i|we)(?:'m| am|'re)? (?:currently |now |actually |still )?(?:live|living|reside|based|am based|'m based)\b|is (?:my home|where i live|home (?:to|for) me|where i'm based)\b|(?:has been|is now|is) (?:my )?home\b(?: for me| now| since)?|, my (?:home|city|adopted city|current city)\b))"
)
_CALL_HOME = rule(r"\bi (?:now |currently )?call (?=[\w ]{2,30} home\b)")
_BASED = re.compile(r"(?P<gap>[ -]based)\b")
_DWELLERS = {
    "new yorker": "new york", "londoner": "london", "parisian": "paris", "berliner": "berlin", "dubliner": "dublin",
    "torontonian": "toronto", "montrealer": "montreal", "sydneysider": "sydney", "melburnian": "melbourne",
    "aucklander": "auckland", "wellingtonian": "wellington", "capetonian": "cape town", "mumbaikar": "mumbai",
    "delhiite": "delhi", "vancouverite": "vancouver", "chicagoan": "chicago", "bostonian": "boston",
    "seattleite": "seattle", "angeleno": "los angeles", "mancunian": "manchester", "glaswegian": "glasgow",
    "liverpudlian": "liverpool", "brummie": "birmingham", "texan": "texas", "californian": "california",
    "floridian": "florida", "amsterdammer": "amsterdam", "porteno": "buenos aires", "beijinger": "beijing",
    "tokyoite": "tokyo", "lisboner": "lisbon", "muscovite": "moscow", "madrileno": "madrid", "zuricher": "zurich",
    "stockholmer": "stockholm", "helsinkian": "helsinki", "osakan": "osaka", "bogotano": "bogota",
}  # fmt: skip
_ORIGINS = [
    (rule(rf"\b(?:i'm|i|im|i am|i was|me|we were|as i was|i've been|where i was)(?: (?:was|were|actually|also|a))*{_ADVERBS} (?:born|raised|bred|brought up)(?: (?:and|n|&|'n'|'n) (?:raised|bred|brought up|grew up|born|partly raised))?(?: (?:here|right|back))* (?:in|near|outside|around|at) "), 5),
    (rule(rf"\bi(?:'ve| have)?{_ADVERBS} (?:grew|growing|grown){_ADVERBS} up{_ADVERBS} (?:in|near|outside|around|on) "), 5),
    (rule(r"\b(?:i'm|im|i am|i come|i'd come|we come|i hail|hailing|hail|being|i be|me being|coming|i'm actually|myself being|come)(?: (?:a|actually|originally|also|born|right|just|myself|straight|as i am))*,? from "), 4),
    (rule(r"\boriginally from "), 5),
    (rule(r"\bmy (?:own |little |old |humble |beloved |dear )*(?:hometown|home town|home city|native city|birthplace|birth place|home village|birth city|city of birth|home country|homeland|native country|motherland|childhood home|childhood town|birth town|home state)(?:,| of| is| was| in| being| -| –|:)* "), 5),
    (rule(r"\b(?:my|our) (?:\w+ )?(?:childhood|childhood times|childhood days|upbringing|youth|younger years|younger days|school days|kid days|teenage years|teens|early years|growing up years|roots)(?: (?:spent|days|years|was|were|back|home|here|are|lie|all|memories|growing up))* (?:in|from) "), 4),
    (rule(r"\b(?:when i (?:was|were)|as|back as|since i was|i was)(?: just| only)? an? (?:[\w-]+ ){0,2}?(?:kid|child|boy|girl|youngster|teenager|teen|lad|lass|bairn|little one)(?: (?:growing up|living|back|home|over|down|running around|who grew up|raised|born))* (?:in|from) "), 4),
    (rule(r"\bwhere i was born(?: and raised| and bred)?,? (?:in |-|– )?"), 5),
    (rule(r"\b(?:being|i'm|im|i am|as) an? (?:proud |true |typical )?[a-z]+ (?:originally |who hails |who comes |born )?from "), 4),
    (rule(r"\bback home in "), 4),
    (rule(r"\b(?:my|ma|me|mi) native "), 5),
    (rule(r"\bnative of "), 4),
]  # fmt: skip
_BORN = rule(r"\b(?:born|raised|bred)(?: (?:and|n|&|'n'|'n) (?:raised|bred|brought up))?(?: (?:here|right|back))* in ")
_GROWING_UP = rule(rf"\b(?:growing|grew|grown) up{_ADVERBS}(?: in the [\w']+,?)? in ")
_AFTER_ORIGIN = re.compile(
    r"(?P<gap>[ ]?(?:[,.(]? ?my (?:own )?(?:hometown|home town|birthplace|home city|native city|birth town|birth city|home country)\b|[,.]? born (?:and|n|&|'n') (?:raised|bred)\b(?! (?:in|on))|,? (?:the )?(?:place|city|town|country) (?:where |that |in which )?i (?:was born|grew up|come from)\b|[ ](?:roots|upbringing|childhood)\b|[ -]born(?: (?:and|n|&|'n') (?:raised|bred))?\b(?! (?:in|artist|singer|actor|player))|,? where i (?:was (?:born|raised)|grew up|come from|spent my childhood|'m from|am from)\b|[ ]native(?= (?:here|myself|,))))"
)
_TRAVEL = re.compile(
    r"[^.!?\n]{0,30}?\b(?:on (?:holiday|vacation|a trip|business|tour)|for (?:the|a) (?:week|weekend|day|few days|conference|holiday|couple|month|semester|year)|visiting|last (?:summer|year|week|month)|"
    r"when i was|as a (?:kid|child)|back then|at the time|for (?:a|one|two|three|four|five|six|\d+) (?:years?|months?|weeks?|days?) (?:when|in|during|before|and then|but)|until)\b"
)
_AWAY = re.compile(r"\b(?:on (?:holiday|vacation)|visiting|visit|visited|trip|travell?ing|travel|holidaying|vacation(?:ing)?|stopover|layover|touring|airbnb|hotel)\b[^.!?\n]{0,25}$")
_PAST = re.compile(r"\b(?:used to|back when|i was|we were|been|when i|years ago|once|before i|remember|back in the day|as a kid|as a child|in the past|that time|growing up|younger|back then|school|childhood)\b[^.!?\n]{0,40}$")
_STAYED = re.compile(r"[^.!?\n]{0,30}?\b(?:for (?:the (?:last|past)|about|around|over|almost|nearly|more than|\w+ years|\d+|a (?:decade|while|long|few|couple))|since|all my life|my (?:whole|entire) life)\b")


def homes(reading: Reading) -> Iterator[Find]:
    """Every statement of where the author lives now."""
    low = reading.low
    for pattern, certainty in _HOMES:
        for match in pattern.finditer(low):
            mention = _place_after(reading, match.end())
            if not mention or reading.hedged(match.start(), unreal_only=certainty == 4):
                continue
            lead = match.group()
            if re.search(r"\blived\b", lead) and not _STAYED.match(low, mention.end):
                continue
            moved = bool(re.search(r"\b(?:moved|moving|move|relocat\w+|settled)\b", lead))
            if _AWAY.search(reading.clause_before(mention.start)) or (not moved and _TRAVEL.match(low, mention.end)):
                continue
            if certainty == 4 and (_early(reading, match.start()) or _PAST.search(reading.clause_before(match.start()))):
                continue
            if re.search(r"\ban? [a-z]", lead) and certainty == 4 and not _job_in(low, match):
                continue
            if (lead.startswith("my") or "home" in lead) and re.search(r"\bwhen (?:we|i)\b|\bfirst\b", reading.clause_before(match.start())):
                continue
            if moved and _left_again(low, mention.end):
                continue
            if re.match(r"(?:i'm|im|i am)\b.* in $", lead) and _HOMELESS.search(low[max(0, match.start() - 30) : mention.start]):
                continue
            if lead.startswith("my") and (reading.of_others(match.start()) or re.match(r"my \w+ \w+'s", lead)):
                continue
            if lead.startswith(("here", "over", "back", "down", "up", "out", "right")) and reading.hedged(match.start()):
                continue
            if re.match(r"(?:i'm|im|i am)\b[^.]* in $", lead) and _filler_is_odd(low, match.end(), mention.start):
                continue
            yield _find(reading, match.start(), mention, certainty, home=True)
    for match in _LIVING.finditer(low):
        mention = _place_after(reading, match.end())
        if not mention or reading.of_others(match.start()) or reading.hedged(match.start()):
            continue
        if _AWAY.search(reading.clause_before(mention.start)) or _TRAVEL.match(low, mention.end) or _PAST.search(reading.clause_before(match.start())):
            continue
        before = low[max(0, match.start() - 30) : match.start()]
        if reading.opens_clause(match.start()) or re.search(r"\b(?:from|of|with|after|to|by|i'm|am|been|perks of|someone|student|me|myself|love|loved|enjoy|while|since|when)[ ]+$", before):
            if re.search(r"\b(?:cost|standard|idea|dream|dreamed|thought|thinking|imagine|consider\w*|plan\w*|people|mind) (?:of )?$|\bused to $|\bprefer $|\bwould love $", before):
                continue
            yield _find(reading, match.start(), mention, 5 if match.group().startswith(("living", "residing", "based")) else 4, home=True)
    for match in _AS_SOMEONE.finditer(low):
        mention = _place_after(reading, match.end())
        if mention and "from" not in match.group() and not reading.of_others(match.start()) and reading.opens_clause(match.start()) and not _PAST.search(reading.clause_before(match.start())):
            yield _find(reading, match.start(), mention, 5 if re.search(r"liv|based|resid", match.group()) else 4, home=True)
    for pattern in (_AFTER_HOME, _BASED):
        for match in pattern.finditer(low):
            mention = mention_before(reading.text, match.start("gap"), reading.careless)
            if not mention:
                continue
            if pattern is _BASED and not re.search(r"\b(?:i'm|im|i am|as|am)\b[^.!?\n]{0,15}$", low[max(0, mention.start - 30) : mention.start]):
                continue
            yield _find(reading, mention.start, mention, 5, home=True, end=match.end())
    for match in _CALL_HOME.finditer(low):
        mention = _place_after(reading, match.end())
        if mention and not reading.hedged(match.start()):
            yield _find(reading, match.start(), mention, 5, home=True)
    yield from _dwellers(reading)


def origins(reading: Reading) -> Iterator[Find]:
    """Every statement of where the author was born or grew up."""
    low = reading.low
    for pattern, certainty in _ORIGINS:
        for match in pattern.finditer(low):
            mention = _place_after(reading, match.end())
            if not mention or reading.hedged(match.start(), unreal_only=True):
                continue
            lead = match.group()
            if re.search(r"from $", lead):
                if re.match(r"(?:hail|coming|come|originally)", lead) and (reading.of_others(match.start()) or not (reading.opens_clause(match.start()) or re.search(r"\b(?:i|i'm|am|me|im)\b[^.]{0,20}$", low[max(0, match.start() - 25) : match.start()]))):
                    continue
                if re.search(r"\b(?:i'm|im|i am|i'm actually|i come|coming|come|just|straight)\b", lead) and _journey(low, match, mention):
                    continue
            if lead.startswith(("back home", "native")) and reading.of_others(match.start()):
                continue
            if lead.startswith("me ") and reading.of_others(match.start()):
                continue
            yield _find(reading, match.start(), mention, certainty, home=False)
    for match in _BORN.finditer(low):
        mention = _place_after(reading, match.end())
        if mention and not reading.of_others(match.start()) and (reading.opens_clause(match.start()) or re.search(r"\b(?:i'm|i am|i was|i|me|guy|girl|lad|man|woman|someone|person|been|lass)[ ]+$", low[max(0, match.start() - 12) : match.start()])):
            yield _find(reading, match.start(), mention, 5, home=False)
    for match in _GROWING_UP.finditer(low):
        mention = _place_after(reading, match.end())
        if mention and not reading.of_others(match.start()) and not re.search(r"\byou[ ]+$|\bwe[ ]+all[ ]+$", low[max(0, match.start() - 10) : match.start()]):
            yield _find(reading, match.start(), mention, 5, home=False)
    for match in _AFTER_ORIGIN.finditer(low):
        mention = mention_before(reading.text, match.start("gap"), reading.careless)
        if not mention or reading.of_others(mention.start):
            continue
        if re.search(r"(?:roots|upbringing|childhood)$", match.group()) and not re.search(r"\b(?:my|ma|me)[ ]+$", low[max(0, mention.start - 5) : mention.start]):
            continue
        yield _find(reading, mention.start, mention, 5, home=False, end=match.end())


def _place_after(reading: Reading, position: int) -> Mention | None:
    """The place named at `position`, perhaps after a few small words ("the heart of sunny")."""
    if reading.low[position : position + 1] == "\0":
        return None
    direct = mention_at(reading.text, position, reading.careless)
    if direct:
        return direct
    filler = _FILLER.match(reading.low, position)
    end = filler.end() if filler else position
    found = mention_at(reading.text, end, reading.careless) if end > position else None
    if found and found.places[0].kind == "city" and re.search(r"\b(?:the|an?|this)[ ]+$", reading.low[position:end]):
        return None  # "stuck in the Paris of the nineties"
    return found


def _job_in(low: str, match: re.Match[str]) -> bool:
    """Whether "as a ... in" names an occupation, or what comes before "in" is no place of a short stay."""
    article = re.search(r"\ban? (?=[a-z])", match.group())
    job = article and job_at(low, match.start() + article.end(), closed=1)
    return bool(job) and len(low[job[1] : match.end()].split()) <= 5 if job else False


def _early(reading: Reading, start: int) -> bool:
    """Whether the clause is about childhood or a stay: "when I was a kid we moved to Leeds"."""
    return bool(re.search(r"\b(?:kid|child|childhood|little|young|years old|back then|used to|parents|planning|want|hope|might|going to)\b", reading.clause_before(start)))


def _left_again(low: str, end: int) -> bool:
    return bool(follows(r"[^.!?\n]{0,40}\b(?:and then|but (?:then )?(?:we |i )?(?:moved|left|came)|before (?:moving|coming)|for (?:a|two|three|four|five) (?:years?|months?)|when i was|as a (?:kid|child)|years ago)\b", low, end))


_HOMELESS = re.compile(r"\b(?:back home|used to|was|were|when|like|love|interested)\b")


def _journey(low: str, match: re.Match[str], mention: Mention) -> bool:
    return bool(follows(r" (?:to|via|tomorrow|last|on|by)\b", low, mention.end)) or bool(re.search(r"\b(?:just|straight) from $|\bback from $|\bhome from $", match.group()))


def _filler_is_odd(low: str, position: int, start: int) -> bool:
    return bool(re.search(r"\b(?:a|the|my|our|part|love|like|same|good|great)\b", low[position:start])) and "heart" not in low[position:start] and "of" not in low[position:start]


def _dwellers(reading: Reading) -> Iterator[Find]:
    """ "as a New Yorker", "Londoner here"."""
    names = "|".join(_DWELLERS)
    for match in rule(rf"\b(?:i'm|im|i am|as|fellow|we|us|being|proud)(?: (?:a|an|just|born and bred|true|fellow|proud|native|lifelong|typical|real))* (?P<name>{names})(?P<s>s)?\b|(?P<here>{names}) here\b").finditer(reading.low):
        if reading.hedged(match.start()) or reading.of_others(match.start()):
            continue
        group = "name" if match["name"] else "here"
        mention = mention_at(_DWELLERS[match[group]].title(), 0)
        if mention:
            swap = Swap(match.start(group), match.end(group), "local")
            yield Find(mention.places[0].value, match.start(), match.end(group), (swap,), 4, _others(mention))


def _find(reading: Reading, start: int, mention: Mention, certainty: int, home: bool, end: int = 0) -> Find:
    start = max(start, _short_start(reading, start, mention))
    swap = place_swap(reading, mention, home)
    return Find(mention.places[0].value, start, max(end, mention.end), (swap,), certainty, _others(mention), mention)


def _short_start(reading: Reading, start: int, mention: Mention) -> int:
    """A quote of at most ten words: from the last one that still says whose place it is."""
    words = [word.start() + start for word in re.finditer(r"\S+", reading.low[start : mention.start])]
    return words[-9] if len(words) > 9 else start


def _others(mention: Mention) -> tuple[str, ...]:
    """Namesakes; they come before nothing, since the place is stated."""
    return tuple(dict.fromkeys(place.value for place in mention.places[1:3]))
