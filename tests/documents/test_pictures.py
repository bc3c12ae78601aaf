"""JPEG and PNG: what they say beside the picture goes, the picture stays."""

from documents import samples
from penname.documents import pictures


def test_a_jpeg_tells_where_it_was_taken_until_it_is_stripped() -> None:
    told = samples.jpeg(samples.exif())
    assert pictures.told(told) == "where it was taken, and with what"
    assert pictures.told(samples.jpeg(samples.exif(place=False))) == "camera, date or a comment"
    stripped = pictures.stripped(told)
    assert pictures.told(stripped) == ""
    assert stripped.replace(pictures._turned(6), b"") == samples.jpeg()  # it is still to be turned
    assert pictures.stripped(stripped) == stripped


def test_a_png_tells_who_made_it_until_it_is_stripped() -> None:
    assert pictures.told(samples.png()) == "program, date or a comment"
    assert pictures.stripped(samples.png()) == samples.png(told=False)
    assert pictures.told(samples.png(told=False)) == ""


def test_what_is_cut_off_keeps_its_bytes() -> None:
    for whole in (samples.jpeg(), samples.png(told=False)):
        for end in range(len(whole)):
            assert pictures.stripped(whole[:end]) == whole[:end]
