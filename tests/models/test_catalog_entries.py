"""What the list says of each model, and what becomes of lists with mistakes."""

import re
from pathlib import Path

import pytest

from penname import locations
from penname.domain.errors import ModelFileError
from penname.models.catalog import catalog, catalog_complaints, entry_named, user_catalogs
from penname.models.opening import open_model
from penname.sessions.languages import NAMES

HUB = [entry for entry in catalog() if entry.repo is not None]


def test_the_list_reaches_from_small_to_large() -> None:
    sizes = sorted(entry.size for entry in HUB)
    assert len(HUB) >= 15
    assert sizes[0] < 600e6 < 8e9 < sizes[-1] < 11e9
    assert len({entry.family for entry in HUB}) >= 6
    assert len({entry.name for entry in catalog()}) == len(catalog())


@pytest.mark.parametrize("entry", HUB, ids=lambda entry: entry.name)
def test_an_entry_is_plausible(entry) -> None:
    assert entry.licence_link.startswith("https://")
    assert entry.page == f"https://huggingface.co/{entry.repo}"
    assert entry.size + 500_000_000 <= entry.memory <= 2 * entry.size + 1_200_000_000
    assert 0.45e9 < entry.size / entry.parameters < 0.8e9, "a size that four-bit weights do not have"
    assert (locations.shipped("prompts") / entry.pack).is_dir()
    assert entry.context >= 8192
    assert entry.sampling is None or 0 < entry.sampling.temperature <= 1 >= entry.sampling.top_p > 0.5
    assert re.fullmatch(r"[A-Z][^.]*(\.\d[^.]*)*\.", entry.summary), "one plain sentence"
    assert set(entry.languages) <= set(NAMES)
    if entry.sha256 is not None:
        assert re.fullmatch(r"[0-9a-f]{40}", entry.revision), "a checksum belongs to a revision"


def test_a_model_that_is_not_here_is_offered() -> None:
    with pytest.raises(ModelFileError, match=r"not on this computer yet \(2\.5 GB\).*download qwen3-4b"):
        open_model("qwen3-4b")


GOOD = """
[[model]]
name = "mine"
title = "My model"
family = "Mine"
repo = "me/My-GGUF"
file = "my.gguf"
size = 1000
parameters = 0.1
context = 8192
memory = 2000
languages = ["en"]
licence = "MIT"
licence_link = "https://example.org/licence"
pack = "default"
summary = "It is mine."
"""


def write(text: str, name: str = "mine.toml") -> Path:
    path = user_catalogs() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_a_list_of_the_users_own_extends_ours() -> None:
    write(GOOD)
    mine = entry_named("mine")
    assert mine is not None
    assert mine.repo == "me/My-GGUF"
    assert catalog()[-1] == mine
    assert catalog_complaints() == ()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("size = 1000\n", ""), "“mine” is left out: it has no “size”"),
        (('title = "My model"\n', ""), "“mine” is left out: it has no “title”"),
        (("parameters", "paramters"), "“paramters” is no field of a model"),
        (("size = 1000", 'size = "1 GB"'), "its “size” should be of the kind int, not str"),
        (('name = "mine"', 'name = "My Model"'), "lower-case"),
        (('repo = "me/My-GGUF"', 'repo = "https://huggingface.co/me"'), "owner/name"),
        (('file = "my.gguf"', 'file = "../my.gguf"'), "not the name of a .gguf file"),
        (("size = 1000", 'size = 1000\nsha256 = "abc"'), "64 hexadecimal digits"),
        (('name = "mine"', 'name = "starter"'), "there is another model called"),
        (("[[model]]", "[model]"), "double brackets"),
        (("[[model]]", "[[model"), "not written as TOML"),
        (("[[model]]", "[other]\nx = 1\n[[model]]"), "“other” means nothing here"),
    ],
)
def test_a_mistake_is_told_with_its_file_and_entry(change: tuple[str, str], words: str) -> None:
    path = write(GOOD.replace(*change))
    write(GOOD.replace('"mine"', '"second"'), "second.toml")
    (complaint,) = catalog_complaints()
    assert words in complaint
    assert str(path) in complaint
    assert entry_named("second") is not None, "the other lists still count"
    assert catalog()[0].name == "starter"


def test_a_folder_in_the_place_of_a_list_is_told() -> None:
    (user_catalogs() / "odd.toml").mkdir(parents=True)
    (complaint,) = catalog_complaints()
    assert "odd.toml" in complaint
