"""The table of reservations, its compiled statements for the order path, and the share of unpaid checkouts.

The unpaid checkouts of one network may hold only a part of a stop (docs/decisions/0051-unpaid-share.md).
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db import database
from chuckwagon.db.compiled import CompiledStatement
from chuckwagon.db.database import Base, table_of
from chuckwagon.db.rate_limits import refuse_large_share
from chuckwagon.kit import clock
from chuckwagon.schedule.slot_allocation import EMPTY, Load, SlotCalendar, count_free

HELD, CONFIRMED, RELEASED = "held", "kept", "released"  # as stored in the column
ACTIVE = (HELD, CONFIRMED)
_IS_HELD = sa.text("status = 'held'")


class Reservation(Base):
    """What an unpaid checkout holds, or what a paid order has confirmed, until it is released.

    The ID is that of the checkout or, for an order at the counter, of the order. `position` is the slot at which the
    order is picked up, `slots` lists what was taken where (an order may spill into earlier slots), `stock` the pieces
    of items and options, also of those that are not counted, because a count may begin later. A reservation
    `is_over_capacity` when it was taken although it did not fit. `holder` is the client's network while it is held.
    """

    __tablename__ = "reservations"
    __table_args__ = (
        sa.CheckConstraint("status IN ('held', 'kept', 'released')", name="status"),
        sa.Index(None, "calendar_id", "status"),
        sa.Index("ix_reservations_held", "hold_expires_at", sqlite_where=_IS_HELD, postgresql_where=_IS_HELD),
    )

    id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    truck_id: Mapped[str] = mapped_column(sa.ForeignKey("trucks.id"))
    calendar_id: Mapped[str] = mapped_column(sa.String(24))
    stop_id: Mapped[str | None] = mapped_column(sa.String(24))
    status: Mapped[str] = mapped_column(sa.String(10))
    position: Mapped[int]
    slots: Mapped[list[list[int]]] = mapped_column(sa.JSON)
    stock: Mapped[list[list[str | int]]] = mapped_column(sa.JSON)
    is_online: Mapped[bool]
    is_over_capacity: Mapped[bool]
    hold_expires_at: Mapped[datetime | None]
    holder: Mapped[str | None] = mapped_column(sa.String(60))
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]


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


class Holder(msgspec.Struct, frozen=True):
    """The network of the client that holds without having paid, and the percentage that it may hold; 0 for all."""

    network: str
    percent: int


class UnpaidShare:
    """What the unpaid checkouts of a holder have at a stop or truck, read before another one takes its part.

    The first one may take what one order may, whatever is left.
    """

    def __init__(self, session: Session, calendar_id: str, holder: Holder) -> None:
        self._percent = holder.percent
        self._held: Sequence[Held] = []
        if holder.percent > 0:
            self._held = list_held_by(session, calendar_id, holder.network)

    def refuse_units(self, calendar: SlotCalendar, loads: Mapping[int, Load], earliest: datetime, units: int) -> None:
        """Raise TooManyUnpaid if these units are too many, of all slots from `earliest` on that online orders have."""
        if not self._held or calendar.capacity is None:
            return
        open_slots = [at for at in calendar.positions() if calendar.start_of(at) >= earliest]
        own = dict.fromkeys(open_slots, 0)
        for slots, _stock in self._held:
            for at, taken in slots:
                own[at] = own.get(at, 0) + taken
        held = sum(own[at] for at in open_slots)
        free = sum(count_free(calendar, loads.get(at, EMPTY)) or 0 for at in open_slots)
        refuse_large_share(held, units, held + free, self._percent)

    def refuse_pieces(self, needed: Sequence[tuple[str, int]], left: Mapping[str, int]) -> None:
        """Raise TooManyUnpaid if these pieces are too many. `left` is what is left of each counted subject after it."""
        for subject_id, count in needed if self._held else ():
            if subject_id in left:
                held = sum(pieces for _slots, stock in self._held for own, pieces in stock if own == subject_id)
                refuse_large_share(held, count, left[subject_id] + count + held, self._percent)


def lock_holder(session: Session, holder: Holder) -> None:
    """Make other checkouts of the network wait until the commit. A limit that counts the network does so, too."""
    if holder.percent > 0:
        database.lock_transaction(session, f"unpaid:{holder.network}")
