"""Moves the bytes of a described file into a growing one, and knows at the end that they are the right ones.

huggingface-hub 2.4 starts every download again, so the requests for ranges (RFC 9110, section 14) are ours.
Only the download child imports this module.
"""

import contextlib
import errno
import re
import shutil
import ssl
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from penname.file_lock import lock_open_file
from penname.models import hub
from penname.models.download_messages import Checking, Growing, Order, Refused, Report, Verified, Waiting
from penname.models.hub import HubFailure, HubFile, RetryLater
from penname.models.partial_file import SPARE, Note, PartialFile
from penname.models.timeout import with_timeout

_FRUITFUL = 64 * 1024  # bytes of a connection that is worth another one
_REPORTED_EVERY = 0.2  # seconds
_MOST_RENEWALS = 1
_RANGE = re.compile(r"bytes (\d+)-(\d+)/(\d+)")

_NO_ROOM = (
    "There is not enough room on the disk for {title}: {missing:.1f} GB more are needed, and {free:.1f} GB "
    "are free. Make room and start the download again; it continues where it stopped."
)
_WRITE_FAILED = (
    "The disk would not take more of {title} ({reason}). What is there is kept; make room and start the "
    "download again, and it continues where it stopped."
)
_WRONG = (
    "What arrived is not {title} as {host} describes it: its checksum is another. It was deleted and is not "
    "used. Try again later, or from another network."
)


class Fetching:
    """One order, carried out; `report` is called with its progress."""

    def __init__(self, order: Order, report: Callable[[Report], None]) -> None:
        self._order, self._report = order, report
        self._target = Path(order.target)
        self._patience = order.patience
        self._reported = 0.0
        self._renewals = 0

    def run(self) -> Verified | Refused:
        """Fetch the file: how it ended, verified or with the reason why not."""
        try:
            with self._target.open("ab+") as file:
                if not lock_open_file(file.fileno()):
                    return Refused(f"{self._order.title} is being downloaded by another Penname already.")
                return self._fetched(PartialFile(file, self._target))
        except HubFailure as error:
            return Refused(str(error), needs_token=error.needs_token, disk_full=error.disk_full)
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            reason = error.strerror or "unknown reason"
            sentence = _WRITE_FAILED.format(title=self._order.title, reason=reason)
            return Refused(sentence, disk_full=full)

    def _fetched(self, file: PartialFile) -> Verified:
        fruitless = 0
        described: HubFile | None = None
        while True:
            before = file.done
            try:
                described = described or self._described(file)
                if file.done < described.size:
                    self._receive(file, described)
                if (verified := self._verified(file, described)) is not None:
                    return verified
            except RetryLater as error:
                described = None  # what the hub says may have changed, and addresses of bytes expire
                fruitless = 0 if file.done - before >= _FRUITFUL else fruitless + 1
                if fruitless >= self._patience.attempts:
                    raise HubFailure(_given_up(str(error), file.done)) from error
                self._wait(error, fruitless)

    def _described(self, file: PartialFile) -> HubFile:
        try:
            described = with_timeout(self._longest(), lambda: hub.hub_file(self._order))
        except TimeoutError as error:
            raise RetryLater("The server does not answer.") from error
        file.become(described.sha256, described.size, lambda done: self._tell(Checking(done, described.size)))
        missing = described.size - file.done
        free = shutil.disk_usage(self._target.parent).free
        if missing and free < missing + SPARE:
            sentence = _NO_ROOM.format(title=self._order.title, missing=missing / 1e9, free=free / 1e9)
            raise HubFailure(sentence, disk_full=True)
        return described

    def _longest(self) -> float:
        """Seconds until a server has begun to answer."""
        return self._patience.connect + self._patience.silence

    def _receive(self, file: PartialFile, described: HubFile) -> None:
        """What one connection brings. Raises RetryLater, also when it brings less than the rest."""
        host = urlsplit(described.url).hostname or "the server"
        client = httpx2.Client(
            follow_redirects=True,
            timeout=httpx2.Timeout(self._patience.silence, connect=self._patience.connect),
            verify=_certificates(),
        )
        with client:
            request = client.build_request("GET", described.url, headers=_headers(file, described))
            try:
                response = with_timeout(self._longest(), lambda: client.send(request, stream=True))
                with contextlib.closing(response):
                    self._check_answer(response, described, file, host)
                    file.pieces += 1
                    self._pour(response, file, described, host)
            except (httpx2.HTTPError, httpx2.InvalidURL, TimeoutError) as error:
                raise hub.network_error(error, host) from error
            finally:
                file.flush()
        if file.done < described.size:
            raise RetryLater(f"The connection to {host} broke off.")

    def _check_answer(
        self, response: httpx2.Response, described: HubFile, file: PartialFile, host: str
    ) -> None:
        """Take the answer for what follows the bytes that are there, or start over with it."""
        status = response.status_code
        if described.url.startswith("https:") and response.url.scheme != "https":
            raise HubFailure(f"{host} redirects to an address where others can read along. It is not used.")
        if status == 416:
            file.start_over()
            raise RetryLater(f"{host} has no such part of the file.")
        if status == 403:
            raise RetryLater(f"{host} no longer accepts the address (answer 403).")
        if status not in (200, 206):
            raise hub.status_error(status, self._order.title, host, response.headers.get("retry-after"))
        if response.headers.get("content-encoding", "identity") != "identity":
            raise RetryLater(f"{host} sends the file in a form that was not asked for.")
        if status == 200:
            if file.done:
                file.start_over()  # the server knows no ranges, or its file is another now
        elif not _is_the_rest(response, file.done, described.size):
            file.write_note(Note(described.sha256, described.size))
            raise RetryLater(f"{host} sends another part of the file than it was asked for.")
        etag = response.headers.get("etag")
        strong = etag if etag and not etag.startswith("W/") else None
        file.write_note(Note(described.sha256, described.size, strong))

    def _pour(self, response: httpx2.Response, file: PartialFile, described: HubFile, host: str) -> None:
        began, arrived = time.monotonic(), 0
        for data in response.iter_raw():
            rest = described.size - file.done
            file.append(data[:rest])
            self._tell(Growing(file.done, described.size))
            if len(data) > rest:
                return  # more than the whole: the checksum decides
            arrived += len(data)
            passed = time.monotonic() - began
            if passed > self._patience.silence:
                if arrived < self._patience.slowest * passed:
                    raise RetryLater(f"{host} sends almost nothing.")
                began, arrived = time.monotonic(), 0

    def _verified(self, file: PartialFile, described: HubFile) -> Verified | None:
        """None when the file is wrong but may be right at another try."""
        sha256 = file.settle()
        self._report(Growing(file.done, described.size))
        if sha256 == described.sha256:
            return Verified(sha256, described.size, described.revision)
        put_together = file.pieces > 1
        file.start_over()
        if put_together and self._renewals < _MOST_RENEWALS:
            self._renewals += 1  # parts of two files, perhaps, or a power cut in between
            return None
        host = urlsplit(described.url).hostname or "the server"
        raise HubFailure(_WRONG.format(title=self._order.title, host=host))

    def _wait(self, error: RetryLater, fruitless: int) -> None:
        pause = min(self._patience.first_pause * 2 ** max(0, fruitless - 1), self._patience.longest_pause)
        if error.wait is not None:
            if error.wait > self._patience.longest_asked:
                raise HubFailure(
                    f"{error} It should be tried again in {round(error.wait / 60)} minutes. "
                    "What came so far is kept."
                ) from error
            pause = max(pause, error.wait)
        self._report(Waiting(str(error), pause))
        time.sleep(pause)

    def _tell(self, report: Report) -> None:
        now = time.monotonic()
        if now - self._reported >= _REPORTED_EVERY:
            self._reported = now
            self._report(report)


@cache
def _certificates() -> ssl.SSLContext:
    """Whom to trust; reading it takes longer than a small request."""
    return httpx2.create_ssl_context()


def _headers(file: PartialFile, described: HubFile) -> dict[str, str]:
    headers = {"user-agent": hub.USER_AGENT, "accept-encoding": "identity", "range": f"bytes={file.done}-"}
    note = file.note()
    if file.done and note is not None and note.etag is not None:
        headers["if-range"] = note.etag
    if described.token is not None:
        headers["authorization"] = f"Bearer {described.token}"
    return headers


def _is_the_rest(response: httpx2.Response, done: int, size: int) -> bool:
    told = _RANGE.fullmatch(response.headers.get("content-range", ""))
    return told is not None and (int(told[1]), int(told[3])) == (done, size)


def _given_up(sentence: str, done: int) -> str:
    kept = " What came so far is kept; start the download again to go on." if done else ""
    return f"{sentence} It was tried several times.{kept or ' Try again later.'}"
