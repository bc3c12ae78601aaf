""".html: the words between the tags, which stay to the byte, and what a page tells beside them."""

from documents import samples
from penname.documents.web_page import WebPage

TEXT = "Ann's page\nHello, I am Ann & co.\nNext\xa0line\nSecond write to Ann\none\n  two"


def test_what_a_browser_shows_is_read() -> None:
    assert WebPage(samples.PAGE.encode()).text == TEXT


def test_the_same_text_gives_the_same_bytes() -> None:
    assert WebPage(samples.PAGE.encode()).with_text(TEXT) == samples.PAGE.encode()


def test_changed_words_take_the_format_of_what_they_replace() -> None:
    page = WebPage(samples.PAGE.encode())
    made = page.with_text(TEXT.replace("am Ann", "am E&E").replace("line", "<line>")).decode()
    assert made == samples.PAGE.replace("<b>An</b>n", "<b>E&amp;E</b>").replace("line<p>", "&lt;line&gt;<p>")


def test_what_the_page_tells_is_listed_and_goes() -> None:
    page = WebPage(samples.PAGE.encode())
    assert [(fact.what, fact.value) for fact in page.facts] == [
        ("meta data: author", "Ann Plover"),
        ("comment in the page", "drafted by Ann"),
        ("address behind a link", "mailto:ann@plover.example"),
        ("text that pops up (alt)", "Ann on a hill"),
    ]
    stripped = WebPage(page.stripped())
    assert stripped.facts == ()
    assert stripped.text == TEXT


def test_a_page_in_another_encoding_stays_in_it() -> None:
    data = "<p>Köln, say I</p>".encode("cp1252")
    assert WebPage(data, "cp1252").with_text("Düren, say I") == "<p>Düren, say I</p>".encode("cp1252")
