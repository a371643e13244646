"""Moves devices to the new endpoint when a browser has replaced its push subscription.

The service worker reports it without a sign-in, because no page is open then. The old endpoint is a secret that only
the browser, its push service and the product know.
"""

from functools import partial

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.kit.ids import hash_secret
from chuckwagon.notifications.push.schemas import RenewalRequest
from chuckwagon.push.models import OrderDevice, StaffDevice
from chuckwagon.settings import Settings

MINUTE_SECONDS = 60


def renew_subscription(db: Database, settings: Settings, request: RenewalRequest, address: str) -> None:
    """Move the devices of the old endpoint, of staff and of customers, to the new one; nothing if there are none.

    Raises InvalidInput for an invalid subscription, and TooManyRequests.
    """
    columns = request.subscription.check(settings.other_push_services, settings.push_stand_in)
    limit, old = settings.limit_push_renewals_per_address, hash_secret(request.old_endpoint)
    db.write(partial(_move_devices, old_digest=old, columns=columns, address=address, limit=limit))


def _move_devices(session: Session, old_digest: str, columns: dict[str, str], address: str, limit: int) -> None:
    rate_limits.consume(session, f"push-renewal:{address}", limit=limit, seconds=MINUTE_SECONDS)
    if columns["endpoint_digest"] == old_digest:
        return
    for model, owner in ((StaffDevice, StaffDevice.truck_id), (OrderDevice, OrderDevice.order_id)):
        taken = sa.select(owner).where(model.endpoint_digest == columns["endpoint_digest"])
        old = (model.endpoint_digest == old_digest, owner.not_in(taken.scalar_subquery()))
        moved = sa.update(model).where(*old).values(columns)
        session.execute(moved.execution_options(synchronize_session=False))
