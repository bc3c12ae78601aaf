"""The first start: a sample in the box, one button that does the job, and a word about the model."""

from PySide6.QtCore import QTimer

from penname.desktop.model_window.model_offers import offer_stronger
from penname.desktop.shell.window import Window
from penname.desktop.texts.samples import first_sample
from penname.desktop.translate import tr

OFFER_AFTER_MS = 4000  # the model loads first; what this computer has is looked at when that is over


def greet(window: Window) -> None:
    """Greet whoever has not been greeted on this computer; the words leave with the first run."""
    later = QTimer(window)
    later.setSingleShot(True)
    later.timeout.connect(lambda: offer_stronger(window))
    later.start(OFFER_AFTER_MS)
    if window.settings.greeted:
        return
    window.place_text(first_sample())
    window.notice.say(
        tr("This is a sample. Press “Show what this gives away”."),
        tr(
            "The starter model is small. It points out most of what a text gives away, but misses what is "
            "written between the lines; its guesses and its wording are often poor, so read every change. A "
            "stronger model can be used in its place."
        ),
        answers={tr("Hide this"): window.notice.clear},
    )
    window.greeting = True
    window.change_settings(greeted=True)
