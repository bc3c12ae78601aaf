"""Statements of a value by the patterns of the attribute's own file (`domain/attributes.py`)."""

import re
from collections.abc import Iterator

from penname.domain.attributes import Attribute
from penname.roles.cues.finds import CueRules, Find, Swap
from penname.roles.cues.normalized_text import NormalizedText, rule
from penname.roles.target_values.statement import Statement


def listed_rules(attribute: Attribute) -> CueRules | None:
    """The rules of an attribute whose file has patterns and no code has rules; None for one without."""
    if not attribute.rules:
        return None
    patterns = [(rule(listed.pattern), listed) for listed in attribute.rules]
    options = {option.casefold(): option for option in attribute.options}

    def finds(reading: NormalizedText) -> Iterator[Find]:
        for pattern, listed in patterns:
            for match in pattern.finditer(reading.low):
                if reading.hedged(match.start()) or reading.of_others(match.start()):
                    continue
                start, end = match.span("out")
                value = listed.value or options.get(match["out"], reading.text[start:end])
                yield Find(value, *match.span(), (Swap(start, end, listed.after),))

    return CueRules(finds, target_for_value)


def target_for_value(stated: Statement) -> str | None:
    """The statement with the target where it names the value: "a Quaker" -> "a Sikh"."""
    named = re.compile(rf"\b{re.escape(stated.guess)}\b", re.IGNORECASE)
    return named.sub(lambda _: stated.target, stated.before) if named.search(stated.before) else None
