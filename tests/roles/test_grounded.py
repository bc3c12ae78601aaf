"""What takes no evidence is not made."""

from penname.domain.changes import Change
from penname.roles.writing.grounded import Grounds

TEXT = "My wife is kind. We met in Leeds, at the mill. It rained all day long."


def change(before: str, after: str = "") -> Change:
    start = TEXT.index(before)
    return Change(start, start + len(before), before, after, ("location",))


def test_what_takes_no_evidence_is_not_grounded():
    grounds = Grounds(TEXT, ["met in Leeds"])
    assert grounds.carry([change("Leeds", "town")])
    assert not grounds.carry([change("It rained all day long.")])


def test_what_belongs_together_is_grounded_together():
    """Half of a rewrite is no sentence."""
    reworded = [change("We", "You"), change("Leeds", "town")]
    assert Grounds(TEXT, ["Leeds"]).carry(reworded)
    assert not Grounds(TEXT, ["kind"]).carry(reworded)


def test_what_is_hidden_without_evidence_needs_none():
    assert Grounds(TEXT, ["wife"], ["location"]).carry([change("Leeds")])
    assert not Grounds(TEXT, ["wife"], ["age"]).carry([change("Leeds")])
    assert Grounds(TEXT, []).carry([change("Leeds")])
