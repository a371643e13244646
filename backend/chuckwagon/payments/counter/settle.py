"""What became of payments on readers: by the reader's events, by asking it, and by asking for the intent.

A charge always ends in `fulfill_payment`, whatever the payment's state is by then.

The worker asks the reader of each payment under way every two seconds, so that a lost event is known within three. A
payment that no reader has yet is looked at every second, because the server that was to hand it over may be gone.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe import terminal
from chuckwagon.integrations.stripe.events import StripeEvent
from chuckwagon.integrations.stripe.payment_intents import Intent, PaymentRefused
from chuckwagon.integrations.stripe.terminal import ProviderReader, ReaderRefused, terminal_gateway
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError
from chuckwagon.observability.logging import log
from chuckwagon.orders.models import Order
from chuckwagon.orders.service import publish_order_change
from chuckwagon.payments import queries
from chuckwagon.payments.checkout.service import close_unpaid
from chuckwagon.payments.counter import endings, readers, states
from chuckwagon.payments.counter.models import (
    DECLINED,
    MAY_RUN,
    PROCESSING,
    READER_BUSY,
    READER_OFFLINE,
    RUNNING,
    TIMED_OUT,
    CardReader,
    CounterPayment,
)
from chuckwagon.payments.fulfillment.service import fulfill_payment
from chuckwagon.payments.models import OPEN, Checkout
from chuckwagon.printers.enqueue import release_receipts
from chuckwagon.settings import Settings

HANDOVER_SECONDS = 1.4  # from which on a payment that no reader has is given up
ANSWERED_SECONDS = 0.5  # the same, once the call to the reader has ended
PAYMENT_REFUSED = "payment_refused"  # Stripe makes no payment of it: for one, its amount is too small
CANCELLED_ON_READER = "cancelled_on_reader"
REASONS = {
    "customer_canceled": CANCELLED_ON_READER,
    "terminal_reader_timeout": "reader_timeout",
}
STATES = {terminal.OFFLINE: READER_OFFLINE, terminal.BUSY: READER_BUSY, terminal.TIMEOUT: TIMED_OUT}


def handle_reader_event(db: Database, settings: Settings, event: StripeEvent) -> None:
    """Settle the payment that a reader's event is about. The event only says that something happened."""
    with db.reading() as session:
        of_intent = sa.select(CounterPayment.id).join(Checkout, Checkout.id == CounterPayment.checkout_id)
        found = session.scalar(of_intent.where(Checkout.payment_intent_id == event.reader_intent_id))
    if found is not None:
        settle(db, settings, found)
    db.write(lambda session: queries.store_event(session, event.id, event.type, event.created))


def settle(db: Database, settings: Settings, payment_id: str, *, asks_intent: bool = False) -> None:
    """Ask the payment's reader, and Stripe about its intent where the reader has ended, and store what they say.

    With `asks_intent` the intent is read in any case. Raises PaymentRefused, Unavailable.
    """
    with db.reading() as session:
        payment = session.get_one(CounterPayment, payment_id)
        checkout = session.get_one(Checkout, payment.checkout_id)
        reader_id = session.get_one(CardReader, payment.reader_id).provider_id
    if checkout.status != OPEN:  # its intent says how it ended, whatever the reader shows
        asks_intent = True
    if payment.ending is not None:  # the server that was asked to end it may be gone
        endings.finish(db, settings, payment_id)
        return
    intent_id = checkout.payment_intent_id
    if intent_id is None:
        if _is_lost(payment):
            db.write(lambda session: states.change_state(session, payment, TIMED_OUT))
        return
    stripe = terminal_gateway(settings)
    state, reason = None, None
    if payment.state in (*RUNNING, *MAY_RUN):
        try:
            state, reason = _read_state(db, payment, stripe.get_reader(reader_id), intent_id)
        except PaymentRefused:  # the reader was removed at Stripe
            state, reason = TIMED_OUT, None
        if state is None and not asks_intent:
            return
    intent = stripe.get_intent(intent_id)
    apply_intent(db, settings, payment, intent, state, reason)


def _is_lost(payment: CounterPayment) -> bool:
    """Whether a payment that no reader has will get to none: the server died, or Stripe has not done what it was told.

    A call that is only slow may still succeed; then the payment waits again.
    """
    if payment.handed_at is not None:
        return payment.handed_at < clock.now() - timedelta(seconds=ANSWERED_SECONDS)
    return payment.updated_at < clock.now() - timedelta(seconds=HANDOVER_SECONDS)


def _read_state(
    db: Database, payment: CounterPayment, reader: ProviderReader, intent_id: str
) -> tuple[str | None, str | None]:
    """What the reader says of the payment: (state, reason), the state None while it waits for a card.

    Each try has the same intent, so until the reader has taken a repeated one, what failed on it is the try before.
    """
    readers.note_reader(db, payment.reader_id, reader)
    action = reader.action if reader.action and reader.action.intent_id == intent_id else None
    is_before = payment.tries > 1 and payment.handed_at is None
    if action is None or (is_before and action.status == "failed"):
        return (_describe_loss(payment, reader, intent_id) if _is_lost(payment) else None), None
    if action.status == "failed":
        state = STATES.get(action.failure_code, DECLINED)
        return state, REASONS.get(action.failure_code) or action.failure_message or None
    if action.status == "succeeded":
        return PROCESSING, None
    if reader.status == readers.OFFLINE:
        return READER_OFFLINE, None
    if payment.handed_at is None or payment.state in MAY_RUN:
        db.write(lambda session: states.note_handed(session, payment))
    return None, None


def _describe_loss(payment: CounterPayment, reader: ProviderReader, intent_id: str) -> str:
    """The state of a payment that its reader does not have: busy when another tablet has taken the reader from it.

    One that no reader had yet may still get there, so it is asked about as TIMED_OUT.
    """
    other = reader.action
    is_taken = other is not None and other.status == "in_progress" and other.intent_id != intent_id
    return READER_BUSY if is_taken and payment.handed_at is not None else TIMED_OUT


def store_refusal(session: Session, payment: CounterPayment, refused: ReaderRefused) -> None:
    """Store the state that a reader's refusal leads to, and that Stripe could not reach the reader."""
    state = STATES.get(refused.provider_code, DECLINED)
    states.change_state(session, payment, state, str(refused) if state == DECLINED else None)
    if state == READER_OFFLINE:
        session.get_one(CardReader, payment.reader_id).status = readers.OFFLINE


def apply_intent(
    db: Database,
    settings: Settings,
    payment: CounterPayment,
    intent: Intent,
    state: str | None = None,
    reason: str | None = None,
) -> None:
    """Make the order of a paid intent, end the payment of a cancelled one, else store the state, if there is one."""

    def write(session: Session) -> None:
        if intent.status == "succeeded":
            fulfill_payment(session, intent, expect_live=settings.moves_real_money, source="reader")
        elif intent.status == "canceled":
            close_unpaid(session, payment.checkout_id)
        elif intent.status == "processing":
            states.change_state(session, payment, PROCESSING)
        elif state is not None and state != PROCESSING:
            words = intent.failure_message if state == DECLINED else ""
            # The intent keeps the error of an earlier try, of which the reader then has not the words.
            is_of_words = bool(words) and words.startswith(reason or "")
            code = intent.decline_code if is_of_words else ""
            states.change_state(session, payment, state, reason or words or None, decline_code=code)

    db.write(write)


def read_receipt(db: Database, settings: Settings, claimed: OutboxMessage) -> None:
    """Fetch the fields of the receipt that card networks require, and keep them with the order."""
    order_id = str(claimed.payload["orderId"])
    with db.reading() as session:
        order = session.get_one(Order, order_id)
        intent_id, label = order.payment_intent_id or "", (order.reader or {}).get("label", "")
    receipt = terminal_gateway(settings).get_receipt(intent_id)

    def write(session: Session) -> None:
        if receipt is not None:
            kept = {
                "reader": {"label": label} | msgspec.to_builtins(receipt),
                "version": Order.version + 1,
                "updated_at": clock.now(),
            }
            session.execute(sa.update(Order).where(Order.id == order_id).values(kept))
            publish_order_change(session, order_id)
            release_receipts(session, order_id)
        outbox.finish(session, claimed.id)

    db.write(write)


LOOK_SECONDS = 1.0
ASK_SECONDS = 1.7  # a payment is due again so long after it was asked about: at the second look
MAX_AT_ONCE = 8
PAGE = 200
ShouldContinue = Callable[[], bool]


class ReaderWatch:
    """Remembers when the reader of each payment was asked. Another process that takes over asks all of them at once."""

    def __init__(self) -> None:
        self._asked_at: dict[str, float] = {}

    def ask_all(self, db: Database, settings: Settings, should_continue: ShouldContinue) -> None:
        """Ask about all payments that are due, MAX_AT_ONCE at a time.

        While an answer is waited for, the others are asked again, so a call that hangs holds up no other payment.
        """
        asked: dict[str, Future[None]] = {}
        with ThreadPoolExecutor(MAX_AT_ONCE, "reader") as threads:
            while should_continue():
                asked = {key: one for key, one in asked.items() if not one.done()}
                for payment_id in self._list_due(db):
                    if payment_id not in asked:
                        asked[payment_id] = threads.submit(_ask, db, settings, payment_id, should_continue)
                if not wait(asked.values(), LOOK_SECONDS).not_done:
                    return

    def _list_due(self, db: Database) -> list[str]:
        known = list(_read_pages(db))
        now, before = time.monotonic(), self._asked_at
        due = [key for key, has_reader in known if not has_reader or now - before.get(key, -ASK_SECONDS) >= ASK_SECONDS]
        self._asked_at = {key: before[key] for key, _ in known if key in before} | dict.fromkeys(due, now)
        return due


def _read_pages(db: Database) -> Iterator[tuple[str, bool]]:
    """Read the ID of each payment that is to be asked about, and whether a reader has it."""
    last = ""
    while True:
        wanted = sa.select(CounterPayment.id, CounterPayment.handed_at.is_not(None))
        following = wanted.where(states.is_to_be_asked(), CounterPayment.id > last)
        with db.reading() as session:
            page = [
                (key, bool(has_reader))
                for key, has_reader in session.execute(following.order_by(CounterPayment.id).limit(PAGE))
            ]
        yield from page
        if len(page) < PAGE:
            return
        last = page[-1][0]


def _ask(db: Database, settings: Settings, payment_id: str, should_continue: ShouldContinue) -> None:
    if not should_continue():
        return
    try:
        settle(db, settings, payment_id)
    except AppError:  # Stripe is down: it is asked again
        pass
    except Exception:  # noqa: BLE001 - the others are asked all the same
        log.exception("reader_not_asked")
