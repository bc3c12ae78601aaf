"""Statements of a value by the patterns of the attribute's own file (`domain/attributes.py`)."""

import re

from penname.domain.attributes import Attribute
from penname.roles.cues.finds import CueRules, Find
from penname.roles.cues.rules import Hit, RuleTable
from penname.roles.target_values.statement import Statement


def listed_rules(attribute: Attribute) -> CueRules | None:
    """The rules of an attribute whose file has patterns and no code has rules; None for one without."""
    if not attribute.rules:
        return None
    options = {option.casefold(): option for option in attribute.options}

    def stated(hit: Hit) -> Find:
        said = hit.reading.text[slice(*hit.span("out"))]
        return hit.find(hit.rule.value or options.get(said.casefold(), said), after=hit.rule.after)

    rules = [
        {"pattern": rule.pattern, "value": rule.value, "after": rule.after, "read": "stated"}
        for rule in attribute.rules
    ]
    return CueRules(RuleTable({"rules": rules}, stated=stated), target_for_value)


def target_for_value(stated: Statement) -> str | None:
    """The statement with the target where it names the value: "a Quaker" -> "a Sikh"."""
    named = re.compile(rf"\b{re.escape(stated.guess)}\b", re.IGNORECASE)
    return named.sub(lambda _: stated.target, stated.before) if named.search(stated.before) else None
