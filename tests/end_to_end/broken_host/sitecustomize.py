"""On the path of an engine host: lets it fail at its first request, text in hand."""

import sys

if "--engine-host" in sys.orig_argv:
    from end_to_end.broken_room import broken
    from penname.engine.host.scheduler import RequestScheduler

    RequestScheduler._answer = broken  # type: ignore[method-assign, assignment]
