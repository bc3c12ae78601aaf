"""Renders a model's own chat template without trusting it.

The template comes from a stranger's file. It runs in Jinja's immutable sandbox under a time limit and never
sees a text: unguessable marks stand in for the contents, and the rendered string is cut at them. What lies
between is the template's scaffolding, the only part in which special tokens count. A template that drops,
repeats, reorders or rewrites a mark is refused.
"""

import ctypes
import secrets
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import jinja2
import jinja2.sandbox

from penname.domain.errors import ModelFileError
from penname.models.files import TemplateVariables, not_thinking

CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message.role + '\\n' }}"
    "{{ message.content + '<|im_end|>\\n' }}"
    "{% endfor %}{{ '<|im_start|>assistant\\n' }}"
)
_SECONDS = 2.0
_MOST_RENDERED = 200_000  # characters; a conversation's scaffolding is a few hundred
_MOST_SOURCE = 100_000

_UNUSABLE = (
    "This model file cannot be used: its chat template does not work with Penname ({reason}). "
    "Nothing was changed; choose another model."
)


class _Environment(jinja2.sandbox.ImmutableSandboxedEnvironment):
    """The sandbox, with products and powers refused: they are how a template fills the memory."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ARG002
        if isinstance(left, int | float) and isinstance(right, int | float) and operator == "*":
            return left * right
        raise jinja2.exceptions.SecurityError(f"'{operator}' is not allowed")


class _TooSlow(BaseException):
    """Raised inside the rendering thread; a BaseException, so that no template's handler can swallow it."""


class ChatTemplate:
    """A chat template; what it wrote is kept per sequence of roles.

    `variables` are those it asks for by name; without any it is told not to think first.
    """

    def __init__(
        self, source: str | None, begin: str, end: str, variables: TemplateVariables | None = None
    ) -> None:
        if source is not None and len(source) > _MOST_SOURCE:
            raise ModelFileError(_UNUSABLE.format(reason="it is far too long"))
        environment = _Environment(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.loopcontrols"],
            keep_trailing_newline=True,
        )
        told = not_thinking() if variables is None else variables
        self._globals = {**told, "bos_token": begin, "eos_token": end, "raise_exception": _refuse}
        self._known: dict[tuple[str, ...], list[str | int]] = {}
        try:
            with _time_limit():
                self._template = environment.from_string(source if source is not None else CHATML)
        except _TooSlow:
            raise ModelFileError(_UNUSABLE.format(reason="it takes too long")) from None
        except Exception as error:
            raise ModelFileError(_UNUSABLE.format(reason="it is not valid")) from error

    def parts(self, roles: Sequence[str]) -> list[str | int]:
        """The prompt of a conversation, ready for the assistant's turn.

        Strings are scaffolding, an integer stands for that message's content. Raises ModelFileError.
        """
        key = tuple(roles)
        if key not in self._known:
            try:
                self._known[key] = self._render(key, folded=False)
            except ModelFileError:
                if key[:2] != ("system", "user"):
                    raise
                # some templates know no system turn: it then opens the first turn of the user
                self._known[key] = self._render(key, folded=True)
        return self._known[key]

    def _render(self, roles: tuple[str, ...], *, folded: bool) -> list[str | int]:
        marks = [secrets.token_hex(16) for _ in roles]
        messages = [{"role": role, "content": mark} for role, mark in zip(roles, marks, strict=True)]
        if folded:
            opening = {"role": "user", "content": f"{marks[0]}\n\n{marks[1]}"}
            messages = [opening, *messages[2:]]
        rendered = ""
        try:
            with _time_limit():
                for piece in self._template.generate(
                    messages=messages, add_generation_prompt=True, **self._globals
                ):
                    rendered += piece
                    if len(rendered) > _MOST_RENDERED:
                        raise ModelFileError(_UNUSABLE.format(reason="it writes without end"))
        except _TooSlow:
            raise ModelFileError(_UNUSABLE.format(reason="it takes too long")) from None
        except ModelFileError:
            raise
        except Exception as error:
            raise ModelFileError(_UNUSABLE.format(reason="it reports an error")) from error
        return _cut(rendered, marks)


def _cut(rendered: str, marks: list[str]) -> list[str | int]:
    parts: list[str | int] = []
    for index, mark in enumerate(marks):
        before, found, rendered = rendered.partition(mark)
        if not found or mark in rendered:
            raise ModelFileError(_UNUSABLE.format(reason="it changes what is said"))
        parts += [before, index]
    return [*parts, rendered]


def _refuse(message: str) -> NoReturn:
    raise jinja2.TemplateError(message)


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise _TooSlow in this thread after `_SECONDS` of work. (Signals would do on Unix alone.)"""
    thread = ctypes.c_ulong(threading.get_ident())
    lock, finished = threading.Lock(), threading.Event()
    began = time.process_time()

    def watch() -> None:
        # a machine that is busy with other things is no fault of the template's
        while not finished.wait(_SECONDS):
            with lock:
                if not finished.is_set() and time.process_time() - began >= _SECONDS:
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(_TooSlow))
                    return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        with lock:
            finished.set()
