"""Files that others made (tests/documents/real/), to stand-ins and back: equal, the archive's noise aside."""

import mailbox
from pathlib import Path

import pytest

from documents import samples
from penname import cli

REAL = Path(__file__).parents[1] / "documents" / "real"


def there_and_back(folder: Path, name: str, *column: str) -> tuple[bytes, bytes, bytes]:
    """The file before, with stand-ins, and after."""
    source, mapping = REAL / name, folder / "mapping.json"
    away, back = folder / f"away{source.suffix}", folder / f"back{source.suffix}"
    made = [
        "pseudonymize",
        source,
        "--output",
        away,
        "--save-mapping",
        mapping,
        "--keep-metadata",
        "--seed",
        3,
    ]
    assert cli.main([*map(str, made), *column]) == 0
    restored = ["restore", away, "--output", back, "--mapping", mapping]
    assert cli.main([*map(str, restored), *column]) == 0
    return source.read_bytes(), away.read_bytes(), back.read_bytes()


@pytest.mark.parametrize(("name", "column"), [("founders.xlsx", "last_name"), ("sheets.xlsx", "data!text")])
def test_workbooks(tmp_path: Path, name: str, column: str) -> None:
    first, away, back = map(samples.parts_of, there_and_back(tmp_path, name, "--text-column", column))
    assert {part for part in first if away[part] != first[part]} == {"xl/sharedStrings.xml"}
    assert back == first


def test_a_table(tmp_path: Path) -> None:
    first, away, back = there_and_back(tmp_path, "acs2012_5yr_population.csv", "--text-column", "name")
    changed = [
        (old, new) for old, new in zip(first.split(b"\n"), away.split(b"\n"), strict=True) if old != new
    ]
    assert changed
    assert all(old.split(b",")[0] == new.split(b",")[0] for old, new in changed)
    assert back == first


def test_a_mailbox(tmp_path: Path) -> None:
    """How quoted-printable lines are folded is up to who writes them; words and headers are the same."""
    first, away, back = there_and_back(tmp_path, "notice.mbox")
    assert b"admin@pypi.org to communicate" in first
    assert b"admin@pypi.org to communicate" not in away

    def read(data: bytes) -> list[object]:
        path = tmp_path / "read.mbox"
        path.write_bytes(data)
        box = mailbox.mbox(path)
        try:
            return [
                (mail.get_from(), [(part.items(), part.get_payload(decode=True)) for part in mail.walk()])
                for mail in box
            ]
        finally:
            box.close()

    assert read(back) == read(first)
