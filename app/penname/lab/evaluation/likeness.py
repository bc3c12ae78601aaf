"""How much of a text was kept: ROUGE and BLEU as RLAA and FgAA compute them, and the share of words edited.

The papers' own libraries compute them. The rest of the program does without these, so they are imported here
only, when they are needed.
"""

import importlib
from functools import cache
from typing import Any

import msgspec
from rapidfuzz.distance import Levenshtein

from penname.domain.errors import BadInput
from penname.domain.matching import Rules
from penname.domain.tokens import words

_MISSING = (
    "Measuring needs the packages {package} and others, which are not installed. "
    "Install them with: pip install penname[evaluation]"
)


class Likeness(msgspec.Struct, frozen=True):
    """A rewrite beside its original; all from 0 to 1 but `sacrebleu`, which runs to 100.

    `bleu` by nltk's smoothing 7 is not bounded by 1: an unchanged text gets more (RLAA's code does so, too).
    `edited` is the word-level edit distance over the length of the longer text.
    """

    rouge_1: float
    rouge_l: float
    bleu: float
    sacrebleu: float
    edited: float


@cache
def likeness(original: str, rewrite: str, rules: Rules = Rules.PENNAME) -> Likeness:
    """Compare; BLEU is smoothed as in RLAA's code (method 7), else as in FgAA's (method 4).

    Raises BadInput when the libraries are missing.
    """
    rouge = _scorer().score(original, rewrite)
    return Likeness(
        float(rouge["rouge1"].fmeasure),
        float(rouge["rougeL"].fmeasure),
        bleu(original, rewrite, rules),
        float(_library("sacrebleu").sentence_bleu(rewrite, [original]).score),
        edit_share(original, rewrite),
    )


def bleu(original: str, rewrite: str, rules: Rules) -> float:
    """nltk's sentence BLEU on white-space tokens; 0 for a text without any."""
    module = _library("nltk.translate.bleu_score")
    smoothing = module.SmoothingFunction()
    chosen = smoothing.method7 if rules is Rules.RLAA else smoothing.method4
    if not original.split() or not rewrite.split():
        return 0.0
    return float(module.sentence_bleu([original.split()], rewrite.split(), smoothing_function=chosen))


def edit_share(original: str, rewrite: str) -> float:
    """The words to insert, delete or exchange, as a share of the longer text's."""
    return float(Levenshtein.normalized_distance(words(original), words(rewrite)))


def check_libraries() -> None:
    """Raise BadInput unless all that measuring needs is installed."""
    for name in ("rouge_score.rouge_scorer", "nltk.translate.bleu_score", "sacrebleu", "matplotlib"):
        _library(name)


@cache
def _scorer() -> Any:
    return _library("rouge_score.rouge_scorer").RougeScorer(["rouge1", "rougeL"], use_stemmer=True)


def _library(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise BadInput(_MISSING.format(package=name.partition(".")[0])) from error
