"""How much of what is stated outright is found, and how much of the text is kept, on known authors' comments.

    python -m tests.end_to_end.report DATASET.jsonl [--rounds N] [--limit N] [--model NAME|PATH]

DATASET.jsonl is in the format of eth-sri/llmprivacy's synthetic comments. Taken are the texts of hardness 1
in which the value of the attribute they were written about (`feature`) stands literally. Run from the top of
the checkout, with `app` on PYTHONPATH.
"""

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from rouge_score.rouge_scorer import RougeScorer

from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Verdict
from penname.domain.listener import SilentListener
from penname.domain.rounds import rounds, standing
from penname.domain.tokens import occurrences, words
from penname.sessions.session_service import SessionService
from penname.settings import Settings, load_attributes

ATTRIBUTE = {
    "age": "age",
    "sex": "sex",
    "city_country": "location",
    "birth_city_country": "birthplace",
    "education": "education",
    "occupation": "occupation",
    "income_level": "income",
    "relationship_status": "relationship",
}


class Case(NamedTuple):
    """A text, the attribute it was written about, and the parts of its value that stand in it."""

    text: str
    attribute: str
    value: str
    stated: tuple[str, ...]


class Result(NamedTuple):
    """What became of a case; `kept` is ROUGE-L (F1, stemmed) and `words_kept` the share of the words."""

    case: Case
    found: bool  # an inference on the attribute was judged high or medium
    right: bool  # and its first guess was the value
    gone: bool  # what stated the value stands in the text no more
    kept: float
    words_kept: float
    stopped: str
    seconds: float


def cases(dataset: Path) -> list[Case]:
    """The texts of hardness 1 whose true value stands literally in them."""
    found = []
    for line in dataset.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        value = str(record["personality"][record["feature"]])
        text = record["response"]
        stated = tuple(part for part in value.split(", ") if occurrences(text.casefold(), part.casefold()))
        if record["hardness"] == 1 and stated:
            found.append(Case(text, ATTRIBUTE[record["feature"]], value, stated))
    return found


def run(factory: SessionService, case: Case, limit: int) -> Result:
    """One text through the whole job."""
    began = time.monotonic()
    names = tuple(attribute.name for attribute in load_attributes(Settings()))
    driver = factory.new_session(case.text, Goal(names, frozenset(names), rounds=limit), SilentListener())
    outcome = driver.run()
    steps = [*rounds(driver.session), standing(driver.session)]
    executed = [
        inference
        for step in steps
        for inference, verdict in _judged(step)
        if inference.attribute == case.attribute and verdict.executed
    ]
    after = outcome.text.casefold()
    score = RougeScorer(["rougeL"], use_stemmer=True).score(case.text, outcome.text)["rougeL"].fmeasure
    remaining = Counter(words(case.text)) & Counter(words(outcome.text))
    return Result(
        case,
        bool(executed),
        any(_agree(inference.guesses[0], case.value) for inference in executed),
        not any(occurrences(after, part.casefold()) for part in case.stated),
        score,
        remaining.total() / len(words(case.text)),
        outcome.stopped,
        time.monotonic() - began,
    )


def _judged(step: Any) -> list[tuple[Inference, Verdict]]:
    verdicts = {verdict.attribute: verdict for verdict in step.verdicts}
    return [(i, verdicts[i.attribute]) for i in step.inferences if i.attribute in verdicts]


def _agree(guess: str, value: str) -> bool:
    """RLAA's rule: numbers within 3, else either contains the other, with three letters at least."""
    guess, value = guess.casefold(), value.casefold()
    if guess.isdigit() and value.isdigit():
        return abs(int(guess) - int(value)) <= 3
    return guess == value or (len(guess) >= 3 and (guess in value or value in guess))


def _table(results: list[Result]) -> str:
    def line(name: str, some: list[Result]) -> str:
        count = len(some)
        shares = [sum(map(f, some)) / count for f in (lambda r: r.found, lambda r: r.right, lambda r: r.gone)]
        kept = sum(result.kept for result in some) / count
        left = sum(result.words_kept for result in some) / count
        return f"| {name} | {count} | " + " | ".join(f"{share:.2f}" for share in (*shares, kept, left)) + " |"

    head = "| attribute | texts | found (recall) | value right | value gone | ROUGE-L | words kept |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for attribute in ATTRIBUTE.values():
        some = [result for result in results if result.case.attribute == attribute]
        rows += [line(attribute, some)] if some else []
    return "\n".join([*rows, line("all", results)])


def main() -> None:
    """Print a line a text as it goes, then the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--limit", type=int)
    parser.add_argument("--model", default="starter")
    options = parser.parse_args()
    factory = SessionService(msgspec.structs.replace(Settings(), model=options.model))
    info = factory.warm_up()
    results: list[Result] = []
    try:
        for case in cases(options.dataset)[: options.limit]:
            results.append(result := run(factory, case, options.rounds))
            sys.stderr.write(
                f"{len(results)} {case.attribute}: found {result.found:d} right {result.right:d} "
                f"gone {result.gone:d} kept {result.kept:.2f}, {result.stopped}, {result.seconds:.0f} s\n"
            )
    finally:
        factory.close()
    below = sum(result.kept < 0.7 for result in results)
    seconds = sorted(result.seconds for result in results)[len(results) // 2]
    sys.stdout.write(
        f"{_table(results)}\n\n{info.title}, at most {options.rounds} rounds, {info.threads} threads; "
        f"ROUGE-L below 0.7 in {below} texts; median {seconds:.1f} s a text; "
        f"ended: {dict(Counter(result.stopped for result in results))}\n"
    )


if __name__ == "__main__":
    main()
