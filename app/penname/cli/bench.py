"""`penname bench`: how fast a round is on this computer, and what it is compared with."""

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from penname.cli.terminal import DONE, FAILED, UNUSABLE, say
from penname.domain.attributes import shipped_attributes
from penname.domain.errors import BadInput
from penname.models.files import ModelFiles
from penname.settings import Settings, load_settings

RUNS = 5


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "bench",
        help="measure how fast a round is on this computer",
        description="Measures a round of RLAA over all attributes against the papers' way to call the model, "
        "against our own answers written by the usual calls, and against the raw speed of llama.cpp. "
        "It refuses to measure while the computer is busy.",
    )
    job.add_argument("--runs", type=int, default=RUNS, metavar="N", help=f"texts to measure ({RUNS})")
    job.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    job.add_argument("--output", metavar="DIR", help="save bench.json and bench.svg in this folder")
    job.add_argument("--anyway", action="store_true", help="measure on a busy computer, too, and say so")
    job.add_argument("--model", metavar="NAME|PATH", help="a model's name or a GGUF file (default: starter)")
    job.add_argument(
        "--texts",
        metavar="FILE",
        help="only compare answers: a JSON Lines file whose objects have a “text”; - is standard input",
    )
    job.add_argument(
        "--quick", action="store_true", help="leave out the rounds with one part of the engine switched off"
    )
    job.add_argument(
        "--weighing",
        action="store_true",
        help="only measure what weighing the words adds to a first round, with the model that rewrites, too; "
        "also on a busy computer, since both take their time right after each other",
    )
    job.add_argument(
        "--settings",
        action="store_true",
        help="only find the settings with which the model is fastest here, and use them from now on",
    )
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure and print; raises PennameError for what cannot be used."""
    from penname.engine.tuning.system_load import competing_load
    from penname.engine.tuning.tuning_store import chosen_tuning
    from penname.lab.bench.benchmark import compare_texts, run_bench, sample_texts
    from penname.lab.bench.chart import chart_svg
    from penname.lab.bench.table import sameness_lines, table
    from penname.models.opening import open_model

    if options.runs < 1:
        raise BadInput("--runs takes a number from 1.")
    settings = load_settings()
    attributes = shipped_attributes()
    files = open_model(options.model or settings.model)
    folder = _folder(options.output) if options.output else None
    if options.texts:
        tuning = chosen_tuning(files, settings.engine)
        same = compare_texts(files, attributes, _texts(options.texts), say, tuning)
        plain = msgspec.json.format(msgspec.json.encode(same), indent=2).decode()
        print(plain if options.json else "\n".join(sameness_lines(same)))
        return DONE
    if options.weighing:
        return _weigh(options, settings)
    load = competing_load()
    if load is not None and not options.anyway:
        say(f"{load} Figures taken now would mean nothing. Wait until the computer is idle, or use --anyway.")
        return UNUSABLE
    if options.settings:
        return _tune(files)
    figures = run_bench(
        files,
        attributes,
        sample_texts(),
        options.runs,
        say,
        chosen_tuning(files, settings.engine),
        disturbed_by=load,
        optimizations=not options.quick,
    )
    if folder is not None:
        (folder / "bench.json").write_bytes(figures.to_json())
        (folder / "bench.svg").write_text(chart_svg(figures), encoding="utf-8")
    sys.stdout.write(figures.to_json().decode() if options.json else table(figures))
    return DONE


def _weigh(options: argparse.Namespace, settings: Settings) -> int:
    from penname.lab.bench.benchmark import sample_texts
    from penname.lab.bench.weighing import summed_up, weighed_rounds
    from penname.sessions.loaded_models import LoadedModels

    if options.model:
        settings = msgspec.structs.replace(settings, model=options.model, rewrite_model="")
    models = LoadedModels(settings, say)
    try:
        print(summed_up(weighed_rounds(models, sample_texts()[: options.runs + 1], say)))
    finally:
        models.close()
    return DONE


def _tune(files: ModelFiles) -> int:
    from penname.engine.local import LocalEngine
    from penname.engine.tuning.tuning import Tuner, described
    from penname.engine.tuning.tuning_store import remember_tuning
    from penname.models.hardware import probe_hardware

    LocalEngine.start(files).close()  # makes what is made once, and fails with a sentence where nothing works
    tuned = Tuner(files, has_card=bool(probe_hardware().cards), say=say).tune()
    if tuned is None:
        say("The model's speed could not be measured on this computer. It is loaded as before.")
        return FAILED
    remember_tuning(files, tuned.tuning)
    print(f"{files.title}: {described(tuned.tuning)} from now on.")
    return DONE


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"The folder {name} cannot be made ({error.strerror}).") from error
    return folder


def _texts(name: str) -> list[str]:
    class Line(msgspec.Struct):
        text: str

    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        lines = [line for line in data.splitlines() if line.strip()]
        texts = [msgspec.json.decode(line, type=Line).text for line in lines]
    except OSError as error:
        raise BadInput(f"{name} cannot be read ({error.strerror}).") from error
    except msgspec.DecodeError as error:
        raise BadInput(f"{name} is not a JSON Lines file whose objects have a “text” ({error}).") from error
    if not texts:
        raise BadInput(f"{name} holds no text.")
    return texts
