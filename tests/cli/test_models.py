"""`penname models`: the list, one model, a file taken in and removed, a download from a hub on loopback."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from models.hub_server import REPO, File, serving
from models.tiny_gguf import write_model
from penname import cli
from penname.models import library
from penname.models.catalog import catalog, user_catalogs
from penname.models.hardware import Hardware
from penname.models.speed import remember_speed

GB = 10**9
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def small_computer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A computer with 8 GB and no other program's models."""
    monkeypatch.setattr("penname.cli.model_list.probe_hardware", lambda: Hardware(8 * GB, 6 * GB, 4))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in (
        "XDG_CACHE_HOME",
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "HF_HOME",
        "HF_HUB_CACHE",
        "OLLAMA_MODELS",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs `penname models ...`; returns its exit code, what it printed and what it said."""

    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(("models", *arguments))
        shown = capfd.readouterr()
        assert "Traceback" not in shown.err
        return code, shown.out, shown.err

    return run


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return write_model(
        tmp_path / "My Model.gguf", {"a.weight": np.ones((4, 32))}, tokenizer__chat_template="{{ x }}"
    )


def test_the_list_says_what_fits(run: Run) -> None:
    remember_speed(0.02, GB // 2)
    code, out, _ = run("list", "--json")
    models = {model["name"]: model for model in json.loads(out)}
    assert code == cli.DONE
    assert next(iter(models)) == "starter"
    assert set(models) == {entry.name for entry in catalog()}
    assert models["qwen3-0.6b"]["fit"] == "fits well"
    assert models["gemma4-e4b"]["fit"] == "too big"
    assert models["qwen3-8b"]["fit"] == "fits tightly"
    assert 2 < models["qwen3-8b"]["tokens_per_second"] < 10 < models["qwen3-0.6b"]["tokens_per_second"]
    code, out, _ = run("list")
    assert "On this computer:\n  starter" in out
    assert "too big" in out


def test_a_list_with_a_mistake_is_told_beside_the_others(run: Run) -> None:
    user_catalogs().mkdir(parents=True)
    (user_catalogs() / "mine.toml").write_text('[[model]]\nname = "x"\n')
    code, out, err = run("list")
    assert code == cli.DONE
    assert "starter" in out
    assert "mine.toml" in err


def test_a_file_is_taken_in_shown_and_removed(run: Run, mine: Path) -> None:
    code, _, err = run("import", str(mine))
    assert code == cli.DONE
    assert "--model my-model" in err
    assert "download" not in err  # nothing used the network
    code, out, _ = run("show", "my-model")
    assert "family: llama" in out
    assert "imported" in out
    assert run("show", "my-model", "--json")[1].startswith("{")
    assert run("remove", "my-model")[0] == cli.DONE
    assert mine.is_file()
    assert run("show", "my-model")[0] == cli.UNUSABLE
    assert list(library.models_folder().iterdir()) == []


def test_in_place_makes_no_copy(run: Run, mine: Path) -> None:
    assert run("import", "--in-place", str(mine))[0] == cli.DONE
    model = library.installed_named("my-model")
    assert model is not None
    assert Path(model.path) == mine
    assert run("remove", "my-model")[0] == cli.DONE
    assert mine.is_file()


def test_a_changed_file_is_told_and_a_whole_one_too(run: Run, mine: Path) -> None:
    assert run("import", str(mine))[0] == cli.DONE
    code, out, _ = run("check", "my-model")
    assert code == cli.DONE
    assert "is whole" in out
    assert hashlib.sha256(mine.read_bytes()).hexdigest() in out
    with (library.models_folder() / "my-model.gguf").open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"x")
    code, out, err = run("check", "my-model")
    assert code == cli.FAILED
    assert out == ""
    assert "contents have changed" in err
    code, out, _ = run("check", str(mine))
    assert code == cli.DONE
    assert "There is no SHA-256 here" in out


def test_what_cannot_be_done_is_a_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(b"GGU")
    for arguments, words in (
        (("import", str(tmp_path / "x.gguf")), "not a GGUF model file"),
        (("import", str(tmp_path / "nothing.gguf")), "no model file"),
        (("remove", "starter"), "part of Penname"),
        (("remove", "nothing"), "no model called"),
        (("show", "nothing"), "no model called"),
        (("download", "nothing"), "No list of models has"),
        (("download", "qwen3-4b", "--keep-token"), "Give both"),
    ):
        code, out, err = run(*arguments)
        assert code in (cli.UNUSABLE, cli.FAILED)
        assert out == ""
        assert words in err


def test_a_download_ends_in_a_model(run: Run, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user_catalogs().mkdir(parents=True)
    (user_catalogs() / "mine.toml").write_text(
        f'[[model]]\nname = "mine"\ntitle = "Mine"\nfamily = "Mine"\nrepo = "{REPO}"\nfile = "mine.gguf"\n'
        'size = 1000\nparameters = 0.1\ncontext = 4096\nmemory = 2000\nlanguages = []\nlicence = "MIT"\n'
        'licence_link = "https://example.org"\npack = "default"\nsummary = "It is mine."\n'
    )
    file = File(mine.read_bytes(), token="hf_mine")
    secret = mine.with_name("token")
    secret.write_text("hf_mine\n")
    with serving({"mine.gguf": file}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        code, _, err = run("download", "mine")
        assert code == cli.FAILED
        assert "accepted its terms" in err
        assert "--token-from" in err
        code, _, err = run("download", "mine", "--token-from", str(secret))
    assert code == cli.DONE
    assert "127.0.0.1 learns this computer's address" in err
    assert "hf_mine" not in err
    assert run("download", "mine")[2] == "mine is on this computer already.\n"
    assert json.loads(run("show", "mine", "--json")[1])["state"] == "installed"
