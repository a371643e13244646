"""Routes of the prep sheet."""

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.reporting.csv_response import build_csv_response
from chuckwagon.reporting.prep_sheet.schemas import PrepItem, PrepSheet
from chuckwagon.reporting.prep_sheet.service import build_prep_sheet
from chuckwagon.web.routing import get

COLUMNS = ("section", "item", "expected", "low", "high", "preordered", "counted", "soldOutStops", "basis", "stops")


@get("/api/stops/{stop_id:str}/prep-sheet", summary="Get the prep sheet of a stop", errors=[401, 403, 404, 503])
def get_prep_sheet(actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]) -> PrepSheet:
    """What to prepare of each menu item, judged by the last six comparable stops."""
    with db.reading() as session:
        return build_prep_sheet(session, actor, stop_id)


@get(
    "/api/stops/{stop_id:str}/prep-sheet/export",
    summary="Export the prep sheet of a stop as CSV",
    errors=[401, 403, 404, 503],
    media_type="text/csv",
)
def export_prep_sheet(
    actor: NamedDependency[Actor], db: NamedDependency[Database], stop_id: FromPath[str]
) -> Response[str]:
    """The same as CSV: a row for each menu item."""
    with db.reading() as session:
        sheet = build_prep_sheet(session, actor, stop_id)
    name = f"prep-sheet-{sheet.date.isoformat()}-{sheet.start_time.replace(':', '')}.csv"
    return build_csv_response(COLUMNS, [_to_row(sheet, item) for item in sheet.items], name)


def _to_row(sheet: PrepSheet, item: PrepItem) -> tuple[object, ...]:
    expected = (item.expected, item.low, item.high, item.preordered, item.counted, item.sold_out_stops)
    return (item.section, item.name, *expected, sheet.basis.kind, len(sheet.basis.stops))
