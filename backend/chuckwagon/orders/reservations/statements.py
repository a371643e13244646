"""Compiled statements of the order path on reservations, without SQLAlchemy's ORM objects."""

from collections.abc import Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import table_of
from chuckwagon.kit import clock
from chuckwagon.orders.reservations.models import CONFIRMED, HELD, RELEASED, Reservation


class ReservationRow(msgspec.Struct, frozen=True, kw_only=True):
    """The columns of a reservation. Not an entity: changes to it are not stored."""

    id: str
    truck_id: str
    calendar_id: str
    stop_id: str | None
    status: str
    position: int
    slots: list[tuple[int, int]]
    stock: list[tuple[str, int]]
    is_online: bool
    is_over_capacity: bool = False
    hold_expires_at: datetime | None = None
    holder: str | None = None
    created_at: datetime
    updated_at: datetime


Held = tuple[list[tuple[int, int]], list[tuple[str, int]]]
"""The slots and the stock of a reservation, as its row has them."""

_reservations = table_of(Reservation)
_NAMES = ReservationRow.__struct_fields__
_COLUMNS = [_reservations.c[name] for name in _NAMES]
_INSERT = CompiledStatement(sa.insert(_reservations), _NAMES)
_BY_ID = CompiledStatement(sa.select(*_COLUMNS).where(_reservations.c.id == sa.bindparam("reservation_id")))
_CONFIRM = CompiledStatement(
    sa.update(_reservations)
    .where(_reservations.c.id == sa.bindparam("reservation_id"), _reservations.c.status == HELD)
    .values(status=CONFIRMED, holder=None, updated_at=sa.bindparam("instant", type_=_reservations.c.updated_at.type))
)
_RELEASE = CompiledStatement(
    sa.update(_reservations)
    .where(_reservations.c.id == sa.bindparam("reservation_id"), _reservations.c.status != RELEASED)
    .values(status=RELEASED, holder=None, updated_at=sa.bindparam("instant", type_=_reservations.c.updated_at.type))
    .returning(*_COLUMNS)
)
_HELD_BY = CompiledStatement(
    sa.select(_reservations.c.slots, _reservations.c.stock).where(
        _reservations.c.calendar_id == sa.bindparam("calendar"),
        _reservations.c.status == HELD,
        _reservations.c.holder == sa.bindparam("network"),
    )
)


def insert_reservation(session: Session, row: ReservationRow) -> None:
    """Insert a reservation. The statement runs later in the caller's transaction (`run_later`)."""
    _INSERT.run_later(session, msgspec.structs.asdict(row))


def find_reservation(session: Session, reservation_id: str) -> ReservationRow | None:
    """The reservation of a checkout or of an order at the counter, or None."""
    row = _BY_ID.first(session, {"reservation_id": reservation_id})
    return None if row is None else _to_row(row)


def list_held_by(session: Session, calendar_id: str, network: str) -> list[Held]:
    """What unpaid checkouts of a client's network hold at a stop or truck: (slots, stock) of each."""
    return [(row[0], row[1]) for row in _HELD_BY.all(session, {"calendar": calendar_id, "network": network})]


def try_confirm(session: Session, reservation_id: str) -> bool:
    """Mark a held reservation as confirmed. False when it is not held, or not any more."""
    return _CONFIRM.run(session, {"reservation_id": reservation_id, "instant": clock.now()}) == 1


def try_release(session: Session, reservation_id: str) -> ReservationRow | None:
    """Mark a held or confirmed reservation as released and return it; None when it was released before or is unknown.

    The slots and stock are given back by `service.release_capacity` or `service.reserve`.
    """
    row = _RELEASE.first(session, {"reservation_id": reservation_id, "instant": clock.now()})
    return None if row is None else _to_row(row)


def replace_reservation(session: Session, row: ReservationRow) -> None:
    """Store all columns of an existing reservation, which the caller has released before."""
    values = {name: value for name, value in msgspec.structs.asdict(row).items() if name != "id"}
    changed = sa.update(Reservation).where(Reservation.id == row.id).values(values)
    session.execute(changed.execution_options(synchronize_session=False))


def lock_confirmed(session: Session, reservation_id: str) -> ReservationRow | None:
    """Lock and return a reservation, so that nothing else gives back what it has taken; None if not confirmed."""
    is_confirmed = (_reservations.c.id == reservation_id, _reservations.c.status == CONFIRMED)
    row = session.execute(sa.select(*_COLUMNS).where(*is_confirmed).with_for_update()).first()
    return None if row is None else _to_row(tuple(row))


def replace_stock(
    session: Session, reservation_id: str, stock: Sequence[tuple[str, int]], *, is_over_capacity: bool
) -> None:
    """Store the pieces that a reservation holds from now on. The caller has locked it."""
    values = {"stock": [list(one) for one in stock], "is_over_capacity": is_over_capacity, "updated_at": clock.now()}
    changed = sa.update(Reservation).where(Reservation.id == reservation_id).values(values)
    session.execute(changed.execution_options(synchronize_session=False))


def delete_reservations(session: Session, ids: Sequence[str]) -> None:
    """Delete those of these reservations that are released. The others stay."""
    gone = sa.delete(Reservation).where(Reservation.id.in_(ids), Reservation.status == RELEASED)
    session.execute(gone.execution_options(synchronize_session=False))


def _to_row(row: tuple[object, ...]) -> ReservationRow:
    values = dict(zip(_NAMES, row, strict=True))
    return msgspec.structs.replace(
        ReservationRow(**values),  # type: ignore[arg-type]
        slots=[tuple(one) for one in values["slots"]],  # type: ignore[attr-defined]
        stock=[tuple(one) for one in values["stock"]],  # type: ignore[attr-defined]
    )
