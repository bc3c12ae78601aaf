"""llama-cpp-python's bindings alone. Only the engine host and what measures use them.

Its package brings in all of its own wrapper (NumPy, templates, a cache on disk), for which a start would wait
without need. So the package is known to Python but not run, unless something ran it before.
"""

import importlib.util
import sys

if "llama_cpp" not in sys.modules:
    _spec = importlib.util.find_spec("llama_cpp")
    if _spec is None:
        raise ImportError("llama-cpp-python is not installed")
    sys.modules["llama_cpp"] = importlib.util.module_from_spec(_spec)

import llama_cpp.llama_cpp as native

__all__ = ["native"]
