"""`penname anonymize --decide FILE` makes the changes that were decided on before; `--save-decisions` and the
window write such files."""

import argparse

from penname.cli.new_file import NewFile
from penname.cli.terminal import say, source
from penname.domain.errors import BadInput
from penname.sessions.report import Report
from penname.sessions.saved_decisions import decisions_about, read_decisions

# What is said with --decide, too: where the text comes from and where it goes.
_BESIDE = {"decide", "file", "output", "strip_metadata", "keep_metadata", "encoding"}


def add_options(job: argparse.ArgumentParser) -> None:
    """Add the options."""
    job.add_argument(
        "--decide",
        metavar="FILE",
        help="make the changes that --save-decisions or the window's “Save decisions…” wrote down, on the "
        "same text; no model is asked",
    )
    job.add_argument(
        "--save-decisions",
        metavar="FILE",
        help="write down all changes for --decide; the file holds the words that were changed, and must not "
        "exist",
    )


def repeated(options: argparse.Namespace, text: str) -> str:
    """`text` with the decisions made; raises BadInput for another text, and for what is no such file."""
    return read_decisions(source(options.decide)).repeated(text)


def check_alone(options: argparse.Namespace, job: argparse.ArgumentParser) -> None:
    """Raise BadInput for an option that says what a model should do: with `--decide` none is asked."""
    for action in job._actions:
        name = action.dest
        if name not in _BESIDE and getattr(options, name, action.default) != action.default:
            raise BadInput(
                f"{action.option_strings[0]} does not go with --decide, which makes changes that were "
                "decided on before and asks no model."
            )
    if options.decide == options.file == "-":
        raise BadInput("The text and the decisions cannot both come from standard input.")


class DecisionsFile:
    """Where `--save-decisions` goes, if it was given; raises BadInput where nothing can be written there."""

    def __init__(self, options: argparse.Namespace) -> None:
        path = options.save_decisions
        self._file = NewFile(path, "--save-decisions", private=True) if path else None

    def write(self, report: Report) -> bool:
        """Write down what was decided; False where that could not be done, which is said."""
        if self._file is None:
            return True
        try:
            self._file.write(decisions_about(report.original, [one.edits for one in report.rounds]).to_json())
        except BadInput as error:
            say(str(error))
            return False
        say(f"{self._file.path} holds words of your text: keep it where nobody else reads.")
        return True
