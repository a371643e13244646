"""Registers a simulated card reader at one truck of the demo. The sandbox has to run, because it is the provider."""

import sqlalchemy as sa

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import AppError
from chuckwagon.observability.logging import log
from chuckwagon.payments.counter.models import CardReader
from chuckwagon.payments.counter.readers import register_reader
from chuckwagon.payments.counter.schemas import ReaderRequest
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

SLUG, LABEL, CODE = "spicy-burritos", "Window", "simulated-wpe"


def add_reader(db: Database, settings: Settings) -> bool:
    """Register the reader. False for a truck that has or had one, has no address, or if the provider does not answer.

    Raises ValueError outside of the sandbox.
    """
    if not settings.sandbox or settings.moves_real_money:
        raise ValueError("The simulated reader belongs to the demo.")
    with db.reading() as session:
        truck = session.scalar(sa.select(Truck).where(Truck.slug == SLUG, Truck.archived_at.is_(None)))
        user = session.scalar(sa.select(User).where(User.role == SUPERADMIN).limit(1))
        known = sa.select(CardReader.id).where(CardReader.truck_id == truck.id).limit(1) if truck else None
        is_known = known is not None and session.scalar(known) is not None
    if truck is None or user is None or is_known or not truck.business_address:
        return False
    actor = Actor(user.id, SUPERADMIN, None, "", user.name)
    try:
        register_reader(db, settings, actor, ReaderRequest(registration_code=CODE, label=LABEL, truck_id=truck.id))
    except AppError as problem:
        log.warning("demo_reader_not_registered", reason=type(problem).__name__)
        return False
    return True
