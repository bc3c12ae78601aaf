"""How many people fit what a text says: population of the place times published shares, as a range.

    from penname.people import count_people, readings_of

    count_people(readings_of(inferences, verdicts))      PeopleCount(low=200, high=5000)

The numbers and their sources are in `resources/people.toml`. Places and jobs come from
`roles/known_values.py`, so the first call takes a second or two: never on the window's thread.
"""

from penname.people.count import People, PeopleCount, scaled
from penname.people.counting import count_people
from penname.people.readings import Reading, readings_of

__all__ = ["People", "PeopleCount", "Reading", "count_people", "readings_of", "scaled"]
