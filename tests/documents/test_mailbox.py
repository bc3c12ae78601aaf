""".mbox: where one mail ends and the next begins, what stays to the byte, and what all of them tell."""

import pytest

from documents import samples
from documents.test_mail import TEXT
from penname.documents import mailbox
from penname.documents.document import Unreadable
from penname.documents.mailbox import Mailbox

SECOND = "Re: walks\nHi Ann of York.\n\n>From me, too.\n\nFrom 2019 on, I walked.\n\n"


def test_all_mails_are_read_one_below_the_other() -> None:
    assert Mailbox(samples.MAILBOX).text == f"{TEXT}\n{SECOND}"


def test_a_mail_that_keeps_its_words_keeps_every_byte() -> None:
    read = Mailbox(samples.MAILBOX)
    assert read.with_text(read.text) == samples.MAILBOX
    made = read.with_text(read.text.replace("Ann of York", "Eva of Leeds"))
    changed = samples.MAILBOX.replace(b"Ann of York", b"Eva of Leeds")
    assert made == changed.replace(b"From:   Bob", b"From: Bob"), "its headers are written anew"


def test_stand_ins_and_back_gives_the_first_words() -> None:
    read = Mailbox(samples.MAILBOX)
    away = Mailbox(read.with_text(read.text.replace("Ann", "Zoë")))
    assert Mailbox(away.with_text(away.text.replace("Zoë", "Ann"))).text == read.text


def test_what_the_mails_tell_is_listed_once_a_kind_and_goes() -> None:
    read = Mailbox(samples.MAILBOX)
    told = {fact.what: fact.value for fact in read.facts}
    assert told["line before a mail"].startswith("ann@plover.example Mon Jan  1 10:00:00 2024, - Tue")
    assert told["header From"] == "Ann Plöver <ann@plover.example>, Bob <bob@wren.example>"
    data = read.stripped()
    left = Mailbox(data)
    assert left.facts == ()
    assert left.text == read.text
    assert not any(trace in data for trace in (b"plover", b"dog", b"Post 3.1", b"2024", b"wren"))
    assert data.count(b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970") == 3


def test_many_values_of_a_header_are_counted() -> None:
    mails = b"".join(b"From x 10:00\nX-Place: %d\nSubject: a\n\nhi\n\n" % n for n in range(9))
    assert Mailbox(mails).facts[1].value == "0, 1, 2 and 6 more"


def test_a_mail_without_a_subject_stays_one() -> None:
    read = Mailbox(b"From x 10:00\nFrom: ann@plover.example\n\nHello.\n")
    assert Mailbox(read.stripped()).text == "Hello.\n"


def test_damaged_and_locked_mails_are_counted_and_stay() -> None:
    locked = b"From x 10:00\nSubject: x\nContent-Type: application/pkcs7-mime\n\nsecret\n\n"
    read = Mailbox(locked + samples.MAILBOX)
    assert read.notices == ("2 of the 4 mails in this file are damaged or locked. They stay as they are.",)
    assert read.with_text("Only this.").startswith(locked)


def test_what_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for data in (b"", b"Subject: x\n\nhi", b"\nFrom x 10:00\nSubject: x\n\nhi", b"From x 10:00\nnothing"):
        with pytest.raises(Unreadable, match="Nothing was changed"):
            Mailbox(data)
    monkeypatch.setattr(mailbox, "_MOST_MAILS", 2)
    with pytest.raises(Unreadable, match="more than 2 mails"):
        Mailbox(samples.MAILBOX)
