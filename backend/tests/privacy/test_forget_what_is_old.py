"""Data older than its retention is erased, in small steps, by any worker."""

from datetime import timedelta

import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon.customers.models import Customer
from chuckwagon.db import idempotency
from chuckwagon.kit import clock as product_clock
from chuckwagon.notifications.models import ManualSms
from chuckwagon.orders import erasure as orders
from chuckwagon.orders.models import Order, OrderSms, Refund
from chuckwagon.payments.models import Checkout, PaymentReview
from chuckwagon.privacy import retention
from chuckwagon.privacy.models import ErasedCustomer, RetentionCursor
from chuckwagon.worker.loop import Worker, collect_periodic_tasks
from tests.databases import every_row
from tests.orders.factories import add_order
from tests.privacy.conftest import NAME, PHONE, find_columns_with
from tests.privacy.test_erase_a_customer import add_dispute, figures, hold_payment

DAY, YEARS = timedelta(days=1), timedelta(days=3 * 365)


@pytest.fixture(autouse=True)
def without_haste(monkeypatch):
    """Let a rule run to its end, however busy the machine is. Normally it stops after half a second."""
    monkeypatch.setattr(retention, "MAX_RULE_SECONDS", 60)


@pytest.fixture
def forget(db, settings):
    """Run retention once, optionally with other settings."""
    return lambda **changed: retention.apply_retention(db, msgspec.structs.replace(settings, **changed))


def count(db, model, *conditions):
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(model).where(*conditions))


@pytest.mark.dialect
def test_nothing_goes_before_its_time_and_unpaid_carts_go_after_thirty_days(customer, db, forget, clock):
    customer.create_all_data()
    before = every_row(db)
    forget()
    assert every_row(db) == before
    clock.advance(30 * DAY - timedelta(hours=1))
    forget()
    assert count(db, Checkout) == 3
    clock.advance(2 * timedelta(hours=1))
    forget()
    assert count(db, Checkout) == 2
    assert count(db, Checkout, Checkout.status == "paid") == 2


def test_a_cart_whose_payment_is_held_stays_until_somebody_decides(customer, db, forget, clock):
    intent = customer.open_checkout()
    customer.abandon_checkout(intent)
    with db.reading() as session:
        checkout = session.scalars(sa.select(Checkout)).one()
    review = PaymentReview(
        id="a" * 24, payment_intent_id=intent, checkout_id=checkout.id, reason="different amount", details={},
        created_at=product_clock.now(),
    )  # fmt: skip
    db.write(lambda session: session.add(review))
    clock.advance(31 * DAY)
    forget()
    assert count(db, Checkout, Checkout.customer_name == NAME) == 1
    decided = sa.update(PaymentReview).values(decision="looked_at")
    db.write(lambda session: session.execute(decided))
    forget()
    assert count(db, Checkout, Checkout.customer_name == NAME) == 0
    assert count(db, Checkout, Checkout.total_cents == checkout.total_cents) == 1


@pytest.mark.dialect
def test_people_go_three_years_after_their_last_order_and_the_books_stay(customer, db, forget, clock):
    """And their SMS lose words and number after ninety days already."""
    customer.create_all_data()
    customer_id = customer.customer_id()
    before = figures(customer, customer_id)
    texts = count(db, OrderSms)
    clock.advance(91 * DAY)
    forget()
    assert count(db, OrderSms, OrderSms.body == "", OrderSms.to_phone.is_(None)) == texts > 0
    assert count(db, ManualSms, ManualSms.body == "", ManualSms.to_phone == "") == 1
    assert count(db, Order, Order.customer_phone == PHONE) == 3
    clock.advance(YEARS - 92 * DAY)
    forget()
    assert count(db, Order, Order.customer_name == NAME) == 3
    clock.advance(2 * DAY)
    forget()
    retention.delete_old_responses(db, customer.worker._settings)
    assert find_columns_with(db) == set()
    clock.advance(-YEARS - DAY)
    assert figures(customer, customer_id) == before


def test_who_ordered_again_is_kept_whole(customer, db, forget, clock):
    old = add_order(db, truck_id=customer.cast.truck.id, customer_phone=PHONE, customer_name=NAME)
    clock.advance(YEARS - DAY)
    add_order(db, truck_id=customer.cast.truck.id, customer_phone=PHONE, customer_name=NAME)
    clock.advance(2 * DAY)
    forget()
    with db.reading() as session:
        assert session.get_one(Order, old.id).customer_name == NAME


def test_a_name_without_a_phone_goes_too(customer, db, forget, clock):
    passer = {"customer_phone": None, "customer_name": NAME, "source": "counter"}
    old = add_order(db, truck_id=customer.cast.truck.id, **passer)
    clock.advance(YEARS + DAY)
    new = add_order(db, truck_id=customer.cast.truck.id, **passer)
    forget()
    forget()
    with db.reading() as session:
        assert session.get_one(Order, old.id).customer_name == "Erased customer"
        assert session.get_one(Order, new.id).customer_name == NAME
    assert count(db, RetentionCursor) == 1


def test_the_reason_of_a_voided_late_order_goes_with_its_name(customer, db, forget, clock):
    sent = {"deviceId": "a", "takenAt": "2026-07-01T10:00:00.000Z", "arrivedAt": "2026-07-01T11:00:00.000Z"}
    late = {"customer_phone": None, "customer_name": NAME, "source": "counter", "status": "cancelled"}
    void, sale = (
        add_order(db, truck_id=customer.cast.truck.id, **late, offline=sent | {"voidReason": reason})
        for reason in (f"{NAME} left, 555-0123", None)
    )
    clock.advance(YEARS + DAY)
    forget()
    with db.reading() as session:
        assert session.get_one(Order, void.id).offline == sent | {"voidReason": "Erased"}
        assert session.get_one(Order, sale.id).offline == sent | {"voidReason": None}


def test_a_name_without_a_phone_stays_while_money_is_owed_to_it(customer, db, forget, clock):
    passer = {"customer_phone": None, "customer_name": NAME, "source": "counter", "status": "completed"}
    owed = add_order(db, truck_id=customer.cast.truck.id, payment_intent_id=None, **passer)
    refund = {"json": {"amount": 1, "reason": "Cold"}}
    assert customer.ask("POST", f"/orders/{owed.id}/refunds", **refund).json()["refunds"][0]["status"] == "due"
    clock.advance(2 * DAY)
    later = add_order(db, truck_id=customer.cast.truck.id, **passer)
    clock.advance(YEARS + DAY)
    for _ in range(2):
        forget()
    with db.reading() as session:
        assert session.get_one(Order, owed.id).customer_name == NAME
        assert session.get_one(Order, later.id).customer_name == "Erased customer"
    db.write(lambda session: session.execute(sa.update(Refund).values(status="succeeded")))
    forget()
    with db.reading() as session:
        assert session.get_one(Order, owed.id).customer_name == "Erased customer"


def test_a_question_about_a_payment_holds_up_one_person_and_nobody_behind(customer, db, forget, clock, monkeypatch):
    monkeypatch.setattr(retention, "CUSTOMER_BATCH_SIZE", 1)
    order = customer.buy()
    clock.advance(timedelta(minutes=1))
    add_dispute(db, order["_id"])
    for number in range(3):
        add_order(db, truck_id=customer.cast.truck.id, customer_phone=f"+1310555019{number}")
    clock.advance(YEARS + DAY)
    forget()
    assert count(db, ErasedCustomer) == 3
    assert count(db, Order, Order.customer_name == NAME) == 1


def test_zero_keeps_for_ever(customer, db, forget, clock):
    customer.create_all_data()
    clock.advance(10 * YEARS)
    before = every_row(db)
    forget(customer_retention_days=0, unpaid_checkout_retention_days=0, message_retention_days=0)
    assert every_row(db) == before


@pytest.mark.dialect
def test_a_round_ends_after_a_moment_and_the_next_goes_on(customer, db, forget, clock, monkeypatch):
    monkeypatch.setattr(retention, "BATCH_SIZE", 2)
    monkeypatch.setattr(retention, "CUSTOMER_BATCH_SIZE", 2)
    monkeypatch.setattr(retention, "MAX_RULE_SECONDS", 0)
    for number in range(5):
        add_order(db, truck_id=customer.cast.truck.id, customer_phone=f"+1310555019{number}")
    clock.advance(YEARS + DAY)
    forget()
    assert count(db, ErasedCustomer) == 0  # no time left, nothing erased
    left = []
    for _ in range(3):
        assert retention._erase_inactive_customers(db, product_clock.now() - YEARS) > 0
        left.append(count(db, Customer) - count(db, ErasedCustomer))
    assert left == [3, 1, 0]
    assert retention._erase_inactive_customers(db, product_clock.now() - YEARS) == 0


@pytest.mark.dialect
def test_two_workers_at_once_do_no_harm(customer, db, settings, clock):
    from concurrent.futures import ThreadPoolExecutor

    for number in range(8):
        add_order(db, truck_id=customer.cast.truck.id, customer_phone=f"+1310555019{number}")
        passer = {"customer_phone": None, "customer_name": NAME, "source": "counter"}
        add_order(db, truck_id=customer.cast.truck.id, **passer)
    clock.advance(YEARS + DAY)
    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(retention.apply_retention, db, settings) for _ in range(4)]:
            done.result()
    assert count(db, ErasedCustomer) == 8
    assert count(db, Order, Order.customer_name != "Erased customer") == 0


def test_the_worker_does_it_by_itself(customer, db, settings, clock):
    customer.create_all_data()
    clock.advance(YEARS + DAY)
    periodic_tasks = [one for one in collect_periodic_tasks() if one.name.startswith("forget_old_")]
    Worker(db, settings, periodic_tasks=periodic_tasks).run_once()
    assert find_columns_with(db) == set()


def test_answers_are_kept_for_their_days(customer, db, settings, clock):
    customer.create_all_data()
    clock.advance(idempotency.RETENTION + timedelta(minutes=1))
    retention.delete_old_responses(db, msgspec.structs.replace(settings, response_retention_days=3))
    assert count(db, idempotency.StoredResponse) == 2
    retention.delete_old_responses(db, settings)
    assert count(db, idempotency.StoredResponse) == 0


def test_a_held_payment_keeps_its_person_at_any_age(customer, db, forget, clock):
    order = customer.buy()
    hold_payment(db, order["_id"])
    clock.advance(YEARS + DAY)
    forget()
    assert count(db, Order, Order.customer_name == NAME) == 1


@pytest.mark.dialect
def test_many_questions_hold_up_nobody_behind(customer, db, forget, clock, monkeypatch):
    monkeypatch.setattr(retention, "CUSTOMER_BATCH_SIZE", 2)
    for number in range(8):
        order = add_order(db, truck_id=customer.cast.truck.id, customer_phone=f"+1310555019{number}")
        clock.advance(timedelta(minutes=1))
        if number < 5:
            add_dispute(db, order.id, f"dp_{number}")
    clock.advance(YEARS + DAY)
    forget()
    assert count(db, ErasedCustomer) == 3


def test_the_forgotten_are_passed_by_without_a_look(customer, db, forget, clock):
    for number in range(3):
        add_order(db, truck_id=customer.cast.truck.id, customer_phone=f"+1310555019{number}")
    clock.advance(YEARS + DAY)
    forget()
    with db.reading() as session:
        assert orders.list_inactive_customers(session, product_clock.now(), None, 10) == []


def test_orders_with_a_phone_are_not_read_again_for_names_without_one(customer, db, forget, clock):
    add_order(db, truck_id=customer.cast.truck.id, customer_phone="+13105550190")
    clock.advance(YEARS + DAY)
    forget()
    with db.reading() as session:
        mark = session.scalars(sa.select(RetentionCursor.at)).one()
    assert mark == product_clock.now() - YEARS
    passer = {"customer_phone": None, "customer_name": NAME, "source": "counter"}
    new = add_order(db, truck_id=customer.cast.truck.id, **passer)
    clock.advance(YEARS + DAY)
    forget()
    with db.reading() as session:
        assert session.get_one(Order, new.id).customer_name == "Erased customer"
