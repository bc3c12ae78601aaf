"""Whether there is a newer Penname: asked where the build says, by the real child, once a day, remembered."""

import sys
import time
from pathlib import Path

import pytest

import identity
from models.hub_server import Fault, File, serving
from penname.cli import DONE, FAILED, main
from penname.domain.errors import Cancelled
from penname.models.download_messages import Patience, Question
from penname.releases import update_check, versions
from penname.releases.address import LABEL, host_of, stated_address
from penname.releases.update_check import KnownVersions, NewestUnknown, UpdateCheck

PATIENCE = Patience(connect=30.0, silence=30.0)


def state(folder: Path, address: str) -> None:
    """Let a build that states this address be the first on the path, as packages are made."""
    stated = (("Homepage", "https://a.invalid/"), *([(LABEL, address)] if address else []))
    who = identity.read()._replace(version="9", addresses=stated)
    place = folder / "penname-9.dist-info"
    place.mkdir(parents=True, exist_ok=True)
    (place / "METADATA").write_text(who.metadata, encoding="utf-8")


@pytest.fixture(autouse=True)
def old(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """This is Penname 0.8, whose build states no address."""
    monkeypatch.setattr(versions, "__version__", "0.8.0")
    monkeypatch.syspath_prepend(str(tmp_path / "build"))
    state(tmp_path / "build", "")


def test_the_command_tells_of_a_newer_one_and_remembers_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert update_check.is_due()
    with serving({"version": File(b"0.9.0\n", faults=[Fault(), Fault(content=b"click here")])}) as server:
        state(tmp_path / "build", f"http://127.0.0.1:{server.store_port}/version")
        assert main(["version", "--check"]) == DONE
        assert "Penname 0.9 is out; this is 0.8." in capsys.readouterr().out
        assert str(update_check.newer()) == "0.9"
        assert not update_check.is_due()
        assert main(["version", "--check"]) == FAILED
        assert "click" not in "".join(capsys.readouterr())
        assert str(update_check.newer()) == "0.9"  # what was known stays known


def test_without_an_address_nothing_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert stated_address() == ""
    assert main(["version", "--check"]) == FAILED
    assert update_check.NO_ADDRESS in capsys.readouterr().err
    assert update_check.known() == KnownVersions()
    assert main(["version"]) == DONE


def test_the_address_is_the_one_that_the_package_states(tmp_path: Path) -> None:
    state(tmp_path / "build", "https://penname.example/newest")
    assert stated_address() == "https://penname.example/newest"
    assert host_of(stated_address()) == "penname.example"


def test_it_is_due_a_day_later_and_when_the_clock_went_back() -> None:
    update_check._keep(KnownVersions(asked=1_000_000.0))
    assert not update_check.is_due(lambda: 1_000_000.0 + 86_399)
    assert update_check.is_due(lambda: 1_000_000.0 + 86_401)
    assert update_check.is_due(lambda: 999_999.0)


@pytest.mark.parametrize(
    ("newest", "newer"), [("0.8.1", "0.8.1"), ("0.8.0", None), ("0.7", None), ("x", None)]
)
def test_only_a_newer_one_is_told_of_until_it_is_put_away(newest: str, newer: str | None) -> None:
    update_check._keep(KnownVersions(asked=1.0, newest=newest))
    found = update_check.newer()
    assert (str(found) if found else None) == newer
    if found:
        update_check.put_away(found)
        assert update_check.newer() is None
        update_check._keep(KnownVersions(asked=1.0, newest="0.9", put_away=newest))
        assert str(update_check.newer()) == "0.9"


def test_what_cannot_be_noted_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_path: Path, _data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(update_check, "write_private", full)
    monkeypatch.setattr(update_check.children, "start_download_child", lambda: pytest.fail("it was asked"))
    with pytest.raises(NewestUnknown, match="No space left"):
        UpdateCheck(Question("https://penname.example/newest")).run()


def test_a_damaged_note_is_as_none(own_folders: Path) -> None:
    update_check._keep(KnownVersions(asked=time.time()))
    update_check._path().write_bytes(b"{")
    assert update_check.known() == KnownVersions()
    assert update_check.is_due()


def test_a_child_that_says_nothing_sensible_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = [sys.executable, "-c", "import sys; sys.stdin.readline(); print('[]')"]
    monkeypatch.setattr(update_check.children, "command", lambda _kind: silent)
    with pytest.raises(NewestUnknown, match="stopped by itself"):
        UpdateCheck(Question("https://penname.example/newest")).run()
    question = UpdateCheck(Question("https://penname.example/newest"))
    question.cancel()
    with pytest.raises(Cancelled):
        question.run()
