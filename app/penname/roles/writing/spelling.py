"""What a sentence keeps is spelt as its author spelt it."""

from difflib import SequenceMatcher

from penname.domain.tokens import tokens

_SIGNS = str.maketrans("’‘“”–", "''\"\"-")


def as_spelt(old: str, new: str) -> str:
    """`new`, with what differs from `old` only in case, quotation mark, apostrophe or dash taken from there.

    The first word of a sentence may change its case when it moves.
    """
    before, after = tokens(old), tokens(new)
    matcher = SequenceMatcher(None, _folded(before), _folded(after), autojunk=False)
    for block in matcher.get_matching_blocks():
        for was, now in zip(
            range(block.a, block.a + block.size), range(block.b, block.b + block.size), strict=True
        ):
            if (was == 0) == (now == 0):
                after[now] = before[was]
    return "".join(after)


def _folded(pieces: list[str]) -> list[str]:
    return [piece.translate(_SIGNS).casefold() for piece in pieces]
