"""Models that other programs on this computer already have: used where they lie, never moved or deleted."""

import contextlib
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from penname.models import library
from penname.models.header import first_architecture
from penname.models.library import InstalledModel, ModelOrigin

_PART = re.compile(r"-(\d{5})-of-\d{5}\.gguf$")
_DEEPEST = 6  # folders
_MOST_FILES = 500  # of one program
_OLLAMA_MODEL = "application/vnd.ollama.image.model"
_NOT_FOR_TEXT = ("clip", "bert", "nomic-bert", "jina-bert", "t5encoder", "gemma-embedding")


def models_of_other_programs() -> tuple[InstalledModel, ...]:
    """Models of Hugging Face's cache, LM Studio, Ollama, GPT4All and Jan that Penname may use.

    Looks into a few known folders and at the beginning of each file; not for the window's thread. The name
    of each is its path. Never raises.
    """
    found: dict[Path, InstalledModel] = {}
    ours = {Path(model.path).resolve() for model in library.installed()}
    for program, title, path in _all():
        with contextlib.suppress(OSError, ValueError):
            real = path.resolve()
            architecture = first_architecture(real)
            if real in ours or real in found or architecture is None or architecture in _NOT_FOR_TEXT:
                continue
            found[real] = InstalledModel(
                name=str(path),
                title=title,
                path=str(path),
                size=_size(real),
                origin=ModelOrigin.OTHER_PROGRAM,
                program=program,
            )
    return tuple(sorted(found.values(), key=lambda model: (model.program, model.title.lower())))


def _all() -> Iterator[tuple[str, str, Path]]:
    for program, folders in (
        ("Hugging Face", hugging_face_folders()),
        ("LM Studio", lm_studio_folders()),
        ("GPT4All", gpt4all_folders()),
        ("Jan", jan_folders()),
    ):
        for folder in _distinct(folders):
            for path in _model_files(folder):
                yield program, _title(path), path
    for folder in _distinct(ollama_folders()):
        for title, path in _ollama_models(folder):
            yield "Ollama", title, path


def hugging_face_folders() -> list[Path]:
    """Hugging Face's download cache; see its environment variables."""
    home = Path(os.environ.get("HF_HOME") or _cache() / "huggingface")
    return [Path(os.environ.get("HF_HUB_CACHE") or home / "hub")]


def lm_studio_folders() -> list[Path]:
    """LM Studio's folder of models, today's and that of older versions."""
    home = Path.home()
    folders = [home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"]
    with contextlib.suppress(OSError, msgspec.DecodeError):
        settings = msgspec.json.decode((home / ".lmstudio" / "settings.json").read_bytes())
        if isinstance(settings, dict) and isinstance(settings.get("downloadsFolder"), str):
            folders.append(Path(settings["downloadsFolder"]))
    return folders


def ollama_folders() -> list[Path]:
    """Ollama's models, the user's own and those of the service that its Linux installer sets up."""
    folders = [Path.home() / ".ollama" / "models"]
    if os.environ.get("OLLAMA_MODELS"):
        folders.insert(0, Path(os.environ["OLLAMA_MODELS"]))
    if sys.platform == "linux":
        folders.append(Path("/usr/share/ollama/.ollama/models"))
    return folders


def gpt4all_folders() -> list[Path]:
    """GPT4All's folder of models, and where its settings say they are."""
    folders = [_local_data() / "nomic.ai" / "GPT4All"]
    with contextlib.suppress(OSError, UnicodeDecodeError):
        settings = (_config() / "nomic.ai" / "GPT4All.ini").read_text(encoding="utf-8")
        folders += [Path(path) for path in re.findall(r"(?m)^modelPath=(.+)$", settings)]
    return folders


def jan_folders() -> list[Path]:
    """Jan's folder of models; it moved between versions."""
    roots = [_config() / "Jan" / "data", _local_data() / "Jan" / "data", Path.home() / "jan"]
    return [root / folder for root in roots for folder in ("llamacpp/models", "models")]


def _ollama_models(folder: Path) -> Iterator[tuple[str, Path]]:
    """Ollama names models in manifests, which name their files by content."""
    manifests = folder / "manifests"
    for manifest in _files(manifests, ""):
        with contextlib.suppress(OSError, msgspec.DecodeError, TypeError, KeyError, ValueError):
            layers = msgspec.json.decode(manifest.read_bytes())["layers"]
            digest = next(layer["digest"] for layer in layers if layer["mediaType"] == _OLLAMA_MODEL)
            if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
                continue
            blob = folder / "blobs" / digest.replace(":", "-")
            parts = manifest.relative_to(manifests).parts[1:]  # without the registry
            name = "/".join(parts[:-1]).removeprefix("library/")
            if blob.is_file():
                yield f"{name}:{parts[-1]}", blob


def _model_files(folder: Path) -> Iterator[Path]:
    for path in _files(folder, ".gguf"):
        part = _PART.search(path.name)
        if not path.name.lower().startswith("mmproj") and (part is None or int(part[1]) == 1):
            yield path


def _files(folder: Path, suffix: str) -> Iterator[Path]:
    count = 0
    for root, folders, names in os.walk(folder):
        if len(Path(root).relative_to(folder).parts) >= _DEEPEST:
            folders.clear()
        for name in sorted(names):
            if name.lower().endswith(suffix):
                count += 1
                if count > _MOST_FILES:
                    return
                yield Path(root) / name


def _title(path: Path) -> str:
    """The file's name, or for one that is called “model” as all are in Jan, its folder's."""
    return (
        path.parent.name if path.stem.lower() == "model" else _PART.sub("", path.name).removesuffix(".gguf")
    )


def _size(path: Path) -> int:
    if not _PART.search(path.name):
        return path.stat().st_size
    beginning = _PART.sub("", path.name)
    return sum(
        other.stat().st_size
        for other in path.parent.iterdir()
        if _PART.search(other.name) and _PART.sub("", other.name) == beginning
    )


def _distinct(folders: Iterable[Path]) -> list[Path]:
    return list(dict.fromkeys(folder for folder in folders if folder.is_dir()))


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _config() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _local_data() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
