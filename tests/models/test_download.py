"""Downloads as the window and the command line start them: through the child process, into the library."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest

import penname
from models import download_once
from models.hub_server import COMMIT, REPO, Fault, File, Hub, impostor, serving
from models.tiny_gguf import write_model
from penname.domain.errors import Cancelled, ModelFileError
from penname.models import library
from penname.models.catalog import CatalogEntry
from penname.models.download import Download, DownloadProgress, DownloadState
from penname.models.download_messages import Patience
from penname.models.errors import DownloadFailed
from penname.models.opening import open_model

PATIENCE = Patience(connect=10.0, silence=5.0, attempts=40, first_pause=0.05, longest_pause=0.1)
SLOWLY = Fault(pause=0.02)
NAME = "tiny.gguf"


def model(folder: Path, **values: str) -> bytes:
    numbers = np.random.default_rng(3).normal(size=(100, 1000))
    path = write_model(folder / "made.gguf", {"token_embd.weight": numbers}, **values)
    return path.read_bytes()


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A model file of 400 kB."""
    return model(tmp_path_factory.mktemp("content"), tokenizer__chat_template="{{ x }}")


@pytest.fixture
def file(content: bytes) -> File:
    return File(content)


@pytest.fixture
def hub(file: File, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with serving({NAME: file}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        yield hub


ENTRY = CatalogEntry(
    name="tiny", title="Tiny model", family="Tiny", file=NAME, repo=REPO, pack="default", context=4096,
    languages=("en",), licence="MIT", summary="A test.", size=400_000, memory=1, parameters=0.1,
)  # fmt: skip


class Running:
    """A download in a thread of its own, and what became of it."""

    def __init__(self, token: str | None = None) -> None:
        self.told: list[DownloadProgress] = []
        self.error: BaseException | None = None
        self.seen = threading.Condition()
        self.download = Download(ENTRY, self._tell, token=token, patience=PATIENCE)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _tell(self, progress: DownloadProgress) -> None:
        with self.seen:
            self.told.append(progress)
            self.seen.notify_all()

    def _run(self) -> None:
        try:
            self.download.run()
        except BaseException as error:
            self.error = error

    def wait_for(self, state: DownloadState) -> None:
        with self.seen:
            assert self.seen.wait_for(lambda: any(one.state is state for one in self.told), 60)

    def end(self) -> BaseException | None:
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self.error


def test_a_model_is_fetched_verified_and_can_be_chosen(hub: Hub, content: bytes) -> None:
    told: list[DownloadProgress] = []
    Download(ENTRY, told.append, patience=PATIENCE).run()
    assert (told[0].state, told[-1].state, told[-1].done) == (
        DownloadState.STARTING,
        DownloadState.FINISHED,
        len(content),
    )
    model = library.installed_named("tiny")
    assert model is not None
    assert Path(model.path).read_bytes() == content
    assert (model.origin, model.removable) == (library.ModelOrigin.DOWNLOADED, True)
    left = sorted(path.name for path in library.models_folder().iterdir())
    assert left == ["tiny.gguf", "tiny.json"]
    assert COMMIT in (library.models_folder() / "tiny.json").read_text()
    assert open_model("tiny").path == model.path
    library.remove("tiny")
    assert list(library.models_folder().iterdir()) == []


def test_a_killed_program_goes_on_where_it_stood(hub: Hub, file: File, content: bytes) -> None:
    file.faults = [SLOWLY]
    environment = {**os.environ, "PYTHONPATH": str(Path(penname.__file__).parent.parent)}
    process = subprocess.Popen(
        [sys.executable, download_once.__file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(ENTRY))
    process.stdin.close()
    assert file.arrived.wait(60)
    os.killpg(process.pid, signal.SIGKILL)  # the program and its child
    process.wait()
    assert process.stdout is not None
    process.stdout.close()
    there = library.partial_bytes("tiny")
    assert 0 < there < len(content)
    assert library.installed_named("tiny") is None
    Download(ENTRY, patience=PATIENCE).run()
    assert int(hub.ranges(NAME)[1].removeprefix("bytes=").rstrip("-")) >= there
    assert len(hub.ranges(NAME)) == 2
    assert Path(open_model("tiny").path).read_bytes() == content


def test_a_child_that_dies_is_told_and_its_work_kept(hub: Hub, file: File) -> None:
    file.faults = [SLOWLY]
    running = Running()
    assert file.arrived.wait(60)
    assert running.download._child is not None
    os.kill(running.download._child.pid, signal.SIGKILL)
    error = running.end()
    assert isinstance(error, DownloadFailed)
    assert error.kept == library.partial_bytes("tiny") > 0


def test_pause_uses_no_network_and_resume_goes_on(hub: Hub, file: File, content: bytes) -> None:
    file.faults = [SLOWLY]
    running = Running()
    assert file.arrived.wait(60)
    running.download.pause()
    running.wait_for(DownloadState.PAUSED)
    asked = len(hub.asked)
    assert running.download._child is None or running.download._child.poll() is not None
    running.download.resume()
    assert running.end() is None
    assert len(hub.asked) == asked + 2
    assert hub.ranges(NAME)[-1] != "bytes=0-"
    assert Path(open_model("tiny").path).read_bytes() == content


@pytest.mark.parametrize("keep", [True, False])
def test_cancel_keeps_what_is_there_unless_it_is_not_to(hub: Hub, file: File, keep: bool) -> None:
    file.faults = [SLOWLY]
    running = Running()
    assert file.arrived.wait(60)
    running.download.cancel(keep=keep)
    assert isinstance(running.end(), Cancelled)
    assert (library.partial_bytes("tiny") > 0) is keep
    assert list(library.models_folder().glob("*.json")) == (
        [library.partial_path("tiny").with_name("tiny.gguf.unverified.json")] if keep else []
    )


def test_a_hub_that_comes_back_is_gone_on_with(
    file: File, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.faults = [Fault(cut=200_000)]
    with serving({NAME: file}) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        running = Running()
        assert file.arrived.wait(60)
    running.wait_for(DownloadState.WAITING)  # nobody listens any more
    with serving({NAME: file}, hub.hub_port, hub.store_port):
        assert running.end() is None
    assert Path(open_model("tiny").path).read_bytes() == content


def test_the_token_is_in_no_command_line_and_no_environment(hub: Hub, file: File) -> None:
    file.token = "hf_unheard-of"
    file.faults = [SLOWLY]
    running = Running(token=file.token)
    assert file.arrived.wait(60)
    child = running.download._child
    assert child is not None
    for about in ("cmdline", "environ"):
        assert file.token.encode() not in Path(f"/proc/{child.pid}/{about}").read_bytes()
    running.download.cancel()
    assert isinstance(running.end(), Cancelled)


def test_one_that_is_gated_asks_for_a_token(hub: Hub, file: File) -> None:
    file.token = "hf_unheard-of"
    with pytest.raises(DownloadFailed) as failed:
        Download(ENTRY, patience=PATIENCE).run()
    assert failed.value.needs_token


def test_what_is_no_model_for_texts_is_not_taken_into_use(hub: Hub, file: File, tmp_path: Path) -> None:
    file.content = model(tmp_path, clip__has_vision_encoder="yes", architecture="clip")
    with pytest.raises(ModelFileError, match="looks at pictures"):
        Download(ENTRY, patience=PATIENCE).run()
    assert list(library.models_folder().iterdir()) == []


def test_the_download_leaves_nothing_elsewhere(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "TMPDIR", "HF_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(home))
    Download(ENTRY, patience=PATIENCE).run()
    assert list(home.iterdir()) == []


def test_an_impostor_gets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impostor(tmp_path) as endpoint:
        monkeypatch.setenv("HF_ENDPOINT", endpoint)
        with pytest.raises(DownloadFailed, match="cannot show that it is localhost"):
            Download(ENTRY, token="hf_unheard-of", patience=PATIENCE).run()


def test_a_token_does_not_travel_in_the_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://mirror.invalid")
    with pytest.raises(DownloadFailed, match="begins with https"):
        Download(ENTRY, token="hf_unheard-of", patience=PATIENCE).run()
