"""The shapes that hold a model's answer while it is written: everything is fixed but the words that are its
own.
"""

import json
from collections.abc import Sequence

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import Validity
from penname.engine.shapes import Fixed, InOrder, Integer, Node, OneOf, Prose, Repeat, Span, String
from penname.engine.shapes import Sequence as InSequence
from penname.roles.answers import GUESSES
from penname.roles.packs import AnonymizerPrompt, ArbitratorPrompt, AttackerPrompt

REASONING_CHARS = 320
GUESS_CHARS = 60
PHRASE_CHARS = 120
CONCEPT_CHARS = 160
PHRASES = 4  # evidence phrases a verdict at most
AGES = Integer(5, 99)


def attack_shape(
    prompt: AttackerPrompt, attributes: Sequence[Attribute], nothing_bias: float | None = None
) -> Node:
    """A line an attribute, in their order; attributes may be left out where the pack says so."""
    lines = tuple(_inference_shape(prompt.fields, attribute) for attribute in attributes)
    if not prompt.nothing:
        return InOrder(lines, least=len(lines))
    least = min(prompt.least, len(lines))
    if least:
        return InOrder(lines, least=least)
    bias = prompt.nothing_bias if nothing_bias is None else nothing_bias
    return OneOf((Fixed(prompt.nothing), InOrder(lines, least=1)), (bias, 0.0))


def arbitrate_shape(prompt: ArbitratorPrompt, inferences: Sequence[tuple[str, bool]]) -> Node:
    """A line an inference, given as (attribute, stated outright): what is stated is high or medium."""
    lines = tuple(_verdict_shape(prompt.fields, name, stated) for name, stated in inferences)
    return InOrder(lines, least=len(lines))


def edits_shape(prompt: AnonymizerPrompt, most: int, text_chars: int) -> Node:
    """The explanation, if the pack asks for one, then 1 to `most` edits or the whole text, as the pack
    allows.
    """
    edits: Node = Repeat(_edit_shape(_quoted(Span(PHRASE_CHARS))), 1, most, "\n")
    if "text" in prompt.answers:
        edits = OneOf((edits, _sequence(Fixed("#\n"), Prose(text_chars))))
    if "explanation" in prompt.answers:
        return _sequence(Fixed('{"explanation": "'), String(REASONING_CHARS), Fixed('"}\n'), edits)
    return edits


def replacements_shape(phrases: Sequence[str]) -> Node:
    """One edit for each of `phrases`, in their order: only what is to stand in their place is the model's."""
    return InOrder(tuple(_edit_shape(_literal(phrase)) for phrase in phrases), least=len(phrases))


def _inference_shape(fields: Sequence[str], attribute: Attribute) -> Node:
    values: dict[str, Node] = {
        "attribute": _literal(attribute.name),
        "reasoning": _quoted(String(REASONING_CHARS)),
        "guesses": _guesses_shape(attribute),
        "certainty": Integer(1, 5),
    }
    return _object({field: values[field] for field in fields})


def _guesses_shape(attribute: Attribute) -> Node:
    match attribute.kind:
        case ValueKind.CATEGORY if attribute.options:
            return _sequence(
                Fixed("["), _different(attribute.options, GUESSES, attribute.options), Fixed("]")
            )
        case ValueKind.AGE:
            guess: Node = AGES
        case _:
            guess = _quoted(String(GUESS_CHARS))
    return _sequence(Fixed("["), Repeat(guess, GUESSES, GUESSES, ", "), Fixed("]"))


def _different(left: tuple[str, ...], count: int, options: tuple[str, ...]) -> Node:
    """`count` options, each another one; where the options run out they begin anew."""
    left = left or options
    if count == 1:
        return OneOf(tuple(_literal(option) for option in left))
    return OneOf(
        tuple(
            _sequence(
                Fixed(json.dumps(option, ensure_ascii=False) + ", "),
                _different(tuple(other for other in left if other != option), count - 1, options),
            )
            for option in left
        )
    )


def _verdict_shape(fields: Sequence[str], attribute: str, stated: bool) -> Node:
    """The validity decides what may follow it; fields before it are the same for all."""
    split = list(fields).index("validity")
    before, after = fields[:split], fields[split + 1 :]
    supported: dict[str, Node] = {
        "attribute": _literal(attribute),
        "evidence": _sequence(Fixed("["), Repeat(_quoted(Span(PHRASE_CHARS)), 1, PHRASES, ", "), Fixed("]")),
        "concept": _quoted(String(CONCEPT_CHARS)),
        "notes": _quoted(String(CONCEPT_CHARS)),
    }
    unsupported = supported | {"evidence": Fixed("[]")}
    if "notes" in fields:
        unsupported |= {"concept": Fixed('""')}
    head = _fields({field: supported[field] for field in before}, "{")
    options = [
        _sequence(Fixed(f'"validity": "{validity.value}"'), _tail({field: values[field] for field in after}))
        for values, validities in (
            (supported, (Validity.HIGH, Validity.MEDIUM)),
            (unsupported, () if stated else (Validity.LOW, Validity.INVALID)),
        )
        for validity in validities
    ]
    return _sequence(head, Fixed(", "), OneOf(tuple(options)))


def _edit_shape(find: Node) -> Node:
    return _object({"find": find, "replace": _quoted(String(PHRASE_CHARS))})


def _object(fields: dict[str, Node]) -> Node:
    return _sequence(_fields(fields, "{"), Fixed("}"))


def _tail(fields: dict[str, Node]) -> Node:
    return _sequence(_fields(fields, ", "), Fixed("}")) if fields else Fixed("}")


def _fields(fields: dict[str, Node], opening: str) -> Node:
    parts: list[Node] = []
    for name, value in fields.items():
        parts += [Fixed(f'{opening if not parts else ", "}"{name}": '), value]
    return _sequence(*parts)


def _quoted(inside: Node) -> Node:
    return _sequence(Fixed('"'), inside, Fixed('"'))


def _literal(value: str) -> Node:
    return Fixed(json.dumps(value, ensure_ascii=False))


def _sequence(*items: Node) -> Node:
    return InSequence(items)
