"""GBNF allows what our grammars allow: checked by a small matcher that reads llama.cpp's notation."""

import pytest

from penname.engine.grammar import (
    Copied,
    DistinctOptions,
    Fixed,
    InOrder,
    Integer,
    Node,
    OneOf,
    Repeat,
    Sequence,
    Span,
    String,
)
from penname.lab.bench.gbnf import NoGrammar, gbnf

A, B, C = Fixed("a"), Fixed("b"), Fixed("c")


@pytest.mark.parametrize(
    ("grammar", "expected"),
    [
        (Fixed('"x"\n'), r'root ::= "\"x\"\n"'),
        (OneOf((A, B)), 'root ::= ("a" | "b")'),
        (Integer(9, 11), 'root ::= ("9" | "10" | "11")'),
        (String(7), "root ::= stringchar{0,7}"),
        (Sequence((A, B)), 'root ::= ("a" "b")'),
        (DistinctOptions(("a", "b"), 2), 'root ::= (r0 (", " r0){1,1})'),
        (Repeat(A, 3, 3, ", "), 'root ::= (r0 (", " r0){2,2})'),
        (Repeat(A, 0, 2), 'root ::= (r0 ("" r0){0,1})?'),
    ],
)
def test_a_grammar_is_said_in_gbnf(grammar: Node, expected: str) -> None:
    assert gbnf(grammar).splitlines()[0] == expected


def test_items_in_order_can_be_left_out_but_not_too_many() -> None:
    grammar = gbnf(InOrder((A, B, C), least=2, separator="-"))
    assert words(grammar, "root") == {"a-b", "a-c", "b-c", "a-b-c"}
    assert words(gbnf(InOrder((A, B), least=0, separator="")), "root") == {"", "a", "b", "ab"}


def test_a_quotation_runs_from_word_to_word() -> None:
    assert words(gbnf(Span(20), "an old cat"), "root") == {
        *("an", "an old", "an old cat", "old", "old cat", "cat")
    }


@pytest.mark.parametrize("grammar", [Copied(("NAME",)), OneOf((A, B), (1.0, 0.0)), Integer(0, 9999)])
def test_what_gbnf_cannot_say_is_refused(grammar: Node) -> None:
    with pytest.raises(NoGrammar):
        gbnf(grammar, "a text")


def words(grammar: str, rule: str) -> set[str]:
    """All texts of a grammar of plain rules, literals and alternatives."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines() if " ::= " in line)

    def of(name: str) -> set[str]:
        found: set[str] = set()
        for way in rules[name].split(" | "):
            texts = {""}
            for part in split(way):
                ends = {part[1:-1]} if part.startswith('"') else of(part)
                texts = {text + end for text in texts for end in ends}
            found |= texts
        return found

    return of(rule)


def split(way: str) -> list[str]:
    parts, inside = [""], False
    for character in way:
        inside ^= character == '"'
        if character == " " and not inside:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part]
