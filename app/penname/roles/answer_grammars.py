"""The grammars of the models' answers: everything is fixed but the model's own words."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import EXECUTED, Validity
from penname.engine.grammar import (
    DistinctOptions,
    Fixed,
    InOrder,
    Integer,
    Line,
    Node,
    OneOf,
    Prose,
    Repeat,
    Span,
    String,
)
from penname.engine.grammar import Sequence as InSequence
from penname.roles.answers import GUESSES
from penname.roles.packs import AnonymizerPrompt, ArbitratorPrompt, AttackerPrompt
from penname.roles.probe_calibration import ProbeResult

REASONING_CHARS = 320
GUESS_CHARS = 60
PHRASE_CHARS = 120
CONCEPT_CHARS = 160
PHRASES = 4  # evidence phrases a verdict at most
AGES = Integer(5, 99)
AGES_APART = 3  # years: nearer than that, a guess of an age is the same guess (RLAA counts it as right)
EXPLANATION = "explanation"
WORDS_OF_THE_TEXT = "the words "  # so begins a reasoning


class Judged(NamedTuple):
    """An inference to judge: which verdicts are open, and the evidence where that is settled.

    `leaning` is added to the score of the verdicts that let it through.
    """

    attribute: str
    validities: tuple[Validity, ...] = (*EXECUTED, Validity.LOW, Validity.INVALID)
    evidence: tuple[str, ...] = ()
    leaning: float = 0.0


def attack_grammar(
    prompt: AttackerPrompt,
    attributes: Sequence[Attribute],
    written: Mapping[str, str],
    probed: Mapping[str, ProbeResult] = MappingProxyType({}),
) -> Node:
    """One line per attribute, in their order; attributes may be left out where the pack says so.

    `written` holds the lines that are already known; they stand in the answer as they are. With `probed` each
    attribute gets its line, which begins with the phrase that tells most and ends with the probes' certainty.
    Neither is for packs with plain lines: those answer for every attribute themselves.
    """
    if prompt.plain_lines:
        spoken = tuple(_plain_inference_grammar(prompt, attribute) for attribute in attributes)
        return InOrder(spoken, least=len(spoken))
    lines = [
        _inference_grammar(prompt.fields, attribute, probed.get(attribute.name)) for attribute in attributes
    ]
    if probed:
        known = [Fixed(written[a.name]) if a.name in written else None for a in attributes]
        return InOrder(tuple(one or line for one, line in zip(known, lines, strict=True)), least=len(lines))
    if not prompt.nothing:
        return InOrder(tuple(lines), least=len(lines))
    if not written:
        return OneOf((Fixed(prompt.nothing), InOrder(tuple(lines), least=1)), (prompt.nothing_bias, 0.0))
    items: list[Node] = []
    optional: list[Node] = []
    begun = False  # whether a line that is certain to be there stands before
    for attribute, line in zip(attributes, lines, strict=True):
        if attribute.name in written:
            items += (_any_of(optional), Fixed("\n" * begun + written[attribute.name]))
            optional, begun = [], True
        else:
            optional.append(_sequence(Fixed("\n"), line) if begun else _sequence(line, Fixed("\n")))
    return _sequence(*items, _any_of(optional))


def arbitrate_grammar(prompt: ArbitratorPrompt, inferences: Sequence[Judged]) -> Node:
    """One line per inference, in their order."""
    lines = tuple(_verdict_grammar(prompt, judged) for judged in inferences)
    return InOrder(lines, least=len(lines))


def edits_grammar(prompt: AnonymizerPrompt, most: int, text_chars: int) -> Node:
    """The explanation, if the pack asks for one, then 1 to `most` edits or the whole text, as the pack
    allows.
    """
    edits: Node = Repeat(_edit_grammar(_quoted(Span(PHRASE_CHARS))), 1, most, "\n")
    if "text" in prompt.answers:
        edits = OneOf((edits, _sequence(Fixed("#\n"), Prose(text_chars))))
    if "explanation" in prompt.answers and prompt.plain_lines:
        return _sequence(_spoken(EXPLANATION, REASONING_CHARS), Fixed("\n"), edits)
    if "explanation" in prompt.answers:
        return _sequence(Fixed('{"explanation": "'), String(REASONING_CHARS), Fixed('"}\n'), edits)
    return edits


def replacements_grammar(phrases: Sequence[str], *, explained: bool = False) -> Node:
    """One edit for each of `phrases`, in their order: only what is to stand in their place is the model's.

    They may be `explained` on a plain line before.
    """
    edits = InOrder(tuple(_edit_grammar(_literal(phrase)) for phrase in phrases), least=len(phrases))
    return _sequence(_spoken(EXPLANATION, REASONING_CHARS), Fixed("\n"), edits) if explained else edits


def _inference_grammar(fields: Sequence[str], attribute: Attribute, result: ProbeResult | None) -> Node:
    values: dict[str, Node] = {
        "attribute": _literal(attribute.name),
        "reasoning": _quoted(String(REASONING_CHARS)),
        "guesses": _guesses_grammar(attribute),
        "certainty": Integer(1, 5),
    }
    if result:
        values["certainty"] = Fixed(str(result.certainty))
        if result.phrases:
            opening = json.dumps(f'"{result.phrases[0]}"', ensure_ascii=False)[:-1]
            values["reasoning"] = _sequence(Fixed(opening), String(REASONING_CHARS), Fixed('"'))
    return _object({field: values[field] for field in fields})


def _plain_inference_grammar(prompt: AttackerPrompt, attribute: Attribute) -> Node:
    """The reasoning, then the other fields, if the pack asks for any, or that there is nothing to guess.

    Where that may be said, reasoning begins with words of the text: a small model begins with its guess else,
    and gives no reason.
    """
    spoken = _spoken(attribute.name, REASONING_CHARS)
    values: dict[str, Node] = {"guesses": _different_guesses(attribute), "certainty": Integer(1, 5)}
    fields: dict[str, Node] = {field: values[field] for field in prompt.fields if field in values}
    if not fields:
        return spoken
    answer = _object(fields)
    if not prompt.cannot_tell:
        return _sequence(spoken, Fixed("\n"), answer)
    words = _sequence(Fixed(WORDS_OF_THE_TEXT), _quoted(Span(PHRASE_CHARS)), Line(CONCEPT_CHARS), Fixed("\n"))
    found = _sequence(words, answer)
    return _sequence(
        Fixed(f"{attribute.name}: "),
        OneOf((Fixed(prompt.cannot_tell), found), (prompt.cannot_tell_bias, 0.0)),
    )


def _spoken(head: str, most: int) -> Node:
    # The space behind the colon is the line's: it belongs to the token of the first word.
    return _sequence(Fixed(f"{head}:"), Line(most))


def _different_guesses(attribute: Attribute) -> Node:
    """Guesses that differ: a category has no more than its options, and ages lie apart.

    What is free may still be the same in other letters; `inference_from` counts it once.
    """
    match attribute.kind:
        case ValueKind.CATEGORY if attribute.options:
            options = tuple(json.dumps(option, ensure_ascii=False) for option in attribute.options)
            guesses: Node = DistinctOptions(options, min(GUESSES, len(options)))
        case ValueKind.AGE:
            ages = tuple(str(age) for age in range(AGES.low, AGES.high + 1))
            guesses = DistinctOptions(ages, GUESSES, apart=AGES_APART)
        case _:
            guesses = Repeat(_quoted(String(GUESS_CHARS)), GUESSES, GUESSES, ", ")
    return _sequence(Fixed("["), guesses, Fixed("]"))


def _guesses_grammar(attribute: Attribute) -> Node:
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
    """`count` options, each another one; where the options run out they start over."""
    if count == 1:
        return OneOf(tuple(_literal(option) for option in left))
    return OneOf(
        tuple(
            _sequence(
                Fixed(json.dumps(option, ensure_ascii=False) + ", "),
                _different(_others(left, option) or _others(options, option), count - 1, options),
            )
            for option in left
        )
    )


def _others(options: tuple[str, ...], option: str) -> tuple[str, ...]:
    return tuple(other for other in options if other != option)


def _verdict_grammar(prompt: ArbitratorPrompt, judged: Judged) -> Node:
    """The validity decides what may follow it; fields before it are the same for all."""
    if prompt.plain_lines:
        fields = [field for field in prompt.fields if field not in ("attribute", "notes")]
        spoken = _spoken(judged.attribute, CONCEPT_CHARS)
        if judged.evidence:  # the attacker's; what is left to say is how far it tells
            opening = f'{judged.attribute}: "{" ".join(judged.evidence[0].split())}"'
            spoken = _sequence(Fixed(opening), Line(CONCEPT_CHARS))
        return _sequence(spoken, Fixed("\n"), _judgement_grammar(fields, judged))
    return _judgement_grammar(prompt.fields, judged)


def _judgement_grammar(fields: Sequence[str], judged: Judged) -> Node:
    split = list(fields).index("validity")
    before, after = fields[:split], fields[split + 1 :]
    phrases: Node = _sequence(Fixed("["), Repeat(_quoted(Span(PHRASE_CHARS)), 1, PHRASES, ", "), Fixed("]"))
    if judged.evidence:
        phrases = Fixed(json.dumps(judged.evidence, ensure_ascii=False))
    supported: dict[str, Node] = {
        "attribute": _literal(judged.attribute),
        "evidence": phrases,
        "concept": _quoted(String(CONCEPT_CHARS)),
        "notes": _quoted(String(CONCEPT_CHARS)),
    }
    unsupported = supported | {"evidence": Fixed("[]")}
    if "notes" in fields:
        unsupported |= {"concept": Fixed('""')}
    head = _fields({field: supported[field] for field in before}, "{")
    options, bias = [], []
    for validity in judged.validities:
        holds = validity in EXECUTED
        values = supported if holds else unsupported
        tail = _tail({field: values[field] for field in after})
        options.append(_sequence(Fixed(f'"validity": "{validity.value}"'), tail))
        bias.append(judged.leaning if holds else 0.0)
    judgement = OneOf(tuple(options), tuple(bias))
    return _sequence(head, Fixed(", "), judgement) if before else _sequence(Fixed("{"), judgement)


def _edit_grammar(find: Node) -> Node:
    return _object({"find": find, "replace": _quoted(String(PHRASE_CHARS))})


def _any_of(items: Sequence[Node]) -> Node:
    return InOrder(tuple(items), least=0, separator="")


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
