"""The human study: blinded questionnaires that a browser's script answers, and figures worked out by hand."""

import json
import shutil
import subprocess

import msgspec
import pytest

from penname.domain.errors import BadInput
from penname.lab.evaluation.contenders import Made
from penname.lab.evaluation.results import Rewrite
from penname.lab.human_study.answers import read_answers, study_report
from penname.lab.human_study.study import StudyKind, read_key, write_study

PAIRS, RATINGS = StudyKind.PAIRS, StudyKind.RATINGS


@pytest.fixture
def results(tmp_path):
    """Two contenders on four texts, one of which both leave alone."""
    rewrites = [
        Rewrite(f"t{number}", name, Made((f"original {number} </script>", *text), "done"))
        for number in range(4)
        for name, text in (
            ("rational", (f"vague {number}",) if number else ()),
            ("mask", (f"*** {number}",) if number else ()),
        )
    ]
    (tmp_path / "rewrites.jsonl").write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in rewrites))
    return tmp_path


def answer(results, kind, rater, give) -> object:
    """The file of one rater, who answers each item with `give(item)`."""
    key = read_key(results, kind)
    answers = {item.item: give(item) for item in key.items if item.rater == rater}
    path = results / f"answers-{rater}.json"
    path.write_text(json.dumps({"study": key.study, "rater": rater, "answers": answers}))
    return path


def prefers(name: str):
    return lambda item: {"better": "first" if item.shown[0] == name else "second"}


def test_the_pages_do_not_say_who_wrote_what_and_ask_no_network(results) -> None:
    for kind in (PAIRS, RATINGS):
        for sheet in write_study(results, kind, (), 3, None, 1):
            page = sheet.read_text()
            assert "rational" not in page
            assert "mask" not in page
            assert "default-src 'none'" in page
            assert "http" not in page.replace("http-equiv", "")
            assert page.count("</script>") == 1  # a text cannot end the script
            assert "original 0" not in page or kind is RATINGS  # nothing to compare there


def test_each_rater_sees_each_text_once_and_the_sides_change(results) -> None:
    write_study(results, PAIRS, (), 20, None, 1)
    items = read_key(results, PAIRS).items
    assert {item.shown[0] for item in items} == {"rational", "mask"}
    write_study(results, RATINGS, (), 4, None, 1)
    ratings = read_key(results, RATINGS).items
    for rater in range(1, 5):
        texts = [item.text for item in ratings if item.rater == rater]
        assert len(texts) == len(set(texts))
    seen = [(item.text, item.shown[0]) for item in ratings]
    assert all(seen.count(one) == 2 for one in seen)  # 4 raters, two versions


def test_win_rates(results) -> None:
    write_study(results, PAIRS, ("rational", "mask"), 2, None, 1)
    files = [
        answer(results, PAIRS, 1, prefers("rational")),
        answer(results, PAIRS, 2, lambda item: {"better": "tie"}),
    ]
    rational, mask = read_answers(results, PAIRS, files).wins
    # One rater prefers it always, one never: mean 0.5, standard deviation of 1 and 0.
    assert rational.win_rate == pytest.approx(0.5, abs=1e-9)
    assert rational.win_rate_sd == pytest.approx(0.5**0.5, abs=1e-9)
    assert (mask.win_rate, mask.tie_rate) == (0, 0.5)


def test_ratings_are_medians_scaled_to_one(results) -> None:
    write_study(results, RATINGS, ("rational",), 3, 2, 1)
    given = iter(("2", "4", "5"))
    files = []
    for rater, readability in zip((1, 2, 3), given, strict=True):
        files.append(
            answer(
                results,
                RATINGS,
                rater,
                lambda item, readability=readability: {
                    "readability": readability,
                    "typical": "yes",
                    "meaning": "1",
                },
            )
        )
    result = read_answers(results, RATINGS, files)
    scores = {one.question: one for one in result.scores}
    assert scores["readability"].score == pytest.approx(0.75, abs=1e-9)  # the median 4, from 1 to 5
    assert (scores["typical"].score, scores["meaning"].score) == (1, 0)
    assert (scores["readability"].texts, scores["readability"].ratings) == (2, 6)
    assert result.missing == 6  # nobody said whether it is usable
    assert "readability" in study_report(result)


def test_wrong_answers_are_refused(results) -> None:
    write_study(results, PAIRS, (), 2, None, 1)
    good = answer(results, PAIRS, 1, prefers("mask"))
    with pytest.raises(BadInput, match="already"):
        read_answers(results, PAIRS, [good, good])
    nonsense = answer(results, PAIRS, 2, lambda item: {"better": "maybe"})
    with pytest.raises(BadInput, match="choices"):
        read_answers(results, PAIRS, [nonsense])
    plain = json.loads(good.read_text())
    for change in ({"study": "x"}, {"rater": 9}, {"answers": {"x": {"better": "tie"}}}):
        good.write_text(json.dumps(plain | change))
        with pytest.raises(BadInput, match="another study"):
            read_answers(results, PAIRS, [good])
    good.write_text("nonsense")
    with pytest.raises(BadInput, match="no answers"):
        read_answers(results, PAIRS, [good])


def test_what_cannot_be_studied_is_refused(results, tmp_path) -> None:
    with pytest.raises(BadInput, match="nothing by"):
        write_study(results, PAIRS, ("rational", "magic"), 1, None, 1)
    with pytest.raises(BadInput, match="two contenders"):
        write_study(results, PAIRS, ("rational",), 1, None, 1)
    with pytest.raises(BadInput, match="no results"):
        write_study(tmp_path / "elsewhere", PAIRS, (), 1, None, 1)
    write_study(results, PAIRS, (), 1, None, 1)
    with pytest.raises(BadInput, match="already"):
        write_study(results, PAIRS, (), 1, None, 1)


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
def test_the_pages_script_shows_the_original_only_after_the_first_questions(results) -> None:
    (sheet,) = write_study(results, RATINGS, ("rational",), 1, 2, 1)
    ran = subprocess.run(["node", "-e", _BROWSER, str(sheet)], capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    hidden = [(name, original_hidden) for name, original_hidden, _ in told["log"][:4]]
    assert hidden == [("readability", True), ("typical", True), ("meaning", False), ("usable", False)]
    assert all(next_disabled for _, _, next_disabled in told["log"])
    file = results / "answers.json"
    file.write_text(told["out"])
    assert read_answers(results, RATINGS, [file]).missing == 0
