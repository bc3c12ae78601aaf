"""Where a text states a value outright, the target takes its place: "I live in Leeds" -> "I live in Graz".

A model that edits badly still misleads where it matters most (IncogniText, section 3; the rules are ours).
The second reader's own edits say which words state the value; here another value takes their place instead of
a vaguer word.
"""

import re
from collections.abc import Sequence

import msgspec

from penname.domain.articles import article
from penname.domain.attributes import ValueKind, attribute_named
from penname.domain.changes import ChangeOrigin, Edit, shared_ends
from penname.domain.inferences import Inference, Source, Verdict
from penname.domain.tokens import occurrences, tokens
from penname.roles.cues import rules_of
from penname.roles.cues.listed import target_for_value
from penname.roles.rewrite_request import Aim
from penname.roles.target_values.people import flipped_partners
from penname.roles.target_values.statement import Statement, Targets

_ARTICLE = re.compile(r"(?<!\w)(an?)( )$", re.IGNORECASE)
_OPENING = re.compile(r"^(an?) ", re.IGNORECASE)
_THE = re.compile(r"(?<!\w)(the )$", re.IGNORECASE)
_WITH_ARTICLE = ("United ", "Netherlands", "Philippines", "Czech Republic", "Bahamas", "Maldives")


def with_target_edits(
    text: str, inferences: Sequence[Inference], execute: Sequence[Verdict], aims: Sequence[Aim]
) -> tuple[Inference, ...]:
    """`inferences`, each with edits that put its target in place of what is stated, where rules can."""
    targets: Targets = {aim.attribute: aim.target for aim in aims if aim.target}
    evidence = {verdict.attribute: verdict.evidence for verdict in execute}
    return tuple(
        msgspec.structs.replace(
            inference, edits=_edits(text, inference, evidence.get(inference.attribute, ()), targets)
        )
        if inference.attribute in targets
        else inference
        for inference in inferences
    )


def _edits(text: str, inference: Inference, evidence: Sequence[str], targets: Targets) -> tuple[Edit, ...]:
    stating = inference.edits or _named_values(inference, evidence)
    rules = rules_of(inference.attribute)
    restated = rules.restated if rules else target_for_value
    edits: dict[str, Edit] = {}
    for rule in stating:
        head, before, tail = _stating(rule)
        after = restated(Statement(inference.attribute, inference.guesses[0], before, text, targets))
        if after is None or after == before:
            continue
        after = _with_right_article(after)
        if written := _ARTICLE.search(head):
            head = f"{head[: written.start()]}{article(written[1], after)} "
        for find, replace in _fitting(text, rule.find, head + after + tail):
            edits.setdefault(find, Edit(find, replace, (inference.attribute,), ChangeOrigin.RULE))
    if inference.attribute == "sex":
        for find, replace in flipped_partners(text, targets):
            edits.setdefault(find, Edit(find, replace, ("sex",), ChangeOrigin.RULE))
    return tuple(edits.values())


def _named_values(inference: Inference, evidence: Sequence[str]) -> tuple[Edit, ...]:
    """A model's own finding: the value itself, where it stands in the evidence."""
    attribute = attribute_named(inference.attribute)
    by_word = attribute.everyday_values or attribute.kind is ValueKind.EDUCATION
    if inference.source is Source.RULE or by_word:
        return ()
    parts = (part.strip() for part in inference.guesses[0].split(","))
    return tuple(
        Edit(name, "")
        for name in parts
        if (len(name) >= 4 or name.isdigit()) and any(occurrences(phrase, name) for phrase in evidence)
    )


def _stating(rule: Edit) -> tuple[str, str, str]:
    """The rule's phrase as what it keeps, what it takes out, and what it keeps again."""
    old, new = tokens(rule.find), tokens(rule.replace)
    head, tail = shared_ends(old, new)
    return "".join(old[:head]), "".join(old[head : len(old) - tail]), "".join(old[len(old) - tail :])


def _fitting(text: str, find: str, replace: str) -> list[tuple[str, str]]:
    """The edit once for each article that stands before it and has to change with it."""
    if not replace.strip():
        return [(find, replace)]
    found: dict[str, str] = {}
    for start, _ in occurrences(text, find):
        before = text[max(0, start - 5) : start]
        if written := _ARTICLE.search(before):
            right = article(written[1], replace)
            if written[1] != right:
                found[written.group() + find] = f"{right} {replace}"
                continue
        the, needs_one = _THE.search(before), replace.startswith(_WITH_ARTICLE)
        if the and not needs_one and find[0].isupper() and replace[0].isupper():
            found[the.group() + find] = replace  # "in the UK" -> "in Ireland"
            continue
        if needs_one and not the:
            found[find] = f"the {replace}"
            continue
        found.setdefault(find, replace)
    return list(found.items())


def _with_right_article(phrase: str) -> str:
    opening = _OPENING.match(phrase)
    if not opening:
        return phrase
    return f"{article(opening[1], phrase[opening.end() :])} {phrase[opening.end() :]}"
