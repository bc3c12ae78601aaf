"""The judge of texts (RLAA, Eq. 12): how readable a rewrite is, what it kept, and what it made up."""

from penname.engine.grammar import Fixed, Integer, Node, OneOf, String
from penname.engine.grammar import Sequence as InSequence
from penname.engine.requests import Message
from penname.lab.evaluation.measures import Quality
from penname.roles.answers import Line, read_line
from penname.roles.packs import Turn
from penname.roles.role_model import RoleModel

_REASON_CHARS = 240
_MARK = Integer(1, 10)


def _grammar(*fields: tuple[str, Node]) -> Node:
    """One JSON object with a reason before each of the scores."""
    items: list[Node] = []
    for number, (name, value) in enumerate(fields, 1):
        opening = f'{"{" if number == 1 else ", "}"reason_{number}": "'
        items += [Fixed(opening), String(_REASON_CHARS), Fixed(f'", "{name}": '), value]
    return InSequence((*items, Fixed("}")))


_READABLE = _grammar(("readability", _MARK))
_COMPARED = _grammar(
    ("meaning", _MARK), ("grounding", _MARK), ("invented", OneOf((Fixed("true"), Fixed("false"))))
)


class QualityJudge:
    """Asks one model. `judge` raises Cancelled, or EngineError when the model fails for good."""

    def __init__(self, model: RoleModel, seed: int = 0) -> None:
        if model.pack.quality is None:
            raise ValueError(f"the pack {model.pack.name} does not judge texts")
        self._model = model
        self._prompt = model.pack.quality
        self._seed = seed

    def judge(self, original: str, rewrite: str) -> Quality | None:
        """The model's opinion; None where it answered no score, or one that is none.

        Readability is judged from the rewrite alone, all else against the original.
        """
        read = self._ask(self._prompt, _READABLE, rewrite=rewrite)
        compared = self._ask(self._prompt.compared, _COMPARED, original=original, rewrite=rewrite)
        try:
            marks = [int(read["readability"]), int(compared["meaning"]), int(compared["grounding"])]
            invented = compared["invented"]
        except (KeyError, TypeError, ValueError):
            return None
        if not all(1 <= mark <= 10 for mark in marks) or not isinstance(invented, bool):
            return None
        readability, meaning, grounding = marks
        return Quality(readability, meaning, grounding, invented)

    def _ask(self, turn: Turn, grammar: Node, **facts: str) -> Line:
        system = (Message("system", self._prompt.system),) if self._prompt.system else ()
        messages = (*system, Message("user", turn.render(**facts)))
        answer = self._model.ask(messages, grammar, self._prompt.sampling, facts["rewrite"], self._seed)
        return read_line(answer.text.strip()) or {}
