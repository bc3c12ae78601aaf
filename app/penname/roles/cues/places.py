"""Where the author lives, and where the author comes from: the places named, and what stands for them."""

import re
from collections.abc import Iterator
from functools import partial

from penname.domain.articles import article
from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.gazetteer import GazetteerEntry, Mention, key, mention_at, mention_before
from penname.roles.cues.jobs import job_at
from penname.roles.cues.normalized_text import NormalizedText
from penname.roles.cues.rules import Hit, Reader, RuleTable
from penname.roles.cues.words import phrase, tokens

_HOME = {"city": "the city", "region": "the region", "country": "this country"}
_ORIGIN = {"city": "a city", "region": "a region", "country": "my home country"}
_WORD = re.compile(r"[ ]([a-z][a-z'-]*)")
_RESIDENT = re.compile(
    r"\b(?:dad|mum|mom|father|mother|parent|student|expat|local|resident|immigrant) +in +$"
)


def place_after(reading: NormalizedText, position: int) -> Mention | None:
    """The place named at `position`, perhaps after a few small words ("the heart of sunny")."""
    if reading.low[position : position + 1] == "\0":
        return None
    direct = mention_at(reading.text, position, reading.careless)
    if direct:
        return direct
    filler = phrase("before_place").match(reading.low, position)
    if not filler or not filler[0]:
        return None
    found = mention_at(reading.text, filler.end(), reading.careless)
    if found and found.places[0].kind == "city" and re.search(r"\b(?:the|an?|this) +$", filler[0]):
        return None  # "stuck in the Paris of the nineties"
    return found


def place_swap(reading: NormalizedText, mention: Mention, home: bool) -> Swap:
    """ "in Lisbon" -> "in the city", "Lisbon's bars" -> "the city's bars", "Lisbon bars" -> "local bars"."""
    low, (start, end, places) = reading.low, mention
    kind = places[0].kind
    before = low[max(0, start - 30) : start]
    following = _WORD.match(low, end)
    thing = following and following[1] not in tokens("function_words.txt") | tokens("no_things.txt")
    if thing and not phrase("no_adjective").search(before):
        an = before.endswith("an ")
        return Swap(start - 3 * an, end, "a local" if an else "local")
    described = phrase("described").search(before)
    if described and described["the"]:
        return Swap(start, end, kind)
    if described and described["adjective"]:
        adjective = described["adjective"]
        return Swap(start - len(adjective), end, f"{article('a', adjective)} {adjective}{kind}")
    return Swap(start, end, (_HOME if home else _ORIGIN)[kind])


def again(reading: NormalizedText, find: Find, home: bool) -> Iterator[Swap]:
    """Swaps for the other mentions of the same name, also without its country, and of the country."""
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


def _find(hit: Hit, start: int, mention: Mention, home: bool, end: int = 0) -> Find:
    """A quote of at most ten words: from the last one that still says whose place it is."""
    words = [word.start() + start for word in re.finditer(r"\S+", hit.low[start : mention.start])]
    start, end = words[-9] if len(words) > 9 else start, max(end, mention.end)
    swaps, namesakes = (place_swap(hit.reading, mention, home),), _namesakes(mention)
    return Find(mention.places[0].value, start, end, swaps, hit.rule.certainty, namesakes, mention)


def _namesakes(mention: Mention) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.value for place in mention.places[1:3]))


def _named(home: bool) -> Reader:
    """Reads the place behind a match, unless the clause is about a visit."""

    def read(hit: Hit) -> Find | None:
        mention = place_after(hit.reading, hit.match.end())
        if not mention or phrase("months").fullmatch(hit.low, mention.start, mention.end):
            return None
        if home and phrase("away").search(hit.reading.clause_before(mention.start)):
            return None
        return _find(hit, hit.match.start(), mention, home)

    return read


def _named_before(home: bool) -> Reader:
    """Reads the place before a match, which a comma, a dash or a blank may part from it."""

    def read(hit: Hit) -> Find | None:
        end = len(hit.low[: hit.match.start()].rstrip(" ,.(-"))
        mention = mention_before(hit.reading.text, end, hit.reading.careless)
        return _find(hit, mention.start, mention, home, hit.match.end()) if mention else None

    return read


def _home_of_job(hit: Hit) -> Find | None:
    """ "As a nurse in Leeds": before "in" stands an occupation, or who is there for longer."""
    job = job_at(hit.low, hit.match.start("who"), closed=True)
    if job:
        stays = len(hit.low[job.end : hit.match.end()].split()) <= 5
    else:
        stays = _RESIDENT.search(hit.match.group()) is not None
    return _home(hit) if stays else None


def _dweller(hit: Hit) -> Find | None:
    """ "as a New Yorker", "Londoner here"."""
    mention = mention_at(hit.put("name"), 0)
    return hit.find(mention.places[0].value, _namesakes(mention)) if mention else None


_home = _named(home=True)
homes = RuleTable(
    "location", home=_home, home_before=_named_before(home=True), home_of_job=_home_of_job, dweller=_dweller
)
origins = RuleTable("birthplace", origin=_named(home=False), origin_before=_named_before(home=False))
homes_again, origins_again = partial(again, home=True), partial(again, home=False)
