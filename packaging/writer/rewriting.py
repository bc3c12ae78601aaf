"""What a writer makes of texts: `python -m writer.rewriting DATASET --base GGUF --output FILE ...`.

The starter reads them, with all attributes protected; the writer writes, or without `--base` the starter.
Each line of the output has `id`, `text` and `version`, as `penname evaluate --versions` reads them, and the
seconds it took.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from penname.domain.changes import apply_changes
from penname.domain.errors import PennameError
from penname.domain.goal import Goal
from penname.domain.policy import Overrules, policy_set
from penname.engine.local import LocalEngine
from penname.lab.evaluation.authors import AuthorSplit, written_by
from penname.lab.evaluation.datasets import read_dataset
from penname.models.files import ModelFiles
from penname.models.opening import open_model
from penname.roles.packs import load_pack
from penname.roles.rewrite_request import RewriteRequest
from penname.roles.roles import Roles
from penname.settings import Settings, load_attributes


def main() -> int:
    """Rewrite the texts; exit 1 with a sentence when something given cannot be used."""
    parser = argparse.ArgumentParser(description="Rewrite a data set's texts with a writer.")
    parser.add_argument("dataset", type=Path)
    parser.add_argument("--base", type=Path)
    parser.add_argument("--adapter", type=Path)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--authors", choices=("tune", "calibrate", "report"), default="tune")
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--version", default="writer", help="what the results are called")
    options = parser.parse_args()
    try:
        _rewrite(options)
    except PennameError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _rewrite(options: argparse.Namespace) -> None:
    attributes = load_attributes(Settings())
    names = tuple(attribute.name for attribute in attributes)
    goal = Goal(names, frozenset(names))
    reader = LocalEngine.start(open_model("starter"))
    writer = LocalEngine.start(_files(options)) if options.base else None
    writes = (writer, load_pack("writer")) if writer else None
    everything = read_dataset(options.dataset).samples
    samples = [one for one in written_by(AuthorSplit(options.authors), everything) if one.labelled]
    done = set()
    if options.output.exists():
        done = {json.loads(line)["id"] for line in options.output.read_text("utf-8").splitlines()}
    with options.output.open("a", encoding="utf-8") as file:
        for sample in samples[: options.limit]:
            if sample.id in done:
                continue
            began, text, rounds = time.monotonic(), sample.text, 0
            roles = Roles(reader, attributes, writer=writes)  # which remember what they have read of one text
            for _ in range(options.rounds):
                attacked = roles.attack(text, goal)
                arbitrated = roles.arbitrate(text, attacked, goal)
                execute = policy_set(text, attacked, arbitrated, goal, Overrules())
                rewritten = roles.rewrite(RewriteRequest(text, attacked, execute, goal)) if execute else None
                if rewritten is None or rewritten.refused:
                    break
                text, rounds = apply_changes(text, rewritten.changes), rounds + 1
            line = {"id": sample.id, "text": text, "version": options.version, "rounds": rounds}
            line |= {"seconds": round(time.monotonic() - began, 1)}
            print(json.dumps(line, ensure_ascii=False), file=file, flush=True)
    for engine in filter(None, (writer, reader)):
        engine.close()


def _files(options: argparse.Namespace) -> ModelFiles:
    adapter = str(options.adapter) if options.adapter else None
    return ModelFiles("writer", "Writer", str(options.base), "writer", ("en",), 4096, adapter)


if __name__ == "__main__":
    sys.exit(main())
