"""Reads tables in the product's own columns, and any other table once it is said which column is which."""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from chuckwagon.kit.money import TAX_CLASSES, to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.validation import unescape_formulas
from chuckwagon.menu.csv_cells import InvalidCell, read_allergens, read_diets, read_options, read_price
from chuckwagon.menu.csv_files import (
    COLUMNS,
    REQUIRED_COLUMNS,
    TRANSLATION_COLUMNS,
    put_translation,
    read_sale_times_cell,
)
from chuckwagon.menu.imports.found import Finding, FoundItem, Reading
from chuckwagon.menu.imports.schemas import ImportColumn, ImportQuestion
from chuckwagon.menu.imports.tables import Table, check_cell, plain_name
from chuckwagon.menu.schemas import ItemRequest

MAX_UNKNOWN_COLUMNS = 40  # limit of reported columns, because a malformed file may have a hundred thousand
SHOWN_ROWS, SHOWN_COLUMNS, SHOWN_LETTERS = 5, 40, 80
YES = ("yes", "y", "true", "1", "1.0", "x", "✓", "✔", "on", "available", "sí", "si", "s", "verdadero", "disponible")
NO = ("no", "n", "false", "0", "0.0", "off", "sold out", "unavailable", "falso", "agotado", "no disponible")
AVAILABLE_INVALID = Sentence("Write yes or no.", "import_available_invalid")
NUMBER_INVALID = Sentence("Write a whole number, or nothing.", "import_number_invalid")
TAX_CLASS_INVALID = Sentence("Write standard, reduced or exempt, or nothing.", "import_tax_class_invalid")
ROW_TOO_LONG = Sentence("This row has more cells than there are columns.", "import_row_too_long")
WHICH_COLUMN = Sentence("Which column is it?", "import_which_column")
# A new column of the file is one line here, one in COLUMNS, and one in `_cells` of the export.
FORM_FIELDS = {
    "name": "name",
    "description": "description",
    "category": "category",
    "section": "section",
    "price": "base_price",
    "available": "is_available",
    "position": "position",
    "image": "image_url",
    "options": "option_groups",
    "units": "prep_units",
    "tax": "tax_class",
    "diets": "diets",
    "allergens": "allergens",
    "times": "sale_times",
    **dict.fromkeys(TRANSLATION_COLUMNS, "translations"),
}
ASKED = {
    "name": "name item product title artículo articulo nombre producto platillo plato",
    "price": "price precio amount importe cost costo",
    "description": "description details descripción descripcion detalle",
    "category": "category type group department categoría categoria tipo",
    "section": "section subcategory course sección seccion",
    "available": "available availability active status stock disponible estado",
    "image": "image photo picture imagen foto",
    "options": "options modifiers opciones",
}


def is_own_header(names: set[str]) -> bool:
    """Whether these are the product's own columns, in any order, among others."""
    return set(REQUIRED_COLUMNS) <= names


def read_own_table(reading: Reading, at: int, table: Table) -> None:
    """Read a table whose columns are named as in the export. `at` is its number among the tables."""
    columns: dict[str, int] = {}
    for index, name in enumerate(table.names):
        if name in columns:
            sentence = Sentence(f"The column “{name}” is there twice.", "import_column_twice", column=name)
            reading.problems.append((table.file, sentence))
        elif name in COLUMNS:
            columns[name] = index
    read_columns(reading, at, table, columns)


def read_columns(reading: Reading, at: int, table: Table, columns: Mapping[str, int]) -> None:
    """Read the items of a table by the index of each known column, and note the other columns."""
    _note_others(reading, table, set(columns.values()))
    reading.rows += len(table.rows)
    for number, cells in table.rows:
        reading.items.append(_read_row(reading, table, columns, f"{at}.{number}", (number, cells)))


def _note_others(reading: Reading, table: Table, known: set[int]) -> None:
    if table.header_row > 1 and any(table.titles):
        text = f"The column names were found in row {table.header_row}. The rows above were left out."
        reading.leave_out(Sentence(text, "import_rows_above_left_out", row=table.header_row), table.file)
    others = [(at, title) for at, title in enumerate(table.titles) if at not in known]
    for name in list(dict.fromkeys(title[:40] for _, title in others if title))[:MAX_UNKNOWN_COLUMNS]:
        text = f"The column “{name}” is not known here and was left out."
        reading.leave_out(Sentence(text, "import_column_left_out", column=name), table.file, table.header_row)
    nameless = [at for at, title in others if not title]
    if any(cells[at].strip() for _, cells in table.rows for at in nameless if at < len(cells)):
        text = "A column without a name was left out."
        reading.leave_out(Sentence(text, "import_nameless_column_left_out"), table.file, table.header_row)


def _read_row(
    reading: Reading, table: Table, columns: Mapping[str, int], key: str, row: tuple[int, list[str]]
) -> FoundItem:
    number, cells = row
    item = FoundItem(key, table.file, number, ItemRequest(), "", [], [], table.has_decimal_commas)
    if any(map(str.strip, cells[len(table.titles) :])):
        item.findings.append(Finding("row", ROW_TOO_LONG, " | ".join(cells)[:200]))
    for column, index in columns.items():
        text = unescape_formulas(cells[index]) if index < len(cells) else ""
        if column == "id":
            item.item_id = text.strip()
            continue
        try:
            notes = put_text(item, column, check_cell(text))
        except InvalidCell as error:
            item.findings.append(Finding(column, error.sentence, text.strip() if text[:1] != "\0" else ""))
            if column not in TRANSLATION_COLUMNS:  # the field has the other columns of the language, too
                setattr(item.form, FORM_FIELDS[column], 0.0 if column == "price" else UNSET)
            continue
        for note in notes:
            name = item.form.name if isinstance(item.form.name, str) else ""
            reading.leave_out(note, table.file, number, name)
    return item


def put_text(item: FoundItem, column: str, text: str) -> list[Sentence]:
    """Put the text of a column into the item's form, and return what was read differently. Raises InvalidCell."""
    if column == "options":
        read = read_options(text, has_decimal_commas=item.has_decimal_commas)
        item.form.option_groups = read.groups
        item.doubts = list(read.doubts)
        return [note for _, note in read.notes]
    if column in TRANSLATION_COLUMNS:
        put_translation(item.form, column, text)
        return []
    setattr(item.form, FORM_FIELDS[column], _READERS[column](text, item.has_decimal_commas))
    return []


def _read_price(text: str, has_decimal_commas: bool) -> float:
    return to_dollars(read_price(text, has_decimal_commas=has_decimal_commas))


def _read_text(text: str, _has_decimal_commas: bool) -> str:
    return text


def read_yes_no(text: str) -> bool | None:
    """Whether a word means yes; None for one that is not known."""
    word = text.strip().lower()
    return True if word in YES else False if word in NO else None


def _read_availability(text: str, _has_decimal_commas: bool) -> bool:
    answer = read_yes_no(text)
    if answer is None:
        raise InvalidCell(AVAILABLE_INVALID)
    return answer


def _read_number(text: str, _has_decimal_commas: bool) -> Any:
    """A whole number, also as `1.0`; unset for an empty cell, which keeps an item's, and puts a new item last."""
    if not text.strip():
        return UNSET
    match = re.fullmatch(r"([0-9]{1,9})(?:[.,]0+)?", text.strip())
    if match is None:
        raise InvalidCell(NUMBER_INVALID)
    return int(match[1])


def _read_tax_class(text: str, _has_decimal_commas: bool) -> Any:
    """The tax class; unset for an empty cell, which keeps that of an item."""
    word = text.strip().lower()
    if word and word not in TAX_CLASSES:
        raise InvalidCell(TAX_CLASS_INVALID)
    return word or UNSET


_READERS: dict[str, Callable[[str, bool], Any]] = {
    "name": _read_text,
    "description": _read_text,
    "category": _read_text,
    "section": _read_text,
    "price": _read_price,
    "available": _read_availability,
    "position": _read_number,
    "image": _read_text,
    "units": _read_number,
    "tax": _read_tax_class,
    "diets": lambda text, _: read_diets(text),
    "allergens": lambda text, _: read_allergens(text),
    "times": lambda text, _: read_sale_times_cell(text),
}


def read_unknown_table(reading: Reading, at: int, table: Table, remembered: Mapping[str, Mapping[str, str]]) -> None:
    """Read a table once it is said which column is which, or ask. Said once, it is known for the same titles."""
    signature = sign_titles(table)
    letters = [_letter(index) for index in range(len(table.titles))]
    said = {field: _find_letter(table, reading.answers.get(f"{at}:column:{field}")) for field in ASKED}
    known = {field: letter for field, letter in said.items() if letter}
    if not all(field in known for field in REQUIRED_COLUMNS):
        kept = remembered.get(signature, {})
        known = {field: letter for field, letter in {**kept, **known}.items() if letter in letters}
    if all(field in known for field in REQUIRED_COLUMNS):
        reading.columns[signature] = known
        read_columns(reading, at, table, {field: letters.index(letter) for field, letter in known.items()})
        return
    reading.rows += len(table.rows)
    rows = [[cell[:SHOWN_LETTERS] for cell in cells[:SHOWN_COLUMNS]] for _, cells in table.rows[:SHOWN_ROWS]]
    columns = [
        ImportColumn(letter, title[:SHOWN_LETTERS])
        for letter, title in zip(letters[:SHOWN_COLUMNS], table.titles, strict=False)
    ]
    for field, words in ASKED.items():
        if field in known and said[field]:
            continue
        reading.questions.append(
            ImportQuestion(
                id=f"{at}:column:{field}",
                kind="column",
                code=WHICH_COLUMN.reason,
                message=str(WHICH_COLUMN),
                file=table.file,
                row=table.header_row,
                field=field,
                is_required=field in REQUIRED_COLUMNS,
                choices=[column.value for column in columns],
                suggestion=_suggest(table, words.split()),
                columns=columns,
                rows=rows,
            )
        )


def sign_titles(table: Table) -> str:
    """A key for the titles of a table, by which the answer is found again."""
    return hashlib.sha256(msgspec.json.encode(table.names)).hexdigest()[:32]


def _find_letter(table: Table, answer: Any) -> str:
    """The letter of the column that an answer names by letter or title; empty for no column."""
    text = str(answer or "").strip()
    letters = [_letter(index) for index in range(len(table.titles))]
    if text in letters:
        return text
    names = table.names
    return letters[names.index(plain_name(text))] if text and plain_name(text) in names else ""


def _suggest(table: Table, words: list[str]) -> str:
    for index, name in enumerate(table.names):
        if set(name.split()) & set(words):
            return _letter(index)
    return ""


def _letter(index: int) -> str:
    return chr(65 + index) if index < 26 else _letter(index // 26 - 1) + chr(65 + index % 26)
