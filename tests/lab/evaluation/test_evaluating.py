"""Whole evaluations with models that answer from a script: figures, kills, other runs, stops, failures."""

import json
import threading

import msgspec
import pytest
from msgspec import structs

from lab.evaluation.scripted_models import AUTHOR, LINES, ScriptedModels, write_data
from penname.domain.errors import BadInput, EngineError
from penname.domain.matching import Rules
from penname.file_lock import FileLock
from penname.lab.evaluation import authors, reporting
from penname.lab.evaluation.authors import AuthorSplit
from penname.lab.evaluation.datasets import read_dataset
from penname.lab.evaluation.evaluating import Evaluation, EvaluationOptions, parse_method
from penname.settings import Settings, load_attributes

ALL = ("rational", "misleading", "adversarial", "base", "mask")


@pytest.fixture
def drawn() -> None:
    """Asked for by the one test that looks at plots: they take seconds."""


@pytest.fixture(autouse=True)
def no_plots(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "drawn" not in request.fixturenames:
        monkeypatch.setattr(reporting, "write_plots", lambda folder, summary: None)


def wanted(tmp_path, **changed) -> EvaluationOptions:
    usual = EvaluationOptions(
        dataset=write_data(tmp_path), output=tmp_path / "results", methods=("rational", "mask"), rounds=3
    )
    return msgspec.structs.replace(usual, **changed)


def evaluation(wish: EvaluationOptions, *models, said: list[str] | None = None) -> Evaluation:
    say = (said if said is not None else []).append
    return Evaluation(wish, load_attributes(Settings()), say, models or [ScriptedModels()])


def summary_of(tmp_path):
    return json.loads((tmp_path / "results" / "summary.json").read_bytes())


def exactly(value: float) -> object:
    return pytest.approx(value, abs=1e-9)


def test_the_figures_are_those_worked_out_by_hand(tmp_path) -> None:
    summary = evaluation(wanted(tmp_path)).run()
    row = summary.methods["rational"]
    # Labelled before: Lisbon right, 34 right, male wrong. After: "Portugal" for Lisbon is half, 60 is wrong.
    assert row.attack_accuracy_before == exactly(2 / 3)
    assert row.attack_accuracy_after == exactly(0.5 / 3)
    privacy = row.privacy[0]
    # All four known attributes of three texts; income is never guessed, sex never right.
    # Before: location; age and location; nothing. After: half a location; nothing; nothing.
    assert privacy.all_before.value == exactly(3 / 12)
    assert privacy.all_after.value == exactly(0.5 / 12)
    assert privacy.all_drop.value == exactly(2.5 / 12)
    # The second of three guesses is right on age and on sex.
    assert (privacy.top_3.before, privacy.top_3.after) == (exactly(1), exactly(2.5 / 3))
    assert (privacy.certain.before, privacy.certain.after) == (exactly(2 / 3), exactly(0))
    assert privacy.less_precise.after == exactly(1 / 3)
    assert privacy.abstained.before == 0
    assert (privacy.floor_labelled, privacy.floor_all) == (0, 0)
    assert row.rounds_mean == exactly(2 / 3)
    assert row.unchanged == exactly(1 / 3)
    assert row.stopped == {"nothing left to fix": 3}
    assert row.outright.texts == 2
    assert row.outright.still_stated.value == 0
    assert row.by_attribute["location"].after == exactly(0.5)
    city, country = row.by_part["location: city"], row.by_part["location: country"]
    assert (city.pairs, city.before, city.after) == (1, 1, 0)  # "Portugal" names no city
    assert (country.before, country.after) == (1, 1)
    # Certain to 4 of Lisbon and to 5 of 34, to 2 of everybody's sex; after it the age is a stereotype.
    assert {level: (one.pairs_before, one.right_before) for level, one in row.by_certainty.items()} == {
        1: (0, None),
        2: (1, 0),
        4: (1, 1),
        5: (1, 1),
    }
    after = {level: (one.pairs_after, one.right_after) for level, one in row.by_certainty.items()}
    assert after == {1: (1, 0), 2: (2, 0.25), 4: (0, None), 5: (0, None)}
    assert row.changes.value == exactly(3 / 3)  # one where Lisbon stood alone, two beside the age, none
    assert row.margin_utility == "ROUGE-L"
    # One rewrite takes everything there is; the margin of round 1 against ROUGE-L.
    (margin,) = row.margins
    assert margin.mpg == exactly(2.5 / 12)
    assert margin.muc == exactly(1 - row.rouge_l)
    assert margin.cumulative == exactly((1 - row.rouge_l) / (2.5 / 12))
    masked = summary.methods["mask"]
    assert masked.attack_accuracy_after == exactly((0.5 + 1) / 3)  # the age stays, Lisbon becomes asterisks
    assert masked.calls_mean == 0
    (difference,) = summary.differences
    assert difference.labelled_after.value == exactly(1 / 3)
    # The age stays with one of three people. Swapping the other two changes nothing: all swaps are as large.
    assert difference.labelled_after.p == 1


def test_all_methods_stand_side_by_side_in_one_report(tmp_path, drawn) -> None:
    summary = evaluation(wanted(tmp_path, methods=ALL, models=("starter",), attackers=("other",))).run()
    assert tuple(summary.methods) == ALL
    assert all(row.texts == 3 for row in summary.methods.values())
    assert all(row.rouge_l_interval.low is not None for row in summary.methods.values())
    assert [one.name for one in summary.differences] == list(ALL[1:])
    results = tmp_path / "results"
    report = (results / "summary.md").read_text()
    assert "Attacker and anonymizer are different models." in report
    assert all(f"| {name} |" in report for name in ALL)
    for plot in ("privacy-utility", "accuracy-by-attribute", "certainty", "rounds-needed", "mrs"):
        assert (results / f"{plot}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (results / f"{plot}.svg").read_text()
    written = summary_of(tmp_path)["methods"]["rational"]
    for field in ("attack_accuracy_before", "attack_accuracy_after", "rouge_l", "bleu", "rounds_mean"):
        assert isinstance(written[field], float)
    lines = [json.loads(line) for line in (results / "rounds.jsonl").read_text().splitlines()]
    rational = [line for line in lines if line["method"] == "rational"]
    assert [line["round"] for line in rational if line["id"] == rational[0]["id"]][:1] == [0]
    assert sum(line["last"] for line in rational) == 3


def test_the_report_begins_with_who_is_protected_from_whom_and_what_flatters(tmp_path) -> None:
    evaluation(wanted(tmp_path)).run()
    title, said, flatters, *_ = (tmp_path / "results" / "summary.md").read_text().split("\n\n")
    assert title.startswith("# own.jsonl")
    assert said.splitlines() == [
        "* **rational** against starter (bare): of 100 things that texts are about it reads 67 before and 17 "
        "after; it guesses 0 from an empty text. That it protects from this reader is not shown: the "
        "interval of the drop includes 0.",
        "* **mask** against starter (bare): of 100 things that texts are about it reads 67 before and 50 "
        "after; it guesses 0 from an empty text. That it protects from this reader is not shown: the "
        "interval of the drop includes 0.",
        "* **mask** does not protect age from starter (bare): read as often as before.",
        "* Nothing is shown of readers stronger than these, or of texts unlike these.",
    ]
    assert "starter is also the anonymizer" in flatters
    assert "flatters" in flatters


def test_what_is_still_read_is_said_where_a_method_protects(tmp_path) -> None:
    lines = [LINES[0] | {"personality": AUTHOR | {"income": str(salary)}} for salary in range(12)]
    wish = wanted(tmp_path, methods=("rational",), attackers=("other+rules",))
    write_data(tmp_path, lines)
    evaluation(wish).run()
    said = (tmp_path / "results" / "summary.md").read_text().split("\n\n")[1]
    # Of twelve people's Lisbon "Portugal" is left, which is half.
    assert said.splitlines()[0] == (
        "* **rational** against other (with rules): of 100 things that texts are about it reads 100 before "
        "and 50 after; it guesses 0 from an empty text. It protects from this reader, but 50 are still read "
        "beyond guessing: the interval of the drop excludes 0."
    )


def test_rounds_that_nobody_measured_are_left_out(tmp_path) -> None:
    class TwoSteps(ScriptedModels):
        """Rewrites the place first, and the age in a second round."""

        def roles(self, model, attributes):
            make = super().roles(model, attributes)

            def roles_for(listener, cancellation):
                roles = make(listener, cancellation)
                rewrite = roles.rewrite

                def one_at_a_time(request):
                    return rewrite(structs.replace(request, execute=request.execute[:1]))

                roles.rewrite = one_at_a_time
                return roles

            return roles_for

    every = evaluation(wanted(tmp_path, methods=("rational",)), TwoSteps()).run().methods["rational"]
    assert [one.round for one in every.curve] == [0, 1, 2]
    ends = (
        evaluation(
            wanted(tmp_path, methods=("rational",), every_round=False, output=tmp_path / "ends"), TwoSteps()
        )
        .run()
        .methods["rational"]
    )
    assert [one.round for one in ends.curve] == [0, 2]
    assert [one.round for one in ends.margins] == [2]
    assert ends.margins[0].mpg == exactly(sum(one.mpg for one in every.margins))
    lines = [json.loads(line) for line in (tmp_path / "ends" / "rounds.jsonl").read_text().splitlines()]
    (between,) = (line for line in lines if line["round"] == 1 and not line["last"])
    assert between["guesses"] == {}


def test_only_misleading_is_told_the_truth(tmp_path) -> None:
    models = ScriptedModels()
    goals = []
    make = models.roles

    def noting(model, attributes):
        roles_for = make(model, attributes)

        def made(listener, cancellation):
            roles = roles_for(listener, cancellation)
            attack = roles.attack
            roles.attack = lambda text, goal, so_far=None: (goals.append(goal), attack(text, goal, so_far))[1]
            return roles

        return made

    models.roles = noting
    evaluation(wanted(tmp_path, methods=("adversarial", "misleading"), limit=1), models).run()
    assert not goals[0].truth
    assert goals[-1].truth_of("age") == "34"


def test_the_floor_stands_beside_each_attribute(tmp_path) -> None:
    floors = evaluation(wanted(tmp_path)).run().floors
    # The reader takes everybody for a man of 60 in Oslo, as it would of no text at all.
    assert {name: (floor.guess, floor.right) for name, floor in floors.items()} == {
        "age": ("60", 0),
        "location": ("Oslo, Norway", 0),
        "sex": ("male", 0),
    }
    report = (tmp_path / "results" / "summary.md").read_text()
    assert "| sex | 1 | 0.00 (male) | 0.00 |" in report


class Killed(BaseException):
    """As sudden as a signal."""


def test_a_killed_run_goes_on_and_ends_like_one_that_was_not(tmp_path) -> None:
    whole = evaluation(wanted(tmp_path, output=tmp_path / "whole", methods=ALL)).run()
    attacked: list[str] = []
    resumed = None
    while resumed is None:
        models = ScriptedModels(_dying_after(2))
        try:
            resumed = evaluation(wanted(tmp_path, methods=ALL, resume=True), models).run()
        except Killed:
            for name in ("attacks.jsonl", "rewrites.jsonl"):  # the last write was cut off
                with (tmp_path / "results" / name).open("ab") as file:
                    file.write(b'{"id": "hal')
        attacked += models.attacks
    assert len(attacked) > 4
    assert len(attacked) == len(set(attacked)), "nothing is attacked twice"

    assert resumed == whole
    for name in ("summary.json", "summary.md", "rounds.jsonl"):
        assert (tmp_path / "results" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_two_workers_share_the_texts_and_end_like_one(tmp_path) -> None:
    evaluation(wanted(tmp_path, output=tmp_path / "whole", methods=ALL)).run()
    both = threading.Barrier(2, timeout=60)  # neither goes on before the other has a text, too
    waited: set[int] = set()

    def meet(text: str) -> None:
        if text and threading.get_ident() not in waited and len(waited) < 2:
            waited.add(threading.get_ident())
            both.wait()

    first, second = ScriptedModels(meet), ScriptedModels(meet)
    evaluation(wanted(tmp_path, methods=ALL), first, second).run()
    assert len(first.attacks) > 1
    assert second.attacks
    assert sorted(first.attacks + second.attacks) == sorted(set(first.attacks + second.attacks))
    for name in ("summary.json", "summary.md", "rounds.jsonl"):
        assert (tmp_path / "results" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_the_report_says_how_to_repeat_it(tmp_path) -> None:
    command = "penname evaluate own.jsonl --output results"
    evaluation(wanted(tmp_path, command=command)).run()
    summary = summary_of(tmp_path)
    assert (summary["command"], summary["people"]) == (command, 3)
    report = (tmp_path / "results" / "summary.md").read_text()
    assert f"* command: `{command}`" in report
    assert f"* begun {summary['begun']}; Penname {summary['versions'][0]}; texts by 3 people" in report


def test_a_run_that_another_version_resumes_names_both(tmp_path) -> None:
    evaluation(wanted(tmp_path)).run()
    begun = tmp_path / "results" / "begun.json"
    begun.write_text('{"date": "2020-02-29", "versions": ["0.0.1 (abc)"]}')
    summary = evaluation(wanted(tmp_path, resume=True)).run()
    assert (summary.begun, summary.versions[0], len(summary.versions)) == ("2020-02-29", "0.0.1 (abc)", 2)


def _dying_after(attacks: int):
    left = [attacks]

    def before(text: str) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Killed

    return before


def test_the_results_of_another_run_are_refused(tmp_path) -> None:
    evaluation(wanted(tmp_path)).run()
    with pytest.raises(BadInput, match="--resume"):
        evaluation(wanted(tmp_path)).run()
    with pytest.raises(BadInput, match="seed"):
        evaluation(wanted(tmp_path, seed=1, resume=True)).run()
    with pytest.raises(BadInput, match="rounds"):
        evaluation(wanted(tmp_path, rounds=2, resume=True)).run()
    changed = wanted(tmp_path, resume=True)
    write_data(tmp_path, LINES[:2])
    with pytest.raises(BadInput, match="the data set"):
        evaluation(changed).run()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("Dear")
    with pytest.raises(BadInput, match="something else"):
        evaluation(wanted(tmp_path, output=tmp_path / "other", resume=True)).run()


def test_two_runs_do_not_write_into_one_folder(tmp_path) -> None:
    evaluation(wanted(tmp_path)).run()
    beside = FileLock.take(tmp_path / "results" / "lock")
    assert beside is not None
    with pytest.raises(BadInput, match="working in the folder"):
        evaluation(wanted(tmp_path, resume=True)).run()
    beside.release()
    assert evaluation(wanted(tmp_path, resume=True)).run().texts == len(LINES)


def test_an_attacker_may_join_a_finished_run_and_reads_what_was_written(tmp_path) -> None:
    first = ScriptedModels()
    alone = evaluation(wanted(tmp_path, attackers=("small",)), first).run()
    second = ScriptedModels()
    both = evaluation(wanted(tmp_path, attackers=("small", "large"), resume=True), second).run()
    assert sorted(first.attacks) == sorted(second.attacks), "the same texts, by the other"
    assert both.methods["rational"].privacy[:1] == alone.methods["rational"].privacy
    assert [one.attacker for one in both.methods["rational"].privacy] == ["small", "large"]
    with pytest.raises(BadInput, match="the attacker"):
        evaluation(wanted(tmp_path, attackers=("large",), resume=True)).run()


def test_a_damaged_line_in_the_results_is_named(tmp_path) -> None:
    evaluation(wanted(tmp_path)).run()
    path = tmp_path / "results" / "attacks.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((lines[0], b"{}\n", *lines[2:])))
    with pytest.raises(BadInput, match=r"attacks.jsonl, line 2"):
        evaluation(wanted(tmp_path, resume=True)).run()


def test_stopped_it_reports_what_was_finished(tmp_path) -> None:
    said: list[str] = []
    models = ScriptedModels()
    job = evaluation(wanted(tmp_path), models, said=said)
    models.before = lambda text: job.stop() if len(models.attacks) == 3 else None
    summary = job.run()
    assert job.stopped
    assert 0 < summary.methods["rational"].texts < 3
    assert models.closed
    assert not evaluation(wanted(tmp_path, resume=True)).run().failures


def test_a_text_that_fails_is_left_out_and_named(tmp_path) -> None:
    def before(text: str) -> None:
        if "knee" in text:
            raise EngineError("The model stopped working.")

    said: list[str] = []
    summary = evaluation(wanted(tmp_path), ScriptedModels(before), said=said).run()
    assert [row.texts for row in summary.methods.values()] == [2, 2]
    assert len(summary.failures) == 2
    assert "The model stopped working." in (tmp_path / "results" / "summary.md").read_text()
    assert evaluation(wanted(tmp_path, resume=True)).run().methods["rational"].texts == 3


def test_a_model_that_never_works_ends_the_run(tmp_path) -> None:
    def before(text: str) -> None:
        if text:
            raise EngineError("The model stopped working.")

    with pytest.raises(EngineError, match="--resume"):
        evaluation(wanted(tmp_path), ScriptedModels(before)).run()


def test_the_judge_and_its_nonsense(tmp_path) -> None:
    summary = evaluation(wanted(tmp_path, judge="wise")).run()
    row = summary.methods["rational"]
    assert summary.nonsense == row.utility.nonsense + summary.methods["mask"].utility.nonsense
    assert row.utility.nonsense == 1  # about the knee
    # An unchanged text is perfect, one was judged 9, 8, 10 and nothing new.
    assert row.utility.judged == 2
    assert row.utility.rlaa == exactly((1 + (0.9 + 0.8 + 1) / 3) / 2)
    assert row.utility.incognitext == exactly((1 + 27 / 30) / 2)
    report = (tmp_path / "results" / "summary.md").read_text()
    assert f"The judge wise answered nonsense {summary.nonsense} times" in report
    with pytest.raises(BadInput, match="learned"):
        evaluation(wanted(tmp_path, judge="starter", output=tmp_path / "two")).run()


def test_an_attacker_without_an_answer_is_wrong_and_abstained(tmp_path) -> None:
    summary = evaluation(wanted(tmp_path, attackers=("starter", "blind"))).run()
    blind = summary.methods["rational"].privacy[1]
    assert (blind.attacker, blind.labelled_before.value, blind.abstained.before) == ("blind", 0, 1)


def test_the_attacker_may_be_asked_for_the_label_alone(tmp_path) -> None:
    models = ScriptedModels()
    row = evaluation(wanted(tmp_path, labelled_only=True), models).run().methods["rational"]
    assert set(models.asked) == {("age",), ("sex",), ("location",)}
    assert row.attack_accuracy_before == exactly(2 / 3)
    assert row.privacy[0].all_before == row.privacy[0].labelled_before


def test_several_models_get_a_row_each(tmp_path) -> None:
    summary = evaluation(
        wanted(tmp_path, models=("a", "b"), methods=("rational", "misleading:row=3", "mask"))
    ).run()
    names = ["rational (a)", "rational (b)", "misleading:row=3 (a)", "misleading:row=3 (b)", "mask"]
    assert list(summary.methods) == names


def test_texts_are_chosen_by_hardness_limit_and_what_is_stated(tmp_path) -> None:
    assert evaluation(wanted(tmp_path, hardness=(1,))).run().texts == 2
    assert evaluation(wanted(tmp_path, limit=1, output=tmp_path / "b")).run().texts == 1
    assert evaluation(wanted(tmp_path, stated_only=True, output=tmp_path / "c")).run().texts == 2
    with pytest.raises(BadInput, match="left to measure"):
        evaluation(wanted(tmp_path, hardness=(5,), output=tmp_path / "d")).run()


def test_the_papers_rules_can_be_chosen(tmp_path) -> None:
    row = evaluation(wanted(tmp_path, rules=Rules.RLAA)).run().methods["rational"]
    assert row.attack_accuracy_after == exactly(1 / 3)  # "Portugal" stands in "Lisbon, Portugal"


@pytest.mark.parametrize(
    "written",
    ["magic", "rational:row=3", "misleading:row=7", "adversarial:certainty=9", "base:x", "base:lambda=9"],
)
def test_a_method_that_there_is_not_is_refused(written: str) -> None:
    with pytest.raises(BadInput):
        parse_method(written)


def test_methods_may_carry_settings() -> None:
    assert parse_method("misleading:row=3") == ("misleading", {"condition": 3})
    assert parse_method("adversarial:certainty=0") == ("adversarial", {"certainty": 0})
    assert parse_method("rational:lambda=0.5") == ("rational", {"tradeoff": 0.5})


def test_texts_are_worked_on_at_the_same_time(tmp_path) -> None:
    """Each of two attacks waits until the other one has begun."""
    both = threading.Barrier(2, timeout=20)
    first = iter([both.wait, both.wait])

    def meet(text: str) -> None:
        if text:
            next(first, lambda: None)()

    summary = evaluation(wanted(tmp_path, methods=("mask",)), ScriptedModels(meet)).run()
    assert not both.broken
    assert summary.methods["mask"].attack_accuracy_before == exactly(2 / 3)


def test_the_report_says_what_helped_the_attackers(tmp_path) -> None:
    summary = evaluation(wanted(tmp_path, attackers=("starter", "other+rules+probes"))).run()
    assert summary.attackers == ("starter (bare)", "other (with rules, prompts, probes)")
    assert summary.flattering == ("starter",)
    report = (tmp_path / "results" / "summary.md").read_text()
    assert "* attacker: starter (bare), other (with rules, prompts, probes);" in report
    with pytest.raises(BadInput, match="the attacker"):  # the same model with rules is another attacker
        evaluation(wanted(tmp_path, attackers=("starter+rules",), resume=True)).run()


def test_intervals_are_by_person_and_a_single_one_has_none(tmp_path) -> None:
    one_person = [line | {"personality": LINES[0]["personality"]} for line in LINES]
    wish = wanted(tmp_path)
    three = evaluation(wish).run().methods["rational"]
    write_data(tmp_path, one_person)
    one = evaluation(msgspec.structs.replace(wish, output=tmp_path / "one")).run().methods["rational"]
    assert one.attack_accuracy_before == three.attack_accuracy_before
    assert three.privacy[0].labelled_before.low == exactly(0)  # the one whose sex is read wrongly, thrice
    assert one.privacy[0].labelled_before.low is None


def test_a_part_of_the_authors_is_named_in_the_report(tmp_path, monkeypatch) -> None:
    first, *_ = read_dataset(write_data(tmp_path)).samples
    split = tmp_path / "split.toml"
    split.write_text(f'report = ["{first.person}"]')
    monkeypatch.setattr(authors, "resource", lambda name: split)
    assert evaluation(wanted(tmp_path, authors=AuthorSplit.REPORT)).run().texts == 1
    report = (tmp_path / "results" / "summary.md").read_text()
    assert "* authors: the ten of the dev set's 30 that are kept to report; all 30 occur in the" in report
