"""Asks many questions at once, as the download child asks one; run as a script, JSON in and JSON out."""

import sys
from concurrent.futures import ThreadPoolExecutor

import msgspec

from penname.engine.confining import confinement
from penname.models.answering import answer_to
from penname.models.download_messages import Question

if __name__ == "__main__":
    confinement.forbid_programs()
    questions = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Question])
    with ThreadPoolExecutor(len(questions)) as pool:
        sys.stdout.buffer.write(msgspec.json.encode(list(pool.map(answer_to, questions))))
