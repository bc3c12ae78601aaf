""".eml: subject and bodies, what an untouched body keeps, and what headers tell."""

import email
import email.policy

import pytest

from documents import samples
from penname.documents.document import Unreadable
from penname.documents.mail import Mail

TEXT = "Grüße from Ann\nHello, I am Ann from Köln.\n\n> Who are you, Ann?\nHello, I am Ann from Köln & co."


def read(data: bytes) -> email.message.EmailMessage:
    """The mail as the standard library's newer interface reads it, which Penname does not use."""
    return email.message_from_bytes(data, policy=email.policy.default)  # type: ignore[return-value]


def test_subject_bodies_and_quoted_parts_are_read() -> None:
    assert Mail(samples.MAIL).text == TEXT


def test_new_words_are_encoded_as_the_old_ones_were() -> None:
    made = read(Mail(samples.MAIL).with_text(TEXT.replace("Ann", "Zoë <x>")))
    assert made["subject"] == "Grüße from Zoë <x>"
    plain, page, picture = (part for part in made.walk() if not part.is_multipart())
    assert plain["content-transfer-encoding"] == "quoted-printable"
    assert plain.get_content_charset() == "iso-8859-1"
    assert plain.get_content().splitlines() == [
        "Hello, I am Zoë <x> from Köln.",
        "",
        "> Who are you, Zoë <x>?",
    ]
    assert page["content-transfer-encoding"] == "base64"
    assert page.get_content() == "<p>Hello, I am <b>Zoë &lt;x&gt;</b> from Köln &amp; co.</p>\r\n"
    assert picture.get_content() == b"\xff\xd8\xff\xd9"
    assert made["from"] == "Ann Plöver <ann@plover.example>"


def test_a_body_that_keeps_its_words_keeps_its_bytes() -> None:
    made = Mail(samples.MAIL).with_text(TEXT.replace("& co", "& sons"))
    for kept in (
        b"Hello, I am Ann from K=F6ln.\r\n\r\n> Who",
        b"/9j/2Q==",
        b"=?utf-8?q?Gr=C3=BC=C3=9Fe?= from Ann\r\n",
    ):
        assert kept in made


def test_characters_that_the_old_encoding_lacks_bring_utf_8() -> None:
    made = read(Mail(samples.MAIL).with_text(TEXT.replace("from Köln.", "from Łódź.")))
    plain = next(part for part in made.walk() if part.get_content_type() == "text/plain")
    assert plain.get_content_charset() == "utf-8"
    assert "Łódź" in plain.get_content()


def test_headers_and_attachments_are_listed_and_go() -> None:
    mail = Mail(samples.MAIL)
    assert [fact.what for fact in mail.facts] == [
        "header Received", "header From", "header To", "header X-Mailer", "attachment, which is not read",
    ]  # fmt: skip
    assert mail.facts[1].value == "Ann Plöver <ann@plover.example>"
    data = mail.stripped()
    assert Mail(data).facts == ()
    assert Mail(data).text == TEXT
    assert not any(trace in data for trace in (b"plover", b"dog", b"Post 3.1", b"office@"))


def test_a_mail_without_parts_or_subject() -> None:
    mail = Mail(b"From: ann@plover.example\n\nHello, I am Ann.\nBye.\n")
    assert mail.text == "Hello, I am Ann.\nBye.\n"
    made = mail.with_text("Hello, I am Zoë.\nBye.\n")
    assert read(made).get_content() == "Hello, I am Zoë.\nBye.\n"
    assert read(made)["from"] == "ann@plover.example"


@pytest.mark.parametrize("kind", ["multipart/encrypted; boundary=x", "application/pkcs7-mime"])
def test_a_locked_mail_is_refused(kind: str) -> None:
    with pytest.raises(Unreadable, match="locked"):
        Mail(f"Subject: x\nContent-Type: {kind}\n\n--x\n\nhidden\n--x--\n".encode())
