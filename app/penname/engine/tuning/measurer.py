"""The measuring process as its parent sees it: one question, one answer, and a time limit for each."""

import contextlib
import threading

from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.launch import child_command, start
from penname.engine.speeds import Measure, SettingsRefused, Speeds
from penname.models import children

MEASURE = "--engine-measure"


class Measurer:
    """A started process. Raises OSError when it cannot be started; `stop` may come from another thread."""

    def __init__(self) -> None:
        self.is_over = False  # it takes no more orders
        self._process = start(child_command(MEASURE))
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input = self._process.stdin
        self._reader: FrameReader[Speeds | SettingsRefused] = FrameReader(
            self._process.stdout, Speeds | SettingsRefused
        )

    def measure(self, order: Measure, patience: float) -> Speeds | None:
        """The speeds; None when the settings are refused, crash the process, or take longer than `patience`
        seconds. After the latter two it `is_over`.
        """
        timer = threading.Timer(patience, self.stop)
        timer.daemon = True
        timer.start()
        try:
            write_all(self._input.fileno(), encode(order))
            reply = self._reader.read()
        except (OSError, ValueError, BadFrame):
            reply = None
        finally:
            timer.cancel()
        self.is_over = reply is None
        return reply if isinstance(reply, Speeds) else None

    def stop(self) -> None:
        """End the process now."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def close(self) -> None:
        """End the process and wait until it is gone."""
        children.end(self._process)
