"""Which models a command works with: those of the settings, unless its options name others."""

import argparse

import msgspec

from penname.settings import Settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say who reads and who rewrites."""
    parser.add_argument(
        "--model",
        metavar="NAME|PATH",
        help="a model's name (see “penname models list”) or a GGUF file (default: that of the settings)",
    )
    parser.add_argument(
        "--rewrite-model",
        metavar="NAME|PATH",
        help="another model that rewrites what --model has read and judged "
        "(default: the same, or the writer that goes with it)",
    )


def with_models(settings: Settings, options: argparse.Namespace) -> Settings:
    """The settings with the models of the options; a model that is named does all, unless two are."""
    if options.model:
        settings = msgspec.structs.replace(settings, model=options.model, rewrite_model="")
    if options.rewrite_model:
        settings = msgspec.structs.replace(settings, rewrite_model=options.rewrite_model)
    return settings
