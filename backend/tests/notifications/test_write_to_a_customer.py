"""Staff write to their own customers: rate limited, and once whatever happens to the response."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.db import rate_limits
from chuckwagon.kit import clock
from chuckwagon.notifications import delivery_status
from chuckwagon.notifications.models import ManualSms
from chuckwagon.orders.models import Order
from tests.cast import make_user
from tests.databases import read_rows
from tests.orders.factories import PHONE, add_order

WORDS = "Your order is on the counter."
CAROL = "+12133734260"
OPT_OUT_SENTENCE = "This customer asked for no texts (STOP). Please call instead."


@pytest.fixture
def customer(db, cast):
    """A customer who ordered from the admin's truck just now."""
    return add_order(db, truck_id=cast.truck.id).customer_phone


@pytest.fixture
def write(client, cast):
    def post(phone=PHONE, message=WORDS, *, role="truck_admin", key=None):
        headers = cast.headers(role) | ({"Idempotency-Key": key} if key else {})
        body = {"phoneNumber": phone, "message": message}
        return client.post("/api/send-notification", json=body, headers=headers)

    return post


@pytest.fixture
def texts(sandbox):
    return lambda: [(text["to"], text["body"]) for text in sandbox.messages()]


@pytest.fixture
def without_reports(monkeypatch):
    """Suppress Twilio's reports, because a report would reveal the result that the test has hidden."""
    monkeypatch.setattr(delivery_status, "status_callback_url", lambda *_: None)


@pytest.mark.dialect
def test_an_admin_writes_to_a_customer_of_its_own(write, customer, texts, sandbox, db, wait_for):
    answer = write("(213) 373-4253", f" {WORDS}\r\n")
    assert answer.status_code == 200
    assert texts() == [(customer, WORDS)]
    assert answer.json() == {"messageSid": sandbox.messages()[0]["sid"], "message": WORDS}
    wait_for(lambda: read_rows(db, ManualSms)[0].status == "delivered")


@pytest.mark.parametrize(("days", "status"), [(29, 200), (31, 403)], ids=["within the last 30 days", "longer ago"])
def test_only_recent_customers(write, db, cast, texts, days, status):
    add_order(db, truck_id=cast.truck.id, created_at=clock.now() - timedelta(days=days))
    assert write().status_code == status
    assert len(texts()) == (1 if status == 200 else 0)


def test_a_number_that_staff_typed_is_a_customers_only_while_its_order_is_open(
    write, db, cast, client, texts, sandbox, settings, clock
):
    """And as many new ones as a user may write to in an hour. Who answered stays a customer."""
    headers = cast.headers("truck_admin")

    def sell(number, **columns):
        phone = f"+1213373{number}"
        return phone, add_order(db, truck_id=cast.truck.id, source="counter", customer_phone=phone, **columns)

    open_phone, _ = sell(4001, payment_status="unpaid")
    over_phone, _ = sell(4002, status="completed")
    assert [write(phone).status_code for phone in (open_phone, over_phone)] == [200, 403]
    sandbox.post("/_sandbox/messages/inbound", json={"from": open_phone, "body": "Thanks"})
    db.write(lambda session: session.execute(sa.update(Order).values(status="completed")))
    clock.advance(timedelta(minutes=6))
    assert write(open_phone).status_code == 200
    paid = add_order(db, truck_id=cast.truck.id, customer_phone="+12133734003")
    typed = client.post(f"/api/orders/{paid.id}/contact", json={"phone": "+12133734004"}, headers=headers)
    assert typed.status_code == 200
    assert write("+12133734004").status_code == 200  # its order is open
    db.write(lambda session: session.execute(sa.update(Order).values(status="completed")))
    clock.advance(timedelta(minutes=6))
    assert write("+12133734004").status_code == 403
    used_up = {"key": f"sms-new-by:{cast.truck_admin.id}", "seconds": rate_limits.HOUR_SECONDS}
    window = int(clock.now().timestamp()) // rate_limits.HOUR_SECONDS
    count = settings.limit_new_numbers_per_user
    db.write(lambda session: session.merge(rate_limits.RateLimitWindow(**used_up, window=window, count=count)))
    phone, _ = sell(4005)
    refused = write(phone)
    assert (refused.status_code, refused.json()["code"]) == (429, "sms_limit")
    assert refused.json()["error"] == "Too many texts to new numbers in one hour."
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    assert [body for _, body in texts()].count(WORDS) == 3


@pytest.mark.parametrize(
    ("role", "status"), [(None, 401), ("other_admin", 403), ("truckless_admin", 403), ("superadmin", 200)]
)
def test_the_rest_writes_to_nobody_and_a_superadmin_to_everybody(write, customer, texts, db, role, status):
    assert write(role=role).status_code == status
    assert write("8185550100", "", role=role).status_code == (400 if status == 200 else status)
    assert len(texts()) == len(read_rows(db, ManualSms)) == (1 if status == 200 else 0)


@pytest.mark.parametrize(
    "phone", ["+18765551234", "8765551234", "8002255288", "9005551234", "+442071838750", "12", "", None, 5]
)
def test_us_numbers_only(write, texts, db, phone):
    assert write(phone, role="superadmin").status_code == 400
    assert (texts(), read_rows(db, ManualSms)) == ([], [])


@pytest.mark.parametrize("message", ["", "  ", None, "x" * 321, "a\u0007", 5])
def test_a_message_that_is_none_is_refused(write, customer, texts, db, message):
    assert write(message=message).status_code == 400
    assert (texts(), read_rows(db, ManualSms)) == ([], [])


def test_the_longest_message_is_sent_whole(write, customer, texts):
    assert write(message="é" * 320).status_code == 200
    assert texts() == [(customer, "é" * 320)]


def test_one_text_per_phone_in_five_minutes_whoever_writes(write, customer, texts, clock):
    assert write().status_code == 200
    clock.advance(timedelta(minutes=4, seconds=59))
    refused = write(message="Another", role="superadmin")
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "2")
    clock.advance(timedelta(seconds=2))
    assert write(message="Another").status_code == 200
    assert len(texts()) == 2


@pytest.mark.dialect
def test_five_texts_per_phone_a_day_and_refused_ones_do_not_count(write, customer, texts, clock):
    for number in range(5):
        assert write(message=f"{number}").status_code == 200
        assert write(message="too soon").status_code == 429
        clock.advance(timedelta(minutes=6))
    assert write(message="six").status_code == 429
    clock.advance(timedelta(hours=23, minutes=31))
    assert write(message="tomorrow", role="superadmin").status_code == 200


def test_twenty_texts_an_hour_per_user(write, texts, clock, settings):
    for number in range(20):
        assert write(f"2133734{300 + number}", role="superadmin").status_code == 200
    assert write("2133734400", role="superadmin").status_code == 429
    clock.advance(timedelta(hours=1, seconds=1))
    assert write("2133734400", role="superadmin").status_code == 200


@pytest.mark.dialect
def test_two_at_once_send_one(write, customer, texts, db):
    make_user(db, "second@example.com", role="superadmin")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: write(message=f"{number}"), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] + [429] * 7
    assert len(texts()) == 1


def test_whoever_opted_out_gets_none(write, customer, texts, sandbox, db):
    sandbox.post("/_sandbox/messages/inbound", json={"from": customer, "body": "STOP"})
    before = texts()
    answer = write()
    assert (answer.status_code, answer.json()["code"], answer.json()["error"]) == (
        409,
        "opted_out",
        OPT_OUT_SENTENCE,
    )
    assert (texts(), read_rows(db, ManualSms)) == (before, [])


def test_a_number_that_the_provider_refuses_is_told_and_does_not_count(write, texts, db):
    for _ in range(2):
        answer = write("5005550009", role="superadmin")
        assert (answer.status_code, answer.json()["code"]) == (409, "text_refused")
        assert answer.json()["error"] == "The number is not a mobile phone."
    assert {text.status for text in read_rows(db, ManualSms)} == {"refused"}


@pytest.mark.dialect
def test_a_key_sends_once_and_gives_the_same_answer(write, customer, texts):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda _: write(key="k1"), range(4)))
    done = [answer.json() for answer in answers if answer.status_code == 200]
    assert {answer.json()["code"] for answer in answers if answer.status_code != 200} <= {"still_sending"}
    assert done
    assert all(answer == write(key="k1").json() for answer in done)
    assert len(texts()) == 1
    other = write(message="Something else", key="k1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")


@pytest.mark.parametrize("key", ["k1", None])
def test_a_lost_answer_is_found_again(write, customer, texts, sandbox, key):
    sandbox.fault("twilio", "reset_after", match="Messages.json", times=1)
    lost = write(key=key)
    assert (lost.status_code, "Retry-After" in lost.headers) == (503, True)
    again = write(key=key)
    assert again.status_code == 200
    assert again.json()["messageSid"] == sandbox.messages()[0]["sid"]
    assert len(texts()) == 1


@pytest.mark.dialect
@pytest.mark.usefixtures("without_reports")
def test_a_call_that_died_in_the_middle_is_taken_up_after_its_hold(write, customer, texts, db, clock):
    instant = clock.now()
    assert write(key="k1").status_code == 200

    def forget(session):
        lost = {"provider_sid": None, "status": "sending", "held_until": instant + timedelta(seconds=60)}
        session.execute(sa.update(ManualSms).values(lost))

    db.write(forget)
    assert write(key="k1").json()["code"] == "still_sending"
    clock.advance(timedelta(seconds=61))
    assert write(key="k1").status_code == 200
    assert len(texts()) == 1


@pytest.mark.usefixtures("frozen_clock")
def test_the_days_budget_holds_for_staff_too(write, customer, texts, db, settings):
    db.write(
        lambda session: session.add(
            rate_limits.RateLimitWindow(
                key="sms-budget",
                window=int(clock.now().timestamp()) // rate_limits.DAY_SECONDS,
                seconds=rate_limits.DAY_SECONDS,
                count=settings.sms_daily_limit,
            )
        )
    )
    assert write().status_code == 429
    assert (texts(), read_rows(db, ManualSms)) == ([], [])


@pytest.mark.usefixtures("without_reports")
def test_reports_only_move_it_forward(write, customer, db):
    sid = write().json()["messageSid"]
    seen = []
    for status in ("sent", "queued", "undelivered", "delivered"):
        report = delivery_status.DeliveryReport(sid, status, 30003 if status == "undelivered" else None)
        db.write(lambda session, report=report: delivery_status.record_delivery_report(session, report))
        seen.append(read_rows(db, ManualSms)[0].status)
    assert seen == ["sent", "sent", "undelivered", "undelivered"]
    assert read_rows(db, ManualSms)[0].reason == "The phone is switched off or out of reach."
