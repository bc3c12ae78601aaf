"""What a report says in plain words, at its top: who is protected from whom, and who is not."""

from penname.lab.evaluation.attackers import parse_attacker
from penname.lab.evaluation.contenders import NONE
from penname.lab.evaluation.figures import ContenderFigures, Privacy, Summary
from penname.lab.evaluation.measures import PairedDifference

_WORTH_SAYING = 0.01


def in_words(summary: Summary) -> list[str]:
    """A sentence a method and attacker, and what stays open."""
    said = [
        _protection(name, one) for name, row in summary.methods.items() if row.texts for one in row.privacy
    ]
    said += [left for name, row in summary.methods.items() if (left := _unprotected(name, row, summary))]
    said.append("Nothing is shown of readers stronger than these, or of texts unlike these.")
    return said


def _protection(name: str, one: Privacy) -> str:
    before, after, floor = one.labelled_before.value, one.labelled_after.value, one.floor_labelled or 0
    reader = _reader(one.attacker)
    if before is None or after is None:
        return f"**{name}** against {reader}: nothing was read."
    if name == NONE:
        return (
            f"{reader} reads {_hundred(before)} of 100 things that texts are about in the originals; it "
            f"guesses {_hundred(floor)} from an empty text."
        )
    return (
        f"**{name}** against {reader}: of 100 things that texts are about it reads {_hundred(before)} before "
        f"and {_hundred(after)} after; it guesses {_hundred(floor)} from an empty text. "
        f"{_verdict(one.labelled_drop, after - floor)}"
    )


def _verdict(drop: PairedDifference, left: float) -> str:
    """What the interval of the drop allows to say; `left` is read beyond what is guessed from nothing."""
    if drop.low is None or drop.high is None:
        return "One person's texts show no more than that."
    if drop.low > 0:
        still = f", but {_hundred(left)} are still read beyond guessing" if left >= _WORTH_SAYING else ""
        return f"It protects from this reader{still}: the interval of the drop excludes 0."
    if drop.high < 0:
        return "It helps this reader: the interval of the drop excludes 0."
    return "That it protects from this reader is not shown: the interval of the drop includes 0."


def _unprotected(name: str, row: ContenderFigures, summary: Summary) -> str:
    """The attributes that the first attacker reads as often after as before, and above what it guesses from
    nothing.
    """
    still = []
    for attribute, group in row.by_attribute.items():
        floor = summary.floors.get(attribute)
        if group.before is None or group.after is None:
            continue
        if group.after >= group.before and group.after > ((floor.right if floor else None) or 0):
            still.append(attribute)
    if not still or name == NONE:
        return ""
    reader = _reader(row.privacy[0].attacker)
    return f"**{name}** does not protect {', '.join(still)} from {reader}: read as often as before."


def _reader(attacker: str) -> str:
    spec = parse_attacker(attacker)
    return f"{spec.model} ({spec.described})"


def _hundred(share: float) -> str:
    return f"{100 * share:.0f}"
