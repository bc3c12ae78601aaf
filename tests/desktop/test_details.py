"""What the details page says about the confinement: only what was tried and refused."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import penname
from penname.desktop.background.progress import WritingSpeed
from penname.desktop.main.details import confinement_lines, details_html, tuning_lines
from penname.engine.client import ModelInfo
from penname.engine.options import Tuning
from penname.engine.refusals import Refusals

FIELDS = Refusals.__struct_fields__
ALL = Refusals(**dict.fromkeys(FIELDS, True))
INFO = ModelInfo("toy", "Toy", 100, "default", (), 1, False)


@pytest.mark.parametrize("field", ["sockets", "programs", "other_processes", "reading", "writing"])
def test_what_was_not_refused_is_never_said_to_be(field: str) -> None:
    refused, open_to_it = confinement_lines(ALL)
    less_refused, more_open = confinement_lines(msgspec.structs.replace(ALL, **{field: False}))
    (gone,) = set(refused) - set(less_refused)
    assert gone not in more_open
    if field == "sockets":  # Penname's own refusal is what stays
        assert len(less_refused) == len(refused)
    else:
        assert len(more_open) == len(open_to_it) + 1


def test_without_any_refusal_the_model_is_credited_with_none() -> None:
    nothing_loaded, _ = confinement_lines(None)
    refused, open_to_it = confinement_lines(Refusals())
    assert set(refused) <= set(nothing_loaded)
    assert len(open_to_it) >= 6


def test_this_process_is_asked_too() -> None:
    code = (
        "from penname.engine.confining import confinement\n"
        "from penname.desktop.main.details import confinement_lines\n"
        "before = confinement_lines(None)\n"
        "confinement.forbid_network(); confinement.forbid_core_dumps()\n"
        "after = confinement_lines(None)\n"
        "print(len(before[0]), len(before[1]), len(after[0]), len(after[1]))"
    )
    environment = os.environ | {"PYTHONPATH": str(Path(penname.__file__).parent.parent)}
    counts = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    ).stdout.split()
    assert counts == ["0", "2", "2", "0"]


def test_the_page_shows_the_report_of_the_loaded_model() -> None:
    pages = [
        details_html(None, WritingSpeed(), msgspec.structs.replace(INFO, refused=refused), [])
        for refused in (ALL, Refusals())
    ]
    for page, refused in zip(pages, (ALL, Refusals()), strict=True):
        assert all(line in page for lines in confinement_lines(refused) for line in lines)
    assert pages[0] != pages[1]


def test_only_settings_that_were_chosen_are_listed() -> None:
    assert tuning_lines(Tuning()) == []
    chosen = Tuning(batch=256, cache_type="q8_0", extra_buffers=False, gpu_layers=0, flash_attention=False)
    assert len(tuning_lines(chosen)) == 6
    page = details_html(None, WritingSpeed(), msgspec.structs.replace(INFO, tuning=chosen), [])
    assert "256" in page
