"""The attacker that reasons freely before it answers, as the papers' attackers do (FgAA, section 4;
IncogniText).

Two turns: up to 600 tokens of free words, then the guesses in a shape. The short style (`Attacker.guess_all`)
has 320 characters within the answer instead.
"""

from collections.abc import Sequence

import msgspec

from penname.domain.attributes import Attribute
from penname.domain.inferences import Inference
from penname.engine.grammar import Prose
from penname.engine.requests import Message
from penname.roles.answer_grammars import attack_grammar
from penname.roles.answers import inference_from, lines_of
from penname.roles.cues import find_cues
from penname.roles.merging import merge_by_attribute, with_cue
from penname.roles.packs import load_reasoning_attacker
from penname.roles.plain_lines import whole_words
from penname.roles.role_model import RoleModel, RoleTask

_CHARACTERS_A_TOKEN = 8  # at most, in any language: the limit that counts is that of the tokens
_FIELDS = ("attribute", "guesses", "certainty")


class ReasoningAttacker:
    """Guesses every attribute it is asked for, even from bias (RLAA, Eq. 11), after reasoning freely.

    `one_by_one`: each attribute in a conversation of its own, as FgAA and IncogniText ask; else all in one,
    as RLAA. With `rules` what is stated outright is found by rule, too. Raises BrokenPack.
    """

    def __init__(self, model: RoleModel, *, one_by_one: bool, rules: bool) -> None:
        self._model = model
        self._one_by_one = one_by_one
        self._rules = rules
        self._prompt = load_reasoning_attacker()

    def guess_all(self, text: str, asked: Sequence[Attribute], seed: int) -> tuple[Inference, ...]:
        """The guesses on `text`, which may be empty. Raises Cancelled, or EngineError if the model fails."""
        spans = self._model.parts(text) if text.strip() else ((0, len(text)),)
        groups = [(attribute,) for attribute in asked] if self._one_by_one else [tuple(asked)]
        tasks = [self._read(text[start:end], group, seed) for start, end in spans for group in groups]
        found = (one for inferences in self._model.side_by_side(tasks) for one in inferences)
        return merge_by_attribute(found, [attribute.name for attribute in asked])

    def _read(self, text: str, asked: Sequence[Attribute], seed: int) -> RoleTask[tuple[Inference, ...]]:
        prompt = self._prompt
        system = Message("system", prompt.system)
        question = Message("user", prompt.render(text=text, attributes=asked))
        limit = prompt.sampling.max_tokens
        (reasoned,) = yield (
            # No source, by whose length the limit would grow: the papers' figure is for any text.
            self._model.question(
                (system, question), Prose(limit * _CHARACTERS_A_TOKEN), prompt.sampling, "", seed
            ),
        )
        said = reasoned.text.strip()
        reasoning = whole_words(said, len(said)) if reasoned.finish == "length" else said
        brief = self._model.pack.attacker
        shape = msgspec.structs.replace(brief, fields=_FIELDS, nothing="", cannot_tell="", plain_lines=False)
        answer = Message("user", prompt.answer.render(attributes=asked))
        (answered,) = yield (
            self._model.question(
                (system, question, Message("assistant", reasoning), answer),
                attack_grammar(shape, asked, {}),
                brief.sampling,
                text,
                seed,
            ),
        )
        named = {attribute.name: attribute for attribute in asked}
        lines = [line for line in lines_of(answered.text) if line.get("attribute") in named]
        found = [
            one
            for line in lines
            if (one := inference_from(line | {"reasoning": reasoning}, named[line["attribute"]]))
        ]
        cues = {cue.attribute: cue for cue in find_cues(text, list(named))} if self._rules else {}
        merged = {
            one.attribute: with_cue(one, cues[one.attribute]) if one.attribute in cues else one
            for one in found
        }
        return merge_by_attribute((cues | merged).values(), list(named))
