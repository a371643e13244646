"""Exports a menu as CSV: one row for each item, with columns that staff can edit in a spreadsheet."""

import csv
import io
from collections.abc import Iterable

import msgspec

from chuckwagon.db.database import Database
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.validation import escape_formulas
from chuckwagon.menu import queries
from chuckwagon.menu.csv.options_syntax import write_options, write_price
from chuckwagon.menu.csv.translation_columns import TRANSLATION_COLUMNS, write_translation_cells
from chuckwagon.menu.diets import write_names
from chuckwagon.menu.drafts import ItemDraft
from chuckwagon.menu.item_store import to_draft
from chuckwagon.menu.sale_times import write_sale_times

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
