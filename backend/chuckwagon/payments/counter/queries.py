"""Reads of counter payments."""

from uuid import UUID

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.errors import NotFound
from chuckwagon.kit.ids import is_id
from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.observability.logging import log
from chuckwagon.orders.late.devices import find_letter, note_device
from chuckwagon.orders.late.prices import is_publishing_due, list_terms, publish_prices
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement.counter_slot import PricedCounter, read_counter_terms
from chuckwagon.orders.queries import get_truck_for_orders
from chuckwagon.payments.counter import schemas
from chuckwagon.payments.counter.models import DECLINED, CardReader, CounterPayment
from chuckwagon.payments.counter.readers import list_readers
from chuckwagon.payments.models import Checkout
from chuckwagon.trucks.models import Truck

PAYMENT_NOT_FOUND = Sentence("This payment does not exist.", "counter_payment_unknown")


def get_payment_for(session: Session, actor: Actor, payment_id: str) -> CounterPayment:
    """A payment of a truck at which the user works. Raises NotFound, NotAllowed."""
    payment = session.get(CounterPayment, payment_id) if is_id(payment_id) else None
    if payment is None:
        raise NotFound(PAYMENT_NOT_FOUND)
    authorize(actor, Action.TAKE_CARDS, payment.truck_id)
    return payment


def read_payment(db: Database, actor: Actor, payment_id: str) -> schemas.CounterPayment:
    """The payment's present state. Raises NotFound, NotAllowed."""
    with db.reading() as session:
        return to_payment(session, get_payment_for(session, actor, payment_id))


def to_payment(session: Session, payment: CounterPayment) -> schemas.CounterPayment:
    """The payment's JSON."""
    checkout = session.get_one(Checkout, payment.checkout_id)
    order = session.get(Order, payment.order_id) if payment.order_id else None
    reader = session.get_one(CardReader, payment.reader_id)
    return schemas.CounterPayment(
        id=payment.id,
        truck_id=payment.truck_id,
        state=payment.state,  # type: ignore[arg-type]
        reason=payment.reason,
        decline_code=payment.decline_code if payment.state == DECLINED else None,
        total=to_dollars((order or checkout).total_cents),
        tip=to_dollars((order or checkout).tip_cents),
        reader_id=payment.reader_id,
        reader_label=reader.label,
        asks_for_tip=payment.asks_for_tip,
        draft_id=payment.draft_id,
        order_id=payment.order_id,
        pays_order_id=payment.pays_order_id,
        created_at=to_iso(payment.created_at),
        updated_at=to_iso(payment.updated_at),
        expires_at=to_iso(checkout.expires_at),
    )


def read_counter(db: Database, actor: Actor, truck_id: str, device_id: UUID | None) -> schemas.Counter:
    """The counter of a truck with its readers; one that is always open has no stops.

    What a device sells by without network is kept: its letter, and the prices that it reads here. While the database
    takes no writes, a device that has its letter reads on, and the next read keeps what this one could not. Raises
    NotFound, NotAllowed.
    """
    device = str(device_id) if device_id else None
    with db.reading() as session:
        truck = get_truck_for_orders(session, actor, truck_id)
        read = read_counter_terms(session, truck)
        readers = list_readers(session, truck.id)
        letter, is_noting_due = find_letter(session, truck.id, device) if device else (None, False)
        is_due = is_publishing_due(session, truck.id, read.terms.prices_version)
    if is_due or is_noting_due:
        try:
            letter = db.write(lambda session: _note_read(session, truck, read, device, is_publishing_due=is_due))
        except OUTAGE_ERRORS as outage:
            if device and letter is None:
                raise
            log.warning("counter_read_not_kept", reason=type(outage).__name__)
    terms = msgspec.structs.asdict(read.terms)
    return schemas.Counter(**terms, readers=readers, device=schemas.CounterDevice(letter))


def _note_read(
    session: Session, truck: Truck, read: PricedCounter, device_id: str | None, *, is_publishing_due: bool
) -> str | None:
    if is_publishing_due:
        publish_prices(session, truck.id, read.terms.prices_version, read.menu, list_terms(truck, read.stops))
    return note_device(session, truck.id, device_id) if device_id else None
