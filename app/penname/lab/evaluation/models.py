"""The models of a run: each loaded once, whichever parts it plays."""

from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Lock

import msgspec

from penname.domain.attributes import Attribute, ValueKind
from penname.domain.cancellation import Cancellation
from penname.domain.errors import BadInput
from penname.domain.goal import Goal
from penname.domain.inferences import Inference
from penname.domain.listener import Listener, SilentListener
from penname.engine.local import LocalEngine
from penname.engine.options import Options
from penname.engine.tuning.tuning_store import chosen_tuning
from penname.lab.evaluation.attackers import AttackStyle, parse_attacker
from penname.lab.evaluation.contenders import RolesFor
from penname.lab.evaluation.judging import ModelJudge
from penname.lab.evaluation.reasoning_attack import ReasoningAttacker
from penname.lab.evaluation.running import Attack
from penname.models.files import ModelFiles
from penname.models.opening import open_model, writer_of
from penname.roles.packs import load_pack
from penname.roles.role_model import RoleModel
from penname.roles.roles import Roles
from penname.settings import EngineSettings


class Models:
    """Loads models by name or path. `close` may be called from any thread and ends what is under way."""

    def __init__(self, on_notice: Callable[[str], None], settings: EngineSettings) -> None:
        self._on_notice, self._settings = on_notice, settings
        self._files: dict[str, ModelFiles] = {}
        self._engines: dict[str, LocalEngine] = {}
        self._starting = Lock()

    def identity(self, model: str) -> str:
        """The model's name and what tells its file from another of that name. Raises ModelFileError."""
        files = self._found(model)
        hashes = "+".join(digest[:8] for _, digest in files.hashes)
        return f"{files.name} {hashes or f'{Path(files.path).stat().st_size} bytes'}"

    def identities(self, model: str) -> str:
        """The identity of the model and of the writer that goes with it. Raises ModelFileError."""
        return " + ".join(self.identity(name) for name in (model, writer_of(model)) if name)

    def judge(self, model: str, attributes: Sequence[Attribute], seed: int) -> ModelJudge:
        """The model as a judge; raises BadInput for one that has not learned it, and what loading raises."""
        files = self._found(model)
        pack = load_pack(files.pack)
        if pack.judge is None or pack.quality is None:
            raise BadInput(
                f"The {files.title} has not learned to judge. Choose an instruct model with --judge, or "
                "leave it out: all figures that need no judge are reported."
            )
        return ModelJudge(self._engine(model), pack, attributes, seed)

    def attacker(self, written: str, attributes: Sequence[Attribute], seed: int) -> Attack:
        """What guesses every attribute that it is asked for from a text; `written` may say what helps
        it and how it reasons.

        Raises BadInput, BrokenPack, and what finding the model's file raises.
        """
        attacker = parse_attacker(written)
        pack = attacker.asks_with(load_pack(self._found(attacker.model).pack))

        def briefly(text: str, asked: tuple[str, ...]) -> tuple[Inference, ...]:
            goal = Goal(asked, frozenset(asked), seed=seed)
            engine = self._engine(attacker.model)
            roles = Roles(engine, attributes, pack=pack, second_reader=attacker.rules)
            return roles.guess_all(text, goal).inferences

        def reasoning(text: str, asked: tuple[str, ...]) -> tuple[Inference, ...]:
            engine = self._engine(attacker.model)
            model = RoleModel(engine, pack, SilentListener(), Cancellation())
            one_by_one = attacker.style is AttackStyle.ONE_BY_ONE
            reader = ReasoningAttacker(model, one_by_one=one_by_one, rules=attacker.rules)
            return reader.guess_all(text, [one for one in attributes if one.name in asked], seed)

        read = briefly if attacker.style is AttackStyle.SHORT else reasoning

        def attack(text: str, asked: tuple[str, ...]) -> tuple[Inference, ...]:
            return tuple(msgspec.structs.replace(one, quotes=(), edits=()) for one in read(text, asked))

        return attack

    def roles(self, model: str, attributes: Sequence[Attribute]) -> RolesFor:
        """The roles of a method on this model, and on the writer that goes with it."""
        written_by = writer_of(model)

        def roles_for(listener: Listener, cancellation: Cancellation) -> Roles:
            writer = None
            if written_by:
                writer = self._engine(written_by), load_pack(self._found(written_by).pack)
            return Roles(self._engine(model), attributes, listener, cancellation, writer=writer)

        return roles_for

    def close(self) -> None:
        """End all models' processes."""
        for engine in tuple(self._engines.values()):
            engine.close()

    def _found(self, model: str) -> ModelFiles:
        if model not in self._files:
            self._files[model] = open_model(model)
        return self._files[model]

    def _engine(self, model: str) -> LocalEngine:
        with self._starting:
            if model not in self._engines:
                files = self._found(model)
                options = Options(tuning=chosen_tuning(files, self._settings))
                self._engines[model] = LocalEngine.start(files, on_notice=self._on_notice, options=options)
            return self._engines[model]


def asked_attributes(attributes: Sequence[Attribute], named: Sequence[str]) -> tuple[Attribute, ...]:
    """Those of `attributes` that a data set names, and free text for what it alone knows of."""
    known = {attribute.name for attribute in attributes}
    added = (
        Attribute(
            name,
            name.capitalize(),
            name,
            ValueKind.TEXT,
            f"the author's {name.replace('_', ' ')}",
            custom=True,
        )
        for name in named
        if name not in known
    )
    return (*(attribute for attribute in attributes if attribute.name in named), *added)
