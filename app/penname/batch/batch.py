"""`penname batch`: every text once, whatever happens to the program in between.

The result's folder holds, beside the results in the files and columns of the inputs:

* `batch.json`: which batch this is;
* `results.jsonl`: a line for each text, as soon as it is done; a killed batch goes on behind
  its last whole line;
* `failures.jsonl`: a line for each text that could not be rewritten, with the reason.

Data sets are written at the end, from `results.jsonl` and the input, each row in its place: the same bytes
however often the batch was killed. Documents are written as they are done.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock

import msgspec

from penname.batch.done_log import DoneLog, DoneText, FailedText
from penname.batch.executor import Executor
from penname.batch.progress import BatchProgress
from penname.batch.texts import BatchTexts
from penname.batch.worker import TextWorker
from penname.domain.errors import BadInput, Cancelled, EngineError, PennameError
from penname.domain.goal import Goal
from penname.domain.together import joined_posts, posts_apart
from penname.file_lock import FileLock
from penname.methods.registry import misleads
from penname.sessions.intake import check_text

BATCH, RESULTS, FAILURES = "batch.json", "results.jsonl", "failures.jsonl"
_OWN = (BATCH, RESULTS, FAILURES, ".lock")
_ATTEMPTS = 2
_IN_A_ROW = 5  # texts that may fail one after the other by the model's fault before the batch ends
_SEEDS = 2**31
_OTHER = (
    "{folder} holds another batch, or this one with other options or changed inputs. Give --output another "
    "folder, or the same command as before to go on."
)
_NOT_EMPTY = "{folder} is not empty, and Penname overwrites nothing. Give --output a new folder."
_RESERVED = "An input called {name} would be written over a file of the batch's own. Rename it."
_AT_WORK = "Another Penname is working on {folder}."
_NOT_WRITTEN = (
    "{folder} cannot be written: {reason}. What is done is kept; the same command goes on from there."
)
_TEXT_KEPT = "{reason} The new text is in {results}."


class Batch:
    """One batch. `run` may be called once; `stop` and `close` from any thread.

    `method` and what `options` says, which is all that shapes a result, must be the same when it goes on.
    With `together` the texts of one author are rewritten as one.
    """

    def __init__(
        self,
        texts: BatchTexts,
        folder: Path,
        method: str,
        goal: Goal,
        options: Sequence[str],
        make_worker: Callable[[], TextWorker],
        count: int,
        progress: BatchProgress,
        *,
        together: bool = False,
    ) -> None:
        self.failed = 0
        self.stopped = False
        self._texts, self._folder, self._progress = texts, folder, progress
        self._method, self._goal, self._options = method, goal, [*options, str(together)]
        self._together = together
        self._executor = Executor(make_worker, count)
        self._in_a_row, self._counting = 0, Lock()
        self._done: DoneLog[DoneText]
        self._failures: DoneLog[FailedText]

    def run(self) -> int:
        """Do what is left; returns how many texts are done. Raises BadInput, EngineError and NoWork."""
        try:
            lock = self._take_folder()
            try:
                return self._run()
            finally:
                lock.release()
        except OSError as error:
            reason = error.strerror or "unknown reason"
            raise BadInput(_NOT_WRITTEN.format(folder=self._folder, reason=reason)) from error

    def stop(self) -> None:
        """Begin no other text, and leave those that are worked on."""
        self._executor.close()

    def close(self) -> None:
        """End the workers."""
        self._executor.close()

    def _take_folder(self) -> FileLock:
        """Make the folder this batch's, or see that it is."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        plan = self._folder / BATCH
        if own := next((name for name in self._texts.names() if name in _OWN), None):
            raise BadInput(_RESERVED.format(name=own))
        told = msgspec.json.encode({"plan": self._plan(), "texts": len(self._texts)}) + b"\n"
        there = [path for path in self._folder.iterdir() if path.name not in _OWN]
        if not plan.exists() and there:
            raise BadInput(_NOT_EMPTY.format(folder=self._folder))
        lock = FileLock.take(self._folder / ".lock")
        if lock is None:
            raise BadInput(_AT_WORK.format(folder=self._folder))
        try:
            if not plan.exists():
                _replace(plan, told)
            elif plan.read_bytes() != told:
                raise BadInput(_OTHER.format(folder=self._folder))
        except BaseException:
            lock.release()
            raise
        return lock

    def _run(self) -> int:
        total = len(self._texts)
        (self._folder / FAILURES).unlink(missing_ok=True)  # what failed is tried again
        with (
            closing(DoneLog(self._folder / RESULTS, DoneText, total)) as self._done,
            closing(DoneLog(self._folder / FAILURES, FailedText, total)) as self._failures,
        ):
            self._progress.begin(total, self._done.count)
            with suppress(Cancelled):
                self._executor.run(self._texts.chains(), self._work_on)
        self.failed = self._failures.count
        self.stopped = any(n not in self._done and n not in self._failures for n in range(total))
        if not self.stopped:
            self._write_tables()
            self._sort_failures()
        return self._done.count

    def _plan(self) -> str:
        """A hash of all that shapes the results, but for true values and the pen name's name: a hash could be
        searched for those.
        """
        goal = msgspec.to_builtins(msgspec.structs.replace(self._goal, truth=(), pen_name=""))
        goal["protect"] = sorted(goal["protect"])
        told = [self._texts.fingerprint(), self._method, goal, list(self._options)]
        return hashlib.sha256(msgspec.json.encode(told, order="sorted")).hexdigest()

    def _work_on(self, worker: TextWorker, chain: Sequence[int]) -> None:
        """The texts of one author, in order: what was drawn for the first stands for the others."""
        targets: dict[str, str] = {}
        new = [number for number in chain if number not in self._done]
        if self._together and len(new) > 1:
            known = (done.targets for number in chain if (done := self._done.get(number)))
            for earlier in known:
                targets |= earlier
            self._try_together(worker, new, self._goal_of(chain[0], targets))
            for number in new:
                self._progress.one_more(failed=number in self._failures)
            return
        for number in chain:
            if self._executor.stopped:
                return
            is_new = number not in self._done
            if is_new:
                self._try_one(worker, number, self._goal_of(chain[0], targets))
            if misleads(self._method) and (done := self._done.get(number)):
                targets |= done.targets
            if self._texts.is_document(number):
                self._write_document(number)
            if is_new:
                self._progress.one_more(failed=number in self._failures)

    def _goal_of(self, first: int, targets: dict[str, str]) -> Goal:
        """The goal for an author: chance is another for each, so that not all are given the same values."""
        if not misleads(self._method):
            return self._goal
        seed = (self._goal.seed + first) % _SEEDS
        return msgspec.structs.replace(
            self._goal, seed=seed, targets=tuple((targets | dict(self._goal.targets)).items())
        )

    def _try_one(self, worker: TextWorker, number: int, goal: Goal) -> None:
        try:
            text = self._texts.text(number)
        except BadInput as error:
            self._fail(number, str(error))
        else:
            self._try(worker, {number: text}, goal)

    def _try_together(self, worker: TextWorker, numbers: Sequence[int], goal: Goal) -> None:
        """The texts of one author as one; what cannot be read at all fails by itself."""
        posts: dict[int, str] = {}
        for number in numbers:
            try:
                posts[number] = self._texts.text(number)
                check_text(posts[number])
            except BadInput as error:
                posts.pop(number, None)
                self._fail(number, str(error))
        if posts:
            self._try(worker, posts, goal)

    def _try(self, worker: TextWorker, posts: Mapping[int, str], goal: Goal) -> None:
        """Rewrite one text, or several as one, by their numbers."""
        together = len(posts) > 1
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                text = joined_posts(tuple(posts.values())) if together else next(iter(posts.values()))
                made = worker.rewrite(text, msgspec.structs.replace(goal, together=together))
            except BadInput as error:
                self._fail_all(posts, error)
                return
            except EngineError as error:
                if attempt < _ATTEMPTS:
                    continue
                self._fail_all(posts, error)
                self._count_a_fault(error)
                return
            with self._counting:
                self._in_a_row = 0
            for number, text in zip(posts, posts_apart(made.text) if together else (made.text,), strict=True):
                place = self._texts.place(number)
                self._done.append(
                    DoneText(number, place.file, place.row, text, made.stopped, made.readable, made.targets,
                             made.about)
                )  # fmt: skip
            return

    def _fail_all(self, numbers: Iterable[int], error: PennameError) -> None:
        for number in numbers:
            self._fail(number, str(error))

    def _count_a_fault(self, error: EngineError) -> None:
        with self._counting:
            self._in_a_row += 1
            if self._in_a_row >= _IN_A_ROW:
                raise EngineError(
                    f"{_IN_A_ROW} texts in a row could not be finished. {error} What is done is kept; the "
                    "same command goes on from there."
                ) from error

    def _fail(self, number: int, reason: str) -> None:
        place = self._texts.place(number)
        self._failures.append(FailedText(number, place.file, place.row, reason))

    def _write_document(self, number: int) -> None:
        done = self._done.get(number)
        target = self._folder / self._texts.place(number).file
        if done is None or target.exists():
            return
        try:
            data = self._texts.document(number, done.text)
        except BadInput as error:
            self._fail(number, _TEXT_KEPT.format(reason=error, results=RESULTS))
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)

    def _write_tables(self) -> None:
        for name, first, table in self._texts.tables():
            target = self._folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_name(f"{target.name}.part")

            def result(row: int, first: int = first) -> str | None:
                done = self._done.get(first + row)
                return None if done is None else done.text

            table.write(part, result)
            os.replace(part, target)

    def _sort_failures(self) -> None:
        """Put them in the order of the texts: in which order they were worked on is chance."""
        path = self._folder / FAILURES
        part = path.with_name(f"{path.name}.part")
        with part.open("wb") as file:
            for line in self._failures.in_order():
                file.write(msgspec.json.encode(line) + b"\n")
        os.replace(part, path)


def _replace(path: Path, data: bytes) -> None:
    """Write a file so that the whole of it is there or nothing."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise
