"""The findings as the rail shows them, as plain values."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from penname.desktop.changes.change_words import shown_words
from penname.desktop.session.findings import against_posts
from penname.desktop.texts.verdict_words import verdict_explained, verdict_label
from penname.desktop.translate import tr
from penname.domain.attributes import Attribute
from penname.domain.changes import Change
from penname.domain.events import PhrasesWeighed
from penname.domain.inferences import EXECUTED, Inference, Validity, Verdict
from penname.domain.told import AgainstPosts

STEREOTYPE = 2  # certainty up to which a guess rests on nothing in the text (FgAA, appendix G.2)
_SUGGESTED = 4  # changes of what nobody has changed
_ORDER = {Validity.HIGH: 0, Validity.MEDIUM: 1, None: 2}


@dataclass(frozen=True)
class ChangeView:
    """A change that can be kept or taken back; `index` is its place among all of them, `others` could be made
    in its place.
    """

    index: int
    change: Change
    stands: bool
    others: tuple[Change, ...] = ()


class Fate(Enum):
    """What has become of a finding by now."""

    READ = auto()  # as the verdict says
    CHANGED = auto()  # nobody has read the new words yet
    PARTLY_CHANGED = auto()
    UNDONE = auto()  # all its changes were taken back: the verdict holds again
    NOT_CHANGED = auto()  # to be hidden, and no change serves it
    STILL_READ = auto()  # although its words were changed
    HIDDEN = auto()  # the newest reading does not find it


@dataclass(frozen=True)
class FindingView:
    """What is read about one attribute, how well it is supported, and what is done about it."""

    attribute: Attribute
    validity: Validity | None  # None while nobody has judged it
    guesses: tuple[str, ...]
    certainty: int
    reasoning: str
    notes: str
    acts: bool
    can_overrule: bool
    checking: bool = False  # the model is at work on them now
    looks_twice: bool = True  # whether the method has verdicts at all
    misleads: bool = False
    target: str = ""  # what a reader should infer instead
    ended: bool = False  # no rewrite follows
    rewriting: bool = False  # a rewrite waits
    served: bool = False  # an earlier rewrite changed words because of it
    hidden: bool = False  # an earlier reading found it, the newest one did not
    changes: tuple[ChangeView, ...] = ()
    more: tuple[Change, ...] = ()  # that would hide it, and that nobody has made
    weights: tuple[tuple[str, float], ...] = ()  # of its phrases, in nats, the heaviest first
    against: AgainstPosts | None = None  # what the posts of the text's pen name tell about it

    @property
    def supported(self) -> bool:
        """Whether it stands in sight: all but guesses without support, unless they are acted on."""
        if self.checking or self.acts or self.hidden:
            return True
        if not self.looks_twice:
            return self.certainty > STEREOTYPE
        return self.validity in (*EXECUTED, None)

    @property
    def checked(self) -> bool:
        """Whether it is more than a guess by now: a clue."""
        return not self.checking and (self.validity is not None or not self.looks_twice)

    @property
    def guess(self) -> str:
        """The first guess."""
        return self.guesses[0] if self.guesses else tr("Marked by you")

    @property
    def fate(self) -> Fate:
        """What has become of it by now."""
        kept, total = sum(change.stands for change in self.changes), len(self.changes)
        if kept < total:
            return Fate.PARTLY_CHANGED if kept else Fate.UNDONE
        if self.hidden:
            return Fate.HIDDEN
        if self.rewriting and total:
            return Fate.CHANGED
        if self.acts and self.served:
            return Fate.STILL_READ
        if self.acts and (self.rewriting or self.ended):
            return Fate.NOT_CHANGED
        return Fate.READ

    @property
    def verdict(self) -> str:
        """What is true of it now, in plain words; "" where nobody gives a verdict."""
        label = verdict_label(self.validity, self.checking) if self.looks_twice else ""
        return {
            Fate.HIDDEN: tr("No longer found"),
            Fate.CHANGED: tr("Changed"),
            Fate.PARTLY_CHANGED: tr("Partly changed"),
            Fate.NOT_CHANGED: tr("Not changed"),
            Fate.STILL_READ: tr("Still {verdict}", verdict=label.lower()) if label else tr("Still readable"),
        }.get(self.fate, label)

    @property
    def exception(self) -> str:
        """The verdict, where the line above the findings does not say it of all of them."""
        return "" if self.fate is Fate.CHANGED or self.validity is None else self.verdict

    @property
    def explained(self) -> str:
        """What that means, in a sentence."""
        judged = verdict_explained(self.validity) if self.looks_twice else ""
        return {
            Fate.HIDDEN: tr("An earlier reading found it, the newest one did not"),
            Fate.CHANGED: tr(
                "The words that give it away are changed. The next reading tells if it is hidden"
            ),
            Fate.PARTLY_CHANGED: tr("You undid some of the changes that hide it"),
            Fate.NOT_CHANGED: tr("No change hides it: reword it yourself, or leave it"),
            Fate.STILL_READ: tr("Its words were changed, and it can be read all the same"),
        }.get(self.fate, judged)

    @property
    def standing(self) -> str:
        """What becomes of it, in two words."""
        if self.changes:
            kept, total = sum(change.stands for change in self.changes), len(self.changes)
            if not kept:
                return tr("Undone")
            if kept < total:
                return tr("{kept} of {total} kept", kept=kept, total=total)
            if self.fate is not Fate.STILL_READ:
                return ""  # the words say it
        if self.hidden:
            return ""
        if self.acts:
            return tr("Your turn") if self.rewriting or self.ended else self.aim if self.misleads else ""
        return tr("Left readable") if self.can_overrule and self.supported else ""

    @property
    def suggested(self) -> tuple[Change, ...]:
        """What the user may change as well: a reader may know it all the same."""
        return self.more[:_SUGGESTED] if self.rewriting or self.ended else ()

    @property
    def told(self) -> str:
        """What it adds to the posts of the text's pen name; "" where there are none."""
        return against_posts(self.against) if self.against else ""

    @property
    def summary(self) -> str:
        """The words that were changed, while a change of them stands; else the guess."""
        standing = [change.change for change in self.changes if change.stands]
        if not standing:
            return self.guess
        first = _in_words(standing[0])
        more = len(standing) - 1
        return tr("{change}, and {count} more", change=first, count=more) if more else first

    @property
    def aim(self) -> str:
        """What a rewrite is to make of it, "" where it is left."""
        if not self.acts:
            return ""
        if self.target:
            return tr("Mislead to {target}", target=self.target)
        return tr("Mislead") if self.misleads else tr("Make less specific")

    @property
    def spoken(self) -> str:
        """The finding in sentences, for screen readers."""
        said = tr(
            "Your {phrase} can be read from this: {guess}.", phrase=self.attribute.phrase, guess=self.guess
        )
        target = tr("It should be read as: {target}.", target=self.target) if self.target else ""
        if self.hidden:
            said = tr("Your {phrase} could be read: {guess}.", phrase=self.attribute.phrase, guess=self.guess)
        standing = self.standing or ("" if self.changes or self.rewriting or self.ended else self.aim)
        words = (said, *(f"{part}." for part in (self.told, self.verdict, standing) if part), target)
        return " ".join(filter(None, words))


def finding_views(
    attributes: Sequence[Attribute],
    inferences: Sequence[Inference],
    verdicts: Sequence[Verdict],
    acts: Sequence[str],
    can_overrule: bool,
    checking: bool = False,
    looks_twice: bool = True,
    targets: Mapping[str, str] | None = None,
    ended: bool = False,
    changes: Sequence[ChangeView] = (),
    rewriting: bool = False,
    served: Collection[str] = (),
    hidden: Collection[str] = (),
    weighed: PhrasesWeighed | None = None,
    against: Collection[AgainstPosts] = (),
    more: Collection[Change] = (),
) -> tuple[FindingView, ...]:
    """The findings, plainest first, or as they came while the model is `checking`.

    A phrase the user marked makes a finding of its own. `targets` are what a misleading method works towards.
    Attributes in `served` had words changed by an earlier rewrite; those in `hidden` come last. `weighed`
    says how much rests on which phrases, `against` how they stand to the posts of the text's pen name, `more`
    what else could be changed.
    """
    posts = {one.attribute: one for one in against}
    read = {inference.attribute: inference for inference in inferences}
    judged = {verdict.attribute: verdict for verdict in verdicts}
    known = {attribute.name: attribute for attribute in attributes}
    found = [name for name in known if name in read or name in judged or name in acts]
    if checking:
        found = list(dict.fromkeys((*(name for name in read if name in known), *found)))
    rows: list[FindingView] = []
    for name in found:
        inference, verdict = read.get(name), judged.get(name)
        rows.append(
            FindingView(
                attribute=known[name],
                validity=verdict.validity if verdict else (None if inference else Validity.HIGH),
                guesses=inference.guesses if inference else (),
                certainty=inference.certainty if inference else 0,
                reasoning=inference.reasoning
                if inference
                else tr("You marked a phrase that gives this away."),
                notes=verdict.notes if verdict else "",
                acts=name in acts,
                can_overrule=can_overrule and verdict is not None and name not in hidden,
                checking=checking,
                looks_twice=looks_twice,
                misleads=targets is not None,
                target=(targets or {}).get(name, ""),
                ended=ended,
                rewriting=rewriting,
                served=name in served,
                hidden=name in hidden,
                changes=tuple(change for change in changes if name in change.change.attributes),
                more=tuple(change for change in more if name in change.attributes),
                weights=tuple(weighed.of(name).items()) if weighed and name not in hidden else (),
                against=posts.get(name),
            )
        )
    if checking:
        return tuple(rows)
    return tuple(sorted(rows, key=lambda row: (row.hidden, _ORDER.get(row.validity, 3))))


def unclaimed(changes: Sequence[ChangeView], views: Sequence[FindingView]) -> tuple[ChangeView, ...]:
    """The changes that serve no finding: what the user typed, and wording."""
    names = {view.attribute.name for view in views}
    return tuple(change for change in changes if names.isdisjoint(change.change.attributes))


def missing(attributes: Sequence[Attribute], views: Sequence[FindingView]) -> str:
    """The attributes nothing was found on, in a line."""
    names = {view.attribute.name for view in views}
    labels = ", ".join(attribute.label for attribute in attributes if attribute.name not in names)
    return tr("Nothing found on: {attributes}", attributes=labels) if labels else ""


def _in_words(change: Change) -> str:
    before, after = shown_words(change.before), shown_words(change.after)
    return tr("{before} → {after}", before=before or "+", after=after or tr("removed"))
