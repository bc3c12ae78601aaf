"""Fetches a few words, such as a version number, from a server. Only the download child imports this module.

The server is a stranger's: it is not followed to other addresses, not read for longer than the words could
be, and not waited for once it lets its answer drip.
"""

import ssl
from urllib.parse import urlsplit

import httpx2

from penname.models.download_messages import Asked, Question, Refused
from penname.models.timeout import with_timeout

_LONGEST = 64  # bytes
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
# That it is Penname who asks is plain from the address; which one, and where, is not said.
_HEADERS = {"user-agent": "penname", "accept": "text/plain", "accept-encoding": "identity"}


class _Failed(Exception):
    """The rest of a sentence that begins with the host."""


def answer_to(question: Question) -> Asked | Refused:
    """The server's answer, or why there is none."""
    try:
        parts = urlsplit(question.address)
        host = parts.hostname or ""
    except ValueError:
        parts, host = None, ""
    if not host or parts is None or (parts.scheme != "https" and host not in _LOOPBACK):
        return Refused(
            "What this Penname states as the address for newer versions does not begin with https, so "
            "others could change the answer. Nothing was asked."
        )
    patience = question.patience
    try:
        text = with_timeout(patience.connect + patience.silence, lambda: _text(question))
    except TimeoutError:
        return Refused(f"{host} does not answer. Penname tries again another day.")
    except _Failed as failure:
        return Refused(f"{host} {failure}. Penname tries again another day.")
    return Asked(text, host)


def _text(question: Question) -> str:
    """Raises _Failed."""
    patience = question.patience
    timeout = httpx2.Timeout(patience.silence, connect=patience.connect)
    try:
        with (
            httpx2.Client(headers=_HEADERS, timeout=timeout, follow_redirects=False) as client,
            client.stream("GET", question.address) as response,
        ):
            if response.status_code != 200:
                raise _Failed(f"has no version to tell (answer {response.status_code})")
            found = b""
            for data in response.iter_raw():
                found += data
                if len(found) > _LONGEST:
                    raise _Failed("answers with something other than a version")
            return found.decode("ascii")
    except UnicodeDecodeError as error:
        raise _Failed("answers with something other than a version") from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _Failed(_why(error)) from error


def _why(error: Exception) -> str:
    reason: BaseException | None = error
    while reason is not None:
        if isinstance(reason, ssl.SSLCertVerificationError):
            return "cannot show that it is who it says, or this computer's clock is wrong"
        reason = reason.__cause__ or reason.__context__
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
        return "cannot be reached; this computer may be offline"
    if isinstance(error, httpx2.TimeoutException):
        return "does not answer"
    return "broke off"
