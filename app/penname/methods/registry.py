"""The methods to choose from: what each is called, what it does, the paper it comes from, and its steps.

Whoever offers or names a method asks here, so that a new one is its file and its entry. The window asks at
its start, so the files themselves, which bring the roles along, are read when a method runs.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from penname.domain.errors import BadInput

if TYPE_CHECKING:
    from penname.domain.session import Session
    from penname.methods.replay import Steps
    from penname.roles.roles import Roles

MethodSteps = Callable[["Session", "Roles"], "Steps"]


class Method(NamedTuple):
    """A method's name in sessions, its title, one sentence on what it does and where it is described.

    `brief` is the same for the command line; `load` returns its steps. One that `looks_twice` has an
    arbitrator: until that has spoken, nothing of what was read counts as looked at. One that `misleads` works
    towards target values, so its rewrites say what is not true; IncogniText's Table 2 says who is told what.
    One that `weighs_certainty` acts on what the attacker is as sure of as the goal says.
    """

    name: str
    title: str
    sentence: str
    paper: str
    brief: str
    load: Callable[[], MethodSteps]
    looks_twice: bool
    misleads: bool = False
    weighs_certainty: bool = False


def _rational() -> MethodSteps:
    from penname.methods.rational import anonymize

    return anonymize


def _misleading() -> MethodSteps:
    from penname.methods.misleading import anonymize

    return anonymize


def _adversarial() -> MethodSteps:
    from penname.methods.adversarial import anonymize

    return anonymize


def _base() -> MethodSteps:
    from penname.methods.adversarial import base

    return base


RATIONAL = Method(
    "rational",
    "Rational",
    "Rewrites only clues confirmed on a second check.",
    "RLAA (Duan et al.): attacker, arbitrator, anonymizer",
    "make vaguer what a second look confirms",
    _rational,
    looks_twice=True,
)
MISLEADING = Method(
    "misleading",
    "Misleading",
    "Adds other details, so that readers take you for someone else.",
    "IncogniText (Frikha et al.): the rewrite works towards a target value",
    "let readers infer something else",
    _misleading,
    looks_twice=False,
    misleads=True,
    weighs_certainty=True,
)
ADVERSARIAL = Method(
    "adversarial",
    "Adversarial",
    "Rewrites whatever the attacker is sure enough of, without a second look.",
    "FgAA (Staab et al.): attack and anonymize in turn",
    "make vaguer all that is inferred",
    _adversarial,
    looks_twice=False,
    weighs_certainty=True,
)
BASE = Method(
    "base",
    "Base",
    "Rewrites every round without knowing what can be read; a baseline for the others.",
    "The baseline of FgAA (Staab et al.): the anonymizer gets no feedback",
    "rewrite without looking",
    _base,
    looks_twice=False,
)
USUAL = RATIONAL

_methods = {method.name: method for method in (RATIONAL, MISLEADING, ADVERSARIAL, BASE)}


def register(method: Method) -> None:
    """Offer this method, too, from now on; it takes the place of one of the same name."""
    _methods[method.name] = method


def methods() -> tuple[Method, ...]:
    """All methods, in the order in which they are offered."""
    return tuple(_methods.values())


def method_named(name: str) -> Method:
    """The method of that name; raises BadInput."""
    if name not in _methods:
        raise BadInput(f"There is no method “{name}”. Choose from: {', '.join(_methods)}.")
    return _methods[name]


def misleads(name: str) -> bool:
    """Whether the method of that name misleads; no, where another Penname has it."""
    return name in _methods and _methods[name].misleads


def method_or_default(name: str) -> str:
    """`name` if a method has it, else the usual one's: settings may come from another Penname."""
    return name if name in _methods else USUAL.name
