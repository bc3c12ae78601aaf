"""Downloads the catalog entry on standard input and prints how far it is; run as a script, to be killed."""

import sys

import msgspec

from penname.models.catalog import CatalogEntry
from penname.models.download import Download, DownloadProgress


def _tell(progress: DownloadProgress) -> None:
    sys.stdout.write(f"{progress.state} {progress.done}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    Download(msgspec.json.decode(sys.stdin.buffer.read(), type=CatalogEntry), _tell).run()
