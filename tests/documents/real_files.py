"""Files that others made (tests/documents/real/), taken to stand-ins and back by the command line."""

from pathlib import Path
from typing import NamedTuple

from penname import cli
from penname.documents.document import ReadingOptions
from penname.documents.kinds import KINDS, WORD

FOLDER = Path(__file__).parent / "real"
COLUMNS = {
    "founders.xlsx": "last_name",
    "sheets.xlsx": "data!text",
    "test.xlsx": "text",
    "acs2012_5yr_population.csv": "name",
    "FY09_EDU_Recipients_by_State.csv": "State Name",
    "test_geo.csv": "description",
    "doccano_flights.jsonl": "text",
    "doccano_gaps.jsonl": "text",
    "doccano_names.jsonl": "column_data",
}
SENDERS = {"telegram_personal.json": "Alice", "telegram_group.json": "User1"}
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.name != "README.md")
# What is hidden beside what Penname finds itself: something of each file.
_HIDDEN = (
    "Lorem ipsum",
    "worthy",
    "First page",
    "Page Header",
    "burning deck",
    "column",
    "credentials",
    "Quoted",
    "footnote",
    "convention",
    "medical",
    "Tabular",
    "annotations",
    "Chicago",
    "crazy",
    "asdfzxcv",
    "Birthday",
    "Newark",
    "Tacoma",
    "exampleB",
    "British lamb",
    "newsletter",
    "separator",
    "important",
    "finance",
)


class Trip(NamedTuple):
    """A file before, with stand-ins, and after; `written` is the ending of the last two."""

    first: bytes
    away: bytes
    back: bytes
    written: str


def reading(name: str) -> ReadingOptions:
    """How the file is read."""
    return ReadingOptions(sender=SENDERS.get(name), column=COLUMNS.get(name))


def there_and_back(folder: Path, name: str) -> Trip:
    """`penname pseudonymize` and `penname restore` of a file."""
    source, mapping, hidden = FOLDER / name, folder / "mapping.json", folder / "hidden.txt"
    written = source.suffix if KINDS[source.suffix].rewritten else WORD
    away, back = folder / f"away{written}", folder / f"back{written}"
    hidden.write_text("\n".join(_HIDDEN), encoding="utf-8")
    part = ["--text-column", COLUMNS[name]] if name in COLUMNS else []
    part += ["--sender", SENDERS[name]] if name in SENDERS else []
    how = ["--save-mapping", mapping, "--hide", hidden, "--keep-metadata", "--seed", 3, *part]
    assert cli.main([*map(str, ["pseudonymize", source, "--output", away, *how])]) == 0
    how = ["--mapping", mapping, *(part if written == source.suffix else [])]
    assert cli.main([*map(str, ["restore", away, "--output", back, *how])]) == 0
    return Trip(source.read_bytes(), away.read_bytes(), back.read_bytes(), written)
