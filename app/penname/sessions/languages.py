"""Which languages a text is written in, so that one the model does not read is said before a run."""

from functools import cache
from typing import TYPE_CHECKING

from penname.domain.sentences import sentences

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech", "da": "Danish",
    "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian",
    "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian",
    "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian",
    "lv": "Latvian",
    "nl": "Dutch", "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian", "sv": "Swedish", "ta": "Tamil", "th": "Thai",
    "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip

_SURE = 0.95
_LEAST_LETTERS = 24  # below this, names and slang look like any language


def languages_of(text: str) -> tuple[str, ...]:
    """ISO 639-1 codes of the languages some sentence of `text` is surely written in, the commonest first."""
    letters: dict[str, int] = {}
    for start, end in sentences(text):
        sentence = text[start:end]
        length = sum(map(_weight, sentence))
        if length < _LEAST_LETTERS:
            continue
        language, probability = _identifier().classify(sentence)
        if probability >= _SURE:
            letters[language] = letters.get(language, 0) + length
    if not letters and any(map(str.isalpha, text)):
        language, probability = _identifier().classify(text)
        return (language,) if probability >= _SURE else ()
    return tuple(sorted(letters, key=lambda language: -letters[language]))


def _weight(character: str) -> int:
    """Letters count; one of a script of its own says more than a Latin one."""
    return 0 if not character.isalpha() else 1 if character < "\u0370" else 4


@cache
def _identifier() -> "LanguageIdentifier":
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # brings numpy: not before the first frame

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(NAMES)
    return identifier
