"""Makes pictures of the window in every state, with scripted answers, to be looked at:

    PYTHONPATH=app:tests python -m desktop.pictures FOLDER [LOOK ...]

Each state at 1200x780, 900x600 and 640x480, in light and dark colours, in the high contrast of both, and with
letters of 150%. Nothing of this computer's Penname is touched. The README's own pictures are made from the
real program (packaging/screenshots.py).
"""

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from penname.desktop.main.main_window import MainWindow
    from penname.desktop.main.settings_window import SettingsWindow
    from penname.desktop.shell.settings_parts import SettingsPage
    from penname.desktop.style.theme import Theme

SIZES = ((1200, 780), (900, 600), (640, 480))
LOOKS = ("light", "dark", "sharp-light", "sharp-dark", "large")
LARGE = 1.5  # times the usual letters
DOUBTS = {"occupation": 0.62, "birthplace": 0.7}  # what the critic thinks of these attributes' changes
WEIGHTS = {"flat in Lisbon": 4.0, "nursing school": 0.5, "turned 34": 2.0, "Back home in Porto": 0.1}  # nats
OTHER_WAYS = (  # (words, what becomes of them, attribute, what the critic thinks)
    ("night shift on my ward", "shift", "occupation", 0.81),
    (" with bleach after every night shift on my ward", "", "occupation", 0.78),
    (
        " I scrub it with bleach after every night shift on my ward, and I open the windows for ten minutes "
        "twice a day, as they taught us in nursing school for the sick rooms.",
        "",
        "occupation",
        0.55,
    ),
    (": ground floor, thick walls, and a courtyard that never sees the sun", "", "location", 0.78),
    ("300 euros", "a little", "location", 0.6),
)
PATIENCE_MS = 60_000
STEP_MS = 10
SETTLED_MS = 300  # layouts and short motions

TEXT = (
    "We took over my aunt's old flat in Lisbon two winters ago: ground floor, thick walls, and a "
    "courtyard that never sees the sun. I turned 34 in March, and my husband gave me a dehumidifier, "
    "which tells you all you need to know about the place.\n\n"
    "Has anybody dealt with mould that comes back within a week? I scrub it with bleach after every "
    "night shift on my ward, and I open the windows for ten minutes twice a day, as they taught us in "
    "nursing school for the sick rooms. Nothing helps. The landlord says it is my cooking.\n\n"
    "We try to save 300 euros a month for a professional treatment, but with the heating bills it "
    "will take until next summer. Back home in Porto my mother had the same trouble, and she swore by "
    "lime paint."
)
LETTER = (
    "Dear Ms Hartmann, my name is Jonas Weber and I live at 12 Lindenstrasse in Kassel. My tenancy with "
    "Hartmann Estates ended on 31 May, and the deposit of 1,450 euros has not come back. Please write to "
    "jonas.weber@example.org or call 0561 4420917.\n\nCould you make this letter firmer?"
)
LEAKS = {  # attribute: words, what becomes of them, and the arbitrator's verdict
    "location": ("flat in Lisbon", "flat in the city", "high"),
    "relationship": ("my husband", "my partner", "high"),
    "occupation": ("night shift on my ward", "late shift at work", "high"),
    "age": ("turned 34", "had a birthday", "medium"),
    "sex": ("my husband", "my partner", "medium"),
    "income": ("save 300 euros a month", "save a little", "low"),
    "education": ("nursing school", "training", "medium"),
    "birthplace": ("Back home in Porto", "Where I grew up", "medium"),
}


def main(folder: Path, looks: Sequence[str] = ()) -> int:
    """Make the pictures in these looks, or all; returns the exit status."""
    folder.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    with tempfile.TemporaryDirectory() as home:
        for kind in ("CACHE", "CONFIG", "DATA", "RUNTIME", "STATE"):
            os.environ[f"PENNAME_{kind}_DIR"] = str(Path(home) / kind.lower())
        for look in looks or LOOKS:
            _pictures(folder, look)
    return 0


def _theme(look: str) -> "Theme":
    from penname.desktop.style.theme import dark, light, sharpened

    chosen = dark() if "dark" in look else light()
    if "sharp" in look:
        chosen = sharpened(chosen)
    if look != "large":
        return chosen
    sizes = {name: round(getattr(chosen, name) * LARGE) for name in ("small", "body", "title")}
    return replace(chosen, **sizes)


def _pictures(folder: Path, look: str) -> None:
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication

    from desktop.scripted_sessions import ScriptedSessions
    from penname.desktop.app import make_window
    from penname.desktop.main.greeting import greet
    from penname.desktop.session.view_state import Action, DocumentView, SessionState
    from penname.desktop.shell import window as shell
    from penname.desktop.style import appearance
    from penname.domain.inferences import Validity

    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    wanted = _theme(look)
    shell.theme_for = appearance.theme_for = lambda *_args, **_named: wanted
    appearance.apply(app, wanted)
    factory = ScriptedSessions(
        {name: (find, put, Validity(grade)) for name, (find, put, grade) in LEAKS.items()}
    )
    factory.weights, factory.alternatives = WEIGHTS, OTHER_WAYS
    window = make_window(app, factory)
    window.confirm = lambda *_words: True
    window.show()

    def wait(reached: Callable[[], bool]) -> None:
        for _ in range(PATIENCE_MS // STEP_MS):
            QTest.qWait(STEP_MS)
            if reached():
                return
        raise TimeoutError("The window did not get there.")

    def reach(state: SessionState) -> None:
        wait(lambda: window.page.flow.state is state and not window.jobs.busy)

    def shoot(name: str) -> None:
        for width, height in SIZES:
            window.resize(width, height)
            QTest.qWait(SETTLED_MS)
            window.grab().save(str(folder / f"{name}-{width}-{look}.png"))
        window.resize(*SIZES[0])

    wait(lambda: window.model is not None and not window.jobs.busy)
    window.change_settings(greeted=False)
    greet(window)
    shoot("first-start")
    window.place_text(TEXT)
    shoot("ready")
    factory.wait_in = "arbitrator"
    window.do(Action.STEP)
    wait(factory.waiting.is_set)
    shoot("reading")
    window.do(Action.STOP)
    reach(SessionState.STOPPED)
    shoot("stopped")
    factory.wait_in, factory.fail_in = "", "arbitrator"
    window.do(Action.STEP)
    reach(SessionState.ENGINE_DOWN)
    shoot("error")
    window.do(Action.STEP)
    reach(SessionState.LEAKS)
    shoot("findings")
    window.page.rail.select("location")
    shoot("a-finding")
    for name, button, popover in (
        ("hiding", window.page.line.hiding, window.page.hiding),
        ("tools", window.page.line.tools, window.tools),
    ):
        button.click()
        window.tools.advanced.setChecked(True)
        QTest.qWait(SETTLED_MS)
        popover.grab().save(str(folder / f"{name}-{look}.png"))
        popover.close()
    factory.fail_in, factory.failures = "anonymizer", 1
    window.do(Action.STEP)
    reach(SessionState.ENGINE_DOWN)
    shoot("model-died")
    factory.good = DOUBTS
    window.do(Action.STEP)
    reach(SessionState.REWRITE)
    window.page.rail.select("relationship")
    shoot("changes")
    window.page.show_view(DocumentView.RESULT)
    shoot("result")
    window.page.rail.select("")
    window.do(Action.RUN)
    reach(SessionState.FINISHED)
    shoot("finish")
    window.page.rail.select("occupation")
    window.page.show_view(DocumentView.CHANGES)
    shoot("doubt")
    window.page.rail.select("location")
    shoot("more")
    window.page.show_view(DocumentView.RESULT)
    window.page.bar.offer("A larger model finds more (2.5 GB download)", int, int)
    shoot("offer")
    window.do(Action.COPY)
    shoot("copied")
    window.page.show_rounds()
    QTest.qWait(SETTLED_MS)
    window.page.rounds.grab().save(str(folder / f"rounds-{look}.png"))
    window.page.rounds.close()
    window.chatbot.show(LETTER)
    wait(lambda: window.chatbot.page.flow.ready)
    shoot("chatbot")
    _windows_beside(folder, look, window, wanted)
    window.close()
    window.deleteLater()
    QTest.qWait(SETTLED_MS)
    app.clipboard().clear()  # this platform frees its last content after Python has ended, and would crash


def _windows_beside(folder: Path, look: str, window: "MainWindow", theme: "Theme") -> None:
    """The windows that open beside the text, with what stands in them first."""
    from PySide6.QtTest import QTest

    from penname.desktop.background.vault_client import VaultClientState
    from penname.desktop.kept.history_window import HistoryWindow
    from penname.desktop.model_window.models_window import ModelsWindow
    from penname.desktop.pen_names.pen_names_dialog import PenNamesDialog
    from penname.desktop.pen_names.profile_dialog import ProfileDialog, usual_profile
    from penname.desktop.quick.quick_window import QuickWindow
    from penname.desktop.shell.settings_parts import SettingsPage
    from penname.instance.activation import ANONYMIZE

    window.vault.state = VaultClientState.NOTHING
    quick = QuickWindow(theme)
    quick.begin(ANONYMIZE)
    for name, beside in (
        ("pen-names", PenNamesDialog(window, window.attributes)),
        ("profile", ProfileDialog(window, usual_profile(window), window.attributes)),
        ("history", HistoryWindow(window)),
        ("models", ModelsWindow(window)),
        ("small-window", quick),
        *((f"settings-{page}", _settings(window, page)) for page in SettingsPage),
    ):
        beside.show()
        QTest.qWait(SETTLED_MS)
        beside.grab().save(str(folder / f"{name}-{look}.png"))
        beside.hide()
        beside.deleteLater()


def _settings(window: "MainWindow", page: "SettingsPage") -> "SettingsWindow":
    from penname.desktop.main.settings_window import SettingsWindow

    settings = SettingsWindow(window)
    settings.turn_to(page)
    return settings


if __name__ == "__main__":
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(LOOKS):
        sys.exit(f"Give the folder for the pictures, and some of these looks: {', '.join(LOOKS)}.")
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
