"""Settings that hold nothing personal: a small TOML file in the config folder, its types checked."""

import os
import tempfile
import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from penname import locations
from penname.domain.attributes import Attribute, all_attributes, use_own_attributes
from penname.domain.errors import BadInput
from penname.domain.goal import ROUNDS


class EngineSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How models are loaded, for those who know better than what `penname bench --settings` measures.

    None leaves a setting to that. `threads` decode, `batch` tokens are evaluated at once, `context` tokens
    are remembered, `extra_buffers` repacks the weights for the processor, `gpu_layers` go to a graphics card.
    """

    threads: Annotated[int, msgspec.Meta(ge=1, le=512)] | None = None
    batch: Annotated[int, msgspec.Meta(ge=8, le=4096)] | None = None
    context: Annotated[int, msgspec.Meta(ge=1024, le=1048576)] | None = None
    flash_attention: bool | None = None
    cache_type: Literal["f16", "q8_0", "q4_0"] | None = None
    extra_buffers: bool | None = None
    gpu_layers: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Everything remembered between starts outside the vault. Unknown keys in the file are kept out."""

    method: str = "rational"
    model: str = "starter"  # what reads and judges: a model's name, or the path of a GGUF file
    rewrite_model: str = ""  # what rewrites; empty: the same, or the writer that goes with it
    rounds: int = ROUNDS
    protect: tuple[str, ...] = ()  # empty: all attributes
    text_zoom: int = 0  # steps of one point
    untruths_told: bool = False  # it was said that misleading rewrites state untrue things
    greeted: bool = False  # the introduction of the first start was shown
    keep_drafts: bool = True  # open sessions are kept, encrypted, where there is a keyring or a passphrase
    keep_history: bool = False  # and those the user closed
    network_told: bool = False  # it was said, before the first download, what using the network means
    check_version: bool = False  # ask once a day whether there is a newer Penname
    stronger_offered: bool = False  # the offer of a stronger model was put away for good
    custom_attributes: tuple[Attribute, ...] = ()
    engine: EngineSettings = EngineSettings()
    names_model: str = ""  # the folder of a token-classification model that looks for names; empty: none
    clipboard_job: str = "pseudonymize"  # or "anonymize": what the hotkey does, as it was last chosen
    hotkeys: bool | None = None  # None: where the system gives keys without asking its user
    hotkey_hide: str = "Ctrl+Alt+Shift+P"  # Ctrl+Alt alone is AltGr on many keyboards
    hotkey_restore: str = "Ctrl+Alt+Shift+R"
    clear_clipboard: int = 0  # seconds after which a copied result is taken off the clipboard; 0: it stays
    shortcuts: dict[str, str] = {}  # what an action has instead of the first key it comes with; "": none
    single_keys: bool = True  # keys without Ctrl or Alt, outside texts that are written
    stay_in_tray: bool = False  # closing the window leaves the tray icon, where there is a tray


def load_settings() -> Settings:
    """The settings on this computer; raises BadInput with the mistake's place when the file is broken."""
    path = _path()
    if not path.exists():
        return Settings()
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Settings)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise BadInput(
            f"Your settings file {path} cannot be read ({error}). Correct it or move it away."
        ) from error


def save_settings(settings: Settings) -> None:
    """Write the settings so that a crash or a full disk leaves the old file whole. Raises OSError."""
    said = {name: value for name, value in msgspec.structs.asdict(settings).items() if value is not None}
    write_private(_path(), msgspec.toml.encode(said))  # TOML knows no "not said"


def load_attributes(settings: Settings) -> tuple[Attribute, ...]:
    """Those that ship, then the user's own, which are known by name from now on."""
    use_own_attributes(msgspec.structs.replace(a, custom=True) for a in settings.custom_attributes)
    return all_attributes()


def write_private(path: Path, data: bytes) -> None:
    """Replace a file as a whole, readable by its owner only. Raises OSError and then leaves the old one."""
    descriptor, temporary = tempfile.mkstemp(prefix=path.name, dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _path() -> Path:
    return locations.config_dir() / "settings.toml"
