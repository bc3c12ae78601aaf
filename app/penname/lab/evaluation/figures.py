"""What a report holds: one row a contender, with its figures and how sure they are."""

import msgspec

from penname.lab.evaluation.measures import Interval, Margin


class Group(msgspec.Struct, frozen=True):
    """Attack accuracy on a part of the pairs, labelled ones unless it says otherwise."""

    pairs: float
    before: float | None
    after: float | None


class Floor(msgspec.Struct, frozen=True):
    """What an attacker guesses of an attribute from an empty text, and how often that is right of the texts
    that are about it.
    """

    guess: str | None
    right: float | None


class Privacy(msgspec.Struct, frozen=True):
    """What one attacker reads before and after. `drop` is paired, text by text."""

    attacker: str
    labelled_before: Interval
    labelled_after: Interval
    labelled_drop: Interval
    all_before: Interval
    all_after: Interval
    all_drop: Interval
    top_3: Group
    certain: Group
    less_precise: Group
    abstained: Group
    floor_labelled: float | None
    floor_all: float | None


class Outright(msgspec.Struct, frozen=True):
    """Texts in which the labelled value stands literally, judged by the attacker and by that very rule."""

    texts: int
    before: Interval
    after: Interval
    drop: Interval
    still_stated: Interval
    rouge_l: Interval


class Utility(msgspec.Struct, frozen=True):
    """The judge's scores, meant over the texts it answered for; unchanged texts count as perfect."""

    judged: int
    nonsense: int
    rlaa: float | None
    incognitext: float | None
    fgaa: float | None
    readability: float | None
    meaning: float | None
    grounding: float | None
    nothing_invented: float | None


class RoundAverages(msgspec.Struct, frozen=True):
    """The averages after `round` rewrites; a text that had stopped before counts as it stands."""

    round: int
    priv_all: float
    priv_labelled: float
    rouge_l: float
    utility: float | None


class ContenderFigures(msgspec.Struct, frozen=True):
    """All figures of one contender. `margins` set ROUGE-L, or the judge's utility, against `priv_all`."""

    name: str
    texts: int
    attack_accuracy_before: float | None
    attack_accuracy_after: float | None
    privacy: tuple[Privacy, ...]
    rouge_1: float | None
    rouge_l: float | None
    rouge_l_interval: Interval
    bleu: float | None
    sacrebleu: float | None
    edited: float | None
    unchanged: float | None
    utility: Utility | None
    outright: Outright
    rounds_mean: float | None
    rounds_needed: dict[int, int]
    calls_mean: float | None
    tokens_mean: float | None
    seconds_mean: float | None
    stopped: dict[str, int]
    by_attribute: dict[str, Group]
    by_hardness: dict[int, Group]
    by_certainty: dict[int, Group]
    cities: Group
    countries: Group
    certainty_before: dict[int, int]
    certainty_after: dict[int, int]
    curve: tuple[RoundAverages, ...]
    margins: tuple[Margin, ...]


class Difference(msgspec.Struct, frozen=True):
    """A contender less the first one, on the texts that both finished, paired."""

    name: str
    other: str
    texts: int
    labelled_after: Interval
    all_after: Interval
    rouge_l: Interval


class Summary(msgspec.Struct, frozen=True):
    """A whole run. `flattering` are the contenders whose anonymizer is also the attacker."""

    dataset: str
    kind: str
    texts: int
    authors: str  # which part of the dev set's authors, in words; "" for all
    models: tuple[str, ...]
    attackers: tuple[str, ...]
    judge: str
    rules: str
    seed: int
    rounds: int
    flattering: tuple[str, ...]
    problems: tuple[str, ...]
    failures: tuple[str, ...]
    nonsense: int  # answers of the judge that were none
    floors: dict[str, Floor]  # by labelled attribute, of the first attacker
    methods: dict[str, ContenderFigures]
    differences: tuple[Difference, ...]
