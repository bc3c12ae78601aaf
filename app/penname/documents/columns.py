"""What tables have in common: the names of their columns, one of which holds the text."""

from collections import Counter
from collections.abc import Sequence

from penname.documents.document import Unreadable
from penname.domain.errors import BadInput

ONLY_ONE_COLUMN = (
    "Only this column is worked on, as one text. All others stay as they are, also where they name somebody."
)
FIRST_ROW_STAYS = "The first row is taken for the names of the columns, and stays."
_MOST_COLUMNS = 16_384  # as in Excel
_NO_COLUMN = "This table has no column of that name. Give a name as the table has it."
_TOO_MANY = (
    "This table has more than {most:,} columns: it is damaged, or no table. Nothing was changed. Open it in "
    "the program it comes from, save it anew, and try again."
)


def column_names(cells: Sequence[str], places: Sequence[object]) -> tuple[str, ...]:
    """A name for each column: what its first cell says, with its place where another one says the same."""
    words = [" ".join(cell.split()) for cell in cells]
    often = Counter(words)
    return tuple(
        word if word and often[word] == 1 else f"{word} ({place})".strip()
        for word, place in zip(words, places, strict=True)
    )


def check_count(columns: int) -> None:
    """Raise Unreadable where a table has more columns than any would."""
    if columns > _MOST_COLUMNS:
        raise Unreadable(_TOO_MANY.format(most=_MOST_COLUMNS))


def check_column(column: str | None, names: Sequence[str]) -> None:
    """Raise BadInput where a column that is named is not there."""
    if column is not None and column not in names:
        raise BadInput(_NO_COLUMN)
