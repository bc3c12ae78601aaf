"""The documents say nothing that is not there: links, paths, commands and classes they name all exist."""

import argparse
import functools
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from penname import cli

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "tests" / "README.md"]
NAMED = [str(document.relative_to(ROOT)) for document in DOCUMENTS]

MOST_WORDS = 600  # of README.md
CLASSES_IN = ("docs/ARCHITECTURE.md", "docs/CONTRIBUTING.md", "tests/README.md")

# Where a path in a document may begin: the top of the repository, or that of the package.
_BASES = (ROOT, ROOT / "app" / "penname", ROOT / "tests")
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_SPAN = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)*/?")
_CLASS = re.compile(r"[A-Z][a-z]+(?:[A-Z][A-Za-z]*)(?:\.\w+)?")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def _spans(name: str) -> list[str]:
    paragraphs = re.split(r"\n\s*\n", _FENCED.sub("", _text(name)))
    return [" ".join(span.split()) for paragraph in paragraphs for span in _SPAN.findall(paragraph)]


def _slug(heading: str) -> str:
    """The anchor that GitHub gives a heading."""
    plain = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


def _broken_links(name: str) -> Iterator[str]:
    for target in _LINK.findall(_text(name)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        if not file.exists():
            yield target
        elif anchor:
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            if anchor not in map(_slug, headings):
                yield target


@functools.cache
def _first_parts() -> frozenset[str]:
    """With what a path of ours can begin."""
    return frozenset(path.name for base in _BASES for path in base.iterdir() if path.is_dir())


def _is_path(span: str) -> bool:
    if not _PATH.fullmatch(span):
        return False
    if "/" in span:
        return span.split("/")[0] in _first_parts()
    return span.endswith(".py") or bool(re.fullmatch(r"[A-Z]+\.md", span))


def _exists(path: str) -> bool:
    if "/" not in path and path.endswith(".py"):  # its folder was named before
        return any((ROOT / "app").rglob(path)) or any(
            any((ROOT / folder).rglob(path)) for folder in ("packaging", "tests")
        )
    return any(any(base.glob(path.rstrip("/"))) for base in _BASES)


def _commands(name: str) -> Iterator[str]:
    """Each `penname ...` of a document, without the remark behind it."""
    text = _text(name)
    blocks = [line.strip() for line in text.splitlines() if line.startswith("    ")]
    fenced = [line.strip() for block in _FENCED.findall(text) for line in block.splitlines()]
    for line in (*_spans(name), *blocks, *fenced):
        if line.startswith("penname ") or line == "penname":
            yield re.split(r"\s#|[;|<>]", line)[0]


def _mistake(command: str) -> str | None:
    """What the argument parser does not know of it: a command, an action or an option."""
    parser: argparse.ArgumentParser = cli._parser()
    for word in shlex.split(command)[1:]:
        if word.startswith("--"):
            if word.partition("=")[0] not in parser._option_string_actions:
                return word
            continue
        subparsers = next((a for a in parser._actions if isinstance(a, argparse._SubParsersAction)), None)
        if subparsers is not None:
            if word.isupper() or word == "...":  # stands for any of them
                return None
            if word not in subparsers.choices:
                return word
            parser = subparsers.choices[word]
    return None


def _all_options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _all_options(inner)


@functools.cache
def _code() -> str:
    files = (path for folder in ("app", "packaging", "tests") for path in (ROOT / folder).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def test_the_readme_is_one_screen() -> None:
    assert len(_text("README.md").split()) <= MOST_WORDS


@pytest.mark.parametrize("name", NAMED)
def test_links_lead_somewhere(name: str) -> None:
    assert list(_broken_links(name)) == []


@pytest.mark.parametrize("name", NAMED)
def test_paths_are_there(name: str) -> None:
    assert [span for span in _spans(name) if _is_path(span) and not _exists(span)] == []


@pytest.mark.parametrize("name", NAMED)
def test_commands_are_known(name: str) -> None:
    assert [(command, wrong) for command in _commands(name) if (wrong := _mistake(command))] == []


@pytest.mark.parametrize("name", NAMED)
def test_options_by_themselves_are_known(name: str) -> None:
    known = set(_all_options(cli._parser()))
    alone = {span.split()[0].partition("=")[0] for span in _spans(name) if span.startswith("--")}
    assert [option for option in sorted(alone - known) if f'"{option}"' not in _code()] == []


@pytest.mark.parametrize("name", NAMED)
def test_targets_of_make_are_known(name: str) -> None:
    targets = re.findall(r"^([\w-]+):", _text("Makefile"), re.MULTILINE)
    said = re.findall(r"(?:`|^    )make ([a-z-]+)", _text(name), re.MULTILINE)
    assert set(said) - set(targets) == set()


@pytest.mark.parametrize("name", CLASSES_IN)
def test_classes_are_there(name: str) -> None:
    missing = []
    for span in filter(_CLASS.fullmatch, _spans(name)):
        owner, _, member = span.partition(".")
        if not re.search(rf"^class {owner}\b", _code(), re.MULTILINE) or (
            member and not re.search(rf"\b{member}\b", _code())
        ):
            missing.append(span)
    assert missing == []


def test_the_checks_see_what_is_wrong(tmp_path: Path) -> None:
    assert _mistake("penname anonymize FILE --protect age") is None
    assert _mistake("penname anonymise FILE") == "anonymise"
    assert _mistake("penname models list --csv") == "--csv"
    assert _is_path("engine/host/batching.py")
    assert not _exists("engine/host/nothing.py")
    assert not _is_path("and/or")
