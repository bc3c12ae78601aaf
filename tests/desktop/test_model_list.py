"""What the list says of each model and offers for it, without a window."""

from dataclasses import replace

import msgspec
import pytest

from desktop.scripted_models import GB, MACHINE, STARTER, ScriptedModels, entry, model
from penname.desktop.model_window.model_offers import stronger
from penname.desktop.models.model_details import details_of_entry
from penname.desktop.models.model_list import Transfer, catalog_row, choices, installed_row, sections
from penname.desktop.models.model_rows import ModelAction
from penname.desktop.models.model_words import (
    about,
    language_words,
    quality_fact,
    size_words,
    speed_words,
)
from penname.desktop.models.recommending import recommended
from penname.models.download import DownloadProgress, DownloadState
from penname.models.fit import Fit, FitLevel
from penname.models.library import ModelOrigin
from penname.models.speed import Speed

HUB = "hub.example"


def test_what_is_here_comes_first_and_what_is_too_big_last() -> None:
    inventory = replace(
        ScriptedModels().inventory,
        other_programs=(model("/ollama/x", ModelOrigin.OTHER_PROGRAM, program="Ollama"),),
    )
    here, others, fetchable = sections(inventory, {}, {"starter": "Reads"}, HUB)
    assert [row.name for row in here.rows] == ["starter"]
    assert [row.name for row in others.rows] == ["/ollama/x"]
    assert "Ollama" in others.rows[0].note
    assert "does not copy it" in dict(others.rows[0].details)["About"]
    assert [row.name for row in fetchable.rows] == ["large", "small", "closed", "huge"]
    assert [row.recommended for row in fetchable.rows] == [True, False, False, False]
    assert fetchable.folded == {"small", "closed", "huge"}
    levels = [row.memory.level for row in fetchable.rows]
    assert levels == [FitLevel.WELL, FitLevel.WELL, FitLevel.WELL, FitLevel.TOO_BIG]
    assert fetchable.rows[-1].memory.words == "No"


def test_a_model_in_use_whose_file_is_gone_is_not_folded_away() -> None:
    inventory = ScriptedModels().inventory
    assert "small" not in sections(inventory, {}, {"small": "Reads"}, HUB)[-1].folded


def test_a_model_that_was_fetched_is_not_offered_again() -> None:
    inventory = ScriptedModels().inventory
    fetched = replace(inventory, installed=(STARTER, model("small", entry=entry("small"))))
    here, fetchable = sections(fetched, {}, {"starter": "Reads"}, HUB)
    assert [row.name for row in here.rows] == ["starter", "small"]
    assert "small" not in {row.name for row in fetchable.rows}
    everything = replace(fetched, catalog=())
    assert sections(everything, {}, {"starter": "Reads"}, HUB)[-1].empty


@pytest.mark.parametrize(
    ("origin", "used", "offered"),
    [
        (ModelOrigin.SHIPPED, False, {ModelAction.USE}),
        (ModelOrigin.SHIPPED, True, set()),
        (ModelOrigin.DOWNLOADED, False, {ModelAction.USE, ModelAction.DELETE}),
        (ModelOrigin.DOWNLOADED, True, set()),  # what is in use is not deleted
        (ModelOrigin.IMPORTED, False, {ModelAction.USE, ModelAction.DELETE}),
        (ModelOrigin.OTHER_PROGRAM, False, {ModelAction.USE}),
    ],
)
def test_what_can_be_done_with_a_model_that_is_here(
    origin: ModelOrigin, used: bool, offered: set[ModelAction]
) -> None:
    row = installed_row(model("one", origin), ScriptedModels().inventory, {"one": "Reads"} if used else {}, 0)
    assert set(row.actions) == {*offered, ModelAction.TRY, ModelAction.CHECK}
    assert row.job == ("Reads" if used else "")
    assert row.note.startswith("Reads") is used  # in sight, in place of its size


def progress(state: DownloadState) -> Transfer:
    return Transfer(DownloadProgress(state, GB // 4, GB, 5_000_000.0, 150.0, "The connection broke."))


@pytest.mark.parametrize(
    ("transfer", "kept", "offered"),
    [
        (None, 0, (ModelAction.DOWNLOAD,)),
        (None, 300, (ModelAction.RESUME, ModelAction.DISCARD)),
        (Transfer(asking=True), 0, (ModelAction.DOWNLOAD, ModelAction.CANCEL)),
        (progress(DownloadState.STARTING), 0, (ModelAction.PAUSE, ModelAction.CANCEL)),
        (progress(DownloadState.DOWNLOADING), 0, (ModelAction.PAUSE, ModelAction.CANCEL)),
        (progress(DownloadState.WAITING), 0, (ModelAction.PAUSE, ModelAction.CANCEL)),
        (progress(DownloadState.CHECKING), 0, (ModelAction.PAUSE, ModelAction.CANCEL)),
        (progress(DownloadState.PAUSED), 0, (ModelAction.RESUME, ModelAction.CANCEL)),
        (Transfer(error="It broke."), 0, (ModelAction.DOWNLOAD,)),
        (Transfer(error="It broke."), 300, (ModelAction.RESUME, ModelAction.DISCARD)),
        (Transfer(error="Who are you?", needs_token=True), 0, (ModelAction.GIVE_TOKEN,)),
    ],
)
def test_what_can_be_done_with_a_download(
    transfer: Transfer | None, kept: int, offered: tuple[ModelAction, ...]
) -> None:
    inventory = replace(ScriptedModels().inventory, partial={"small": kept} if kept else {})
    row = catalog_row(entry("small"), inventory, transfer, HUB, 0)
    assert row.actions == offered
    assert row.asks_token == (ModelAction.GIVE_TOKEN in offered)
    assert row.error == (transfer.error if transfer else "")
    assert (row.share is not None) == bool(kept or (transfer and transfer.progress))
    assert bool(row.question) == bool(transfer and transfer.asking)
    assert not row.question or HUB in row.question


def test_progress_is_said_in_bytes_and_time() -> None:
    row = catalog_row(entry("small"), ScriptedModels().inventory, progress(DownloadState.DOWNLOADING), HUB, 0)
    assert row.share == 0.25
    for part in ("250 MB", "1.0 GB", "2 min", "5 MB"):
        assert part in row.note
    waiting = catalog_row(entry("small"), ScriptedModels().inventory, progress(DownloadState.WAITING), HUB, 0)
    assert "The connection broke." in waiting.note


def test_the_chosen_model_is_among_the_choices_wherever_it_lies() -> None:
    assert choices([STARTER], "starter") == (("starter", "Starter model"),)
    assert choices([STARTER], "/far/away.gguf")[-1] == ("/far/away.gguf", "away")


def test_the_largest_model_that_fits_is_offered_while_there_is_only_the_starter() -> None:
    inventory = ScriptedModels().inventory
    best = stronger(inventory)
    assert best is not None
    assert best.name == "large"
    slow = stronger(replace(inventory, speed=Speed(0.1, GB)))  # large would write about one token a second
    assert slow is not None
    assert slow.name == "small"
    tiny = replace(inventory, hardware=msgspec.structs.replace(MACHINE, memory=GB, free_memory=GB))
    assert stronger(tiny) is None
    assert stronger(replace(inventory, hardware=None)) is None
    assert stronger(replace(inventory, installed=(STARTER, model("own", ModelOrigin.IMPORTED)))) is None


def test_words_for_amounts() -> None:
    assert [size_words(size) for size in (1500, 2_000_000, 4_660_000_000)] == ["2 kB", "2 MB", "4.7 GB"]
    speeds = [speed_words(Fit(FitLevel.WELL, GB, speed)) for speed in (0.6, 3, 30)]
    assert len({words.split(",")[1] for words in speeds}) == 3
    assert "0.6" in speeds[0]
    assert [about(seconds) for seconds in (2, 44, 240, 9000)] == [
        "about 5 s",
        "about 45 s",
        "about 4 min",
        "about 2 h",
    ]
    assert language_words(("en", "de")) == "English, German"
    assert language_words(tuple("abcdefgh")).startswith("8 ")
    assert language_words(()) == ""


def test_a_model_that_only_rewrites_is_not_offered_for_reading() -> None:
    writes = msgspec.structs.replace(entry("writes"), rewrites_only=True)
    here = model("writes", entry=writes)
    assert choices([STARTER, here], "starter") == (("starter", "Starter model"),)
    inventory = ScriptedModels().inventory
    assert ModelAction.USE not in installed_row(here, inventory, {}, 0).actions
    assert ModelAction.USE in installed_row(model("small", entry=entry("small")), inventory, {}, 0).actions


def test_a_speed_is_the_time_for_the_text_in_front() -> None:
    inventory = ScriptedModels().inventory
    usual, short, long = (
        catalog_row(entry("small"), inventory, None, HUB, words).speed for words in (0, 120, 1200)
    )
    assert (usual.words, usual.note) == ("about 45 s", "for a short text")
    assert (short.words, short.note) == ("about 45 s", "for this text")
    assert long.words == "about 8 min"
    assert catalog_row(entry("huge", 40 * GB), inventory, None, HUB, 0).speed.words == ""
    unknown = catalog_row(entry("small"), replace(inventory, speed=None), None, HUB, 0)
    assert unknown.speed.words == ""


def test_a_slow_model_is_called_so_and_not_recommended() -> None:
    inventory = replace(ScriptedModels().inventory, speed=Speed(0.1, GB))  # large: about one token a second
    large = catalog_row(entry("large", 8 * GB), inventory, None, HUB, 0)
    assert (large.speed.note, large.speed.level) == ("slow", FitLevel.TIGHTLY)
    assert not large.recommended
    assert recommended(inventory) == entry("small")
    slower = replace(inventory, speed=Speed(1.0, GB))
    assert recommended(slower) == STARTER.entry  # better than to wait


def test_the_time_of_the_starter_has_that_of_its_writer() -> None:
    writer = msgspec.structs.replace(entry("writer"), pack="writer", rewrites_only=True)
    starter = msgspec.structs.replace(entry("starter"), repo=None, pack="starter", writer="writer")
    inventory = ScriptedModels().inventory
    alone = installed_row(model("starter", entry=starter), inventory, {}, 0)
    both = replace(inventory, installed=(model("writer", entry=writer),))
    assert alone.speed.words == "about 15 s"
    assert installed_row(model("starter", entry=starter), both, {}, 0).speed.words == "about 30 s"


def test_quality_is_measured_or_judged_by_size() -> None:
    tried = msgspec.structs.replace(entry("tried"), measured="It found half.")
    assert quality_fact(tried).note == "Measured"
    assert "It found half." in dict(details_of_entry(tried, Fit(FitLevel.WELL, GB, None))).values()
    large = msgspec.structs.replace(entry("large"), parameters=8.0)
    assert (quality_fact(large).words, quality_fact(large).note) == ("Strong", "Estimated from size")
    assert quality_fact(None).note == "Not tried by us"
