"""Masking takes what detectors find, character by character, and nothing else."""

from penname.lab.evaluation.contenders import Masking
from penname.lab.evaluation.masking import mask
from penname.lab.evaluation.samples import Sample

TEXT = "Write to anna.berg@example.org, or come to Lisbon.\nIt rains."


def test_what_is_found_becomes_asterisks_of_the_same_length() -> None:
    masked = mask(TEXT)
    assert len(masked) == len(TEXT)
    assert "anna.berg" not in masked
    assert "Lisbon" not in masked
    assert masked.endswith(".\nIt rains.")
    assert all(one in (other, "*") for one, other in zip(masked, TEXT, strict=True))


def test_a_text_with_nothing_to_mask_stays_as_it_is() -> None:
    made = Masking().protect(Sample("one", "It rains.", {}, ()))
    assert (made.texts, made.calls) == (("It rains.",), 0)
