"""A real Ray cluster on this computer, on loopback alone: a node without CPUs, and two that work.

As a program (`ray_nodes.py FOLDER`) it is the cluster: it prints its address, kills the last node at the word
“kill” as if its power failed, and ends when its standard input does.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from typing import Any

from end_to_end.processes import descendants

_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}


class RayNodes:
    """The cluster, in a process of its own; its files lie in `folder`, which goes with it."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="ray-")  # in a short place: sockets lie in it
        self._process = subprocess.Popen(
            [sys.executable, __file__, self.folder],
            env=os.environ | _QUIET | {"PYTHONPATH": os.pathsep.join(sys.path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.address = self._said()
        assert self.address, "the cluster did not start"

    def kill_one(self) -> None:
        """Kill a node that works."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"kill\n")
        self._process.stdin.flush()
        assert self._said() == "killed"

    def close(self) -> None:
        """End it all."""
        self._process.communicate(timeout=60)
        shutil.rmtree(self.folder)

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().decode().strip()


def main() -> None:
    """Be the cluster."""
    from ray.cluster_utils import Cluster

    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what Ray prints
    cluster = Cluster()
    _add(cluster, num_cpus=0, temp_dir=sys.argv[1], include_dashboard=False)
    _add(cluster, num_cpus=2)
    last = _add(cluster, num_cpus=2)
    print(cluster.address, file=out, flush=True)
    for line in sys.stdin:
        assert line == "kill\n"
        (raylet,) = last.all_processes["raylet"]
        for pid in (*descendants(raylet.process.pid), raylet.process.pid):
            os.kill(pid, signal.SIGKILL)
        print("killed", file=out, flush=True)
    cluster.shutdown()


def _add(cluster: Any, **options: object) -> Any:
    """A node; Ray allows it 30 seconds to start, which may be too few on a busy computer."""
    for _ in range(4):
        try:
            return cluster.add_node(**options)
        except Exception as error:
            failed = error
    raise failed


if __name__ == "__main__":
    main()
