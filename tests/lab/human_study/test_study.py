"""The human study: blinded questionnaires that a browser's script answers, and figures worked out by hand."""

import json
import shutil
import subprocess

import pytest

from penname.domain.errors import BadInput
from penname.lab.evaluation.outside.versions import Versions
from penname.lab.evaluation.samples import Sample
from penname.lab.human_study.answers import read_answers, study_report
from penname.lab.human_study.study import StudyKind, read_key, write_study

PAIRS, RATINGS = StudyKind.PAIRS, StudyKind.RATINGS
SAMPLES = [
    Sample(f"t{number}", f"original {number} </script>", {"sex": ("male",)}, ("sex",)) for number in range(4)
]
# Two versions of four texts, one of which both leave alone.
TEXTS = {
    name: {f"t{number}": f"{word} {number}" if number else SAMPLES[0].text for number in range(4)}
    for name, word in (("rational", "vague"), ("mask", "***"))
}
BOTH, ONE = Versions(TEXTS), Versions({"rational": TEXTS["rational"]})


def exactly(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def answer(folder, kind, rater, give) -> object:
    """The file of one rater, who answers each item with `give(item)`."""
    key = read_key(folder, kind)
    answers = {item.item: give(item) for item in key.items if item.rater == rater}
    path = folder / f"answers-{rater}.json"
    path.write_text(json.dumps({"study": key.study, "rater": rater, "answers": answers}))
    return path


def prefers(name: str):
    return lambda item: {"better": "first" if item.shown[0] == name else "second"}


def test_the_pages_do_not_say_who_wrote_what_and_ask_no_network(tmp_path) -> None:
    for kind in (PAIRS, RATINGS):
        for sheet in write_study(tmp_path, kind, SAMPLES, BOTH, 3, 1):
            page = sheet.read_text()
            assert "rational" not in page
            assert "mask" not in page
            assert "default-src 'none'" in page
            assert "http" not in page.replace("http-equiv", "")
            assert page.count("</script>") == 1  # a text cannot end the script
            assert "original 0" not in page or kind is RATINGS  # nothing to compare there


def test_each_rater_sees_each_text_once_and_the_sides_change(tmp_path) -> None:
    write_study(tmp_path, PAIRS, SAMPLES, BOTH, 20, 1)
    items = read_key(tmp_path, PAIRS).items
    assert {item.shown[0] for item in items} == {"rational", "mask"}
    write_study(tmp_path, RATINGS, SAMPLES, BOTH, 5, 1)
    ratings = read_key(tmp_path, RATINGS).items
    for rater in range(1, 11):
        texts = [item.text for item in ratings if item.rater == rater]
        assert len(texts) == len(set(texts))
    seen = [(item.text, item.shown[0]) for item in ratings]
    assert all(seen.count(one) == 5 for one in seen)  # each of the two versions by five people
    assert len(set(seen)) == 6


def test_win_rates(tmp_path) -> None:
    write_study(tmp_path, PAIRS, SAMPLES, BOTH, 2, 1)
    files = [
        answer(tmp_path, PAIRS, 1, prefers("rational")),
        answer(tmp_path, PAIRS, 2, lambda item: {"better": "tie"}),
    ]
    rational, mask = read_answers(tmp_path, PAIRS, files).wins
    # One rater prefers it always, one never: mean 0.5, standard deviation of 1 and 0.
    assert rational.win_rate == pytest.approx(0.5, abs=1e-9)
    assert rational.win_rate_sd == pytest.approx(0.5**0.5, abs=1e-9)
    assert (mask.win_rate, mask.tie_rate) == (0, 0.5)


def test_ratings_are_medians_scaled_to_one(tmp_path) -> None:
    write_study(tmp_path, RATINGS, SAMPLES[1:3], ONE, 3, 1)
    given = iter(("2", "4", "5"))
    files = []
    for rater, readability in zip((1, 2, 3), given, strict=True):
        files.append(
            answer(
                tmp_path,
                RATINGS,
                rater,
                lambda item, readability=readability: {
                    "readability": readability,
                    "typical": "yes",
                    "meaning": "1",
                },
            )
        )
    result = read_answers(tmp_path, RATINGS, files)
    scores = {one.question: one for one in result.scores}
    assert scores["readability"].score == pytest.approx(0.75, abs=1e-9)  # the median 4, from 1 to 5
    assert (scores["typical"].score, scores["meaning"].score) == (1, 0)
    assert (scores["readability"].texts, scores["readability"].ratings) == (2, 6)
    assert result.missing == 6  # nobody said whether it is usable
    assert "readability" in study_report(result)


def test_wrong_answers_are_refused(tmp_path) -> None:
    write_study(tmp_path, PAIRS, SAMPLES, BOTH, 2, 1)
    good = answer(tmp_path, PAIRS, 1, prefers("mask"))
    with pytest.raises(BadInput, match="already"):
        read_answers(tmp_path, PAIRS, [good, good])
    nonsense = answer(tmp_path, PAIRS, 2, lambda item: {"better": "maybe"})
    with pytest.raises(BadInput, match=r"answers-2\.json, item 3, better: “maybe” was not among the choices"):
        read_answers(tmp_path, PAIRS, [nonsense])
    plain = json.loads(good.read_text())
    for change in ({"study": "x"}, {"rater": 9}, {"answers": {"x": {"better": "tie"}}}):
        good.write_text(json.dumps(plain | change))
        with pytest.raises(BadInput, match="another study"):
            read_answers(tmp_path, PAIRS, [good])
    good.write_text("nonsense")
    with pytest.raises(BadInput, match="no answers"):
        read_answers(tmp_path, PAIRS, [good])


def test_what_cannot_be_studied_is_refused(tmp_path) -> None:
    with pytest.raises(BadInput, match="two versions"):
        write_study(tmp_path, PAIRS, SAMPLES, ONE, 1, 1)
    with pytest.raises(BadInput, match="no text"):  # both left it alone
        write_study(tmp_path, PAIRS, SAMPLES[:1], BOTH, 1, 1)
    write_study(tmp_path, PAIRS, SAMPLES, BOTH, 1, 1)
    with pytest.raises(BadInput, match="already"):
        write_study(tmp_path, PAIRS, SAMPLES, BOTH, 1, 1)


def test_the_middle_three_of_five_and_how_far_raters_agree(tmp_path) -> None:
    write_study(tmp_path, RATINGS, SAMPLES[1:2], ONE, 5, 1)
    given = zip(("1", "2", "3", "5", "5"), ("yes", "yes", "yes", "no", "no"), strict=True)
    files = [
        answer(tmp_path, RATINGS, rater, lambda item, both=both: {"meaning": both[0], "usable": both[1]})
        for rater, both in enumerate(given, 1)
    ]
    result = read_answers(tmp_path, RATINGS, files)
    scores = {one.question: one for one in result.scores}
    # Without the lowest and the highest: 2, 3, 5, which are three of four steps apart.
    assert (scores["meaning"].score, scores["meaning"].middle) == (0.5, exactly(3 / 4))
    agreed = {one.question: (one.agreed, one.pairs) for one in result.agreement}
    # Within a point: 1 and 2, 2 and 3, 5 and 5. Alike: three pairs of yes, one of no.
    assert agreed == {"meaning": (3, 10), "usable": (4, 10)}
    assert "| meaning | 10 | 0.300 |" in study_report(result)


def test_raters_of_pairs_agree_on_versions_not_on_sides(tmp_path) -> None:
    write_study(tmp_path, PAIRS, SAMPLES, BOTH, 3, 1)
    files = [
        answer(tmp_path, PAIRS, 1, prefers("mask")),
        answer(tmp_path, PAIRS, 2, prefers("mask")),
        answer(tmp_path, PAIRS, 3, prefers("rational")),
    ]
    (better,) = read_answers(tmp_path, PAIRS, files).agreement
    assert (better.agreed, better.pairs) == (3, 9)


_BROWSER = """
const fs = require("fs"), vm = require("vm");
const source = fs.readFileSync(process.argv[1], "utf8").split("<script>")[1].split("</script>")[0];
const elements = {}, inputs = [];
const element = id => elements[id] ??= {id, hidden: false, disabled: false, textContent: "", value: ""};
let changed;
const document = {
  getElementById: element, querySelectorAll: () => inputs,
  addEventListener: (_, handler) => { changed = handler; },
};
const context = vm.createContext({document, localStorage: {getItem: () => null, setItem: () => {}},
  scrollTo: () => {}, JSON, Object});
vm.runInContext(source, context);
const log = [];
const given = {readability: "4", typical: "yes", meaning: "5", usable: "no"};
while (!element("ask").hidden) {
  for (const [name, value] of Object.entries(given)) {
    log.push([name, element("second").hidden, element("next").disabled]);
    changed({target: {name, value}});
  }
  element("next").onclick();
}
console.log(JSON.stringify({log, out: element("out").value}));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node to run the page's script")
def test_the_pages_script_shows_the_original_only_after_the_first_questions(tmp_path) -> None:
    (sheet,) = write_study(tmp_path, RATINGS, SAMPLES[1:3], ONE, 1, 1)
    ran = subprocess.run(["node", "-e", _BROWSER, str(sheet)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    hidden = [(name, original_hidden) for name, original_hidden, _ in told["log"][:4]]
    assert hidden == [("readability", True), ("typical", True), ("meaning", False), ("usable", False)]
    assert all(next_disabled for _, _, next_disabled in told["log"])
    file = tmp_path / "answers.json"
    file.write_text(told["out"])
    assert read_answers(tmp_path, RATINGS, [file]).missing == 0
