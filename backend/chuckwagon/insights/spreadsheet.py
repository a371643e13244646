"""CSV for spreadsheet programs: UTF-8 with a mark, and no cell that would be run as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

from litestar import Response

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
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
    """Only text can be a formula in disguise: a negative number is one that we computed."""
    if isinstance(value, str) and value.startswith(FORMULA_STARTS):
        return f"'{value}"
    return value
