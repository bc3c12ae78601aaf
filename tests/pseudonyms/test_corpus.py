"""Recall and precision over the corpus, and that everything in it comes back byte for byte."""

import collections
import time
from collections.abc import Callable

import pytest

from penname.pseudonyms.detect import detect
from penname.pseudonyms.entities import NAMES, Kind
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.pseudonymize import pseudonymize
from penname.pseudonyms.restore import restore
from penname.pseudonyms.structured import find_structured
from pseudonyms.corpus import Sample, corpus
from pseudonyms.name_texts import NameText, name_texts, requests_to_chatbots
from pseudonyms.telling import tell

CORPUS = corpus()


def test_the_corpus_is_what_it_claims_to_be() -> None:
    negatives = [sample for sample in CORPUS if sample.kind is None]
    assert len({sample.text for sample in CORPUS}) >= 300
    assert len(negatives) >= 0.4 * len(CORPUS)
    assert {sample.kind for sample in CORPUS} == {None, *Kind} - NAMES
    assert corpus() == CORPUS


def test_structured_identifiers_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    found, missed, wrong = (
        collections.Counter[Kind](),
        collections.Counter[Kind](),
        collections.Counter[Kind](),
    )
    for sample in CORPUS:
        got = {(entity.kind, entity.text) for entity in resolve(sample.text, find_structured(sample.text))}
        expected = {(sample.kind, sample.value)} if sample.kind else set()
        found.update(kind for kind, _ in got & expected)
        missed.update(kind for kind, _ in expected - got if kind)
        wrong.update(kind for kind, _ in got - expected)
    recall = {kind: found[kind] / (found[kind] + missed[kind]) for kind in found}
    precision = {kind: found[kind] / (found[kind] + wrong[kind]) for kind in found}
    figures = (f"  {kind:<12} recall {recall[kind]:.3f}  precision {precision[kind]:.3f}" for kind in found)
    tell(capsys, f"Structured identifiers, {len(CORPUS)} texts:", *figures)
    assert found.total() / (found.total() + missed.total()) >= 0.98
    assert found.total() / (found.total() + wrong.total()) >= 0.95
    assert min(recall.values()) >= 0.95
    assert min(precision.values()) >= 0.90
    assert set(wrong) <= set(found)


@pytest.mark.parametrize("visible", [False, True])
def test_the_whole_corpus_comes_back_byte_for_byte(visible: bool) -> None:
    for number, sample in enumerate(CORPUS):
        result = pseudonymize(sample.text, visible=visible, seed=number)
        assert restore(result.text, result.mapping).text == sample.text
        _assert_hidden(sample, result.text)


def _assert_hidden(sample: Sample, text: str) -> None:
    found = {entity.text for entity in detect(sample.text)}
    if sample.value in found:
        assert sample.value not in text


@pytest.mark.parametrize(
    ("source", "least"), [(name_texts, 0.95), (requests_to_chatbots, 0.75)], ids=["templates", "requests"]
)
def test_names_by_rules_alone(
    capsys: pytest.CaptureFixture[str], source: Callable[[], list[NameText]], least: float
) -> None:
    """Recall is told. The rules know the templates' manner of writing, but not that of the requests."""
    found, all_names = collections.Counter[Kind](), collections.Counter[Kind]()
    named, right = 0, 0
    for text, names in source():
        entities = [entity for entity in detect(text) if entity.kind in NAMES]
        covered = {place for entity in entities for place in range(entity.start, entity.end)}
        for kind, start, end in names:
            all_names[kind] += 1
            found[kind] += all(place in covered for place in range(start, end) if text[place].isalnum())
        true = {place for _, start, end in names for place in range(start, end)}
        named += len(entities)
        right += sum(entity.start in true for entity in entities)
    tell(
        capsys,
        f"Names in English by rules alone, {source.__name__}:",
        *(f"  {kind:<12} recall {found[kind] / count:.3f} of {count}" for kind, count in all_names.items()),
        f"  together     recall {found.total() / all_names.total():.3f}  precision {right / named:.3f}",
    )
    assert found.total() / all_names.total() >= least


def test_how_long_structured_detection_takes_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = " ".join(sample.text for sample in CORPUS).split(" ")[:2000]
    text = " ".join(words)
    count = len(list(find_structured(text)))  # the first call also reads labels and number rules
    started = time.perf_counter()
    assert len(list(find_structured(text))) == count
    took = 1000 * (time.perf_counter() - started)
    tell(capsys, f"Structured detection, 2,000 words with {count} finds: {took:.0f} ms")
