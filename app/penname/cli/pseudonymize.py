"""`penname pseudonymize`: stand-ins for what names somebody, before a text goes to a chatbot."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from penname.cli import conversations, document_files, passphrases, stand_in_stages
from penname.cli.terminal import DONE, FAILED, put, say, source
from penname.domain.errors import BadInput
from penname.pseudonyms.detect import Search
from penname.pseudonyms.entities import OTHER
from penname.pseudonyms.mapping import Mapping, read_mapping
from penname.pseudonyms.models.asking import PseudonymModel
from penname.pseudonyms.models.stages import Detect, run_stages
from penname.pseudonyms.names.hidden import HiddenPhrases, read_hidden
from penname.pseudonyms.pseudonymize import MOST_CHARACTERS, Pseudonymized
from penname.sessions.intake import Intake, encode_text, read_text
from penname.vault.opening import AskPassphrase

_TOO_LONG = (
    "This text has {count:,} characters; stand-ins are made for at most {most:,} at once. Your text is "
    "unchanged. Split it, and give the later parts --known with the mapping of the earlier ones."
)
_LOOKED = {
    Detect.RULES: "rules and the labeller that comes along (a larger model can look, too: --detect ner)",
    Detect.NER: "rules, the labeller and a model for names",
}
_HINT = (
    "Stand-ins hide names and numbers, not what the rest of the text gives away; names that the chatbot "
    "invents cannot be restored. Names were looked for by {who}: read the result before you send it."
)


def add_parser(commands: Any) -> None:
    """Add the command to `commands`, what argparse's `add_subparsers` returned."""
    job = commands.add_parser(
        "pseudonymize",
        help="replace names and numbers by stand-ins",
        description="Replaces names, addresses, numbers and keys by stand-ins that `penname restore` turns "
        "back. The text goes to standard output.",
        epilog="The mapping names everybody it hides: keep it where nobody else reads. Exit codes: 0 done, "
        "1 no stand-ins could be made, 2 the text or the options cannot be used.",
    )
    document_files.add_file(job)
    document_files.add_options(job)
    job.add_argument(
        "--json", action="store_true", help="print text, mapping and entities as one JSON object"
    )
    job.add_argument("--placeholders", action="store_true", help="visible stand-ins such as [PERSON_1]")
    job.add_argument("--hide", metavar="FILE", help="what to hide always: one phrase a line, or kind: phrase")
    job.add_argument("--keep", metavar="FILE", help="what to leave as it is: one phrase a line")
    job.add_argument("--profile", metavar="NAME", help="hide the terms of this profile in the vault, too")
    conversations.add_option(
        job, "go on with this conversation, and keep who stands for whom in the vault (a new name begins one)"
    )
    job.add_argument("--known", metavar="FILE", help="the mapping of what was sent before, to go on with")
    job.add_argument("--save-mapping", metavar="FILE", help="write the mapping here, readable for you alone")
    job.add_argument("--seed", type=int, default=None, metavar="N", help="for the choice of stand-ins")
    stand_in_stages.add_options(job)
    passphrases.add_option(job)
    job.add_argument(
        "--scores",
        metavar="FILE",
        help="print the paper's scores on labelled texts, a JSON object a line, instead of a text",
    )
    job.add_argument(
        "--coherence", action="store_true", help="with --scores: SCS, too, by the model's perplexity"
    )
    job.add_argument(
        "--task",
        metavar="REQUEST",
        help="with --scores: have the model answer this on each text and on what stands for it, and compare",
    )
    job.add_argument("--encoding", metavar="NAME", help="the encoding of a text that is not UTF-8")
    job.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Pseudonymize and print; raises PennameError for what cannot be used."""
    if options.scores:
        return _scores(options)
    read = [options.file, options.hide, options.keep, options.known, options.passphrase_from]
    if read.count("-") > 1:
        raise BadInput("Only one of the files can be standard input (-).")
    if options.known and options.conversation:
        raise BadInput("Give --known or --conversation: each says what was sent before.")
    ask = passphrases.vault_passphrase(options)
    hidden = read_hidden(_lines(options.hide)) if options.hide else HiddenPhrases(())
    if options.profile:
        hidden = hidden.and_also((term, OTHER) for term in _terms(options.profile, ask))
    search = Search(
        hidden=hidden,
        keep=tuple(filter(None, map(str.strip, _lines(options.keep).splitlines()))) if options.keep else (),
    )
    known = read_mapping(source(options.known)) if options.known else Mapping()
    if options.conversation:
        known = conversations.known_in(options.conversation, ask)
    document = document_files.document_of(options)
    intake = Intake(document.text) if document else document_files.read(options, source(options.file))
    if len(intake.text) > MOST_CHARACTERS:
        raise BadInput(_TOO_LONG.format(count=len(intake.text), most=MOST_CHARACTERS))
    stages = stand_in_stages.stages_of(options)
    with (
        stand_in_stages.model_when_asked(options.model) as engine,
        stand_in_stages.tagger_when_asked(options.ner) as tagger,
    ):
        result = run_stages(
            intake.text,
            stages,
            lambda: PseudonymModel(engine()),
            search,
            known,
            visible=options.placeholders or known.placeholders,
            seed=_seed(options),
            tagging=tagger,
        )
    if options.conversation:
        conversations.keep_in(options.conversation, result.mapping, ask)
    if options.save_mapping:
        _save(Path(options.save_mapping), result.mapping)
    for notice in result.notices:
        say(notice)
    who = _LOOKED.get(stages.detect, "rules and a local model")
    say(_HINT.format(who=who))
    if not (options.json or options.save_mapping or options.conversation):
        say("The mapping was not kept: with --conversation NAME or --json, replies can be restored.")
    written = document is None or document.write(result.text)
    if document is not None and not options.json:
        return DONE if written else FAILED
    output = _json(result) if options.json else encode_text(intake, result.text)
    put(output)
    return DONE if written else FAILED


def _scores(options: argparse.Namespace) -> int:
    from penname.lab.stand_ins import measuring

    def tell(done: int) -> None:
        say(f"\r{done} of {len(texts)} texts", end="")

    texts = measuring.read_labelled(source(options.scores))
    stages = stand_in_stages.stages_of(options)
    with (
        stand_in_stages.model_when_asked(options.model) as engine,
        stand_in_stages.tagger_when_asked(options.ner) as tagger,
    ):
        scores = measuring.measure(
            texts,
            stages,
            engine,
            tagger,
            seed=_seed(options),
            coherence=options.coherence,
            task=options.task,
            on_text=tell if sys.stderr.isatty() else lambda _done: None,
        )
    if options.json:
        print(msgspec.json.format(msgspec.json.encode(scores), indent=2).decode())
    else:
        print("\n".join(measuring.lines(scores)))
    return DONE


def _seed(options: argparse.Namespace) -> int:
    return int.from_bytes(os.urandom(4)) if options.seed is None else int(options.seed)


def _terms(profile: str, ask: AskPassphrase) -> tuple[str, ...]:
    from penname.vault.profiles import read_profile

    return read_profile(profile, ask).terms


def _lines(file: str) -> str:
    return read_text(source(file)).text


def _json(result: Pseudonymized) -> bytes:
    return msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n"


def _save(path: Path, mapping: Mapping) -> None:
    """Write the mapping for its owner alone; raises BadInput when it cannot be written."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(mapping.to_json())
    except OSError as error:
        raise BadInput(
            f"The mapping cannot be written to {path}: {error.strerror or 'unknown reason'}. "
            "Nothing was printed."
        ) from error
