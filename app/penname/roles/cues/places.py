"""Where the author lives, and where they were born or grew up, stated outright."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.gazetteer import Mention, Place, key, mention_at, mention_before
from penname.roles.cues.reading import Reading, rule

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
_LIVE = rf"(?:live|lives?|reside|dwell|am living|am based|'m living|'m based|am residing|'m residing|be living|been living|been based|been residing)"
_HOMES = [
    (rule(rf"\b(?:i|we|me)(?:'ve| have|'m| am|'re| are|'ve been| have been)?{_ADVERBS} (?:live|reside|dwell|living|based|residing|been living|been based|residing|settled|been settled|located|stationed|been stationed){_ADVERBS} (?:in|near|outside|around|at|within|close to|by|out of|just outside|inside) "), 5),
    (rule(rf"\b(?:i'm|im|i am|me being|being|since i'm|we're|i've been|i have been){_ADVERBS} (?:living|based|residing|located|settled){_ADVERBS} (?:in|near|outside|around|out of) "), 5),
    (rule(rf"\b(?:i've|i have|we've|we have|i){_ADVERBS} lived{_ADVERBS} in "), 5),
    (rule(rf"\bmy (?!{_NOT_NOW}\b)(?:(?!{_NOT_NOW}\b)[\w'-]+ ){{0,3}}?{_HOME_NOUNS}(?: (?:is|here|located|over|up|down|out|right|back))* (?:in|near|outside) "), 5),
    (rule(r"\b(?:here|over here|down here|up here|out here|back here|right here|around here|living here|live here) (?:in|at) "), 5),
    (rule(r"\b(?:greetings|hello|hi|hey|regards|cheers|love|writing|posting|reporting|checking in|commenting|writing to you|lurking) (?:to you (?:all )?)?from "), 5),
    (rule(rf"\b(?:i|we)(?:'ve| have|'d)?{_ADVERBS} (?:moved|relocated|emigrated|immigrated|settled){_ADVERBS} (?:to|in) "), 4),
    (rule(r"\b(?:my|our) (?:move|relocation) (?:here )?to "), 4),
    (rule(r"\b(?:now|nowadays|these days|currently|at the moment|here i am)(?: (?:i'm|i am|we're|im|back|here|sitting|stuck|happily))* in "), 4),
    (rule(r"\b(?:i'm|im|i am)(?: (?:currently|now|still|right|here|over|based|stuck|sitting|back|down|up|also|out|just))* (?:here )?in "), 4),
    (rule(r"\b(?:i work|i'm working|i am working|i teach|i study|i'm studying|i go to (?:uni|university|school|college)|i run (?:a|my) [\w -]{3,25}|i own (?:a|my) [\w -]{3,25})(?: (?:here|mostly|now|part-time|full-time|remotely))* in "), 4),
    (rule(r"\bhome(?:,| is| for me is| sweet home| base is)?(?: (?:here|now|currently))* (?:in|is) "), 4),
]  # fmt: skip
_LIVING = rule(rf"\b(?:living|residing|based|working|surviving|stuck|being|sitting){_ADVERBS} (?:in|near|outside) ")
_AS_SOMEONE = rule(r"\bas (?:someone|somebody|a person|an? [\w-]+(?: \w+)?) (?:who lives|living|based|residing|who is living|who's living|from|here|who lives here) (?:in )?")
_AFTER_HOME = rule(
    r"(?P<gap>,? ?(?:which is )?(?:where i(?:'m| am)? (?:currently |now |actually |still )?(?:live|living|reside|based|am based|'m based)\b|is (?:my home|where i live|home (?:to|for) me|where i'm based)\b|(?:has been|is now|is) (?:my )?home\b(?: for me| now| since)?|, my (?:home|city|adopted city|current city)\b))"
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
    (rule(rf"\b(?:i'm|i|im|i am|i was|me|we were|as i was|i've been)(?: (?:was|were|actually|also|a))*{_ADVERBS} (?:born|raised|bred|brought up)(?: (?:and|n|&|'n'|'n) (?:raised|bred|brought up|grew up|born|partly raised))?(?: (?:here|right|back))* (?:in|near|outside|around|at) "), 5),
    (rule(rf"\bi(?:'ve| have)?{_ADVERBS} (?:grew|growing|grown){_ADVERBS} up{_ADVERBS} (?:in|near|outside|around|on) "), 5),
    (rule(r"\b(?:i'm|im|i am|i come|i'd come|we come|i hail|hailing|hail|being|i be|me being|coming|i'm actually|myself being|come)(?: (?:a|actually|originally|also|born|right|just|myself|straight|as i am))*,? from "), 4),
    (rule(r"\boriginally from "), 5),
    (rule(r"\bmy (?:own |little |old |humble |beloved |dear )*(?:hometown|home town|home city|native city|birthplace|birth place|home village|birth city|city of birth|home country|homeland|native country|motherland|childhood home|childhood town|birth town|home state)(?:,| of| is| was| in| being| -| –|:)* "), 5),
    (rule(r"\b(?:my|our) (?:\w+ )?(?:childhood|upbringing|youth|younger years|younger days|school days|kid days|teenage years|teens|early years|growing up years|roots)(?: (?:spent|days|years|was|were|back|home|here|are|lie|all|memories|growing up))* (?:in|from) "), 4),
    (rule(r"\b(?:when i was|as) (?:just )?a (?:\w+ )?(?:kid|child|boy|girl|youngster|teenager|teen|lad|wee lad|little one)(?: (?:growing up|living|back|home|over|down|running around))* in "), 4),
    (rule(r"\bback home in "), 4),
    (rule(r"\bmy native "), 5),
    (rule(r"\bnative of "), 4),
]  # fmt: skip
_BORN = rule(r"\b(?:born|raised|bred)(?: (?:and|n|&|'n'|'n) (?:raised|bred|brought up))?(?: (?:here|right|back))* in ")
_GROWING_UP = rule(rf"\b(?:growing|grew|grown) up{_ADVERBS} in ")
_AFTER_ORIGIN = re.compile(
    r"(?P<gap>[ ]?(?:, my (?:hometown|home town|birthplace|home city|native city)\b|[ -]born(?: (?:and|n|&|'n') (?:raised|bred))?\b(?! (?:in|artist|singer|actor|player))|,? where i (?:was (?:born|raised)|grew up|come from|spent my childhood|'m from|am from)\b|[ ]native(?= (?:here|myself|,))))"
)
_TRAVEL = re.compile(
    r"[^.!?\n]{0,30}?\b(?:on (?:holiday|vacation|a trip|business|tour)|for (?:the|a) (?:week|weekend|day|few days|conference|holiday|couple|month|semester|year)|visiting|last (?:summer|year|week|month)|"
    r"when i was|as a (?:kid|child)|back then|at the time|for (?:a|one|two|three|four|five|six|\d+) (?:years?|months?|weeks?|days?) (?:when|in|during|before|and then|but)|until)\b"
)
_AWAY = re.compile(r"\b(?:on (?:holiday|vacation)|visiting|visit|visited|trip|travell?ing|travel|holidaying|vacation(?:ing)?|stopover|layover|touring|airbnb|hotel)\b[^.!?\n]{0,25}$")
_PAST = re.compile(r"\b(?:used to|back when|was|were|when i|years ago|once|before i|had|remember|back in the day|as a kid|as a child|in the past|that time|growing up)\b[^.!?\n]{0,40}$")
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
            if _AWAY.search(reading.clause_before(mention.start)) or _TRAVEL.match(low, mention.end):
                continue
            if certainty == 4 and (_early(reading, match.start()) or _PAST.search(reading.clause_before(match.start()))):
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
        if mention and "from" not in match.group() and not reading.of_others(match.start()):
            yield _find(reading, match.start(), mention, 5, home=True)
    for pattern in (_AFTER_HOME, _BASED):
        for match in pattern.finditer(low):
            mention = mention_before(reading.text, match.start("gap"), reading.careless)
            if not mention:
                continue
            if pattern is _BASED and not re.search(r"\b(?:i'm|im|i am|as|am)\b[^.!?\n]{0,15}$", low[: mention.start][-30:]):
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
                if re.match(r"(?:hail|coming|come|being|originally)", lead) and (reading.of_others(match.start()) or not (reading.opens_clause(match.start()) or re.search(r"\b(?:i|i'm|am|me|im)\b[^.]{0,20}$", low[: match.start()][-25:]))):
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
        if mention and not reading.of_others(match.start()) and (reading.opens_clause(match.start()) or re.search(r"\b(?:i'm|i am|i was|i|me|guy|girl|lad|man|woman|someone|person|been|lass)[ ]+$", low[: match.start()][-12:])):
            yield _find(reading, match.start(), mention, 5, home=False)
    for match in _GROWING_UP.finditer(low):
        mention = _place_after(reading, match.end())
        if mention and not reading.of_others(match.start()) and (reading.opens_clause(match.start()) or re.search(r"\b(?:i|me|my \w+|days|years|remember|from|of|when|having|while)[ ]+$", low[: match.start()][-14:])):
            yield _find(reading, match.start(), mention, 5, home=False)
    for match in _AFTER_ORIGIN.finditer(low):
        mention = mention_before(reading.text, match.start("gap"), reading.careless)
        if mention and not reading.of_others(mention.start):
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
    return mention_at(reading.text, end, reading.careless) if end > position else None


def _early(reading: Reading, start: int) -> bool:
    """Whether the clause is about childhood or a stay: "when I was a kid we moved to Leeds"."""
    return bool(re.search(r"\b(?:kid|child|childhood|little|young|years old|back then|used to|parents|planning|want|hope|might|going to)\b", reading.clause_before(start)))


def _journey(low: str, match: re.Match[str], mention: Mention) -> bool:
    return bool(re.match(r" (?:to|via|tomorrow|last|on|by)\b", low[mention.end :])) or bool(re.search(r"\b(?:just|straight) from $|\bback from $|\bhome from $", match.group()))


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
    """The find with a swap for every place in the text where this name, or what contains it, stands again."""
    place = mention.places[0]
    start = max(start, _short_start(reading, start, mention))
    swaps = [_swap(reading, mention, place, home)]
    for again in _mentions_again(reading, mention):
        swaps.append(_swap(reading, again, again.places[0] if again.places[0] == place else place, home))
    return Find(place.value, start, max(end, mention.end), tuple(swaps), certainty, _others(mention))


def _short_start(reading: Reading, start: int, mention: Mention) -> int:
    """A quote of at most ten words: from the last one that still says whose place it is."""
    words = [word.start() + start for word in re.finditer(r"\S+", reading.low[start : mention.start])]
    return words[-9] if len(words) > 9 else start


def _others(mention: Mention) -> tuple[str, ...]:
    """Namesakes; they come before nothing, since the place is stated."""
    return tuple(dict.fromkeys(place.value for place in mention.places[1:3]))


def _mentions_again(reading: Reading, mention: Mention) -> Iterator[Mention]:
    """Other mentions of the same name (also without its country), and of the country the name's value holds."""
    place = mention.places[0]
    names = {reading.text[mention.start : mention.end], reading.text[mention.start : mention.end].split(",")[0]}
    names |= {place.name, place.country}
    spans: set[tuple[int, int]] = {(mention.start, mention.end)}
    for name in sorted(names, key=len, reverse=True):
        if len(name) < 2:
            continue
        for found in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", reading.text, re.I if len(name) > 3 else 0):
            if any(found.start() < end and start < found.end() for start, end in spans):
                continue
            if not found.group()[0].isupper() and not reading.careless:
                continue
            spans.add(found.span())
            whole = place if key(found.group()) != key(place.country) else Place(place.country, "country", place.country, "", 0)
            yield Mention(*found.span(), (whole,))


def _swap(reading: Reading, mention: Mention, place: Place, home: bool) -> Swap:
    """ "in Lisbon" -> "in the city", "Lisbon's trams" -> "the city's trams", "my Lisbon flat" -> "my local flat"."""
    low = reading.low
    start, end = mention.start, mention.end
    noun = {"city": "city", "region": "region", "country": "country"}[place.kind]
    before = low[max(0, start - 24) : start]
    article = re.search(r"\b(an?|the|this|my|our|your|that|every|old|good old|sunny|beautiful|downtown|central|rainy|lovely|greater|[a-z]+y|[a-z]+ing|big)[ ]+$", before)
    after_word = re.match(r"[ ]([a-z][a-z-]+)", low[end:])
    following = after_word.group(1) if after_word else ""
    attributive = bool(following) and not _FUNCTION.match(following) and not re.search(r"\b(?:in|to|from|near|of|around|at|outside|leave|left|call|love|visit|miss)[ ]+(?:[a-z]+ )?$", before)
    if attributive:
        an = re.search(r"\ban[ ]+$", before)
        return Swap(start - len(an.group()) if an else start, end, "a local" if an else "local")
    if re.search(r"\b(?:the|this|my|our|that|a|old|sunny|beautiful|downtown|central|rainy|lovely|greater)[ ]+$", before) or (article and re.search(r"(?:y|ing)[ ]+$", before) and not re.search(r"\b(?:by|my|any|really|actually|only|originally|currently|living|being|leaving|visiting|loving)[ ]+$", before)):
        bare = noun
        if re.search(r"\b(?:sunny|rainy|beautiful|lovely|old|central|greater|[a-z]+y)[ ]+$", before) and not re.search(r"\b(?:the|this|my|our|that|a|an)[ ]+(?:[a-z]+[ ]+){1,2}$", before):
            adjective = re.search(r"((?:good )?[a-z]+)[ ]+$", before)
            if adjective:
                return Swap(start - len(adjective.group()), end, f"a {adjective.group(1)} {noun}" if adjective.group(1)[0] not in "aeiou" else f"an {adjective.group(1)} {noun}")
        if re.search(r"\ban[ ]+$", before):
            return Swap(start, end, bare)
        return Swap(start, end, bare)
    if home:
        return Swap(start, end, {"city": "the city", "region": "the region", "country": "this country"}[place.kind])
    return Swap(start, end, {"city": "a city", "region": "a region", "country": "my home country"}[place.kind])


_FUNCTION = re.compile(
    r"(?:is|was|are|were|has|have|had|and|or|but|so|for|with|at|in|on|to|of|by|as|from|about|than|then|that|which|where|who|when|"
    r"while|if|because|since|cause|cuz|it|it's|its|i|i'm|i've|i'd|im|we|we're|we've|you|he|she|they|there|here|now|not|no|just|also|too|"
    r"does|do|did|can|could|will|would|should|might|may|never|always|still|only|even|really|all|my|our|the|a|an|this|these|"
    r"those|after|before|during|until|due|instead|again|back|today|last|this|every|right|already|currently|surely|"
    r"definitely|ain't|isn't|doesn't|can't|don't|won't|has|makes|make|gets|get|gives|feels|seems|itself|though|although|like|lol|haha|mate|man|"
    r"though|yet|either|anyway|and|plus|rather|quite|years|going|working|being|doing|taking|sitting|enjoying|trying|teaching|studying|running|"
    r"having|living|where|home|alone|together|once|ever|over|under|up|down|out|off|into|between|around|near|yesterday|tomorrow|how|what|why|both|most|much|myself|ya|y'know|tbh|ngl|honestly|actually|especially|sometimes|often)$"
)
