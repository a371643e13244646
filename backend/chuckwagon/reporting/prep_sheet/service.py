"""Builds the prep sheet of a stop."""

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.reporting.prep_sheet import rows
from chuckwagon.reporting.prep_sheet.forecast import choose_comparable, expect_pieces
from chuckwagon.reporting.prep_sheet.rows import EarlierStop, Pieces
from chuckwagon.reporting.prep_sheet.schemas import Basis, ComparableStop, PrepItem, PrepSheet
from chuckwagon.schedule.models import Place, Stop
from chuckwagon.schedule.queries import STOP_NOT_FOUND
from chuckwagon.schedule.series.recurrence import WEEKDAYS
from chuckwagon.schedule.states import get_state
from chuckwagon.schedule.wall_clock import to_local
from chuckwagon.trucks.models import Truck


def build_prep_sheet(session: Session, actor: Actor, stop_id: str) -> PrepSheet:
    """Forecast how many pieces of each menu item a stop needs, from comparable earlier stops.

    The stop may have any status. For staff of its truck. Raises NotFound, and NotAllowed for another truck's stop.
    """
    stop = session.get(Stop, stop_id) if is_id(stop_id) else None
    if stop is None:
        raise NotFound(STOP_NOT_FOUND)
    authorize(actor, Action.VIEW_ANALYTICS, stop.truck_id)
    place, truck = session.get_one(Place, stop.place_id), session.get_one(Truck, stop.truck_id)
    now = clock.now()
    starts, ends = (to_local(at, place.timezone) for at in (stop.starts_at, stop.ends_at))
    kind, compared = choose_comparable(place.id, starts.weekday(), rows.list_earlier(session, stop, now))
    pieces = rows.read_pieces(session, [stop.id, *(one.id for one in compared)])
    return PrepSheet(
        stop_id=stop.id,
        truck_id=truck.id,
        truck_name=truck.name,
        place_name=place.name,
        timezone=place.timezone,
        state=get_state(stop, now),
        starts_at=stop.starts_at,
        ends_at=stop.ends_at,
        date=starts.date(),
        start_time=f"{starts:%H:%M}",
        end_time=f"{ends:%H:%M}",
        basis=Basis(kind, list(WEEKDAYS)[starts.weekday()], [_to_comparable(one, pieces[one.id]) for one in compared]),
        items=_list_items(session, stop, compared, pieces),
    )


def _to_comparable(one: EarlierStop, pieces: Pieces) -> ComparableStop:
    return ComparableStop(one.id, one.starts_at, one.local.date(), one.place_name, sum(pieces.values()))


def _list_items(session: Session, stop: Stop, compared: list[EarlierStop], pieces: dict[str, Pieces]) -> list[PrepItem]:
    counts = rows.read_counts(session, list(pieces))
    ordered = pieces[stop.id]
    found = []
    for key, name, section in rows.list_items(session, stop.truck_id, ordered):
        expected = expect_pieces([pieces[one.id].get(key, 0) for one in compared]) or (None, None, None)
        ran_out = [one for one in compared if (count := counts[one.id].get(key)) and count[1] >= count[0]]
        counted = counts[stop.id].get(key)
        found.append(
            PrepItem(
                menu_item_id=None if key.startswith("name:") else key,
                name=name,
                section=section,
                expected=expected[0],
                low=expected[1],
                high=expected[2],
                preordered=ordered.get(key, 0),
                counted=counted[0] if counted else None,
                sold_out_stops=len(ran_out),
            )
        )
    return found
