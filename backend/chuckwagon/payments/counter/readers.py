"""Readers of a truck: registered, renamed, removed, and asked about. The first one makes the location at Stripe.

`chuckwagon doctor` compares those of all trucks with Stripe's, and changes nothing.
"""

from contextlib import closing
from datetime import datetime, timedelta
from functools import partial
from threading import Lock

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.audit import log
from chuckwagon.db.database import Database, insert_if_absent
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, StripeFailureReplayed
from chuckwagon.integrations.stripe.terminal import ProviderReader, terminal_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso, to_optional_iso
from chuckwagon.kit.errors import InvalidInput, NotFound, Unavailable
from chuckwagon.kit.ids import hash_secret, is_id, new_id
from chuckwagon.kit.sentences import REQUIRED_FIELDS, Sentence, too_long
from chuckwagon.kit.validation import collapse_whitespace
from chuckwagon.orders.queries import get_truck_for_orders
from chuckwagon.payments.counter.models import CardReader, ReaderLocation
from chuckwagon.payments.counter.schemas import Reader, ReaderRequest
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult
from chuckwagon.trucks.models import Truck

MAX_LABEL_LENGTH = 60
READER_NOT_FOUND = Sentence("This card reader does not exist.", "reader_unknown")
ADDRESS_MISSING = Sentence("Enter the truck's business address first.", "address_missing")
LOOK_SECONDS = 5
SEEN_STEP = timedelta(minutes=1)
OFFLINE = "offline"
REGISTERED, RENAMED, REMOVED = "reader.registered", "reader.renamed", "reader.removed"


class AddressMissing(InvalidInput):
    """The payment service wants the address at which a truck's readers are."""

    code = "address_missing"


def list_readers(session: Session, truck_id: str) -> list[Reader]:
    """The truck's readers, oldest first."""
    found = sa.select(CardReader).where(CardReader.truck_id == truck_id, CardReader.deleted_at.is_(None))
    return [to_reader(one) for one in session.scalars(found.order_by(CardReader.created_at, CardReader.id))]


class ReaderLooks:
    """Remembers of which trucks this process has asked Stripe for the readers within the last LOOK_SECONDS."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._asked_at: dict[str, datetime] = {}

    def claim(self, truck_id: str) -> bool:
        """Whether the caller is to ask about the truck now, because no one has for a while."""
        instant = clock.now()
        with self._lock:
            since = instant - timedelta(seconds=LOOK_SECONDS)
            self._asked_at = {key: at for key, at in self._asked_at.items() if since < at <= instant}
            is_due = truck_id not in self._asked_at
            self._asked_at.setdefault(truck_id, instant)
            return is_due


_looks = ReaderLooks()


def look_at_readers(db: Database, settings: Settings, actor: Actor, truck_id: str | None) -> None:
    """Ask Stripe how the truck's readers are, and keep it; nothing if that was asked a few seconds ago.

    A reader that Stripe does not have at the truck's location is offline. Raises NotFound, NotAllowed, ReaderRefused,
    Unavailable.
    """
    with db.reading() as session:
        truck = get_truck_for_orders(session, actor, truck_id)
        place = session.get(ReaderLocation, truck.id)
    if place is None or not _looks.claim(truck.id):
        return
    found = {one.id: one for one in terminal_gateway(settings).list_readers(place.location_id)}
    is_known = (CardReader.truck_id == truck.id, CardReader.deleted_at.is_(None))
    with db.reading() as session:
        known = list(session.scalars(sa.select(CardReader).where(*is_known)))
    for one in known:
        note_reader(db, one.id, found.get(one.provider_id) or _to_missing(one))


def _to_missing(reader: CardReader) -> ProviderReader:
    return ProviderReader(reader.provider_id, reader.device_type, OFFLINE, reader.seen_at, None)


def note_reader(db: Database, reader_id: str, reader: ProviderReader) -> None:
    """Keep what Stripe says of the reader, if it is something new: its status, or that it was seen a minute later."""

    def write(session: Session) -> None:
        known = session.get_one(CardReader, reader_id)
        known.status, known.seen_at = reader.status, reader.seen_at

    with db.reading() as session:
        known = session.get_one(CardReader, reader_id)
    if reader.status != known.status or _is_later(reader.seen_at, known.seen_at):
        db.write(write)


def _is_later(seen_at: datetime | None, known_at: datetime | None) -> bool:
    return seen_at is not None and (known_at is None or seen_at - known_at >= SEEN_STEP)


def to_reader(reader: CardReader) -> Reader:
    """The reader's JSON."""
    return Reader(
        id=reader.id,
        truck_id=reader.truck_id,
        label=reader.label,
        device_type=reader.device_type,
        status="online" if reader.status == "online" else "offline",
        last_seen_at=to_optional_iso(reader.seen_at),
        created_at=to_iso(reader.created_at),
    )


def register_reader(db: Database, settings: Settings, actor: Actor, request: ReaderRequest) -> Reader:
    """Register a reader at Stripe and store it. The same code again, while it is valid, is the same reader.

    Raises NotFound, NotAllowed, InvalidInput, AddressMissing, ReaderRefused, Unavailable.
    """
    label, code = _check_label(request.label), request.registration_code.strip()
    if not code:
        raise InvalidInput(REQUIRED_FIELDS, fields={"registrationCode": REQUIRED_FIELDS})
    with db.reading() as session:
        truck = get_truck_for_orders(session, actor, request.truck_id)
        place = session.get(ReaderLocation, truck.id)
    location_id = place.location_id if place else _make_location(db, settings, truck)
    made = _create_reader(db, settings, code, label, location_id)

    def store(session: Session) -> Reader:
        values = {"id": new_id(), "truck_id": truck.id, "provider_id": made.id, "created_at": clock.now()}
        values |= {"label": label, "deleted_at": None} | _describe(made)
        insert_if_absent(session, CardReader, values)
        reader = session.scalars(sa.select(CardReader).where(CardReader.provider_id == made.id)).one()
        reader.truck_id, reader.label, reader.deleted_at = truck.id, label, None
        _record(session, actor, REGISTERED, reader)
        return to_reader(reader)

    return db.write(store)


def _create_reader(db: Database, settings: Settings, code: str, label: str, location_id: str) -> ProviderReader:
    """Register the reader at Stripe, once for each code, label and location.

    Stripe answers a repeated call as before for a day. After a failure, or a removal of the reader, it is a new call.
    """
    create = partial(terminal_gateway(settings).create_reader, code, label, location_id)
    if code.startswith("simulated"):  # each time another reader
        return create(f"reader:{new_id()}")
    try:
        made = create(f"reader:{_digest(code, label, location_id)}")
    except StripeFailureReplayed:
        return create(f"reader:{new_id()}")
    with db.reading() as session:
        is_removed = (CardReader.provider_id == made.id, CardReader.deleted_at.is_not(None))
        removed_id = session.scalar(sa.select(CardReader.id).where(*is_removed))
    return made if removed_id is None else create(f"reader:{new_id()}")


def _digest(*sent: object) -> str:
    """What is sent, as a part of its idempotency key: once it is corrected, it is another call."""
    return hash_secret(repr(sent))[:32]


def _make_location(db: Database, settings: Settings, truck: Truck) -> str:
    address = _to_address(truck)
    if address is None:
        raise AddressMissing(ADDRESS_MISSING)
    create = partial(terminal_gateway(settings).create_location, truck.name, address, truck.tip_presets)
    try:
        made = create(f"location:{truck.id}:{_digest(truck.name, address, truck.tip_presets)}")
    except StripeFailureReplayed:
        made = create(f"location:{truck.id}:{new_id()}")
    values = {"truck_id": truck.id, "location_id": made[0], "configuration_id": made[1]}
    db.write(lambda session: insert_if_absent(session, ReaderLocation, values))
    return made[0]


def _to_address(truck: Truck) -> dict[str, str] | None:
    """The truck's business address in Stripe's names; None without one."""
    address = truck.business_address
    if not address:
        return None
    names = {"line1": "line1", "city": "city", "state": "state", "postalCode": "postal_code"}
    sent = {theirs: str(address.get(ours) or address.get(theirs) or "") for ours, theirs in names.items()}
    return sent | {"country": "US"}


def move_readers(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Tell Stripe the present address and tips of a truck that has readers: a job after a change of its settings."""
    with db.reading() as session:
        truck = session.get_one(Truck, str(claimed.payload["truckId"]))
        place = session.get(ReaderLocation, truck.id)
    if place is not None:
        sent = (truck.name, _to_address(truck), truck.tip_presets)
        terminal_gateway(settings).update_location(place.location_id, place.configuration_id, *sent)
    db.write(lambda session: outbox.finish(session, claimed.id))


def _describe(made: ProviderReader) -> dict[str, object]:
    return {"device_type": made.device_type[:60], "status": made.status[:20], "seen_at": made.seen_at}


def rename_reader(db: Database, settings: Settings, actor: Actor, reader_id: str, label: str) -> Reader:
    """Change the label, at Stripe too. Raises NotFound, NotAllowed, InvalidInput, ReaderRefused, Unavailable."""
    label = _check_label(label)
    with db.reading() as session:
        reader = get_reader_for(session, actor, reader_id)
    terminal_gateway(settings).rename_reader(reader.provider_id, label)

    def store(session: Session) -> Reader:
        known = session.get_one(CardReader, reader.id)
        known.label = label
        _record(session, actor, RENAMED, known)
        return to_reader(known)

    return db.write(store)


def remove_reader(db: Database, settings: Settings, actor: Actor, reader_id: str) -> None:
    """Remove the reader from the truck and from Stripe. Raises NotFound, NotAllowed, ReaderRefused, Unavailable."""
    with db.reading() as session:
        reader = get_reader_for(session, actor, reader_id)
    terminal_gateway(settings).delete_reader(reader.provider_id)

    def store(session: Session) -> None:
        known = session.get_one(CardReader, reader.id)
        known.deleted_at = clock.now()
        _record(session, actor, REMOVED, known)

    db.write(store)


def get_reader_for(session: Session, actor: Actor, reader_id: str | None) -> CardReader:
    """A reader of a truck at which the user works. Raises NotFound, NotAllowed."""
    reader = session.get(CardReader, reader_id) if reader_id and is_id(reader_id) else None
    if reader is None or reader.deleted_at is not None:
        raise NotFound(READER_NOT_FOUND)
    authorize(actor, Action.MANAGE_READERS, reader.truck_id)
    return reader


def _check_label(text: str) -> str:
    label = collapse_whitespace(text)
    sentence = REQUIRED_FIELDS if not label else too_long(MAX_LABEL_LENGTH) if len(label) > MAX_LABEL_LENGTH else None
    if sentence is not None:
        raise InvalidInput(sentence, fields={"label": sentence})
    return label


def _record(session: Session, actor: Actor, action: str, reader: CardReader) -> None:
    log.record(session, actor.author, action, reader.id, truck_id=reader.truck_id, details={"label": reader.label})


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
