"""What is missing on a machine is found by trying it, and named so that one line mends it."""

import subprocess

import pytest

import system_packages
from system_packages import Need

_MISSING_LIBRARY = Need("library", "libpenname-test-nowhere.so.1", "libnowhere1")
_MISSING_PROGRAM = Need("program", "penname-test-nowhere", "nowhere-tools")
_MISSING_COMPOSITOR = Need("program", "penname-test-compositor", "nowhere-compositor")


def test_a_need_is_met_by_what_is_there() -> None:
    assert Need("library", "libc.so.6", "libc6").is_met()
    assert Need("program", "sh", "dash").is_met()
    assert Need("module", "json", "python3").is_met()
    assert not _MISSING_LIBRARY.is_met()
    assert not _MISSING_PROGRAM.is_met()
    assert not Need("module", "penname_test_nowhere", "nowhere").is_met()


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A Debian machine that lacks two things; records the commands that would run on it."""
    ran: list[list[str]] = []

    def record(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(system_packages.sys, "platform", "linux")
    monkeypatch.setattr(system_packages, "_VENV", (Need("program", "sh", "dash"),))
    monkeypatch.setattr(system_packages, "_ENGINE", ())
    monkeypatch.setattr(system_packages, "_WINDOW", (_MISSING_LIBRARY,))
    monkeypatch.setattr(system_packages, "_TESTS", (_MISSING_PROGRAM,))
    monkeypatch.setattr(system_packages, "_WAYLAND_TEST", (_MISSING_COMPOSITOR,))
    monkeypatch.setattr(
        system_packages.shutil, "which", lambda name: "/usr/bin/x" if name in ("apt-get", "sh") else None
    )
    monkeypatch.setattr(system_packages.subprocess, "run", record)
    return ran


def test_with_permission_only_the_missing_packages_are_installed(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages.os, "geteuid", lambda: 0)
    system_packages.require_for("run")
    update, install = commands
    assert "update" in update
    assert install[-2:] == ["--no-install-recommends", "libnowhere1"]


def test_without_permission_the_line_to_run_is_printed_and_nothing_is_run(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages.os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as stopped:
        system_packages.require_for("test")
    assert "apt-get install --yes --no-install-recommends libnowhere1 nowhere-tools\n" in str(stopped.value)
    assert commands == []


def test_on_another_distribution_the_things_themselves_are_named(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_packages.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=r"libpenname-test-nowhere\.so\.1 \(library\)"):
        system_packages.require_for("run")
    assert commands == []


def test_what_only_one_test_wants_is_tried_and_its_absence_stops_nothing(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(system_packages.os, "geteuid", lambda: 0)
    record = system_packages.subprocess.run

    def without_compositor(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        record(command)
        return subprocess.CompletedProcess(command, int("nowhere-compositor" in command))

    monkeypatch.setattr(system_packages.subprocess, "run", without_compositor)
    system_packages.require_for("test")
    assert [command[-1] for command in commands if "install" in command] == [
        "nowhere-tools",
        "nowhere-compositor",
    ]
    assert _MISSING_COMPOSITOR.name in capsys.readouterr().out

    commands.clear()
    monkeypatch.setattr(system_packages, "_WINDOW", ())
    monkeypatch.setattr(system_packages, "_TESTS", ())
    monkeypatch.setattr(system_packages.os, "geteuid", lambda: 1000)
    system_packages.require_for("test")
    assert commands == []
    assert _MISSING_COMPOSITOR.name in capsys.readouterr().out
