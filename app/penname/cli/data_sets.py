"""The options of `penname evaluate` that choose a data set and what to read of it."""

import argparse
from typing import TYPE_CHECKING

from penname.domain.errors import BadInput

if TYPE_CHECKING:
    from penname.lab.evaluation.authors import AuthorSplit
    from penname.lab.evaluation.datasets import Columns


def add_options(job: argparse.ArgumentParser) -> None:
    """Add them to `penname evaluate`."""
    job.add_argument(
        "--authors",
        choices=["tune", "calibrate", "report"],
        help="only texts by ten of the 30 authors of the PersonalReddit dev set: tune on some, report others",
    )
    columns = job.add_argument_group("columns of other files")
    columns.add_argument("--text-column", metavar="NAME")
    columns.add_argument(
        "--attribute-column",
        action="append",
        default=[],
        metavar="COLUMN=ATTRIBUTE",
        help="a true value; may be repeated",
    )
    columns.add_argument("--id-column", metavar="NAME")
    columns.add_argument("--label-column", metavar="NAME", help="which attribute the text is about")
    columns.add_argument("--hardness-column", metavar="NAME")


def columns(options: argparse.Namespace) -> "Columns | None":
    """The columns that were named; raises BadInput for what does not fit together."""
    from penname.lab.evaluation.datasets import Columns
    from penname.lab.evaluation.samples import NAMES

    others = (options.id_column, options.label_column, options.hardness_column, *options.attribute_column)
    if options.text_column is None:
        if any(others):
            raise BadInput("Say which column holds the texts, too: --text-column NAME")
        return None
    attributes: dict[str, str] = {}
    for written in options.attribute_column:
        column, equals, name = (part.strip() for part in written.partition("="))
        if not column or (equals and not name):
            raise BadInput(f"“{written}” is not of the form COLUMN=ATTRIBUTE, such as home=location.")
        attributes[column] = NAMES.get(name or column, name or column)
    if not attributes:
        raise BadInput("Say which columns hold true values: --attribute-column COLUMN=ATTRIBUTE")
    return Columns(
        options.text_column, attributes, options.id_column, options.label_column, options.hardness_column
    )


def authors(options: argparse.Namespace) -> "AuthorSplit | None":
    """The part of the authors that was chosen."""
    from penname.lab.evaluation.authors import AuthorSplit

    return AuthorSplit(options.authors) if options.authors else None


def listed(written: str) -> tuple[str, ...]:
    """The names of a list with commas, each once."""
    return tuple(dict.fromkeys(filter(None, (name.strip() for name in written.split(",")))))
