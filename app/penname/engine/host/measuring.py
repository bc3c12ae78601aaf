"""The process that measures llama.cpp's raw speed.

It is apart from the engine host because a setting that is tried may crash it, which then costs nothing.
"""

import os
from pathlib import Path

from penname.engine import frames
from penname.engine.confining import sandbox
from penname.engine.host.hardening import harden_process
from penname.engine.speeds import Measure, SettingsRefused, Speeds
from penname.models.files import ModelFiles


def main() -> None:
    """Measure what is asked on descriptors 0 and 1 until the conversation ends."""
    incoming, outgoing = harden_process()
    with open(incoming, "rb") as stream:
        reader: frames.FrameReader[Measure] = frames.FrameReader(stream, Measure)
        order = reader.read()
        if order is not None:
            sandbox.enter(order.model)
            _measure_all(order, reader, outgoing)
    os._exit(0)


def _measure_all(order: Measure | None, reader: frames.FrameReader[Measure], outgoing: int) -> None:
    from penname.engine.host.llama import LoadFailed, Model
    from penname.engine.host.raw_speed import measured

    model = None
    while order is not None:
        reply: Speeds | SettingsRefused = SettingsRefused()
        try:
            if model is None:
                model = Model(*_files(order.model), order.tuning, safe=False, on_progress=lambda: None)
            reply = measured(model, order)
        except LoadFailed:
            pass
        frames.write_all(outgoing, frames.encode(reply))
        order = reader.read()


def _files(files: ModelFiles) -> tuple[str, str | None]:
    """The merged file where it is there, as the engine host loads it."""
    if files.merged is not None and Path(files.merged).is_file():
        return files.merged, None
    return files.path, files.adapter
