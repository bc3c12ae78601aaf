"""The wheel in an empty environment outside the checkout does the job: nothing it needs was left behind."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_CHECKOUT = Path(__file__).parents[2]
# packaging/setup_environment.py notes there which build it installed.
_LLAMA_WHEEL = Path(sys.prefix, "llama-wheel")

pytestmark = [
    pytest.mark.model,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not _LLAMA_WHEEL.exists(), reason="needs the environment that make test sets up"),
]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment that has Penname's wheel, what that depends on, and nothing else."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, _CHECKOUT], check=True)
    (wheel,) = folder.glob("penname-*.whl")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "environment"], check=True)
    python = folder / "environment" / "bin" / "python"
    llama = _LLAMA_WHEEL.read_text(encoding="utf-8")
    # uncompiled: a few of the thousands of modules are used, once
    subprocess.run([*pip, "--python", python, "install", "--no-compile", llama, wheel], check=True)
    return python


def test_it_does_the_sample_job_far_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    text = (_CHECKOUT / "resources" / "samples" / "lisbon-flat.txt").read_text(encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    job = subprocess.run(
        [installed.with_name("penname"), "anonymize", "--json", "--rounds", "1", "-"],
        input=text.encode(),
        capture_output=True,
        cwd=tmp_path,
        env=environment,
    )
    assert job.returncode == 0, job.stderr.decode()
    result = json.loads(job.stdout)
    assert result["original"] == text
    assert result["rounds"][0]["inferences"]
    assert result["text"] != text


def test_the_package_there_is_the_installed_one(installed: Path, tmp_path: Path) -> None:
    where = "import penname, pathlib; print(pathlib.Path(penname.__file__).parent)"
    package = subprocess.run(
        [installed, "-c", where], capture_output=True, text=True, cwd=tmp_path, check=True
    )
    assert Path(package.stdout.strip()).is_relative_to(installed.parents[1])
