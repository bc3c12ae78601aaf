"""Examples as tokens with the weight of each in the loss, made by the engine's own template and vocabulary.

What a sentence keeps is cheap to write and what changes is what has to be learned, so changed tokens weigh
most; the first one that is copied again behind a change says where the change ends.
"""

from difflib import SequenceMatcher
from pathlib import Path

from penname.engine.host.llama import Model
from penname.engine.host.templates import ChatTemplate
from penname.engine.host.vocabulary import Vocabulary
from penname.roles.packs import load_pack
from penname.roles.writing.writer import messages
from writer.encoded import Encoded
from writer.examples import Example

_CHANGED, _COPIED_AGAIN, _COPIED = 3.0, 1.0, 0.3
_WORD = 1.0  # keep, vaguer or recast
_NUMBER = 0.1
_END = 1.0


class Encoder:
    """Encodes for the model in a GGUF file. Raises ModelFileError for one that cannot be used."""

    def __init__(self, base: Path) -> None:
        asked = load_pack("writer").writer
        assert asked is not None
        self._asked = asked
        self._model = Model(str(base), None, safe=True, on_progress=lambda: None)
        self._vocabulary = Vocabulary(self._model)
        begin, end = (
            self._model.piece(t, special=True).decode() for t in (self._model.begin, self._model.ends)
        )
        self._template = ChatTemplate(self._model.metadata("tokenizer.chat_template"), begin, end)

    def encode(self, example: Example) -> Encoded:
        """The conversation that ends with the answer and the end of its turn."""
        asked = messages(self._asked, example.marked, example.task)
        prompt = self._prompt(*(message.content for message in asked))
        tokens, weights = list(prompt), [0.0] * len(prompt)
        for number, (old, new) in enumerate(zip(example.sources, example.answers, strict=True), 1):
            for piece, weight in ((f"{number} ", _NUMBER), (new.became.value, _WORD)):
                new_tokens = self._vocabulary.content(piece)
                tokens += new_tokens
                weights += [weight] * len(new_tokens)
            written, weighed = self._sentence(old, new.text)
            line_end = self._vocabulary.content("\n") if number < len(example.answers) else []
            tokens += [*written, *line_end]
            weights += [*weighed, *[_WORD] * len(line_end)]
        end = self._vocabulary.scaffolding("<|im_end|>")
        return Encoded([*tokens, *end], [*weights, *[_END] * len(end)], len(prompt))

    def _prompt(self, *contents: str) -> list[int]:
        tokens: list[int] = []
        for part in self._template.parts(["system", "user"]):
            if isinstance(part, str):
                tokens += self._vocabulary.scaffolding(part)
            else:
                tokens += self._vocabulary.content(contents[part])
        return tokens

    def _sentence(self, old: str, new: str) -> tuple[list[int], list[float]]:
        """The tokens of ` new`, each weighed by whether it stands in ` old`."""
        if not new:
            return [], []
        before, after = self._vocabulary.content(f" {old}"), self._vocabulary.content(f" {new}")
        weights = [_CHANGED] * len(after)
        for block in SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks():
            for offset in range(block.size):
                weights[block.b + offset] = _COPIED if offset or not block.b else _COPIED_AGAIN
        return after, weights
