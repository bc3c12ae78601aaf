"""How a stated value is put as another one, in the grammar of the words it replaces."""

from collections.abc import Callable

from penname.roles.target_values.ages import age
from penname.roles.target_values.incomes import income
from penname.roles.target_values.people import flipped_partners, relationship, sex
from penname.roles.target_values.places import place
from penname.roles.target_values.statement import Statement, Targets
from penname.roles.target_values.work import education, occupation

__all__ = ["Statement", "Targets", "flipped_partners", "restated"]

_RESTATE: dict[str, Callable[[Statement], str | None]] = {
    "age": age,
    "sex": sex,
    "location": place,
    "birthplace": place,
    "education": education,
    "occupation": occupation,
    "income": income,
    "relationship": relationship,
}


def restated(stated: Statement) -> str | None:
    """The words of the statement with the target value said in them; None where no rule knows how."""
    restate = _RESTATE.get(stated.attribute)
    return restate(stated) if restate else None
