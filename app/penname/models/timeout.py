"""Waiting for something that may never come."""

import threading
from collections.abc import Callable
from typing import TypeVar

Result = TypeVar("Result")


def with_timeout(seconds: float, work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; TimeoutError when it takes longer.

    It then goes on in a thread of its own until the process ends: for work that cannot be interrupted, such
    as reading an answer that a server sends byte by byte.
    """
    results: list[Result] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not results:
        raise TimeoutError
    return results[0]
