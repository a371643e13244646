"""Settlement: one order per succeeded payment, whoever brings the news.

The confirmation page, the webhook and the reconciler all end in `settle`. It compares the payment with its
saved checkout, claims the checkout with one conditional update and makes the order in the same transaction;
whoever loses the race reads the winner's order. Once money has moved it never refuses: what no longer fits
becomes a flag for staff, and a payment that does not match its checkout is kept for review.
"""

import hmac
from datetime import datetime, timedelta

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits
from chuckwagon.core.db import Database, insert_if_absent
from chuckwagon.core.errors import Conflict, NotFound, Unavailable
from chuckwagon.core.ids import digest, is_id, new_id
from chuckwagon.core.installation import find_installation_id
from chuckwagon.core.logging import log
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.gateways.stripe_payments import Intent
from chuckwagon.menu.cart_items import CartItem, items_for_cart
from chuckwagon.orders.models import Order
from chuckwagon.orders.placed import PlacedOrder
from chuckwagon.orders.pricing import Choice as CartChoice
from chuckwagon.orders.pricing import Line, Selection, price_cart
from chuckwagon.orders.queries import find_order_by_intent, get_sms_status
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.payments import answers, queries, reviews, schemas, snapshots
from chuckwagon.payments.metrics import CONFLICTS, MISMATCHES, ORPHANED, SETTLED
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.payments.provider_copy import INSTALLATION
from chuckwagon.payments.service import close_checkout
from chuckwagon.payments.snapshots import Seller, Snapshot
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

JUST_LEFT = "pending"  # where the confirmation of an order is that has been made this moment


class Settled(msgspec.Struct, frozen=True):
    """An order, and what its payment was made for if the order was made just now."""

    order: Order | PlacedOrder
    checkout: Snapshot | None = None
    seller: Seller | None = None


class PaymentHeld(Conflict):
    """The payment does not match its checkout and waits for a person."""

    code = "payment_in_review"
    sentence = "Payment verification incomplete. Please contact support if charged."


def verify_payment(
    db: Database, stripe: StripeGateway, settings: Settings, request: schemas.VerifyRequest, address: str
) -> answers.VerifyAnswer:
    """What became of a payment, making its order if nobody has yet.

    An unknown id is refused without asking the provider; a settled one is answered from the database.
    Raises InvalidInput, NotFound, PaymentHeld, TooManyRequests, Unavailable.
    """
    intent_id = request.intent_id
    answer = find_settled(db, request)
    if answer is not None:
        return answer
    limit = settings.limit_verifications_per_address
    db.write(lambda session: limits.count(session, f"verify:{address}", limit=limit, seconds=60))
    intent = stripe.get_intent(intent_id)
    if intent.status != "succeeded":
        return answers.VerifyAnswer(intent.status, None)
    secret = request.payment_intent_client_secret
    answer = db.write(lambda session: _settle_and_show(session, settings, intent, secret))
    if answer is None:
        raise PaymentHeld
    return answer


def find_settled(db: Database, request: schemas.VerifyRequest) -> answers.VerifyAnswer | None:
    """The answer for a payment that has its order; None if the provider has to be asked. Raises NotFound."""
    intent_id, secret = request.intent_id, request.payment_intent_client_secret
    with db.reading() as session:
        found = queries.find_confirmation(session, intent_id)
        if found is None:
            raise NotFound("We couldn't find order details for this payment.")
        secret_hash, order_id = found
        order = session.get(Order, order_id) if order_id else None
        return None if order is None else _read_and_show(session, order, secret, secret_hash)


def _settle_and_show(
    session: Session, settings: Settings, intent: Intent, secret: str | None
) -> answers.VerifyAnswer | None:
    """Of the order that was made now, most is still at hand; the answer leaves after the commit."""
    settled = _settle(session, intent, expect_live=settings.moves_real_money, source="verify")
    if settled is None:
        return None
    checkout, seller = settled.checkout, settled.seller
    if checkout is None or seller is None:
        found = queries.find_confirmation(session, intent.id)
        return _read_and_show(session, settled.order, secret, found[0] if found else None)
    truck = answers.TruckNameOut(seller.name, seller.slug, seller.timezone)
    return _show(settled.order, truck, JUST_LEFT, secret, checkout.client_secret_hash)


def _read_and_show(
    session: Session, order: Order | PlacedOrder, secret: str | None, secret_hash: str | None
) -> answers.VerifyAnswer:
    truck = session.get_one(Truck, order.truck_id)
    named = answers.TruckNameOut(truck.name, truck.slug, truck.timezone)
    return _show(order, named, get_sms_status(session, order.id), secret, secret_hash)


def _show(
    order: Order | PlacedOrder,
    truck: answers.TruckNameOut,
    sms_status: str,
    secret: str | None,
    secret_hash: str | None,
) -> answers.VerifyAnswer:
    knows_secret = secret is not None and hmac.compare_digest(digest(secret), secret_hash or "")
    shown = answers.confirmed_order(order, truck, sms_status, with_secret=knows_secret)
    return answers.VerifyAnswer("succeeded", shown)


def receive_event(session: Session, settings: Settings, event: Event) -> None:
    """Store the event and its effect together; one that was stored before has no second effect.

    Raises Unavailable for a payment of ours whose checkout is not here (yet), so that it is sent again.
    """
    if not queries.store_event(session, event) or event.intent is None:
        return
    checkout_id = event.intent.metadata.get("checkoutId", "")
    if not is_id(checkout_id):
        return
    if not is_ours(session, event.intent):
        log.info("event_of_another_installation", event_type=event.type)
        return
    if event.type == "payment_intent.succeeded":
        if session.get(Checkout, checkout_id) is None:
            raise Unavailable
        settle(session, event.intent, expect_live=settings.moves_real_money, source="webhook")
    elif event.type == "payment_intent.canceled":
        close_checkout(session, checkout_id)


def is_ours(session: Session, intent: Intent) -> bool:
    """Whether a payment on this account was made by this installation."""
    installation, own = intent.metadata.get(INSTALLATION), find_installation_id(session)
    if installation and own:  # a backup from before the first checkout knows none
        return installation == own
    truck_id = intent.metadata.get("truckId")
    # Whoever has the provider's dashboard can write anything there.
    return not isinstance(truck_id, str) or not is_id(truck_id) or session.get(Truck, truck_id) is not None


def settle(
    session: Session,
    intent: Intent,
    *,
    expect_live: bool,
    source: str,
    paid_at: datetime | None = None,
    withheld: str | None = None,
) -> Order | PlacedOrder | None:
    """The order of a succeeded payment: made now, or read if it is there. None when it is held for review.

    `source` says in the figures who brought the news.
    For a payment of long ago, `paid_at` is when the order was placed, `withheld` why nobody is told of it.
    """
    settled = _settle(
        session, intent, expect_live=expect_live, source=source, paid_at=paid_at, withheld=withheld
    )
    return settled.order if settled else None


def _settle(
    session: Session,
    intent: Intent,
    *,
    expect_live: bool,
    source: str,
    paid_at: datetime | None = None,
    withheld: str | None = None,
) -> Settled | None:
    order_id = queries.find_order_id(session, intent.id)
    if order_id is not None:
        return Settled(session.get_one(Order, order_id))
    checkout_id = queries.named_checkout(intent)
    found = snapshots.find_to_settle(session, checkout_id, intent.id) if checkout_id else None
    checkout, seller, review_id = found or (None, None, None)
    reason = _mismatch(checkout, intent, expect_live=expect_live)
    if reason is not None or checkout is None or seller is None:
        _hold(session, intent, reason or "unknown checkout")
        return None
    review = reviews.lock(session, review_id) if review_id else None
    if review is not None and review.decision is not None:
        return None  # what was decided stays decided, though the reason has gone
    if not snapshots.claim(session, checkout.id, intent.id):
        return _read_winner(session, intent)
    if review is not None:
        reviews.close(session, review)
    draft = _draft(session, checkout, seller, intent)
    if withheld is not None:
        draft = msgspec.structs.replace(draft, withheld=withheld, estimated_pickup_at=draft.pickup_at)
    after_commit(session, lambda: SETTLED.add(source))
    if seller.archived_at is not None and withheld is None:
        # Its staff cannot see the order any more, so the superadmin has to refund it.
        log.error("order_of_archived_truck", truck_id=seller.id)
        after_commit(session, ORPHANED.add)
    if paid_at is not None:
        draft = msgspec.structs.replace(draft, placed_at=paid_at)
    return Settled(place_order(session, draft), checkout, seller)


def _read_winner(session: Session, intent: Intent) -> Settled | None:
    """Somebody was faster: with this payment, or with another one of the same checkout."""
    after_commit(session, CONFLICTS.add)
    order = find_order_by_intent(session, intent.id)
    if order is None:
        _hold(session, intent, "the checkout was paid by another payment")
        return None
    return Settled(order)


def _mismatch(checkout: Snapshot | None, intent: Intent, *, expect_live: bool) -> str | None:
    if checkout is None:
        return "unknown checkout"
    expected = {
        "amount": (intent.amount_received, checkout.total_cents),
        "currency": (intent.currency, checkout.currency),
        "mode": (intent.livemode, expect_live),
        "payment intent": (intent.id, checkout.payment_intent_id or intent.id),
        "status": (intent.status, "succeeded"),
    }
    wrong = [name for name, (got, wanted) in expected.items() if got != wanted]
    return f"different {', '.join(wrong)}" if wrong else None


def _hold(session: Session, intent: Intent, reason: str) -> None:
    details = {
        "amountReceivedCents": intent.amount_received,
        "currency": intent.currency,
        "status": intent.status,
    }
    checkout = queries.find_checkout_of(session, intent)
    values = {
        "id": new_id(),
        "payment_intent_id": intent.id,
        "checkout_id": checkout.id if checkout else None,
        "reason": reason[:200],
        "details": details,
        "created_at": clock.now(),
    }
    if insert_if_absent(session, PaymentReview, values):
        log.error("payment_held_for_review", reason=reason)
        after_commit(session, MISMATCHES.add)


def _draft(session: Session, checkout: Snapshot, seller: Seller, intent: Intent) -> OrderDraft:
    instant = clock.now()
    lines = msgspec.convert(checkout.lines, list[Line])
    earliest = instant + timedelta(minutes=15)
    passed = checkout.pickup_at < instant
    return OrderDraft(
        truck_id=checkout.truck_id,
        checkout_id=checkout.id,
        payment_intent_id=intent.id,
        payment_status="paid",
        source="online",
        placed_by="customer",
        customer_name=checkout.customer_name,
        customer_phone=checkout.customer_phone or None,
        customer_email=checkout.customer_email,
        lines=lines,
        subtotal_cents=checkout.subtotal_cents,
        tax_cents=checkout.tax_cents,
        total_cents=checkout.total_cents,
        tax_rate_units=checkout.tax_rate_units,
        pickup_at=checkout.pickup_at,
        estimated_pickup_at=earliest if passed else checkout.pickup_at,
        special_instructions=checkout.special_instructions,
        flags=_flags(session, seller, lines, pickup_passed=passed),
    )


def _flags(session: Session, truck: Seller, lines: list[Line], *, pickup_passed: bool) -> list[str]:
    """What no longer fits by the time the money arrived; staff decide, the order stands."""
    items = items_for_cart(session, [line.menu_item_id for line in lines])
    gone = any((item := items.get(line.menu_item_id)) is None or item.archived_at for line in lines)
    flags = {
        "item_deleted": gone,
        "item_unavailable": _sold_out(truck, lines, items),
        "truck_inactive": not truck.is_active or truck.archived_at is not None,
        "pickup_passed": pickup_passed,
    }
    return [name for name, is_so in flags.items() if is_so]


def _sold_out(truck: Seller, lines: list[Line], items: dict[str, CartItem]) -> bool:
    selections = [
        Selection(
            line.menu_item_id,
            line.quantity,
            tuple(CartChoice(modifier.name, modifier.option_id) for modifier in line.modifiers),
        )
        for line in lines
    ]
    _, problems = price_cart(truck.id, selections, items)
    return any(problem.code in ("item_sold_out", "option_sold_out", "option_gone") for problem in problems)
