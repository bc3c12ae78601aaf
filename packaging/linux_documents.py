"""What a Linux package says of itself: copyright, changelog and manual page, as Debian's policy asks."""

from __future__ import annotations

import datetime as dt
import email.utils
import gzip
import re
import shutil
import textwrap
from collections.abc import Iterator
from pathlib import Path
from string import Template

from identity import ROOT, Identity

_TEMPLATES = Path(__file__).with_name("linux")
_WIDTH = 78  # of a line in a Debian changelog
# Debian has these licences on every computer; a package names them instead of bringing a copy.
_COMMON = """\
License: Apache-2.0
 On Debian systems the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0, that of the GNU Lesser General Public
 License, version 3, in /usr/share/common-licenses/LGPL-3. The texts of all
 licences lie in /usr/lib/{name}/_internal/{name}/resources/licences.
"""


def document(root: Path, who: Identity, released: dt.datetime) -> None:
    """Fill share/doc and share/man below `root`, which stands for /usr."""
    folder = root / "share" / "doc" / who.name
    folder.mkdir(parents=True)
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    (folder / "copyright").write_text(f"{notice}\n{_COMMON.format(name=who.name)}", encoding="utf-8")
    markdown = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    _compress(folder / "changelog.gz", changelog(markdown, who, released))
    pages = root / "share" / "man" / "man1"
    pages.mkdir(parents=True)
    _compress(pages / f"{who.name}.1.gz", manual_page(who, released))


def document_here(folder: Path) -> None:
    """The same where there is no system to fit: the files as they lie in the source."""
    for name in ("NOTICE", "LICENSE", "CHANGELOG.md"):
        shutil.copyfile(ROOT / name, folder / name)


def changelog(markdown: str, who: Identity, released: dt.datetime) -> str:
    """CHANGELOG.md as deb-changelog(5) wants it: what is in it became of this version."""
    entries = "\n".join(
        textwrap.fill(point, _WIDTH, initial_indent="  * ", subsequent_indent="    ", break_on_hyphens=False)
        for point in _points(markdown)
    )
    when = email.utils.format_datetime(released)
    head = f"{who.name} ({who.version}) unstable; urgency=medium"
    return f"{head}\n\n{entries}\n\n -- {who.publisher} <{who.contact}>  {when}\n"


def manual_page(who: Identity, released: dt.datetime) -> str:
    """The page that `man penname` shows."""
    text = (_TEMPLATES / "manual.1.in").read_text(encoding="utf-8")
    facts = {key: value for key, value in who._asdict().items() if isinstance(value, str)}
    return Template(text).substitute(facts | {"date": released.date().isoformat()})


def _points(markdown: str) -> Iterator[str]:
    """The text of each point of the list, without Markdown's marks for code and emphasis."""
    for point in re.split(r"^\* ", markdown, flags=re.MULTILINE)[1:]:
        lines = [line.strip() for line in point.splitlines() if not line.startswith("#")]
        yield " ".join(filter(None, lines)).replace("`", "").replace("**", "")


def _compress(file: Path, text: str) -> None:
    with gzip.GzipFile(file, "wb", compresslevel=9, mtime=0) as compressed:
        compressed.write(text.encode())
