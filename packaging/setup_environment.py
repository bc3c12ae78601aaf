"""Sets up what `make run` and `make test` need: system packages, `.venv`, llama.cpp, Penname itself.

Usage: python3 packaging/setup_environment.py {run,test}

Written for the standard library alone, because nothing is installed yet when it runs. It leaves a stamp in
`.venv` (`ready-to-run`, `ready-to-test`), so that make skips it as long as nothing it depends on has changed.
"""

import re
import subprocess
import sys
from pathlib import Path

if sys.version_info < (3, 11):  # noqa: UP036 - whoever starts it with an older Python should read this sentence
    sys.exit("Penname needs Python 3.11 or later. If you have one, name it: make PYTHON=python3.12 run")

import tomllib

import base_model
import llama_wheel
import system_packages

_ROOT = Path(__file__).resolve().parent.parent
_VENV = _ROOT / ".venv"
_PYTHON = _VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
_BASE_MODEL = _ROOT / "resources" / base_model.STARTER.file  # build_hook.py puts it there


def main(purpose: str) -> None:
    """Set up for `purpose`, "run" or "test"; each step finds out by itself whether to do anything."""
    version = pinned_llama_version()
    system_packages.require_for(purpose)
    if not _PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", _VENV], check=True)
    _install_llama(version, llama_wheel.cmake_args())
    _pip("--editable", f"{_ROOT}[dev]" if purpose == "test" else _ROOT)
    _prove_llama(version)
    _provide_writer()
    (_VENV / f"ready-to-{purpose}").touch()


def _install_llama(version: str, args: str) -> None:
    wheel = llama_wheel.chosen_by_user() or llama_wheel.cached(version, args)
    if wheel is None:
        system_packages.require_compiler()
        wheel = llama_wheel.build(_PYTHON, version, args)
    marker = (
        _VENV / "llama-wheel"
    )  # which wheel the environment has, so that another choice is installed over it
    if marker.exists() and marker.read_text(encoding="utf-8") == str(wheel):
        return
    _pip(wheel)
    _pip("--force-reinstall", "--no-deps", wheel)
    marker.write_text(str(wheel), encoding="utf-8")


def _prove_llama(version: str) -> None:
    """Decode one token with the build; where that kills it, build once more without AVX-512."""
    if llama_wheel.runs(_PYTHON, _BASE_MODEL):
        return
    if llama_wheel.chosen_by_user() is None:
        print("This build of llama.cpp does not run here; taking a portable one.", flush=True)
        _install_llama(version, llama_wheel.cmake_args(portable=True))
        if llama_wheel.runs(_PYTHON, _BASE_MODEL):
            return
    sys.exit(
        "llama.cpp is installed but cannot run a model on this machine. docs/GUIDE.md says how to use a "
        "prebuilt build (PENNAME_LLAMA_WHEEL) or your own switches (CMAKE_ARGS)."
    )


def _provide_writer() -> None:
    """Fetch the writer's base model, without which Penname works with the starter alone."""
    try:
        base_model.provide(base_model.WRITER, _ROOT, _PYTHON)
    except RuntimeError as error:
        print(
            f"{error}\nPenname works without it: the starter model then words its changes itself, poorly.",
            flush=True,
        )


def pinned_llama_version() -> str:
    """The version of llama-cpp-python that pyproject.toml names."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (version,) = (
        found[1]
        for line in project["dependencies"]
        if (found := re.fullmatch(r"llama-cpp-python==(.+)", line))
    )
    return version


def _pip(*what: str | Path) -> None:
    command = [_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *what]
    if subprocess.run(command, stdin=subprocess.DEVNULL).returncode != 0:
        sys.exit("pip could not install what Penname needs; its message is above. Is there a connection?")


if __name__ == "__main__":
    if sys.argv[1:] not in (["run"], ["test"]):
        sys.exit(__doc__)
    main(sys.argv[1])
