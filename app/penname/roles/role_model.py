"""A model as the roles speak to it: one engine, its prompt pack, and the listener and the cancellation of its
work.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from itertools import islice
from typing import Generic, NamedTuple, TypeVar

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.errors import PennameError
from penname.domain.goal import Goal
from penname.domain.listener import Listener
from penname.domain.sentences import Span, parts
from penname.domain.thread import NO_THREAD, Thread
from penname.engine.client import Answer, EngineClient, ProbeReading
from penname.engine.grammar import Fixed, Node
from penname.engine.requests import Message, Request, Sampling
from penname.roles.conversation import RoundConversation
from penname.roles.packs import PromptPack, RoleSampling
from penname.roles.probe_calibration import ProbeResult, probe_results

ANOTHER_SEED = 7919  # added where the same is asked once more; no attempt comes so far
_TOKENS_OF_120_WORDS = 160
_ANSWERS = 2200  # tokens of context set aside for instructions and answers
_THREAD = 300  # of it, for a post that is answered
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


class _RunningTask(Generic[R]):
    """A task that has begun: what it asks now, or its result."""

    result: R

    def __init__(self, task: RoleTask[R]) -> None:
        self._task = task
        self.asked: tuple[RoleRequest, ...] = ()
        self.over = False
        self.go_on(None)

    def go_on(self, answers: tuple[Answer, ...] | None) -> None:
        """Go on to what it asks next, or to its end; None: begin."""
        try:
            self.asked = next(self._task) if answers is None else self._task.send(answers)
        except StopIteration as end:
            self.over, self.result = True, end.value


class RoleModel:
    """Sends requests, tells the listener, and obeys the cancellation."""

    def __init__(
        self,
        engine: EngineClient,
        pack: PromptPack,
        listener: Listener,
        cancellation: Cancellation,
        attributes: Sequence[Attribute] = (),
    ) -> None:
        self.engine = engine
        self._attributes = tuple(attributes)
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

    def asked(self, goal: Goal, named: Collection[str] = ()) -> tuple[Attribute, ...]:
        """The goal's attributes that this model reads, and those already `named` in the round, in the order
        in which Penname knows them.
        """
        return self.named({name for name in goal.attributes if self.reads(name)} | set(named))

    def reads(self, attribute: str) -> bool:
        """Whether the model is asked for the attribute of this name; one trained for some knows no other."""
        reads = self._pack.attacker.reads
        return not reads or attribute in reads

    def named(self, names: Collection[str]) -> tuple[Attribute, ...]:
        """The attributes of these names, in the same order, whether the model reads them or not."""
        return tuple(attribute for attribute in self._attributes if attribute.name in names)

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
            together = [_RunningTask(task) for task in tasks[start : start + _TOGETHER]]
            failure: PennameError | None = None
            while failure is None and (asking := [one for one in together if not one.over]):
                try:
                    with closing(self._answers([asked for one in asking for asked in one.asked])) as answers:
                        for one in asking:
                            one.go_on(tuple(islice(answers, len(one.asked))))
                except PennameError as error:
                    failure = error
            for one in together:
                if failure is not None and not one.over:
                    raise failure
                yield one.result

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
            (reading,) = yield from self._read((text,), asked)
            if len(self._readings) >= _REMEMBERED:
                self._readings.clear()
            self._readings[text] = reading
        return self._readings[text]

    def variants(self, texts: Sequence[str], asked: Sequence[Attribute]) -> RoleTask[list[ProbeReading]]:
        """What the model's probes read of texts that begin like one of which there is a `reading`."""
        return (yield from self._read(texts, asked, variant=True))

    def _read(
        self, texts: Sequence[str], asked: Sequence[Attribute], *, variant: bool = False
    ) -> RoleTask[list[ProbeReading]]:
        answers = yield tuple(
            RoleRequest(
                Request(
                    RoundConversation(self.pack, text, asked).reading(),
                    Fixed(""),
                    source=text,
                    probe=True,
                    variant=variant,
                )
            )
            for text in texts
        )
        return [answer.reading for answer in answers if answer.reading is not None]

    def losses(self, texts: Sequence[tuple[str, str]]) -> list[tuple[float, ...]]:
        """How surprising each token of each text is to the model, in nats, behind a beginning that is given;
        raises as `ask` does.
        """
        requests = (
            Request((), Fixed(""), source=given + text, losses=True, given=given) for given, text in texts
        )
        return [answer.losses for answer in self._answers([RoleRequest(request) for request in requests])]

    def thread_shown(self, goal: Goal) -> Thread:
        """The goal's thread with the beginning of a long post: it stands beside every part of the text."""
        thread = goal.thread
        if not thread.post:
            return thread
        (_, end), *_ = parts(thread.post, _THREAD, self._count)
        return msgspec.structs.replace(thread, post=thread.post[:end].rstrip())

    def parts(self, text: str, thread: Thread = NO_THREAD) -> tuple[Span, ...]:
        """`text` in stretches that fit the context with the thread and all that is said about them."""
        set_aside = _ANSWERS + (_THREAD if thread.post else 0)
        limit = min(self.pack.attacker.part_tokens, (self.engine.info.context - set_aside) // 2)
        return parts(text, max(_LEAST_PART, limit), self._count)

    def _count(self, texts: Sequence[str]) -> list[int]:
        self._cancellation.check()
        return self.engine.count_tokens(texts)

    @staticmethod
    def _estimated_tokens(text: str) -> float:
        return len(text.encode("utf-8", "surrogatepass")) / 4
