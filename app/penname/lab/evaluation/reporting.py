"""Writes a run's report: summary.json, summary.md, a line per text and round, and the plots."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from penname.lab.evaluation.cases import Case
from penname.lab.evaluation.figures import Summary
from penname.lab.evaluation.markdown import markdown
from penname.lab.evaluation.plots import write_plots


def write_report(folder: Path, summary: Summary, cases: Mapping[str, Sequence[Case]]) -> None:
    """Write all files of the report into `folder`; older ones are replaced. Raises OSError."""
    (folder / "summary.json").write_bytes(msgspec.json.format(msgspec.json.encode(summary), indent=2) + b"\n")
    (folder / "summary.md").write_text(markdown(summary), encoding="utf-8")
    with (folder / "rounds.jsonl").open("wb") as file:
        for name, found in cases.items():
            for case in found:
                for line in _lines(name, case):
                    file.write(msgspec.json.encode(line) + b"\n")
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
                    }
                    for one in scored[number]
                }
                for attacker, scored in case.scored.items()
            },
        }
        for number, text in enumerate(case.made.texts)
    ]
