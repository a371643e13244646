"""Compares the readers of all trucks with those at Stripe, for `chuckwagon doctor`. Changes nothing."""

from contextlib import closing

import sqlalchemy as sa

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused
from chuckwagon.integrations.stripe.terminal import terminal_gateway
from chuckwagon.kit.errors import Unavailable
from chuckwagon.payments.counter.models import CardReader, ReaderLocation
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult
from chuckwagon.trucks.models import Truck

MAX_READERS_ASKED, MAX_NAMED = 50, 5


def check_readers(settings: Settings) -> CheckResult:
    """Check that Stripe knows the card readers of the trucks, at the location of each; at most 50 are asked about."""
    try:
        with closing(Database(settings.direct_database)) as db:
            asked, problems = _find_problems(db, settings)
    except (Unavailable, sa.exc.DatabaseError, OSError):
        return CheckResult(True, "Card readers are checked once the database and Stripe respond.")
    if problems:
        more = f" And {len(problems) - MAX_NAMED} more." if len(problems) > MAX_NAMED else ""
        return CheckResult(False, " ".join(problems[:MAX_NAMED]) + more)
    return CheckResult(True, f"Stripe knows the {asked} card readers of the trucks.")


def _find_problems(db: Database, settings: Settings) -> tuple[int, list[str]]:
    """Return how many readers were asked about, and a sentence for each problem. Raises Unavailable."""
    stripe = terminal_gateway(settings)
    with db.reading() as session:
        known = sa.select(CardReader, Truck.name).join(Truck, Truck.id == CardReader.truck_id)
        in_use = known.where(CardReader.deleted_at.is_(None), Truck.archived_at.is_(None))
        readers = [
            (reader, name)
            for reader, name in session.execute(
                in_use.order_by(CardReader.created_at, CardReader.id).limit(MAX_READERS_ASKED)
            )
        ]
        found = sa.select(ReaderLocation).where(ReaderLocation.truck_id.in_({one.truck_id for one, _ in readers}))
        places = {place.truck_id: place.location_id for place in session.scalars(found)}
    problems = []
    for reader, truck_name in readers:
        try:
            location_id = stripe.get_reader_location(reader.provider_id)
        except PaymentRefused:
            problems.append(f"{reader.label} of {truck_name} is unknown at Stripe: register it again.")
            continue
        if location_id != places.get(reader.truck_id):
            problems.append(f"{reader.label} of {truck_name} is at another location at Stripe: register it again.")
    return len(readers), problems
