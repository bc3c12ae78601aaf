"""The list of models on an X display with a window manager, by the keyboard alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from end_to_end.commands import ROOT
from end_to_end.x_session import x_session

pytestmark = [
    pytest.mark.xvfb,
    pytest.mark.skipif(
        not (os.environ.get("DISPLAY") or shutil.which("Xvfb")), reason="there is no display and no Xvfb"
    ),
]


def test_a_model_is_fetched_paused_and_used_without_a_mouse(shared_folders: Path) -> None:
    with x_session() as display:
        done = subprocess.run(
            [sys.executable, str(ROOT / "tests" / "end_to_end" / "models_probe.py")],
            env={
                **os.environ,
                "DISPLAY": display,
                "QT_QPA_PLATFORM": "xcb",
                "PYTHONPATH": os.pathsep.join([str(ROOT / "app"), str(ROOT / "tests")]),
            },
            capture_output=True,
            text=True,
            timeout=200,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert [name.partition(":")[2].strip() for name in found["seen"]] == ["Small"] * 4
    assert found["tabs"] < 20
    assert found["model"] == "Small"
