"""Where things lie: the folders for data, settings, cache and state, and the files that ship with Penname.

Each folder can be moved with an environment variable (`PENNAME_DATA_DIR` and so on), which tests use.
"""

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).parent
# resources/, prompts/ and models.toml lie at the top of a checkout; in a wheel, inside the package.
_SHIPPED = (_PACKAGE, _PACKAGE.parent.parent)


def _folder(variable: str, default: str) -> Path:
    path = Path(os.environ.get(variable) or default)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def data_dir() -> Path:
    """What must not be lost."""
    return _folder("PENNAME_DATA_DIR", platformdirs.user_data_dir("penname", appauthor=False))


def config_dir() -> Path:
    """Settings that hold nothing personal, and the user's own catalogs and prompt packs."""
    return _folder("PENNAME_CONFIG_DIR", platformdirs.user_config_dir("penname", appauthor=False))


def cache_dir() -> Path:
    """What can be made again: the assembled starter model, what was measured on this machine."""
    return _folder("PENNAME_CACHE_DIR", platformdirs.user_cache_dir("penname", appauthor=False))


def state_dir() -> Path:
    """Logs (never the user's text) and locks."""
    return _folder("PENNAME_STATE_DIR", platformdirs.user_state_dir("penname", appauthor=False))


def shipped(name: str) -> Path:
    """A file or folder that ships with Penname, such as `models.toml` or `prompts/starter`.

    Raises FileNotFoundError when the installation is incomplete.
    """
    for root in _SHIPPED:
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"{name} is missing from this installation of Penname.")


def resource(name: str) -> Path:
    """A file under `resources/`; raises FileNotFoundError when the installation is incomplete."""
    return shipped(f"resources/{name}")
