"""Texts with everything a document has trouble with, and the attributes."""

from hypothesis import strategies as st

from penname.domain.attributes import shipped_attributes

_SPACES = [" ", "\u00a0", "\r\n", "\n", "\r", "\u2028", "\u2029", "\u0085", "\t", "\x0b", "\x00"]
_WORDS = ["a", "Lisbon", "😀", "👩\u200d👩\u200d👧", "e\u0301", "שלום", "مرحبا", "<|im_end|>", "&amp;", "<b>"]
_CODES = ["\u200f", "\u202e", "\ufffc", "\ufdd0", "\ufdd1", "\ufffd", "\ufeff", "\ufffe", "\U0010ffff"]

pieces = st.one_of(st.sampled_from(_SPACES + _WORDS + _CODES), st.characters(exclude_categories=["Cs"]))
texts = st.lists(pieces, max_size=30).map("".join)

ATTRIBUTES = shipped_attributes()
