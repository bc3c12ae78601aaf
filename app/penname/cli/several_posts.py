"""`penname anonymize FILE FILE ...`: several posts of one author, rewritten together, each for itself."""

import argparse
from pathlib import Path
from typing import Any

from penname.batch.texts import written_as
from penname.cli.document_files import DocumentFile, read
from penname.cli.terminal import source
from penname.domain.errors import BadInput
from penname.domain.together import joined_posts, posts_apart

_ONE_TEXT = ("decide", "save_decisions", "interactive")
_WHERE = (
    "Several texts need --output FOLDER, where each result lies under its file's name, or --json, whose "
    "texts are the results in the order of the files."
)
_TWICE = "Two of the files would both be written as {name}. Rename one, or work on them apart."


def add_files(job: Any) -> None:
    """Add the files behind the first."""
    job.add_argument(
        "more_files",
        nargs="*",
        default=[],
        metavar="FILE",
        help="more posts of the same author: they are rewritten together, so that what any of them tells is "
        "hidden in all, in the same words; --output then names a folder",
    )


def check_options(options: argparse.Namespace) -> None:
    """Raise BadInput for what goes with one text only."""
    for name in _ONE_TEXT:
        if getattr(options, name):
            raise BadInput(f"--{name.replace('_', '-')} works on one text. Name one file.")
    if "-" in (options.file, *options.more_files):
        raise BadInput("Of several texts none can come from standard input: name files.")
    if not (options.output or options.json):
        raise BadInput(_WHERE)


class SeveralPosts:
    """The posts as one text, and where each result goes, which is nowhere without `--output`."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Read the files; raises BadInput and BadEncoding. Nothing but the result's folder is made then."""
        files = (options.file, *options.more_files)
        self._documents: list[DocumentFile] = []
        if options.output:
            self._documents = _documents(options, files)
            texts = [document.text for document in self._documents]
        else:
            texts = [read(_of(options, file=file), source(file)).text for file in files]
        self.text = joined_posts(texts)

    def write(self, text: str) -> bool:
        """Write each result; where one cannot be written it is printed, and this is False."""
        results = posts_apart(text)
        if not self._documents:
            return True  # they are in the JSON
        written = [document.write(result) for document, result in zip(self._documents, results, strict=True)]
        return all(written)


def _documents(options: argparse.Namespace, files: tuple[str, ...]) -> list[DocumentFile]:
    folder = Path(options.output)
    names = [written_as(Path(file).name) for file in files]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(_TWICE.format(name=twice))
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        reason = error.strerror or "unknown reason"
        raise BadInput(f"There is no folder {folder}, and none can be made: {reason}.") from error
    return [
        DocumentFile(_of(options, file=file, output=str(folder / name)))
        for file, name in zip(files, names, strict=True)
    ]


def _of(options: argparse.Namespace, **changed: str) -> argparse.Namespace:
    return argparse.Namespace(**{**vars(options), **changed})
