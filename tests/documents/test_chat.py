"""Chats: one sender's messages are the text, and not a byte of what others wrote can change."""

import json
import random

import pytest

from documents import samples
from documents.test_mutated_documents import COUNT, SAMPLE, accident
from penname.documents.chat import JsonChat, WhatsAppChat
from penname.documents.client import OpenedDocument
from penname.documents.document import ReadingOptions
from penname.domain.errors import BadInput, PennameError

PHONES = [samples.WHATSAPP_ANDROID, samples.WHATSAPP_IPHONE]


def chat(source: str, sender: str | None = "Ann") -> JsonChat:
    return JsonChat(source.encode(), None, sender)


def test_telegram_s_second_copy_of_a_text_changes_with_it() -> None:
    read = chat(samples.TELEGRAM)
    assert read.text == "I live in York ❤ now.\nYou?\nMy mail is ann@plover.example."
    made = read.with_text("I live up north now.\nYou?\nMy mail is secret.").decode()
    assert "ann@plover.example" not in made
    assert made.count("York") == samples.TELEGRAM.count("York") - 2, "only in what Bob wrote"
    before, after = json.loads(samples.TELEGRAM), json.loads(made)
    assert after["messages"][1]["text"] == "I live up north now.\nYou?"
    assert after["messages"][1]["text_entities"] == [{"type": "plain", "text": "I live up north now.\nYou?"}]
    assert after["messages"][2] == before["messages"][2]
    assert after["messages"][3]["text"][0] == "My mail is "
    line = next(line for line in samples.TELEGRAM.splitlines() if '"from": "Bob"' in line)
    assert line in made.splitlines()


@pytest.mark.parametrize(
    ("source", "sender", "text"),
    [
        (samples.DISCORD, "Ann", 'I am "Ann" of York.'),
        (samples.DISCORD, "bob", "Hi Ann of York."),
        (samples.SIGNAL, "Ann", "I live in York."),
    ],
)
def test_discord_and_signal(source: str, sender: str, text: str) -> None:
    read = chat(source, sender)
    assert read.text == text
    made = read.with_text(text.replace("York", 'a "town"'))
    assert made.decode() == source.replace(
        json.dumps(text)[1:-1], json.dumps(text.replace("York", 'a "town"'))[1:-1], 1
    )
    assert read.with_text(text).decode() == source


@pytest.mark.parametrize("source", PHONES)
def test_whatsapp(source: str) -> None:
    read = WhatsAppChat(source.encode(), None, "Ann")
    assert read.senders[-2:] in (("Ann", "Bob"), ("Walks", "Ann", "Bob")[-2:])
    assert read.text.startswith("I live in York.")
    assert "You live" not in read.text
    made = read.with_text(read.text.replace("York", "the north")).decode()
    assert made == source.replace("I live in York", "I live in the north")


def test_a_message_may_have_lines_and_colons() -> None:
    read = WhatsAppChat(samples.WHATSAPP_ANDROID.encode(), None, "Ann")
    assert read.text == "I live in York.\nAnd I am: 34.\nYes - near the abbey"


def test_without_a_sender_there_is_nothing_to_work_on() -> None:
    read = chat(samples.TELEGRAM, None)
    assert read.text == ""
    assert read.senders == ("Ann", "Bob")
    with pytest.raises(BadInput, match="Nobody of that name"):
        chat(samples.TELEGRAM, "Cora")


@pytest.mark.parametrize(
    "source",
    [
        "{}",
        "[1, 2]",
        '{"messages": []}',
        "no json",
        '{"a": 1',
        '[{"from": "A", "text": "x", "text": "y"}]',
        "[" * 9,
    ],
)
def test_what_is_no_chat_is_refused(source: str) -> None:
    with pytest.raises(BadInput, match="Nothing was changed"):
        chat(source, None)


def test_brackets_without_end_do_no_harm_in_the_child() -> None:
    with pytest.raises(BadInput, match="Nothing was changed"):
        OpenedDocument(b"[" * 1_000_000, ".json")


def test_the_child_is_told_whose_messages_are_meant() -> None:
    opened = OpenedDocument(samples.TELEGRAM.encode(), ".json")
    assert (opened.contents.text, opened.contents.senders) == ("", ("Ann", "Bob"))
    own = opened.of_sender("Bob")
    assert own.contents.text == "Ann, you are 34 and live in York!"
    assert json.loads(own.with_text("Well!", ".json"))["messages"][2]["text"] == "Well!"
    phone = OpenedDocument(samples.WHATSAPP_ANDROID.encode(), ".txt", ReadingOptions(sender="Bob"))
    assert b"Bob: Hm." in phone.with_text("Hm.", ".txt")
    with pytest.raises(BadInput, match="Only chats have a sender"):
        OpenedDocument(samples.PAGE.encode(), ".html", ReadingOptions(sender="Bob"))


@pytest.mark.parametrize("source", PHONES)
@pytest.mark.parametrize("count", [SAMPLE, pytest.param(COUNT, marks=pytest.mark.soak("500 mutated chats"))])
def test_damaged_chats_of_whatsapp_keep_what_others_wrote(source: str, count: int) -> None:
    choice, read = random.Random(f"{source} 3"), 0
    for _ in range(count):
        data = accident(source.encode(), choice)
        try:
            found = WhatsAppChat(data, None, "Ann")
        except PennameError:
            continue
        made = found.with_text(found.text.replace("York", "Leeds")).decode()
        others = WhatsAppChat(data, None, "Bob") if "Bob" in found.senders else None
        if others is not None:
            assert WhatsAppChat(made.encode(), None, "Bob").text == others.text
        read += 1
    assert read > count / 3
