import json

import httpx
import pytest
from listener import wait_for
from twilio.base.exceptions import TwilioRestException
from twilio.http.http_client import TwilioHttpClient
from twilio.request_validator import RequestValidator
from twilio.rest import Client

from tests.sandbox.conftest import ACCOUNT_SID, AUTH_TOKEN

PHONE, SENDER = "+15551234567", "+15005550006"


class LocalHttpClient(TwilioHttpClient):
    """The official client's transport, pointed at this machine."""

    def __init__(self, base):
        super().__init__(timeout=60)
        self.base = base

    def request(self, method, url, *args, **kwargs):
        return super().request(method, url.replace("https://api.twilio.com", self.base), *args, **kwargs)


@pytest.fixture
def twilio(url):
    transport = LocalHttpClient(url)
    yield Client(ACCOUNT_SID, AUTH_TOKEN, http_client=transport)
    transport.session.close()


def send(twilio, to=PHONE, **more):
    return twilio.messages.create(**{"to": to, "from_": SENDER, "body": "Your tacos are ready", **more})


def outbox(control):
    return control.get("/messages").json()


def test_message_is_queued_then_delivered(twilio, control):
    message = send(twilio)
    assert (message.status, message.num_segments, message.error_code) == ("queued", "1", None)
    wait_for(lambda: twilio.messages(message.sid).fetch().status == "delivered")
    fetched = twilio.messages(message.sid).fetch()
    assert fetched.date_sent is not None
    told = outbox(control)
    assert [(one["sid"], one["to"], one["from"], one["body"], one["status"]) for one in told] == [
        (message.sid, PHONE, SENDER, "Your tacos are ready", "delivered")
    ]
    assert told[0]["createdAt"].endswith("Z")


def test_reports_are_signed_and_in_order(twilio, listener):
    callback = f"{listener.url}/sms/status"
    message = send(twilio, status_callback=callback)
    wait_for(lambda: len(listener.forms("/sms/status")) == 3)
    assert [form["MessageStatus"] for form in listener.forms("/sms/status")] == [
        "queued",
        "sent",
        "delivered",
    ]
    validator = RequestValidator(AUTH_TOKEN)
    for call in listener.received:
        assert call.form["MessageSid"] == message.sid
        assert validator.validate(callback, call.form, call.headers["X-Twilio-Signature"])


@pytest.mark.parametrize(
    ("to", "last", "code"),
    [("+15005550030", "undelivered", "30003"), ("+15005550033", "failed", "30008")],
)
def test_some_phones_fail_later(twilio, listener, to, last, code):
    send(twilio, to=to, status_callback=f"{listener.url}/sms/status")
    failed = wait_for(lambda: [f for f in listener.forms("/sms/status") if f["MessageStatus"] == last])[0]
    assert failed["ErrorCode"] == code


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"to": "+15005550001"}, 21211),
        ({"to": "+15005550002"}, 21612),
        ({"to": "+15005550003"}, 21408),
        ({"to": "+15005550004"}, 21610),
        ({"to": "+15005550009"}, 21614),
        ({"to": "12"}, 21211),
        ({"to": ""}, 21604),
        ({"from_": "+15005550001"}, 21212),
        ({"from_": "+15005550007"}, 21606),
        ({"from_": "+15005550008"}, 21611),
        ({"from_": ""}, 21603),
        ({"body": ""}, 21602),
        ({"body": "x" * 1601}, 21617),
    ],
)
def test_refusals_carry_twilios_codes(twilio, control, wrong, code):
    with pytest.raises(TwilioRestException) as caught:
        send(twilio, **wrong)
    assert (caught.value.status, caught.value.code) == (400, code)
    assert outbox(control) == []


def test_wrong_token_is_refused(url, control):
    path = f"{url}/2010-04-01/Accounts/{ACCOUNT_SID}/Messages.json"
    form = {"To": PHONE, "From": SENDER, "Body": "hi"}
    answer = httpx.post(path, data=form, auth=(ACCOUNT_SID, "wrong"))
    assert (answer.status_code, answer.json()["code"]) == (401, 20003)
    assert outbox(control) == []


def test_list_is_filtered_and_paged(twilio):
    for number in range(3):
        send(twilio, to=f"+1555000000{number}", body=f"text {number}")
    assert [one.body for one in twilio.messages.list()] == ["text 2", "text 1", "text 0"]
    assert [one.body for one in twilio.messages.list(to="+15550000001")] == ["text 1"]
    assert twilio.messages.list(from_="+15559999999") == []
    assert len(twilio.messages.list(page_size=1)) == 3
    today = twilio.messages.list()[0].date_created
    assert len(twilio.messages.list(date_sent=today.date())) == 3
    assert twilio.messages.list(date_sent_before=today.replace(year=today.year - 1)) == []
    assert len(twilio.messages.list(date_sent_after=today.replace(year=today.year - 1))) == 3
    with pytest.raises(TwilioRestException):
        twilio.messages("SM" + "0" * 32).fetch()


@pytest.mark.parametrize("word", ["STOP", "unsubscribe", " Quit "])
def test_stop_blocks_later_messages_and_start_allows_them(twilio, control, listener, word):
    send(twilio)
    told = control.post("/messages/inbound", json={"from": PHONE, "body": word}).json()
    assert (told["to"], told["forwarded"]) == (SENDER, True)
    call = wait_for(lambda: [one for one in listener.received if one.path == "/sms/inbound"])[0]
    assert (call.form["Body"], call.form["OptOutType"]) == (word, "STOP")
    address = f"{listener.url}/sms/inbound"
    assert RequestValidator(AUTH_TOKEN).validate(address, call.form, call.headers["X-Twilio-Signature"])
    with pytest.raises(TwilioRestException) as caught:
        send(twilio)
    assert caught.value.code == 21610
    control.post("/messages/inbound", json={"from": PHONE, "body": "START"})
    assert send(twilio).status == "queued"


def test_ordinary_reply_is_forwarded_without_opt_out(control, listener):
    control.post("/messages/inbound", json={"from": PHONE, "body": "Running late"}).raise_for_status()
    assert "OptOutType" not in listener.forms("/sms/inbound")[0]
    assert outbox(control)[0]["status"] == "received"
    assert control.post("/messages/inbound", json={"from": PHONE}).status_code == 400


@pytest.mark.parametrize(("mode", "sent"), [("error", 0), ("error_after", 1)])
def test_errors_before_and_after_the_effect(twilio, control, mode, sent):
    control.post("/faults", json={"target": "twilio", "mode": mode, "times": 1}).raise_for_status()
    with pytest.raises(TwilioRestException) as caught:
        send(twilio)
    assert caught.value.status == 500
    assert len(outbox(control)) == sent


@pytest.mark.parametrize(("mode", "sent"), [("timeout", 0), ("reset_after", 1)])
def test_cut_connections_before_and_after_the_effect(twilio, control, mode, sent):
    control.post("/faults", json={"target": "twilio", "mode": mode, "times": 1, "ms": 50}).raise_for_status()
    with pytest.raises(OSError, match="Connection"):
        send(twilio)
    assert len(outbox(control)) == sent


def test_stripe_faults_leave_twilio_alone(twilio, control):
    control.post("/faults", json={"target": "stripe", "mode": "error"}).raise_for_status()
    assert send(twilio).status == "queued"
    assert json.dumps(outbox(control))
