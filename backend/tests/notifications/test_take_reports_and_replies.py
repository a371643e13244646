"""Twilio's requests: signed, about our SMS only, and forward only."""

from datetime import UTC, datetime, timedelta

import pytest
from twilio.request_validator import RequestValidator

from chuckwagon.integrations.twilio import TwilioGateway
from chuckwagon.jobs import outbox
from chuckwagon.notifications import delivery_status, erasure, service
from chuckwagon.orders.messages import list_sms_statuses
from chuckwagon.orders.models import Order
from chuckwagon.trucks.models import Truck

STATUS, INBOUND = "/api/sms/status", "/api/sms/inbound"


@pytest.fixture
def signed(web, settings):
    """Post a form as Twilio does."""

    def post(path, form, *, secret=settings.twilio_auth_token, origin=settings.origin):
        signature = RequestValidator(secret).compute_signature(origin + path, form)
        return web.post(path, data=form, headers={"X-Twilio-Signature": signature})

    return post


@pytest.fixture
def sent(web, stage, db, settings, provider, monkeypatch):
    """An SMS that Twilio accepted and has not reported on."""
    monkeypatch.setattr(delivery_status, "status_callback_url", lambda *_: None)
    order = stage.order()
    stage.work()
    assert stage.message(order).status == "queued"
    return order


def report(stage, order, status, **more):
    return {"MessageSid": stage.message(order).provider_sid, "MessageStatus": status, **more}


@pytest.mark.dialect
def test_delivery_is_reported_back(web, stage, provider):
    good, bad = stage.order(), stage.order("+15005550030")
    stage.work()
    stage.becomes(good, "delivered")
    stage.becomes(bad, "undelivered")
    assert stage.message(bad).error_code == 30003


@pytest.mark.dialect
def test_reports_only_move_a_text_forward(stage, sent, signed):
    seen = []
    for status in ("sent", "queued", "sending", "delivered", "sent", "failed", "undelivered", "odd"):
        assert signed(STATUS, report(stage, sent, status)).status_code == 204
        seen.append(stage.message(sent).status)
    assert seen == ["sent", "sent", "sent", "delivered", "delivered", "delivered", "delivered", "delivered"]


def test_an_sms_that_the_provider_is_sending_reads_as_sent(stage, sent, signed, db):
    assert signed(STATUS, report(stage, sent, "sending")).status_code == 204
    with db.reading() as session:
        [text] = list_sms_statuses(session, [sent], {}, {})[sent.id].messages
    assert (text.kind, text.status) == ("confirmed", "sent")


@pytest.mark.dialect
def test_report_that_overtakes_the_answer_is_kept(web, stage, signed, provider, db):
    order = stage.order()
    claimed = db.write(outbox.claim_next)
    ready = db.write(lambda session: service._prepare_sms(session, stage.settings, "confirmed", claimed))
    form = {"MessageSid": "SM1", "MessageStatus": "delivered"}
    assert signed(f"{STATUS}?message={ready.message_id}", form).status_code == 204
    answer = service.SmsReceipt("SM1", "queued")
    db.write(lambda session: service._record_sent(session, ready, claimed, answer))
    assert (stage.message(order).status, stage.message(order).provider_sid) == ("delivered", "SM1")
    assert stage.left(order).status == outbox.DONE


@pytest.mark.parametrize(("reported", "status"), [("delivered", "sent"), ("undelivered", "failed")])
def test_report_corrects_a_text_that_was_given_up_without_an_answer(
    web, stage, provider, signed, clock_at, monkeypatch, reported, status
):
    """The fifth try was accepted, and its response was lost."""
    addresses = []
    monkeypatch.setattr(delivery_status, "status_callback_url", lambda _settings, text: addresses.append(text))
    order = stage.order()
    for attempt in range(1, outbox.MAX_ATTEMPTS + 1):
        clock_at(timedelta(hours=attempt))
        provider.heal()
        provider.misbehave("error", status=503, match="Messages.json", times=None)
        if attempt == outbox.MAX_ATTEMPTS:
            monkeypatch.setattr(TwilioGateway, "find_sent_sms", lambda *_: None)
            provider.heal()
            provider.misbehave("error_after", status=503)
        stage.work()
    [accepted] = provider.texts()
    assert (stage.message(order).status, stage.left(order).status) == ("failed", outbox.FAILED)
    form = {"MessageSid": accepted["sid"], "MessageStatus": reported}
    assert signed(f"{STATUS}?message={addresses[-1]}", form).status_code == 204
    message = stage.message(order)
    assert (message.status, message.provider_sid) == (reported, accepted["sid"])
    assert (message.reason is None) is (reported == "delivered")
    shown = web.post("/api/send-order-sms", json={"orderId": order.id}).json()
    assert shown == {"status": status, "messageSid": accepted["sid"]}


def test_report_leaves_a_text_that_was_refused_as_it_is(web, stage, signed):
    order = stage.order("+15005550001")
    stage.work()
    message = stage.message(order)
    form = {"MessageSid": "SM7", "MessageStatus": "delivered"}
    assert signed(f"{STATUS}?message={message.id}", form).status_code == 204
    assert (stage.message(order).status, stage.message(order).provider_sid) == ("failed", None)


def test_report_cannot_take_over_a_text_that_has_its_sid(stage, sent, signed):
    sid, message = stage.message(sent).provider_sid, stage.message(sent).id
    form = {"MessageSid": "SM2", "MessageStatus": "failed"}
    assert signed(f"{STATUS}?message={message}", form).status_code == 204
    assert (stage.message(sent).status, stage.message(sent).provider_sid) == ("queued", sid)


@pytest.mark.parametrize("form", [{}, {"MessageSid": "SM9", "MessageStatus": "failed"}, {"MessageSid": ""}])
def test_unknown_report_is_taken_and_forgotten(stage, sent, signed, form):
    assert signed(STATUS, form).status_code == 204
    assert stage.message(sent).status == "queued"


def test_code_that_is_no_number_is_left_out(stage, sent, signed):
    assert signed(STATUS, report(stage, sent, "failed", ErrorCode="\u0663x")).status_code == 204
    assert (stage.message(sent).status, stage.message(sent).error_code) == ("failed", None)


def test_wrong_signature_changes_nothing(web, stage, sent, signed):
    form = report(stage, sent, "failed")
    stop = {"From": sent.customer_phone, "Body": "STOP"}
    assert signed(STATUS, form, secret="other").status_code == 403
    assert signed(STATUS, form, origin="https://elsewhere.example").status_code == 403
    assert signed(INBOUND, stop, secret="other").status_code == 403
    for path, fields in ((STATUS, form), (INBOUND, stop)):
        assert web.post(path, data=fields).status_code == 403
        assert web.post(path, data=fields, headers={"X-Twilio-Signature": ""}).status_code == 403
    assert stage.message(sent).status == "queued"
    assert stage.opted_out() == set()


@pytest.mark.parametrize("body", [b"\xff\xfe", b"a=1&" * 500])
def test_body_that_is_no_form_is_refused(web, body):
    assert web.post(STATUS, content=body, headers={"X-Twilio-Signature": "x"}).status_code == 403


def test_huge_body_is_refused(web, settings):
    body = b"a=" + b"x" * settings.max_body_bytes
    assert web.post(STATUS, content=body, headers={"X-Twilio-Signature": "x"}).status_code == 413


@pytest.mark.dialect
def test_stop_ends_the_texts_and_start_brings_them_back(web, stage, provider):
    phone = stage.order().customer_phone
    stage.work()
    provider.reply(phone, " stop ")
    assert stage.opted_out() == {phone}
    order = stage.order()
    stage.work()
    assert stage.message(order).status == "skipped"
    provider.reply(phone, "Start")
    assert stage.opted_out() == set()
    stage.order()
    stage.work()
    assert sum(text["body"].startswith("Señor Smoke") for text in provider.texts()) == 2


@pytest.mark.parametrize(
    ("fields", "is_out"),
    [
        ({"Body": "UNSUBSCRIBE"}, True),
        ({"Body": "No more!", "OptOutType": "STOP"}, True),
        *(({"Body": word}, True) for word in ("stopall", "End.", "Quit", "CANCEL", "Opt out", "stop all")),
        ({"Body": "STOP", "OptOutType": "HELP"}, False),
        ({"Body": "please stop by"}, False),
        ({"Body": ""}, False),
        ({}, False),
    ],
)
def test_reply_is_read_as_the_networks_define(stage, signed, fields, is_out):
    answer = signed(INBOUND, {"From": "+15557654321", **fields})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/xml")
    assert answer.text.endswith("<Response></Response>")
    assert stage.opted_out() == ({"+15557654321"} if is_out else set())


@pytest.mark.parametrize("word", ["start", "UNSTOP", "Yes"])
def test_every_word_for_start_brings_the_texts_back(stage, signed, word):
    signed(INBOUND, {"From": "+15557654321", "Body": "STOP"})
    signed(INBOUND, {"From": "+15557654321", "Body": word})
    assert stage.opted_out() == set()


def test_help_is_answered_with_the_truck_and_the_way_out(stage, signed, db):
    order = stage.order()
    db.write(lambda session: session.get(Truck, order.truck_id).__setattr__("phone", "(555) 010-2000"))
    answer = signed(INBOUND, {"From": order.customer_phone, "Body": " help "})
    words = "Señor Smoke: we text you about your orders. Questions? Call (555) 010-2000. Reply STOP to opt out."
    assert answer.text.endswith(f"<Response><Message>{words}</Message></Response>")


def test_help_is_answered_once_a_minute_and_to_strangers_too(web, signed, clock_at):
    clock_at(stands_at=datetime(2026, 3, 6, 20, 0, tzinfo=UTC))
    first, again = (signed(INBOUND, {"From": "+15557654321", "Body": "HELP"}).text for _ in range(2))
    assert "<Message>Chuckwagon: we text you about your orders. Reply STOP to opt out.</Message>" in first
    assert again.endswith("<Response></Response>")
    clock_at(stands_at=datetime(2026, 3, 6, 20, 1, tzinfo=UTC))
    assert "<Message>" in signed(INBOUND, {"From": "+15557654321", "Body": "info"}).text


@pytest.mark.dialect
def test_a_reply_reaches_the_latest_open_order_and_is_answered_once(web, stage, signed, db, cast):
    order, done = stage.order(), stage.order()
    db.write(lambda session: session.get(Order, done.id).__setattr__("status", "completed"))
    db.write(lambda session: session.get(Truck, order.truck_id).__setattr__("phone", "(555) 010-2000"))
    words = "Running 20 min late.\nAlso peanut\u0007 allergy! "

    def reply(number, body):
        return signed(INBOUND, {"From": order.customer_phone, "Body": body, "MessageSid": f"SM{number}"}).text

    def shown(order):
        return web.get(f"/api/orders/{order.id}", headers=cast.headers("superadmin")).json()["replies"]

    answers = [reply(number, body) for number, body in enumerate([words, words, "x" * 900, "a", "b", "c", ""])]
    assert reply(0, words).endswith("<Response></Response>")
    instead = f"Please call (555) 010-2000 about order #{order.order_number}."
    assert f"<Message>Señor Smoke: we may not see your reply in time. {instead}</Message>" in answers[0]
    assert all(answer.endswith("<Response></Response>") for answer in answers[1:])
    told = "Running 20 min late. Also peanut allergy!"
    assert [one["text"] for one in shown(order)] == [told, told, "x" * 300, "a", "b"]
    assert shown(done) == []
    db.write(lambda session: erasure.anonymize_order_sms(session, [order.id]))
    assert shown(order) == []


def test_help_that_the_provider_has_answered_is_left_to_it(web, signed):
    answer = signed(INBOUND, {"From": "+15557654321", "Body": "HELP", "OptOutType": "HELP"})
    assert answer.text.endswith("<Response></Response>")


def test_a_name_cannot_break_the_answer(stage, signed, db):
    order = stage.order()
    db.write(lambda session: session.get(Truck, order.truck_id).__setattr__("name", "A<b> & </Message>"))
    answer = signed(INBOUND, {"From": order.customer_phone, "Body": "HELP"})
    assert "<Message>A&lt;b&gt; &amp; &lt;/Message&gt;: we text" in answer.text


def test_the_answer_to_help_reaches_the_phone(web, stage, provider):
    phone = stage.order().customer_phone
    provider.reply(phone, "Help")
    answer = next(text for text in provider.texts() if text["direction"] == "outbound-api")
    assert (answer["to"], answer["body"].startswith("Señor Smoke: we text you")) == (phone, True)
