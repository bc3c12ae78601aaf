"""Recall and precision over the corpus, and that everything in it comes back byte for byte."""

import collections
import time
from collections.abc import Callable

import pytest

from penname.domain.tokens import words
from penname.pseudonyms.detect import detect
from penname.pseudonyms.entities import NAMES, Kind
from penname.pseudonyms.identifiers import find_structured
from penname.pseudonyms.kinds import identifier_kinds
from penname.pseudonyms.overlaps import resolve
from penname.pseudonyms.pseudonymize import pseudonymize
from penname.pseudonyms.restore import restore
from pseudonyms.corpus import Sample, corpus
from pseudonyms.name_texts import NameText, later_requests, name_texts, nameless, requests_to_chatbots
from pseudonyms.telling import tell

CORPUS = corpus()


def test_the_corpus_is_what_it_claims_to_be() -> None:
    negatives = [sample for sample in CORPUS if sample.kind is None]
    assert len({sample.text for sample in CORPUS}) >= 300
    assert len(negatives) >= 0.4 * len(CORPUS)
    assert {sample.kind for sample in CORPUS} == {None, *(kind.name for kind in identifier_kinds())}
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
    ("source", "least"),
    [(name_texts, 0.95), (requests_to_chatbots, 0.95), (later_requests, 0.85)],
    ids=["templates", "requests", "later"],
)
def test_names_without_a_model(
    capsys: pytest.CaptureFixture[str], source: Callable[[], list[NameText]], least: float
) -> None:
    """Recall is told. The rules know the manner of writing of all but the later requests."""
    found, all_names = collections.Counter[Kind](), collections.Counter[Kind]()
    named, right = collections.Counter[Kind](), collections.Counter[Kind]()
    for text, names in source():
        entities = [entity for entity in detect(text) if entity.kind in NAMES]
        covered = {place for entity in entities for place in range(entity.start, entity.end)}
        for kind, start, end in names:
            all_names[kind] += 1
            found[kind] += all(place in covered for place in range(start, end) if text[place].isalnum())
        true = {place for _, start, end in names for place in range(start, end)}
        for entity in entities:
            named[entity.kind] += 1
            right[entity.kind] += all(
                place in true for place in range(entity.start, entity.end) if text[place].isalnum()
            )
    recall, precision = found.total() / all_names.total(), right.total() / named.total()
    tell(
        capsys,
        f"Names in English by rules and labeller, {source.__name__}:",
        *(
            f"  {kind:<12} recall {found[kind] / count:.3f} of {count:<3}  "
            f"precision {right[kind] / named[kind]:.3f} of {named[kind]}"
            for kind, count in all_names.items()
        ),
        f"  together     recall {recall:.3f}         precision {precision:.3f}",
    )
    assert recall >= least
    assert precision >= 0.93


def test_few_words_of_texts_without_names_are_taken_for_some(capsys: pytest.CaptureFixture[str]) -> None:
    texts = [one.text for one in nameless()]
    taken = [entity.text for text in texts for entity in detect(text) if entity.kind in NAMES]
    count = sum(len(words(text)) for text in texts)
    tell(capsys, f"Texts without names: {len(taken)} of {count} words taken for one")
    assert len(taken) <= 0.03 * count


def test_how_long_structured_detection_takes_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(" ".join(sample.text for sample in CORPUS).split(" ")[:2000])
    count = len(list(find_structured(text)))  # the first call also reads labels and number rules
    started = time.perf_counter()
    assert len(list(find_structured(text))) == count
    took = 1000 * (time.perf_counter() - started)
    tell(capsys, f"Structured detection, 2,000 words with {count} finds: {took:.0f} ms")
