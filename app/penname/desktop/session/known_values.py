"""What the window knows of values, to check and to propose some."""

from functools import cache

from penname import locations
from penname.domain.knowledge import Knowledge, NoGazetteer, parse_knowledge


@cache
def knowledge() -> Knowledge:
    """What is known of jobs and studies; of places only what their names say, which takes no time to load."""
    return parse_knowledge(locations.resource("values.toml").read_text(encoding="utf-8"), NoGazetteer())
