"""`penname version`: which Penname this is, and with `--check` whether there is a newer one."""

import argparse

from penname import __version__
from penname.cli.terminal import DONE, FAILED, say
from penname.domain.errors import PennameError
from penname.releases.update_check import UpdateCheck
from penname.releases.versions import this_version


def add_parser(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = commands.add_parser(
        "version",
        help="which version this is, and whether there is a newer one",
        description="Prints the version. Only with --check the network is used: Penname's address for newer "
        "versions is asked for the number of the newest one, and told nothing.",
    )
    parser.add_argument("--check", action="store_true", help="ask whether there is a newer one")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    print(f"penname {__version__}")
    if not options.check:
        return DONE
    try:
        newest = UpdateCheck().run()
    except PennameError as error:
        say(str(error))
        return FAILED
    own = this_version()
    if own is None:
        print(f"Penname {newest} is the newest one; how old this one is cannot be told from its number.")
    elif newest > own:
        print(f"Penname {newest} is out; this is {own}.")
    else:
        print("There is no newer one.")
    return DONE
