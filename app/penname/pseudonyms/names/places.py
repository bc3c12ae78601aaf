"""Places by rule: the gazetteer's names where they stand as places do, addresses, and what follows a cue."""

import re
from collections.abc import Iterator

import msgspec

from penname.pseudonyms.entities import ORGANIZATION, PLACE, Entity, Finder
from penname.pseudonyms.names.lists import cue, names
from penname.pseudonyms.names.words import TextWords, Word
from penname.roles.cues import gazetteer

_KNOWN = 300_000  # inhabitants from which a city's name is believed where a sentence begins
_LISTED = 100_000  # the same after a comma or an "and"
_PREPOSITION = re.compile(
    r"(?<!\w)(?:in|from|to|at|near|of|via|across|around|outside|between|through|into|towards|nach|aus|bei|bis|"
    r"à|de|en|vers|depuis|desde|hacia|hasta|a|del)[ ]$",
    re.IGNORECASE,
)
_U = r"[A-ZÄÖÜÀ-ÖØ-Þ]"
_W = rf"{_U}[\w'’\-]+"
_ENGLISH = (
    "Street St Road Rd Avenue Ave Av Lane Ln Drive Dr Boulevard Blvd Court Ct Place Pl Square Sq Terrace Way "
    "Close Crescent Parkway Pkwy Highway Hwy Circle Cir Trail Gardens Grove Mews Row Walk Plaza"
).replace(" ", "|")
_GERMAN = "straße|strasse|str\\.|weg|platz|allee|gasse|ufer|damm|ring|chaussee|steig"
_FRENCH = "rue|avenue|boulevard|bd|place|chemin|allée|impasse|quai|route|cours|square"
_SPANISH = r"Calle|C/|Avenida|Avda\.?|Av\.|Plaza|Pza\.?|Paseo|Camino|Carretera|Ronda|Travesía|Glorieta|Vía"
_STREETS = (
    re.compile(
        rf"(?<!\w)\d{{1,5}}[A-Za-z]?,? (?:(?:North|South|East|West|[NSEW]\.?) )?"
        rf"(?:(?:{_W}|\d+(?:st|nd|rd|th))\.? ){{1,4}}(?:{_ENGLISH})\b\.?"
        r"(?:,? (?:Apt|Apartment|Suite|Unit|Flat|No|#)\.? ?\w{1,5})?"
    ),
    re.compile(
        rf"(?<!\w)(?:{_W}[ \-]){{0,3}}(?:{_W}?(?:{_GERMAN})|(?:Straße|Weg|Platz|Allee|Gasse|Ufer|Damm|Ring))"
        r" \d{1,4} ?[a-z]?\b"
    ),
    re.compile(rf"(?<!\w){_W}(?:-{_W})*-(?i:straße|strasse|str\.|allee|platz|gasse|weg|ufer|damm)(?!\w)"),
    # Written carelessly: the number, and what ends an address behind it, tell that it is one.
    re.compile(
        rf"(?<!\w)(?:[^\W\d_]{{3,}}er )?(?:[^\W\d_][\w\-]{{2,}}(?:{_GERMAN})|(?<=\w\wer )(?:{_GERMAN})) "
        r"\d{1,4}(?: ?[a-z](?!\w))?(?=[,;:)\n]|[.](?!\d)|$| \d{4,5} )",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?<!\w)\d{{1,4}}(?: ?(?:bis|ter))?,? (?:{_FRENCH})(?: (?:de|du|des|la|le|les|l['’]|d['’]))*"
        rf"[ ]?{_W}(?:[ \-](?:(?:de|du|des|la|le)[ \-])?{_W}){{0,4}}"
    ),
    re.compile(
        rf"(?<!\w)(?:{_SPANISH})(?: (?:de|del|la|las|los|el))* ?{_W}"
        rf"(?: (?:(?:de|del|la|las|los|el|y) )*{_W}){{0,4}},? (?:n\.?º ?)?\d{{1,4}}"
        r"(?:,? \d{1,2}[ºª]? ?[A-Z]?\b)?"
    ),
)
_POSTCODES = (
    re.compile(
        rf"(?<![\w.,])(?:[DAF]-)?\d{{4,5}} ({_W}(?:[ \-](?:{_W}|am|an|der|im|bei|sur|de|la|en)){{0,4}})"
        r"(?!\w)"
    ),
    re.compile(r"(?<!\w)(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[ABD-HJLNP-UW-Z]{2})(?!\w)"),
    re.compile(rf"(?<!\w)({_W}(?: {_W}){{0,2}}),? [A-Z]{{2}},? \d{{5}}(?:-\d{{4}})?(?!\w)"),
)

# Names that end as those of places do, where places stand.
_SUFFIXED = re.compile(
    r"(?<!\w)(?:in|from|to|near|at|of|aus|nach|bei) "
    rf"((?:(?:North|South|East|West|New|Port|Lake|Upper|Lower|Saint|St\.?|Bad) )?{_U}[^\W\d_]{{2,}}"
    r"(?:ville|ton|bury|berg|burg|borough|fort|shire|side|stad|haven|mouth|land|view|port|chester|furt|town|field|"
    rf"ford|ham|stadt|heim|dorf|hausen)|(?:North|South|East|West|Port|Lake|Bad) {_U}[^\W\d_]+)(?!\w)"
)


def find_places(words: TextWords) -> Iterator[Entity]:
    """Places named in the text, addresses included."""
    for pattern in _STREETS:
        for match in pattern.finditer(words.text):
            yield _place(words.text, match.start(), match.end())
    for pattern in _POSTCODES:
        for match in pattern.finditer(words.text):
            if not match.groups() or _may_be_town(match.group(1).split()[0]):
                yield _place(words.text, match.start(), match.end())
    for match in _SUFFIXED.finditer(words.text):
        yield _place(words.text, match.start(1), match.end(1))
    yield from _after_cues(words)
    yield from _in_gazetteer(words)


def _may_be_town(word: str) -> bool:
    """Whether a town's name may begin so: not as a sentence does, nor as the letters of a number plate."""
    return word.lower() not in names().small and not (word.isupper() and len(word) <= 3)


def _place(text: str, start: int, end: int) -> Entity:
    return Entity(start, end, PLACE, text[start:end], Finder.RULE)


def _after_cues(words: TextWords) -> Iterator[Entity]:
    for match in cue("place_cues", after=r"[ \t]{1,2}(?:the )?").finditer(words.text):
        first = words.at(match.end())
        if first is None:
            continue
        end = words.run(first, 3, names().small)
        if end > first and not words.words[first].text.isupper():
            place = _place(words.text, words.words[first].start, words.words[end - 1].end)
            at_a_house = match.group().split()[-1].lower() in ("at", "the") and not gazetteer.places_named(
                place.text
            )
            yield msgspec.structs.replace(place, kind=ORGANIZATION) if at_a_house else place


def _in_gazetteer(words: TextWords) -> Iterator[Entity]:
    position = 0
    for index, word in enumerate(words.words):
        careless = words.is_careless and _PREPOSITION.search(words.text, max(0, word.start - 12), word.start)
        if word.start < position or not (word.is_capital or careless) or word.is_initial:
            continue
        mention = gazetteer.mention_at(words.text, word.start, careless=bool(careless))
        if mention is None or not _is_believed(words, index, word, mention):
            continue
        position = mention.end
        # "Portland, Oregon" is two names: each may come back alone
        start = mention.start
        for part in re.split(r"(,? \(|, | in )", words.text[mention.start : mention.end]):
            if part and part[0].isalpha() and part != " in ":
                yield _place(words.text, start, start + len(part.rstrip(")")))
            start += len(part)


def _is_believed(words: TextWords, index: int, word: Word, mention: gazetteer.Mention) -> bool:
    """Whether a name that is in the gazetteer is meant as a place here."""
    place, lists = mention.places[0], names()
    if word.key in lists.small:
        return False
    if place.kind != "city" or "," in words.text[mention.start : mention.end]:
        return (
            word.key not in lists.words
            or place.kind == "country"
            or "," in words.text[mention.start : mention.end]
        )
    person = word.key in lists.given or word.key in lists.surnames
    introduced = _PREPOSITION.search(words.text, max(0, word.start - 12), word.start) is not None
    if introduced and not words.begins_sentence(index):
        return True
    listed = words.text.endswith((", ", " and ", " or ", "("), 0, word.start) and place.population >= _LISTED
    if word.key in lists.words:
        return listed
    return not person and (listed or place.population >= _KNOWN)
