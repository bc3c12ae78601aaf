"""What the readers' answers say in plain words, at the top of their report: who is protected, and who not."""

from penname.lab.evaluation.measures import Interval
from penname.lab.evaluation.outside.figures import ReaderFigures, VersionRow
from penname.lab.evaluation.outside.key import ORIGINAL

_WORTH_SAYING = 0.01


def in_words(figures: ReaderFigures) -> list[str]:
    """Sentences about each version, and what stays open."""
    drops = {one.name: one.right for one in figures.differences if one.other == ORIGINAL}
    said: list[str] = []
    for row in figures.versions:
        if row.name == ORIGINAL:
            continue
        said += filter(None, (_guessed(row, figures, drops[row.name]), _posted(row)))
    said.append(
        "Nothing is shown of readers who know more, look longer, or read several texts of one author."
    )
    return said


def _guessed(row: VersionRow, figures: ReaderFigures, less: Interval) -> str:
    before = next(one for one in figures.versions if one.name == ORIGINAL).all.right.value
    after = row.all.right.value
    if before is None or after is None or less.value is None:
        return ""
    shown = less.low is not None and less.high is not None
    if shown and less.high is not None and less.high < 0:
        left = after - (figures.floor or 0)
        still = (
            f", but {_hundred(left)} are still guessed beyond the empty text" if left >= _WORTH_SAYING else ""
        )
        verdict = f"It protects from these readers{still}: the interval of the difference excludes 0."
    elif shown and less.low is not None and less.low > 0:
        verdict = "It helps these readers: the interval of the difference excludes 0."
    else:
        verdict = "That it protects from these readers is not shown."
    return (
        f"**{row.name}**: of 100 things that texts are about readers guess {_hundred(before)} in all "
        f"originals and {_hundred(after)} in its texts. {verdict}"
    )


def _posted(row: VersionRow) -> str:
    posted, joint = row.all.posted.value, row.all.joint.value
    if posted is None or joint is None:
        return ""
    return (
        f"**{row.name}**: of 100 of its texts {_hundred(posted)} would be posted as they are; of 100 things "
        f"that readers guess in the originals {_hundred(joint)} are gone from a changed text that would be "
        f"posted, and {_hundred(1 - joint)} are not."
    )


def _hundred(share: float) -> str:
    return f"{100 * share:.0f}"
