"""An attribute from outside the package: a table in the settings, and the command line protects it."""

import io
import json
import random
import sys
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from penname import cli
from penname.domain.attributes import use_own_attributes
from penname.domain.consistency import contradictions
from penname.domain.inferences import Inference
from penname.domain.matching import Match, matches
from penname.domain.suggestions import suggest
from penname.domain.targets import targets
from penname.methods import registry
from penname.roles.signs import shows_a_sign
from penname.roles.third_party import is_about_third_party
from penname.settings import load_settings, save_settings
from religion import RELIGION, use_religion


def test_it_is_read_judged_and_rewritten_by_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    use_religion(monkeypatch)
    report = _run(monkeypatch, "After Friday prayers we ate late.", "--protect", "religion")
    assert report["text"] == "After that we ate late."
    assert report["stopped"] == "nothing left to fix"
    (only,) = report["rounds"]
    assert [verdict["attribute"] for verdict in only["verdicts"] if verdict["validity"] == "high"] == [
        "religion"
    ]
    assert report["final"]["readable"] == []


def test_it_may_be_given_for_one_text(monkeypatch: pytest.MonkeyPatch) -> None:
    use_religion(monkeypatch)
    save_settings(msgspec.structs.replace(load_settings(), custom_attributes=()))
    also = ("--also", "religion=what the author believes", "--protect", "religion")
    report = _run(monkeypatch, "After Friday prayers we ate late.", *also)
    assert report["text"] == "After that we ate late."
    assert load_settings().custom_attributes == ()


def test_what_is_stated_is_found_by_its_rules_whatever_the_model_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_religion(monkeypatch)
    report = _run(monkeypatch, "I’m a practising Quaker, and we ate late.", "--protect", "religion")
    assert report["text"] == "I’m a practising believer, and we ate late."
    misled = ("--method", "misleading", "--target", "religion=Sikh")
    report = _run(monkeypatch, "I’m a practising Quaker, and we ate late.", "--protect", "religion", *misled)
    assert report["text"] == "I’m a practising Sikh, and we ate late."


@pytest.mark.parametrize(
    ("more", "becomes"),
    [
        ((), "believer"),
        (("--method", "adversarial"), "believer"),
        (("--method", "misleading", "--target", "religion=Sikh"), "Sikh"),
    ],
)
def test_its_rules_find_it_where_the_model_was_never_trained_to_look(
    monkeypatch: pytest.MonkeyPatch, more: tuple[str, ...], becomes: str
) -> None:
    """What the starter is asked stays word for word as in its training: nothing names a ninth."""
    requests = use_religion(monkeypatch, lambda _: "Nothing.", pack="starter")
    report = _run(monkeypatch, "I’m a practising Quaker, and we ate late.", "--protect", "religion", *more)
    assert report["text"] == f"I’m a practising {becomes}, and we ate late."
    assert [found["source"] for found in report["rounds"][0]["inferences"]] == ["rule"]
    (verdict,) = report["rounds"][0]["verdicts"]
    if not more:
        assert (verdict["validity"], verdict["evidence"]) == ("high", ["I’m a practising Quaker"])
        assert report["final"]["readable"] == []
    assert requests
    assert not any("religion" in message.content for asked in requests for message in asked.messages)


def test_a_method_from_outside_the_package_protects_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    use_religion(monkeypatch)
    monkeypatch.setattr(registry, "_methods", dict(registry._methods))
    registry.register(registry.RATIONAL._replace(name="careful", brief="look twice"))
    with pytest.raises(SystemExit):
        cli.main(("anonymize", "--help"))
    assert "careful: look twice" in " ".join(capsys.readouterr().out.split())
    report = _run(monkeypatch, "After Friday prayers we ate late.", "--method", "careful")
    assert (report["method"], report["text"]) == ("careful", "After that we ate late.")


def test_a_method_from_outside_the_package_that_misleads_is_given_targets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_religion(monkeypatch, lambda _: "Nothing.", pack="starter")
    monkeypatch.setattr(registry, "_methods", dict(registry._methods))
    registry.register(registry.MISLEADING._replace(name="careful"))
    options = (
        "--protect",
        "religion",
        "--method",
        "careful",
        "--target",
        "religion=Sikh",
        "--certainty",
        "2",
    )
    report = _run(monkeypatch, "I’m a practising Quaker, and we ate late.", *options)
    assert report["text"] == "I’m a practising Sikh, and we ate late."
    assert report["targets"] == {"religion": "Sikh"}


def test_it_has_values_to_compare_to_draw_and_to_suggest() -> None:
    assert matches(RELIGION, "Society of Friends", "Quaker") is Match.YES
    assert matches(RELIGION, "Sikh", "Hindu") is Match.NO
    assert targets(RELIGION, "Hindu") == ("Muslim", "Quaker", "Sikh")
    (decoy,) = suggest((RELIGION,), random.Random(1), truth={"religion": "Hindu"}).decoys
    assert decoy.value in ("Muslim", "Quaker", "Sikh")
    assert contradictions({"religion": "Sikh", "age": "40"}) == []


def test_what_is_known_of_it_is_known_by_its_name() -> None:
    use_own_attributes((RELIGION,))
    assert matches("religion", "society of friends", "Quaker") is Match.YES
    assert shows_a_sign("religion", "Friday prayers", "Friday prayers are long.")
    assert not shows_a_sign("religion", "ate late", "We ate late.")
    said = Inference("religion", "", ("Sikh", "Hindu", "Muslim"), 4)
    assert is_about_third_party("My neighbour prays at dawn.", said, ("prays",))


def _run(monkeypatch: pytest.MonkeyPatch, text: str, *options: str) -> Any:
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text.encode()), isatty=lambda: False))
    assert cli.main(("anonymize", "--json", *options)) == 0
    out.flush()
    return json.loads(out.buffer.getvalue())  # type: ignore[attr-defined]
