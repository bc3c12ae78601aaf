"""The command line: what it refuses, with which exit code, and never a traceback. No model runs."""

import io
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from penname import cli
from penname.cli import passphrases
from penname.domain.errors import BadInput, EngineError
from penname.domain.goal import Goal
from penname.domain.pen_names import Chosen, Decoy, PenName
from penname.domain.profile import Profile
from penname.domain.thread import Thread
from penname.people import People, PeopleCount
from penname.sessions.report import Final, Report
from penname.sessions.session_job import SessionJob

MISLEADING = ("--method", "misleading")


class _Terminal:
    """Standard input and output as bytes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        monkeypatch.setattr(sys, "stdout", self.out)

    def run(self, *arguments: str, stdin: bytes = b"") -> tuple[int, bytes]:
        source = SimpleNamespace(buffer=io.BytesIO(stdin), isatty=lambda: False)
        self.monkeypatch.setattr(sys, "stdin", source)
        code = cli.main(arguments)
        self.out.flush()
        return code, self.out.buffer.getvalue()  # type: ignore[attr-defined]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> _Terminal:
    return _Terminal(monkeypatch)


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        ((), b"", "There is no text here"),
        ((), b" \r\n", "There is no text here"),
        ((), b"PK\x03\x04\0\0", "not a text file"),
        ((), "Köln, schön und grün".encode("cp1252"), "--encoding cp1252"),
        (("--protect", "age,shoe size"), b"text", "no attribute “shoe size”. Choose from: age, sex"),
        (("--rounds", "0"), b"text", "from 1 to 20"),
        (("--rounds", "21"), b"text", "from 1 to 20"),
        (("--seed", "-1"), b"text", "The seed"),
        (("--encoding", "klingon"), b"text", "klingon"),
        (("/nowhere/at/all.txt",), b"", "/nowhere/at/all.txt cannot be read: No such file or directory."),
        (("/",), b"", "/ cannot be read"),
        (
            ("--method", "magic"),
            b"text",
            "no method “magic”. Choose from: rational, misleading, adversarial, base",
        ),
        (("--target", "age=50"), b"text", "--target is for the method misleading"),
        ((*MISLEADING, "--target", "age=400"), b"text", "“400” is not an age"),
        ((*MISLEADING, "--target", "age"), b"text", "“age” is not of the form ATTRIBUTE=VALUE"),
        ((*MISLEADING, "--target", "shoe size=44"), b"text", "no attribute “shoe size”"),
        ((*MISLEADING, "--target", "sex=maybe"), b"text", "not one of: male, female"),
        ((*MISLEADING, "--target", "age=50", "--target", "age=60"), b"text", "two targets for age"),
        ((*MISLEADING, "--protect", "sex", "--target", "age=50"), b"text", "--protect leaves it out"),
        ((*MISLEADING, "--row", "7"), b"text", "from 1 to 6"),
        ((*MISLEADING, "--row", "2", "--target", "age=50"), b"text", "Row 2 has no targets"),
        (("--row", "3"), b"text", "--row is for"),
        (("--certainty", "3"), b"text", "--certainty is for"),
        (("--lambda", "9"), b"text", "from 0.25 to 4"),
        (("--method", "adversarial", "--certainty", "6"), b"text", "from 0 to 5"),
        (("--true-from", "-"), b"age = 34", "cannot all come from standard input"),
        (("--true-from", "/nowhere/at/all"), b"text", "/nowhere/at/all cannot be read"),
        (("--true-from", "/dev/null", "--profile", "me"), b"text", "not by both"),
        (("--profile", "nobody"), b"text", "rofile"),
        (("--also", "health"), b"text", "“health” is not of the form NAME=WHAT"),
        (("--also", "Age=years"), b"text", "There is an attribute “age” already"),
        (("--also", "health="), b"text", "Please say in at most 200 characters what health is"),
        (("--also", "diet=food|vegan"), b"text", "Give two values or more, or none"),
        (("--thread", "-"), b"text", "Only one of the text, the thread"),
        (("--thread", "/nowhere/at/all"), b"text", "/nowhere/at/all cannot be read"),
        (("--date", "yesterday"), b"text", "“yesterday” is not a date such as"),
        (("--interactive",), b"text", "asks in a terminal, and there is none here"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    terminal: _Terminal,
    capfd: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    stdin: bytes,
    sentence: str,
) -> None:
    code, out = terminal.run("anonymize", *arguments, stdin=stdin)
    said = capfd.readouterr().err
    assert (code, out) == (cli.UNUSABLE, b"")
    assert sentence in said
    assert "Traceback" not in said


def test_an_unknown_model_is_refused(terminal: _Terminal, capfd: pytest.CaptureFixture[str]) -> None:
    code, out = terminal.run("anonymize", "--model", "gigantic", stdin=b"text")
    assert (code, out) == (cli.FAILED, b"")
    assert "no model called “gigantic”" in capfd.readouterr().err


def test_a_broken_settings_file_is_named(terminal: _Terminal, capfd: pytest.CaptureFixture[str]) -> None:
    from penname import locations

    (locations.config_dir() / "settings.toml").write_text("rounds = 'many'")
    code, _ = terminal.run("anonymize", stdin=b"text")
    assert code == cli.UNUSABLE
    assert "settings.toml cannot be read" in capfd.readouterr().err


def test_an_error_nobody_foresaw_shows_a_sentence_and_logs_no_word_of_the_text(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    def fail(job: SessionJob) -> None:
        raise KeyError(f"quetzalcoatl {job}") from ValueError("quetzalcoatl")

    monkeypatch.setattr(SessionJob, "run", fail)
    code, out = terminal.run("anonymize", stdin=b"I am the quetzalcoatl of Leeds")
    said = capfd.readouterr().err
    assert (code, out) == (cli.UNFORESEEN, b"")
    assert "Traceback" not in said
    assert "quetzalcoatl" not in said
    log = own_folders / "state" / "crashes.log"
    assert str(log) in said
    noted = log.read_text()
    assert "builtins.KeyError" in noted
    assert "builtins.ValueError" in noted
    assert "in fail" in noted
    assert "quetzalcoatl" not in noted


def test_a_model_that_cannot_be_loaded_is_a_sentence(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(job: SessionJob) -> None:
        raise EngineError("The model could not be started. Your text is still here.")

    monkeypatch.setattr(SessionJob, "run", fail)
    code, out = terminal.run("anonymize", stdin=b"text")
    assert (code, out) == (cli.FAILED, b"")
    assert capfd.readouterr().err == "The model could not be started. Your text is still here.\n"


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["--version"])
    assert capsys.readouterr().out.startswith("penname 0.")


def test_the_help_names_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        cli.main(["anonymize", "--help"])
    shown = " ".join(capsys.readouterr().out.split())
    for code in (cli.DONE, cli.FAILED, cli.UNUSABLE, cli.UNFORESEEN, cli.STOPPED):
        assert f"{code} " in shown


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("age = 400", "“400” is not an age"),
        ("shoe size = 44", "no attribute “shoe size”"),
        ("age: 34", "Line 1 of the true values is not of the form"),
        ("# me\n\nlocation = Lisbon, Portugal\nlocation = Leeds", "name “location” twice"),
        ("[me]\nage = 34", "“me” must be a text or a number"),
        ("age = true", "“age” must be a text or a number"),
    ],
)
def test_true_values_that_cannot_be_used_are_refused(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], tmp_path: Path, written: str, sentence: str
) -> None:
    file = tmp_path / "me.txt"
    file.write_text(written)
    code, out = terminal.run("anonymize", "--true-from", str(file), stdin=b"text")
    assert (code, out) == (cli.UNUSABLE, b"")
    assert sentence in capfd.readouterr().err


@pytest.mark.parametrize("target", ["location=Lisbon, Portugal", "location=Porto, Portugal", "age=36"])
def test_a_target_that_is_the_true_value_or_close_to_it_is_refused(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], tmp_path: Path, target: str
) -> None:
    file = tmp_path / "me.txt"
    file.write_text("location = Lisbon, Portugal\nage = 34\n")
    options = (*MISLEADING, "--true-from", str(file), "--target", target)
    code, out = terminal.run("anonymize", *options, stdin=b"text")
    assert (code, out) == (cli.UNUSABLE, b"")
    assert "cannot be the target for" in capfd.readouterr().err


class TestTheGoal:
    """What becomes of options that can be used."""

    @pytest.fixture
    def goals(self, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Goal]]:
        """The method and goal of each job, none of which runs."""
        seen: list[tuple[str, Goal]] = []

        def start(
            _settings: object,
            _text: str,
            goal: Goal,
            _progress: object,
            method: str,
            *_: object,
            **__: object,
        ) -> object:
            seen.append((method, goal))
            raise BadInput("That was all.")

        monkeypatch.setattr("penname.cli.anonymize.SessionJob", start)
        return seen

    def test_targets_and_true_values_reach_it(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]], tmp_path: Path
    ) -> None:
        for written in (
            'age = 34\nlocation = "Lisbon, Portugal"\n',
            "age = 34\nlocation = Lisbon, Portugal\n",
        ):
            (tmp_path / "me.txt").write_text(written)
            options = ("--true-from", str(tmp_path / "me.txt"), "--target", "location=Dublin, Ireland")
            terminal.run("anonymize", *MISLEADING, *options, "--target", " sex = Female ", stdin=b"text")
        assert goals[0] == goals[1]
        method, goal = goals[0]
        assert method == "misleading"
        assert goal.targets == (("sex", "female"), ("location", "Dublin, Ireland"))
        assert goal.truth == (("age", "34"), ("location", "Lisbon, Portugal"))
        assert (goal.condition, goal.certainty, goal.protect) == (5, 3, frozenset(goal.attributes))

    def test_the_thread_reaches_it_and_is_none_without_its_options(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]], tmp_path: Path
    ) -> None:
        (tmp_path / "post.txt").write_text("Any nurses here?\n")
        post = str(tmp_path / "post.txt")
        terminal.run("anonymize", "--thread", post, "--date", "2020-03-01", stdin=b"text")
        terminal.run("anonymize", stdin=b"text")
        assert goals[0][1].thread == Thread("Any nurses here?\n", "2020-03-01")
        assert goals[1][1].thread == Thread()

    def test_true_values_may_come_from_standard_input_where_the_text_does_not(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]], tmp_path: Path
    ) -> None:
        (tmp_path / "text.txt").write_text("a text")
        text = str(tmp_path / "text.txt")
        terminal.run("anonymize", text, "--method", "adversarial", "--true-from", "-", stdin=b"age = 34")
        assert goals[0][1].truth == (("age", "34"),)

    def test_true_values_may_come_from_a_profile(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read(name: str, _ask: object) -> Profile:
            return Profile(name, (("age", "34"), ("shoe size", "44")))

        monkeypatch.setattr("penname.vault.profiles.read_profile", read)
        terminal.run("anonymize", "--method", "adversarial", "--profile", "me", stdin=b"text")
        assert goals[0][1].truth == (("age", "34"),)  # an attribute of earlier settings is left out

    def test_the_switches_of_the_methods(self, terminal: _Terminal, goals: list[tuple[str, Goal]]) -> None:
        terminal.run("anonymize", *MISLEADING, "--row", "2", stdin=b"text")
        terminal.run("anonymize", "--method", "adversarial", "--certainty", "0", stdin=b"text")
        terminal.run("anonymize", *MISLEADING, "--protect", "age", "--target", "age=50", stdin=b"text")
        assert [method for method, _ in goals] == ["misleading", "adversarial", "misleading"]
        assert (goals[0][1].condition, goals[1][1].certainty) == (2, 0)
        assert goals[2][1].protect == frozenset({"age"})
        terminal.run("anonymize", "--lambda", "0.5", stdin=b"text")
        assert (goals[0][1].tradeoff, goals[3][1].tradeoff) == (1, 0.5)

    def test_the_method_of_the_settings_counts_where_none_is_named(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]]
    ) -> None:
        from penname import locations

        (locations.config_dir() / "settings.toml").write_text('method = "adversarial"')
        terminal.run("anonymize", stdin=b"text")
        assert goals[0][0] == "adversarial"

    def test_a_pen_name_gives_its_targets_and_leaves_alone_what_it_leaves_alone(
        self, terminal: _Terminal, goals: list[tuple[str, Goal]], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        keep(monkeypatch, CLARA)
        terminal.run("anonymize", "--as", "clara", stdin=b"text")
        terminal.run("anonymize", "--as", "Clara", "--protect", "age", stdin=b"text")
        terminal.run("anonymize", "--as", "Clara", "--method", "rational", stdin=b"text")
        assert [method for method, _ in goals] == ["misleading", "misleading", "rational"]
        goal = goals[0][1]
        assert goal.targets == CLARA.targets
        assert goal.randomized == {"sex", "location"}
        assert goal.protect == frozenset(goal.attributes) - {"location"}
        assert goals[1][1].protect == frozenset({"age"})


CLARA = PenName(
    "Clara",
    (
        Decoy("age", "61", Chosen.BY_USER),
        Decoy("sex", "female", Chosen.RANDOMIZED, 1.0, 2),
        Decoy("location", None, Chosen.RANDOMIZED, 1.0, 50),
    ),
)
CHILD = PenName("Kim", (Decoy("age", "16", Chosen.BY_USER), Decoy("relationship", "married", Chosen.BY_USER)))


def keep(monkeypatch: pytest.MonkeyPatch, pen_name: PenName) -> None:
    """The vault has this pen name, whichever is asked for."""
    monkeypatch.setattr("penname.vault.pen_names.read_pen_name", lambda _name, _ask: pen_name)


@pytest.mark.parametrize(
    ("pen_name", "arguments", "sentence"),
    [
        (CLARA, ("--target", "age=50"), "not by both"),
        (CLARA, ("--protect", "age,location"), "leaves location as it is"),
        (CLARA, ("--row", "2"), "Row 2 has no targets"),
        (CLARA, ("--true-from", "true.txt"), "less than 10 years from your true age"),
        (CHILD, (), "This pen name contradicts itself. At 16 hardly anybody is married"),
    ],
)
def test_a_pen_name_that_cannot_be_written_under_is_refused(
    terminal: _Terminal,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    pen_name: PenName,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    keep(monkeypatch, pen_name)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "true.txt").write_text("age = 58\nsex = female")  # a drawn value may be the true one
    code, out = terminal.run("anonymize", "--as", "Clara", *arguments, stdin=b"text")
    assert (code, out) == (cli.UNUSABLE, b"")
    assert sentence in capfd.readouterr().err


def test_without_such_a_pen_name_a_sentence_says_so(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str]
) -> None:
    assert terminal.run("anonymize", "--as", "Nobody", stdin=b"text") == (cli.UNUSABLE, b"")
    assert "No pen name is kept" in capfd.readouterr().err


def test_the_passphrase_is_asked_for_once_for_all_that_a_command_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    typed: list[str] = []
    monkeypatch.setattr(passphrases, "_typed", lambda prompt: (typed.append(prompt), "correct horse")[1])
    ask = passphrases.vault_passphrase(SimpleNamespace(passphrase_from=None))  # type: ignore[arg-type]
    assert [ask(new=False), ask(new=False)] == ["correct horse"] * 2
    assert len(typed) == 1


def test_after_writing_as_a_pen_name_it_is_said_that_nothing_was_added_to_it(
    terminal: _Terminal, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(monkeypatch, CLARA)

    def finished(_job: SessionJob) -> Report:
        nothing = Final((), (), (), {}, (), (), judged=True)
        people = People(None, PeopleCount(200, 5000))
        stopped = "nothing left to fix"
        return Report("text", "text", "misleading", {}, stopped, (), nothing, people, (), "starter", {})

    monkeypatch.setattr(SessionJob, "run", finished)
    assert terminal.run("anonymize", "--as", "Clara", stdin=b"text")[0] == cli.DONE
    said = capfd.readouterr().err
    assert "penname pen-name post" in said
    assert "After the rewrite between 200 and 5,000 people fit.\n" in said
