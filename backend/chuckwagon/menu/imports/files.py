"""What the subprocess makes of the files of an import: tables of text and JSON documents, or why a file is refused."""

from typing import Any

import msgspec

MAX_FILES = 20
MAX_ROWS = 10_000
MAX_CELLS = 400_000
MAX_COLUMNS = 1000
MAX_LETTERS = 12_000_000
# A cell that holds no text but a reason begins with this: "\0=C3" is a formula without a result, "\0!C3" an error.
NO_TEXT = "\0"

EXTENSIONS = {
    ".csv": "text",
    ".tsv": "text",
    ".txt": "text",
    ".xlsx": "xlsx",
    ".xls": "xls",
    ".ods": "ods",
    ".json": "json",
}


class UploadedFile(msgspec.Struct, frozen=True):
    """A file as it was sent. Only the end of its name is used, and the name is shown."""

    name: str
    content: bytes


class Job(msgspec.Struct, frozen=True):
    """What the subprocess is given: the files, and names of columns by which it knows a separator."""

    files: list[UploadedFile]
    known_columns: frozenset[str]


class Sheet(msgspec.Struct, frozen=True):
    """The cells of a file, or of one sheet of a workbook, as text; the first row is row 1.

    With `has_decimal_commas` a comma in a number cannot be a separator of cells, so it may be a decimal comma.
    """

    file: str
    name: str
    rows: list[list[str]]
    has_decimal_commas: bool


class Document(msgspec.Struct, frozen=True):
    """A JSON document."""

    file: str
    data: Any


class Refusal(msgspec.Struct, frozen=True):
    """Why a file cannot be read, as a key of `REFUSALS`, and values of its sentence."""

    file: str
    reason: str
    params: dict[str, str | int] = {}


class Source(msgspec.Struct, frozen=True):
    """All that the files of an import hold."""

    sheets: list[Sheet] = []
    documents: list[Document] = []
    refusals: list[Refusal] = []


REFUSALS = {
    "import_file_empty": "This file is empty.",
    "import_file_type": "Only files that end in .csv, .tsv, .txt, .xlsx, .xls, .ods or .json can be read.",
    "import_file_is_workbook": "This file is a workbook, and its name ends in {extension}. Save it again as .xlsx.",
    "import_file_is_text": "This file is plain text, and its name ends in {extension}. Rename it to end in .csv.",
    "import_file_is_json": "This file is JSON, and its name ends in {extension}. Rename it to end in .json.",
    "import_file_no_json": "This file is not JSON, although its name ends in .json.",
    "import_file_is_pdf": "This is a PDF. Type the menu into a spreadsheet and choose that file.",
    "import_file_is_image": "This is a photo. Type the menu into a spreadsheet and choose that file.",
    "import_file_is_document": "This is a text document, not a table. Copy the menu into a spreadsheet.",
    "import_file_is_archive": "This is a ZIP archive. Unpack it and choose the files in it.",
    "import_file_is_html": "This is a web page. Copy the menu into a spreadsheet and choose that file.",
    "import_file_is_numbers": "This is a document of Numbers. Export it there as Excel or CSV.",
    "import_file_is_encrypted": "This workbook has a password. Save it without one.",
    "import_file_not_text": "This file is in no encoding that can be read. Save it as “CSV UTF-8”.",
    "import_file_damaged": "This file is damaged or incomplete. Save it again and choose it once more.",
    "import_file_too_large": "This file unpacks to more than a menu can be.",
    "import_file_too_many_rows": "Files have at most {max} rows together.",
    "import_file_too_many_columns": "A table has at most {max} columns.",
    "import_file_too_many_cells": "Files have at most {max} cells together.",
    "import_file_expensive": "This file takes too much work to read.",
}
