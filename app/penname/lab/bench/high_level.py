"""The process in which llama-cpp-python's own `Llama` answers, as a program without Penname's engine would.

It is confined as the engine host is. Of the bench only this file and following.py touch llama.cpp, and only
in this process.
"""

import json
import os
import time
from typing import TYPE_CHECKING, Any

from penname.engine import frames
from penname.engine.confining import sandbox
from penname.engine.host.hardening import harden_process
from penname.engine.requests import Message, Request
from penname.lab.bench import orders

if TYPE_CHECKING:
    from penname.lab.bench.following import Follower


def main() -> None:
    """Carry out orders on descriptors 0 and 1 until the conversation ends."""
    incoming, outgoing = harden_process()
    with open(incoming, "rb") as stream:
        reader: frames.FrameReader[orders.Order] = frames.FrameReader(stream, orders.Order)
        begin = reader.read()
        if not isinstance(begin, orders.Begin):
            return
        sandbox.enter(begin.model)
        model = _HighLevel(begin)
        _send(outgoing, orders.Loaded())
        while (order := reader.read()) is not None:
            try:
                reply = model.carry_out(order)
            except Exception as error:  # llama-cpp-python raises all kinds; the text must not travel in them
                reply = orders.OrderFailed(type(error).__name__)
            _send(outgoing, reply)
    os._exit(0)  # llama-cpp-python's clean-up at the exit is known to crash


class _HighLevel:
    def __init__(self, begin: orders.Begin) -> None:
        import llama_cpp  # before the bindings, which would leave out its wrapper

        from penname.engine.host.kv_cache_types import NATIVE

        files = begin.model
        merged = files.merged is not None and os.path.exists(files.merged)
        path, adapter = (files.merged or files.path, None) if merged else (files.path, files.adapter)
        self._library: Any = llama_cpp
        self._llama: Any = self._library.Llama(
            model_path=path,
            lora_path=adapter,
            n_ctx=begin.context,
            n_batch=begin.batch,
            n_ubatch=begin.batch,
            n_threads=begin.threads,
            n_threads_batch=begin.threads,
            flash_attn=begin.flash_attention,
            type_k=NATIVE[begin.cache_types[0]],
            type_v=NATIVE[begin.cache_types[1]],
            n_gpu_layers=-1,
            verbose=False,
        )
        self._files = path, adapter
        self._follower: Follower | None = None

    def carry_out(self, order: orders.Order) -> orders.Reply:
        match order:
            case orders.Chat():
                return self._chat(order)
            case orders.Follow(request):
                return self._follow(request)
            case orders.Weigh():
                return self._weigh(order)
            case orders.Tokens(prompts, texts):
                return orders.Tokenized(
                    tuple(tuple(self._prompt(messages)) for messages in prompts),
                    tuple(len(self._tokens(text)) for text in texts),
                )
        raise TypeError("a second beginning")

    def _chat(self, order: orders.Chat) -> orders.Chatted:
        self._llama.reset()  # else `Llama` reuses what the prompt before began with
        started = time.perf_counter()
        response_format = None
        grammar = None
        if order.schema is not None:
            response_format = {"type": "json_object", "schema": json.loads(order.schema)}
        elif order.grammar is not None:
            grammar = self._library.LlamaGrammar.from_string(order.grammar, verbose=False)
        answer: Any = self._llama.create_chat_completion(
            messages=_plain(order.messages),
            temperature=0.0,
            max_tokens=order.most,
            response_format=response_format,
            grammar=grammar,
        )
        seconds = time.perf_counter() - started
        choice, usage = answer["choices"][0], answer["usage"]
        return orders.Chatted(
            choice["message"]["content"] or "",
            choice["finish_reason"] or "stop",
            usage["prompt_tokens"],
            usage["completion_tokens"],
            seconds,
        )

    def _follow(self, request: Request) -> orders.Chatted:
        from penname.lab.bench.following import Follower

        self._follower = self._follower or Follower(self._llama, *self._files)
        started = time.perf_counter()
        written = self._follower.follow(request)
        seconds = time.perf_counter() - started
        prompt = self._llama.n_tokens - len(written.tokens)
        return orders.Chatted(written.text, written.finish, prompt, len(written.tokens), seconds)

    def _weigh(self, order: orders.Weigh) -> orders.Weighed:
        prompt = self._prompt(order.messages)
        first = self._tokens(order.common + order.first)
        second = self._tokens(order.common + order.second)
        same = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
        if same is None:  # one ends where the other goes on: its end is the other choice
            same = min(len(first), len(second))
            end = int(self._llama.token_eos())
            first, second = [*first, end], [*second, end]
        self._llama.reset()
        self._llama.eval([*prompt, *first[:same]])
        scores = self._llama._ctx.get_logits_ith(-1)
        return orders.Weighed(float(scores[first[same]]) - float(scores[second[same]]))

    def _prompt(self, messages: tuple[Message, ...]) -> list[int]:
        """As `create_chat_completion` makes it: by the model's own template."""
        formatter = self._library.llama_chat_format.Jinja2ChatFormatter(
            template=self._llama.metadata["tokenizer.chat_template"],
            eos_token=self._piece(self._llama.token_eos()),
            bos_token=self._piece(self._llama.token_bos()),
        )
        text = formatter(messages=_plain(messages)).prompt
        tokens: list[int] = self._llama.tokenize(text.encode(), add_bos=False, special=True)
        return tokens

    def _piece(self, token: int) -> str:
        piece: str = self._llama._model.token_get_text(token) if token >= 0 else ""
        return piece

    def _tokens(self, text: str) -> list[int]:
        tokens: list[int] = self._llama.tokenize(text.encode(), add_bos=False, special=False)
        return tokens


def _plain(messages: tuple[Message, ...]) -> list[Any]:
    return [{"role": message.role, "content": message.content} for message in messages]


def _send(descriptor: int, reply: orders.Reply) -> None:
    frames.write_all(descriptor, frames.encode(reply))
