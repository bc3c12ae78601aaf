"""Prompt packs: read strictly, rendered in a sandbox."""

import shutil
from pathlib import Path

import pytest

from penname import locations
from penname.roles.packs import BrokenPack, load_pack, read_pack


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(locations.shipped("prompts/default"), tmp_path / "mine"))


@pytest.mark.parametrize("name", ["starter", "default"])
def test_the_packs_that_ship_can_be_read(name):
    assert load_pack(name).name == name


def test_the_paper_s_sampling_is_in_the_default_pack():
    pack = load_pack("default")
    samplings = [prompt.sampling for prompt in (pack.attacker, pack.arbitrator, pack.anonymizer)]
    assert [(s.temperature, s.top_p, s.max_tokens) for s in samplings] == [
        (0.1, 0.9, 1024),
        (0.0, 1.0, 1024),
        (0.5, 0.9, 512),
    ]


def test_a_missing_pack_says_so():
    with pytest.raises(BrokenPack, match="missing"):
        load_pack("no-such-pack")


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("attacker.toml", "part_tokens = 1500", "part_tokens = 'many'"),
        ("attacker.toml", "part_tokens = 1500", "part_tokens = 1500\nsurprise = 1"),
        ("arbitrator.toml", "{{ text }}", "{{ text "),
        ("anonymizer.toml", "user = '''", "user = ''"),
    ],
)
def test_a_broken_file_is_named(folder, file, before, after):
    path = folder / file
    content = path.read_text(encoding="utf-8")
    assert before in content
    path.write_text(content.replace(before, after), encoding="utf-8")
    with pytest.raises(BrokenPack, match=file):
        read_pack(folder)


@pytest.mark.parametrize(
    "template", ["{{ nobody }}", "{{ text.__class__.__mro__ }}", "{{ attributes.append(1) }}", "{{ 1 / 0 }}"]
)
def test_a_template_that_reaches_out_is_refused(folder, template):
    path = folder / "attacker.toml"
    content = path.read_text(encoding="utf-8")
    path.write_text(content.replace("{{ text }}", template), encoding="utf-8")
    prompt = read_pack(folder).attacker
    with pytest.raises(BrokenPack):
        prompt.render(text="a text", attributes=[])
