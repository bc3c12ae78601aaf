"""A model as the roles speak to it: one engine, its prompt pack, and the listener and the cancellation of its
work.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from itertools import islice
from typing import NamedTuple, TypeVar

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.errors import PennameError
from penname.domain.listener import Listener
from penname.engine.client import Answer, EngineClient, ProbeReading
from penname.engine.grammar import Fixed, Node
from penname.engine.requests import Message, Request, Sampling
from penname.roles.conversation import RoundConversation
from penname.roles.packs import PromptPack, RoleSampling
from penname.roles.probe_calibration import ProbeResult, probe_results
from penname.roles.sentences import Span, parts

ANOTHER_SEED = 7919  # added where the same is asked once more; no attempt comes so far
_TOKENS_OF_120_WORDS = 160
_ANSWERS = 2200  # tokens of context set aside for instructions and answers
_LEAST_PART = 120
_TOGETHER = 6  # parts of a text; more would take each other's cells
_REMEMBERED = 64  # texts


class RoleRequest(NamedTuple):
    """A request; `on_turn` is called when its answer is the next to be followed, `on_delta` with its text."""

    request: Request
    on_delta: Callable[[str], None] = lambda _delta: None
    on_turn: Callable[[], None] = lambda: None

    def measured(self, more_words: str) -> "RoleRequest":
        """The same question, with more words in its source and losses in its answer."""
        source = f"{self.request.source}\n{more_words}"
        return self._replace(request=msgspec.structs.replace(self.request, source=source, measured=True))


R = TypeVar("R")
RoleTask = Generator[tuple[RoleRequest, ...], tuple[Answer, ...], R]
"""Asks questions that are answered at the same time, and goes on with their answers, in the same order."""


class RoleModel:
    """Sends requests, tells the listener, and obeys the cancellation."""

    def __init__(
        self, engine: EngineClient, pack: PromptPack, listener: Listener, cancellation: Cancellation
    ) -> None:
        self.engine = engine
        self._pack = pack
        self.listener = listener
        self._cancellation = cancellation
        self._readings: dict[str, ProbeReading] = {}  # of the texts read last

    @cached_property
    def pack(self) -> PromptPack:
        """Its prompts; without the probes' part where it has none. Waits for the model, which knows that."""
        return (
            self._pack
            if self.engine.info.probed
            else msgspec.structs.replace(self._pack, probe_calibration=None)
        )

    def ask(
        self,
        messages: tuple[Message, ...],
        grammar: Node,
        sampling: RoleSampling,
        source: str,
        seed: int,
        on_delta: Callable[[str], None] = lambda _delta: None,
    ) -> Answer:
        """The whole answer; raises Cancelled, or EngineError when the model fails for good."""
        question = self.question(messages, grammar, sampling, source, seed, on_delta)
        (answer,) = self._answers([question])
        return answer

    def question(
        self,
        messages: tuple[Message, ...],
        grammar: Node,
        sampling: RoleSampling,
        source: str,
        seed: int,
        on_delta: Callable[[str], None] = lambda _delta: None,
        on_turn: Callable[[], None] = lambda: None,
    ) -> RoleRequest:
        """What a task asks; its limit of tokens grows with `source`."""
        limit = int(sampling.max_tokens * max(1.0, self._estimated_tokens(source) / _TOKENS_OF_120_WORDS))
        sampled = Sampling(sampling.temperature, sampling.top_p, seed, limit)
        return RoleRequest(Request(messages, grammar, sampled, source), on_delta, on_turn)

    def side_by_side(self, tasks: Sequence[RoleTask[R]]) -> Iterator[R]:
        """The results of tasks, in their order; what they ask is answered at the same time, as far as the
        engine can.

        Raises what a task or its answer raises when its turn comes: the results before it were handed out.
        """
        for start in range(0, len(tasks), _TOGETHER):
            yield from self._together(tasks[start : start + _TOGETHER])

    def _together(self, tasks: Sequence[RoleTask[R]]) -> Iterator[R]:
        found: dict[int, R] = {}
        asked: dict[int, tuple[RoleRequest, ...]] = {}
        failure: PennameError | None = None

        def go_on(
            index: int, answers: tuple[Answer, ...] | None, further: dict[int, tuple[RoleRequest, ...]]
        ) -> None:
            try:
                task = tasks[index]
                further[index] = next(task) if answers is None else task.send(answers)
            except StopIteration as end:
                found[index] = end.value

        for index in range(len(tasks)):
            go_on(index, None, asked)
        while asked and failure is None:
            further: dict[int, tuple[RoleRequest, ...]] = {}
            everything = [question for questions in asked.values() for question in questions]
            try:
                with closing(self._answers(everything)) as answers:
                    for index, questions in asked.items():
                        go_on(index, tuple(islice(answers, len(questions))), further)
            except PennameError as error:
                failure = error
            asked = further
        for index in range(len(tasks)):
            if index not in found:
                assert failure is not None
                raise failure
            yield found[index]

    def _answers(self, questions: Sequence[RoleRequest]) -> Generator[Answer]:
        """The answers in order; what is still under way when one fails is stopped."""
        self._cancellation.check()
        handles = [self.engine.submit(question.request) for question in questions]

        def stop() -> None:
            for handle in handles:
                handle.cancel()

        self._cancellation.stopping_with(stop)
        try:
            for question, handle in zip(questions, handles, strict=True):
                question.on_turn()
                for delta in handle.stream():
                    question.on_delta(delta)
                answer = handle.result()
                if not question.request.reads_only:
                    self.listener.on_tokens(answer.written_tokens, answer.seconds)
                yield answer
        finally:
            self._cancellation.stopping_with(None)
            stop()

    def probe_results(self, text: str, asked: Sequence[Attribute]) -> RoleTask[Mapping[str, ProbeResult]]:
        """What the model's probes say of `text`, by attribute; empty where it has none."""
        if not self.pack.probe_calibration:
            return {}
        reading = yield from self.reading(text, asked)
        return probe_results(text, reading, self.pack.probe_calibration)

    def reading(self, text: str, asked: Sequence[Attribute]) -> RoleTask[ProbeReading]:
        """What the model's probes read of `text`; only where it has any."""
        if text not in self._readings:
            request = Request(
                RoundConversation(self.pack, text, asked).reading(), Fixed(""), source=text, probe=True
            )
            (answer,) = yield (RoleRequest(request),)
            assert answer.reading is not None
            if len(self._readings) >= _REMEMBERED:
                self._readings.clear()
            self._readings[text] = answer.reading
        return self._readings[text]

    def losses(self, texts: Sequence[tuple[str, str]]) -> list[tuple[float, ...]]:
        """How surprising each token of each text is to the model, in nats, behind a beginning that is given;
        raises as `ask` does.
        """
        requests = (
            Request((), Fixed(""), source=given + text, losses=True, given=given) for given, text in texts
        )
        return [answer.losses for answer in self._answers([RoleRequest(request) for request in requests])]

    def parts(self, text: str) -> tuple[Span, ...]:
        """`text` in stretches that fit the context with all that is said about them."""
        limit = min(self.pack.attacker.part_tokens, (self.engine.info.context - _ANSWERS) // 2)
        return parts(text, max(_LEAST_PART, limit), self._count)

    def _count(self, texts: Sequence[str]) -> list[int]:
        self._cancellation.check()
        return self.engine.count_tokens(texts)

    @staticmethod
    def _estimated_tokens(text: str) -> float:
        return len(text.encode("utf-8", "surrogatepass")) / 4
