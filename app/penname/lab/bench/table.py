"""The figures as lines for a terminal."""

import statistics

from penname.lab.bench.figures import BenchFigures, Sameness


def table(figures: BenchFigures) -> str:
    """All that `penname bench` prints, ending with a line end."""
    seconds, ratios, speeds = figures.seconds, figures.ratios, figures.speeds
    machine = figures.machine
    safe = ", safe mode" if figures.safe_mode else ""
    rows = [
        f"{figures.model} on {machine.processor}, {machine.cores} cores, {machine.memory} MiB",
        machine.system,
        f"Penname {machine.penname}, llama-cpp-python {machine.llama_cpp}, {figures.threads} threads, "
        f"batches of {figures.batch}{safe}; medians of {len(figures.texts)} texts",
    ]
    if figures.disturbed_by:
        rows.append(f"MEASURED ON A BUSY MACHINE: {figures.disturbed_by}")
    rows += [
        "",
        f"{'A round (attack, arbitrate, rewrite)':44}{'seconds':>9}{'Penname / this':>17}",
        f"{'Penname':44}{seconds['ours']:9.2f}",
        _way("The papers' way: a JSON call a role", seconds["papers_way"], ratios["ratio_to_papers_way"]),
        _way("Our answers, by the same calls", seconds["same_answers"], ratios["ratio_to_same_answers"]),
        _way("The floor, by llama.cpp's raw speed", seconds["floor"], ratios["ratio_to_floor"]),
    ]
    rows += [f"{f'Penname without {name}':44}{value:9.2f}" for name, value in figures.without.items()]
    together = figures.together
    rows.append(
        f"{f'{together.texts} texts at the same time, each':44}{together.seconds / together.texts:9.2f}"
        f"{together.seconds / together.floor:17.3f} (to their floor)"
    )
    first = [text.first_inference for text in figures.texts if text.first_inference is not None]
    models = [t.models_first_inference for t in figures.texts if t.models_first_inference is not None]
    rows += ["", f"{'From the start to a loaded model':44}{figures.seconds_to_ready:9.2f} s"]
    rows.append(f"{'From a stop while it reads until it takes effect':44}{figures.seconds_to_stop:9.2f} s")
    if first:
        rows.append(f"{'To the first inference (of the rules)':44}{statistics.median(first):9.2f} s")
    if models:
        rows.append(f"{'To the first inference of the model':44}{statistics.median(models):9.2f} s")
    rows += [
        f"{'Raw speed: prompt':44}{speeds.prompt:9.0f} tokens/s",
        f"{'Raw speed: one token at a time':44}{speeds.single:9.0f} tokens/s",
    ]
    rows += [f"{f'Raw speed: {k} tokens of one answer at once':44}{v:9.0f} tokens/s" for k, v in speeds.runs]
    rows += [f"{f'Raw speed: {k} answers at once':44}{v:9.0f} tokens/s" for k, v in speeds.together]
    shares = ", ".join(f"{name[6:]} {share:.0%}" for name, share in figures.shares.items())
    rows += [
        f"Of all tokens read and written: {shares}",
        "The papers' way read "
        f"{statistics.median(t.papers_prompt_tokens for t in figures.texts):.0f} and wrote "
        f"{statistics.median(t.papers_written_tokens for t in figures.texts):.0f} tokens a round, "
        f"Penname wrote {statistics.median(t.tokens.free + t.tokens.forced for t in figures.texts):.0f}.",
        *sameness_lines(figures.sameness),
    ]
    return "\n".join(rows) + "\n"


def sameness_lines(same: Sameness) -> list[str]:
    """How many answers are those of `Llama`, and how close the two were where they part."""
    lines = [
        f"The same answers as the usual way, greedily: {same.same_answers} of {same.answers}, "
        f"all of a text's: {same.same_texts} of {same.texts}"
    ]
    if same.divergences:
        apart = sorted(divergence.difference for divergence in same.divergences)
        lines.append(
            "Where they differ, the model without a grammar prefers ours by logits of "
            + ", ".join(f"{difference:+.3f}" for difference in apart)
        )
    return lines


def _way(name: str, seconds: float, ratio: float | None) -> str:
    return f"{name:44}{seconds:9.2f}" + ("" if ratio is None else f"{ratio:17.3f}")
