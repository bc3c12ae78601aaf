"""Which parts the three stages of stand-ins are made of, and the model that some of them ask."""

import argparse
import contextlib
from collections.abc import Callable, Iterator

from penname.cli.terminal import say
from penname.domain.errors import BadInput
from penname.engine.client import EngineClient
from penname.engine.tagging.client import Tagger
from penname.pseudonyms.models.stages import Detect, Generate, Replace, Stages
from penname.settings import load_settings


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose the parts."""
    parser.add_argument(
        "--detect",
        choices=tuple(Detect),
        default=Detect.RULES,
        help="who looks for names besides the rules: a local model, asked in one of three ways, or (ner) a "
        "token-classification model, the surest of them",
    )
    parser.add_argument(
        "--ner",
        metavar="FOLDER",
        help="with --detect ner: the folder of such a model with tokenizer.json and model.onnx (default: "
        "that of the settings); it needs the packages of penname[ner]",
    )
    parser.add_argument(
        "--generate",
        choices=tuple(Generate),
        default=Generate.RAND,
        help="where stand-ins for names come from: value sets (rand) or a local model (prompt)",
    )
    parser.add_argument(
        "--replace",
        choices=tuple(Replace),
        default=Replace.DIRECT,
        help="how they come into the text: direct, or worded anew by a local model (prompt, gen)",
    )
    parser.add_argument(
        "--model", metavar="NAME|PATH", help="the local model (default: that of the settings)"
    )


def stages_of(options: argparse.Namespace) -> Stages:
    """The parts that the options name; raises BadInput where one lacks its model.

    Where no folder is named, `options.ner` becomes that of the settings.
    """
    if options.detect == Detect.NER and not options.ner:
        options.ner = load_settings().names_model
    if (options.detect == Detect.NER) != bool(options.ner):
        raise BadInput("--detect ner and --ner FOLDER belong together: the folder holds the model for names.")
    return Stages(Detect(options.detect), Generate(options.generate), Replace(options.replace))


@contextlib.contextmanager
def model_when_asked(name: str | None) -> Iterator[Callable[[], EngineClient]]:
    """A function that gives the model's engine, loaded at its first call and closed at the end.

    It raises BadInput for an unknown model, EngineError and ModelFileError.
    """
    from penname.engine.local import LocalEngine  # the rules alone need nothing of it
    from penname.models.opening import open_model

    engines: list[LocalEngine] = []

    def engine() -> EngineClient:
        if not engines:
            engines.append(LocalEngine(open_model(name or load_settings().model), say))
            engines[0].load()
        return engines[0]

    try:
        yield engine
    finally:
        for one in engines:
            one.close()


@contextlib.contextmanager
def tagger_when_asked(folder: str | None) -> Iterator[Callable[[], Tagger]]:
    """A function that gives the model for names in `folder`, started at its first call and ended at the end.

    It raises BadInput for a folder or packages that are missing, and EngineError.
    """
    started: list[Tagger] = []

    def tagger() -> Tagger:
        if not started:
            started.append(Tagger(folder or ""))
        return started[0]

    try:
        yield tagger
    finally:
        for one in started:
            one.close()
