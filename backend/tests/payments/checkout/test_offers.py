"""The code of an offer at the checkout: its price, its count, and what is given back."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from types import SimpleNamespace

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.kit import clock as time
from chuckwagon.kit.decoding import convert, copy_fields
from chuckwagon.offers import code_guess_limit
from chuckwagon.offers.errors import OfferHeld, OfferRefused
from chuckwagon.offers.models import Offer, OfferUse
from chuckwagon.offers.uses import release_use
from chuckwagon.orders.models import Order
from chuckwagon.orders.reservations.usage_check import check_offers
from chuckwagon.payments.checkout import save, service
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest, hash_request
from chuckwagon.payments.checkout.service import close_checkout, open_checkout
from chuckwagon.payments.checkout.statements import CheckoutRow
from chuckwagon.payments.erasure import anonymize_checkouts
from chuckwagon.payments.models import Checkout
from chuckwagon.payments.reconciliation.scheduled import has_expired_holds
from tests.factories import checkout_body, make_item
from tests.offers.factories import make_offer, read_uses
from tests.payments.paid_orders import CARD, connect_account, take_tips
from tests.servers import wait_until

WAITING = sa.text(
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
)


@pytest.fixture
def burrito(db, cast):
    return make_item(db, cast.truck, name="Burrito", price=1000)


@pytest.fixture
def send(client, cast, burrito):
    """Send a cart of so many burritos with a code, and the discount that the browser shows."""

    def post(code="TACO10", discount=100, quantity=1, phone=None, headers=None, tip=0):
        body = checkout_body(cast.truck, (burrito, quantity), offer=(code, discount), tip_cents=tip)
        body["customerInfo"] |= {"phone": phone} if phone else {}
        return client.post("/api/create-payment-intent", json=body, headers=headers or {})

    return post


@pytest.fixture
def limited(db, cast):
    """An offer with one use, once per phone."""
    return make_offer(db, cast.truck.id, max_uses=1, once_per_phone=True)


@pytest.fixture
def pay(client, sandbox):
    """Pay a checkout and return its order as the confirmation shows it."""

    def finish(made):
        intent = made["paymentIntentId"]
        sandbox.pay(intent, CARD).raise_for_status()
        secret = {"payment_intent_id": intent, "payment_intent_client_secret": made["clientSecret"]}
        return client.post("/api/verify-payment", json=secret).json()["order"]

    return finish


def test_tax_is_on_the_rest_and_every_page_shows_the_discount(db, cast, client, sandbox, send, pay, ask, rows):
    take_tips(db, cast.truck)
    offer = make_offer(db, cast.truck.id)
    made = send("taco10", tip=150).json()
    parts = ("subtotal", "discount", "tax", "tip", "total", "amount", "offerCode")
    assert [made[name] for name in parts] == [10, 1, 0.79, 1.5, 11.29, 11.29, "TACO10"]
    confirmed = pay(made)
    [order] = rows(Order)
    assert (order.discount_cents, order.offer_code, order.tax_cents, order.total_cents) == (100, "TACO10", 79, 1129)
    assert [one["amount_received"] for one in sandbox.ledger()["payment_intents"]] == [1129]
    tracked = client.get(f"/api/track/{confirmed['trackingToken']}").json()
    shown = ask("GET", f"/orders/{order.id}").json()
    for answer in (confirmed, tracked, shown):
        assert (answer["discount"], answer["offerCode"], answer["total"]) == (1, "TACO10", 11.29)
    assert [use.status for use in rows(OfferUse)] == ["kept"]
    assert read_uses(db, offer) == 1


def test_there_is_no_fee_on_the_discount(db, cast, sandbox, send):
    make_offer(db, cast.truck.id, percent=None, amount_cents=500)
    connect_account(db, cast, sandbox, fee_bps=1000)
    sandbox.pay(send(discount=500).json()["paymentIntentId"], CARD).raise_for_status()
    [transfer], [fee] = (sandbox.ledger()[name] for name in ("transfers", "application_fees"))
    assert (transfer["amount"], fee["amount"]) == (544, 54)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"code": "OTHER"}, "offer_unknown"),
        ({"is_paused": True}, "offer_expired"),
        ({"ended_at": time.now()}, "offer_expired"),
        ({"ends_at": time.now() - timedelta(days=1)}, "offer_expired"),
        ({"starts_at": time.now() + timedelta(days=1)}, "offer_expired"),
        ({"max_uses": 1, "uses": 1}, "offer_used_up"),
        ({"min_subtotal_cents": 1001}, "offer_minimum"),
        ({"percent": 96}, "offer_total_too_small"),
    ],
)
def test_a_code_that_cannot_be_used_opens_no_checkout(db, cast, client, send, sandbox, rows, fields, code):
    offer = make_offer(db, cast.truck.id, **fields)
    answer = send(discount=fields.get("percent", 10) * 10)
    assert (answer.status_code, answer.json()["code"]) == (409, code)
    assert (rows(Checkout), rows(OfferUse), sandbox.ledger()["payment_intents"]) == ([], [], [])
    quote = client.post("/api/offers/quote", json={"slug": cast.truck.slug, "subtotal": 10, "code": "TACO10"})
    assert (quote.status_code, quote.json()["code"]) == (409, code)
    assert read_uses(db, offer) == fields.get("uses", 0)


def test_a_code_of_another_truck_is_unknown_and_one_of_the_platform_holds_everywhere(db, cast, send):
    make_offer(db, cast.other_truck.id)
    assert send().json()["code"] == "offer_unknown"
    make_offer(db, None, "PLATFORM")
    assert send("platform").json()["discount"] == 1


def test_a_total_without_the_discount_is_not_charged(db, cast, send, rows):
    make_offer(db, cast.truck.id)
    answer = send(discount=0)
    assert (answer.status_code, answer.json()["code"], rows(Checkout)) == (409, "prices_changed", [])
    cart = answer.json()["cart"]
    assert (cart["subtotal"], cart["discount"], cart["tax"], cart["total"]) == (10, 1, 0.79, 9.79)


def test_a_large_cart_is_priced_with_the_offer_that_holds_when_it_is_saved(db, cast, client, rows):
    """Such a cart is priced before the transaction, and the offer is compared again in it."""
    make_offer(db, cast.truck.id)
    items = [make_item(db, cast.truck, f"Item {number}", 1000) for number in range(6)]
    body = checkout_body(cast.truck, *((item, 1) for item in items), offer=("TACO10", 600))
    assert client.post("/api/create-payment-intent", json=body).json()["discount"] == 6
    assert [checkout.discount_cents for checkout in rows(Checkout)] == [600]


def test_once_per_phone_counts_what_is_held_and_what_is_paid(db, cast, send, pay, clock):
    """Held in another browser, the code comes back by itself; until when is said on the truck's clock."""
    clock.set("2026-07-02T19:00:10Z")
    offer = make_offer(db, cast.truck.id, once_per_phone=True)
    first = send().json()
    held = send().json()
    assert (held["code"], held["reason"]) == ("offer_held", "offer_held_by_phone")
    assert held["params"] == {"until": "2026-07-02T19:11:00.000Z", "timezone": "America/Los_Angeles"}
    assert "holds this code until 12:11 PM." in held["error"]
    pay(first)
    assert send().json()["code"] == "offer_used"
    assert send(phone="(213) 373-4299").status_code == 200
    assert read_uses(db, offer) == 2


@pytest.mark.dialect
def test_the_last_use_is_used_up_once_it_is_paid_and_before_that_held(db, cast, client, send, pay):
    """A quote does not know who asks, so it does not refuse the code to the customer who holds it."""
    make_offer(db, cast.truck.id, max_uses=1)
    quote = {"slug": cast.truck.slug, "subtotal": 10, "code": "TACO10"}
    made = send().json()
    assert client.post("/api/offers/quote", json=quote).status_code == 200
    assert send(phone="(213) 373-4299").json()["reason"] == "offer_held"
    pay(made)
    assert client.post("/api/offers/quote", json=quote).json()["code"] == "offer_used_up"
    assert send(phone="(213) 373-4299").json()["code"] == "offer_used_up"


@pytest.mark.dialect
def test_a_checkout_that_is_closed_gives_its_use_back_once(db, cast, send, rows):
    offer = make_offer(db, cast.truck.id, max_uses=1, once_per_phone=True)
    send()
    assert send(phone="(213) 373-4299").json()["code"] == "offer_held"
    [checkout] = rows(Checkout)
    assert [db.write(lambda session: close_checkout(session, checkout.id)) for _ in range(2)] == [True, False]
    [use] = rows(OfferUse)
    assert (read_uses(db, offer), use.status, use.phone_digest) == (0, "released", None)
    assert send().status_code == 200


def test_the_worker_gives_back_the_use_of_a_checkout_that_ran_out(db, cast, send, worker, clock):
    offer = make_offer(db, cast.truck.id, max_uses=1)
    made = send().json()
    assert made["holdExpiresAt"] == made["expiresAt"]
    seen = []
    for minutes in (9, 2):
        clock.advance(timedelta(minutes=minutes))
        with db.reading() as session:
            seen.append(has_expired_holds(session))
    assert seen == [False, True]  # also at a truck without slots: this is what the task of every second asks
    worker.run_once()
    assert read_uses(db, offer) == 0
    with db.reading() as session:
        assert not has_expired_holds(session)


@pytest.fixture
def unmade(sandbox, send):
    """Send a checkout with the key "k" while Stripe makes no payment, and return how to send it again."""
    key = {"Idempotency-Key": "k"}
    sandbox.fault("stripe", "error_after", match="/v1/payment_intents", times=3)
    assert send(headers=key).status_code == 503
    sandbox.clear_faults()
    return lambda: send(headers=key)


def test_a_checkout_whose_payment_could_not_be_made_gives_its_use_back_and_takes_it_again(db, limited, unmade, rows):
    assert ([use.status for use in rows(OfferUse)], read_uses(db, limited)) == (["released"], 0)
    assert [unmade().status_code for _ in range(2)] == [200] * 2
    assert ([use.status for use in rows(OfferUse)], read_uses(db, limited)) == (["held"], 1)


def test_such_a_checkout_is_refused_when_its_use_is_gone_or_its_terms_have_changed(db, limited, unmade, rows):
    def change(**values):
        db.write(lambda session: session.execute(sa.update(Offer).values(version=Offer.version + 1, **values)))
        return unmade().json().get("code")

    assert change(percent=20) == "offer_changed"
    assert change(percent=10, is_paused=True) == "offer_expired"
    assert change(is_paused=False, uses=1) == "offer_used_up"
    assert [use.status for use in rows(OfferUse)] == ["released"]
    assert change(uses=0) is None


@pytest.mark.dialect
def test_an_intent_is_not_stored_for_a_checkout_whose_use_is_released(db, limited, send, rows):
    send()
    [checkout] = rows(Checkout)
    db.write(lambda session: release_use(session, checkout.id))
    row = copy_fields(CheckoutRow, checkout)
    intent = SimpleNamespace(id=checkout.payment_intent_id, client_secret="secret")
    assert not db.write(lambda session: service._store_intent(session, row, intent))


def test_a_checkout_that_is_sent_again_hands_its_use_over(db, cast, send):
    offer = make_offer(db, cast.truck.id, max_uses=1, once_per_phone=True)
    attempt = {"X-Checkout-Attempt": "a" * 16}
    assert [send(quantity=one, discount=100 * one, headers=attempt).status_code for one in (1, 2, 3)] == [200] * 3
    assert read_uses(db, offer) == 1


@pytest.mark.dialect
def test_an_attempt_that_changes_its_code_locks_both_offers_by_their_ids(db, cast, send):
    """Another attempt may go the other way at the same instant."""
    if db.is_sqlite:
        pytest.skip("SQLite has one writer")
    first, second = (
        make_offer(db, cast.truck.id, code, id=one * 24) for code, one in (("FIRST", "0"), ("SECOND", "f"))
    )
    attempt = {"X-Checkout-Attempt": "a" * 16}
    assert send("SECOND", headers=attempt).status_code == 200
    lock = "SELECT id FROM offers WHERE id = :id FOR UPDATE"
    with ThreadPoolExecutor(1) as pool:
        with db.engine.begin() as holder, db.engine.connect() as observer:
            holder.execute(sa.text(lock), {"id": first.id})
            sending = pool.submit(send, "FIRST", headers=attempt)
            watched = observer.execution_options(isolation_level="AUTOCOMMIT")
            wait_until(lambda: watched.scalar(WAITING) > 0)
            holder.execute(sa.text(f"{lock} NOWAIT"), {"id": second.id})  # the waiting checkout does not hold it
        assert sending.result().status_code == 200
    assert (read_uses(db, first), read_uses(db, second)) == (1, 0)


def test_a_payment_that_arrives_after_its_use_was_given_back_is_an_order_above_the_limit(db, cast, send, pay, rows):
    offer = make_offer(db, cast.truck.id, max_uses=1, once_per_phone=True)
    late = send().json()
    [checkout] = rows(Checkout)
    [before] = rows(OfferUse)
    db.write(lambda session: close_checkout(session, checkout.id))
    pay(send(phone="(213) 373-4299").json())
    assert pay(late)["discount"] == 1
    assert (read_uses(db, offer), check_offers(db).is_consistent) == (2, True)
    assert sorted(use.over_limit for use in rows(OfferUse)) == [False, True]
    [again] = [use for use in rows(OfferUse) if use.id == before.id]
    assert again.phone_digest == before.phone_digest is not None
    assert send(phone="(213) 373-4288").json()["code"] == "offer_used_up"


def test_a_cancelled_order_gives_its_use_back_and_a_refunded_one_keeps_it(db, cast, send, pay, ask):
    offer = make_offer(db, cast.truck.id)
    kept, cancelled = pay(send().json()), pay(send(phone="(213) 373-4299").json())
    refund = {"amount": 1, "reason": "Cold"}
    assert ask("POST", f"/orders/{kept['_id']}/refunds", json=refund).status_code == 201
    assert read_uses(db, offer) == 2
    assert ask("PATCH", f"/orders/{cancelled['_id']}", json={"status": "cancelled"}).status_code == 200
    assert (read_uses(db, offer), check_offers(db).is_consistent) == (1, True)


@pytest.mark.dialect
def test_an_offer_that_changes_between_price_and_use_is_priced_again(db, cast, settings, burrito, sandbox, monkeypatch):
    """The count is refused for terms that are not those of the price."""
    offer = make_offer(db, cast.truck.id)
    body = checkout_body(cast.truck, (burrito, 1), offer=("TACO10", 100))
    hold, tries = save.hold_slot, []

    def change_first(session, *arguments):
        tries.append(arguments)
        if len(tries) == 1:
            session.execute(sa.update(Offer).values(percent=20, version=Offer.version + 1))
        return hold(session, *arguments)

    monkeypatch.setattr(save, "hold_slot", change_first)
    made = open_checkout(db, settings, convert(body, PaymentIntentRequest), CheckoutRequestContext("test"))
    assert (made.discount, read_uses(db, offer), len(tries)) == (1, 1, 2)


def test_an_erasure_removes_the_digest_of_the_phone_and_keeps_the_count(db, cast, send, rows):
    offer = make_offer(db, cast.truck.id, once_per_phone=True)
    send()
    [use] = rows(OfferUse)
    assert len(use.phone_digest) == 64
    db.write(lambda session: anonymize_checkouts(session, list(session.scalars(sa.select(Checkout))), set()))
    assert ([one.phone_digest for one in rows(OfferUse)], read_uses(db, offer)) == ([None], 1)


@pytest.mark.usefixtures("frozen_clock")
def test_unknown_codes_are_limited_and_known_ones_are_not(db, cast, send, settings, client):
    make_offer(db, cast.truck.id)
    quote = {"slug": cast.truck.slug, "subtotal": 10}
    limit = settings.limit_offer_guesses_per_address
    refused = [client.post("/api/offers/quote", json=quote | {"code": f"GUESS{n}"}) for n in range(limit - 1)]
    assert {answer.json()["code"] for answer in refused} == {"offer_unknown"}
    assert send("NOSUCH").json()["code"] == "offer_unknown"
    answers = [send("NOSUCH"), client.post("/api/offers/quote", json=quote | {"code": "TACO10"})]
    assert [(answer.status_code, "Retry-After" in answer.headers) for answer in answers] == [(429, True)] * 2
    elsewhere = {"slug": cast.other_truck.slug, "subtotal": 10, "code": "GUESS"}
    assert client.post("/api/offers/quote", json=elsewhere).json()["code"] == "offer_unknown"
    assert send().status_code == 200  # customers behind one address do not pay for the guesses of another


@pytest.mark.usefixtures("frozen_clock")
def test_codes_are_refused_at_the_checkout_after_unknown_ones_by_the_hundred(db, cast, send, settings, rows):
    make_offer(db, cast.truck.id)
    limit = settings.limit_offer_guesses_per_address * code_guess_limit.FLOOD_FACTOR
    db.write(
        lambda session: [
            code_guess_limit.count_guess(session, settings, "127.0.0.1", f"truck{n}") for n in range(limit)
        ]
    )
    answer = send()
    assert (answer.status_code, rows(Checkout)) == (429, [])
    assert send(None, 0).status_code == 200


def test_a_request_without_a_code_has_the_digest_of_earlier_releases(cast, burrito):
    body = checkout_body(cast.truck, (burrito, 1))
    assert b"offer" not in msgspec.json.encode(convert(body, PaymentIntentRequest))
    with_code = checkout_body(cast.truck, (burrito, 1), offer=("TACO10", 0))
    digests = {hash_request(convert(one, PaymentIntentRequest)) for one in (body, with_code)}
    assert len(digests) == 2


@pytest.mark.dialect
def test_a_hundred_customers_at_once_use_thirty_uses_thirty_times(db, cast, settings, burrito, sandbox, rows):
    offer = make_offer(db, cast.truck.id, max_uses=30)
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)
    body = checkout_body(cast.truck, (burrito, 1), offer=("TACO10", 100))
    request = convert(body, PaymentIntentRequest)

    def submit(_):
        try:
            return open_checkout(db, unlimited, request, CheckoutRequestContext("anywhere"))
        except OfferHeld as refused:
            return refused

    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(submit, range(100)))
    assert sum(not isinstance(answer, OfferHeld) for answer in answers) == 30
    assert (read_uses(db, offer), len(rows(OfferUse)), check_offers(db).is_consistent) == (30, 30, True)


@pytest.mark.dialect
def test_a_phone_that_pays_several_times_at_once_uses_its_offer_once(db, cast, settings, burrito, sandbox):
    offer = make_offer(db, cast.truck.id, once_per_phone=True)
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)
    body = checkout_body(cast.truck, (burrito, 1), offer=("TACO10", 100))
    request = convert(body, PaymentIntentRequest)

    def submit(_):
        try:
            return open_checkout(db, unlimited, request, CheckoutRequestContext("anywhere")).discount
        except OfferRefused as refused:
            return refused.code

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(submit, range(8)))
    assert sorted(map(str, answers)) == ["1.0", *["offer_held"] * 7]
    assert read_uses(db, offer) == 1
