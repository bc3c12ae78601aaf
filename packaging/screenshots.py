"""Makes the pictures of the README from the real program: its window, its starter model, its own samples.

    python packaging/screenshots.py            # all of them; what they show is committed
    python packaging/screenshots.py models     # one

Nothing of this computer's Penname is touched: settings and vault lie in a folder that is deleted afterwards.
To add a picture, write a function that brings the stage to what is to be seen and returns the widget, and
give it a name in SCENES.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "resources" / "screenshots"
SIZE = (1200, 780)
PATIENCE = 300.0  # seconds for one proposal of the model
SAMPLE = "lisbon-flat"


def main(names: list[str]) -> int:
    """Make the pictures of these names, or all; returns the exit status."""
    unknown = [name for name in names if name not in SCENES]
    if unknown:
        print(f"There is no picture called {', '.join(unknown)}. There are: {', '.join(SCENES)}.")
        return 2
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("CACHE", "CONFIG", "DATA", "RUNTIME", "STATE"):
            os.environ[f"PENNAME_{kind}_DIR"] = str(Path(folder) / kind.lower())
        for name in names or SCENES:
            stage = Stage()
            try:
                picture = SCENES[name](stage).grab()
                FOLDER.mkdir(exist_ok=True)
                picture.save(str(FOLDER / f"{name}.png"))
                print(f"{FOLDER / name}.png")
            finally:
                stage.close()
    return 0


class Stage:
    """The program, running, in light colours unless it is told otherwise."""

    def __init__(self) -> None:
        from PySide6.QtWidgets import QApplication

        from penname.desktop.app import make_window
        from penname.desktop.style import appearance

        self.app: Any = QApplication.instance() or QApplication([])
        self.app.setWindowIcon(appearance.icon())
        self.window = make_window(self.app)
        self.window.confirm = lambda *_words: True
        self.window.resize(*SIZE)
        self.window.show()
        self.wait(lambda: self.window.model is not None and not self.window.jobs.busy)

    def wait(self, reached: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Let the program go on until `reached`; raises TimeoutError."""
        until = time.monotonic() + patience
        while not reached():
            if time.monotonic() > until:
                raise TimeoutError("The program did not get there.")
            self.app.processEvents()
            time.sleep(0.01)
        for _ in range(20):  # layouts settle
            self.app.processEvents()
            time.sleep(0.01)

    def step(self, state: str) -> None:
        """Go on one step, and wait for this state of the text in front."""
        from penname.desktop.session.view_state import Action

        self.window.do(Action.STEP)
        self.wait(lambda: self.window.page.flow.state == state and not self.window.jobs.busy)

    def close(self) -> None:
        """End the program."""
        self.window.close()
        self.window.deleteLater()
        self.app.processEvents()


def window(stage: Stage) -> Any:
    """The middle of a round: what was read, and the rewrite that waits."""
    from penname.desktop.texts.samples import samples

    texts = {sample.name: sample.text for sample in samples()}
    stage.window.place_text(texts[SAMPLE])
    stage.step("leaks proposed")
    stage.step("rewrite proposed")
    return stage.window


def models(stage: Stage) -> Any:
    """What is here, what fits, what can be fetched."""
    from penname.desktop.model_window import models_window

    shown = models_window.show(stage.window)
    stage.wait(lambda: bool(shown.cards))
    return shown


SCENES: dict[str, Callable[[Stage], Any]] = {"window": window, "models": models}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
