"""CSV for spreadsheet programs: UTF-8 with a mark, and no cell that would be run as a formula."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from litestar import Response

# At the start of a cell, and behind what some spreadsheet programs split a line at; full-width signs too.
_FORMULA = re.compile("(^|[;\t\r\n])( *)(?=[=+\\-@＝＋－＠])|^(?=[\t\r])")
BYTE_ORDER_MARK = "\ufeff"


def csv_answer(header: Sequence[str], rows: Iterable[Sequence[object]], file_name: str) -> Response[str]:
    """The rows as a file to keep."""
    disposition = f'attachment; filename="{file_name}"'
    return Response(
        write_csv(header, rows), media_type="text/csv", headers={"Content-Disposition": disposition}
    )


def write_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The table as text; None is an empty cell."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """Text that would run as a formula gets an apostrophe before its sign; numbers are our own."""
    return _FORMULA.sub(r"\1\2'", value) if isinstance(value, str) else value
