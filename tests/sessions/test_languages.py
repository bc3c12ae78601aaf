"""Which language a text is in: sure of what it says, and silent on what is too short to tell."""

import subprocess
import sys
from pathlib import Path

import pytest

from penname.sessions.languages import languages_of

SAMPLES = Path(__file__).parents[2] / "resources" / "samples"


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("Ich wohne seit drei Jahren in Berlin und arbeite dort als Krankenschwester.", ("de",)),
        ("Vivo en Madrid desde hace dos años con mi marido.", ("es",)),
        ("אני גר בתל אביב", ("he",)),
        ("我住在北京,我是护士。", ("zh",)),
        ("lol ok", ()),
        ("34", ()),
        ("👩\u200d👧 !!!", ()),
    ],
)
def test_languages(text: str, languages: tuple[str, ...]) -> None:
    assert languages_of(text) == languages


def test_a_mixed_text_names_both_the_commoner_first() -> None:
    english = "I moved here last year with everything I own. It is great in summer, and the rent is fine. "
    assert languages_of(english + "Ich mag meine neue Wohnung wirklich sehr.") == ("en", "de")


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.txt")), ids=lambda path: path.stem)
def test_the_samples_are_english(sample: Path) -> None:
    assert languages_of(sample.read_text(encoding="utf-8")) == ("en",)


def test_numpy_comes_with_the_first_question_only() -> None:
    code = "import sys, penname.sessions.loaded_models as _; "
    code += "print('numpy' in sys.modules, 'py3langid' in sys.modules)"
    out = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=_environment()
    )
    assert out.stdout.split() == ["False", "False"]


def _environment() -> dict[str, str]:
    import os

    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[2] / "app")}
