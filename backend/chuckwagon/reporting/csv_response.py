"""CSV for spreadsheet programs: UTF-8 with a byte order mark, and no cell that would run as a formula."""

import csv
import io
from collections.abc import Iterable, Sequence

from litestar import Response

from chuckwagon.kit.strings import escape_formulas

BYTE_ORDER_MARK = "\ufeff"


def build_csv_response(header: Sequence[str], rows: Iterable[Sequence[object]], file_name: str) -> Response[str]:
    """Build the response that downloads the rows as a file."""
    disposition = f'attachment; filename="{file_name}"'
    return Response(render_csv(header, rows), media_type="text/csv", headers={"Content-Disposition": disposition})


def render_csv(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Render the table; None is an empty cell."""
    text = io.StringIO()
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text)
    writer.writerow(header)
    writer.writerows([_escape_formula(value) for value in row] for row in rows)
    return text.getvalue()


def _escape_formula(value: object) -> object:
    """Put an apostrophe before a sign that starts a formula. Numbers stay, because they are our own."""
    return escape_formulas(value) if isinstance(value, str) else value
