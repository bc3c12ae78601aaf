"""Carries out many orders at once, as the download child carries out one; run as a script.

Standard input has a JSON list of orders, standard output gets, for each, the list of what it reported.
"""

import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec

from penname.engine.confining import confinement
from penname.models.download_messages import Order, Report
from penname.models.fetching import Fetching


def carried_out(order: Order) -> list[Report]:
    reports: list[Report] = []
    reports.append(Fetching(order, reports.append).run())
    return reports


if __name__ == "__main__":
    confinement.forbid_programs()
    orders = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Order])
    with ThreadPoolExecutor(len(orders)) as pool:
        sys.stdout.buffer.write(msgspec.json.encode(list(pool.map(carried_out, orders))))
