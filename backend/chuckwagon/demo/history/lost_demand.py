"""Lost demand of the history, as hourly sums."""

from collections import Counter
from datetime import datetime

from chuckwagon.demand.models import CLOSED_VIEW, NO_STOP, SLOT_FULL, SOLD_OUT, UNPAID, LostDemand
from chuckwagon.demand.service import HOUR_SECONDS
from chuckwagon.demo.history.past_stops import Visit
from chuckwagon.demo.history.row_buffer import RowBuffer
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.schedule import models, states

MAX_VIEWS, MAX_UNPAID, MAX_SOLD_OUT = 9, 2, 3
BUSY_FACTOR = 1.2  # from here on a place is busy, and something is sold out


class LostDemandSums:
    """Sums lost demand by hour, truck, stop and kind, until `write` makes rows of the sums."""

    def __init__(self) -> None:
        self._sums: Counter[tuple[str, int, str, str]] = Counter()

    def add_stop(self, rng: SeededRandom, visit: Visit, refused: int) -> None:
        """Count the losses of a stop: the `refused` customers who found no slot, and random numbers of other kinds."""
        stop = visit.stop
        if stop.status == models.CANCELLED:
            self._count(stop.truck_id, stop.starts_at, stop.id, CLOSED_VIEW, rng.randint(1, MAX_VIEWS))
            return
        opens_at, closes_at = states.opens_at(stop), states.closes_at(stop)
        self._count(stop.truck_id, opens_at, stop.id, SLOT_FULL, refused)
        self._count(stop.truck_id, opens_at, stop.id, UNPAID, rng.randint(0, MAX_UNPAID))
        if visit.spot.factor >= BUSY_FACTOR:
            self._count(stop.truck_id, closes_at, stop.id, SOLD_OUT, rng.randint(0, MAX_SOLD_OUT))
        self._count(stop.truck_id, closes_at, NO_STOP, CLOSED_VIEW, rng.randint(0, MAX_VIEWS))

    def write(self, buffer: RowBuffer) -> None:
        """Add one row for each hour, truck, stop and kind of lost demand."""
        for (truck_id, hour, stop_id, kind), count in sorted(self._sums.items()):
            buffer.add(LostDemand, truck_id=truck_id, hour=hour, stop_id=stop_id, kind=kind, count=count)

    def _count(self, truck_id: str, at: datetime, stop_id: str, kind: str, count: int) -> None:
        if count:
            self._sums[truck_id, int(at.timestamp()) // HOUR_SECONDS, stop_id, kind] += count
