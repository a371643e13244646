"""How much of a stop the unpaid checkouts of one network may hold (docs/decisions/0051-unpaid-share.md)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db import database
from chuckwagon.db.rate_limits import refuse_large_share
from chuckwagon.orders.reservations import statements
from chuckwagon.schedule.slots.allocation import EMPTY, Load, SlotCalendar, count_free


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
        self._held: Sequence[statements.Held] = []
        if holder.percent > 0:
            self._held = statements.list_held_by(session, calendar_id, holder.network)

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
