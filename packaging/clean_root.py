"""A fresh Debian in a folder, in which a package is installed and used as where there is nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

SUITE = "bookworm"
_MIRROR = "http://deb.debian.org/debian"
USER = "writer"
_USER_ID = "1000"

# Its own processes and mounts, which end with it. What a program sees of the machine: /proc, /dev and /sys,
# and the X display's socket, which needs no network. The shell stays, as root: a process that becomes another
# user is no longer ended with the one that started it.
_ENTER = """
set -e
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount --bind /sys "$ROOT/sys"
mkdir -p -m 1777 /tmp/.X11-unix "$ROOT/tmp/.X11-unix"
mount --bind /tmp/.X11-unix "$ROOT/tmp/.X11-unix"
chroot $AS "$ROOT" /usr/bin/env -i "$@"
exit $?
"""


class CleanRoot:
    """A minimal Debian below `folder`, as debootstrap makes it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @classmethod
    def make(cls, folder: Path, kept: Path) -> CleanRoot:
        """A fresh one in `folder`, from the archive `kept`, which is made where it is missing.

        Ends the program with a sentence when it cannot be made.
        """
        if not kept.exists():
            _bootstrap(kept)
        remove(folder)
        folder.mkdir(parents=True)
        subprocess.run(["tar", "--extract", "--file", kept, "-C", folder], check=True)
        shutil.copyfile("/etc/resolv.conf", folder / "etc" / "resolv.conf")
        root = cls(folder)
        root.run("useradd", "--create-home", "--uid", _USER_ID, "--shell", "/bin/bash", USER)
        return root

    def run(self, *command: str, given: bytes | None = None) -> str:
        """Run a command there as root, with the network; its output. Ends the program where it fails."""
        done = subprocess.run(
            self._entered(command, as_user=False, environment={"DEBIAN_FRONTEND": "noninteractive"}),
            input=given,
            env=self._environment(as_user=False),
            capture_output=True,
        )
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr).decode(errors='replace')}")
        return done.stdout.decode(errors="replace")

    def as_user(
        self, *command: str, given: bytes = b"", environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """Run a command there as an ordinary user, without any network."""
        return subprocess.run(
            self._entered(command, as_user=True, environment=environment or {}),
            input=given,
            env=self._environment(as_user=True),
            capture_output=True,
        )

    def start(self, *command: str, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start a command there as an ordinary user, without any network; killing it ends all it started."""
        return subprocess.Popen(
            self._entered(command, as_user=True, environment=environment),
            env=self._environment(as_user=True),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def _entered(
        self, command: tuple[str, ...], *, as_user: bool, environment: Mapping[str, str]
    ) -> list[str]:
        unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        unshare += ["--net"] if as_user else []
        home = f"/home/{USER}" if as_user else "/root"
        variables = {"HOME": home, "LANG": "C.UTF-8", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **environment}
        assigned = [f"{name}={value}" for name, value in variables.items()]
        return [*unshare, "sh", "-c", _ENTER, "enter", *assigned, *command]

    def _environment(self, *, as_user: bool) -> dict[str, str]:
        who = f"--userspec={_USER_ID}:{_USER_ID}" if as_user else ""
        return {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "ROOT": str(self.folder), "AS": who}


def remove(folder: Path) -> None:
    """Remove a root. Its mounts were those of processes that have ended."""
    if folder.exists():
        subprocess.run(["rm", "-rf", "--one-file-system", folder], check=True)


def _bootstrap(kept: Path) -> None:
    debootstrap = shutil.which("debootstrap") or "/usr/sbin/debootstrap"
    if not Path(debootstrap).exists():
        sys.exit("This needs debootstrap. On Debian and Ubuntu: apt-get install debootstrap")
    print(f"Making a clean Debian ({SUITE}), once ...", flush=True)
    kept.parent.mkdir(parents=True, exist_ok=True)
    folder = kept.with_suffix(".new")
    remove(folder)
    if subprocess.run([debootstrap, "--variant=minbase", SUITE, folder, _MIRROR]).returncode != 0:
        sys.exit("debootstrap failed; its message is above. It needs to be root and a Debian mirror.")
    partial = kept.with_suffix(".partial")
    subprocess.run(["tar", "--create", "--file", partial, "-C", folder, "."], check=True)
    partial.replace(kept)
    remove(folder)
