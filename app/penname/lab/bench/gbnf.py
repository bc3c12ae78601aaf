"""Our grammars in llama.cpp's own notation (GBNF), to hold `Llama` to the same answers."""

from penname.domain.errors import BadInput
from penname.engine import grammar
from penname.engine.grammar.spans import Quotable

# As engine/grammar/json_text.py has it: no control characters, no halves of characters.
_RULES = r"""
hex ::= [0-9a-fA-F]
escape ::= "\\" (["\\/bfnrt] | "u" ([0-9a-cA-CefEF] hex hex hex | [dD] [0-7] hex hex))
stringchar ::= [^"\\\x00-\x1f\x7f] | escape
prosechar ::= [^\x00-\x08\x0b-\x1f\x7f]
linechar ::= [^\x00-\x1f\x7f]
"""
_MOST_INTEGERS = 200


class NoGrammar(BadInput):
    """The grammar holds something that GBNF cannot say: a bias, a copy of the source, a wide range."""


def gbnf(root: grammar.Node, source: str = "") -> str:
    """The GBNF grammar that allows what `root` allows; raises NoGrammar.

    A `Span` may grow longer than its limit there: GBNF would need a rule for each word and length. And what
    must be `DistinctOptions` may be the same: it would need one for each order.
    """
    return _Writer(source).write(root)


class _Writer:
    def __init__(self, source: str) -> None:
        self._source = source
        self._rules: list[str] = []
        self._span: str | None = None

    def write(self, node: grammar.Node) -> str:
        root = self._of(node)
        return "\n".join([f"root ::= {root}", *self._rules]) + _RULES

    def _of(self, node: grammar.Node) -> str:
        match node:
            case grammar.Fixed(text):
                return _literal(text)
            case grammar.String(most):
                return f"stringchar{{0,{most}}}"
            case grammar.Prose(most):
                return f"prosechar{{0,{most}}}"
            case grammar.Line(most):
                return f"linechar{{0,{most}}}"
            case grammar.Integer(low, high) if high - low < _MOST_INTEGERS:
                return f"({' | '.join(_literal(str(number)) for number in range(low, high + 1))})"
            case grammar.DistinctOptions(different, count, separator, _):
                ways = self._of(grammar.OneOf(tuple(map(grammar.Fixed, different))))
                return self._repeated(self._named(ways), count, count, separator)
            case grammar.Sequence(items):
                return f"({' '.join(map(self._of, items))})" if items else '""'
            case grammar.OneOf(options, bias) if not any(bias):
                return f"({' | '.join(map(self._of, options))})"
            case grammar.Repeat(item, least, most, separator):
                return self._repeated(self._named(self._of(item)), least, most, separator)
            case grammar.InOrder(items, least, separator):
                return self._in_order([self._named(self._of(item)) for item in items], least, separator)
            case grammar.Span():
                return self._quotation()
        raise NoGrammar(
            "This model's prompts ask for answers that llama.cpp's grammars cannot say "
            f"({type(node).__name__}), so there is nothing to compare them with."
        )

    def _named(self, expression: str) -> str:
        self._rules.append(f"r{len(self._rules)} ::= {expression}")
        return f"r{len(self._rules) - 1}"

    def _repeated(self, item: str, least: int, most: int, separator: str) -> str:
        if most == 0:
            return '""'
        more = f"({_literal(separator)} {item}){{{max(0, least - 1)},{most - 1}}}" if most > 1 else ""
        return f"({item} {more})" if least else f"({item} {more})?"

    def _in_order(self, items: list[str], least: int, separator: str) -> str:
        known: dict[tuple[int, int], str] = {}

        def after(index: int, written: int) -> str:
            """What may follow when that many are written and the next may be item `index`."""
            key = index, min(written, max(least, 1))
            if key not in known:
                ways = ['""'] if written >= least else []
                for chosen in range(index, len(items)):
                    if written + len(items) - chosen >= least:
                        begin = f"{_literal(separator)} " if written else ""
                        ways.append(f"{begin}{items[chosen]} {after(chosen + 1, written + 1)}")
                known[key] = self._named(" | ".join(ways))
            return known[key]

        return after(0, 0)

    def _quotation(self) -> str:
        if self._span is None:
            source = Quotable(self._source)
            if not source.starts:
                raise NoGrammar("The text holds no word that an answer could quote.")
            going_on: dict[int, str] = {}  # by the offset of a word's end: what may follow
            ends = []
            end = source.end_after(-1)
            while end is not None:
                ends.append(end)
                end = source.end_after(end)
            for index in range(len(ends) - 1, -1, -1):
                here = ends[index]
                more = ""
                if index + 1 < len(ends):
                    following = ends[index + 1]
                    more = f" | {_bytes(source.bytes[here:following])} {going_on[following]}"
                going_on[here] = self._named(f'""{more}')
            ways = []
            for start in source.starts:
                first = source.end_after(start)
                if first is not None:
                    ways.append(f"{_bytes(source.bytes[start:first])} {going_on[first]}")
            self._span = self._named(" | ".join(dict.fromkeys(ways)))
        return self._span


def _bytes(data: bytes) -> str:
    return _literal(data.decode())


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    return f'"{escaped}"'
