"""Prompt packs: how a model is spoken to. A pack is a folder with one TOML file a role.

Templates are Jinja2, rendered in its immutable sandbox. The user's text only ever fills a variable, so
nothing in it is read as a template.
"""

import math
import tomllib
from pathlib import Path
from typing import Any, Literal, TypeVar

import jinja2
import msgspec
from jinja2.sandbox import ImmutableSandboxedEnvironment

from penname import locations
from penname.domain.errors import PennameError
from penname.roles.probe_calibration import ProbeCalibration
from penname.roles.writing.critic import Critic

P = TypeVar("P", bound="Turn")

_TEMPLATES = ImmutableSandboxedEnvironment(undefined=jinja2.StrictUndefined, keep_trailing_newline=True)


class BrokenPack(PennameError):
    """A prompt pack that cannot be read or rendered."""


class RoleSampling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Temperature, nucleus, and the token limit for texts near 120 words, which grows with the text."""

    temperature: float
    top_p: float
    max_tokens: int

    def livelier(self, temperature: float = 0.5, top_p: float = 0.9) -> "RoleSampling":
        """For where the same is asked once more, which must be able to have another answer: at least as warm,
        from at most that nucleus.
        """
        return msgspec.structs.replace(
            self, temperature=max(temperature, self.temperature), top_p=min(top_p, self.top_p)
        )


class Turn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One user turn, as a template, and the system message of its conversation."""

    user: str
    system: str = ""

    def render(self, **facts: Any) -> str:
        """The user turn; raises BrokenPack when the template does not fit the facts."""
        try:
            return _TEMPLATES.from_string(self.user).render(**facts)
        except Exception as error:  # a template can divide by zero, call what is no function, and so on
            raise BrokenPack(f"A prompt of this model's pack cannot be used: {error}.") from error


class RolePrompt(Turn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What every role's file holds. With `follows`, it continues the conversation of the role before.

    With `plain_lines` the role's own words stand on a line of their own before the JSON object
    (plain_lines.py); else they are one of its strings.
    """

    sampling: RoleSampling
    follows: bool = False
    plain_lines: bool = False


class AttackerPrompt(RolePrompt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`fields` in the order in which the model writes them; `reads` the attributes it knows (empty: any).

    With `nothing`, attributes without a finding are left out and that word stands for none at all;
    `nothing_bias` makes it likelier or less so. With `rules_first`, what the second reader found is written
    into the answers as it stands, and edited by its rules, so that a weak model only adds to it. With
    `one_by_one` each attribute is inferred and judged in a conversation of its own, side by side with the
    others', as FgAA and IncogniText ask; else one answer tells of all, as in RLAA.

    `cannot_tell` may stand in place of the guesses, and is none (it takes `plain_lines`); `cannot_tell_bias`
    makes it likelier or less so where nothing was quoted yet. With `draws_options` the options of a category
    are shown in an order that the goal's seed draws.
    """

    fields: tuple[Literal["attribute", "reasoning", "guesses", "certainty"], ...]
    part_tokens: int
    reads: tuple[str, ...] = ()
    nothing: str = ""
    nothing_bias: float = 0.0
    rules_first: bool = False
    one_by_one: bool = False
    cannot_tell: str = ""
    cannot_tell_bias: float = 0.0
    draws_options: bool = False
    told: Turn | None = None  # for an attacker that knows the true values and only lists the cues to them


class ReasoningPrompt(Turn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Of an attacker that reasons freely: `user` asks for the reasoning, whose tokens `sampling` limits,
    `answer` for the guesses that follow from it.
    """

    sampling: RoleSampling
    answer: Turn


class ArbitratorPrompt(RolePrompt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Without `notes` among its `fields`, the concept of a low verdict says why it does not hold."""

    fields: tuple[Literal["attribute", "validity", "evidence", "concept", "notes"], ...]


class AnonymizerPrompt(RolePrompt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`answers`: an explanation first or not, then edits or (only for large models) the whole text.

    With `replacements` the evidence itself is what the edits find, and only its replacement is the model's.
    `user` acts on verdicts; `inferred` on inferences, or on none at all; `mislead` works towards targets.
    """

    answers: tuple[Literal["explanation", "edits", "text", "replacements"], ...]
    inferred: Turn
    mislead: Turn


class QualityPrompt(RolePrompt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`user` asks how readable a rewrite is, `compared` what of the original it kept and what it made up."""

    compared: Turn


class ScreeningPrompt(Turn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The question whether a text tells one `attribute`, to which the answer is `yes` (screening.py).

    The attacker is asked where its log-odds are `ask_from` nats or more above those of the `neutral` text.
    The user's turn has the text before all that differs from question to question, so that it is read once.

    A model is screened only if the `telling` text, which states every attribute, raises its log-odds by
    `tells_from` nats or more above the `neutral` one's in the mean over the attributes that are looked for.
    """

    yes: str
    neutral: str
    ask_from: float
    telling: str
    tells_from: float


class WeighingPrompt(Turn, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The question for one `attribute`, to which the answer is the first guess (weighing.py). The user's turn
    begins as the screening's does, so that what was read for that is read.
    """


class WriterPrompt(RolePrompt, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the writer of sentences is asked (writing/): `marked`, and `attributes` to hide or `targets`.

    It answers `candidates` times (0: it words nothing itself) in the text's own words and those of `words` or
    of another pack's (`words_of`; where it has none, or it works towards targets, in any), and twice
    `in_any_words`: as it likes, and with a change wherever something is marked. The `critic` chooses.

    Words are marked that the reader's probe says to change with the probability `marked_from` (writing/
    telling.py), and evidence in which it gives some word `believed_from`.

    With an `omission` (the critic of gaps), which is the reader's, a sentence that tells with `left_out_from`
    as its author wrote it, or with `left_out_anew_from` in others, is left out where it is likely enough that
    it tells and the rest reads on (the critic's `least`, of both together), until `least_kept` of the words
    are left, whoever words the others (writing/leaving_out.py). The reader's `substitution`, a critic too,
    chooses what takes the place of stated values (writing/substitution.py). `omission_of` takes both from
    another pack.

    An `untrained` model is asked for the marked sentences alone, with other words in the place of the marks
    (writing/filling.py), and what comes of it must pass more rules (writing/sentence_rules.py); its own loss
    may be `most_loss` (nats a token, in the mean; of one token 2.5 times that). It acts on verdicts only:
    towards targets, and where a paper's anonymizer is shown inferences, the pack's anonymizer writes.
    """

    untrained: bool = False
    candidates: int = 1
    in_any_words: bool = False
    words: str = ""
    words_of: str = ""
    most_loss: float = math.inf
    critic: Critic | None = None
    marked_from: float = 1.0
    believed_from: float = 0.0
    omission: Critic | None = None
    substitution: Critic | None = None
    omission_of: str = ""
    left_out_from: float = 1.0
    left_out_anew_from: float = 1.0
    least_kept: float = 1.0

    def at(self, tradeoff: float) -> "WriterPrompt":
        """With other probabilities from which words count: the odds are these, over `tradeoff`."""
        moved = {name: _over(getattr(self, name), tradeoff) for name in _TOLD_FROM}
        return self if tradeoff == 1 else msgspec.structs.replace(self, **moved)


class PromptPack(msgspec.Struct, frozen=True):
    """The three roles' prompts, and those of the judge of values (`judge`) and of texts (`quality`) where the
    model can be asked for its opinion. With a `writer` it rewrites sentences (writing/).

    With `probe_calibration` the model has probes: they decide what the attacker is asked, how certain its
    inferences are, and which of them may be acted on. Without, the `screening` decides what it is asked.
    """

    name: str
    attacker: AttackerPrompt
    arbitrator: ArbitratorPrompt
    anonymizer: AnonymizerPrompt
    judge: RolePrompt | None = None
    probe_calibration: ProbeCalibration | None = None
    quality: QualityPrompt | None = None
    writer: WriterPrompt | None = None
    screening: ScreeningPrompt | None = None
    weighing: WeighingPrompt | None = None


_TOLD_FROM = ("marked_from", "left_out_from", "left_out_anew_from")


def _over(probability: float, tradeoff: float) -> float:
    return probability / (probability + (1 - probability) * tradeoff)


def asking_one_by_one(pack: PromptPack) -> PromptPack:
    """The pack, with a conversation an attribute (`AttackerPrompt.one_by_one`)."""
    return msgspec.structs.replace(pack, attacker=msgspec.structs.replace(pack.attacker, one_by_one=True))


def load_pack(name: str) -> PromptPack:
    """The pack that ships with Penname under this name; raises BrokenPack."""
    try:
        return read_pack(locations.shipped(f"prompts/{name}"))
    except FileNotFoundError as error:
        raise BrokenPack(f"The prompts for this model are missing: {error}") from error


def read_pack(folder: Path) -> PromptPack:
    """The pack in `folder`; raises BrokenPack with the file and what is wrong in it.

    A role that it has no file for is spoken to as in any model's pack: a writer has its own prompt alone.
    """

    def role(file: str, kind: type[P]) -> P:
        own = folder / file
        return _read(own if own.exists() else locations.shipped("prompts/default") / file, kind)

    def more(file: str, kind: type[P]) -> P | None:
        return _read(folder / file, kind) if (folder / file).exists() else None

    return PromptPack(
        folder.name,
        role("attacker.toml", AttackerPrompt),
        role("arbitrator.toml", ArbitratorPrompt),
        role("anonymizer.toml", AnonymizerPrompt),
        more("judge.toml", RolePrompt),
        _probe_calibration(folder / "presence.toml") if (folder / "presence.toml").exists() else None,
        more("quality.toml", QualityPrompt),
        _with_what_others_have(more("writer.toml", WriterPrompt)),
        more("screening.toml", ScreeningPrompt),
        more("weighing.toml", WeighingPrompt),
    )


def _with_what_others_have(prompt: WriterPrompt | None) -> WriterPrompt | None:
    """The prompt with the words and the critics of the packs from which it takes them."""

    def of(pack: str) -> WriterPrompt:
        return _read(locations.shipped(f"prompts/{pack}") / "writer.toml", WriterPrompt)

    if prompt and prompt.words_of:
        prompt = msgspec.structs.replace(prompt, words=of(prompt.words_of).words)
    if prompt and prompt.omission_of:
        critics = of(prompt.omission_of)
        prompt = msgspec.structs.replace(prompt, omission=critics.omission, substitution=critics.substitution)
    return prompt


def load_outside_attacker() -> AttackerPrompt:
    """The attacker's prompt that is no method's and asks for a guess of everything; raises BrokenPack."""
    return _read(locations.shipped("prompts/outside") / "attacker.toml", AttackerPrompt)


def load_reasoning_attacker() -> ReasoningPrompt:
    """The prompt of an attacker that reasons freely before it answers; raises BrokenPack."""
    return _read(locations.shipped("prompts/outside") / "reasoning.toml", ReasoningPrompt)


def _probe_calibration(path: Path) -> ProbeCalibration:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=ProbeCalibration)
    except (OSError, ValueError) as error:
        raise BrokenPack(f"The file {path} cannot be used: {error}.") from error


def _read(path: Path, kind: type[P]) -> P:
    try:
        prompt = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
        for turn in (prompt, *(getattr(prompt, field) for field in prompt.__struct_fields__)):
            if isinstance(turn, Turn):
                _TEMPLATES.from_string(turn.user)
    except (OSError, ValueError, jinja2.TemplateError) as error:
        raise BrokenPack(f"The prompt file {path} cannot be used: {error}.") from error
    return prompt
