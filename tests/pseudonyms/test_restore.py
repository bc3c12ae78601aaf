"""Restoring: what chatbots do to stand-ins, and that no wrong original is ever put in."""

import random
import re
from collections.abc import Callable

import pytest

from penname.pseudonyms.entities import ORGANIZATION, PERSON, Kind
from penname.pseudonyms.mapping import Mapping, Pair, Rewording
from penname.pseudonyms.pseudonymize import pseudonymize
from penname.pseudonyms.restore import Restored, RestoredSpan, digest_of, restore, settled_words
from penname.pseudonyms.uncertain_matches import UncertainMatch
from pseudonyms.name_texts import name_texts
from pseudonyms.replies import NAME_ALTERATIONS
from pseudonyms.telling import tell

_MANY = 20
_SMITH = Mapping(
    (
        Pair("John Smith", "Rupert Ashdown", PERSON),
        Pair("John", "Rupert", PERSON, part=True),
        Pair("Smith", "Ashdown", PERSON, part=True),
        Pair("Acme Ltd.", "Norvell Ltd.", ORGANIZATION),
        Pair("DE89 3704 0044 0532 0130 00", "DE74 4866 1880 0970 6829 30", Kind("iban")),
        Pair("Anaïs", "Bérengère", PERSON),
    )
)


def _cases() -> list[tuple[Callable[[str, random.Random], str], Mapping, Pair, int]]:
    texts = iter(name_texts(seed=7, count=400))
    cases = []
    for alter in NAME_ALTERATIONS:
        for number in range(_MANY):
            while True:
                mapping = pseudonymize(next(texts).text, seed=number).mapping
                people = [p for p in mapping.pairs if p.kind == PERSON and p.surrogate.count(" ") == 1]
                if people:
                    break
            cases.append((alter, mapping, people[0], number))
    return cases


def test_altered_replies_are_restored_and_never_wrongly(capsys: pytest.CaptureFixture[str]) -> None:
    restored, wrong = 0, []
    cases = _cases()
    for alter, mapping, pair, number in cases:
        chance = random.Random(number)
        altered = alter(pair.surrogate, chance)
        reply = f"Certainly! I wrote to {altered} about the matter, as you asked."
        result = restore(reply, mapping)
        last = pair.original.split()[-1].lower()
        expected = [last] if alter.__name__ == "plural" else pair.original.lower().split()
        text = result.text.lower()
        restored += all(word in text for word in expected)
        others = {word.lower() for p in mapping.pairs for word in re.findall(r"\w{3,}", p.original)} - set(
            expected
        )
        wrong += [
            (alter.__name__, word) for word in others - {"the", "you"} if re.search(rf"\b{word}\b", text)
        ]
    tell(capsys, f"Altered replies: {restored} of {len(cases)} restored, {len(wrong)} with a wrong original")
    assert wrong == []
    assert restored >= 0.97 * len(NAME_ALTERATIONS) * _MANY


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("Rupert Ashdown came.", "John Smith came."),
        ("RUPERT ASHDOWN came.", "JOHN SMITH came."),
        ("rupert's and Ashdown’s", "john's and Smith’s"),
        ("The Ashdowns, Mr. Ashdown", "The Smiths, Mr. Smith"),
        ("Ashdown, Rupert", "Smith, John"),
        ("Rupert\n> Ashdown and Rupert\u00a0Ashdown", "John\n> Smith and John\u00a0Smith"),
        ("**Rupert** _Ashdown_ and Ru-\npert", "**John** _Smith_ and John"),
        ("Norvell Ltd. and Norvell Ltd, NORVELL LTD.", "Acme Ltd. and Acme Ltd, ACME LTD."),
        (
            "DE74486618800970682930 and DE74-4866-1880-0970-6829-30",
            "DE89 3704 0044 0532 0130 00 and DE89 3704 0044 0532 0130 00",
        ),
        ("Berengere, BÉRENGÈRE", "Anaïs, ANAÏS"),
        ("Be\u0301renge\u0300re", "Anaïs"),
    ],
)
def test_a_stand_in_comes_back_in_the_manner_of_the_reply(reply: str, expected: str) -> None:
    assert restore(reply, _SMITH).text == expected


@pytest.mark.parametrize(
    "reply",
    [
        "Ruperta and Prupert",
        "Ashdownian and Ashdowner's",
        "DE74 4866 1880 0970 6829 31",
        "DE74 4866 1880 0970 6829",
        "Rupe rt",
    ],
)
def test_what_is_no_stand_in_stays(reply: str) -> None:
    result = restore(reply, _SMITH)
    assert result.text == reply
    assert result.returned == ()


def test_a_namesake_with_another_family_name_is_told_and_left_alone() -> None:
    result = restore("Rupert Brooke wrote poems. Rupert did not.", _SMITH)
    assert result.text == "Rupert Brooke wrote poems. John did not."
    assert [(match.text, match.surrogate) for match in result.doubts] == [("Rupert", "Rupert")]


def test_a_reply_tells_what_came_back_what_did_not_and_what_is_doubtful() -> None:
    result = restore("Ruprecht Ashdawn? Rupert! The account ending in 2930.", _SMITH)
    assert [(r.surrogate, r.original, r.times) for r in result.returned] == [("Rupert", "John", 1)]
    assert set(result.missing) == {
        "Rupert Ashdown",
        "Norvell Ltd.",
        "DE74 4866 1880 0970 6829 30",
        "Bérengère",
    }
    assert [(match.text, match.surrogate) for match in result.doubts] == [
        ("Ashdawn", "Ashdown"),
        ("2930", "DE74 4866 1880 0970 6829 30"),
    ]


def test_placeholders_come_back_bare_escaped_and_in_any_capitals() -> None:
    result = pseudonymize("John Smith wrote to Mary Major. Smith waited.", visible=True)
    assert result.text == "[PERSON_1] wrote to [PERSON_2]. [PERSON_1_LAST] waited."
    reply = r"PERSON_1, \[PERSON\_2\], [person_1_last]'s, Person 2 and [PERSON_7]"
    restored = restore(reply, result.mapping)
    assert restored.text == "John Smith, Mary Major, Smith's, Mary Major and [PERSON_7]"
    assert [match.text for match in restored.doubts] == ["[PERSON_7]"]


def test_a_doubt_that_the_user_settles_comes_back_and_the_places_say_where() -> None:
    reply = "Rupert! Ruprecht Ashdawn? Ends in 2930. Rupert Brooke."
    first = restore(reply, _SMITH)
    assert [first.text[place.start : place.end] for place in first.places] == ["John"]
    assert [first.text[slice(*first.span_of(match))] for match in first.doubts] == [
        "Ashdawn",
        "2930",
        "Rupert",
    ]
    settled = restore(reply, _SMITH, first.doubts)
    assert settled.text == "John! Ruprecht Smith? Ends in 3000. John Brooke."
    assert [reply[place.reply_start : place.reply_end] for place in settled.places] == [
        "Rupert", "Ashdawn", "2930", "Rupert",
    ]  # fmt: skip
    assert [settled.text[p.start : p.end] for p in settled.places] == ["John", "Smith", "3000", "John"]
    assert settled.doubts == ()


@pytest.mark.parametrize(
    ("original", "surrogate", "reply", "expected"),
    [
        ("NASA", "QORV", "Qorv", "Nasa"),
        ("acme", "norvell", "Norvell", "Acme"),
        ("acme", "norvell", "NORVELL", "ACME"),
        ("McDonald", "ashdown", "Ashdown", "McDonald"),
        ("McDonald", "Ashdown", "ashdown", "mcdonald"),
        ("anna smith", "fiona r", "Fiona R", "Anna Smith"),  # one capital letter is no shouting
        ("acme mills", "norvell", "Norvell", "Acme Mills"),
        ("acme", "Mary-Ann", "MaryAnn", "acme"),
        ("acme", "O'Brien", "O’Brien", "acme"),
        ("Acme Mills Ltd.", "Norvell Ltd.", "Norvell Ltd", "Acme Mills Ltd"),
        ("Acme Mills Ltd.", "Norvell Ltd.", "NORVELL LTD.", "ACME MILLS LTD."),
        ("Acme Mills", "Norvell.", "NORVELL", "ACME MILLS"),
        ("@anna_smith", "@fiona", "fiona", "anna_smith"),
        ("@anna_smith", "@fiona", "@Fiona", "@anna_smith"),
        ("anna_smith", "@fiona", "fiona", "anna_smith"),
    ],
)
def test_capitals_and_signs_around_a_name_follow_the_reply(
    original: str, surrogate: str, reply: str, expected: str
) -> None:
    mapping = Mapping((Pair(original, surrogate, ORGANIZATION),))
    assert restore(f"So {reply} it is", mapping).text == f"So {expected} it is"


def test_of_several_spellings_the_one_with_as_many_capitals_comes_back() -> None:
    spellings = [("Anna S.", "Fiona Ashdown"), ("SMITH, A.", "FIONA ASHDOWN"), ("asmith", "fiona ashdown")]
    mapping = Mapping(tuple(Pair(*spelling, PERSON) for spelling in spellings))
    reply = "FIONA\u00a0ASHDOWN, fiona\u00a0ashdown, Fiona\u00a0Ashdown, fIONA ashdown"
    assert [one.surrogate for one in restore(reply, mapping).returned] == [
        "FIONA ASHDOWN",
        "fiona ashdown",
        "Fiona Ashdown",
    ]
    assert restore("fIONA ashdown", mapping).returned[0].surrogate == "Fiona Ashdown"


def test_each_time_a_stand_in_comes_back_is_counted() -> None:
    result = restore("Rupert, Norvell Ltd. and Rupert, Rupert.", _SMITH)
    assert [(one.surrogate, one.times) for one in result.returned] == [("Rupert", 3), ("Norvell Ltd.", 1)]


def test_a_name_that_came_back_in_parts_is_not_missing() -> None:
    assert "Rupert Ashdown" not in restore("Ashdown? Rupert!", _SMITH).missing
    assert "Rupert Ashdown" in restore("Ashdown?", _SMITH).missing


def test_rewordings_are_undone_in_the_text_they_were_made_in_and_in_no_other() -> None:
    sent = "Rupert lives in a town and works at a place."
    rewordings = (Rewording(13, 22, "in Leeds by the river"), Rewording(33, 43, "at night"))
    mapping = Mapping(_SMITH.pairs, rewordings=rewordings, digest=digest_of(sent))
    assert restore(sent, mapping).text == "John lives in Leeds by the river and works at night."
    assert restore(f"{sent} Yes.", mapping).text == f"{sent} Yes.".replace("Rupert", "John")
    assert restore("Rupert \ud83d", mapping).text == "John \ud83d"  # half a character can be pasted


def test_what_a_doubt_stands_for_can_be_shown_before_it_is_settled() -> None:
    pairs = (*_SMITH.pairs, Pair("Club 90210", "Haus 54321", ORGANIZATION))
    mapping = Mapping(pairs)
    assert settled_words(UncertainMatch(0, 7, "ASHDAWN", "Ashdown"), mapping) == "SMITH"
    assert settled_words(UncertainMatch(0, 4, "2930", "DE74 4866 1880 0970 6829 30"), mapping) == "3000"
    assert settled_words(UncertainMatch(0, 5, "54322", "Haus 54321"), mapping) == "Club 90210"
    assert settled_words(UncertainMatch(0, 10, "[PERSON_7]", ""), mapping) == ""


def test_a_doubt_of_another_reply_settles_nothing() -> None:
    assert restore("Rupert", _SMITH, [UncertainMatch(0, 6, "Rupert", "Somebody")]).text == "John"


def test_a_doubt_is_shifted_by_what_came_back_before_it_alone() -> None:
    result = restore("Ashdawn and Rupert, Ashdawn", _SMITH)
    assert result.text == "Ashdawn and John, Ashdawn"
    assert [result.span_of(match) for match in result.doubts] == [(0, 7), (18, 25)]
    beside = Restored("JohnAshdawn", (), (), (), (RestoredSpan(0, 4, 0, 6),))
    assert beside.span_of(UncertainMatch(6, 13, "Ashdawn", "Ashdown")) == (4, 11)
