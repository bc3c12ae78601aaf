"""Loads the ggml CPU backend that fits this machine, where a build comes with several."""

import ctypes
import os
from pathlib import Path

from penname.engine.host.bindings import native


def load() -> None:
    """Load the best variant this processor can run; nothing to do for a build that has its code built in.

    Must come before llama.cpp's own initialization, which would also look in the current folder, where a
    stranger may have put a library of that name.
    """
    # by way of libllama, whose copy of ggml it is about: a file of another name would be loaded once more
    library = native._lib
    library.ggml_backend_reg_count.restype = ctypes.c_size_t
    library.ggml_backend_load_all_from_path.argtypes = [ctypes.c_char_p]
    library.ggml_backend_load_all_from_path.restype = None
    if library.ggml_backend_reg_count() == 0:
        folder = Path(native.__file__).parent / "lib"
        library.ggml_backend_load_all_from_path(os.fsencode(folder))
