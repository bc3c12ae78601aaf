"""Where the author was born or grew up: "born and raised in Dundee", "I'm originally from Pune"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find
from penname.roles.cues.gazetteer import Mention, mention_before
from penname.roles.cues.normalized_text import NormalizedText, follows, rule
from penname.roles.cues.place_finds import ADVERBS, place_after, place_find

_ORIGINS = [
    (rule(
        r"\b(?:i'm|i|im|i am|i was|me|we were|as i was|i've been|where i was)(?: (?:was|were|actually|"
        rf"also|a))*{ADVERBS} (?:born|raised|bred|brought up)(?: (?:and|n|&|'n'|'n) (?:raised|bred|"
        r"brought up|grew up|born|partly raised))?(?: (?:here|right|back))*(?: in (?:19|20)\d\d,?)? (?:in|"
        r"near|outside|around|"
        r"at) "), 5),
    (rule(
        rf"\bi(?:'ve| have)?{ADVERBS} (?:grew|growing|grown){ADVERBS} up{ADVERBS} (?:in|near|outside|"
        r"around|on) "), 5),
    (rule(
        r"\b(?:i'm|im|i am|i come|i'd come|we come|i hail|hailing|hail|being|i be|me being|coming|i'm "
        r"actually|myself being|come)(?: (?:a|actually|originally|also|born|right|just|myself|straight|as "
        r"i am))*,? from "), 4),
    (rule(r"\boriginally from "), 5),
    (rule(
        r"\bmy (?:own |little |old |humble |beloved |dear )*(?:hometown|home town|home city|native city|"
        r"birthplace|birth place|home village|birth city|city of birth|home country|homeland|native "
        r"country|motherland|childhood home|childhood town|birth town|home state)(?:,| of| is| was| in| "
        r"being| -| –|:)* "), 5),
    (rule(
        r"\b(?:my|our) (?:\w+ )?(?:childhood|childhood times|childhood days|upbringing|youth|younger "
        r"years|younger days|school days|kid days|teenage years|teens|early years|growing up years|"
        r"roots)(?: (?:spent|days|years|was|were|back|home|here|are|lie|all|memories|growing up))* (?:in|"
        r"from) "), 4),
    (rule(
        r"\b(?:when i (?:was|were)|as|back as|since i was|i was)(?: just| only)? an? (?:[\w-]+ "
        r"){0,2}?(?:kid|child|boy|girl|youngster|teenager|teen|lad|lass|bairn|little one)(?: (?:growing "
        r"up|living|back|home|over|down|running around|who grew up|raised|born))* (?:in|from) "), 4),
    (rule(r"\bwhere i was born(?: and raised| and bred)?,? (?:in |-|– )?"), 5),
    (rule(
        r"\b(?:being|i'm|im|i am|as) an? (?:proud |true |typical )?[a-z]+ (?:originally |who hails |who "
        r"comes |born )?from "), 4),
    (rule(r"\bback home in "), 4),
    (rule(r"\b(?:my|ma|me|mi) native "), 5),
    (rule(r"\bnative of "), 4),
]  # fmt: skip
_BORN = rule(
    r"\b(?:born|raised|bred)(?: (?:and|n|&|'n'|'n) (?:raised|bred|brought up))?(?: (?:here|right|back))* in "
)
_GROWING_UP = rule(rf"\b(?:growing|grew|grown) up{ADVERBS}(?: in the [\w']+,?)? in ")
_AFTER_ORIGIN = re.compile(
    r"(?P<gap>[ ]?(?:[,.(]? ?my (?:own )?(?:hometown|home town|birthplace|home city|native city|birth "
    r"town|birth city|home country)\b|[,.]? born (?:and|n|&|'n') (?:raised|bred)\b(?! (?:in|on))|,? "
    r"(?:the )?(?:place|city|town|country) (?:where |that |in which )?i (?:was born|grew up|come from)\b|"
    r"[ ](?:roots|upbringing|childhood)\b|[ -]born(?: (?:and|n|&|'n') (?:raised|bred))?\b(?! (?:in|artist|"
    r"singer|actor|player))|,? where i (?:was (?:born|raised)|grew up|come from|spent my childhood|'m "
    r"from|am from)\b|[ ]native(?= (?:here|myself|,))))"
)


def origins(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of where the author was born or grew up."""
    low = reading.low
    for pattern, certainty in _ORIGINS:
        for match in pattern.finditer(low):
            mention = place_after(reading, match.end())
            if not mention or reading.hedged(match.start(), unreal_only=True):
                continue
            lead = match.group()
            if re.search(r"from $", lead):
                if re.match(r"(?:hail|coming|come|originally)", lead) and (
                    reading.of_others(match.start())
                    or not (
                        reading.opens_clause(match.start())
                        or re.search(
                            r"\b(?:i|i'm|am|me|im)\b[^.]{0,20}$",
                            low[max(0, match.start() - 25) : match.start()],
                        )
                    )
                ):
                    continue
                if re.search(
                    r"\b(?:i'm|im|i am|i'm actually|i come|coming|come|just|straight)\b", lead
                ) and _journey(low, match, mention):
                    continue
            if lead.startswith(("back home", "native")) and reading.of_others(match.start()):
                continue
            if lead.startswith("me ") and reading.of_others(match.start()):
                continue
            yield place_find(reading, match.start(), mention, certainty, home=False)
    for match in _BORN.finditer(low):
        mention = place_after(reading, match.end())
        if (
            mention
            and not reading.of_others(match.start())
            and (
                reading.opens_clause(match.start())
                or re.search(
                    r"\b(?:i'm|i am|i was|i|me|guy|girl|lad|man|woman|someone|person|been|lass)[ ]+$",
                    low[max(0, match.start() - 12) : match.start()],
                )
            )
        ):
            yield place_find(reading, match.start(), mention, 5, home=False)
    for match in _GROWING_UP.finditer(low):
        mention = place_after(reading, match.end())
        if (
            mention
            and not reading.of_others(match.start())
            and not re.search(r"\byou[ ]+$|\bwe[ ]+all[ ]+$", low[max(0, match.start() - 10) : match.start()])
        ):
            yield place_find(reading, match.start(), mention, 5, home=False)
    for match in _AFTER_ORIGIN.finditer(low):
        mention = mention_before(reading.text, match.start("gap"), reading.careless)
        if not mention or reading.of_others(mention.start):
            continue
        if re.search(r"(?:roots|upbringing|childhood)$", match.group()) and not re.search(
            r"\b(?:my|ma|me)[ ]+$", low[max(0, mention.start - 5) : mention.start]
        ):
            continue
        yield place_find(reading, mention.start, mention, 5, home=False, end=match.end())


def _journey(low: str, match: re.Match[str], mention: Mention) -> bool:
    return bool(follows(r" (?:to|via|tomorrow|last|on|by)\b", low, mention.end)) or bool(
        re.search(r"\b(?:just|straight) from $|\bback from $|\bhome from $", match.group())
    )
