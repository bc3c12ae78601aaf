"""`penname models`: what is on this computer, what fits it, downloads, imports."""

import argparse
import threading
from pathlib import Path
from typing import Any

import msgspec

from penname.cli.model_list import ListedModel, find, gigabytes, listed_models
from penname.cli.model_transfers import fetch, import_file
from penname.cli.stopping import CallJob, until_stopped
from penname.cli.terminal import DONE, STOPPED, put, say
from penname.domain.errors import BadInput
from penname.models import library
from penname.models.catalog import catalog_complaints, user_catalogs
from penname.models.trials import in_words
from penname.models.verifying import verify_model

_HEADINGS = {
    "installed": "On this computer",
    "found": "Of other programs on this computer, used where they are (name them by their path)",
    "available": "To be fetched, once, with: penname models download NAME",
}


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    models = commands.add_parser(
        "models",
        help="the models on this computer, and others that fit it",
        description="A larger model reads and rewrites better, and takes more memory and time. Nothing but "
        "“download” uses the network.",
        epilog=f"Your own lists of models, written like Penname's models.toml, go into {user_catalogs()}.",
    )
    actions = models.add_subparsers(metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="what is there, what could be, and whether it fits")
    listing.add_argument("--json", action="store_true", help="print the list as JSON")
    listing.set_defaults(run=_list)
    showing = actions.add_parser("show", help="all that is known about a model")
    showing.add_argument("--json", action="store_true", help="print it as JSON")
    showing.set_defaults(run=_show)
    fetching = actions.add_parser("download", help="fetch a model, or go on where an earlier try stopped")
    fetching.add_argument(
        "--token-from",
        metavar="FILE|-",
        help="take an access token for huggingface.co from the first line of a file, or of standard input",
    )
    fetching.add_argument(
        "--keep-token", action="store_true", help="keep that token in the system's keyring for later"
    )
    fetching.set_defaults(run=fetch)
    importing = actions.add_parser("import", help="check a GGUF file and make it one of Penname's models")
    importing.add_argument("file", metavar="FILE", type=Path)
    importing.add_argument(
        "--in-place", action="store_true", help="use the file where it is instead of a copy"
    )
    importing.set_defaults(run=import_file)
    checking = actions.add_parser("check", help="compare a model's whole file with what was taken in")
    checking.set_defaults(run=_check)
    removing = actions.add_parser("remove", help="delete a model that was fetched or imported")
    removing.set_defaults(run=_remove)
    for action in (showing, fetching, checking, removing):
        action.add_argument("name", metavar="NAME")


def _list(options: argparse.Namespace) -> int:
    models = listed_models()
    if options.json:
        _print_json(models)
    else:
        for state, heading in _HEADINGS.items():
            of_state = [model for model in models if model.state == state]
            if of_state:
                print(f"{heading}:")
                _print_table(of_state)
    for complaint in catalog_complaints():
        say(complaint)
    return DONE


def _show(options: argparse.Namespace) -> int:
    model = find(options.name)
    if model is None:
        raise BadInput(f"There is no model called “{options.name}”. To see all: penname models list")
    if options.json:
        _print_json(model)
        return DONE
    print(model.title)
    if model.summary:
        print(model.summary)
    for what, value in _facts(model):
        if value:
            print(f"  {what}: {value}")
    return DONE


def _facts(model: ListedModel) -> list[tuple[str, str]]:
    where = {"installed": f"on this computer, {model.origin}", "found": f"of {model.program}"}
    kept = f"; {gigabytes(model.kept)} of it are here already" if model.kept else ""
    speed = model.tokens_per_second
    return [
        ("name", model.name),
        ("where", where.get(model.state, f"to be fetched{kept}")),
        ("file", model.path),
        ("family", model.family),
        ("parameters", f"{model.parameters:g} billion" if model.parameters else ""),
        ("size", gigabytes(model.size)),
        ("memory while it runs", f"about {gigabytes(model.memory)}"),
        ("on this computer", f"{model.fit}" + (f", about {speed:g} tokens a second" if speed else "")),
        ("tried here", in_words(model.trial) if model.trial else ""),
        ("longest context", f"{model.context} tokens" if model.context else ""),
        ("languages", ", ".join(model.languages)),
        ("licence", " ".join(filter(None, (model.licence, model.licence_link)))),
        ("page", model.page),
        ("account needed", "yes, at huggingface.co" if model.gated else ""),
    ]


def _check(options: argparse.Namespace) -> int:
    say("Reading the whole file ...")
    stopping = threading.Event()
    verified = until_stopped(CallJob(lambda: verify_model(options.name, stopping.is_set), stopping.set))
    if verified is None:
        say("Stopped.")
        return STOPPED
    print(verified.sentence.format(title=verified.title, sha256=verified.sha256))
    return DONE


def _remove(options: argparse.Namespace) -> int:
    library.remove(options.name)
    say(f"{options.name} is removed.")
    return DONE


def _print_table(models: list[ListedModel]) -> None:
    rows = [
        (
            model.name if model.state != "found" else model.path,
            gigabytes(model.size),
            model.fit,
            f"~{model.tokens_per_second:g} tokens/s" if model.tokens_per_second else "",
            model.program or model.title,
        )
        for model in models
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, (*widths, 0), strict=True)]
        print(f"  {'  '.join(cells).rstrip()}")


def _print_json(value: object) -> None:
    put(msgspec.json.format(msgspec.json.encode(value)) + b"\n")
