"""What a diff shows, without a window."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from penname.desktop.changes.diff_view import BETWEEN, Review
from penname.desktop.texts.marks import MarkStyle
from penname.domain.changes import Change, ChangeOrigin, apply_changes, edit_by_hand

TEXT = "I live in Lisbon with my husband.\r\nAt 29 I draw 😀 posters."


def change(before: str, after: str, *attributes: str, text: str = TEXT) -> Change:
    start = text.index(before)
    return Change(start, start + len(before), before, after, attributes)


CITY = change("Lisbon", "my city", "location")
SPOUSE = change("husband", "partner", "relationship", "sex")
AGE = change("At 29 ", "", "age")
ADDED = Change(len(TEXT), len(TEXT), "", " Gladly.")
REVIEW = Review(TEXT, (CITY, SPOUSE, AGE, ADDED))


@st.composite
def reviews(draw: st.DrawFn) -> Review:
    text = draw(st.text(alphabet="ab 😀\r\né\u0301ש.", max_size=30))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    changes: list[Change] = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        after = draw(st.text(alphabet="xy 😀\n", max_size=4))
        if after != text[start:end] and not any((c.start, c.end) == (start, end) for c in changes):
            changes.append(Change(start, end, text[start:end], after))
    review = Review(text, tuple(changes))
    for dropped in draw(st.lists(st.sampled_from(changes), unique=True)) if changes else []:
        review = review.toggle(dropped)
    return review


def test_the_new_text_is_the_text_with_the_changes_that_stand() -> None:
    assert REVIEW.new_text == "I live in my city with my partner.\r\nI draw 😀 posters. Gladly."
    assert REVIEW.toggle(CITY).new_text == "I live in Lisbon with my partner.\r\nI draw 😀 posters. Gladly."


def test_a_dropped_change_can_be_taken_back() -> None:
    dropped = REVIEW.toggle(CITY)
    assert (dropped.changes, dropped.dropped) == ((SPOUSE, AGE, ADDED), (CITY,))
    assert not dropped.stands(CITY)
    assert dropped.all_changes == REVIEW.all_changes
    assert dropped.toggle(CITY) == REVIEW


def test_typing_over_a_dropped_change_ends_it() -> None:
    dropped = REVIEW.toggle(CITY)
    start = dropped.new_text.index("Lisbon")
    typed = dropped.typed(start, start + 6, "Faro")
    assert typed.new_text == dropped.new_text.replace("Lisbon", "Faro")
    assert typed.dropped == ()
    assert Change(CITY.start, CITY.end, "Lisbon", "Faro", (), ChangeOrigin.HAND) in typed.changes


def test_a_change_that_is_no_more_cannot_be_taken_back() -> None:
    start = REVIEW.new_text.index("my city")
    typed = REVIEW.typed(start, start + 7, "Faro")
    assert typed.toggle(CITY) == typed


def test_typing_elsewhere_leaves_a_dropped_change_where_it_is() -> None:
    assert REVIEW.toggle(CITY).typed(0, 0, "Hm. ").dropped == (CITY,)


def test_inline_shows_what_goes_before_what_comes() -> None:
    shown = REVIEW.toggle(SPOUSE).inline
    words = [(shown.text[span.start : span.end], span.style) for span in shown.spans]
    assert words == [
        ("Lisbon", MarkStyle.REMOVED),
        ("my city", MarkStyle.ADDED),
        ("husband", MarkStyle.DROPPED),
        ("At 29 ", MarkStyle.REMOVED),
        (" Gladly.", MarkStyle.ADDED),
    ]
    assert shown.text.startswith(f"I live in Lisbon{BETWEEN}my city with")


@given(reviews())
def test_each_side_marks_exactly_its_words(review: Review) -> None:
    for span in review.new_side.spans:
        words = span.change.after if span.style is MarkStyle.ADDED else span.change.before
        assert review.new_side.text[span.start : span.end] == words
    assert review.new_side.text == apply_changes(review.text, review.changes)
    without_removed = review.inline.text
    for span in reversed(review.inline.spans):
        if span.style is MarkStyle.REMOVED:
            gap = 1 if span.change.after else 0
            without_removed = without_removed[: span.start] + without_removed[span.end + gap :]
    assert without_removed == review.new_text


@given(reviews(), st.data())
def test_typing_is_edit_by_hand(review: Review, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(review.new_text)))
    end = data.draw(st.integers(start, len(review.new_text)))
    added = data.draw(st.text(alphabet="z 😀\n", max_size=3))
    typed = review.typed(start, end, added)
    assert typed.new_text == review.new_text[:start] + added + review.new_text[end:]
    assert typed.changes == edit_by_hand(review.text, review.changes, start, end, added)


@given(reviews())
def test_every_dropped_change_can_be_taken_back(review: Review) -> None:
    for dropped in review.dropped:
        back = review.toggle(dropped)
        assert dropped in back.changes
        assert back.new_text == apply_changes(review.text, back.changes)


def test_inline_shows_every_word_of_the_original_in_later_rounds() -> None:
    """Round 1 hid the city and the age, round 2 the flat: compared with what the author wrote."""
    original = "My flat in Lisbon is cold. I am 34."
    earlier = (change("Lisbon", "the city", text=original), change("I am 34.", "", text=original))
    text = apply_changes(original, earlier)
    review = Review(text, (change("flat in the city", "place", text=text),), earlier=earlier)
    shown = review.inline
    assert [(span.style, shown.text[span.start : span.end]) for span in shown.spans] == [
        (MarkStyle.GONE, "Lisbon"),
        (MarkStyle.REMOVED, "flat in the city"),
        (MarkStyle.ADDED, "place"),
        (MarkStyle.GONE, "I am 34."),
    ]
    dropped = review.toggle(review.changes[0])
    assert dropped.new_text == text
    assert dropped.earlier == earlier
    came = [span for span in Review(text, (), earlier=earlier).inline.spans if span.style is MarkStyle.CAME]
    assert [Review(text, (), earlier=earlier).inline.text[span.start : span.end] for span in came] == [
        "the city"
    ]


def test_what_the_critic_doubts_is_marked_as_doubted_while_it_stands() -> None:
    review = Review(TEXT, (replace(change("29", "an adult"), good=0.61),))
    assert [span.style for span in review.new_side.spans] == [MarkStyle.DOUBTED]
    assert [span.style for span in review.inline.spans] == [MarkStyle.REMOVED, MarkStyle.DOUBTED]
    sure = Review(TEXT, (replace(change("29", "an adult"), good=0.9),))
    assert [span.style for span in sure.new_side.spans] == [MarkStyle.ADDED]


@given(reviews(), st.data())
def test_what_stays_and_goes_in_a_later_round_is_the_original(review: Review, data: st.DataObject) -> None:
    """Without what this round and the ones before put in, the changes read as the author's text."""
    now = review.new_text
    cut = sorted(data.draw(st.lists(st.integers(0, len(now)), min_size=2, max_size=2)))
    again = (Change(*cut, now[slice(*cut)], "@"),) if now[slice(*cut)] else ()
    shown = Review(now, again, earlier=review.changes).inline
    put_in = [one for one in shown.spans if one.style in (MarkStyle.ADDED, MarkStyle.CAME)]
    left, at = "", 0
    for one in put_in:
        left += shown.text[at : one.start]
        at = one.end
    left = (left + shown.text[at:]).replace(BETWEEN, "")
    if not again:
        assert left == review.text
    gone = "".join(shown.text[one.start : one.end] for one in shown.spans if one.style is MarkStyle.GONE)
    assert gone == "".join(change.before for change in review.changes)
