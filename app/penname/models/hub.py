"""What the Hugging Face hub says about a file: where it is, how large it is, its SHA-256.

Only the download child imports this module. `HF_ENDPOINT` names a mirror to ask instead.
"""

import re
import ssl
from urllib.parse import urlsplit

import httpx2
import msgspec
from huggingface_hub.errors import (
    DisabledRepoError,
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)
from huggingface_hub.file_download import get_hf_file_metadata, hf_hub_url

from penname.models.download_messages import Order

_SHA256 = re.compile(r"[0-9a-f]{64}")
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
# It says what asks, not who: neither Penname nor this computer.
USER_AGENT = "hf_hub"


class HubFile(msgspec.Struct, frozen=True):
    """A file as the hub states it; `url` is where its bytes are, with `token` to be sent there or not."""

    url: str
    size: int
    sha256: str
    revision: str
    token: str | None


class HubFailure(Exception):
    """Trying again is of no use; the sentence is for the user."""

    def __init__(self, sentence: str, *, needs_token: bool = False, disk_full: bool = False) -> None:
        super().__init__(sentence)
        self.needs_token = needs_token
        self.disk_full = disk_full


class RetryLater(Exception):
    """This try failed; the next may not. `wait` is how many seconds the server asked for, if it did."""

    def __init__(self, sentence: str, wait: float | None = None) -> None:
        super().__init__(sentence)
        self.wait = wait


def hub_file(order: Order) -> HubFile:
    """Ask the hub about the ordered file. Raises HubFailure or RetryLater."""
    url = hf_hub_url(order.repo, order.file, revision=order.revision)
    if order.token is not None and not _is_private(url):
        raise HubFailure(
            f"The access token is not sent to {urlsplit(url).hostname}, since others could read it on the "
            "way. Set HF_ENDPOINT to an address that begins with https."
        )
    try:
        found = get_hf_file_metadata(
            url,
            token=order.token or False,
            timeout=order.patience.connect,
            headers={"user-agent": USER_AGENT},
        )
    except OfflineModeIsEnabled as error:
        raise HubFailure(
            "HF_HUB_OFFLINE is set, which forbids downloads. Unset it to download models."
        ) from error
    except HfHubHTTPError as error:
        raise _of_the_hub(order, error) from error
    except (httpx2.HTTPError, httpx2.InvalidURL, OSError) as error:
        raise network_error(error, _host(url)) from error
    sha256 = found.etag if found.etag and _SHA256.fullmatch(found.etag) else order.sha256
    size = found.size or order.size
    if sha256 is None or not size:
        raise HubFailure(
            f"{_host(url)} does not say how large {order.title} is or what its checksum is, so Penname could "
            "not tell whether it arrived whole. Nothing was downloaded."
        )
    if order.sha256 is not None and sha256 != order.sha256:
        raise HubFailure(
            f"The file that {_host(url)} offers for {order.title} is not the one that the list of models "
            "describes. Nothing was downloaded. A newer Penname may know the new file."
        )
    where = found.location
    return HubFile(where, size, sha256, found.commit_hash or order.revision, _token_for(order, url, where))


def network_error(error: Exception, host: str) -> HubFailure | RetryLater:
    """The error to raise for a failed connection."""
    reason: BaseException | None = error
    while reason is not None:
        if isinstance(reason, ssl.SSLCertVerificationError):
            return HubFailure(
                f"Who answers as {host} cannot show that it is {host}. Somebody between you and it may be "
                "reading along, this computer's clock may be wrong, or it lacks the list of those who vouch "
                "(on Linux the package ca-certificates). Nothing was downloaded."
            )
        reason = reason.__cause__ or reason.__context__
    if isinstance(error, httpx2.InvalidURL | httpx2.UnsupportedProtocol):
        return HubFailure("HF_ENDPOINT is not a web address. Correct it, or unset it.")
    if isinstance(error, httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.ProxyError):
        return RetryLater(f"{host} cannot be reached. Is this computer online?")
    if isinstance(error, httpx2.TimeoutException | TimeoutError):
        return RetryLater(f"{host} does not answer.")
    return RetryLater(f"The connection to {host} broke off.")


def status_error(status: int, title: str, host: str, retry_after: str | None) -> HubFailure | RetryLater:
    """The error to raise for an answer that is not the file."""
    if status == 429:
        return RetryLater(
            f"{host} asks to wait: too many downloads came from your network.", _seconds(retry_after)
        )
    if status >= 500 or status in (408, 425):
        return RetryLater(f"{host} has trouble of its own (answer {status}).", _seconds(retry_after))
    return HubFailure(f"{host} does not hand out {title} (answer {status}).")


def _of_the_hub(order: Order, error: HfHubHTTPError) -> HubFailure | RetryLater:
    response = error.response
    status, host = response.status_code, _host(str(response.request.url))
    page = f"https://huggingface.co/{order.repo}"
    if isinstance(error, GatedRepoError):
        if order.token is None:
            return HubFailure(
                f"{order.title} is given only to people who accepted its terms. Log in at {page}, accept "
                "them, and give Penname an access token of your account.",
                needs_token=True,
            )
        return HubFailure(
            f"The account of your access token has not been let in to {order.title}. Accept its terms at "
            f"{page}, wait until they let you in, then try again.",
            needs_token=True,
        )
    if status == 401 and order.token is not None:
        return HubFailure(
            f"{host} does not accept your access token; it may have expired. Make a new one there and try "
            "again.",
            needs_token=True,
        )
    if isinstance(error, EntryNotFoundError | RevisionNotFoundError):
        return HubFailure(
            f"{host} has no such file for {order.title} any more. A newer Penname may know where it went."
        )
    if isinstance(error, RepositoryNotFoundError) or status in (401, 404):
        return HubFailure(
            f"{host} does not know {order.repo}, or shows it only to some people. Check it at {page}; if it "
            "is there for you, give Penname an access token of your account.",
            needs_token=order.token is None,
        )
    if isinstance(error, DisabledRepoError):
        return HubFailure(f"{host} has taken {order.title} down. Choose another model.")
    if status == 403:
        return HubFailure(
            f"{host} does not hand out {order.title} (answer 403). If it asks for an account, an access "
            "token that may read this model is needed.",
            needs_token=True,
        )
    return status_error(status, order.title, host, response.headers.get("Retry-After"))


def _token_for(order: Order, url: str, where: str) -> str | None:
    """The token goes to the hub alone, never to the store its files lie in."""
    asked, answered = urlsplit(url), urlsplit(where)
    same = (asked.scheme, asked.netloc) == (answered.scheme, answered.netloc)
    return order.token if same else None


def _is_private(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "https" or parts.hostname in _LOOPBACK


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


def _seconds(retry_after: str | None) -> float | None:
    return float(retry_after) if retry_after is not None and retry_after.isdigit() else None
