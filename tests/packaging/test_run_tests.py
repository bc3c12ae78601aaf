"""The runner of `make test`: one summary, and no way for a failing or an empty step to go unnoticed."""

from pathlib import Path

import pytest

import run_tests
from run_tests import Group


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two passing tests, one failing and one skipped, and no checks."""
    (tmp_path / "test_good.py").write_text("def test_a(): pass\ndef test_b(): pass\n")
    (tmp_path / "test_bad.py").write_text(
        "import pytest\ndef test_c(): assert 0\ndef test_d(): pytest.skip()\n"
    )
    monkeypatch.setattr(run_tests, "_ROOT", tmp_path)
    monkeypatch.setattr(run_tests, "_CHECKS", {})
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # they cost a second, and none is needed
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(monkeypatch: pytest.MonkeyPatch, *groups: Group) -> int:
    monkeypatch.setattr(run_tests, "_GROUPS", groups)
    return run_tests.main(soak=False)


def test_passing_groups_are_summed_up(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    groups = [Group("one", ["test_good.py"]), Group("two", ["test_good.py", "-k", "test_a"])]
    assert _run(monkeypatch, *groups) == 0
    assert " 3 passed in " in capsys.readouterr().out


def test_a_failing_group_fails_the_whole_and_does_not_stop_the_next(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, Group("bad", ["test_bad.py"]), Group("good", ["test_good.py"])) == 1
    shown = capsys.readouterr().out
    assert " 1 failed, 2 passed, 1 skipped in " in shown
    assert "FAILED: bad\n" in shown


def test_an_empty_group_fails(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch, Group("good", ["test_good.py"]), Group("none", ["-k", "nothing_like_this"])) == 1


def test_a_failing_check_fails_the_whole(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        run_tests, "_CHECKS", {"version": ["python", "--version"], "broken": ["python", "-c", "1/0"]}
    )
    assert _run(monkeypatch, Group("good", ["test_good.py"])) == 1
