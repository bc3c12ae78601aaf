"""An attribute of the user's own, through the command line and the real starter, which never learned it."""

import msgspec
import pytest

from end_to_end.commands import penname
from penname.domain.tokens import occurrences
from penname.settings import load_settings, save_settings
from religion import RELIGION

pytestmark = pytest.mark.model
TEXT = "I'm a practising Quaker, and I live in Leeds. The kettle is broken again."


def test_what_its_rules_find_is_acted_on_beside_what_the_model_reads() -> None:
    save_settings(msgspec.structs.replace(load_settings(), custom_attributes=(RELIGION,)))
    done = penname("anonymize", "--json", "--protect", "religion,location", stdin=TEXT.encode())
    assert done.code == 0, done.said
    assert "has not learned to look for Religion beyond what its rules find" in done.said
    first, report = done.report["rounds"][0], done.report
    found = {one["attribute"]: one for one in first["inferences"]}
    assert (found["religion"]["source"], found["religion"]["guesses"][0]) == ("rule", "Quaker")
    verdicts = {one["attribute"]: one for one in first["verdicts"]}
    assert (verdicts["religion"]["validity"], verdicts["location"]["validity"]) == ("high", "high")
    assert "religion" in {name for edit in first["edits"] for name in edit["attributes"]}
    assert not occurrences(report["text"], "Quaker")
    assert not occurrences(report["text"], "Leeds")
    assert report["final"]["readable"] == []
