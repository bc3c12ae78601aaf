"""The 30 authors of the dev set, split once, and texts known by who wrote them."""

import pytest

from lab.evaluation.scripted_models import LINES, write_data
from penname.domain.errors import BadInput
from penname.lab.evaluation import authors
from penname.lab.evaluation.authors import AuthorSplit, written_by
from penname.lab.evaluation.datasets import Columns, read_dataset


def test_the_split_has_ten_authors_a_part_and_none_in_two() -> None:
    parts = [part.people for part in AuthorSplit]
    assert [len(people) for people in parts] == [10, 10, 10]
    assert len(frozenset.union(*parts)) == 30


def test_texts_by_one_author_have_one_person_however_the_record_is_ordered(tmp_path) -> None:
    backwards = LINES[1] | {"personality": dict(reversed(LINES[0]["personality"].items()))}
    first, second, other = read_dataset(write_data(tmp_path, (LINES[0], backwards, LINES[2]))).samples
    assert first.author == second.author != other.author


def test_where_nothing_is_told_of_authors_each_text_has_its_own(tmp_path) -> None:
    path = tmp_path / "own.csv"
    path.write_text("post,home\nRain.,Cork\nSun.,Cork\n")
    first, second = read_dataset(path, Columns("post", {"home": "location"})).samples
    assert first.author != second.author


def test_a_part_of_the_authors_is_chosen(tmp_path, monkeypatch) -> None:
    samples = read_dataset(write_data(tmp_path)).samples
    assert written_by(None, samples) == list(samples)
    with pytest.raises(BadInput, match="--authors"):
        written_by(AuthorSplit.TUNE, samples)
    split = tmp_path / "split.toml"
    split.write_text(f'tune = ["{samples[1].person}"]')
    monkeypatch.setattr(authors, "resource", lambda name: split)
    assert written_by(AuthorSplit.TUNE, samples) == [samples[1]]
