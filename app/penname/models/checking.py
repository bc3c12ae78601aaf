"""Whether a model file can be used, said before llama.cpp sees it."""

from pathlib import Path

from penname.domain.errors import ModelFileError
from penname.models.fit import memory_needed
from penname.models.hardware import probe_hardware
from penname.models.header import GgufHeader, read_header
from penname.models.system import total_memory

_NOT_FOR_TEXT = {
    "clip": "it is the part of a model that looks at pictures, not one that writes",
    "wavtokenizer-dec": "it makes sound, not text",
}
_EMBEDDING = "it is an embedding model: it compares texts, and cannot write any"
_SHORTEST_CONTEXT = 2048  # tokens
_UNUSABLE = "“{name}” cannot be used: {reason}. Nothing was changed; choose another model."


def check_model_file(path: Path, name: str | None = None) -> GgufHeader:
    """The file's header, if Penname can use the model; `name` stands for it in sentences.

    Raises ModelFileError when the file is damaged or cut off, when the model is of a kind that does not write
    text, when it takes in too little at once, and when it is larger than this computer's memory.
    """
    name = name or path.name
    header = read_header(path)
    reason = _reason(header)
    if reason:
        raise ModelFileError(_UNUSABLE.format(name=name, reason=reason))
    _check_memory(path.stat().st_size, header, name)
    return header


def cautions(header: GgufHeader) -> tuple[str, ...]:
    """Sentences to show beside a model that can be used."""
    if header.has_chat_template:
        return ()
    return (
        "This model has no chat template; it may not have learned to follow instructions, and its answers "
        "may be of little use.",
    )


def _reason(header: GgufHeader) -> str:
    if header.architecture in _NOT_FOR_TEXT:
        return _NOT_FOR_TEXT[header.architecture]
    if header.embeds:
        return _EMBEDDING
    if 0 < header.context < _SHORTEST_CONTEXT:
        return f"it takes in {header.context} tokens at once, and Penname needs {_SHORTEST_CONTEXT}"
    return ""


def _check_memory(size: int, header: GgufHeader, name: str) -> None:
    total = total_memory()
    if not total or size <= total:
        return
    if any(size <= card.memory for card in probe_hardware().cards):
        return
    raise ModelFileError(
        f"“{name}” is larger than this computer's memory: running it takes about "
        f"{_gigabytes(memory_needed(size, header.bytes_per_token))}, and there are {_gigabytes(total)}. "
        "Nothing was changed; choose a smaller model."
    )


def _gigabytes(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
