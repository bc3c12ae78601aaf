"""Counts the product's lines, which are the package's without the lab, and those of `resources/` tables.

python packaging/count_lines.py
"""

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "app" / "penname"


def main() -> None:
    """Print lines and files of each folder, and their sums."""
    lines, files = Counter[str](), Counter[str]()
    for path in PACKAGE.rglob("*.py"):
        inside = path.relative_to(PACKAGE).parts
        folder = inside[0] if len(inside) > 1 else "."
        lines[folder] += len(path.read_text(encoding="utf-8").splitlines())
        files[folder] += 1
    for folder, count in lines.most_common():
        print(f"{count:7,} {files[folder]:4} {folder}")
    product = lines.total() - lines["lab"], files.total() - files["lab"]
    print(f"{product[0]:7,} {product[1]:4} product, without the lab")
    tables = list((ROOT / "resources").rglob("*.toml"))
    rows = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in tables)
    print(f"{rows:7,} {len(tables):4} tables in resources")


if __name__ == "__main__":
    main()
