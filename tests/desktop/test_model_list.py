"""What the list says of each model and offers for it, without a window."""

from dataclasses import replace

import msgspec
import pytest

from desktop.scripted_models import GB, MACHINE, STARTER, ScriptedModels, entry, model
from penname.desktop.model_window.model_offers import stronger
from penname.desktop.models.model_list import Transfer, catalog_row, choices, installed_row, sections
from penname.desktop.models.model_rows import ModelAction
from penname.desktop.models.model_words import duration, language_words, size_words, speed_words
from penname.models.download import DownloadProgress, DownloadState
from penname.models.fit import FitLevel
from penname.models.library import ModelOrigin
from penname.models.speed import Speed

HUB = "hub.example"


def test_what_is_here_comes_first_and_what_is_too_big_last() -> None:
    inventory = replace(
        ScriptedModels().inventory, elsewhere=(model("/ollama/x", ModelOrigin.ELSEWHERE, program="Ollama"),)
    )
    here, others, fetchable = sections(inventory, {}, {"starter"}, HUB)
    assert [row.name for row in here.rows] == ["starter"]
    assert [row.name for row in others.rows] == ["/ollama/x"]
    assert "Ollama" in others.rows[0].sentence
    assert [row.name for row in fetchable.rows] == ["small", "large", "closed", "huge"]
    levels = [row.fit_level for row in fetchable.rows]
    assert levels == [FitLevel.WELL, FitLevel.WELL, FitLevel.WELL, FitLevel.TOO_BIG]
    assert "too big" in fetchable.rows[-1].fit.lower()


def test_a_model_that_was_fetched_is_not_offered_again() -> None:
    inventory = ScriptedModels().inventory
    fetched = replace(inventory, installed=(STARTER, model("small", entry=entry("small"))))
    here, fetchable = sections(fetched, {}, {"starter"}, HUB)
    assert [row.name for row in here.rows] == ["starter", "small"]
    assert "small" not in {row.name for row in fetchable.rows}
    everything = replace(fetched, catalog=())
    assert sections(everything, {}, {"starter"}, HUB)[-1].empty


@pytest.mark.parametrize(
    ("origin", "used", "offered"),
    [
        (ModelOrigin.SHIPPED, False, {ModelAction.USE}),
        (ModelOrigin.SHIPPED, True, set()),
        (ModelOrigin.DOWNLOADED, False, {ModelAction.USE, ModelAction.DELETE}),
        (ModelOrigin.DOWNLOADED, True, set()),  # what is in use is not deleted
        (ModelOrigin.IMPORTED, False, {ModelAction.USE, ModelAction.DELETE}),
        (ModelOrigin.ELSEWHERE, False, {ModelAction.USE}),
    ],
)
def test_what_can_be_done_with_a_model_that_is_here(
    origin: ModelOrigin, used: bool, offered: set[ModelAction]
) -> None:
    row = installed_row(model("one", origin), ScriptedModels().inventory, {"one"} if used else set())
    assert set(row.actions) == offered
    assert row.in_use is used


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
    row = catalog_row(entry("small"), inventory, transfer, HUB)
    assert row.actions == offered
    assert row.asks_token == (ModelAction.GIVE_TOKEN in offered)
    assert row.error == (transfer.error if transfer else "")
    assert (row.share is not None) == bool(kept or (transfer and transfer.progress))
    assert bool(row.question) == bool(transfer and transfer.asking)
    assert not row.question or HUB in row.question


def test_progress_is_said_in_bytes_and_time() -> None:
    row = catalog_row(entry("small"), ScriptedModels().inventory, progress(DownloadState.DOWNLOADING), HUB)
    assert row.share == 0.25
    for part in ("250 MB", "1.0 GB", "2 minutes", "5 MB"):
        assert part in row.status
    waiting = catalog_row(entry("small"), ScriptedModels().inventory, progress(DownloadState.WAITING), HUB)
    assert "The connection broke." in waiting.status


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
    assert [duration(seconds) for seconds in (0.2, 1, 70, 600, 9000)] == [
        "1 second",
        "1 second",
        "70 seconds",
        "10 minutes",
        "2.5 hours",
    ]
    speeds = [speed_words(speed) for speed in (0.6, 3, 30)]
    assert len({words.split(",")[0] for words in speeds}) == 3
    assert "0.6" in speeds[0]
    assert language_words(("en", "de")) == "English, German"
    assert language_words(tuple("abcdefgh")).startswith("8 ")
    assert language_words(()) == ""


def test_a_model_that_only_rewrites_is_not_offered_for_reading() -> None:
    writes = msgspec.structs.replace(entry("writes"), rewrites_only=True)
    here = model("writes", entry=writes)
    assert choices([STARTER, here], "starter") == (("starter", "Starter model"),)
    row = installed_row(here, ScriptedModels().inventory, set())
    assert ModelAction.USE not in row.actions
    assert (
        ModelAction.USE
        in installed_row(model("small", entry=entry("small")), ScriptedModels().inventory, set()).actions
    )
