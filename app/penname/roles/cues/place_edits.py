"""How a place is generalized where it stands in a sentence."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.gazetteer import GazetteerEntry, Mention, key
from penname.roles.cues.normalized_text import NormalizedText, follows

_FUNCTION = re.compile(
    r"(?:is|was|are|were|has|have|had|and|or|but|so|for|with|at|in|on|to|of|by|as|from|about|than|then|"
    r"that|which|where|who|when|"
    r"while|if|because|since|cause|cuz|it|it's|its|i|i'm|i've|i'd|im|we|we're|we've|you|he|she|they|there|"
    r"here|now|not|no|just|also|too|"
    r"does|do|did|can|could|will|would|should|might|may|never|always|still|only|even|really|all|my|our|"
    r"the|a|an|this|these|"
    r"those|after|before|during|until|due|instead|again|back|today|last|this|every|right|already|"
    r"currently|surely|"
    r"definitely|ain't|isn't|doesn't|can't|don't|won't|has|makes|make|gets|get|gives|feels|seems|itself|"
    r"though|although|like|lol|haha|mate|man|"
    r"though|yet|either|anyway|and|plus|rather|quite|years|going|working|being|doing|taking|sitting|"
    r"enjoying|trying|teaching|studying|running|"
    r"having|living|where|home|alone|together|once|ever|over|under|up|down|out|off|into|between|around|"
    r"near|yesterday|tomorrow|how|what|why|both|most|much|myself|ya|y'know|tbh|ngl|honestly|actually|"
    r"especially|sometimes|often)$"
)


def homes_again(reading: NormalizedText, find: Find) -> Iterator[Swap]:
    """Swaps for the other mentions of the place the author lives in."""
    return _again(reading, find, home=True)


def origins_again(reading: NormalizedText, find: Find) -> Iterator[Swap]:
    """Swaps for the other mentions of the place the author comes from."""
    return _again(reading, find, home=False)


def _again(reading: NormalizedText, find: Find, home: bool) -> Iterator[Swap]:
    """Other mentions of the same name, also without its country, and of the country."""
    if not find.mention:
        return
    place = find.mention.places[0]
    written = reading.text[find.mention.start : find.mention.end]
    names = sorted({written, written.split(",")[0], place.name, place.country}, key=len, reverse=True)
    pattern = re.compile(rf"(?<!\w)(?:{'|'.join(re.escape(name) for name in names)})(?!\w)", re.IGNORECASE)
    country = GazetteerEntry(place.country, "country", place.country, "", 0)
    for found in pattern.finditer(reading.text):
        if len(found.group()) < 4 and found.group() not in names:
            continue
        if found.group()[0].isupper() or reading.careless:
            meant = country if key(found.group()) == key(place.country) else place
            yield place_swap(reading, Mention(*found.span(), (meant,)), home)


def place_swap(reading: NormalizedText, mention: Mention, home: bool) -> Swap:
    """ "in Lisbon" -> "in the city", "Lisbon's bars" -> "the city's bars", "Lisbon bars" -> "local bars"."""
    low = reading.low
    start, end = mention.start, mention.end
    noun = mention.places[0].kind
    before = low[max(0, start - 24) : start]
    article = re.search(
        r"\b(an?|the|this|my|our|your|that|every|old|good old|sunny|beautiful|downtown|central|rainy|"
        r"lovely|greater|[a-z]+y|[a-z]+ing|big)[ ]+$",
        before,
    )
    after_word = follows(r"[ ]([a-z][a-z-]+)", low, end)
    following = after_word.group(1) if after_word else ""
    attributive = (
        bool(following)
        and not _FUNCTION.match(following)
        and not re.search(
            r"\b(?:in|to|from|near|of|around|at|outside|leave|left|call|love|visit|miss)[ ]+(?:[a-z]+ )?$",
            before,
        )
    )
    if attributive:
        an = re.search(r"\ban[ ]+$", before)
        return Swap(start - len(an.group()) if an else start, end, "a local" if an else "local")
    if re.search(
        r"\b(?:the|this|my|our|that|a|old|sunny|beautiful|downtown|central|rainy|lovely|greater)[ ]+$", before
    ) or (
        article
        and re.search(r"(?:y|ing)[ ]+$", before)
        and not re.search(
            r"\b(?:by|my|any|really|actually|only|originally|currently|living|being|leaving|visiting|"
            r"loving)[ ]+$",
            before,
        )
    ):
        bare = noun
        if re.search(
            r"\b(?:sunny|rainy|beautiful|lovely|old|central|greater|[a-z]+y)[ ]+$", before
        ) and not re.search(r"\b(?:the|this|my|our|that|a|an)[ ]+(?:[a-z]+[ ]+){1,2}$", before):
            adjective = re.search(r"((?:good )?[a-z]+)[ ]+$", before)
            if adjective:
                return Swap(
                    start - len(adjective.group()),
                    end,
                    f"a {adjective.group(1)} {noun}"
                    if adjective.group(1)[0] not in "aeiou"
                    else f"an {adjective.group(1)} {noun}",
                )
        if re.search(r"\ban[ ]+$", before):
            return Swap(start, end, bare)
        return Swap(start, end, bare)
    if home:
        return Swap(start, end, {"city": "the city", "region": "the region", "country": "this country"}[noun])
    return Swap(start, end, {"city": "a city", "region": "a region", "country": "my home country"}[noun])
