"""Menus as CSV, one row for each item: the export, and the columns of which a cell says more than one value.

- `times`: `mon-fri 07:00-11:00; sat, sun 8 AM-1 PM`, on the truck's clock.
- The columns for another language, such as `name es`, five for each language of the product. A cell of `options es` has
  names of groups and options with their translations: `Large = Grande; Size = Tamaño`. A backslash makes the next
  character a part of a name.

The syntax of prices, diets and option groups is in `csv_cells.py`; `imports/own.py` reads such files.
"""

import csv
import io
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.sentences import LANGUAGES, Sentence
from chuckwagon.kit.validation import escape_formulas
from chuckwagon.menu import queries
from chuckwagon.menu.availability import write_sale_times
from chuckwagon.menu.csv_cells import InvalidCell, write_options, write_price
from chuckwagon.menu.diets import write_names
from chuckwagon.menu.drafts import ItemDraft
from chuckwagon.menu.item_store import to_draft
from chuckwagon.menu.schemas import ItemRequest, MenuTranslations, MenuWords, SaleTime
from chuckwagon.menu.translations import OPTIONS, StoredTranslations
from chuckwagon.schedule.wall_clock import WEEKDAYS

TIMES_INVALID = Sentence(
    "Write days and times, like mon-fri 07:00-11:00; sat 08:00-12:00, or nothing.", "import_times_invalid"
)
_DAYS = tuple(WEEKDAYS)
# The first three letters in English; in Spanish without accents.
_DAY_OF = dict(zip(_DAYS, _DAYS, strict=True)) | dict(
    zip(("lun", "mar", "mie", "jue", "vie", "sab", "dom"), _DAYS, strict=True)
)
_CLOCK = r"(\d{1,2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?"
_SPAN = re.compile(rf"(.*?)\s*\b{_CLOCK}\s*-\s*{_CLOCK}", re.IGNORECASE)
_PLAIN = str.maketrans("áéíóú–—", "aeiou--")
_EVERY_DAY = ("", "daily", "diario", "a diario", "every day", "todos los dias")


def read_sale_times_cell(text: str) -> list[SaleTime] | None:
    """The times of a cell, None for an empty one, which means always. Raises InvalidCell."""
    parts = [part.strip() for part in re.split(r"[;\n]", text.lower().translate(_PLAIN)) if part.strip()]
    return [_read_span(part) for part in parts] or None


def _read_span(part: str) -> SaleTime:
    found = _SPAN.fullmatch(part)
    if found is None:
        raise InvalidCell(TIMES_INVALID)
    days, *clock = found.groups()
    return SaleTime(_read_days(days.strip(" ,:")), _read_clock(*clock[:3]), _read_clock(*clock[3:]))


def _read_days(text: str) -> list[str]:
    if text in _EVERY_DAY:
        return list(_DAYS)
    days: list[str] = []
    for token in re.split(r"[\s,]+", re.sub(r"\s*(?:-|\b(?:to|a)\b)\s*", "-", text)):
        if token in ("and", "y"):
            continue
        first, last = _read_range(token.split("-"))
        days += _DAYS[first:] + _DAYS[: last + 1] if first > last else _DAYS[first : last + 1]
    return days


def _read_range(names: list[str]) -> tuple[int, int]:
    """The numbers of the first and the last day, which are one for a single day."""
    places = [_DAYS.index(_DAY_OF[name[:3]]) for name in names if name[:3] in _DAY_OF]
    if len(places) != len(names) or len(places) > 2:
        raise InvalidCell(TIMES_INVALID)
    return places[0], places[-1]


def _read_clock(hour: str, minute: str | None, half: str | None) -> str:
    number = int(hour)
    if half and not 1 <= number <= 12:
        raise InvalidCell(TIMES_INVALID)
    if half:
        number = number % 12 + (12 if half == "p" else 0)
    if number > 23 or int(minute or 0) > 59:
        raise InvalidCell(TIMES_INVALID)
    return f"{number:02d}:{minute or '00'}"


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


COLUMNS = (
    "id",
    "name",
    "description",
    "category",
    "section",
    "price",
    "available",
    "position",
    "image",
    "options",
    "units",
    "tax",
    "diets",
    "allergens",
    "times",
    *TRANSLATION_COLUMNS,
)
REQUIRED_COLUMNS = ("name", "price")
_BOM = b"\xef\xbb\xbf"


class CsvExportItem(msgspec.Struct, frozen=True):
    """An item to export: its ID and content."""

    id: str
    draft: ItemDraft


def export_menu(db: Database, truck_id: str) -> tuple[str, bytes]:
    """Return (file name, menu as CSV). Archived items are left out. Raises NotFound, also for an archived truck."""
    with db.reading() as session:
        slug = queries.find_truck_slug(session, truck_id)
        if slug is None:
            raise NotFound(queries.MENU_NOT_FOUND)
        items = queries.sort_by_section(queries.list_items(session, truck_id))
        return f"menu-{slug}.csv", write_menu(CsvExportItem(item.id, to_draft(item)) for item in items)


def write_menu(items: Iterable[CsvExportItem]) -> bytes:
    """The menu as CSV in UTF-8, with a byte order mark, because spreadsheet programs guess the encoding without it."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([escape_formulas(cell) for cell in _cells(item)] for item in items)
    return _BOM + text.getvalue().encode()


def _cells(item: CsvExportItem) -> tuple[str, ...]:
    values = item.draft.values
    return (
        item.id,
        values["name"],
        values["description"],
        values["category"],
        values["section"],
        write_price(values["base_price_cents"]),
        "yes" if values["is_available"] else "no",
        str(values["position"]),
        values["image_url"] or "",
        write_options(item.draft.groups or ()),
        str(values["prep_units"]),
        values["tax_class"],
        write_names(values["diets"]),
        write_names(values["allergens"]),
        write_sale_times(values["sale_times"]),
        *write_translation_cells(values["translations"]),
    )
