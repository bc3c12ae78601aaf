"""What the engine host needs to know to load a model."""

import msgspec


class MakersSampling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a model's makers advise to draw its answers."""

    temperature: float
    top_p: float


TemplateVariables = dict[str, bool | int | float | str]
"""What a chat template is told beside the messages, by the names it asks for."""


def not_thinking() -> TemplateVariables:
    """The switch that most templates of models that can think have, set so that they answer at once."""
    return {"enable_thinking": False}


class ModelFiles(msgspec.Struct, frozen=True):
    """A model on disk, its header already checked.

    `adapter` is a LoRA to apply to the base at `path`. If `merged` is given, the host makes that file from
    both when it is missing and loads it instead, storing matrices as `merged_weights`; when it cannot be
    written, base and adapter are used as they are. `probe` is a file of probes of its hidden states
    (engine/host/probe.py). `context` limits the tokens kept in memory. `hashes` are (path, SHA-256) pairs
    that are checked before merging. `sampling` is None where its makers advise nothing that we know of.
    `template` are its chat template's own variables.
    """

    name: str
    title: str
    path: str
    pack: str = "default"
    languages: tuple[str, ...] = ()
    context: int = 8192
    adapter: str | None = None
    merged: str | None = None
    merged_weights: str = "Q8_0"
    probe: str | None = None
    hashes: tuple[tuple[str, str], ...] = ()
    sampling: MakersSampling | None = None
    template: TemplateVariables = msgspec.field(default_factory=not_thinking)
