"""Structured identifiers: what is found, and what only looks like one."""

import pytest

from penname.pseudonyms.crypto_addresses import is_ethereum_address, keccak_256
from penname.pseudonyms.entities import Entity, Finder, Kind
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.structured import find_structured


def found(text: str) -> list[tuple[str, str]]:
    return [(entity.kind.value, entity.text) for entity in resolve(text, find_structured(text))]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Write to ada.byron@acme-mills.co.uk, please.", "email", "ada.byron@acme-mills.co.uk"),
        ("Write to ada (at) mills (dot) org now.", "email", "ada (at) mills (dot) org"),
        ("ada punkt byron at mills punkt de", "email", "ada punkt byron at mills punkt de"),
        ("ada.byron@\nmills.org", "email", "ada.byron@\nmills.org"),
        ("IBAN: DE89 3704 0044 0532 0130 00 und mehr", "iban", "DE89 3704 0044 0532 0130 00"),
        ("DE89-3704-0044-0532-\n0130-00", "iban", "DE89-3704-0044-0532-\n0130-00"),
        ("card 4111 1111-1111 1111 exp", "card", "4111 1111-1111 1111"),
        ("at 192[.]168[.]1[.]17 since", "ip", "192[.]168[.]1[.]17"),
        ("2001:db8::ff00:42:8329 answers", "ip", "2001:db8::ff00:42:8329"),
        ("00-1A-2B-3C-4D-5E", "mac", "00-1A-2B-3C-4D-5E"),
        ("see (https://example.com/a(b)).", "url", "https://example.com/a(b)"),
        ("mein Reisepass Nr. C01 X00 T47", "passport", "C01 X00 T47"),
        ("numéro de sécurité sociale : 153098212110386", "national_id", "153098212110386"),
        ("Steuer-ID: 36 574 261 809", "national_id", "36 574 261 809"),
        ("geboren am 3. März 1985 in", "birth_date", "3. März 1985"),
        ("née le 1er mai 1990", "birth_date", "1er mai 1990"),
        ("fecha de nacimiento: 12 de marzo de 1985", "birth_date", "12 de marzo de 1985"),
        ("password: hunter2!x", "secret", "hunter2!x"),
        ("clé API = abcDEF123456ghiJKL", "secret", "abcDEF123456ghiJKL"),
        (
            "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
            "wallet",
            "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
        ),
        ("ring 030 / 1234 5678", "phone", "030 / 1234 5678"),
        ("Tel.: +33 (0)1 42 68 53 00", "phone", "+33 (0)1 42 68 53 00"),
        ("(206) 269-0743 ext. 12", "phone", "(206) 269-0743 ext. 12"),
    ],
)
def test_an_identifier_is_found_whole(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


@pytest.mark.parametrize(
    "text",
    [
        "We meet on 12.03.2024 at 12:30:45.",
        "Order 4111111111111111 has left, invoice no. 0401234567.",
        "Version 10.2.3.4 of Node.js, see README.md and main.rs.",
        "DE89 3704 0044 0532 0130 01",
        "4111 1111 1111 1112",
        "ISBN 978-3-16-148410-0, ISBN 0-306-40615-2",
        "react@18.2.0 and logo@2x.png, git@github.com:me/mine.git",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "the fingerprint 00:1A:2B:3C:4D:5E:6F:70",
        "std::vector dead::beef 255.255.255.0 127.0.0.1",
        "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3",
        "token: invalid, password is required, the secret is patience",
        "look at example or at the dot there",
        "3.141592653 and 1.000.000 and 0.12345678",
        "Invoice 621136 2240 7013 3814 0212 and 976575/030 2312855",
        "My passport is lost, see invoice 2024-3483 and 1973-11-29",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert found(text) == []


_DAYS = ("01.05.2024", "5/1/2024", "2024-05-01", "1.5.24", "May 1, 2024", "1er mai 2024", "1 de mayo de 2024")


@pytest.mark.parametrize("day", _DAYS)
@pytest.mark.parametrize("phone", ["030 1234567", "(555) 123-4567", "06 12 34 56 78", "+34 612 34 56 78"])
def test_a_telephone_number_beside_a_day_is_found(day: str, phone: str) -> None:
    for joint in (" ", ", ", "\n", "\t", " - ", " / ", "; "):
        assert found(f"Am {day}{joint}{phone} bitte") == [("phone", phone)]
        assert found(f"Bitte {phone}{joint}{day}.") == [("phone", phone)]


def test_a_day_in_full_ends_where_a_sign_joins_it_to_another_number() -> None:
    assert found("01.05.2024/030 1234567") == [("phone", "030 1234567")]
    assert found("030 1234567/01.05.2024") == [("phone", "030 1234567")]
    assert found("2024-05-01/2024-06-01") == []


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("4111 1111 1111 1111\n14:30", ["4111 1111 1111 1111"]),
        ("14:30 4111111111111111, 12 €", ["4111111111111111"]),
        ("030 1234567 - 4111 1111 1111 1111", ["030 1234567", "4111 1111 1111 1111"]),
        ("4111 1111 1111 1111 4111 1111 1111 1111", ["4111 1111 1111 1111"] * 2),
        ("192.0.2.7/198.51.100.9", ["192.0.2.7", "198.51.100.9"]),
        ("a@mills.org/b@mills.org", ["a@mills.org", "b@mills.org"]),
        ("555-123-4567 555-123-4568", ["555-123-4567", "555-123-4568"]),
        ("030/1234567/(089) 1234567", ["030/1234567", "(089) 1234567"]),
        ("Tel. 06 12 34 56 78\n0033 6 12 34 56 79", ["06 12 34 56 78", "0033 6 12 34 56 79"]),
        ("Tel. 030 1234567\t212-555-0123", ["030 1234567", "212-555-0123"]),
        ("9:15 - 030 1234567 100 %", ["030 1234567"]),
        ("1.299,00 €/612 34 56 78", ["612 34 56 78"]),
        ("573 USD, 030 1234567 12 EUR", ["030 1234567"]),
        ("Rechnung 976575, 030 1234567", ["030 1234567"]),
        ("Rechnung 976575\n030 1234567", ["030 1234567"]),
        ("version 3.11.2 030 1234567", ["030 1234567"]),
        ("Reisepass Nr. 040418496 - 020 7946 0445", ["040418496", "020 7946 0445"]),
        ("passport no. 800217258\n2:30 pm", ["800217258"]),
        (
            "https://a.example/IBAN DE89 3704 0044 0532 0130 00",
            ["https://a.example/IBAN", "DE89 3704 0044 0532 0130 00"],
        ),
        (
            "https://a.example//DE89 3704 0044 0532 0130 00",
            ["https://a.example/", "DE89 3704 0044 0532 0130 00"],
        ),
        ("26.2.1993\tgeboren am 7. Mai 1976", ["7. Mai 1976"]),
    ],
)
def test_identifiers_side_by_side_are_all_found(text: str, values: list[str]) -> None:
    assert [value for _, value in found(text)] == values


def test_keccak_has_its_known_values() -> None:
    assert keccak_256(b"").hex() == "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"
    assert keccak_256(b"x" * 136).hex() != keccak_256(b"x" * 137).hex()
    assert is_ethereum_address("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")  # EIP-55's first example
    assert not is_ethereum_address("0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed")


def entity(text: str, part: str, kind: Kind, finder: Finder) -> Entity:
    start = text.index(part)
    return Entity(start, start + len(part), kind, part, finder)


def test_what_covers_another_stands_and_of_two_alike_the_more_trusted() -> None:
    text = "Mail ada@mills.org today"
    address = entity(text, "ada@mills.org", Kind.EMAIL, Finder.PATTERN)
    inside = entity(text, "mills.org", Kind.OTHER, Finder.HAND)
    named = entity(text, "ada@mills.org", Kind.OTHER, Finder.HIDDEN)
    assert resolve(text, [inside, address]) == (address,)
    assert resolve(text, [address, named, inside]) == (named,)


def test_a_name_keeps_the_words_that_stick_out() -> None:
    text = "Anna Maria Stern came"
    marked = entity(text, "Maria Stern", Kind.OTHER, Finder.HAND)
    name = entity(text, "Anna Maria", Kind.PERSON, Finder.RULE)
    assert [e.text for e in resolve(text, [name, marked])] == ["Anna", "Maria Stern"]
