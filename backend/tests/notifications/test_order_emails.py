"""Receipt and notice of a refund: to the order's address, in its language, with links to the product alone."""

import re

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.notifications import erasure
from chuckwagon.orders.messages import email_key, enqueue_receipt, enqueue_refund_notice, enqueue_sent_receipt
from chuckwagon.orders.models import LineModifier, Order, OrderLine, Refund

EMAIL = "zoe@example.com"


@pytest.fixture
def order(stage):
    """An order of two tacos with salsa and an address."""
    return lambda **more: stage.order(
        customer_email=EMAIL,
        lines=[
            OrderLine(
                id="b" * 24, position=0, name="Taco <al pastor>", quantity=2, unit_price_cents=500, total_cents=1000,
                modifiers=[LineModifier(id="c" * 24, position=0, group_name="Salsa", name="Verde & lime",
                                        additional_price_cents=0)],
            )
        ],
        **more,
    )  # fmt: skip


@pytest.fixture
def emails(sandbox):
    return lambda: sandbox.get("/_sandbox/emails").raise_for_status().json()


def test_a_receipt_says_what_was_ordered_and_paid_and_where_to_follow_it(stage, order, emails):
    placed = order(place_name="Plaza <1>")
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    stage.work()
    [email] = emails()
    link = f"{stage.settings.origin}/senor-smoke/order/{placed.tracking_token}"
    assert (email["to"], email["subject"]) == ([EMAIL], f"Your order #{placed.order_number} at Señor Smoke")
    assert email["text"].splitlines() == [
        f"Thank you! Señor Smoke has your order #{placed.order_number}, and $10.88 is paid.",
        "",
        "Pick it up about 6:00 PM at Plaza <1>.",
        "",
        "2 x Taco <al pastor>  $10.00",
        "    Verde & lime",
        "",
        "Subtotal: $10.00",
        "Tax: $0.88",
        "Total: $10.88",
        "",
        f"Follow your order: {link}",
        "",
        "You get this email because this address was given with the order. Please do not reply to it.",
    ]
    assert "Taco &lt;al pastor&gt;" in email["html"]
    assert "Verde &amp; lime" in email["html"]
    assert "Plaza &lt;1&gt;" in email["html"]


@pytest.mark.parametrize(("language", "tip"), [("en", "Tip: $2.00"), ("es", "Propina: $2.00")])
def test_a_receipt_contains_the_tip_between_tax_and_total(stage, order, emails, language, tip):
    placed = order(language=language, tip_cents=200)
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    stage.work()
    [email] = emails()
    lines = email["text"].splitlines()
    at = lines.index(tip)
    assert lines[at - 1].endswith(": $0.88")
    assert lines[at + 1] == "Total: $12.88"


@pytest.mark.parametrize(
    ("language", "code", "words"),
    [
        ("en", "TACO10", "Offer TACO10: -$1.00"),
        ("es", "TACO10", "Oferta TACO10: -$1.00"),
        ("en", None, "Offer discount: -$1.00"),
        ("es", None, "Descuento de oferta: -$1.00"),
    ],
)
def test_a_receipt_contains_the_discount_after_the_subtotal(stage, order, emails, language, code, words):
    placed = order(language=language, discount_cents=100, offer_code=code)
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    stage.work()
    [email] = emails()
    lines = email["text"].splitlines()
    at = lines.index(words)
    assert lines[at - 1].endswith(": $10.00")


@pytest.mark.parametrize("language", ["en", "es"])
def test_emails_load_nothing_and_lead_to_the_product_only(stage, order, emails, language):
    placed = order(language=language)
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    notify_of_refund(stage, placed)
    stage.work()
    for email in emails():
        assert f'<html lang="{language}">' in email["html"]
        assert set(re.findall(r"<(img|link|script|iframe|object|video|style)\b", email["html"])) == set()
        links = re.findall(r"https?://[^\s\"<]+", email["html"] + email["text"])
        assert links
        assert all(link.startswith(f"{stage.settings.origin}/") for link in links)


def test_a_receipt_is_in_the_language_of_the_order_and_says_what_is_unpaid(stage, order, emails):
    placed = order(language="es", payment_status="unpaid")
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    stage.work()
    [email] = emails()
    assert email["subject"] == f"Tu orden #{placed.order_number} en Señor Smoke"
    assert "Paga $10.88 en el mostrador." in email["text"]
    assert "Recógela aprox. 6:00 p.m." in email["text"]


def notify_of_refund(stage, placed, number=1, cents=300):
    """Store a refund that Stripe has accepted, and enqueue its notice, twice."""
    made = {"reason": "cold", "created_at": placed.created_at, "updated_at": placed.created_at}
    key, provider_id = f"r{number}", f"re_{number}"
    refund = Refund(
        id=f"{number}" * 24, order_id=placed.id, key=key, provider_id=provider_id, amount_cents=cents,
        status="succeeded", **made,
    )  # fmt: skip

    def notify(session):
        stored = session.get(Refund, refund.id) or refund
        session.add(stored)
        session.flush()
        enqueue_refund_notice(session, placed, stored)

    for _ in range(2):
        stage.db.write(notify)


def test_each_refund_is_told_once_with_what_goes_back_and_whether_the_order_stands(stage, order, emails):
    placed = order()
    for number, cents in ((1, 300), (2, placed.total_cents - 300)):
        notify_of_refund(stage, placed, number, cents)
        stage.work()
    part, rest = emails()
    about = f"of your order #{placed.order_number} at Señor Smoke goes back to the card that you paid with."
    bank = "Banks may take 5 to 10 days to show it."
    assert part["text"].splitlines()[:3] == [f"$3.00 {about}", "The rest of your order stands.", bank]
    assert rest["text"].splitlines()[:2] == [f"$7.88 {about}", bank]


def test_without_an_address_there_is_no_notice(stage, emails):
    notify_of_refund(stage, stage.order())
    stage.work()
    assert emails() == []


def test_what_waits_when_the_order_is_erased_is_never_sent(stage, order, emails):
    placed = order()
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    assert stage.db.write(lambda session: erasure.cancel_order_messages(session, [placed.id]))
    stage.work()
    assert emails() == []


def test_an_erasure_waits_for_an_email_that_is_being_sent(stage, order):
    from chuckwagon.jobs import outbox

    placed = order(queued=False)
    stage.db.write(lambda session: enqueue_receipt(session, placed.id))
    claimed = stage.db.write(outbox.claim_next)
    assert claimed.key == email_key(placed.id, "receipt")
    assert not stage.db.write(lambda session: erasure.cancel_order_messages(session, [placed.id]))


@pytest.fixture
def send_receipt(stage, cast, client):
    def send(order_id, email, role="superadmin", **headers):
        answer = client.post(
            f"/api/orders/{order_id}/receipt", json={"email": email}, headers={**cast.headers(role), **headers}
        )
        stage.work()
        return answer

    return send


def test_a_receipt_goes_to_the_address_that_staff_type_and_the_address_is_not_kept(
    stage, order, emails, send_receipt, db
):
    placed = order()
    assert send_receipt(placed.id, " zack@example.org ", **{"Idempotency-Key": "a"}).status_code == 200
    assert send_receipt(placed.id, " zack@example.org ", **{"Idempotency-Key": "a"}).status_code == 200
    [email] = emails()
    assert (email["to"], email["subject"]) == (
        ["zack@example.org"],
        f"Your order #{placed.order_number} at Señor Smoke",
    )
    with db.reading() as session:
        assert session.get_one(Order, placed.id).customer_email == EMAIL
        kept = [message.payload for message in session.scalars(sa.select(OutboxMessage))]
        assert [event.action for event in session.scalars(sa.select(AuditEvent))] == ["order.receipt_sent"]
    assert all("email" not in payload for payload in kept)


def test_a_receipt_is_sent_five_times_at_most_and_only_of_what_stands(order, emails, send_receipt, stage):
    placed = order()
    sent = [send_receipt(placed.id, f"zack{index}@example.org") for index in range(6)]
    assert [answer.status_code for answer in sent] == [200] * 5 + [409]
    assert (sent[5].json()["code"], sent[5].json()["reason"]) == ("receipt_refused", "receipt_sent_often")
    assert len(emails()) == 5
    assert send_receipt(stage.order(status="cancelled").id, EMAIL).json()["reason"] == "receipt_cancelled"
    for wrong in ("", "zack", None):
        assert list(send_receipt(placed.id, wrong).json()["fields"]) == ["email"]


def test_what_waits_for_a_typed_address_ends_with_an_erasure(order, emails, send_receipt, stage, db):
    placed = order()
    db.write(lambda session: enqueue_sent_receipt(session, placed.id, "zack@example.org"))
    assert db.write(lambda session: erasure.cancel_order_messages(session, [placed.id]))
    stage.work()
    assert emails() == []
    with db.reading() as session:
        assert all("email" not in message.payload for message in session.scalars(sa.select(OutboxMessage)))
