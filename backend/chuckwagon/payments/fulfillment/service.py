"""Creates exactly one order per succeeded payment, for the confirmation page, the webhook and the reconciler.

All three call `fulfill_payment`. It compares the payment with its checkout, claims the checkout with one
conditional update and creates the order in the same transaction; the loser of a race reads the winner's order. A
paid order is never refused: what no longer fits becomes a flag for staff, and a payment that does not match its
checkout is held for review.
"""

import hmac
from datetime import datetime, timedelta
from functools import partial

import msgspec
from sqlalchemy.orm import Session

from chuckwagon.db import rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.installation import find_installation_id
from chuckwagon.db.transaction_callbacks import after_commit
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.integrations.stripe.events import StripeEvent
from chuckwagon.integrations.stripe.payment_intents import Intent
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import Conflict, NotFound, TooManyRequests, Unavailable
from chuckwagon.kit.ids import hash_secret, is_id
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.cart_items import MenuItemState, load_cart_items
from chuckwagon.observability.logging import log
from chuckwagon.offers.uses import confirm_use
from chuckwagon.orders.models import Order
from chuckwagon.orders.placement.options import CartChoice
from chuckwagon.orders.placement.order_insert import PlacedOrder
from chuckwagon.orders.placement.pricing import CartLine, PricedLine, check_cart
from chuckwagon.orders.purchase import list_purchase_fields
from chuckwagon.orders.queries import find_order_by_intent, get_confirmation_sms_status
from chuckwagon.orders.service import OrderDraft, place_order
from chuckwagon.payments import queries
from chuckwagon.payments.checkout import schemas
from chuckwagon.payments.checkout import statements as checkout_statements
from chuckwagon.payments.checkout.intent_metadata import INSTALLATION_KEY
from chuckwagon.payments.checkout.service import close_unpaid
from chuckwagon.payments.checkout.statements import CheckoutRow, FulfillmentTruck
from chuckwagon.payments.counter import models as counter_models
from chuckwagon.payments.counter import states as counter_states
from chuckwagon.payments.counter import unpaid_orders
from chuckwagon.payments.counter.states import COUNTER_SOURCE
from chuckwagon.payments.fulfillment import reviews
from chuckwagon.payments.fulfillment.disputes import give_to_order
from chuckwagon.payments.fulfillment.slot_confirmation import confirm_slot
from chuckwagon.payments.metrics import CONFLICTS, ORPHANED, SETTLED
from chuckwagon.payments.models import Checkout
from chuckwagon.schedule.checkout_stop import lock_plan
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck, is_accepting_orders
from chuckwagon.trucks.service import END_CHECKOUTS

PAYMENT_UNKNOWN = Sentence("We couldn't find order details for this payment.", "payment_unknown")
FOLLOW_PLAN = "follow_plan"  # an order that was paid after a disruption of its stop had started
TRUCK_DELETED = "The truck was deleted before the payment arrived."
INITIAL_SMS_STATUS = "pending"  # of a new order's confirmation


class FulfillmentResult(msgspec.Struct, frozen=True):
    """An order. Its checkout, truck and position are set only if the order was created just now."""

    order: Order | PlacedOrder
    checkout: CheckoutRow | None = None
    truck: FulfillmentTruck | None = None
    position: schemas.PlacePosition | None = None


class PaymentHeldForReview(Conflict):
    """The payment does not match its checkout and needs a decision by a superadmin."""

    code = "payment_in_review"
    sentence = "Payment verification incomplete. Please contact support if charged."


def verify_payment(
    db: Database, settings: Settings, request: schemas.VerifyRequest, address: str
) -> schemas.VerifyAnswer:
    """Ask Stripe about a payment for which `find_fulfilled_payment` returned None, and create its order once paid.

    The response has no order while the payment is not paid. Raises InvalidInput without an ID, PaymentHeldForReview,
    TooManyRequests, PaymentRefused, and Unavailable when Stripe does not answer.
    """
    limit, verify = settings.limit_verifications_per_address, partial(_verify, db, settings, request)
    try:  # who has paid, held for review or not, is not counted, because many customers may share an address
        answer = rate_limits.count_unless(lambda one: one is None or one.order, verify, db, f"verify:{address}", limit)
    except TooManyRequests:
        answer = find_fulfilled_payment(db, request)  # the webhook may have come while the request waited for a thread
        if answer is None:
            raise
    if answer is None:
        raise PaymentHeldForReview
    return answer


def _verify(db: Database, settings: Settings, request: schemas.VerifyRequest) -> schemas.VerifyAnswer | None:
    """Return the response, or None for a payment that is held for review."""
    intent = stripe_gateway(settings).get_intent(request.intent_id)
    if intent.status != "succeeded":
        return schemas.VerifyAnswer(intent.status, None)
    result = db.write(lambda session: _fulfill(session, intent, expect_live=settings.moves_real_money, source="verify"))
    return (_to_new_order_response(result, request) or _read_response(db, request)) if result else None


def find_fulfilled_payment(db: Database, request: schemas.VerifyRequest) -> schemas.VerifyAnswer | None:
    """Return the response for a payment that has its order; None if Stripe has to be asked.

    Raises InvalidInput without an ID, and NotFound for a payment without a checkout.
    """
    intent_id, secret = request.intent_id, request.payment_intent_client_secret
    with db.reading() as session:
        found = queries.find_confirmation(session, intent_id)
        if found is None:
            raise NotFound(PAYMENT_UNKNOWN)
        order = session.get(Order, found.order_id) if found.order_id else None
        return None if order is None else _load_response(session, order, secret, found)


def _to_new_order_response(result: FulfillmentResult, request: schemas.VerifyRequest) -> schemas.VerifyAnswer | None:
    """The response from the values at hand, which saves a query; None for an order that was there before."""
    checkout, truck = result.checkout, result.truck
    if checkout is None or truck is None:
        return None
    truck_name, secret = schemas.name_truck(truck, result.order), request.payment_intent_client_secret
    return _to_response(
        result.order, truck_name, result.position, INITIAL_SMS_STATUS, secret, checkout.client_secret_hash
    )


def _read_response(db: Database, request: schemas.VerifyRequest) -> schemas.VerifyAnswer:
    answer = find_fulfilled_payment(db, request)
    if answer is None:
        raise NotFound(PAYMENT_UNKNOWN)
    return answer


def _load_response(
    session: Session, order: Order | PlacedOrder, secret: str | None, found: queries.Confirmation
) -> schemas.VerifyAnswer:
    truck = session.get_one(Truck, order.truck_id)
    truck_name = schemas.name_truck(truck, order)
    sms_status = get_confirmation_sms_status(session, order.id)
    position = schemas.to_position(found.latitude, found.longitude)
    return _to_response(order, truck_name, position, sms_status, secret, found.secret_hash)


def _to_response(
    order: Order | PlacedOrder,
    truck: schemas.TruckNameOut,
    position: schemas.PlacePosition | None,
    sms_status: str,
    secret: str | None,
    digest: str | None,
) -> schemas.VerifyAnswer:
    knows_secret = secret is not None and hmac.compare_digest(hash_secret(secret), digest or "")
    order_response = schemas.confirmed_order(order, truck, position, sms_status, with_secret=knows_secret)
    return schemas.VerifyAnswer("succeeded", order_response)


def handle_payment_event(session: Session, settings: Settings, event: StripeEvent) -> None:
    """Store the event and its effect together: an order for a payment, or a closed checkout for a cancelled one.

    An event that was stored before, or is of another installation, has no effect. Raises Unavailable for one of our
    payments whose checkout is not stored yet, so that the event comes again.
    """
    if not queries.store_event(session, event.id, event.type, event.created) or event.intent is None:
        return
    checkout_id = event.intent.metadata.get("checkoutId", "")
    if not is_id(checkout_id):
        return
    if not is_own_payment(session, event.intent):
        log.info("event_of_another_installation", event_type=event.type)
        return
    if event.type == "payment_intent.succeeded":
        if session.get(Checkout, checkout_id) is None:
            raise Unavailable
        fulfill_payment(session, event.intent, expect_live=settings.moves_real_money, source="webhook")
    elif event.type == "payment_intent.canceled":
        _close_cancelled(session, checkout_id, event.intent.id)


def _close_cancelled(session: Session, checkout_id: str, intent_id: str) -> None:
    """Close the checkout of a cancelled intent.

    A try that failed at Stripe may have left an intent there of which we do not know. The checkout that is payable
    with another stays open.
    """
    checkout = session.get(Checkout, checkout_id)
    if checkout is not None and checkout.payment_intent_id in (None, intent_id):
        close_unpaid(session, checkout_id)


def is_own_payment(session: Session, intent: Intent) -> bool:
    """Whether this installation made a payment of its Stripe account.

    Where the metadata or our database have no installation ID, a payment of an unknown truck is another's.
    """
    installation, own_id = intent.metadata.get(INSTALLATION_KEY), find_installation_id(session)
    if installation and own_id:  # a backup from before the first checkout has no ID
        return installation == own_id
    truck_id = intent.metadata.get("truckId")
    # Anyone with access to the Stripe dashboard can change metadata.
    return not isinstance(truck_id, str) or not is_id(truck_id) or session.get(Truck, truck_id) is not None


def fulfill_payment(
    session: Session,
    intent: Intent,
    *,
    expect_live: bool,
    source: str,
    paid_at: datetime | None = None,
    withheld: str | None = None,
) -> Order | PlacedOrder | None:
    """Return the order of a succeeded payment, creating it if needed. None when the payment is held for review.

    `source` is the label of the metric: verify, webhook, reconciler or command. For an old payment, `paid_at` (UTC) is
    when the order was placed, and `withheld` is the reason for sending no SMS and no receipt.
    """
    result = _fulfill(session, intent, expect_live=expect_live, source=source, paid_at=paid_at, withheld=withheld)
    return result.order if result else None


def _fulfill(
    session: Session,
    intent: Intent,
    *,
    expect_live: bool,
    source: str,
    paid_at: datetime | None = None,
    withheld: str | None = None,
) -> FulfillmentResult | None:
    checkout_id = queries.read_checkout_id(intent.metadata)
    found = checkout_statements.find_for_fulfillment(session, checkout_id, intent.id) if checkout_id else None
    order_id = found.order_id if found else queries.find_order_id_by_intent(session, intent.id)
    if order_id is not None:
        return FulfillmentResult(session.get_one(Order, order_id))
    checkout, truck = (found.checkout, found.truck) if found else (None, None)
    reason = _find_mismatch(checkout, intent, expect_live=expect_live)
    if reason is not None or checkout is None or truck is None:
        reviews.hold_for_review(session, intent, reason or "unknown checkout")
        return None
    review = reviews.lock_review(session, found.review_id) if found and found.review_id else None
    if review is not None and review.decision is not None:
        return None  # the decision stays, although the payment matches now
    has_changed = _lock_changed_plan(session, checkout)
    if not checkout_statements.claim_checkout(session, checkout.id, intent.id):
        return _read_concurrent_result(session, intent)
    if review is not None:
        reviews.close_review(session, review)
    is_counter = checkout.source == COUNTER_SOURCE
    if is_counter and (known := unpaid_orders.find_order_to_pay(session, checkout, intent)):
        paid = unpaid_orders.pay(session, checkout, known, intent)
        return FulfillmentResult(paid) if paid else None
    order_draft = _take_what_it_holds(session, checkout, truck, intent, bool(review), has_changed)
    if withheld is not None:
        order_draft = msgspec.structs.replace(
            order_draft, sms_suppressed_reason=withheld, estimated_pickup_at=order_draft.pickup_at
        )
    after_commit(session, lambda: SETTLED.labels(source).inc())
    is_orphaned = truck.archived_at is not None and withheld is None
    if is_orphaned:  # there is no one to cook it: it is refunded at once, and its customer reads only that
        order_draft = msgspec.structs.replace(order_draft, sms_suppressed_reason=TRUCK_DELETED)
        log.warning("order_of_archived_truck", truck_id=truck.id)
        after_commit(session, ORPHANED.inc)
    order = place_order(session, msgspec.structs.replace(order_draft, placed_at=paid_at))
    if is_counter:
        counter_states.finish(session, checkout, order, counter_models.PAID, intent.metadata)
    _follow_up(session, order, intent if review else None, has_changed=has_changed, is_orphaned=is_orphaned)
    position = schemas.to_position(found.latitude, found.longitude) if found else None
    return FulfillmentResult(order, checkout, truck, position)


def _take_what_it_holds(
    session: Session, checkout: CheckoutRow, truck: FulfillmentTruck, intent: Intent, was_held: bool, has_changed: bool
) -> OrderDraft:
    """Take the checkout's slot, stock and use of an offer for good, and return the order that it becomes."""
    lines = convert(checkout.lines, list[PricedLine])
    slot_flags = confirm_slot(session, checkout, lines)
    confirm_use(session, checkout.offer_id, checkout.id, checkout.customer_phone)
    draft = _to_order_draft(session, checkout, truck, intent, lines, was_held=was_held)
    flags = [*draft.flags, *(["stop_changed"] if has_changed else []), *slot_flags]
    flagged = msgspec.structs.replace(draft, flags=flags)
    return counter_states.as_counter_order(session, checkout, flagged, intent.tip_cents)


def _follow_up(
    session: Session, order: PlacedOrder, held: Intent | None, *, has_changed: bool, is_orphaned: bool
) -> None:
    """Enqueue what follows the order. `held` is its payment if that was held for review until now."""
    if held is not None:
        give_to_order(session, order.id, held.id)
    if has_changed:
        outbox.enqueue_new(session, FOLLOW_PLAN, f"order:{order.id}:{FOLLOW_PLAN}", {"orderId": order.id})
    if is_orphaned:
        ids = {"truckId": order.truck_id, "orderId": order.id}
        outbox.enqueue_new(session, END_CHECKOUTS, f"order:{order.id}:{END_CHECKOUTS}", ids)


def _read_concurrent_result(session: Session, intent: Intent) -> FulfillmentResult | None:
    """Return the order of the concurrent transaction, or hold this payment if another one paid the checkout."""
    after_commit(session, CONFLICTS.inc)
    order = find_order_by_intent(session, intent.id)
    if order is None:
        reviews.hold_for_review(session, intent, "the checkout was paid by another payment")
        return None
    return FulfillmentResult(order)


def _find_mismatch(checkout: CheckoutRow | None, intent: Intent, *, expect_live: bool) -> str | None:
    if checkout is None:
        return "unknown checkout"
    tip_cents = counter_states.reader_tip(checkout, intent.tip_cents)
    expected = {
        "amount": (intent.amount_received - tip_cents, checkout.total_cents),
        "currency": (intent.currency, checkout.currency),
        "mode": (intent.livemode, expect_live),
        "payment intent": (intent.id, checkout.payment_intent_id or intent.id),
        "status": (intent.status, "succeeded"),
    }
    different = [name for name, (got, wanted) in expected.items() if got != wanted]
    return f"different {', '.join(different)}" if different else None


def _to_order_draft(
    session: Session,
    checkout: CheckoutRow,
    truck: FulfillmentTruck,
    intent: Intent,
    lines: list[PricedLine],
    *,
    was_held: bool,
) -> OrderDraft:
    instant = clock.now()
    earliest = instant + timedelta(minutes=15)
    has_passed = checkout.pickup_at < instant
    bought = list_purchase_fields(checkout) | {"customer_phone": checkout.customer_phone or None}
    return OrderDraft(
        **bought,
        checkout_id=checkout.id,
        payment_intent_id=intent.id,
        payment_status="paid",
        source="online",
        placed_by="customer",
        lines=lines,
        estimated_pickup_at=earliest if has_passed else checkout.pickup_at,
        flags=_list_flags(session, truck, lines, pickup_passed=has_passed),
        # While it takes no orders online, its staff decide what becomes of one that was being paid there.
        confirms_itself=truck.confirms_orders
        and not was_held
        and (checkout.source == COUNTER_SOURCE or _takes_orders(truck, instant)),
    )


def _takes_orders(truck: FulfillmentTruck, instant: datetime) -> bool:
    return is_accepting_orders(truck.accepting_orders, truck.paused_until, instant)


def _lock_changed_plan(session: Session, checkout: CheckoutRow) -> bool:
    """Lock the plan of the stop until the commit, and return whether it differs from what the customer agreed to.

    True for a deleted stop, False without a stop. The plan is locked before the checkout: either a disruption that
    starts at the same instant sees the new order, or this order sees the disruption's plan and follows it.
    """
    if checkout.stop_id is None:
        return False
    return lock_plan(session, checkout.stop_id) != checkout.stop_plan_version


def _list_flags(
    session: Session, truck: FulfillmentTruck, lines: list[PricedLine], *, pickup_passed: bool
) -> list[str]:
    """List what no longer fits now that the payment arrived. Staff decide; the order stays."""
    items = load_cart_items(session, [line.menu_item_id for line in lines])
    has_deleted_item = any((item := items.get(line.menu_item_id)) is None or item.archived_at for line in lines)
    flags = {
        "item_deleted": has_deleted_item,
        "item_unavailable": _has_sold_out_line(truck, lines, items),
        "truck_inactive": not truck.is_active or truck.archived_at is not None,
        "pickup_passed": pickup_passed,
    }
    return [name for name, is_so in flags.items() if is_so]


def _has_sold_out_line(truck: FulfillmentTruck, lines: list[PricedLine], items: dict[str, MenuItemState]) -> bool:
    cart = [
        CartLine(
            line.menu_item_id,
            line.quantity,
            tuple(CartChoice(one.name, one.option_id, quantity=one.quantity) for one in line.modifiers),
        )
        for line in lines
    ]
    codes = {problem.code for problem in check_cart(truck.id, cart, items)}  # no prices, because others wait for us
    return not codes.isdisjoint(("item_sold_out", "option_sold_out", "option_gone"))
