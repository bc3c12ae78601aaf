"""A corpus for the recognizers whose values come from elsewhere: faker, and python-stdnum's check digits.

Every text has a sentence with a value or one with something that only looks like a value (a hard negative),
within sentences that hold nothing. The seed is fixed, so the corpus is the same on every computer.
"""

import base64
import datetime as dt
import hashlib
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from faker import Faker
from stdnum.de import idnr
from stdnum.es import dni, nie
from stdnum.fr import nir
from stdnum.iso7064 import mod_11_10

from penname.pseudonyms.entities import Kind

LANGUAGES = ("en", "de", "fr", "es")
_LOCALES = {"en": ("en_US", "en_GB"), "de": ("de_DE",), "fr": ("fr_FR",), "es": ("es_ES",)}
_WRITTEN = tomllib.loads(Path(__file__).with_name("corpus.toml").read_text(encoding="utf-8"))
_FILLERS, _NEGATIVES, _MONTHS = _WRITTEN["fillers"], _WRITTEN["negatives"], _WRITTEN["months"]
_SENTENCES = {Kind(kind): sentences for kind, sentences in _WRITTEN["sentences"].items()}


class Sample(NamedTuple):
    """A text and the one value in it; neither kind nor value for a hard negative."""

    text: str
    language: str
    kind: Kind | None
    value: str


def corpus(seed: int = 20261121, a_kind: int = 24, negatives: int = 280) -> list[Sample]:
    """At least 300 texts, more than 40% of them hard negatives."""
    return Writer(seed).write(a_kind, negatives)


class Writer:
    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.fakers = {name: Faker(name) for names in _LOCALES.values() for name in names}
        for faker in self.fakers.values():
            faker.seed_instance(self.chance.randrange(2**32))

    def write(self, a_kind: int, negatives: int) -> list[Sample]:
        samples: list[Sample] = []
        for kind, sentences in _SENTENCES.items():
            for number in range(a_kind):
                language = LANGUAGES[number % 4]
                value = self.disguised(kind, self.value(kind, language))
                sentence = self.chance.choice(sentences[language]).format(value)
                samples.append(Sample(self.around(sentence, language), language, kind, value))
        for number in range(negatives):
            language = LANGUAGES[number % 4]
            sentence = self.negative(_NEGATIVES[language][number // 4 % len(_NEGATIVES[language])])
            samples.append(Sample(self.around(sentence, language), language, None, ""))
        return samples

    def around(self, sentence: str, language: str) -> str:
        before, after = self.chance.sample(_FILLERS[language], 2)
        joint = self.chance.choice((" ", "\n", "\n\n"))
        return f"{before}{joint}{sentence}{joint if sentence[-1] in '.!' else chr(10)}{after}"

    def faker(self, language: str) -> Faker:
        return self.fakers[self.chance.choice(_LOCALES[language])]

    def value(self, kind: Kind, language: str) -> str:
        maker: Callable[[str], str] = getattr(self, f"_{kind}")
        return maker(language)

    def disguised(self, kind: Kind, value: str) -> str:
        """Spaces, hyphens and line breaks where people put them."""
        way = self.chance.randrange(5)
        if kind in (Kind("iban"), Kind("card")) and way:
            groups = [value[i : i + 4] for i in range(0, len(value), 4)]
            joints = {1: [" "], 2: ["-"], 3: ["\u00a0"], 4: [" ", " ", " ", "\n"]}[way]
            return "".join(g + (self.chance.choice(joints) if g is not groups[-1] else "") for g in groups)
        if kind == Kind("email") and way in (1, 2):
            at, dot = ((" (at) ", "."), (" [at] ", " [dot] "))[way - 1]
            return value.replace("@", at).replace(".", dot) if way == 2 else value.replace("@", at)
        if kind == Kind("mac"):
            return (value, value.lower(), value.replace(":", "-"), value.upper(), value)[way]
        if kind == Kind("passport") and way == 1:
            return f"{value[:3]} {value[3:6]} {value[6:]}"
        if kind == Kind("ip") and way == 1 and ":" not in value:
            return value.replace(".", "[.]")
        if kind == Kind("phone") and way == 1 and " " in value:
            return value.replace(" ", "\n", 1) if value.count(" ") > 1 else value.replace(" ", "-")
        return value

    def negative(self, template: str) -> str:
        digits = {f"digits{n}": self.digits(n) for n in (3, 4, 6, 8, 10, 16)}
        good = self._iban("de")
        card = self._card("en")
        return template.format(
            **digits,
            letters="".join(self.chance.choices("ABCDEFGH", k=2)),
            version=".".join(str(self.chance.randrange(1, 90)) for _ in range(4)),
            version3=".".join(str(self.chance.randrange(1, 20)) for _ in range(3)),
            bad_iban=good[:-1] + str((int(good[-1]) + 1) % 10),
            bad_card=card[:-1] + str((int(card[-1]) + 1) % 10),
            date=self.day().strftime(self.chance.choice(("%d.%m.%Y", "%Y-%m-%d", "%d/%m/%Y"))),
            sha=hashlib.sha1(self.chance.randbytes(8)).hexdigest(),
            md5=hashlib.md5(self.chance.randbytes(8)).hexdigest(),
            isbn=self.fakers["en_US"].isbn13(),
            serial=f"SN{self.digits(4)}X{self.digits(5)}",
        )

    def digits(self, count: int) -> str:
        return str(self.chance.randrange(1, 10)) + "".join(self.chance.choices("0123456789", k=count - 1))

    def day(self) -> dt.date:
        return dt.date(1945, 1, 1) + dt.timedelta(self.chance.randrange(22_000))

    def _email(self, language: str) -> str:
        return str(self.faker(language).email())

    def _phone(self, language: str) -> str:
        return str(self.faker(language).phone_number())

    def _iban(self, language: str) -> str:
        return str(self.faker(language).iban())

    def _card(self, language: str) -> str:
        return str(
            self.faker(language).credit_card_number(
                self.chance.choice(("visa", "mastercard", "amex", "discover"))
            )
        )

    def _ip(self, language: str) -> str:
        faker = self.faker(language)
        return str(faker.ipv6() if self.chance.random() < 0.3 else faker.ipv4_public())

    def _mac(self, language: str) -> str:
        return str(self.faker(language).mac_address())

    def _url(self, language: str) -> str:
        return str(self.faker(language).uri() if self.chance.random() < 0.5 else self.faker(language).url())

    def _passport(self, language: str) -> str:
        return str(self.faker(language).passport_number())

    def _licence(self, language: str) -> str:
        return str(self.faker(language).license_plate())

    def _username(self, language: str) -> str:
        return f"{self.faker(language).user_name()}{self.chance.choice(['_', ''])}{self.digits(2)}"

    def _national_id(self, language: str) -> str:
        if language == "en":
            return str(self.faker(language).ssn())
        if language == "de":
            return self._german_id()
        if language == "fr":
            month = f"0{self.chance.randrange(1, 10)}"
            number = self.chance.choice("12") + self.digits(2) + month + "7" + self.digits(1) + self.digits(6)
            return number + nir.calc_check_digits(number)
        if self.chance.random() < 0.5:
            number = self.digits(8)
            return number + dni.calc_check_digit(number)
        number = self.chance.choice("XYZ") + self.digits(7)
        return number + nie.calc_check_digit(number)

    def _german_id(self) -> str:
        if self.chance.random() < 0.3:
            return str(self.fakers["de_DE"].rvnr())
        while True:  # a tax number has exactly one digit twice or three times among its first ten
            body = self.digits(10)
            number = body + mod_11_10.calc_check_digit(body)
            if idnr.is_valid(number):
                return (
                    f"{number[:2]} {number[2:5]} {number[5:8]} {number[8:]}"
                    if self.chance.random() < 0.5
                    else number
                )

    def _secret(self, language: str) -> str:
        way = self.chance.randrange(5)
        random_bytes = self.chance.randbytes(30)
        text = base64.urlsafe_b64encode(random_bytes).decode()
        plain = "".join(filter(str.isalnum, text))
        made = (
            "ghp_" + (plain * 2)[:36],
            "AKIA" + base64.b32encode(random_bytes).decode()[:16],
            "sk-proj-" + text,
            self.fakers["en_US"].pystr(min_chars=35, max_chars=35).join(("AIza", "")),
            "glpat-" + plain[:20],
        )
        return made[way]

    def _birth_date(self, language: str) -> str:
        day = self.day()
        month = _MONTHS[language][day.month - 1]
        named = {
            "en": (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}"),
            "de": (f"{day.day}. {month} {day.year}", f"{day.day}.{day.month}.{day.year}"),
            "fr": (f"{day.day} {month} {day.year}", day.strftime("%d/%m/%Y")),
            "es": (f"{day.day} de {month} de {day.year}", day.strftime("%d-%m-%Y")),
        }[language]
        return self.chance.choice(
            (*named, day.strftime("%d.%m.%Y"), day.isoformat(), day.strftime("%d/%m/%y"))
        )

    def _wallet(self, language: str) -> str:
        if self.chance.random() < 0.5:
            return "0x" + self.chance.randbytes(20).hex()
        data = b"\0" + self.chance.randbytes(20)
        data += hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]
        number, written = int.from_bytes(data), ""
        while number:
            number, digit = divmod(number, 58)
            written = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + written
        return "1" * (len(data) - len(data.lstrip(b"\0"))) + written
