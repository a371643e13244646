"""Text files as tables: finds the encoding and the separator. Pure; runs in the subprocess.

The encodings are UTF-8, UTF-16, Windows-1252 and Mac Roman and no others, because free guessing turns é into ń.
"""

import csv
import io
import re
from collections import Counter

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
