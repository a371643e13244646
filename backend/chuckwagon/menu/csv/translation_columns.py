"""The columns of a menu file for another language, such as `name es`: five for each language of the product.

A cell of `options es` has names of groups and options with their translations: `Large = Grande; Size = Tamaño`. A
backslash makes the next character a part of a name.
"""

import re
from typing import Any

from chuckwagon.kit.languages import LANGUAGES
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv.options_syntax import InvalidCell
from chuckwagon.menu.schemas import ItemRequest, MenuTranslations, MenuWords
from chuckwagon.menu.translations import OPTIONS, StoredTranslations

_FIELDS = ("name", "description", "category", "section", OPTIONS)
# (language, field of the words) by the name of the column.
TRANSLATION_COLUMNS = {f"{field} {language}": (language, field) for language in LANGUAGES for field in _FIELDS}
NAMES_INVALID = Sentence(
    "Write each name with its translation, like Large = Grande; Small = Chico.", "import_names_invalid"
)
_MARKS = re.compile(r"([\\;=])")
_PARTS = re.compile(r"((?:[^\\;\n]|\\.)+)", re.DOTALL)
_PAIR = re.compile(r"((?:[^\\=]|\\.)*)=((?:[^\\=]|\\.)*)", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def write_translation_cells(stored: StoredTranslations) -> list[str]:
    """The cells of an item, in the order of TRANSLATION_COLUMNS."""
    cells = [(stored or {}).get(language, {}).get(field, "") for language, field in TRANSLATION_COLUMNS.values()]
    return [cell if isinstance(cell, str) else _write_pairs(cell) for cell in cells]


def put_translation(form: ItemRequest, column: str, text: str) -> None:
    """Put a cell into the form. An empty one removes what the item has. Raises InvalidCell."""
    language, field = TRANSLATION_COLUMNS[column]
    value: Any = _read_pairs(text) if field == OPTIONS else text
    if not isinstance(form.translations, MenuTranslations):
        form.translations = MenuTranslations()
    words = getattr(form.translations, language)
    if not isinstance(words, MenuWords):
        words = MenuWords()
        setattr(form.translations, language, words)
    setattr(words, field, value)


def text_of_translation(form: ItemRequest, column: str) -> str:
    """The present text of a cell, to correct it."""
    language, field = TRANSLATION_COLUMNS[column]
    value = getattr(getattr(form.translations, language, None), field, "")
    return _write_pairs(value) if isinstance(value, dict) else value if isinstance(value, str) else ""


def _write_pairs(names: dict[str, str]) -> str:
    return "; ".join(" = ".join(_MARKS.sub(r"\\\1", one) for one in pair) for pair in names.items())


def _read_pairs(text: str) -> dict[str, str]:
    names = {}
    for part in _PARTS.findall(text):
        if not part.strip():
            continue
        pair = _PAIR.fullmatch(part)
        if pair is None:
            raise InvalidCell(NAMES_INVALID)
        own, translated = (_ESCAPED.sub(r"\1", one.strip()) for one in pair.groups())
        names[own] = translated
    return names
