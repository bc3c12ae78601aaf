"""A model that answers nonsense: random weights, which llama.cpp really runs, with the pack for any model."""

from pathlib import Path

import pytest

from engine.tiny_llama import write_llama
from penname.domain.events import Attacked, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.tokens import occurrences
from penname.engine.local import LocalEngine
from penname.models.opening import open_model
from penname.roles.part_rewrite import NO_CHANGE
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.settings import Settings, load_attributes

pytestmark = pytest.mark.model
TEXT = "I fix the trams at the depot near the river. My knee hates the cold. We moved here for the hills."
PHRASES = ("fix the trams at the depot", "hates the cold", "for the hills", "near the river", "moved here")


@pytest.mark.parametrize("seed", range(4))
def test_it_proposes_no_change_and_says_so(tmp_path: Path, seed: int) -> None:
    engine = LocalEngine.start(open_model(str(write_llama(tmp_path / "noise.gguf", seed))))
    try:
        found = (Inference("occupation", "", ("tram driver",), 4),)
        assert all(occurrences(TEXT, phrase) for phrase in PHRASES)
        verdict = Verdict("occupation", Validity.HIGH, PHRASES)
        goal = Goal(("occupation",), frozenset(("occupation",)), seed=seed)
        attacked = Attacked(found, (TextPart(0, len(TEXT), found),))
        rewritten = Roles(engine, load_attributes(Settings())).rewrite(
            RewriteRequest(TEXT, attacked, (verdict,), goal)
        )
    finally:
        engine.close()
    assert rewritten.changes == ()
    assert rewritten.refused == NO_CHANGE
    assert all(dropped.reason for dropped in rewritten.dropped)
