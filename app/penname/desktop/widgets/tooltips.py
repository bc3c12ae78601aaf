"""Tooltips that hold words of the user's text or of a model."""

from html import escape


def plain_tooltip(words: str) -> str:
    """`words` for a tooltip: shown as they are, even where they look like HTML, and broken into lines.

    Qt guesses whether a tooltip is rich text, and a stranger's text must not decide that.
    """
    return f"<qt>{escape(words).replace(chr(10), '<br>')}</qt>" if words else ""
