"""The author's own sex stated outright: "as a woman", "34F", "I'm a father of two", "when I was a boy"."""

import re
from collections.abc import Iterator

from penname.roles.cues.finds import Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, rule
from penname.roles.cues.tags import tags

# Each word with what stands for it once the sex is taken out.
_FEMALE = {
    "woman": "person", "women": "people", "girl": "person", "girls": "people", "gal": "person",
    "gals": "folks", "lady": "person", "ladies": "people", "lass": "person", "lassie": "person",
    "chick": "person", "female": "person", "females": "people", "mum": "parent", "mom": "parent",
    "mam": "parent", "mother": "parent", "mommy": "parent", "mummy": "parent", "mama": "parent",
    "momma": "parent", "mums": "parents", "moms": "parents", "mothers": "parents",
    "grandma": "grandparent", "grandmother": "grandparent", "granny": "grandparent",
    "nana": "grandparent", "auntie": "relative", "aunt": "relative", "aunty": "relative",
    "wife": "spouse", "sister": "sibling", "daughter": "child", "widow": "widowed person",
    "housewife": "homemaker", "waitress": "server", "actress": "performer",
    "businesswoman": "business person", "stewardess": "flight attendant", "girlfriend": "partner",
    "schoolgirl": "pupil", "handywoman": "fixer", "spinster": "person", "divorcee": "person",
    "chica": "person", "tomboy": "kid", "lesbian": "gay person", "feminist woman": "feminist",
}  # fmt: skip
_MALE = {
    "man": "person", "men": "people", "guy": "person", "guys": "people", "dude": "person",
    "bloke": "person", "blokes": "people", "lad": "person", "lads": "folks", "boy": "person",
    "boys": "folks", "chap": "person", "gent": "person", "gentleman": "person", "male": "person",
    "males": "people", "fella": "person", "dad": "parent", "father": "parent", "daddy": "parent",
    "papa": "parent", "dads": "parents", "fathers": "parents", "grandpa": "grandparent",
    "grandfather": "grandparent", "grandad": "grandparent", "granddad": "grandparent",
    "uncle": "relative", "husband": "spouse", "brother": "sibling", "son": "child",
    "widower": "widowed person", "businessman": "business person", "boyfriend": "partner",
    "bachelor": "person", "schoolboy": "pupil", "waiter boy": "waiter", "kiwi lad": "person",
}  # fmt: skip
_NEUTRAL = {**_FEMALE, **_MALE}
_WORDS = "|".join(sorted(_NEUTRAL, key=len, reverse=True))
_CHILDISH = {"girl": "kid", "boy": "kid", "lad": "kid", "lass": "kid", "lassie": "kid"}
# Between the article and the word: adjectives, never a word that would begin another clause or phrase.
_STOP = (
    r"(?!(?:of|who|that|which|and|or|with|to|for|in|on|at|by|from|as|is|was|are|has|had|have|my|his|her|"
    r"their|the|a|an|"
    r"but|than|about|whose|where|when|because|if|like|so|not|no|single-handedly|called|named|looking|"
    r"watching|seeing)\b)"
)
_BETWEEN = rf"(?:(?:{_STOP}[\w'-]+|\d+[\x20-]years?[\x20-]old),? ){{0,4}}"
_NOUN = rf"(?P<word>{_WORDS})(?![\w'-]|-)"
_I_AM = rule(
    r"\b(?:i'm|im|i am|i've become|i became|i've always been|i have become|i will always be|i'll always "
    r"be|makes me|make me|made me|i be|me being|"
    r"i'm just|i'm still|i'm basically|i guess i'm|and am|being)(?: just| only| still| also| now| "
    r"basically| kinda| kind of| more of| a bit of| very much| quite| not| simply| really| already| "
    r"sorta| sort of)*"
    rf" (?P<article>an?|the only|the|one|your typical|your average|your) {_BETWEEN}{_NOUN}"
)
_AS_A = rule(rf"\bas (?:an?|the only|one of the (?:few|only)) (?P<between>{_BETWEEN}){_NOUN}")
_AS_A_CHILD = rule(
    r"\b(?:when|since|while|as) i was (?:just |only |still )?an? (?:\w+ ){0,2}?(?P<word>girl|boy|lad|lass|"
    r"schoolboy|schoolgirl)\b(?!')"
)
_GROWING = rule(r"\b(?:growing up|grew up) (?:as )?an? (?:\w+ )?(?P<word>girl|boy|lad|lass)\b(?!')")
_OF_TWO = rule(
    r"(?P<word>mum|mom|mother|dad|father|grandma|grandpa|grandmother|grandfather|mama|papa) (?:of|to) "
    r"(?:\w+ )?(?:one|two|three|four|five|six|\d|twins|a|boys|girls|teenagers|toddlers)\b"
)
_HERE = rule(rf"(?P<word>{_WORDS}) here(?= ?(?:[.,!?;:)\n–-]|$| who| and| with| from))")
_US = rule(
    r"\b(?:we|us|fellow|my fellow) (?P<word>women|girls|ladies|gals|lads|blokes|men|mums|moms|mothers|"
    r"dads|fathers)\b(?!')"
)
_THIS = rule(
    r"\b(?:for|beyond|from|give|gives|makes|leave) this (?:old |ol' |poor |tired |busy )?(?P<word>gal|"
    r"girl|guy|lad|bloke|lady|lass|boy|man|granny|grandma|grandpa|mama)(?=[ ]?(?:[,.!?)]|$|to\b))"
)
_THIS_HERE = rule(
    r"\bthis (?:\w+ )?(?P<word>gal|girl|lady|lass|lad|bloke|fella|chap|grandma|grandpa|mama)(?= (?:is|has|"
    r"here|loves|needs|wants|can|can't|likes|was|right here)\b)"
)
_LIKE_ME = rule(
    rf"\b(?:an?|any|another|some|simple|old)(?: [\w'-]+){{0,3}} (?P<word>{_WORDS}) (?:like (?:me|myself)|"
    r"myself)\b"
)
_KIND_OF = rule(
    r"\b(?:i'm|im|i am|i was|i've always been|used to be)(?: \w+){0,3}? (?:an?|the|that)[^.!?\n]{0,50}? "
    r"(?:kind of|kinda|type of|sort of|sorta|type|kind of a) (?P<word>guy|gal|girl|man|woman|lad|bloke|"
    r"dude|lady|chick)\b(?!')"
)
_PREGNANT = rule(
    r"\b(?:i'm|im|i am)(?: currently| now| also)? (?P<state>(?:\w+ (?:weeks|months) )?pregnant)\b|"
    r"\b(?:when|while|since) i (?:was|got|became) (?P<past>(?:\w+ (?:weeks|months) )?pregnant)\b"
    r"|\bmy (?:\w+ )?(?P<noun>pregnancy|periods(?! (?:of|at|in|as|dr))|menopause|c-section|uterus|ovaries|"
    r"hysterectomy)\b"
)
_PROSTATE = rule(r"\bmy (?P<noun>prostate|vasectomy|testicles?)\b")
# "Man, here ..." and "girls here ..." speak to somebody; "wife here ..." is about somebody.
_ADDRESSED = {
    "man", "men", "boy", "boys", "guys", "dude", "mother", "girls", "ladies", "wife", "sister", "brother",
    "son", "daughter", "husband", "girlfriend", "boyfriend", "grandma",
}  # fmt: skip
_KIN = {
    "aunt", "uncle", "wife", "husband", "girlfriend", "boyfriend", "son", "daughter", "brother", "sister",
}  # fmt: skip
_ONE_MAN = re.compile(r"\b(?:one|yes|straw|iron|spider|ladies)[ -]man$")
_COMPOUND = re.compile(
    r"[ ]+(?:friends?|clothes|scouts?|bands?|problems|crush|dinner|groups?|stuff|jokes?|night|city|cave|"
    r"child|"
    r"hands|power|flu|bun|made)\b"
)


def finds(reading: NormalizedText) -> Iterator[Find]:
    """Every statement of the author's own sex in `reading`."""
    low = reading.low
    for pattern in (_I_AM, _AS_A):
        for match in pattern.finditer(low):
            if reading.hedged(match.start()) or reading.of_others(match.start()):
                continue
            if pattern is _AS_A and not _of_author(reading, match):
                continue
            if low.startswith("being", match.start()) and not reading.opens_clause(match.start()):
                continue
            if _idiom(low, match):
                continue
            yield _find(match, match.start())
    for pattern in (_AS_A_CHILD, _GROWING):
        for match in pattern.finditer(low):
            if not reading.of_others(match.start()):
                yield _find(match, match.start(), _CHILDISH)
    for pattern in (_OF_TWO, _HERE):
        for match in pattern.finditer(low):
            opening = _adjectives_before(low, match.start("word"))
            if not reading.opens_clause(opening) or reading.of_others(match.start()):
                continue
            if pattern is _HERE and match["word"] in _ADDRESSED:
                continue
            if pattern is _OF_TWO and not (
                reading.opens_sentence(opening)
                or (
                    re.search(r",[ ]*$", low[max(0, opening - 4) : opening]) and _after_self(reading, opening)
                )
            ):
                continue
            yield _find(match, match.start("word"))
    for pattern in (_LIKE_ME, _KIND_OF):
        for match in pattern.finditer(low):
            if not reading.hedged(match.start()) and not re.search(r"\b(?:not|no|never)\b", match.group()):
                yield _find(match, match.start("word"))
    for pattern in (_US, _THIS, _THIS_HERE):
        for match in pattern.finditer(low):
            if not reading.of_others(match.start()) and not low.endswith(
                ("all of ", "one of ", "see "), 0, match.start()
            ):
                yield _find(match, match.start())
    yield from _bodies(reading)
    for tag in tags(reading):
        if tag.sex:
            value = "female" if tag.sex == "f" else "male"
            yield Find(value, tag.swap.start, tag.swap.end, (tag.swap,))


def _of_author(reading: NormalizedText, match: re.Match[str]) -> bool:
    """Whether "as a woman" begins a clause, and continues with "I" or "my", or with nothing that contradicts
    it.
    """
    following = reading.low[match.end() : match.end() + 60]
    if re.match(r"[^.!?\n]{0,30}?,? (?:he|she|they|you)\b", following):
        return False
    if reading.opens_clause(match.start()):
        return True
    return bool(re.match(r",? (?:i|i'm|my|myself|i've|me)\b", following)) or bool(
        re.search(r"\b(?:i|me|my \w+|myself)(?: \w+){0,3} $", reading.clause_before(match.start()))
        and not re.search(
            r"\b(?:see|saw|use|used|dress\w*|treat\w*|known|known|cast|play\w*|pose\w*)\b",
            reading.clause_before(match.start()),
        )
    )


def _idiom(low: str, match: re.Match[str]) -> bool:
    """Whether the word is part of something else: "a one-man army", "a girl band", "the wife of a baker"."""
    if match["word"] in _KIN and low.startswith(" of ", match.end()):
        return True
    return bool(_ONE_MAN.search(match.group()) or _COMPOUND.match(low, match.end()))


def _after_self(reading: NormalizedText, start: int) -> bool:
    return bool(re.search(r"\b(?:i'm|im|i am|i|me|my)\b", reading.clause_before(start)))


def _adjectives_before(low: str, start: int) -> int:
    """Where the noun phrase before `start` begins: up to two words that may describe its noun."""
    window = low[max(0, start - 40) : start]
    match = re.search(
        r"(?:(?<=[.!?,;:\n(–])|^)[ ]*((?:(?:a|an|the|single|proud|new|busy|tired|working|old|young|fellow|"
        r"[\w-]+)[ ]){0,2})$",
        window,
    )
    return start - len(match.group(1)) if match else start


def _bodies(reading: NormalizedText) -> Iterator[Find]:
    low = reading.low
    for match in _PREGNANT.finditer(low):
        if reading.hedged(match.start(), unreal_only=True) or reading.of_others(match.start()):
            continue
        group = "state" if match["state"] else "past" if match["past"] else "noun"
        after = (
            "about to become a parent"
            if match["state"]
            else "expecting a child"
            if match["past"]
            else "health"
        )
        if match["past"] and "was" not in match.group():
            continue
        end = match.end()
        swap = Swap(match.start(group), end, after)
        yield Find("female", match.start(), end, (swap,), 5 if match["state"] else 4)
    for match in _PROSTATE.finditer(low):
        yield Find("male", match.start(), match.end(), (Swap(match.start("noun"), match.end(), "health"),), 5)


def _find(match: re.Match[str], start: int, neutral: dict[str, str] = _NEUTRAL) -> Find:
    word = match["word"]
    value = "female" if word in _FEMALE else "male"
    after = neutral.get(word, _NEUTRAL[word])
    certainty = 5
    return Find(
        value, start, match.end("word"), (Swap(match.start("word"), match.end("word"), after),), certainty
    )
