"""What is taken in, what other programs have, and what is deleted."""

import hashlib
import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from models.tiny_gguf import write_model
from penname import locations
from penname.domain.errors import Cancelled, ModelFileError
from penname.models import checking, fingerprints, importing, library, opening
from penname.models.catalog import entry_named, user_catalogs
from penname.models.errors import DiskFull, NotOurs
from penname.models.hardware import Hardware
from penname.models.importing import import_model
from penname.models.library import ModelOrigin
from penname.models.opening import open_model
from penname.models.other_programs import models_of_other_programs
from penname.models.verifying import verify_model

MATRIX = {"blk.0.attn_q.weight": np.ones((4, 32))}
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(name: str = "My Model.Q4_K_M.gguf", **values: object) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return write_model(path, MATRIX, tokenizer__chat_template="{{ x }}", **values)  # type: ignore[arg-type]

    return write


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "HF_HOME", "HF_HUB_CACHE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("OLLAMA_MODELS", raising=False)
    return home


def test_a_copy_is_taken_in_and_can_be_chosen(write: Write) -> None:
    source, told = write(), []
    model = import_model(source, on_progress=lambda done, size: told.append((done, size)))
    assert (model.name, model.title, model.origin) == ("my-model.q4_k_m", "Tinymodel", ModelOrigin.IMPORTED)
    assert told[-1] == (source.stat().st_size,) * 2
    source.unlink()
    assert open_model(model.name).path == model.path
    assert library.installed()[0].origin is ModelOrigin.SHIPPED
    library.remove(model.name)
    assert list(library.models_folder().iterdir()) == []
    with pytest.raises(ModelFileError):
        open_model(model.name)


LISTED = """
[[model]]
name = "listed"
title = "A listed model"
family = "Mine"
repo = "me/My-GGUF"
file = "my.gguf"
size = 1000
sha256 = "{sha256}"
parameters = 0.1
context = 8192
memory = 2000
languages = ["en"]
licence = "MIT"
licence_link = "https://example.org/licence"
pack = "writer"
adapter = "penname-starter-lora-q4_0.gguf"
rewrites_only = true
summary = "It is mine."
template = {{ effort = "low", thinks = false }}
"""


def test_a_copy_of_a_listed_model_is_that_model_with_our_adapter(write: Write) -> None:
    source = write()
    user_catalogs().mkdir(parents=True)
    sha256 = hashlib.sha256(source.read_bytes()).hexdigest()
    (user_catalogs() / "mine.toml").write_text(LISTED.format(sha256=sha256), encoding="utf-8")
    model = import_model(source)
    assert (model.name, model.title, model.origin) == ("listed", "A listed model", ModelOrigin.DOWNLOADED)
    files = open_model("listed")
    assert (files.pack, files.template) == ("writer", {"effort": "low", "thinks": False})
    assert files.adapter == str(locations.resource("penname-starter-lora-q4_0.gguf"))
    assert import_model(source).origin is ModelOrigin.IMPORTED  # a second copy is another model
    library.remove("listed")
    (user_catalogs() / "mine.toml").write_text(
        LISTED.format(sha256=sha256).replace("starter-lora", "lost"), encoding="utf-8"
    )
    import_model(source)
    with pytest.raises(ModelFileError, match="is missing: penname-lost"):
        open_model("listed")


def test_names_do_not_collide(write: Write) -> None:
    names = [import_model(write(f"{folder}/starter.gguf")).name for folder in "ab"]
    assert names == ["starter-2", "starter-3"]


def test_a_file_in_its_place_is_used_and_never_deleted(write: Write) -> None:
    source = write()
    model = import_model(source, copy=False)
    assert Path(model.path) == source
    assert import_model(source) == model, "it is known already"
    library.remove(model.name)
    assert source.is_file()


def test_a_file_that_went_away_is_no_longer_listed(write: Write) -> None:
    source = write()
    model = import_model(source, copy=False)
    source.unlink()
    assert library.installed_named(model.name) is None
    with pytest.raises(ModelFileError, match="no such file"):
        open_model(model.name)


def test_a_file_that_was_swapped_is_noticed(write: Write) -> None:
    model = import_model(write())
    with Path(model.path).open("ab") as file:
        file.write(b"more")
    with pytest.raises(ModelFileError, match="size has changed"):
        open_model(model.name)


def swap(path: Path) -> None:
    """Change a byte in the middle, and leave the size as it is."""
    content = bytearray(path.read_bytes())
    content[-3] ^= 1
    path.write_bytes(content)
    os.utime(path, ns=(0, 0))  # whatever the clock's step is, the time has changed


def test_another_file_of_the_same_size_is_noticed_and_says_what_to_do(write: Write) -> None:
    model = import_model(write())
    swap(Path(model.path))
    for use in (open_model, verify_model):
        with pytest.raises(ModelFileError, match=r"contents have changed\. Remove the model"):
            use(model.name)
    library.remove(model.name)
    assert open_model(import_model(write()).name).name == model.name


def test_a_file_that_was_only_copied_is_the_same(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    model = import_model(write())
    copy = Path(f"{model.path}.copy")
    copy.write_bytes(Path(model.path).read_bytes())
    copy.replace(model.path)  # another inode, another time
    assert open_model(model.name).path == model.path
    monkeypatch.setattr(fingerprints, "_sample_of", lambda *_: pytest.fail("it is known by now"))
    assert open_model(model.name).path == model.path


@pytest.mark.parametrize("share", [0, 0.5, 1])
def test_blocks_from_all_over_a_large_file_are_compared(tmp_path: Path, share: float) -> None:
    path, size = tmp_path / "large", 3 * fingerprints.BLOCK * fingerprints.BLOCKS
    path.write_bytes(bytes(size))
    fingerprints.remember_file(path)
    with path.open("r+b") as file:
        wide = 3 * fingerprints.BLOCK  # one block in three is read
        file.seek(int(share * (size - wide)))
        file.write(b"x" * wide)
    os.utime(path, ns=(0, 0))
    assert fingerprints.what_changed(path) == "contents"


def test_a_file_used_where_it_lies_is_known_from_its_first_opening(write: Write) -> None:
    source = write()
    assert open_model(str(source)).path == str(source)
    swap(source)
    with pytest.raises(ModelFileError, match=r"contents have changed\. If you know why, .*models check"):
        open_model(str(source))
    verified = verify_model(str(source))
    assert (verified.sha256, verified.compared) == (hashlib.sha256(source.read_bytes()).hexdigest(), False)
    assert open_model(str(source)).path == str(source)
    source.write_bytes(write("other.gguf", description="It is another.").read_bytes())
    with pytest.raises(ModelFileError, match="size has changed"):
        open_model(str(source))


def test_the_users_own_file_is_not_taken_for_whole_once_it_has_changed(write: Write) -> None:
    source = write()
    model = import_model(source, copy=False)
    assert not verify_model(model.name).compared
    swap(source)
    with pytest.raises(ModelFileError, match="contents have changed"):
        verify_model(model.name)
    library.remove(model.name)
    assert open_model(import_model(source, copy=False).name).path == str(source)


def test_a_change_that_no_sample_sees_is_found_in_the_whole_file(
    write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = import_model(write())
    assert verify_model(model.name).compared
    monkeypatch.setattr(fingerprints, "BLOCK", 8)
    fingerprints.remember_file(Path(model.path), model.sha256)
    content = bytearray(Path(model.path).read_bytes())
    content[-12] ^= 1
    Path(model.path).write_bytes(content)
    assert open_model(model.name).path == model.path
    with pytest.raises(ModelFileError, match="contents have changed"):
        verify_model(model.name)


def test_what_ollama_names_by_its_content_is_compared_with_its_name(write: Write) -> None:
    content = write().read_bytes()
    for named, whole in ((content, True), (b"other", False)):
        blob = write(f"sha256-{hashlib.sha256(named).hexdigest()}")
        if whole:
            assert verify_model(str(blob)).compared
        else:
            with pytest.raises(ModelFileError, match="contents have changed"):
                verify_model(str(blob))


def test_a_check_can_be_stopped(write: Write) -> None:
    with pytest.raises(Cancelled):
        verify_model(str(write()), lambda: True)


def test_no_fingerprint_tells_where_a_file_lies(write: Write) -> None:
    source = write("secret-name.gguf")
    open_model(str(source))
    (kept,) = (locations.data_dir() / "fingerprints").iterdir()
    assert "secret" not in kept.name
    assert b"secret" not in kept.read_bytes()


def test_stopping_leaves_nothing(write: Write) -> None:
    with pytest.raises(Cancelled):
        import_model(write(), stopped=lambda: True)
    assert list(library.models_folder().iterdir()) == []


def test_a_full_disk_is_told(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write()
    usage = shutil.disk_usage(source)
    monkeypatch.setattr(importing.shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with pytest.raises(DiskFull, match="not enough room"):
        import_model(source)
    monkeypatch.setattr(importing.shutil, "disk_usage", lambda _path: usage)
    library.models_folder()
    (library.models_folder() / "my-model.q4_k_m.gguf.unverified").symlink_to("/dev/full")
    with pytest.raises(DiskFull, match="No space left"):
        import_model(source)
    assert list(library.models_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"architecture": "clip"}, "looks at pictures"),
        ({"architecture": "bert"}, "embedding model"),
        ({"architecture": "nomic-bert"}, "embedding model"),
        ({"context": 512}, "takes in 512 tokens"),
    ],
)
def test_what_does_not_write_texts_is_refused(write: Write, values: dict[str, object], words: str) -> None:
    source = write(**values)
    for use in (import_model, lambda path: open_model(str(path))):
        with pytest.raises(ModelFileError, match=words):
            use(source)


def test_a_model_for_embeddings_is_known_by_its_pooling(tmp_path: Path) -> None:
    import gguf

    writer = gguf.GGUFWriter(tmp_path / "e.gguf", "qwen3")
    writer.add_tokenizer_model("gpt2")
    writer.add_pooling_type(gguf.PoolingType.LAST)
    writer.add_tensor("a", np.ones((4, 32), dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    with pytest.raises(ModelFileError, match="embedding model"):
        import_model(tmp_path / "e.gguf")


def test_a_model_larger_than_the_memory_is_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write()
    monkeypatch.setattr(checking, "total_memory", lambda: 100)
    monkeypatch.setattr(checking, "probe_hardware", lambda: Hardware(100, 50, 1))
    for use in (import_model, lambda path: open_model(str(path))):
        with pytest.raises(ModelFileError, match="larger than this computer's memory"):
            use(source)


def test_a_missing_chat_template_is_a_caution(tmp_path: Path) -> None:
    header = checking.check_model_file(write_model(tmp_path / "base.gguf", MATRIX))
    assert len(checking.cautions(header)) == 1


def test_three_bytes_are_no_model(tmp_path: Path) -> None:
    path = tmp_path / "tiny.gguf"
    path.write_bytes(b"GGU")
    with pytest.raises(ModelFileError, match="not a GGUF model file"):
        import_model(path)


def test_only_ours_is_deleted(write: Write) -> None:
    source = write()
    with pytest.raises(NotOurs):
        library.remove("starter")
    with pytest.raises(NotOurs):
        library.remove(str(source))
    assert source.is_file()
    library.partial_path("other").write_bytes(b"half")
    for name in ("nothing", "*", "../models/other", "."):
        with pytest.raises(ModelFileError, match="no model called"):
            library.remove(name)
    assert library.partial_bytes("other") == 4
    library.remove("other")
    assert library.partial_bytes("other") == 0


def test_other_programs_models_are_found_and_used_where_they_lie(home: Path, write: Write) -> None:
    model = write().read_bytes()

    def put(path: str, content: bytes = model) -> Path:
        file = home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        return file

    blob = put(".cache/huggingface/hub/models--a--B-GGUF/blobs/abc")
    link = home / ".cache/huggingface/hub/models--a--B-GGUF/snapshots/123/B-Q4_K_M.gguf"
    link.parent.mkdir(parents=True)
    link.symlink_to(blob)
    put(".lmstudio/models/a/C-GGUF/C-Q4_K_M.gguf")
    put(".lmstudio/models/a/C-GGUF/mmproj-C.gguf")
    put(".lmstudio/models/a/Big/Big-00001-of-00002.gguf")
    put(".lmstudio/models/a/Big/Big-00002-of-00002.gguf")
    put(".local/share/nomic.ai/GPT4All/D.gguf")
    put(".local/share/nomic.ai/GPT4All/half.gguf", b"GG")
    put(".config/Jan/data/llamacpp/models/E-3B/model.gguf")
    digest = hashlib.sha256(model).hexdigest()
    put(f".ollama/models/blobs/sha256-{digest}")
    layers = [
        {"mediaType": "application/vnd.ollama.image.license", "digest": "sha256:" + "0" * 64},
        {"mediaType": "application/vnd.ollama.image.model", "digest": f"sha256:{digest}"},
    ]
    put(".ollama/models/manifests/registry.ollama.ai/library/f/3b", json.dumps({"layers": layers}).encode())
    put(".ollama/models/manifests/registry.ollama.ai/library/broken/3b", b"{")

    found = models_of_other_programs()
    assert [(one.program, one.title) for one in found] == [
        ("GPT4All", "D"),
        ("Hugging Face", "B-Q4_K_M"),
        ("Jan", "E-3B"),
        ("LM Studio", "Big"),
        ("LM Studio", "C-Q4_K_M"),
        ("Ollama", "f:3b"),
    ]
    assert all(one.origin is ModelOrigin.OTHER_PROGRAM and not one.removable for one in found)
    assert next(one for one in found if one.title == "Big").size == 2 * len(model)
    for one in found:
        assert Path(open_model(one.name).path).read_bytes() == model
        with pytest.raises(NotOurs):
            library.remove(one.name)
    import_model(Path(found[0].path), copy=False)
    assert len(models_of_other_programs()) == len(found) - 1, "it is one of ours now"


def test_without_other_programs_nothing_is_found(home: Path) -> None:
    assert models_of_other_programs() == ()


def test_a_writer_that_came_with_penname_is_here_and_writes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    entry = entry_named("writer")
    assert entry
    assert entry.adapter
    resources = tmp_path / "resources"
    resources.mkdir()

    def resource(name: str) -> Path:
        if not (resources / name).exists():
            raise FileNotFoundError(name)
        return resources / name

    monkeypatch.setattr(locations, "resource", resource)
    assert opening.writer_of("starter") == ""
    (resources / entry.file).write_bytes(b"x")
    found = library.installed_named("writer")
    assert found
    assert (found.origin, found.path, found.removable) == (
        ModelOrigin.SHIPPED,
        str(resources / entry.file),
        False,
    )
    assert opening.writer_of("starter") == "writer"
    assert opening.writer_of("writer") == opening.writer_of("/some/file.gguf") == ""
