"""What strong readers still know of results: `python -m writer.strong_reader known.jsonl` prints a table for
resources/strong_reader.toml.

A line is an attribute that a text's original gave away, as Penname read it: `person` (who wrote it),
`attribute`, `stated` (outright), and `right`: for each fresh reader who was given the result alone, 1 where
the first guess was right. Only what Penname no longer read in the result has a line. Texts are alike that
agree in the group of attributes and in `stated`; where fewer than 30 are, first `stated` makes no difference,
then the group.
Intervals hold nine of ten bootstrap draws of persons.

`--check FILE` says how well the table holds on other people: the share that was right beside what it says.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from statistics import fmean

import msgspec

GROUPS = (("location", "birthplace"), ("occupation", "education", "income"), ("age", "sex", "relationship"))
LEAST = 30
DRAWS = 2000


class Known(msgspec.Struct, frozen=True):
    """One attribute of one text."""

    person: str
    attribute: str
    stated: bool
    right: tuple[int, ...]


class Cell(msgspec.Struct, frozen=True):
    """What the alike have in common; None: it makes no difference."""

    attributes: tuple[str, ...]
    stated: bool | None

    def of(self, lines: Sequence[Known]) -> list[Known]:
        """Those it holds."""
        return [
            one for one in lines if one.attribute in self.attributes and self.stated in (None, one.stated)
        ]


def cells() -> Iterator[Cell]:
    """The most alike first."""
    for group in GROUPS:
        for stated in (True, False):
            yield Cell(group, stated)
    for group in (*GROUPS, tuple(chain.from_iterable(GROUPS))):
        yield Cell(group, None)


def share(lines: Sequence[Known]) -> float:
    """How often a reader was right."""
    return fmean(fmean(one.right) for one in lines)


def interval(lines: Sequence[Known]) -> tuple[float, float]:
    """Of the share, by drawing persons."""
    draw = random.Random(1)
    people: dict[str, list[Known]] = {}
    for one in lines:
        people.setdefault(one.person, []).append(one)
    shares = sorted(
        share([one for name in draw.choices(list(people), k=len(people)) for one in people[name]])
        for _ in range(DRAWS)
    )
    return shares[DRAWS // 20], shares[-DRAWS // 20]


def read(path: Path) -> list[Known]:
    """The lines of a file."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [msgspec.convert(json.loads(line), Known) for line in lines]


def main() -> int:
    """Print the table, or how it holds."""
    parser = argparse.ArgumentParser(description="Count what strong readers still know.")
    parser.add_argument("known", type=Path)
    parser.add_argument("--check", type=Path, metavar="FILE", help="answers about other people")
    options = parser.parse_args()
    lines = read(options.known)
    enough = [cell for cell in cells() if len(cell.of(lines)) >= LEAST]
    if options.check:
        _check(enough, lines, read(options.check))
        return 0
    for cell in enough:
        of = cell.of(lines)
        low, high = interval(of)
        print("\n[[cell]]")
        print(f"attributes = {json.dumps(list(cell.attributes))}")
        if cell.stated is not None:
            print(f"stated = {json.dumps(cell.stated)}")
        print(f"known = {share(of):.2f}\nlow = {low:.2f}\nhigh = {high:.2f}\nclues = {len(of)}")
    return 0


def _check(enough: Sequence[Cell], fitted: Sequence[Known], others: Sequence[Known]) -> None:
    """Each line is predicted by the first cell that holds it."""
    told: list[tuple[float, float]] = []
    for cell in enough:
        here = [one for one in cell.of(others) if next(c for c in enough if c.of([one])) == cell]
        if here:
            said = share(cell.of(fitted))
            told += [(said, fmean(one.right)) for one in here]
            print(f"{cell}: says {said:.2f}, was {share(here):.2f} of {len(here)}")
    brier = fmean((said - was) ** 2 for said, was in told)
    mean = fmean(was for _, was in told)
    flat = fmean((mean - was) ** 2 for _, was in told)
    says = fmean(said for said, _ in told)
    print(f"{len(told)} lines: says {says:.2f}, was {mean:.2f}; Brier {brier:.3f} (of the mean {flat:.3f})")


if __name__ == "__main__":
    sys.exit(main())
