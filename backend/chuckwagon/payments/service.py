"""Checkout: price the cart, save it, then ask the provider for a payment intent.

The order of work is the point: the snapshot is committed before the provider is called, the provider is
called outside any transaction, and the intent's id is saved after. A crash between two steps leaves a
checkout without an intent, or an intent whose metadata names its checkout; never money without a record.
"""

from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.core import clock, limits
from chuckwagon.core.db import Database, changed_one
from chuckwagon.core.errors import Conflict, IdempotencyKeyReused, InvalidInput, NotFound
from chuckwagon.core.ids import digest, is_id, new_id
from chuckwagon.core.installation import ensure_installation_id, find_installation_id
from chuckwagon.core.money import format_usd, to_cents, to_dollars
from chuckwagon.core.transaction_callbacks import after_commit
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_payments import Intent, ProviderFailed, TransferRefused
from chuckwagon.menu.cart_items import items_for_cart
from chuckwagon.orders.pickup import closed_sentence, resolve_pickup
from chuckwagon.orders.pricing import Line, Problem, Totals, price_cart, totals
from chuckwagon.payments import answers, queries, schemas, snapshots
from chuckwagon.payments.connected_accounts import note_transfers
from chuckwagon.payments.metrics import CHECKOUTS
from chuckwagon.payments.models import CANCELLED, OPEN, Checkout
from chuckwagon.payments.provider_copy import CheckoutCopy, CopiedLine, CopiedOption, encode
from chuckwagon.payments.snapshots import Snapshot
from chuckwagon.settings import Settings
from chuckwagon.trucks.selling import SellingTruck, find_active_truck

MIN_TOTAL_CENTS, MAX_TOTAL_CENTS = 50, 250_000
CANCELABLE = ("requires_payment_method", "requires_confirmation", "requires_action")


class PricesChanged(Conflict):
    code = "prices_changed"
    sentence = "Prices have changed. Please review your cart."


class CartInvalid(Conflict):
    code = "cart_invalid"
    sentence = "Something in your cart is no longer available. Please review your cart."


class TruckClosed(Conflict):
    code = "truck_closed"
    sentence = "This truck is not taking orders right now."


class CheckoutReplaced(Conflict):
    code = "checkout_replaced"
    sentence = "This checkout was replaced by a newer one. Please go on in the newest page."


EXPIRED = "This checkout is over. Please check your order and try again."


class Caller(msgspec.Struct, frozen=True):
    """Who asks: the network address for the limits, and the two headers that make retries harmless."""

    address: str
    attempt: str | None = None
    idempotency_key: str | None = None


def open_checkout(
    db: Database,
    stripe: StripeGateway,
    settings: Settings,
    request: schemas.PaymentIntentRequest,
    caller: Caller,
) -> answers.PaymentIntentAnswer:
    """Save the priced checkout and make it payable; a known key or a paid attempt gives the earlier one.

    Raises InvalidInput, NotFound, PricesChanged, CartInvalid, TruckClosed, CheckoutReplaced,
    IdempotencyKeyReused, TooManyRequests, Unavailable.
    """
    checkout = _save_once(db, settings, request, caller)
    earlier = _list_earlier(db, checkout)
    for other in earlier:
        taken = _retire(db, stripe, other)
        if taken is not None and _answers_for(other, checkout):
            db.write(lambda session: _close(session, checkout.id))
            return _answer(other, taken)
    return _answer(checkout, _make_payable(db, stripe, settings, checkout))


def close_checkout(session: Session, checkout_id: str) -> None:
    """Mark an unpaid checkout as cancelled; a paid one stays paid."""
    _close(session, checkout_id)


def _answers_for(earlier: Snapshot, checkout: Snapshot) -> bool:
    """Whether a payment of this attempt is what the customer asks for now.

    The attempt's name lies in the browser with the cart, for as long as the cart does. Days later another
    cart under the same name is another purchase.
    """
    is_recent = checkout.created_at < earlier.expires_at
    return is_recent or _as_stored(earlier.lines) == _as_stored(checkout.lines)


def _as_stored(lines: list[dict[str, Any]]) -> bytes:
    return msgspec.json.encode(lines, order="sorted")


def _list_earlier(db: Database, checkout: Snapshot) -> list[Snapshot]:
    """Nearly every checkout is the first of its attempt, and there is nothing to read."""
    if checkout.attempt is None or checkout.sequence == 1:
        return []
    with db.reading() as session:
        return snapshots.list_earlier(session, checkout)


def _save_once(
    db: Database, settings: Settings, request: schemas.PaymentIntentRequest, caller: Caller
) -> Snapshot:
    """Of two submissions under one key at the same instant, the second reads what the first has saved.

    The cart is priced before as well, outside the transaction: one that is refused keeps no writer waiting.
    """
    with db.reading() as session:
        if snapshots.find_by_key(session, caller.idempotency_key or "") is None:
            _price(session, _get_truck(session, request.truck_info), request.cart)
    try:
        return db.write(lambda session: _save(session, settings, request, caller))
    except sa.exc.IntegrityError:
        if caller.idempotency_key is None:
            raise
        return db.write(lambda session: _save(session, settings, request, caller))


def _save(
    session: Session, settings: Settings, request: schemas.PaymentIntentRequest, caller: Caller
) -> Snapshot:
    fingerprint = schemas.request_hash(request)
    if caller.idempotency_key:
        known = snapshots.find_by_key(session, caller.idempotency_key)
        if known is not None:
            if known.request_hash != fingerprint:
                raise IdempotencyKeyReused
            return _open_again(session, settings, known, caller)
    contact = schemas.check_contact(request.customer_info)
    truck = _get_truck(session, request.truck_info)
    instant = clock.now()
    lead = max(truck.lead_at(instant), settings.min_pickup_lead_minutes)
    pickup_at = resolve_pickup(contact.pickup_time, truck.timezone, instant, lead)
    if not truck.accepts_orders_at(instant):
        raise TruckClosed(_why_closed(truck, instant))
    lines, total = _price(session, truck, request.cart)
    limit = settings.limit_checkouts_per_address
    limits.count(session, f"checkout:{caller.address}", limit=limit, seconds=60)
    limits.count(session, f"checkout:{contact.phone}", limit=settings.limit_checkouts_per_phone, seconds=600)
    _queue_up(session, caller.attempt)
    checkout = Snapshot(
        id=new_id(),
        status=OPEN,
        intent_try=1,
        currency="usd",
        fee_back_cents=0,
        truck_id=truck.id,
        attempt=caller.attempt,
        sequence=queries.next_sequence(session, truck.id, caller.attempt),
        idempotency_key=caller.idempotency_key,
        request_hash=fingerprint,
        lines=[msgspec.to_builtins(line) for line in lines],
        tax_rate_units=truck.tax_rate_units,
        customer_name=contact.name,
        customer_phone=contact.phone,
        customer_email=contact.email,
        pickup_at=pickup_at,
        special_instructions=schemas.clean_instructions(request.cart),
        created_at=clock.now(),
        expires_at=clock.now() + timedelta(seconds=settings.unpaid_intent_seconds),
        **msgspec.structs.asdict(total),
        **_destination(truck, total, settings),
    )
    ensure_installation_id(session)
    snapshots.add(session, checkout)
    after_commit(session, CHECKOUTS.add)
    return checkout


def _open_again(session: Session, settings: Settings, known: Snapshot, caller: Caller) -> Snapshot:
    """A checkout whose key comes again. Each time asks the provider, so it is counted as a question.

    Raises CheckoutReplaced for one that is over, TooManyRequests.
    """
    limit = settings.limit_verifications_per_address
    limits.count(session, f"verify:{caller.address}", limit=limit, seconds=60)
    if known.status == CANCELLED or (known.status == OPEN and known.expires_at <= clock.now()):
        raise CheckoutReplaced(EXPIRED)
    return known


def _why_closed(truck: SellingTruck, instant: datetime) -> str:
    """The crew's reason, and when a pause ends by itself."""
    reason, resumes_at = truck.not_accepting_reason or TruckClosed.sentence, truck.resumes_at(instant)
    return closed_sentence(reason, resumes_at, truck.timezone, instant) if resumes_at else reason


def _queue_up(session: Session, attempt: str | None) -> None:
    """Two pages of one attempt: either this one sees the other's step, or the other will see this one's."""
    if attempt is not None:
        limits.queue_up(session, f"attempt:{digest(attempt)}")


def _destination(truck: SellingTruck, total: Totals, settings: Settings) -> dict[str, Any]:
    """Where the money goes: the truck's own account with our fee kept, or the platform's without one."""
    if not truck.transfers_active or truck.stripe_account_id is None:
        if settings.refuse_without_account:
            raise TruckClosed
        return {"destination_account": None, "application_fee_cents": 0}
    fee = total.total_cents * truck.application_fee_bps // 10_000
    return {"destination_account": truck.stripe_account_id, "application_fee_cents": fee}


def _get_truck(session: Session, given: schemas.TruckInfoIn) -> SellingTruck:
    truck_id = given.id or given.truck_id
    if not truck_id and not given.slug:
        sentence = "Unable to load truck information. Please try again."
        raise InvalidInput(sentence, fields={"truckInfo": sentence})
    truck = find_active_truck(session, truck_id=truck_id, slug=None if truck_id else given.slug)
    if truck is None:
        raise NotFound("Unable to load truck information. Please try again.")
    return truck


def _price(session: Session, truck: SellingTruck, cart: schemas.CartIn) -> tuple[list[Line], Totals]:
    """Price the cart from the menu and compare it with what the customer was shown."""
    selections = [item.selection() for item in cart.items]
    ids = [selection.menu_item_id for selection in selections if is_id(selection.menu_item_id)]
    lines, problems = price_cart(truck.id, selections, items_for_cart(session, ids))
    if problems:
        raise CartInvalid(problems=msgspec.to_builtins(problems))
    total = totals((line.total_cents for line in lines), truck.tax_rate_units)
    if not _same_totals(cart, total):
        body = answers.server_cart(lines, total, schemas.clean_instructions(cart))
        raise PricesChanged(cart=body, problems=msgspec.to_builtins(_price_problems(cart, lines)))
    if not MIN_TOTAL_CENTS <= total.total_cents <= MAX_TOTAL_CENTS:
        raise InvalidInput(
            f"An order must come to between {format_usd(MIN_TOTAL_CENTS)} and {format_usd(MAX_TOTAL_CENTS)}."
        )
    return lines, total


def _same_totals(cart: schemas.CartIn, total: Totals) -> bool:
    """Within one cent: honest browsers may round differently, nobody pays a figure they were not shown."""
    shown = (cart.subtotal, cart.tax, cart.total)
    ours = (total.subtotal_cents, total.tax_cents, total.total_cents)
    return all(
        dollars is None or abs(to_cents(dollars) - cents) <= 1
        for dollars, cents in zip(shown, ours, strict=True)
    )


def _price_problems(cart: schemas.CartIn, lines: list[Line]) -> list[Problem]:
    return [
        Problem(index, "price_changed", f"{line.name} now comes to {format_usd(line.total_cents)}.")
        for index, (item, line) in enumerate(zip(cart.items, lines, strict=True))
        if item.total_price is None or to_cents(item.total_price) != line.total_cents
    ]


def _retire(db: Database, stripe: StripeGateway, other: Snapshot) -> Intent | None:
    """Cancel an earlier intent of the attempt; one that is paid, or may still be, comes back instead."""
    intent = stripe.cancel_intent(other.payment_intent_id or "")
    if intent.status != "canceled":
        return intent
    db.write(lambda session: _close(session, other.id))
    return None


def _make_payable(db: Database, stripe: StripeGateway, settings: Settings, checkout: Snapshot) -> Intent:
    if checkout.payment_intent_id:
        return stripe.get_intent(checkout.payment_intent_id)
    try:
        intent = stripe.create_intent(
            checkout.total_cents,
            metadata=encode(_copy(checkout, _installation_id(db))),
            destination=checkout.destination_account,
            fee_cents=checkout.application_fee_cents,
            key=f"pi:{checkout.id}:{checkout.intent_try}",
        )
    except TransferRefused:
        if checkout.destination_account is None:
            raise
        without = _without_destination(db, settings, checkout)
        return _make_payable(db, stripe, settings, without)
    except ProviderFailed:
        # The provider keeps a failure under its key and would replay it: the next try needs a new one.
        db.write(lambda session: _next_try(session, checkout))
        raise
    if not db.write(lambda session: _store_intent(session, checkout, intent)):
        # Two pages submitted the attempt at once: the newer one stays payable, this one must not.
        stripe.cancel_intent(intent.id)
        raise CheckoutReplaced
    return intent


def _installation_id(db: Database) -> str:
    with db.reading() as session:
        return find_installation_id(session) or ""


def _copy(checkout: Snapshot, installation: str) -> CheckoutCopy:
    """What the provider keeps of a checkout."""
    lines = msgspec.convert(checkout.lines, list[Line])
    return CheckoutCopy(
        checkout_id=checkout.id,
        truck_id=checkout.truck_id,
        subtotal_cents=checkout.subtotal_cents,
        tax_cents=checkout.tax_cents,
        total_cents=checkout.total_cents,
        tax_rate_units=checkout.tax_rate_units,
        pickup_minutes=int(checkout.pickup_at.timestamp()) // 60,
        lines=tuple(_copied(line) for line in lines),
        installation=installation,
    )


def _copied(line: Line) -> CopiedLine:
    options = tuple(CopiedOption(one.option_id, one.additional_price_cents) for one in line.modifiers)
    return CopiedLine(line.menu_item_id, line.quantity, line.base_price_cents, options)


def _without_destination(db: Database, settings: Settings, checkout: Snapshot) -> Snapshot:
    """The account has lost its capability before we heard of it: the checkout goes on as if we had."""
    asked_at = clock.now()

    def redirect(session: Session) -> Snapshot | None:
        note_transfers(session, checkout.destination_account or "", False, asked_at)
        meant_for_it = (Checkout.id == checkout.id, Checkout.destination_account.is_not(None))
        plain = {
            "destination_account": None,
            "application_fee_cents": 0,
            "intent_try": Checkout.intent_try + 1,
        }
        if settings.refuse_without_account:
            _close(session, checkout.id)
        else:
            changed_one(session, sa.update(Checkout).where(*meant_for_it).values(plain))
        return snapshots.find(session, checkout.id)

    found = db.write(redirect)
    if settings.refuse_without_account or found is None:
        raise TruckClosed
    return found


def _store_intent(session: Session, checkout: Snapshot, intent: Intent) -> bool:
    _queue_up(session, checkout.attempt)
    if queries.has_newer(session, checkout):
        _close(session, checkout.id)
        return False
    snapshots.store_intent(session, checkout.id, intent.id, digest(intent.client_secret))
    return True


def _next_try(session: Session, checkout: Snapshot) -> None:
    bumped = sa.update(Checkout).where(Checkout.id == checkout.id, Checkout.intent_try == checkout.intent_try)
    changed_one(session, bumped.values(intent_try=checkout.intent_try + 1))


def _close(session: Session, checkout_id: str) -> None:
    unpaid = sa.update(Checkout).where(Checkout.id == checkout_id, Checkout.status == OPEN)
    changed_one(session, unpaid.values(status=CANCELLED))


def _answer(checkout: Snapshot, intent: Intent) -> answers.PaymentIntentAnswer:
    return answers.PaymentIntentAnswer(
        client_secret=intent.client_secret,
        payment_intent_id=intent.id,
        amount=to_dollars(intent.amount),
        subtotal=to_dollars(checkout.subtotal_cents),
        tax=to_dollars(checkout.tax_cents),
        total=to_dollars(checkout.total_cents),
        expires_at=clock.to_iso(checkout.expires_at),
    )
