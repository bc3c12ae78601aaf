"""The edited texts that outside readers are to see: from the results of a run, and from files of others."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.key import ORIGINAL
from penname.lab.evaluation.results import read_made
from penname.lab.evaluation.rows import read_rows
from penname.lab.evaluation.samples import BadLine, Sample

ByVersion = dict[str, dict[str, str]]  # version -> sample id -> text


class Versions(msgspec.Struct, frozen=True):
    """`texts` by version and sample; `controls` are versions known to be good, which void a reading that
    refuses them.
    """

    texts: ByVersion
    controls: tuple[str, ...] = ()


def versions_of_run(folder: Path, contenders: Sequence[str], samples: Mapping[str, Sample]) -> Versions:
    """What the contenders of a run (all, or those named) made in the end.

    Raises BadInput for results of other texts than `samples`, or without one of the contenders.
    """
    made = read_made(folder)
    known = tuple(dict.fromkeys(contender for _, contender in made))
    for name in contenders:
        if name not in known:
            raise BadInput(f"The results hold nothing by “{name}”. They hold: {', '.join(sorted(known))}.")
    texts: ByVersion = {name: {} for name in contenders or known}
    for (id_, name), one in made.items():
        if name not in texts:
            continue
        if id_ not in samples or samples[id_].text != one.texts[0]:
            raise BadInput(
                f"The results in {folder} are of another data set: its text “{id_}” is not theirs."
            )
        texts[name][id_] = one.texts[-1]
    return Versions(texts)


def versions_in_file(path: Path, samples: Collection[str]) -> Versions:
    """Texts with `id` (of the sample), `text`, `version` (else the file's name) and `control` (yes or no).

    Raises BadInput that names each line which cannot be used.
    """
    texts: ByVersion = {}
    controls: list[str] = []
    wrong: list[str] = []
    called, rows = read_rows(path)
    for number, row in rows:
        try:
            if isinstance(row, BadLine):
                raise row
            id_, text, version = row.get("id"), row.get("text"), row.get("version", path.stem)
            if id_ not in samples:
                raise BadLine("its id is not that of a text of the data set.")
            if not isinstance(text, str) or not text.strip():
                raise BadLine("text is missing.")
            if not isinstance(version, str) or not version.strip() or version == ORIGINAL:
                raise BadLine("version is no name for it.")
            if id_ in texts.setdefault(version, {}):
                raise BadLine("this version of this text is there already.")
            texts[version][str(id_)] = text
            controls += [version] * (str(row.get("control")).casefold() in ("true", "yes"))
        except BadLine as error:
            wrong.append(f"{path}, {called} {number}: {error}")
    if wrong or not texts:
        raise BadInput("\n".join(wrong) or f"{path} holds no versions.")
    return Versions(texts, tuple(dict.fromkeys(controls)))


def together(versions: Sequence[Versions]) -> Versions:
    """All of them; raises BadInput where two have the same name."""
    texts: ByVersion = {}
    for one in versions:
        for name, found in one.texts.items():
            if name in texts:
                raise BadInput(f"There are two versions called “{name}”.")
            texts[name] = found
    return Versions(texts, tuple(name for one in versions for name in one.controls))
