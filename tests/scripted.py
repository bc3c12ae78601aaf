"""Roles that answer from a script, for tests of everything above them. They note what they were asked."""

from collections.abc import Callable, Sequence

from penname.domain.changes import Edit, changes_from_edits
from penname.domain.events import Arbitrated, Attacked, Part, Rewritten
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict


class ScriptedRoles:
    """Finds each `find` of `leaks` that stands in the text, and generalizes it as told.

    `leaks` maps an attribute to (find, replace, validity). `before` is called before each answer and may
    raise.
    """

    def __init__(
        self,
        leaks: dict[str, tuple[str, str, Validity]],
        before: Callable[[str], None] = lambda role: None,
    ) -> None:
        self.leaks = leaks
        self.before = before
        self.calls: list[tuple[str, str]] = []

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """One inference for each leak whose phrase stands in the text."""
        self._note("attacker", text)
        found = tuple(
            Inference(name, f'"{find}" says so.', (find, "second", "third"), 4)
            for name, (find, _, _) in self.leaks.items()
            if find in text and name in goal.attributes
        )
        return Attacked(found, (Part(0, len(text), found),))

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """The scripted validity, with the phrase as evidence."""
        self._note("arbitrator", text)
        return Arbitrated(
            tuple(
                Verdict(
                    i.attribute,
                    self.leaks[i.attribute][2],
                    (self.leaks[i.attribute][0],),
                    f"concept of {i.attribute}",
                )
                for i in attacked.inferences
            )
        )

    def rewrite(
        self,
        text: str,
        attacked: Attacked,
        execute: Sequence[Verdict],
        goal: Goal,
        avoid: Sequence[tuple[str, str]] = (),
        attempt: int = 1,
    ) -> Rewritten:
        """The scripted replacement of each executed verdict's phrase."""
        self._note("anonymizer", text)
        edits = [
            Edit(find, replace, (verdict.attribute,))
            for verdict in execute
            for find, replace, _ in [
                self.leaks.get(verdict.attribute, (verdict.evidence[0], "something", None))
            ]
            if (find, replace) not in avoid
        ]
        changes, dropped = changes_from_edits(text, edits)
        return Rewritten(changes, "", dropped, None if changes else "The model proposed no change.")

    def _note(self, role: str, text: str) -> None:
        self.before(role)
        self.calls.append((role, text))
