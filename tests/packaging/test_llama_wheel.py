"""The switches llama.cpp is compiled with, and where the finished wheel is kept."""

from pathlib import Path

import pytest

import llama_wheel

_HASWELL = {"sse4_2", "avx", "avx2", "fma", "f16c", "bmi2"}
_HASWELL_SWITCHES = {"SSE42", "AVX", "AVX2", "FMA", "F16C", "BMI2"}
_AVX512 = {"avx512f", "avx512cd", "avx512vl", "avx512dq", "avx512bw"}


@pytest.fixture(autouse=True)
def plain_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CMAKE_ARGS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(llama_wheel.platform, "machine", lambda: "x86_64")


def _processor(monkeypatch: pytest.MonkeyPatch, *features: str) -> None:
    monkeypatch.setattr(llama_wheel, "_cpu_flags", lambda: frozenset(features))


def _switched_on(args: str) -> set[str]:
    return {arg.removeprefix("-DGGML_").removesuffix("=ON") for arg in args.split() if arg.endswith("=ON")}


@pytest.mark.parametrize(
    ("features", "expected"),
    [
        ({"sse4_2"}, {"SSE42"}),
        (_HASWELL, _HASWELL_SWITCHES),
        (_HASWELL | {"avx512f", "avx512_vnni"}, _HASWELL_SWITCHES),
        (
            _HASWELL | _AVX512 | {"avx512_vnni", "amx_tile", "amx_int8", "amx_bf16"},
            _HASWELL_SWITCHES | {"AVX512", "AVX512_VNNI"},
        ),
    ],
)
def test_exactly_what_the_processor_has_is_switched_on(
    features: set[str], expected: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _processor(monkeypatch, *features)
    args = llama_wheel.cmake_args()
    assert _switched_on(args) == expected
    assert "-DGGML_NATIVE=OFF" in args
    assert "AMX" not in args


def test_the_portable_build_has_no_avx512(monkeypatch: pytest.MonkeyPatch) -> None:
    _processor(monkeypatch, *_HASWELL, *_AVX512, "avx512_vnni", "avx512vbmi", "avx512_bf16")
    assert _switched_on(llama_wheel.cmake_args(portable=True)) == {
        "SSE42",
        "AVX",
        "AVX2",
        "FMA",
        "F16C",
        "BMI2",
    }


def test_the_users_own_switches_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DGGML_CUDA=ON")
    assert llama_wheel.cmake_args() == llama_wheel.cmake_args(portable=True) == "-DGGML_CUDA=ON"


def test_a_wheel_is_found_again_and_only_for_what_it_was_built_for(monkeypatch: pytest.MonkeyPatch) -> None:
    _processor(monkeypatch, *_HASWELL)
    assert llama_wheel.cached("1.0", "-DA=ON") is None
    folder = llama_wheel.cache_folder("1.0", "-DA=ON")
    folder.mkdir(parents=True)
    wheel = folder / "llama_cpp_python-1.0-py3-none-any.whl"
    wheel.touch()
    assert llama_wheel.cached("1.0", "-DA=ON") == wheel
    assert llama_wheel.cached("1.1", "-DA=ON") is None
    assert llama_wheel.cached("1.0", "-DA=OFF") is None
    _processor(monkeypatch, *_HASWELL, *_AVX512)
    assert llama_wheel.cached("1.0", "-DA=ON") is None


@pytest.mark.parametrize(("system", "variants"), [("linux", True), ("win32", True), ("darwin", False)])
def test_the_shipped_build_has_every_variant_and_is_kept_for_any_processor(
    system: str, variants: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(llama_wheel.sys, "platform", system)
    args = llama_wheel.shipped_cmake_args()
    assert "-DGGML_NATIVE=OFF" in args
    assert _switched_on(args) >= ({"BACKEND_DL", "CPU_ALL_VARIANTS"} if variants else set())
    folders = set()
    for features in ({"sse4_2"}, _HASWELL):
        _processor(monkeypatch, *features)
        folders.add(llama_wheel.cache_folder("1.0", args))
    assert len(folders) == (1 if variants else 2)
