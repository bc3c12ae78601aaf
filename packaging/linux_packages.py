"""The .deb and the tarball of a Linux build.

The .deb has no scripts of its own: menus and icons are refreshed by the triggers of the packages that own
those folders, and what a user kept lies in their home, which a package leaves alone.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import os
import platform
import shutil
import subprocess
from pathlib import Path
from string import Template
from xml.sax.saxutils import escape

import linux_documents
import linux_libraries
from identity import ROOT, Identity
from penname.documents.kinds import MIME_TYPES

_TEMPLATES = Path(__file__).with_name("linux")
_ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}


def build(folder: Path, target: Path, who: Identity) -> list[Path]:
    """Make both in `target` from the build in `folder`; returns the files."""
    return [_deb(folder, target, who), _tarball(folder, target, who)]


def desktop_entry(who: Identity) -> str:
    """The menu entry, after the Desktop Entry Specification 1.5."""
    return _filled(
        "desktop",
        categories=_listed(who.categories),
        keywords=_listed(who.keywords),
        types=_listed(MIME_TYPES),
        who=who,
    )


def metainfo(who: Identity, released: dt.date) -> str:
    """What software centres show, after the AppStream specification 1.0."""
    keywords = "".join(f"\n    <keyword>{escape(word)}</keyword>" for word in who.keywords)
    categories = "".join(f"\n    <category>{escape(word)}</category>" for word in who.categories)
    return _filled(
        "metainfo.xml", keywords=keywords, categories=categories, date=released.isoformat(), who=who
    )


def place_shared_files(root: Path, who: Identity) -> None:
    """Menu entry, icons and AppStream data below `root`, which stands for /usr."""
    applications, metadata = root / "share" / "applications", root / "share" / "metainfo"
    applications.mkdir(parents=True)
    metadata.mkdir(parents=True)
    (applications / f"{who.app_id}.desktop").write_text(desktop_entry(who), encoding="utf-8")
    (metadata / f"{who.app_id}.metainfo.xml").write_text(metainfo(who, _changed().date()), encoding="utf-8")
    for size in who.picture_sizes():
        icons = root / "share" / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        icons.mkdir(parents=True)
        shutil.copyfile(who.picture(size), icons / f"{who.name}.png")
    drawing = root / "share" / "icons" / "hicolor" / "scalable" / "apps"
    drawing.mkdir(parents=True)
    shutil.copyfile(who.icon.with_suffix(".svg"), drawing / f"{who.name}.svg")


def _deb(folder: Path, target: Path, who: Identity) -> Path:
    architecture = _ARCHITECTURES[platform.machine()]
    root = folder.parent / "deb"
    shutil.rmtree(root, ignore_errors=True)
    installed = root / "usr" / "lib" / who.name
    shutil.copytree(folder, installed, symlinks=True, copy_function=os.link)
    place_shared_files(root / "usr", who)
    (root / "usr" / "bin").mkdir()
    (root / "usr" / "bin" / who.name).symlink_to(f"../lib/{who.name}/{who.name}")
    linux_documents.document(root / "usr", who, _changed())
    _set_modes(root)
    size = sum(path.lstat().st_size for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    control = root / "DEBIAN" / "control"
    control.parent.mkdir()
    control.parent.chmod(0o755)
    control.write_text(
        _filled(
            "control",
            architecture=architecture,
            size=str(-(-size // 1024)),
            depends=", ".join(linux_libraries.debian_depends(linux_libraries.outside(folder))),
            who=who,
        ),
        encoding="utf-8",
    )
    (control.parent / "md5sums").write_text(_checksums(root), encoding="utf-8")
    file = target / f"{who.name}_{who.version}_{architecture}.deb"
    # half of it is the model, which no compressor makes smaller: a higher level takes minutes for little
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", root, file], check=True)
    return file


def _tarball(folder: Path, target: Path, who: Identity) -> Path:
    """For other distributions and for homes without root: unpack anywhere, start `penname`."""
    name = f"{who.name}-{who.version}-linux-{platform.machine()}"
    root = folder.parent / "tarball" / name
    shutil.rmtree(root.parent, ignore_errors=True)
    shutil.copytree(folder, root / "lib", symlinks=True, copy_function=os.link)
    place_shared_files(root, who)
    (root / who.name).symlink_to(f"lib/{who.name}")
    linux_documents.document_here(root)
    _set_modes(root)
    file = target / f"{name}.tar.xz"
    owner = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"]
    subprocess.run(
        ["tar", "--create", "--file", file, "--xz", *owner, "-C", root.parent, name],
        env=os.environ | {"XZ_OPT": "-1"},
        check=True,
    )
    return file


def _set_modes(root: Path) -> None:
    """Modes as a package has them, whatever the builder's umask; of libraries only programs are run."""
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            runs = path.is_dir() or (path.stat().st_mode & 0o100 and ".so" not in path.name)
            path.chmod(0o755 if runs else 0o644)


def _checksums(root: Path) -> str:
    """Of every file, so that `dpkg --verify` can tell whether one was damaged."""
    lines = []
    for path in sorted(root.rglob("*")):
        if path.is_file() and not path.is_symlink() and root / "DEBIAN" not in path.parents:
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "md5").hexdigest()
            lines.append(f"{digest}  {path.relative_to(root)}\n")
    return "".join(lines)


def _changed() -> dt.datetime:
    """The time of the last commit, so that the same source makes the same package."""
    try:
        stamp = subprocess.run(
            ["git", "log", "-1", "--format=%ct"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return dt.datetime.now(dt.UTC)
    return dt.datetime.fromtimestamp(int(stamp), dt.UTC)


def _filled(template: str, *, who: Identity, **values: str) -> str:
    escaped = escape if template.endswith(".xml") else str
    facts = {key: escaped(str(value)) for key, value in who._asdict().items() if isinstance(value, str)}
    text = (_TEMPLATES / f"{template}.in").read_text(encoding="utf-8")
    return Template(text).substitute(facts | values)


def _listed(words: tuple[str, ...]) -> str:
    return "".join(f"{word};" for word in words)
