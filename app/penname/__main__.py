"""`penname` and `python -m penname`: the program, or the engine host when it is started as that."""

import sys


def main() -> None:
    """Decide before anything else is imported: the host must redirect its descriptors first."""
    if "--engine-host" in sys.argv[1:]:
        from penname.engine.host import main as run
    else:
        from penname.engine import confinement

        confinement.forbid_core_dumps()
        confinement.forbid_network()
        from penname.cli import main as run
    sys.exit(run())


if __name__ == "__main__":
    main()
