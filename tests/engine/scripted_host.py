"""An engine host that loads no model and follows a script: what the client must survive, without llama.cpp.

`SCRIPT` (environment) holds one step a start, separated by commas; the count of starts is kept in the file
`STARTS`.
"""

import os
import signal
import sys
import time
from pathlib import Path

from penname.engine import frames
from penname.engine.client import Answer, ModelInfo


def main() -> None:
    starts = Path(os.environ["STARTS"])
    number = len(starts.read_text()) if starts.exists() else 0
    starts.write_text("x" * (number + 1))
    script = os.environ["SCRIPT"].split(",")
    step = script[min(number, len(script) - 1)]
    incoming: frames.FrameReader[frames.ToHost] = frames.FrameReader(sys.stdin.buffer, frames.ToHost)
    load = incoming.read()
    assert isinstance(load, frames.Load)
    if step == "segv at load":
        os.kill(os.getpid(), signal.SIGSEGV)
    if step == "no memory":
        send(frames.Failed(None, "engine", "There is not enough free memory."))
        return
    info = ModelInfo("toy", "Toy", 100, "default", (), 1, load.safe)
    send(frames.Ready(info))
    while (message := incoming.read()) is not None:
        if isinstance(message, frames.Count):
            send(frames.Counted(message.number, tuple(len(text) for text in message.texts)))
        if isinstance(message, frames.Ask):
            answer(step, message.number)


def answer(step: str, number: int) -> None:
    if step == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    send(frames.Written(number, "Hel"))
    if step == "segv later":
        os.kill(os.getpid(), signal.SIGSEGV)
    if step == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if step == "hang":
        time.sleep(600)
    if step == "nonsense":
        os.write(1, b"\xff\xff\xff\xff nonsense")
        time.sleep(600)
    if step == "refuse":
        send(frames.Failed(number, "engine", "This text is too long."))
        return
    send(frames.Written(number, "lo"))
    send(frames.Done(number, Answer("Hello", "stop", 3, 0, 0, 2, 0.1)))


def send(message: frames.FromHost) -> None:
    frames.write_all(1, frames.encode(message))


main()
