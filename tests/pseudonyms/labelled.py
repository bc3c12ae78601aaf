"""Prints texts with their names as `penname pseudonymize --scores` takes them, one JSON object a line.

Usage: PYTHONPATH=app:tests python -m pseudonyms.labelled {templates,requests,later}
"""

import json
import sys

from pseudonyms.name_texts import later_requests, name_texts, requests_to_chatbots

_SOURCES = {"templates": name_texts, "requests": requests_to_chatbots, "later": later_requests}


def main(source: str) -> None:
    for text, names in _SOURCES[source]():
        entities = [{"start": start, "end": end, "kind": kind} for kind, start, end in names]
        sys.stdout.write(json.dumps({"text": text, "entities": entities}) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
