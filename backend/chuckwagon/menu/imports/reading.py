"""Reads the files of an import into tables and documents. Runs in the subprocess of `service.py`.

The files are untrusted: their kind is found from their content, and each refusal is one sentence. The encodings of text
are UTF-8, UTF-16, Windows-1252 and Mac Roman and no others, because free guessing turns é into ń.
"""

import csv
import io
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import msgspec

from chuckwagon.kit.limited_process import limit_resources
from chuckwagon.menu.imports.files import (
    EXTENSIONS,
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_LETTERS,
    MAX_ROWS,
    Document,
    Job,
    Refusal,
    Sheet,
    Source,
    UploadedFile,
)
from chuckwagon.menu.imports.workbooks import BadWorkbook, read_workbook

SEPARATORS = ",;\t|"
_SEPARATOR_LINE = re.compile(r"sep=([,;\t|])\r?\n", re.IGNORECASE)
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_SAMPLE_BYTES, _SAMPLE_LINES = 4000, 30
_LETTERS = set("áéíóúüñçàèìòùâêîôûäëïöœæåãõøßÁÉÍÓÚÜÑÇÀÈÂÊÎÔÛÄÖÅØ¡¿º°½¼¾")
_PUNCTUATION = set("‘’“”–—…•®™©£€¢«»´·×")


class UnreadableText(ValueError):
    """The bytes are in none of the encodings, or the text is no table. The argument is the key of a refusal."""


def decode_text(raw: bytes) -> str:
    """The text of a file. Raises UnreadableText."""
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return _decode(raw[len(mark) :], encoding)
    wide = _find_wide(raw)
    if wide:
        return _decode(raw, wide)
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        text = max((_try(raw, "cp1252"), _try(raw, "mac_roman")), key=_rate)
    if not text and raw:
        raise UnreadableText("import_file_not_text")
    return _without_nul(text)


def _decode(raw: bytes, encoding: str) -> str:
    try:
        return _without_nul(raw.decode(encoding))
    except UnicodeDecodeError as error:
        raise UnreadableText("import_file_damaged") from error


def _without_nul(text: str) -> str:
    controls = sum(letter < " " and letter not in "\t\r\n\f" for letter in text[:_SAMPLE_BYTES])
    if controls * 50 > len(text[:_SAMPLE_BYTES]) or "\0" in text:
        raise UnreadableText("import_file_not_text")
    return text


def _find_wide(raw: bytes) -> str | None:
    """UTF-16 without a mark has a zero byte beside nearly every letter."""
    sample = raw[:_SAMPLE_BYTES]
    if len(sample) < 4:
        return None
    high, low = sample[::2].count(0), sample[1::2].count(0)
    if low * 3 > len(sample) // 2 and high == 0:
        return "utf-16-le"
    return "utf-16-be" if high * 3 > len(sample) // 2 and low == 0 else None


def _try(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError:
        return ""


def _rate(text: str) -> int:
    """How well the letters beyond ASCII stand in their words. A letter in a word counts for, a sign in one against."""
    if not text:
        return -1_000_000
    rating = 0
    padded = f" {text} "
    for at, letter in enumerate(text):
        if letter < "\x80":
            continue
        before, after = padded[at], padded[at + 2]
        is_inside = before.isalpha() and after.isalpha()
        if letter in _LETTERS:
            is_odd = letter.isupper() and before.islower()
            rating += -2 if is_odd else 2 if before.isalpha() or after.isalpha() else 1
        elif letter == "’" and is_inside:
            rating += 2 if after in "stdmrl" else 0
        elif letter in _PUNCTUATION:
            rating += 0 if is_inside else 1
        else:
            rating -= 1
    return rating


def read_lines(text: str, known_columns: frozenset[str]) -> tuple[list[list[str]], str]:
    """Return (cells of each line, separator). Raises UnreadableText for a file that is not whole."""
    declared = _SEPARATOR_LINE.match(text)  # Excel hides this line and does not count it.
    if declared:
        text = text[declared.end() :]
    separator = declared[1] if declared else _guess_separator(text, known_columns)
    try:
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)), separator
    except csv.Error as error:
        raise UnreadableText("import_file_damaged") from error


def _guess_separator(text: str, known_columns: frozenset[str]) -> str:
    """The separator that finds the most known columns in one of the first lines, else the most even table."""
    lines = [line for line in text[:200_000].splitlines()[:_SAMPLE_LINES] if line.strip()]

    def rate(separator: str) -> tuple[int, int, int]:
        cells = [line.split(separator) for line in lines]
        known = max((len(known_columns & {cell.strip(' "').lower() for cell in row}) for row in cells), default=0)
        widths = Counter(len(row) for row in cells if len(row) > 1)
        width, count = widths.most_common(1)[0] if widths else (0, 0)
        return known if known > 1 else 0, count, width

    return max(SEPARATORS, key=rate)


CPU_SECONDS = 10
ADDRESS_SPACE_BYTES = 1536 * 1024**2
MAX_NODES = 400_000
_IMAGE = re.compile(rb"\xff\xd8\xff|\x89PNG|GIF8|RIFF....WEBP|BM.{4}\0{4}|II\*\0|MM\0\*|....ftyp", re.DOTALL)
_BOM = b"\xef\xbb\xbf"
_WITH_COMMA = re.compile(r"\$?\s*[0-9]{1,6},[0-9]{2}\s*\$?")
_WITH_POINT = re.compile(r"\$?\s*[0-9,]{0,9}\.[0-9]{1,2}\s*\$?")
MAX_AMOUNT_LENGTH = 20
FEW_AMOUNTS = 3  # fewer may be slips of the pen, and are asked


class Refused(ValueError):
    """A file is refused. The arguments are the key of a refusal and the values of its sentence."""

    def __init__(self, reason: str, **params: str | int) -> None:
        super().__init__(reason)
        self.reason, self.params = reason, params


def main() -> None:
    """Read a job from standard input and write its source to standard output."""
    limit_resources(CPU_SECONDS, ADDRESS_SPACE_BYTES)
    job = msgspec.msgpack.Decoder(Job).decode(sys.stdin.buffer.read())
    sys.stdout.buffer.write(msgspec.msgpack.encode(read_files(job)))


def read_files(job: Job) -> Source:
    """All tables and documents of the files, and a refusal for each file that cannot be read."""
    source = Source()
    for file in job.files:
        try:
            for part in _read_file(file, job.known_columns):
                (source.documents if isinstance(part, Document) else source.sheets).append(part)  # type: ignore[arg-type]
            _check_size(source)
        except Refused as refused:
            source.refusals.append(Refusal(file.name, refused.reason, refused.params))
        except (MemoryError, RecursionError):
            source.refusals.append(Refusal(file.name, "import_file_expensive"))
        except BaseException as error:  # a panic of the parser is no Exception
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            source.refusals.append(Refusal(file.name, "import_file_damaged"))
        if source.refusals:
            return Source([], [], source.refusals)
    return source


def _read_file(file: UploadedFile, known_columns: frozenset[str]) -> Iterator[Sheet | Document]:
    extension = PurePath(file.name).suffix.lower()
    if not file.content.strip(b"\0 \t\r\n"):
        raise Refused("import_file_empty")
    kind = _find_kind(file.content, extension)
    if kind == "json":
        yield Document(file.name, _read_json(file.content))
    elif kind == "text":
        yield _read_text(file, known_columns)
    else:
        try:
            for name, rows in read_workbook(file.content, kind):
                yield Sheet(file.name, name, rows, has_decimal_commas=True)
        except BadWorkbook as error:
            limits = {"import_file_too_many_rows": MAX_ROWS, "import_file_too_many_cells": MAX_CELLS}
            reason = str(error)
            raise Refused(reason, **({"max": limits[reason]} if reason in limits else {})) from error


def _find_kind(raw: bytes, extension: str) -> str:
    """The kind of a file by its content. Raises Refused unless its name ends accordingly."""
    kind = _find_zip_kind(raw) if raw.startswith(b"PK\x03\x04") else _find_other_kind(raw)
    expected = EXTENSIONS.get(extension)
    if kind.startswith("import_"):
        raise Refused(kind)
    if expected is None:
        raise Refused("import_file_type")
    if kind == expected:
        return kind
    if expected == "json":
        raise Refused("import_file_no_json")
    if kind in ("text", "json"):
        is_cut = expected in ("xlsx", "xls", "ods") and b"\0" in raw[:4000]
        raise Refused("import_file_damaged") if is_cut else Refused(f"import_file_is_{kind}", extension=extension)
    raise Refused("import_file_is_workbook", extension=extension)


def _find_zip_kind(raw: bytes) -> str:
    if b"opendocument.spreadsheet" in raw[:200]:
        return "ods"
    if b"opendocument.text" in raw[:200] or b"word/" in raw:
        return "import_file_is_document"
    if b"xl/" in raw:
        return "xlsx"
    return "import_file_is_numbers" if b".iwa" in raw else "import_file_is_archive"


def _find_other_kind(raw: bytes) -> str:
    start = raw.removeprefix(_BOM)[:1000].lstrip().lower()
    if raw.startswith(b"\xd0\xcf\x11\xe0"):
        return "import_file_is_encrypted" if "EncryptedPackage".encode("utf-16-le") in raw else "xls"
    if start.startswith(b"%pdf"):
        return "import_file_is_pdf"
    if start.startswith(b"{\\rtf"):
        return "import_file_is_document"
    if start.startswith(b"<") and (b"<html" in start or b"<!doctype html" in start):
        return "import_file_is_html"
    if _IMAGE.match(raw):
        return "import_file_is_image"
    return "json" if start.startswith((b"{", b"[")) else "text"


def _read_text(file: UploadedFile, known_columns: frozenset[str]) -> Sheet:
    try:
        rows, separator = read_lines(decode_text(file.content), known_columns)
    except UnreadableText as error:
        raise Refused(str(error)) from error
    return Sheet(file.name, "", rows, separator != "," or _has_decimal_commas(rows))


def _has_decimal_commas(rows: list[list[str]]) -> bool:
    """Whether the amounts of a table that is separated by commas have commas in quotes, and none has a point."""
    cells = [cell.strip() for row in rows for cell in row if len(cell) <= MAX_AMOUNT_LENGTH]
    found = sum(_WITH_COMMA.fullmatch(cell) is not None for cell in cells)
    return found >= FEW_AMOUNTS and not any(_WITH_POINT.fullmatch(cell) for cell in cells)


def _read_json(raw: bytes) -> Any:
    try:
        data = msgspec.json.decode(raw.removeprefix(_BOM))  # noqa: TID251 - one thread, and no type to build
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Refused("import_file_damaged") from error
    nodes, waiting = 0, [data]
    while waiting:
        node = waiting.pop()
        nodes += 1
        waiting += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
        if nodes > MAX_NODES:
            raise Refused("import_file_expensive")
    return data


def _check_size(source: Source) -> None:
    """Raises Refused when the tables hold more than a menu can be."""
    rows = [row for sheet in source.sheets for row in sheet.rows if any(row)]
    if len(rows) > MAX_ROWS + 20:  # titles and headers are not counted
        raise Refused("import_file_too_many_rows", max=MAX_ROWS)
    if sum(len(row) for row in rows) > MAX_CELLS:
        raise Refused("import_file_too_many_cells", max=MAX_CELLS)
    if sum(len(cell) for row in rows for cell in row) > MAX_LETTERS:
        raise Refused("import_file_too_large")
    if max(map(len, rows), default=0) > MAX_COLUMNS:
        raise Refused("import_file_too_many_columns", max=MAX_COLUMNS)
