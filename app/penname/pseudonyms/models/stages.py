"""Detect, generate and replace (GPF) put together from their parts, with or without a local model."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from penname.engine.tagging.client import Tagger
from penname.pseudonyms.detect import EVERYTHING, Detector, Search
from penname.pseudonyms.mapping import Mapping
from penname.pseudonyms.models.asking import PseudonymModel
from penname.pseudonyms.models.detectors import PromptDetector, TagDetector
from penname.pseudonyms.models.ner import NerDetector
from penname.pseudonyms.models.rewording import repeat, reword
from penname.pseudonyms.models.suggesting import suggest
from penname.pseudonyms.pseudonymize import Pseudonymized, pseudonymize


class Detect(StrEnum):
    """Who looks for names beside the rules and the labeller, which always do (detect.py)."""

    RULES = "rules"
    PROMPT = "prompt"
    TAG_MARK = "tag-mark"
    TAG_REP = "tag-rep"
    NER = "ner"


class Generate(StrEnum):
    """Where stand-ins for names come from."""

    RAND = "rand"
    PROMPT = "prompt"


class Replace(StrEnum):
    """How they come into the text; only `direct` is undone by the mapping alone."""

    DIRECT = "direct"
    PROMPT = "prompt"
    GEN = "gen"


class Stages(msgspec.Struct, frozen=True):
    """One part for each stage."""

    detect: Detect = Detect.RULES
    generate: Generate = Generate.RAND
    replace: Replace = Replace.DIRECT

    @property
    def needs_model(self) -> bool:
        """Whether any part asks a language model."""
        asked = self.detect not in (Detect.RULES, Detect.NER)
        return asked or self.generate is not Generate.RAND or self.replace is not Replace.DIRECT


def run_stages(
    text: str,
    stages: Stages,
    asking: Callable[[], PseudonymModel],
    search: Search = EVERYTHING,
    known: Mapping = Mapping(),  # noqa: B008 (a frozen value)
    *,
    visible: bool = False,
    seed: int = 0,
    tagging: Callable[[], Tagger] | None = None,
) -> Pseudonymized:
    """Pseudonymize by these parts; `asking` and `tagging` are called only where one asks such a model.

    Raises NotReversible, EngineError and Cancelled.
    """
    made: dict[Detect, Callable[[PseudonymModel], Detector]] = {
        Detect.PROMPT: PromptDetector,
        Detect.TAG_MARK: TagDetector,
        Detect.TAG_REP: lambda asking: TagDetector(asking, replacing=True),
    }
    detectors = [made[stages.detect](asking())] if stages.detect in made else []
    if stages.detect is Detect.NER and tagging is not None:
        detectors.append(NerDetector(tagging()))
    direct = pseudonymize(
        text,
        search,
        known,
        visible=visible,
        seed=seed,
        detectors=detectors,
        suggest=(lambda entities: suggest(asking(), entities))
        if stages.generate is Generate.PROMPT
        else (lambda _entities: {}),
    )
    if stages.replace is Replace.PROMPT:
        return reword(asking(), direct)
    return repeat(asking(), direct) if stages.replace is Replace.GEN else direct
