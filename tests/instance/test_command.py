"""`penname clipboard` reaches the running Penname without Qt, and starts one where none runs."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from penname.instance import command, starting
from penname.instance.activation import OPEN, PSEUDONYMIZE, RESTORE, SHOW, Activation
from penname.instance.primary import PrimaryInstance, become_primary

MODULES = """
import json, sys
import penname.__main__ as main
sys.argv = ["penname", "clipboard", "restore"]
try:
    main.main()
except SystemExit as end:
    print(json.dumps([end.code, sorted(sys.modules)]))
"""


@pytest.fixture
def primary() -> Iterator[PrimaryInstance]:
    became = become_primary(Activation(SHOW), 1)
    assert became is not None
    yield became
    became.close()


def test_the_running_one_is_reached_with_next_to_nothing_imported(primary: PrimaryInstance) -> None:
    heard: list[Activation] = []
    primary.answer(lambda activation: not heard.append(activation))
    done = subprocess.run(
        [sys.executable, "-c", MODULES],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "XDG_ACTIVATION_TOKEN": "tok"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    code, modules = json.loads(done.stdout)
    assert code == 0
    assert heard == [Activation(RESTORE, "tok")]
    packages = {name.partition(".")[0] for name in modules}
    assert packages.isdisjoint({"PySide6", "shiboken6", "msgspec", "argparse", "phonenumbers", "xcffib"})
    assert "penname.cli" not in modules


def test_where_none_runs_one_is_started_on_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], dict[str, Any]]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **how: started.append((command, how)))
    assert command.run(PSEUDONYMIZE) == 0
    ((words, how),) = started
    assert words[-2:] == ["--for-clipboard", "pseudonymize"]
    assert how["start_new_session"]
    assert {how["stdin"], how["stdout"], how["stderr"]} == {subprocess.DEVNULL}
    assert starting.read(words).activation.kind == PSEUDONYMIZE


def test_a_silent_one_is_told_of(
    primary: PrimaryInstance, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    primary.answer(lambda _activation: False)
    assert command.run(PSEUDONYMIZE) == 1
    assert "does not answer" in capsys.readouterr().err


def test_only_the_plain_command_takes_the_short_way() -> None:
    assert command.is_meant(["clipboard", "restore"])
    for words in ([], ["clipboard"], ["clipboard", "burn"], ["clipboard", "restore", "--help"], ["restore"]):
        assert not command.is_meant(words)


def test_a_start_leaves_the_window_its_own_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    monkeypatch.delenv("DESKTOP_STARTUP_ID", raising=False)
    read = starting.read(["penname", "--lag-probe", "file", "--at-login", "--for-clipboard", "restore"])
    assert read == (["penname", "--lag-probe", "file"], Activation(RESTORE), True)
    monkeypatch.chdir("/tmp")
    opened = starting.read(["penname", "--open", "my letter.docx"])
    assert opened == (["penname"], Activation(OPEN, "", "/tmp/my letter.docx"), False)
    assert starting.read(["penname", "--open"]) == (["penname"], Activation(SHOW), False)
    assert starting.read(["penname"]) == (["penname"], Activation(SHOW), False)


def test_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from penname.instance import login

    if sys.platform != "linux":
        pytest.skip("a file of Linux desktops")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert not login.starts_at_login()
    login.start_at_login(True)
    assert login.starts_at_login()
    (file,) = (tmp_path / "autostart").iterdir()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[Desktop Entry]"
    (execute,) = [line for line in lines if line.startswith("Exec=")]
    assert execute.endswith('"--at-login"')
    login.start_at_login(False)
    login.start_at_login(False)
    assert not login.starts_at_login()
