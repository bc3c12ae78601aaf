"""The single keys of a text's page, which are no entries of a menu, for the sheet of keys."""

from penname.desktop.translate import tr

Keys = tuple[tuple[tuple[str, ...], str], ...]  # keys that do the same or go together, and what they do


def finding_keys() -> Keys:
    """Single keys that work while the keyboard is among the findings."""
    return (
        (("J", "K"), tr("Next and previous finding")),
        (("Enter",), tr("Open or close a finding")),
        (("Y",), tr("Keep its changes")),
        (("N",), tr("Undo its changes")),
    )
