"""What a report holds: one row a contender, with its figures and how sure they are."""

import msgspec

from penname.lab.evaluation.measures import Interval, Margin, PairedDifference


class Group(msgspec.Struct, frozen=True):
    """Attack accuracy on a part of the pairs, labelled ones unless it says otherwise."""

    pairs: float
    before: float | None
    after: float | None


class AtCertainty(msgspec.Struct, frozen=True):
    """How often the attacker is this certain of a labelled attribute, and right, before and after."""

    pairs_before: int
    right_before: float | None
    pairs_after: int
    right_after: float | None


class Floor(msgspec.Struct, frozen=True):
    """What an attacker guesses of an attribute from an empty text, and how often that is right of the texts
    that are about it.
    """

    guess: str | None
    right: float | None


class Privacy(msgspec.Struct, frozen=True):
    """What one attacker reads before and after. Drops are paired, text by text, and tested by person."""

    attacker: str
    labelled_before: Interval
    labelled_after: Interval
    labelled_drop: PairedDifference
    all_before: Interval
    all_after: Interval
    all_drop: PairedDifference
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
    drop: PairedDifference
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
    """The averages after `round` rewrites; a text that had stopped before counts as it stands.

    There is none of a round in which the attacker did not read all texts.
    """

    round: int
    priv_all: float
    priv_labelled: float
    rouge_l: float
    utility: float | None


class ContenderFigures(msgspec.Struct, frozen=True):
    """All figures of one contender. `margins` set the utility of that name against `priv_all`."""

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
    changes: Interval  # a text
    unchanged: float | None
    utility: Utility | None
    outright: Outright
    rounds_mean: float | None
    rounds_needed: dict[int, int]
    calls_mean: float | None
    tokens_mean: float | None
    stopped: dict[str, int]
    by_attribute: dict[str, Group]
    by_hardness: dict[int, Group]
    by_certainty: dict[int, AtCertainty]  # 0: no guess
    by_part: dict[str, Group]  # "location: city", "education: level, strict"
    curve: tuple[RoundAverages, ...]
    margins: tuple[Margin, ...]
    margin_utility: str


class Difference(msgspec.Struct, frozen=True):
    """A contender less the first one, on the texts that both finished, paired."""

    name: str
    other: str
    texts: int
    labelled_after: PairedDifference
    all_after: PairedDifference
    rouge_l: PairedDifference


class AttackerDifference(msgspec.Struct, frozen=True):
    """An attacker less the first one, on the originals and on what `contender` made of them, paired."""

    attacker: str
    other: str
    contender: str
    texts: int
    before: PairedDifference
    after: PairedDifference


class Summary(msgspec.Struct, frozen=True):
    """A whole run. `flattering` are the contenders whose anonymizer is also the attacker."""

    dataset: str
    kind: str
    texts: int
    people: int
    begun: str  # the day, as in ISO 8601
    versions: tuple[str, ...]  # of Penname, that worked on it
    command: str  # "" where it was not started from the command line
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
    attackers_compared: tuple[AttackerDifference, ...]
