"""`penname` and `python -m penname`: the window, a command, or a child process when it is started as one."""

import sys

_STOPPED = 130  # as cli.STOPPED
_WINDOW_OPTIONS = ("--lag-probe", "--at-login", "--for-clipboard", "--open")


def main() -> None:
    """Decide before anything else is imported: the host must redirect its descriptors first."""
    arguments = sys.argv[1:]
    if "--engine-host" in arguments:
        from penname.engine.host.host import main as host

        host()
        return
    if "--tagger" in arguments:
        from penname.engine.tagging.child import main as tagger

        tagger()
        return
    if "--document-child" in arguments:
        from penname.documents.child import main as document

        document()
        return
    if "--batch-worker" in arguments:
        from penname.batch.worker_child import main as worker

        worker()
        return
    if "--cluster-child" in arguments:
        from penname.batch.cluster_child import main as cluster

        cluster()
        return
    if "--engine-measure" in arguments:
        from penname.engine.host.measuring import main as measuring

        measuring()
        return
    if "--bench-high-level" in arguments:
        from penname.lab.bench.high_level import main as high_level

        high_level()
        return
    if "--hardware-child" in arguments:
        from penname.engine.confining import confinement
        from penname.engine.host.hardware_child import main as hardware

        confinement.forbid_network()
        hardware()
        return
    if "--download-child" in arguments:
        from penname.engine.confining import confinement
        from penname.models.download_child import main as download

        confinement.forbid_core_dumps()
        confinement.forbid_programs()
        download()
        return
    try:
        from penname.engine.confining import confinement

        confinement.forbid_core_dumps()
        confinement.forbid_network()
        from penname.instance import command

        if command.is_meant(arguments):  # before what a real command line needs: a key waits for an answer
            sys.exit(command.run(arguments[1]))
        window = not arguments or arguments[0] in _WINDOW_OPTIONS
        sys.exit(_window() if window else _command())
    except KeyboardInterrupt:
        sys.exit(_STOPPED)


def _command() -> int:
    from penname.cli import main as command

    return command()


def _window() -> int:
    from penname.instance import primary, starting

    start = starting.read(sys.argv)
    try:
        here = primary.become_primary(start.activation)
    except primary.NotAnswering as sentence:
        sys.stderr.write(f"{sentence}\n")
        return 1
    if here is None:
        return 0
    try:
        from penname.desktop.app import run
    except ImportError as error:
        sys.stderr.write(f"The window cannot open: {error}. On the command line: penname anonymize FILE\n")
        return 1
    return run(start.argv, start, here)


if __name__ == "__main__":
    main()
