"""An attribute that a user adds: a name, what it is, and the values it may have, if they are known."""

import re
from collections.abc import Container, Sequence

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.errors import BadInput

_LONGEST_LABEL, _LONGEST_DESCRIPTION = 40, 200  # characters


def own_attribute(
    label: str, description: str, values: Sequence[str], taken: Container[str] = ()
) -> Attribute:
    """The attribute of these words; raises BadInput with what is missing, or where its name is `taken`.

    With `values` it has one of them, without it has any short text.
    """
    label, description = " ".join(label.split()), " ".join(description.split())
    name = re.sub(r"\W+", "_", label.lower()).strip("_")
    if not name or len(label) > _LONGEST_LABEL:
        raise BadInput(f"Please give a name of 1 to {_LONGEST_LABEL} characters, such as: Health")
    if name in taken:
        raise BadInput(f"There is an attribute “{name}” already. Choose another name.")
    if not description or len(description) > _LONGEST_DESCRIPTION:
        raise BadInput(
            f"Please say in at most {_LONGEST_DESCRIPTION} characters what {label} is, such as: illnesses "
            "and conditions of the author"
        )
    options = tuple(dict.fromkeys(filter(None, (" ".join(value.split()) for value in values))))
    if len(options) == 1:
        raise BadInput("Give two values or more, or none where anything is possible.")
    kind = ValueKind.CATEGORY if options else ValueKind.TEXT
    return Attribute(name, label[0].upper() + label[1:], label.lower(), kind, description, options)
