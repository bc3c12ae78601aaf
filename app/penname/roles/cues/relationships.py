"""The people who tell a relationship status ("my husband"), and what takes their place in a sentence."""

from penname.roles.cues.finds import Find
from penname.roles.cues.rules import Hit, RuleTable


def _kin(hit: Hit) -> Find | None:
    """ "my husband says" -> "someone close to me says", "my wife's car" -> "someone else's car"."""
    low, (start, end) = hit.low, hit.match.span()
    me = hit.phrase("me_and").search(low, max(0, start - 20), start)
    start = me.start() if me else start
    before = low[max(0, start - 60) : start]
    if hit.group("possessive"):
        after = "our" if me else "someone else's"
    elif not me and not hit.group("i"):
        after = "someone close to me"
    elif before.rstrip(" ").endswith(",") and low[end : end + 1] in (",", ".", "!", ")"):
        after = "the two of us"
    else:
        after = "us" if hit.phrase("preposition").search(before) else "we"
    find = hit.find(out=(start, end), after=after)._replace(start=start)
    together = find.value in ("married", "in a relationship")
    if together and hit.phrase("deceased").search(low[max(0, start - 90) : end + 90]):
        return find._replace(value="widowed", certainty=4, others=(find.value,))
    over = hit.phrase("over").search(before) or hit.phrase("no_more").match(low, end)
    return None if over else find


finds = RuleTable("relationship", kin=_kin)
