"""Writes an answer by the engine's own rules on the scores of a `Llama`, with nothing saved.

The whole prompt is read again for each answer, then one token at a time is evaluated: no reuse, no
fast-forwarding in one batch, no draft, nobody beside it. What the engine makes of the same request with all
optimizations should be the same text, as far as the arithmetic is.
"""

from collections.abc import Generator
from typing import Any

import numpy as np

from penname.engine.host.decoding import Writer, WrittenAnswer
from penname.engine.host.drafting import SpeculationPolicy, StepCosts
from penname.engine.host.evaluating import Evaluate, Scores
from penname.engine.host.llama import Model
from penname.engine.host.prompts import PromptWriter
from penname.engine.host.vocabulary import Vocabulary
from penname.engine.options import Optimizations
from penname.engine.requests import Request

_NOTHING_SAVED = Optimizations(reuse=False, drafts=False, prefix_states=False, sequences=1)


class Follower:
    """Answers requests with a `Llama`, which was made of the files `path` and `adapter`."""

    def __init__(self, llama: Any, path: str, adapter: str | None) -> None:
        self._llama = llama
        # a second view of the same file, for its vocabulary; weights that are never used are never read
        model = Model(path, adapter, safe=True, on_progress=lambda: None)
        self._vocabulary = Vocabulary(model)
        self._prompts = PromptWriter(model, self._vocabulary)

    def follow(self, request: Request) -> WrittenAnswer:
        """The answer. Raises ValueError when nothing fits its grammar."""
        prompt = self._prompts.prompt(request.messages).tokens
        writer = Writer(
            self._vocabulary,
            request,
            prompt,
            self._llama.n_ctx(),
            lambda _text: None,
            optimizations=_NOTHING_SAVED,
            policy=SpeculationPolicy(StepCosts()),
            can_rewind=True,
        )
        self._llama.reset()
        written = self._evaluated(writer.write(0), len(prompt))
        self._prompts.remember(prompt, written.tokens, written.text)
        return written

    def _evaluated(self, answer: Generator[Evaluate, Scores, WrittenAnswer], prompt: int) -> WrittenAnswer:
        scores: Scores | None = None
        while True:
            try:
                asked = answer.send(scores) if scores is not None else next(answer)
            except StopIteration as end:
                written: WrittenAnswer = end.value
                return written
            self._llama.n_tokens = asked.keep  # `eval` forgets what lies behind
            scores = []
            whole = max(0, prompt - asked.keep)  # of the prompt, read as `Llama` reads prompts
            if whole:
                self._llama.eval(asked.tokens[:whole])
                scores += [self._scores()] * ((whole - 1) in asked.wanted)
            for index in range(whole, len(asked.tokens)):
                self._llama.eval([asked.tokens[index]])
                scores += [self._scores()] * (index in asked.wanted)

    def _scores(self) -> Any:
        size = self._llama.n_vocab()
        return np.ctypeslib.as_array(self._llama._ctx.get_logits_ith(-1), (size,)).copy()
