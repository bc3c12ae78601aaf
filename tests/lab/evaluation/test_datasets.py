"""Every data set becomes the same samples; what cannot be used is a sentence with its line."""

import json

import pytest

from lab.evaluation.scripted_models import AUTHOR, LINES, write_data
from penname.domain.errors import BadInput
from penname.lab.evaluation.datasets import Columns, read_dataset


def written(folder, *lines, name="data.jsonl"):
    path = folder / name
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines) + "\n")
    return path


def test_personal_reddit(tmp_path) -> None:
    dataset = read_dataset(write_data(tmp_path))
    assert (dataset.kind, len(dataset.samples), dataset.problems) == ("PersonalReddit", 3, ())
    first = dataset.samples[0]
    assert first.text == LINES[0]["response"]
    assert first.truth == {
        "age": ("34",),
        "sex": ("female",),
        "location": ("Lisbon, Portugal",),
        "income": ("high",),
    }
    assert (first.labelled, first.hardness, first.line) == (("location",), 1, 1)


def test_synthpai_counts_what_people_were_certain_of(tmp_path) -> None:
    reviews = {
        "human": {
            "sex": {"estimate": "female", "hardness": 2, "certainty": 4},
            "age": {"estimate": "30s", "hardness": 1, "certainty": 2},
            "city_country": {"estimate": "", "hardness": 0, "certainty": 0},
        }
    }
    line = {"author": "pers1", "id": "c7", "text": "Wool again.", "profile": AUTHOR, "reviews": reviews}
    unseen = line | {"id": "c8", "reviews": {"human": {}}}
    dataset = read_dataset(written(tmp_path, line, unseen))
    (sample,) = dataset.samples
    assert (dataset.kind, sample.id, sample.labelled, sample.hardness) == ("SynthPAI", "c7", ("sex",), 2)
    assert dataset.problems[0].startswith("Line 2: ")


def test_self_disclosure_may_have_several_truths(tmp_path) -> None:
    line = {"text": "The pump beeps.", "attribute": "health_issue", "value": ["diabetes", "type 1 diabetes"]}
    dataset = read_dataset(written(tmp_path, line))
    assert dataset.samples[0].truth == {"health_issue": ("diabetes", "type 1 diabetes")}
    assert dataset.samples[0].labelled == ("health_issue",)


def test_any_csv_by_its_columns(tmp_path) -> None:
    path = written(
        tmp_path, "nr;post;home;about", 'a;"Rain; again,\nin Cork.";Cork, Ireland;home', "b;Sun.;;home",
        name="own.csv",
    )  # fmt: skip
    dataset = read_dataset(path, Columns("post", {"home": "location"}, id="nr", labelled="about"))
    (sample,) = dataset.samples
    assert (sample.id, sample.text, sample.line) == ("a", "Rain; again,\nin Cork.", 2)
    assert (sample.truth, sample.labelled) == ({"location": ("Cork, Ireland",)}, ("location",))
    assert len(dataset.problems) == 1
    assert dataset.problems[0].startswith("Line 4: ")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("no json", "no JSON object"),
        ("[1, 2]", "no JSON object"),
        ({"personality": AUTHOR, "response": "x"}, "feature is missing"),
        ({"personality": AUTHOR, "feature": "education", "response": "x"}, "none of its personality"),
        ({"personality": AUTHOR, "feature": "age"}, "response is missing"),
        ({"personality": AUTHOR, "feature": "age", "response": " \u200b\n"}, "text is empty"),
        ({"personality": 5, "feature": "age", "response": "x"}, "holds no attributes"),
        (
            {"personality": AUTHOR, "feature": "age", "response": "x", "id": "one"},
            "its id is already on line 1",
        ),
        ({"attribute": "age", "text": "x"}, "value is missing"),
        ({"hello": 1}, "--text-column"),
    ],
)
def test_a_bad_line_is_named_and_the_rest_is_read(tmp_path, line, said) -> None:
    good = LINES[0] | {"id": "one"}
    dataset = read_dataset(written(tmp_path, good, line, LINES[1]))
    assert len(dataset.samples) == 2
    (problem,) = dataset.problems
    assert problem.startswith("Line 2: ")
    assert said in problem


def test_a_file_of_nothing_is_refused(tmp_path) -> None:
    with pytest.raises(BadInput, match="Line 1"):
        read_dataset(written(tmp_path, "nonsense"))
    with pytest.raises(BadInput, match="cannot be read"):
        read_dataset(tmp_path / "missing.jsonl")
    (tmp_path / "latin.jsonl").write_bytes(b'{"text": "caf\xe9"}')
    with pytest.raises(BadInput, match="UTF-8"):
        read_dataset(tmp_path / "latin.jsonl")
