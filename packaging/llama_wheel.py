"""llama-cpp-python for this processor: compiled once a machine, kept as a wheel, tried before it is trusted.

The package index has only its source. Its default build is tuned to the machine it is built on, which on
processors with AMX dies at the first decode, so the instruction sets are picked here, one by one, and AMX is
never among them.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shlex
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

# ggml's switch for each instruction set, and the flag /proc/cpuinfo shows where the processor has it.
_BASELINE = {
    "GGML_SSE42": "sse4_2",
    "GGML_AVX": "avx",
    "GGML_AVX2": "avx2",
    "GGML_FMA": "fma",
    "GGML_F16C": "f16c",
    "GGML_BMI2": "bmi2",
}
_AVX512 = {
    "GGML_AVX512": "avx512bw",
    "GGML_AVX512_VBMI": "avx512vbmi",
    "GGML_AVX512_VNNI": "avx512_vnni",
    "GGML_AVX512_BF16": "avx512_bf16",
}
# ggml's AVX512 switch turns on all five of these at once.
_AVX512_BASE = {"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"}

_ALL_VARIANTS = "-DGGML_CPU_ALL_VARIANTS=ON"


def chosen_by_user() -> str | None:
    """A wheel (file or address) to use instead of compiling one: `PENNAME_LLAMA_WHEEL`."""
    return os.environ.get("PENNAME_LLAMA_WHEEL") or None


def cmake_args(*, portable: bool = False) -> str:
    """The switches llama.cpp is compiled with: the user's own `CMAKE_ARGS`, or one for each instruction set.

    `portable` leaves out AVX-512, for a machine where the full build does not run. On processors other than
    x86-64 ggml's own detection is used.
    """
    if "CMAKE_ARGS" in os.environ:
        return os.environ["CMAKE_ARGS"]
    if platform.machine().lower() not in {"x86_64", "amd64"}:
        return ""
    flags = _cpu_flags()
    switches = {switch: flag in flags for switch, flag in _BASELINE.items()}
    wide = not portable and flags >= _AVX512_BASE
    switches |= {switch: wide and flag in flags for switch, flag in _AVX512.items()}
    named = [f"-D{switch}={'ON' if on else 'OFF'}" for switch, on in switches.items()]
    # With GGML_NATIVE off ggml assumes AVX2, so what the processor lacks is switched off by name.
    # Penname reads text only, so the parts for images and sound are left out, which shortens the build.
    return " ".join(["-DLLAVA_BUILD=OFF", "-DGGML_NATIVE=OFF", *named])


def shipped_cmake_args() -> str:
    """The switches for the build that is shipped, which must run on processors nobody here has seen.

    On Linux and Windows ggml's processor code is compiled once for each generation of processors, into
    libraries of their own, from which `ggml_backend_load_all_from_path` takes the best that the machine can
    run. On a Mac there are few processors, and Metal does the work.
    """
    switches = ["-DLLAVA_BUILD=OFF", "-DGGML_NATIVE=OFF"]
    if sys.platform != "darwin":
        # ggml installs what is loaded at run time among the programs; the bindings look beside the library.
        switches += ["-DGGML_BACKEND_DL=ON", _ALL_VARIANTS, "-DCMAKE_INSTALL_BINDIR=llama_cpp/lib"]
        switches += ["-DCMAKE_INSTALL_LIBDIR=llama_cpp/lib"]
    if sys.platform == "linux":
        switches += ["-DCMAKE_INSTALL_RPATH=$ORIGIN"]
    return " ".join(switches)


def cache_folder(version: str, args: str) -> Path:
    """Where the wheel for this version, these switches, processor, Python and platform is kept."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    # a build with all variants is the same whichever processor it was made on
    processor = [] if _ALL_VARIANTS in args else sorted(_cpu_flags())
    made_for = [version, args, *processor, sys.implementation.cache_tag, sysconfig.get_platform()]
    digest = hashlib.sha256("\n".join(map(str, made_for)).encode()).hexdigest()[:16]
    return cache / "penname" / "wheels" / f"llama-cpp-python-{version}-{digest}"


def cached(version: str, args: str) -> Path | None:
    """The wheel kept from an earlier build, or None."""
    return next(cache_folder(version, args).glob("*.whl"), None)


def build(python: Path, version: str, args: str) -> Path:
    """Compile the wheel and keep it; ends the program with a sentence when that fails."""
    folder = cache_folder(version, args)
    folder.mkdir(parents=True, exist_ok=True)
    print(
        f"Compiling llama-cpp-python {version}, once on this machine (3 to 7 minutes on two cores, "
        "longer for the build that is shipped) ...",
        flush=True,
    )
    print(f"  CMAKE_ARGS={shlex.quote(args)}", flush=True)
    # Beside the cache, so that a finished wheel arrives there in one step and an interrupted one never does.
    with tempfile.TemporaryDirectory(dir=folder.parent) as workshop:
        pip = [str(python), "-m", "pip", "wheel", "--no-deps", "--no-binary", "llama-cpp-python"]
        command = [*pip, "--no-cache-dir", "--wheel-dir", workshop, f"llama-cpp-python=={version}"]
        if subprocess.run(command, env=os.environ | {"CMAKE_ARGS": args}).returncode != 0:
            sys.exit(
                "llama-cpp-python could not be compiled; the compiler's message is above. docs/GUIDE.md says "
                "how to use a prebuilt wheel instead (PENNAME_LLAMA_WHEEL)."
            )
        (wheel,) = Path(workshop).glob("*.whl")
        return wheel.replace(folder / wheel.name)


def runs(python: Path, model: Path) -> bool:
    """Whether the installed build loads `model` and decodes a token; in a child, which a bad build kills.

    Prints why not, where the child could still say so.
    """
    trial = (
        "import sys; from llama_cpp import Llama;"
        "Llama(sys.argv[1], n_ctx=64, n_threads=1, verbose=False)('Once upon', max_tokens=2)"
    )
    child = subprocess.run([python, "-c", trial, model], capture_output=True, text=True, errors="replace")
    if child.returncode != 0:
        print(*child.stderr.splitlines()[-1:], f"(exit status {child.returncode})", flush=True)
    return child.returncode == 0


def _cpu_flags() -> frozenset[str]:
    """The processor's features as Linux names them; empty where there is no /proc/cpuinfo."""
    try:
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return frozenset()
    found = re.search(r"^(?:flags|Features)\s*:\s*(.*)$", cpuinfo, re.MULTILINE)
    return frozenset(found.group(1).split()) if found else frozenset()
