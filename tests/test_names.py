"""No name of a public class stands for two things, so whoever looks for one finds one."""

import ast
from collections import defaultdict
from pathlib import Path

APP = Path(__file__).parents[1] / "app" / "penname"


def public_classes() -> dict[str, list[str]]:
    """Where each public class at a module's top level is defined, by its name."""
    places: dict[str, list[str]] = defaultdict(list)
    for path in sorted(APP.rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path.relative_to(APP)}:{node.lineno}")
    return places


def test_no_class_name_is_used_twice() -> None:
    assert not {name: places for name, places in public_classes().items() if len(places) > 1}
