"""Hatchling build hook: fetches the starter's base model and ships what Penname reads beside its code.

The base model stays in `resources/` (ignored by git), where an editable install finds it and the next build
reuses it.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.append(str(Path(__file__).parent))  # hatchling loads this file by its path
from base_model import STARTER, WRITER, provide


class PennameBuildHook(BuildHookInterface[Any]):
    """Runs before a wheel (editable or not) is written; see hatchling's build hook reference."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch the base model; for a real wheel also place the shipped files inside the package.

        An editable wheel ships none of them: `penname.locations` finds them at the top of the checkout.
        """
        root = Path(self.root)
        provide(STARTER, root)
        if version != "editable":
            left_out = (
                "screenshots",
                WRITER.file,
            )  # a wheel of half a gigabyte is no wheel: Models… fetches it
            resources = [path for path in (root / "resources").iterdir() if path.name not in left_out]
            shipped = [*resources, root / "prompts", root / "models.toml"]
            build_data["force_include"] |= {
                str(path): f"penname/{path.relative_to(root)}" for path in shipped
            }
