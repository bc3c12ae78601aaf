"""Stand-ins by a local model (GEN_prompt): suggestions, which `generate` takes only where its rules allow."""

import json
from collections.abc import Sequence

from penname.domain.tokens import STEMS
from penname.engine.grammar import Fixed, Node, String
from penname.engine.grammar import Sequence as InSequence
from penname.pseudonyms.entities import NAMES, Entity
from penname.pseudonyms.models.asking import PseudonymModel

_AT_ONCE = 12  # names in a question
_LONGEST = 60  # characters


def suggest(asking: PseudonymModel, entities: Sequence[Entity]) -> dict[str, str]:
    """Another word for words of names; a suggestion with more or fewer words than its name is left out."""
    names = list(dict.fromkeys(entity.text for entity in entities if entity.kind in NAMES))
    suggested: dict[str, str] = {}
    for first in range(0, len(names), _AT_ONCE):
        asked = names[first : first + _AT_ONCE]
        listed = "\n".join(json.dumps(name, ensure_ascii=False) for name in asked)
        answer = asking.ask("generate", _grammar(asked), "", listed)
        try:
            answered = json.loads(answer.text)
        except ValueError:
            continue  # cut off
        for name, other in answered.items():
            old, new = STEMS.findall(name), STEMS.findall(other)
            if len(old) == len(new):
                for word, another in zip(old, new, strict=True):
                    suggested.setdefault(word, another)
    return suggested


def _grammar(names: Sequence[str]) -> Node:
    items: list[Node] = [Fixed("{")]
    for number, name in enumerate(names):
        key = json.dumps(name, ensure_ascii=False)
        items += [Fixed(f'{", " if number else ""}{key}: "'), String(_LONGEST), Fixed('"')]
    return InSequence((*items, Fixed("}")))
