"""Roles that answer from a script, for tests of everything above them. They note what they were asked."""

from collections.abc import Callable, Iterator, Sequence

from penname.domain.changes import Change, Edit, changes_from_edits
from penname.domain.events import Arbitrated, Attacked, CuesListed, PhrasesWeighed, Rewritten, TextPart
from penname.domain.goal import Goal
from penname.domain.inferences import Inference, Validity, Verdict
from penname.domain.matching import Match
from penname.domain.weights import PhraseWeight
from penname.roles.rewrite_request import RewriteRequest

TEXT = "I love my flat in Lisbon. After a night shift on my ward I sleep badly. I am 34."
LEAKS = {
    "age": ("34", "an adult", Validity.MEDIUM),
    "location": ("flat in Lisbon", "flat", Validity.HIGH),
    "occupation": ("night shift on my ward", "late shift at work", Validity.HIGH),
    "income": ("sleep badly", "sleep", Validity.LOW),
}
REWRITTEN = "I love my flat. After a late shift at work I sleep badly. I am an adult."


class ScriptedRoles:
    """Finds each `find` of `leaks` that stands in the text, and generalizes it as told.

    `leaks` maps an attribute to (find, replace, validity). `before` is called with the role's name ahead of
    each answer and may raise. `reads` is how many characters one attack reads (None: all). What was turned
    down is answered with "something" instead, and then with nothing. A misleading rewrite puts the target
    there. Guesses match as lower-case words; "new" and the attribute's name is what is drawn. `alternatives`
    are (find, after, attribute, good) and offered while the words stand in the text.
    """

    def __init__(
        self,
        leaks: dict[str, tuple[str, str, Validity]],
        before: Callable[[str], None] = lambda role: None,
        reads: int | None = None,
        needs_verdicts: bool = False,
    ) -> None:
        self.needs_verdicts = needs_verdicts
        self.leaks = leaks
        self.before = before
        self.reads = reads
        self.weights: dict[str, float] = {}  # of a phrase, in nats
        self.together: dict[str, float] = {}  # of all phrases of an attribute
        self.guess: dict[str, str] = {}  # another first guess than the phrase itself
        self.alternatives: tuple[tuple[str, str, str, float], ...] = ()
        self.calls: list[tuple[str, str]] = []

    def attack(self, text: str, goal: Goal, so_far: Attacked | None = None) -> Attacked:
        """One inference for each leak whose phrase stands in what is read."""
        self._note("attacker", text)
        start = so_far.parts[-1].end if so_far else 0
        end = min(len(text), start + self.reads) if self.reads else len(text)
        found = tuple(
            Inference(name, f'"{find}" says so.', (self.guess.get(name, find), "second", "third"), 4)
            for name, (find, _, _) in self.leaks.items()
            if find in text[start:end] and name in goal.attributes
        )
        parts = (*(so_far.parts if so_far else ()), TextPart(start, end, found))
        known = {inference.attribute: inference for part in parts for inference in part.inferences}
        united = tuple(known[name] for name in goal.attributes if name in known)
        return Attacked(united, parts, ((end, len(text)),) if end < len(text) else ())

    def arbitrate(self, text: str, attacked: Attacked, goal: Goal) -> Arbitrated:
        """The scripted validity, with the phrase as evidence."""
        self._note("arbitrator", text)
        return Arbitrated(tuple(self._verdict(inference.attribute) for inference in attacked.inferences))

    def weigh(self, text: str, attacked: Attacked, execute: Sequence[Verdict], goal: Goal) -> PhrasesWeighed:
        """A weight for each phrase of evidence and for all of them: as scripted, else 1. Not noted."""
        self.before("weigher")
        phrases = tuple(
            PhraseWeight(verdict.attribute, phrase, self.weights.get(phrase, 1.0))
            for verdict in execute
            for phrase in verdict.evidence
        )
        return PhrasesWeighed(
            phrases, tuple((one.attribute, self.together.get(one.attribute, 1.0)) for one in execute)
        )

    def rewrite(self, request: RewriteRequest) -> Rewritten:
        """The scripted replacement of each executed verdict's phrase, or the target."""
        self._note("anonymizer", request.text)
        if not request.aims:
            self.feedback = request.feedback
            return self._edited(request, {name: replace for name, (_, replace, _) in self.leaks.items()})
        self.aims = request.aims
        self.reasonings = {one.attribute: one.reasoning for one in request.attacked.inferences}
        return self._edited(request, {aim.attribute: aim.target or "something" for aim in request.aims})

    def list_cues(self, text: str, attributes: Sequence[str], goal: Goal) -> CuesListed:
        """A reasoning that holds the true value."""
        self._note("told attacker", text)
        values = dict(goal.truth)
        return CuesListed(
            tuple(Inference(name, f"knows {values[name]}", (values[name],) * 3, 5) for name in attributes)
        )

    def matches(self, attribute: str, guess: str, value: str) -> Match:
        """Equal words match, a guess that the value contains is less precise."""
        guess, value = guess.casefold(), value.casefold()
        if guess == value:
            return Match.YES
        return Match.LESS_PRECISE if guess in value else Match.NO

    def draw_target(self, attribute: str, truth: str | None) -> str | None:
        """ "new" and the attribute's name, unless that is the truth."""
        return None if truth == f"new {attribute}" else f"new {attribute}"

    def _edited(self, request: RewriteRequest, replacements: dict[str, str]) -> Rewritten:
        text, edits = request.text, []
        for verdict in request.execute:
            leak = self.leaks.get(verdict.attribute)
            find = leak[0] if leak and leak[0] in text else next(iter(verdict.evidence), "")
            replace = replacements.get(verdict.attribute, "something")
            answer = next(
                (word for word in (replace, "something") if (find, word) not in request.avoid), None
            )
            if answer is not None and find:
                edits.append(Edit(find, answer, (verdict.attribute,)))
        changes, dropped = changes_from_edits(text, edits)
        refused = None if changes else "The model proposed no change."
        return Rewritten(changes, "", dropped, refused, tuple(self._offered(text)))

    def _offered(self, text: str) -> Iterator[Change]:
        for find, after, attribute, good in self.alternatives:
            if (start := text.find(find)) >= 0:
                yield Change(start, start + len(find), find, after, (attribute,), good=good)

    def _verdict(self, attribute: str) -> Verdict:
        find, _, validity = self.leaks[attribute]
        return Verdict(attribute, validity, (find,), f"concept of {attribute}")

    def _note(self, role: str, text: str) -> None:
        self.before(role)
        self.calls.append((role, text))
