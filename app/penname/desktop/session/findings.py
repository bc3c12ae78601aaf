"""What is said about a reading as a whole: who looked, and for what. It never says that all is well."""

from collections.abc import Sequence

from penname.desktop.session.snapshot import Point
from penname.desktop.translate import tr, tr_count
from penname.domain.attributes import Attribute
from penname.domain.told import AgainstPosts, Novelty


def joined(names: Sequence[str]) -> str:
    """Names as a list in a sentence."""
    if len(names) < 2:
        return "".join(names)
    return tr("{most} and {last}", most=", ".join(names[:-1]), last=names[-1])


def labels(attributes: Sequence[Attribute], names: Sequence[str]) -> str:
    """Attributes as a list in a sentence, in small letters."""
    return joined([attribute.phrase for attribute in attributes if attribute.name in names])


def against_posts(against: AgainstPosts) -> str:
    """How a finding stands to what the posts of the text's pen name tell."""
    match against.novelty:
        case Novelty.KNOWN:
            return tr_count("Known already ({count} post)", "Known already ({count} posts)", against.posts)
        case Novelty.CONTRADICTS:
            return tr("Contradicts: your posts said {value}", value=against.said)
    return tr("New: your posts said only {value}", value=against.said) if against.said else tr("New")


def against_posts_explained(against: AgainstPosts) -> str:
    """The same in a sentence, with how certain a reader of the posts was."""
    if not against.said:
        return tr("No post under this pen name tells it")
    return tr_count(
        "{count} post under this pen name tells: {value} (certainty {certainty} of 5)",
        "{count} posts under this pen name tell: {value} (certainty {certainty} of 5)",
        against.posts,
        value=against.said,
        certainty=against.certainty,
    )


def headline(point: Point, model: str) -> str:
    """The reading of one text in a line."""
    if point.readable:
        return tr_count(
            "{count} clue is left in this text",
            "{count} clues are left in this text",
            len(point.readable),
        )
    if point.left or point.number:
        return tr("The {model} found nothing more", model=model)
    return tr("The {model} found nothing", model=model)


def reservation(point: Point, attributes: Sequence[Attribute]) -> str:
    """What the headline does not say: what was looked for, what was left, and who might find more."""
    looked = tr("It looked for {attributes}.", attributes=labels(attributes, [a.name for a in attributes]))
    left = (
        tr("You left your {attributes} readable.", attributes=labels(attributes, point.left))
        if point.left
        else ""
    )
    others = tr("A stronger model, or someone who knows you or your other posts, might still recognise you.")
    return " ".join(part for part in (left, looked, others) if part)


def point_label(point: Point) -> str:
    """A stop on the rounds strip."""
    if not point.judged:
        return tr("not read yet")
    if point.readable:
        return tr_count("{count} clue", "{count} clues", len(point.readable))
    if point.left:
        return tr_count("{count} clue left", "{count} clues left", len(point.left))
    return tr("nothing found")


def point_name(point: Point) -> str:
    """What a stop is called."""
    return tr("Original") if point.number == 0 else tr("Round {number}", number=point.number)


def way(points: Sequence[Point], arrow: str = "→") -> str:
    """How many clues were read from the original, and then after each round; "" before a second reading."""
    counts = [len(point.readable) for point in points if point.judged]
    if len(counts) < 2:
        return ""
    return tr_count("{way} clue", "{way} clues", counts[-1], way=f" {arrow} ".join(map(str, counts)))


def before_and_now(points: Sequence[Point], model: str) -> str:
    """The first and the last of these counts, in words."""
    counts = [len(point.readable) for point in points if point.judged]
    if len(counts) < 2:
        return ""
    return tr_count(
        "The {model} found {count} clue before, {now} now.",
        "The {model} found {count} clues before, {now} now.",
        counts[0],
        now=counts[-1],
        model=model,
    )
