"""The document child: reads one file that a stranger may have made, or writes it anew, and ends.

It is confined as the engine host is, and reads nothing but its own program: the file comes through a pipe.
"""

import os
from contextlib import suppress

from penname.documents.kinds import PLAIN, WORD
from penname.documents.messages import (
    Answer,
    BadMessage,
    Contents,
    DocumentMade,
    DocumentRefused,
    Read,
    Request,
    Strip,
    decode,
    encode,
)
from penname.domain.errors import BadEncoding, PennameError
from penname.engine.confining import sandbox
from penname.engine.frames import write_all
from penname.engine.host.hardening import harden_process

_MOST_MEMORY = 2 * 2**30  # bytes of addresses; the largest documents that are read stay below half of it
_MOST_TIME = 120  # seconds of a processor; a .docx of 117,000 words takes 5
_NOT_WRITTEN = (
    "The new text could not be put into this document: it does not read the same afterwards. Nothing was "
    "written. Give --output a name that ends in .txt to get the text alone."
)
_UNFORESEEN = (
    "This file cannot be read: it is damaged, or built in a way that Penname does not know. Nothing was "
    "changed. Save it anew in the program it comes from, or as plain text (.txt), and try again."
)
_TOO_MUCH = (
    "This file takes more memory than Penname gives to reading one. Nothing was changed. Split the document, "
    "or take out its pictures if it has any, and try again."
)


def main() -> None:
    """Answer the one request that comes in."""
    incoming, outgoing = harden_process()
    sandbox.enter_for_documents()
    _limit()
    with open(incoming, "rb") as stream:
        received = stream.read()
    try:
        said = encode(*_answer(*decode(received, Request)))  # type: ignore[arg-type]
    except PennameError as error:
        detected = error.detected if isinstance(error, BadEncoding) else None
        said = encode(DocumentRefused(str(error), isinstance(error, BadEncoding), detected))
    except (MemoryError, RecursionError):
        said = encode(DocumentRefused(_TOO_MUCH))
    except BadMessage:
        os._exit(1)
    except Exception:  # what a stranger's file makes a parser raise that nobody foresaw
        said = encode(DocumentRefused(_UNFORESEEN))
    with suppress(OSError):
        write_all(outgoing, said)
    os._exit(0)


def _answer(request: Request, data: bytes) -> tuple[Answer, bytes]:
    # after the confinement: these load the parsers
    from penname.documents.formats import FORMATS
    from penname.documents.new_word import new_word

    form = FORMATS[request.kind]
    document = form.open(data, request.reading)
    if isinstance(request, Read):
        facts = tuple(dict.fromkeys(document.facts))
        senders, columns = getattr(document, "senders", ()), getattr(document, "columns", ())
        return Contents(document.text, facts, document.notices, senders, columns), b""
    if isinstance(request, Strip):
        return DocumentMade(), document.stripped()
    if request.target == PLAIN and request.kind != PLAIN:
        return DocumentMade(), request.text.encode()
    if request.target == WORD and not form.kind.rewritten:
        return DocumentMade(), new_word(request.text)
    made = document.with_text(request.text)
    del document  # a large one and a second beside it would be too much
    # in a document the line ends between paragraphs stay, so white space may differ
    if form.open(made, request.reading).text.split() != request.text.split():
        return DocumentRefused(_NOT_WRITTEN), b""
    return DocumentMade(), made


def _limit() -> None:
    """A file that unpacks without end meets an error here, not the machine's last memory."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_MOST_TIME, _MOST_TIME))
