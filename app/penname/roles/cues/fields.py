"""Fields of study by name."""

import re
from functools import cache

from penname.roles.cues.normalized_text import rule
from penname.roles.cues.words import lines


@cache
def field_rule() -> re.Pattern[str]:
    fields = "|".join(sorted(lines("studies.txt"), key=len, reverse=True))
    return rule(
        r"(?:in |of |on |within |, |at |studying |\()?(?:(?:the|field|of|applied|modern|advanced|pure|"
        rf"theoretical|experimental) )*(?P<field>(?:{fields})(?: (?:and|&) (?:{fields}))?)(?![\w-])"
    )


@cache
def my_field_rule() -> re.Pattern[str]:
    fields = "|".join(sorted(lines("studies.txt"), key=len, reverse=True))
    return rule(
        r"\b(?:my|ma|me) (?:(?P<before>program|programme|course|studies|classes|lectures|thesis|exams?|"
        r"major|minor|courses|research|background) (?:in|on|is in|was in) "
        rf")?(?P<field>{fields})(?(before)|(?P<gap> )(?P<noun>studies|course|courses|lectures?|exams?|"
        r"finals|textbooks?|classes|class|assignments?|"
        r"thesis|program|programme|professors?|department|homework|coursework|midterms?|finals))(?!\w)"
    )


def field_name(field: str) -> str:
    """A field of study as it is written in a value: "Computer Science"."""
    longer = {
        "medical": "medicine",
        "comp sci": "computer science", "cs": "computer science", "econ": "economics", "psych": "psychology",
        "math": "mathematics", "maths": "mathematics",
        "poli sci": "political science", "ir": "international relations",
        "it": "information technology", "german lit": "german literature",
    }.get(field, field)  # fmt: skip
    small = {"and", "of", "in", "the", "&"}
    return " ".join(word if word in small else word[:1].upper() + word[1:] for word in longer.split())
