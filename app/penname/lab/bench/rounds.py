"""One full round of RLAA (attack, arbitrate, rewrite) on a text, as the window plays it, greedily."""

import time
from collections.abc import Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.cancellation import Cancellation
from penname.domain.events import Started
from penname.domain.goal import Goal
from penname.domain.proposals import LeaksProposal, Proceed
from penname.domain.session import Session
from penname.engine.client import EngineClient
from penname.lab.bench.recording import Exchange, FirstInference, Recorder
from penname.methods.registry import RATIONAL
from penname.roles.packs import PromptPack, asking_one_by_one, load_pack
from penname.roles.roles import Roles
from penname.sessions.driver import SessionDriver


class PlayedRound(msgspec.Struct, frozen=True):
    """What a round took (seconds) and what passed between the roles and the engine in it."""

    seconds: float
    first_inference: float | None
    models_first_inference: float | None
    exchanges: tuple[Exchange, ...]


def play_round(
    engine: EngineClient, attributes: Sequence[Attribute], text: str, *, one_by_one: bool = False
) -> PlayedRound:
    """Play the first round on `text` over all `attributes`, each in a conversation of its own or not.

    Raises EngineError.
    """
    pack = greedy_pack(engine.info.pack)
    pack = asking_one_by_one(pack) if one_by_one else pack
    recorder, listener, cancellation = Recorder(engine), FirstInference(), Cancellation()
    names = tuple(attribute.name for attribute in attributes)
    roles = Roles(recorder, attributes, listener, cancellation, pack)
    session = Session([Started(text, Goal(names, frozenset(names)), RATIONAL.name, engine.info.name)])
    began = time.perf_counter()
    driver = SessionDriver(session, RATIONAL, roles, cancellation)
    if isinstance(driver.advance(), LeaksProposal):
        driver.decide(Proceed())
    seconds = time.perf_counter() - began
    return PlayedRound(seconds, listener.any, listener.models, tuple(recorder.made))


def greedy_pack(name: str) -> PromptPack:
    """The pack, with every role always taking the likeliest token: answers that can be compared.

    Every role writes one: a model that otherwise leaves the words to a sentence writer words them itself.
    """
    pack = load_pack(name)
    found = {}
    for role in ("attacker", "arbitrator", "anonymizer"):
        prompt = getattr(pack, role)
        sampling = msgspec.structs.replace(prompt.sampling, temperature=0.0, top_p=1.0)
        found[role] = msgspec.structs.replace(prompt, sampling=sampling)
    writer = pack.writer if pack.writer and pack.writer.candidates else None
    return msgspec.structs.replace(pack, **found, writer=writer)
