"""The papers' way to play a round: one chat completion a role, all attributes always answered, as JSON.

After RLAA, section 3: the roles see the text and the whole answers before them; the anonymizer explains its
changes and writes the whole text again. The words of the prompts are those of our default pack.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import Inference, Validity, Verdict
from penname.lab.bench.orders import Chat, Chatted
from penname.lab.bench.reference import Reference
from penname.roles.answer_grammars import CONCEPT_CHARS, GUESS_CHARS, PHRASE_CHARS, PHRASES, REASONING_CHARS
from penname.roles.conversation import RoundConversation
from penname.roles.packs import load_pack

_PACK = "default"


class PapersRound(msgspec.Struct, frozen=True):
    """What a round the papers' way took: seconds, and tokens read and written."""

    seconds: float
    prompt_tokens: int
    written_tokens: int


def play_papers_round(reference: Reference, attributes: Sequence[Attribute], text: str) -> PapersRound:
    """Attack, arbitrate and rewrite `text` with three calls that share nothing. Raises EngineError."""
    pack = load_pack(_PACK)
    conversation = RoundConversation(pack, text, attributes)
    attacked = reference.answer(
        Chat(conversation.attack(), pack.attacker.sampling.max_tokens, schema=_attack_schema(attributes))
    )
    inferences = [_inference(attacked.text, attribute) for attribute in attributes]
    arbitrated = reference.answer(
        Chat(
            conversation.arbitrate(inferences),
            pack.arbitrator.sampling.max_tokens,
            schema=_arbitrate_schema(attributes),
        )
    )
    verdicts = [_verdict(arbitrated.text, attribute) for attribute in attributes]
    rewritten = reference.answer(
        Chat(
            conversation.rewrite(inferences, verdicts, verdicts, ()),
            pack.anonymizer.sampling.max_tokens,
            schema=_rewrite_schema(),
        )
    )
    calls: tuple[Chatted, ...] = (attacked, arbitrated, rewritten)
    return PapersRound(
        sum(call.seconds for call in calls),
        sum(call.prompt_tokens for call in calls),
        sum(call.written_tokens for call in calls),
    )


def _attack_schema(attributes: Sequence[Attribute]) -> str:
    return _by_attribute(
        {
            attribute.name: _object(
                reasoning=_string(REASONING_CHARS),
                guesses={"type": "array", "items": _guess(attribute), "minItems": 3, "maxItems": 3},
                certainty={"type": "integer", "minimum": 1, "maximum": 5},
            )
            for attribute in attributes
        }
    )


def _arbitrate_schema(attributes: Sequence[Attribute]) -> str:
    verdict = _object(
        validity={"enum": [validity.value for validity in _GRADES]},
        evidence={"type": "array", "items": _string(PHRASE_CHARS), "maxItems": PHRASES},
        concept=_string(CONCEPT_CHARS),
        notes=_string(CONCEPT_CHARS),
    )
    return _by_attribute({attribute.name: verdict for attribute in attributes})


def _rewrite_schema() -> str:
    # The text has no longest length: llama.cpp refuses a rule that repeats more than 2,000 times, and
    # llama-cpp-python then crashes on the grammar it did not get. `max_tokens` ends it.
    return json.dumps(_object(explanation=_string(REASONING_CHARS), text={"type": "string"}))


_GRADES = (Validity.HIGH, Validity.MEDIUM, Validity.LOW, Validity.INVALID)


def _guess(attribute: Attribute) -> dict[str, Any]:
    if attribute.kind is ValueKind.AGE:
        return {"type": "integer", "minimum": 5, "maximum": 99}
    if attribute.kind is ValueKind.CATEGORY and attribute.options:
        return {"enum": list(attribute.options)}
    return _string(GUESS_CHARS)


def _by_attribute(answers: dict[str, Any]) -> str:
    return json.dumps(_object(**answers))


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _string(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _read(answer: str, attribute: Attribute) -> dict[str, Any]:
    """What an answer says of an attribute; nothing where it was cut off."""
    try:
        found = json.loads(answer)[attribute.name]
    except (ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}


def _inference(answer: str, attribute: Attribute) -> Inference:
    found = _read(answer, attribute)
    guesses = tuple(str(guess) for guess in found.get("guesses", ())) or ("unknown",) * 3
    return Inference(attribute.name, str(found.get("reasoning", "")), guesses, int(found.get("certainty", 1)))


def _verdict(answer: str, attribute: Attribute) -> Verdict:
    found = _read(answer, attribute)
    return Verdict(
        attribute.name,
        Validity(found.get("validity", Validity.LOW.value)),
        tuple(str(phrase) for phrase in found.get("evidence", ())),
        str(found.get("concept", "")),
        str(found.get("notes", "")),
    )
