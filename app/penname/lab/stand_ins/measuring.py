"""`penname pseudonymize --scores FILE`: the paper's stage scores on texts whose names somebody labelled."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from penname.domain.errors import BadInput
from penname.engine.client import EngineClient
from penname.engine.grammar import Prose
from penname.engine.requests import Message, Request
from penname.engine.tagging.client import Tagger
from penname.lab.stand_ins.scores import (
    LabelledText,
    found,
    pps,
    prr,
    right,
    scs,
    spelling_likeness,
    text_distance,
)
from penname.lab.stand_ins.task_score import TaskScore, task_score
from penname.pseudonyms.entities import NAMES, Kind
from penname.pseudonyms.models.asking import PseudonymModel
from penname.pseudonyms.models.stages import Stages, run_stages
from penname.pseudonyms.pseudonymize import Pseudonymized
from penname.pseudonyms.restore import restore

LIKENESS = "counts of three letters (not the paper's all-mpnet-base-v2)"


class KindScore(msgspec.Struct, frozen=True):
    """PRR of one kind, and of how many entities."""

    kind: Kind
    prr: float
    of: int


class Scores(msgspec.Struct, frozen=True):
    """All scores of a run. `precision` is the share, of 100, of what was found that is labelled.

    `scs` and the task's are None where no model was asked for them.
    """

    texts: int
    stages: Stages
    model: str
    likeness: str
    prr: float | None
    precision: float | None
    by_kind: tuple[KindScore, ...]
    pps: float | None
    text_distance: float
    scs: float | None
    scs_of_originals: float | None
    came_back: int
    task_rouge_l: float | None
    task_f1: float | None


def read_labelled(data: bytes) -> tuple[LabelledText, ...]:
    """One JSON object a line: {"text": ..., "entities": [{"start": 0, "end": 7, "kind": "person"}]}.

    Raises BadInput, with the line, for what is none.
    """
    texts: list[LabelledText] = []
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip():
            continue
        try:
            one = msgspec.json.decode(line, type=LabelledText)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise BadInput(f"Line {number} is not a labelled text: {error}.") from None
        if any(not 0 <= true.start < true.end <= len(one.text) for true in one.entities):
            raise BadInput(f"Line {number} has an entity outside of its text.")
        texts.append(one)
    if not texts:
        raise BadInput("There is no labelled text in this file.")
    return tuple(texts)


def measure(
    texts: Sequence[LabelledText],
    stages: Stages,
    engine: Callable[[], EngineClient],
    tagger: Callable[[], Tagger] | None = None,
    *,
    seed: int,
    coherence: bool,
    task: str | None,
    on_text: Callable[[int], object] = lambda _done: None,
) -> Scores:
    """Score the stages on `texts`; `coherence` asks the model for SCS, `task` is the task test's request.

    `on_text` hears how many texts are done.
    """
    hits: dict[Kind, list[bool]] = {}
    labelled: list[bool] = []
    pairs: list[tuple[str, str]] = []
    sent: list[Pseudonymized] = []
    tasks: list[TaskScore] = []
    for number, one in enumerate(texts):
        result = run_stages(
            one.text, stages, lambda: PseudonymModel(engine()), seed=seed + number, tagging=tagger
        )
        sent.append(result)
        for true, hit in zip(one.entities, found(one, result.entities), strict=True):
            hits.setdefault(true.kind, []).append(hit)
        labelled += right(one, result.entities)
        named = {entity.text for entity in result.entities if entity.kind in NAMES}
        pairs += [(pair.original, pair.surrogate) for pair in result.mapping.pairs if pair.original in named]
        if task:
            tasks.append(task_score(engine(), task, one.text, result))
        on_text(number + 1)
    distances = [
        text_distance(one.text, result.text, spelling_likeness)
        for one, result in zip(texts, sent, strict=True)
    ]
    back = (restore(result.text, result.mapping).text for result in sent)
    return Scores(
        texts=len(texts),
        stages=stages,
        model=engine().info.title if stages.needs_model or coherence or task else "",
        likeness=LIKENESS,
        prr=prr([hit for kind in hits for hit in hits[kind]]),
        precision=prr(labelled),
        by_kind=tuple(KindScore(kind, prr(of) or 0.0, len(of)) for kind, of in hits.items()),
        pps=pps(pairs, spelling_likeness),
        text_distance=sum(distances) / len(distances),
        scs=scs(list(_losses(engine(), (result.text for result in sent)))) if coherence else None,
        scs_of_originals=scs(list(_losses(engine(), (one.text for one in texts)))) if coherence else None,
        came_back=sum(text == one.text for text, one in zip(back, texts, strict=True)),
        task_rouge_l=sum(score.rouge_l for score in tasks) / len(tasks) if tasks else None,
        task_f1=sum(score.f1 for score in tasks) / len(tasks) if tasks else None,
    )


def _losses(engine: EngineClient, texts: Iterator[str]) -> Iterator[tuple[float, ...]]:
    for text in texts:
        request = Request((Message("user", text),), Prose(1), source=text, losses=True)
        yield engine.submit(request).result().losses


def lines(scores: Scores) -> Iterator[str]:
    """The scores for people."""
    stages = scores.stages
    asked = f"; {scores.model}" if scores.model else ""
    yield (
        f"{scores.texts} texts; detect {stages.detect}, generate {stages.generate}, "
        f"replace {stages.replace}{asked}"
    )
    if scores.prr is not None:
        yield f"PRR  {scores.prr:5.1f}   names and numbers found, of 100"
    for one in scores.by_kind:
        yield f"     {one.prr:5.1f}   {one.kind} ({one.of})"
    if scores.precision is not None:
        yield f"     {scores.precision:5.1f}   of 100 that were found are labelled"
    if scores.pps is not None:
        yield f"PPS  {scores.pps:5.1f}   how unlike the names are, by {scores.likeness}"
    yield f"     {scores.text_distance:5.2f}   distance of the texts, from 0 to 1, by the same"
    if scores.scs is not None and scores.scs_of_originals is not None:
        yield (
            f"SCS  {scores.scs:5.1f}   perplexity to this model; {scores.scs_of_originals:.1f} of the "
            "originals; lower reads more naturally"
        )
    if scores.task_rouge_l is not None and scores.task_f1 is not None:
        yield f"Task {scores.task_rouge_l:5.2f}   ROUGE-L of the restored answer; {scores.task_f1:.2f} F1"
    yield f"{scores.came_back} of {scores.texts} came back byte for byte"
