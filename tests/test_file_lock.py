"""The lock on a file: one holder at a time, and none once its process is gone."""

import subprocess
import sys

from penname.file_lock import FileLock, lock_open_file

HOLDER = """
import sys
from pathlib import Path
from penname.file_lock import FileLock

print("held" if FileLock.take(Path(sys.argv[1])) else "not mine", flush=True)
sys.stdin.read()
"""


def test_there_is_one_holder_at_a_time(tmp_path) -> None:
    first = FileLock.take(tmp_path / "lock")
    assert first is not None
    assert FileLock.take(tmp_path / "lock") is None
    first.release()
    first.release()
    second = FileLock.take(tmp_path / "lock")
    assert second is not None
    second.release()


def test_a_killed_holder_holds_nothing(tmp_path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "lock")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        assert FileLock.take(tmp_path / "lock") is None
        holder.kill()
        holder.wait()
    lock = FileLock.take(tmp_path / "lock")
    assert lock is not None
    lock.release()


def test_an_open_file_is_read_and_written_at_the_same_place_while_it_is_held(tmp_path) -> None:
    with (tmp_path / "part").open("wb+") as file, (tmp_path / "part").open("rb") as other:
        file.write(b"half")
        file.flush()
        assert lock_open_file(file.fileno())
        assert not lock_open_file(other.fileno())
        file.write(b" more")
        file.flush()
        assert other.read() == b"half more"
