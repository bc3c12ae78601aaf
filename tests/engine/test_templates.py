"""Chat templates of strangers: rendered without ever seeing a text, and refused when they meddle."""

import time

import pytest

from penname.domain.errors import ModelFileError
from penname.engine.host.templates import ChatTemplate

CHAT = ("system", "user", "assistant", "user")


def rendered(source: str | None, roles: tuple[str, ...] = CHAT) -> str:
    parts = ChatTemplate(source, "<s>", "</s>").parts(roles)
    return "".join(part if isinstance(part, str) else f"[{part}]" for part in parts)


def test_without_a_template_chatml_is_spoken() -> None:
    assert rendered(None) == (
        "<|im_start|>system\n[0]<|im_end|>\n<|im_start|>user\n[1]<|im_end|>\n"
        "<|im_start|>assistant\n[2]<|im_end|>\n<|im_start|>user\n[3]<|im_end|>\n<|im_start|>assistant\n"
    )


def test_a_model_that_could_think_aloud_is_asked_not_to() -> None:
    source = (
        "{{ messages[0].content }}{% if enable_thinking is defined and not enable_thinking %}<no>{% endif %}"
    )
    assert rendered(source, ("user",)) == "[0]<no>"


def test_a_template_is_told_its_own_variables_in_place_of_that_switch() -> None:
    source = "{{ messages[0].content }}{{ effort }}{{ enable_thinking is defined }}{{ eos_token }}"
    parts = ChatTemplate(source, "<s>", "</s>", {"effort": "low", "eos_token": "x"}).parts(("user",))
    assert parts == ["", 0, "lowFalse</s>"]
    with pytest.raises(ModelFileError, match="chat template"):
        ChatTemplate(source, "<s>", "</s>", {"messages": "none"}).parts(("user",))


def test_a_template_without_a_system_turn_gets_it_in_the_first_user_turn() -> None:
    source = (
        "{{ bos_token }}{% for m in messages %}"
        "{% if m.role == 'system' %}{{ raise_exception('no system role') }}{% endif %}"
        "<{{ m.role }}>{{ m.content | trim }}{% endfor %}<model>"
    )
    assert rendered(source) == "<s><user>[0]\n\n[1]<assistant>[2]<user>[3]<model>"


@pytest.mark.parametrize(
    "source",
    [
        "{{ messages[0].content }}",  # drops
        "{% for m in messages %}{{ m.content }}{{ m.content }}{% endfor %}",  # repeats
        "{% for m in messages | reverse %}{{ m.content }}{% endfor %}",  # reorders
        "{% for m in messages %}{{ m.content | upper | replace('A', 'B') }}{% endfor %}",  # rewrites
        "{% for m in messages %}{{ m.content[1:] }}{% endfor %}",
        "{{ raise_exception('never') }}",
        "{{ nothing.at.all }}",
        "{% for m in messages %}",  # no template
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages.append(1) }}",
        "{{ 'x' * 1000000000 }}",
        "{{ 10 ** 1000000000 }}",
        "{% for a in range(90000) %}xxxxxxxxxx{% endfor %}",  # writes without end
        "x" * 200_000,
    ],
)
def test_a_template_that_meddles_is_refused(source: str) -> None:
    with pytest.raises(ModelFileError, match="chat template"):
        rendered(source)


def test_a_template_that_never_ends_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("penname.engine.host.templates._SECONDS", 0.2)
    source = "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}"
    with pytest.raises(ModelFileError, match="too long"):
        rendered(source)
    time.sleep(0.3)  # and nothing arrives late in a thread that has gone on
