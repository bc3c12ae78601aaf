"""The tagger: a child process that runs one token-classification model, confined as the engine host is.

The packages that read and run such a model are no part of Penname; they are looked for here, by name.
"""

import importlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from penname.domain.errors import EngineError
from penname.engine.confining import sandbox
from penname.engine.frames import BadFrame, FrameReader, encode, write_all
from penname.engine.host.hardening import harden_process
from penname.engine.tagging.labels import TaggerToken, spans
from penname.engine.tagging.messages import (
    FromTagger,
    Open,
    Opened,
    Tagged,
    TaggingFailed,
    TagRequest,
    ToTagger,
)
from penname.models.files import ModelFiles

_MODELS = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")
_LARGEST_CONFIG = 16 * 2**20  # bytes
_ROOM, _SHARED = 512, 64  # tokens in a window at most, and how many of them the one before had as well
_NO_ONNX = (
    "This folder holds no ONNX model ({names}). One can be made of a model in another format with "
    "“optimum-cli export onnx --model FOLDER --task token-classification NEW_FOLDER”."
)
_UNUSABLE = "The names model cannot be used: {reason}. Your text is unchanged; go on without this model."


def main() -> None:
    """Load the model that the first message names, then label texts until the conversation ends."""
    incoming, outgoing = harden_process()
    stream = open(incoming, "rb")  # noqa: SIM115 (open as long as the process)
    reader: FrameReader[ToTagger] = FrameReader(stream, ToTagger)

    def tell(message: FromTagger) -> None:
        write_all(outgoing, encode(message))

    try:
        first = reader.read()
        if isinstance(first, Open):
            _converse(first.folder, reader, tell)
    except (BadFrame, OSError):
        os._exit(1)
    os._exit(0)


def _converse(folder: str, reader: FrameReader[ToTagger], tell: Any) -> None:
    sandbox.enter(
        ModelFiles("", "", folder)
    )  # before numpy and the runtime come in, and with them their threads
    try:
        model = _Model(Path(folder))
    except EngineError as error:
        tell(TaggingFailed(str(error)))
        return
    tell(Opened(tuple(model.labels.values())))
    while isinstance(message := reader.read(), TagRequest):
        try:
            tell(
                Tagged(
                    tuple((one.start, one.end, one.label) for one in spans(list(model.tokens(message.text))))
                )
            )
        except Exception as error:  # whatever a stranger's model makes the runtime raise
            tell(TaggingFailed(_UNUSABLE.format(reason=type(error).__name__)))


class _Model:
    """A tokenizer, a network and its labels. Raises EngineError for a folder that holds no usable ones."""

    def __init__(self, folder: Path) -> None:
        file = next((folder / name for name in _MODELS if (folder / name).is_file()), None)
        if file is None:
            raise EngineError(_NO_ONNX.format(names=", ".join(_MODELS)))
        try:
            config = _json(folder / "config.json")
            self.labels = {int(number): str(name) for number, name in config["id2label"].items()}
            self._tokenizer = importlib.import_module("tokenizers").Tokenizer.from_file(
                str(folder / "tokenizer.json")
            )
            self._tokenizer.no_truncation()
            self._tokenizer.no_padding()
            runtime = importlib.import_module("onnxruntime")
            options = runtime.SessionOptions()
            options.log_severity_level = 4  # it prints names of files
            self._session = runtime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # tokenizers and onnxruntime raise bare Exceptions of many kinds
            raise EngineError(_UNUSABLE.format(reason=type(error).__name__)) from error
        self._inputs = {one.name for one in self._session.get_inputs()}
        positions = config.get("max_position_embeddings")
        room = min(_ROOM, positions if isinstance(positions, int) and positions > 0 else _ROOM)
        self._room = max(16, room - self._tokenizer.num_special_tokens_to_add(False) - 2)

    def tokens(self, text: str) -> Iterator[TaggerToken]:
        """All tokens of `text` with their labels; long texts are read in windows that overlap."""
        places = [
            place
            for place in self._tokenizer.encode(text, add_special_tokens=False).offsets
            if place[1] > place[0]
        ]
        done, words, first = 0, 0, 0
        while first < len(places):
            last = min(len(places), first + self._room)
            start, end = places[first][0], places[last - 1][1]
            # what stands near the window's end is left to the next one, which sees more of what follows
            keep = end if last == len(places) else places[last - _shared(last - first)][0]
            labelled = list(self._window(text[start:end]))
            for token in labelled:
                if done <= start + token.start < keep:
                    yield TaggerToken(start + token.start, start + token.end, words + token.word, token.label)
            words += 1 + max((token.word for token in labelled), default=0)
            done = keep
            first = last if last == len(places) else last - 2 * _shared(last - first)

    def _window(self, text: str) -> Iterator[TaggerToken]:
        import numpy as np

        encoded = self._tokenizer.encode(text)
        given = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        feed = {name: np.array([given[name]], dtype=np.int64) for name in self._inputs}
        (scores, *_) = self._session.run(None, feed)
        best = scores[0].argmax(axis=-1).tolist()
        for place, word, label in zip(encoded.offsets, encoded.word_ids, best, strict=True):
            if word is not None and place[1] > place[0]:
                yield TaggerToken(place[0], place[1], word, self.labels.get(label, "O"))


def _shared(tokens: int) -> int:
    return min(_SHARED, tokens // 4)


def _json(path: Path) -> dict[str, Any]:
    if path.stat().st_size > _LARGEST_CONFIG:
        raise ValueError("too large")
    found = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(found, dict):
        raise TypeError("no object")
    return found
