"""Writes a run's report: summary.json, summary.md, a line per text and round, seconds, and the plots."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from penname.lab.evaluation.cases import Case
from penname.lab.evaluation.figures import Summary
from penname.lab.evaluation.markdown import markdown
from penname.lab.evaluation.measures import mean
from penname.lab.evaluation.plots import write_plots


def write_report(folder: Path, summary: Summary, cases: Mapping[str, Sequence[Case]]) -> None:
    """Write all files of the report into `folder`; older ones are replaced. Raises OSError.

    Seconds have a file of their own: all others are the same to the byte when a run is killed and resumed.
    """
    (folder / "summary.json").write_bytes(msgspec.json.format(msgspec.json.encode(summary), indent=2) + b"\n")
    (folder / "summary.md").write_text(markdown(summary), encoding="utf-8")
    with (folder / "rounds.jsonl").open("wb") as file:
        for name, found in cases.items():
            for case in found:
                for line in _lines(name, case):
                    file.write(msgspec.json.encode(line) + b"\n")
    seconds = {name: mean([case.made.seconds for case in found]) for name, found in cases.items()}
    (folder / "seconds.json").write_bytes(msgspec.json.encode(seconds) + b"\n")  # the mean of a text
    write_plots(folder, summary)


def _lines(name: str, case: Case) -> list[dict[str, object]]:
    """One line for the original and one for each round's text."""
    return [
        {
            "id": case.sample.id,
            "method": name,
            "round": number,
            "last": number == len(case.made.texts) - 1,
            "stopped": case.made.stopped,
            "labelled": case.sample.labelled,
            "hardness": case.sample.hardness,
            "text": text,
            "rouge_l": case.kept[number].rouge_l,
            "edited": case.kept[number].edited,
            "quality": case.qualities[number],
            "guesses": {
                attacker: {
                    one.attribute: {
                        "matches": [match.value for match in one.matches],
                        "certainty": one.certainty,
                        "parts": one.parts,
                    }
                    for one in read
                }
                for attacker, scored in case.scored.items()
                if (read := scored[number]) is not None
            },
        }
        for number, text in enumerate(case.made.texts)
    ]
