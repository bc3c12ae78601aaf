"""The methods by name."""

from collections.abc import Callable

from penname.domain.errors import BadInput
from penname.domain.session import Session
from penname.methods import adversarial, misleading, rational
from penname.methods.replay import Steps
from penname.roles.roles import Roles

Method = Callable[[Session, Roles], Steps]

METHODS: dict[str, Method] = {
    "rational": rational.anonymize,
    "misleading": misleading.anonymize,
    "adversarial": adversarial.anonymize,
    "base": adversarial.base,
}


def method_named(name: str) -> Method:
    """The method of that name; raises BadInput."""
    if name not in METHODS:
        raise BadInput(f"There is no method “{name}”. Choose from: {', '.join(METHODS)}.")
    return METHODS[name]
