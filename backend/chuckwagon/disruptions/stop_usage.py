"""What keeps staff from changing a stop or archiving a place: its customers, and a change of plan before its start."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.disruptions import models
from chuckwagon.disruptions.models import Disruption
from chuckwagon.payments.stop_usage import OrderedStopUsage
from chuckwagon.schedule.usage import UNUSED, UsedStop


class DisruptionStopUsage(OrderedStopUsage):
    """Adds disruptions that have not started to the usage by orders and checkouts."""

    def read(self, session: Session, stop_ids: Collection[str]) -> dict[str, UsedStop]:
        """The usage of the stops that have any, keyed by stop ID."""
        used = super().read(session, stop_ids)
        is_waiting = (Disruption.stop_id.in_(stop_ids), Disruption.state == models.SCHEDULED)
        for stop_id in session.scalars(sa.select(Disruption.stop_id).where(*is_waiting)):
            used[stop_id] = msgspec.structs.replace(used.get(stop_id, UNUSED), is_changing=True)
        return used

    def is_relocation_target(self, session: Session, place_id: str) -> bool:
        """Whether a change of plan that waits for its start moves a stop to the place."""
        is_waiting = (Disruption.place_id == place_id, Disruption.state == models.SCHEDULED)
        return session.scalar(sa.select(sa.literal(1)).where(*is_waiting).limit(1)) is not None
