"""The address that tells the newest version: stated once, in pyproject.toml, and packaged with Penname.

`[project.urls]` has it under the label `Newest version`. What answers there is a text of one line: the
version.
"""

from urllib.parse import urlsplit

LABEL = "Newest version"


def stated_address() -> str:
    """The address that this build states; empty where it states none."""
    from importlib.metadata import PackageNotFoundError, metadata  # the window's first frame does without

    try:
        stated = metadata("penname").get_all("Project-URL") or []
    except PackageNotFoundError:  # run from a folder that was never installed
        return ""
    for line in stated:
        label, _, address = line.partition(",")
        if label.strip() == LABEL:
            return str(address.strip())
    return ""


def host_of(address: str) -> str:
    """The server of an address."""
    return urlsplit(address).hostname or address
