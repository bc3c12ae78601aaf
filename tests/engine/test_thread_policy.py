"""The number of threads follows the time of the steps."""

from penname.engine.host.thread_policy import ThreadPolicy, physical_cores


def run(pace: ThreadPolicy, seconds: float, steps: int, now: float, tokens: int = 1) -> float:
    for _ in range(steps):
        now += seconds
        pace.observe(tokens, seconds, now)
    return now


def test_a_thread_is_dropped_while_steps_are_slow_and_taken_back_later() -> None:
    pace = ThreadPolicy(2)
    now = run(pace, 0.015, 50, 100.0)
    assert pace.threads == 2
    now = run(pace, 2.4, 2, now)
    assert pace.threads == 1
    now = run(pace, 0.02, 5, now)
    assert pace.threads == 1, "not at once"
    run(pace, 0.02, 600, now)
    assert pace.threads == 2


def test_the_pause_grows_when_the_machine_stays_busy() -> None:
    pace = ThreadPolicy(2)
    now = run(pace, 0.015, 50, 0.0)
    pauses = []
    for _ in range(4):
        now = run(pace, 1.0, 2, now)
        assert pace.threads == 1
        dropped_at = now
        while pace.threads == 1:
            now = run(pace, 0.02, 1, now)
        pauses.append(round(now - dropped_at))
    assert pauses == [10, 20, 40, 80]


def test_one_slow_step_or_a_long_prompt_changes_nothing() -> None:
    pace = ThreadPolicy(2)
    now = run(pace, 0.015, 20, 0.0)
    now = run(pace, 1.0, 1, now)
    now = run(pace, 0.015, 1, now)
    run(pace, 1.0, 20, now, tokens=128)
    assert pace.threads == 2


def test_a_prompt_that_is_suddenly_read_slowly_drops_a_thread_too() -> None:
    pace = ThreadPolicy(2)
    now = run(pace, 0.2, 5, 0.0, tokens=128)
    now = run(pace, 0.2, 5, now, tokens=40)
    assert pace.threads == 2
    run(pace, 4.0, 2, now, tokens=128)
    assert pace.threads == 1


def test_one_thread_is_the_least() -> None:
    pace = ThreadPolicy(1)
    now = run(pace, 0.01, 5, 0.0)
    run(pace, 5.0, 20, now)
    assert pace.threads == 1


def test_there_is_a_core() -> None:
    assert physical_cores() >= 1
