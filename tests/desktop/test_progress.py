from penname.desktop.background.progress import Progress, ProgressRecorder
from penname.desktop.page.activity_bar import activity, fraction, time_left
from penname.domain.attributes import Attribute, ValueKind
from penname.domain.inferences import Inference, Validity, Verdict

CITY = Inference("location", "reasoning", ("Lisbon", "Porto", "Faro"), 4)
JOB = Inference("occupation", "reasoning", ("nurse", "porter", "cook"), 3)
SURE = Verdict("location", Validity.HIGH)
ATTRIBUTES = (
    Attribute("location", "Location", "place of residence", ValueKind.PLACE, "where the author lives"),
    Attribute("occupation", "Occupation", "occupation", ValueKind.TEXT, "what the author does"),
)


def test_pieces_are_gathered_until_somebody_looks() -> None:
    recorder = ProgressRecorder()
    recorder.on_task("attacker", 1, 1)
    for piece in ("“my ", "flat ", "in Lisbon”"):
        recorder.on_reasoning(piece)
    progress = recorder.take()
    assert progress is not None
    assert progress.reasoning == "“my flat in Lisbon”"
    assert recorder.take() is None


def test_reasoning_ends_with_its_inference_and_inferences_stay_for_the_arbitrator() -> None:
    recorder = ProgressRecorder()
    recorder.on_task("attacker", 1, 1)
    recorder.on_reasoning("text")
    recorder.on_inference(CITY)
    recorder.on_task("arbitrator", 1, 1)
    recorder.on_verdict(SURE)
    progress = recorder.take()
    assert progress == Progress("arbitrator", 1, 1, "", (CITY,), (SURE,))


def test_a_new_reading_forgets_the_old_one() -> None:
    recorder = ProgressRecorder()
    recorder.on_task("attacker", 1, 1)
    recorder.on_inference(CITY)
    recorder.on_task("attacker", 1, 1)
    progress = recorder.take()
    assert progress is not None
    assert progress.inferences == ()


def test_an_inference_seen_again_in_a_later_part_stands_once() -> None:
    recorder = ProgressRecorder()
    recorder.on_task("attacker", 1, 2)
    recorder.on_inference(CITY)
    recorder.on_task("attacker", 2, 2)
    recorder.on_inference(CITY)
    progress = recorder.take()
    assert progress is not None
    assert progress.inferences == (CITY,)


def test_the_sentence_names_role_round_and_attribute() -> None:
    reading = activity(Progress("attacker", inferences=(CITY,)), 2, ATTRIBUTES)
    assert reading == "Round 2: reading as an attacker would. So far: place of residence"
    checking = activity(Progress("arbitrator", inferences=(CITY, JOB), verdicts=(SURE,)), 1, ATTRIBUTES)
    assert checking == "Round 1: checking occupation"
    assert "rewriting" in activity(Progress("anonymizer"), 1, ATTRIBUTES)
    assert activity(Progress(), 1, ATTRIBUTES) == "Waiting for the model"


def test_the_bar_knows_parts_and_verdicts_and_admits_when_it_does_not_know() -> None:
    assert fraction(Progress("attacker", 3, 4)) == 0.5
    assert fraction(Progress("arbitrator", inferences=(CITY, JOB), verdicts=(SURE,))) == 0.5
    assert fraction(Progress("attacker")) is None


def test_time_left_is_told_from_the_second_part_on() -> None:
    assert time_left(Progress("attacker", 1, 10), 5) == ""
    assert time_left(Progress("attacker", 3, 10), 60) == "about 4 minutes left"
    assert time_left(Progress("attacker", 10, 10), 90) == "less than a minute left"
