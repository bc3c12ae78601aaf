"""The processor's code is loaded from beside the library, once, and only where it is not built in."""

import ctypes
import os
from pathlib import Path
from typing import Any

import pytest

from penname.engine.host import variants
from penname.engine.host.bindings import native


class _Library:
    """As ctypes offers ggml's functions: what is called, and with what."""

    def __init__(self, registered: int) -> None:
        self.loaded: list[bytes] = []

        def count() -> int:
            return registered

        def load(folder: bytes) -> None:
            self.loaded.append(folder)

        self.ggml_backend_reg_count: Any = count
        self.ggml_backend_load_all_from_path: Any = load


@pytest.mark.parametrize(("registered", "times"), [(0, 1), (2, 0)])
def test_variants_come_from_the_librarys_own_folder(
    registered: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = _Library(registered)
    monkeypatch.setattr(native, "_lib", library)
    variants.load()
    assert library.loaded == [os.fsencode(Path(native.__file__).parent / "lib")] * times


def test_the_build_of_this_machine_has_its_code_after_loading() -> None:
    variants.load()
    count = native._lib.ggml_backend_reg_count
    count.restype = ctypes.c_size_t
    assert count() >= 1
