"""Structured identifiers: what is found, and what only looks like one."""

import pytest

from penname.pseudonyms.crypto_addresses import is_ethereum_address, keccak_256
from penname.pseudonyms.entities import OTHER, PERSON, Entity, Finder, Kind
from penname.pseudonyms.identifiers import find_structured
from penname.pseudonyms.kinds import IdentifierKind, identifier_kinds
from penname.pseudonyms.overlaps import resolve


def found(text: str) -> list[tuple[str, str]]:
    return [(entity.kind, entity.text) for entity in resolve(text, find_structured(text))]


@pytest.mark.parametrize("kind", identifier_kinds(), ids=lambda kind: kind.name)
def test_the_examples_of_a_kind_are_found_whole(kind: IdentifierKind) -> None:
    assert kind.examples
    for example in kind.examples:
        value = example[example.index("‹") + 1 : example.index("›")]
        assert found(example.replace("‹", "").replace("›", "")) == [(kind.name, value)]


@pytest.mark.parametrize("text", [text for kind in identifier_kinds() for text in kind.lookalikes])
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
        ("17.162.182.50\n214.167.55.65", ["17.162.182.50", "214.167.55.65"]),  # no account of 18 digits
        ("3798-2142-2668-626 220.37.60.38", ["3798-2142-2668-626", "220.37.60.38"]),
        ("matrícula J 0989 SG 100.157.211.233", ["J 0989 SG", "100.157.211.233"]),
        ("plate KEU 355 149.41.137.239", ["KEU 355", "149.41.137.239"]),
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
    address = entity(text, "ada@mills.org", Kind("email"), Finder.PATTERN)
    inside = entity(text, "mills.org", OTHER, Finder.HAND)
    named = entity(text, "ada@mills.org", OTHER, Finder.HIDDEN)
    assert resolve(text, [inside, address]) == (address,)
    assert resolve(text, [address, named, inside]) == (named,)


def test_a_name_keeps_the_words_that_stick_out() -> None:
    text = "Anna Maria Stern came"
    marked = entity(text, "Maria Stern", OTHER, Finder.HAND)
    name = entity(text, "Anna Maria", PERSON, Finder.RULE)
    assert [e.text for e in resolve(text, [name, marked])] == ["Anna", "Maria Stern"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Mein Mitgliedsausweis, Nr. 4471-0982, liegt bei.", "4471-0982"),
        ("Patientennr.: 20 331 77", "20 331 77"),
        ("Student ID 20194471B since autumn", "20194471B"),
        ("mi RUT es 12.345.678-5, gracias", "12.345.678-5"),
        ("numéro d'adhérent : 0044-7712", "0044-7712"),
        ("Her BVN, the new one: 22345678901.", "22345678901"),
        ("Emirates ID 784-1984-1234567-1", "784-1984-1234567-1"),
        ("Carte nationale d'identité : T2B9KQWX1", "T2B9KQWX1"),
    ],
)
def test_what_a_label_calls_somebodys_number_is_one_valid_or_not(text: str, value: str) -> None:
    assert found(text) == [("national_id", value)]


def test_a_valid_number_counts_wherever_the_text_names_its_kind() -> None:
    text = "Both tax file numbers, please. Mine you have.\nAnd Thuy's? 123 456 782"
    assert found(text) == [("national_id", "123 456 782")]
    assert found("Mine you have.\nAnd Thuy's? 123 456 782") == []


@pytest.mark.parametrize(
    "text",
    [
        "My ID card was issued on 12.03.2024.",
        "The NHS owes me £ 1450 since May.",
        "Mitgliedsausweis: 12,50 Euro im Jahr",
        "The NHS sent order number 10442231 back.",
        "SSN: 000-00-0000",
        "member no. 12",
    ],
)
def test_dates_amounts_and_orders_behind_a_label_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("Konto 4711 0815 bei der Sparkasse", "iban", "4711 0815"),
        ("the sort code is 20-45-77", "iban", "20-45-77"),
        ("mi CLABE: 032180000118359719", "iban", "032180000118359719"),
        ("032 180 00011835971 9", "iban", "032 180 00011835971 9"),
        ("mi CLABE: 0321 8000 0118 3597 19", "iban", "0321 8000 0118 3597 19"),
        ("2100-0418-45-0200051332", "iban", "2100-0418-45-0200051332"),
        ("cuenta de ahorros n.º 868-204-19", "iban", "868-204-19"),
        ("Our van, reg KT19 XBU, was hit.", "licence", "KT19 XBU"),
        ("hinter mir ein Lieferwagen (W-48213X)", "licence", "W-48213X"),
        ("Sa moto, plaque 45 ABC 75, dort.", "licence", "45 ABC 75"),
        ("number plate 6568", "licence", "6568"),
        ("Kennzeichen Do-HV-2", "licence", "Do-HV-2"),
        ("Kennzeichen: R-E 3", "licence", "R-E 3"),
        ("plate: 29C•393", "licence", "29C•393"),
        ("Führerschein Nr. B072RRE2I55", "licence", "B072RRE2I55"),
        ("add me on Discord: moonfrog_22", "username", "moonfrog_22"),
        ("he is @ole.nordby.77 there", "username", "@ole.nordby.77"),
        ("sein Benutzername lautet k.huber84", "username", "k.huber84"),
        ("ping frosty#0042 later", "username", "frosty#0042"),
        ("lulu.du.34 : salut les filles", "username", "lulu.du.34"),
        ("merci à so_phie pour les clés", "username", "so_phie"),
        ("DB_USER=mwilliams", "username", "mwilliams"),
    ],
)
def test_accounts_plates_and_user_names_behind_their_words(text: str, kind: str, value: str) -> None:
    assert found(text) == [(kind, value)]


def test_a_user_name_is_hidden_wherever_it_stands() -> None:
    text = "night_owl7: who is in?\nAsk night_owl7, or @night_owl7."
    names = [value for kind, value in found(text) if kind == "username"]
    assert names == ["night_owl7", "night_owl7", "@night_owl7"]


@pytest.mark.parametrize(
    "text",
    [
        "My BMW 320d, bought in 2019, and the VW Golf 2000 are both gone.",
        "Licence MIT 2.0, GPL-3.0 and license 19.04",
        "a plate 1,200 mm wide, a plate 1200 mm wide, plates and 1500 napkins, plates of 1950, license 2024",
        "The car, 2018 model, has 45000 km.",
        "On the savings account I get 2.35 % since 2019.",
        "On account of the 12 450 people we stopped.",
        '@app.route("/x") @property @dataclass',
        "max_size: 12\nmin_size: 3",
        "the user complained, user guide, user: root, user_id: 4711",
        "PR#1234, issue#4411, ticket#4412",
        "iPhone: my phone. The account iCloud is full.",
    ],
)
def test_cars_licences_and_code_that_are_nobodys_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The gate code is now 4471#, tell nobody.", "4471#"),
        ("Den Code 4471 braucht ihr am Tor.", "4471"),
        ("Der Türcode lautet jetzt 2-5-8-0.", "2-5-8-0"),
        ("le code du portail a changé : 58B2, voilà", "58B2"),
        ("mi contraseña es Luna_2019 desde ayer", "Luna_2019"),
        ("la combinación del candado: 3-1-9", "3-1-9"),
        ("He sent the code 480 917 by text.", "480 917"),
        ("PIN four four seven one", "four four seven one"),
        ("ma clé wifi est Soleil-2023-abc", "Soleil-2023-abc"),
        ('Her password is "correct horse".', "correct horse"),
        ("The wifi password is sunshine and it works.", "sunshine"),
        ("4471 ist der Code für die Tür", "4471"),
        ("card in the drawer, CVV 318.", "318"),
        ("das Kennwort Kroete27 gilt weiter", "Kroete27"),
        ("my seed phrase: apple river stone cloud", "apple river stone cloud"),
        ("Das Passwort hängt am Router, es ist Regen!Wald7x", "Regen!Wald7x"),
        ("the old key was aB3dE5fG7hJ9kL2mN4 until May", "aB3dE5fG7hJ9kL2mN4"),
    ],
)
def test_a_secret_that_a_sentence_announces_is_found(text: str, value: str) -> None:
    assert found(text) == [("secret", value)]


@pytest.mark.parametrize(
    "text",
    [
        "The error code is 4471 and the zip code is 90210.",
        "Postal code 1010, promo code SUMMER24, dress code casual.",
        "Prestation : orthodontie, code 305933",
        "I changed the password in 2019, again on 12.03.2021 at 10:30.",
        "The alarm went off at 6:30, and the safe weighs 120 kg.",
        "das Passwort ist falsch, la clave es incorrecta, the password is required.",
        "Enter 1234 words or more; type 2024 in the field.",
        "type 3000 characters; marca 4500 en la lista; el password manager v2.4.1",
        "cuenta con 15000 seguidores",
        "Code review on Monday, code block 12, code freeze 2024",
        "Im Tresor liegen 5000 Euro, vor der Haustür stehen 3000 Leute.",
    ],
)
def test_other_codes_and_numbers_near_locks_stay(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("born in March 1984 in Hull", "March 1984"),
        ("sie ist im März 1984 geboren", "März 1984"),
        ("née en mars 1984, elle", "mars 1984"),
        ("nació en marzo de 1984", "marzo de 1984"),
        ("ma date de naissance exacte : 2 novembre 2002", "2 novembre 2002"),
        ("né le 3 mai 80 à Lille", "3 mai 80"),
        ("Kind Ilse, Geb. 12.1.2024", "12.1.2024"),
        ("der Kleine, 3.4.91 geboren", "3.4.91"),
    ],
)
def test_a_birth_date_in_other_forms_is_found(text: str, value: str) -> None:
    assert found(text) == [("birth_date", value)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Entro en su web, clientes.lumadia.gal, y nada", "clientes.lumadia.gal"),
        ("see files.korbel.museum/anna for it", "files.korbel.museum/anna"),
    ],
)
def test_an_address_with_a_rare_ending_is_found_where_something_shows_it(text: str, value: str) -> None:
    assert found(text) == [("url", value)]


def test_the_domain_of_a_mail_is_an_address() -> None:
    text = "Mail ana@lumadia.gal or open lumadia.gal."
    assert found(text) == [("email", "ana@lumadia.gal"), ("url", "lumadia.gal")]


@pytest.mark.parametrize(
    "text",
    [
        "We moved in March 2019. Invoices from May 2020 are paid.",
        "Our site has main.py and report.final.pdf in it, z.B. im Ordner und/oder daneben.",
        "The birthday party is on 3 May.",
    ],
)
def test_months_files_and_parties_stay(text: str) -> None:
    assert [kind for kind, _ in found(text) if kind in ("url", "birth_date")] == []
