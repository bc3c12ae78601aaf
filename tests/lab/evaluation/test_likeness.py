"""What is kept of a text: by the papers' libraries, which are asked independently here, and by hand."""

import math

import pytest
import sacrebleu
from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
from rouge_score import rouge_scorer

from penname.domain.errors import BadInput
from penname.domain.matching import Rules
from penname.lab.evaluation import likeness as module
from penname.lab.evaluation.likeness import bleu, check_libraries, edit_share, likeness

ORIGINAL = "I live in Lisbon and the tram is always late."
REWRITE = "I live in a city and the trams are always late."


def exactly(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_it_is_what_the_libraries_say() -> None:
    found = likeness(ORIGINAL, REWRITE)
    reference = rouge_scorer.RougeScorer(["rouge1", "rougeL"], use_stemmer=True).score(ORIGINAL, REWRITE)
    assert found.rouge_1 == exactly(reference["rouge1"].fmeasure)
    assert found.rouge_l == exactly(reference["rougeL"].fmeasure)
    assert found.sacrebleu == exactly(sacrebleu.sentence_bleu(REWRITE, [ORIGINAL]).score)
    smoothing = SmoothingFunction()
    for rules, method in ((Rules.RLAA, smoothing.method7), (Rules.FGAA, smoothing.method4)):
        expected = sentence_bleu([ORIGINAL.split()], REWRITE.split(), smoothing_function=method)
        assert bleu(ORIGINAL, REWRITE, rules) == exactly(expected)
        assert likeness(ORIGINAL, REWRITE, rules).bleu == exactly(expected)


def test_rouge_is_stemmed_as_by_hand() -> None:
    # Ten and eleven words; stemmed, "trams" is "tram": I live in and the tram(s) always late are shared.
    precision, recall = 8 / 11, 8 / 10
    assert likeness(ORIGINAL, REWRITE).rouge_l == exactly(2 * precision * recall / (precision + recall))


def test_bleu_by_hand() -> None:
    # "a b c d" kept but for its last word: precisions 4/5, 3/4, 2/3, 1/2, no brevity penalty.
    expected = math.exp(sum(map(math.log, (4 / 5, 3 / 4, 2 / 3, 1 / 2))) / 4)
    assert bleu("a b c d e", "a b c d x", Rules.FGAA) == exactly(expected)
    assert bleu("a b c d e", "", Rules.FGAA) == 0


def test_unchanged_and_empty_texts() -> None:
    same = likeness(ORIGINAL, ORIGINAL)
    assert (same.rouge_1, same.rouge_l, same.edited) == (1, 1, 0)
    assert (same.bleu, same.sacrebleu) == (exactly(1), pytest.approx(100))
    assert bleu(ORIGINAL, ORIGINAL, Rules.RLAA) > 1  # method 7 is not bounded by 1: RLAA's code has it so
    assert likeness(ORIGINAL, "").rouge_l == 0


def test_the_share_of_words_edited() -> None:
    assert edit_share("one two three four", "one two four") == exactly(0.25)
    assert edit_share("one two", "one two three four") == exactly(0.5)
    assert edit_share("one, two!", "one two") == 0


def test_without_the_extra_the_sentence_says_what_to_install(monkeypatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module.importlib, "import_module", missing)
    with pytest.raises(BadInput, match=r"pip install penname\[evaluation\]"):
        check_libraries()
