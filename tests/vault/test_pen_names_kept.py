"""Pen names in the vault: those kept before posts were read, and what is added to posts later."""

from collections.abc import Callable

from penname.domain.pen_names import PenName, Post
from penname.domain.told import Told
from penname.vault.pen_names import keep_told, pen_names, save_pen_name
from penname.vault.vault import Vault, VaultPart

LISBON = (Told("location", "Lisbon", 4),)


def test_a_pen_name_kept_before_posts_were_read_has_unread_posts(opened: Callable[[], Vault]) -> None:
    vault = opened()
    written = b'{"name":"Clara","decoys":[],"posts":[{"text":"Trams.","title":"","date":"2026-01-02"}]}'
    vault.replace_records(VaultPart.PEN_NAMES, [written])
    assert pen_names(vault) == (PenName("Clara", (), (Post("Trams.", "", "2026-01-02"),)),)
    assert pen_names(vault)[0].unread == ("Trams.",)
    keep_told(vault, "clara", {"Trams.": LISBON})
    (clara,) = pen_names(opened())
    assert (clara.unread, clara.told) == ((), (LISBON,))


def test_what_a_post_tells_is_not_kept_once_it_is_gone(opened: Callable[[], Vault]) -> None:
    vault = opened()
    save_pen_name(vault, PenName("Clara"))
    keep_told(vault, "Clara", {"Trams.": LISBON})
    keep_told(vault, "Nina", {"Trams.": LISBON})
    assert pen_names(vault) == (PenName("Clara"),)
