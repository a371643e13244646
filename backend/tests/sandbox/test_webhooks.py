import stripe
from listener import wait_for

from tests.sandbox.conftest import WEBHOOK_SECRET


def deliveries(control, event_id):
    events = control.get("/ledger").json()["events"]
    return next(one["deliveries"] for one in events if one["id"] == event_id)


def event_of(control, event_type):
    events = control.get("/ledger").json()["events"]
    return next((one for one in events if one["type"] == event_type), None)


def test_events_arrive_signed_and_complete(make_intent, pay, listener, types):
    intent = make_intent()
    pay(intent)
    wait_for(lambda: listener.events("payment_intent.succeeded"))
    for call in listener.received:
        types.check_answer(call.event)
        event = stripe.Webhook.construct_event(call.body, call.headers["Stripe-Signature"], WEBHOOK_SECRET)
        assert event.api_version == "2026-10-28.endive"
    created = listener.events("payment_intent.created")[0]
    assert created["request"]["idempotency_key"]
    assert created["request"]["id"].startswith("req_")
    assert created["data"]["object"]["status"] == "requires_payment_method"


def test_refused_delivery_is_tried_again_until_it_is_taken(make_intent, control, listener):
    listener.refusals = 2
    make_intent()
    event = event_of(control, "payment_intent.created")
    wait_for(lambda: deliveries(control, event["id"])[-1:] and deliveries(control, event["id"])[-1]["ok"])
    tries = deliveries(control, event["id"])
    assert [one["status"] for one in tries] == [500, 500, 200]
    assert [one["ok"] for one in tries] == [False, False, True]
    assert not event_of(control, "payment_intent.created")["underWay"]
    assert len({call.event["id"] for call in listener.received}) == 1


def test_deliveries_end_after_the_last_wait(make_intent, control, listener, client):
    listener.refusals = 100
    make_intent()
    event = event_of(control, "payment_intent.created")
    assert event["underWay"]
    wait_for(lambda: len(deliveries(control, event["id"])) == 4)
    wait_for(lambda: not event_of(control, "payment_intent.created")["underWay"])
    lost = client.v1.events.list({"delivery_success": False}).data
    assert [one.id for one in lost] == [event["id"]]
    assert lost[0].pending_webhooks == 1


def test_events_can_be_listed_by_type_and_success(make_intent, pay, client, listener):
    pay(make_intent())
    wait_for(lambda: len(client.v1.events.list({"delivery_success": True}).data) == 3)
    assert client.v1.events.list({"delivery_success": False}).data == []
    assert len(client.v1.events.list({"type": "payment_intent.*"}).data) == 2
    listed = client.v1.events.list({"types": ["charge.succeeded"]}).data
    assert [one.type for one in listed] == ["charge.succeeded"]
    assert client.v1.events.retrieve(listed[0].id).data.object.object == "charge"


def test_dropped_event_never_arrives_but_can_be_sent_again(make_intent, control, listener):
    fault = {"target": "webhooks", "mode": "drop", "match": "payment_intent.created", "times": 1}
    control.post("/faults", json=fault)
    make_intent()
    event = event_of(control, "payment_intent.created")
    told = wait_for(lambda: deliveries(control, event["id"]))
    assert [(one["ok"], one["error"]) for one in told] == [(False, "dropped")]
    make_intent()
    wait_for(lambda: len(listener.events()) == 1)
    assert listener.events()[0]["id"] != event["id"]
    control.post(f"/events/{event['id']}/resend").raise_for_status()
    wait_for(lambda: event["id"] in [one["id"] for one in listener.events()])


def test_delivered_event_can_be_sent_again(make_intent, control, listener):
    make_intent()
    event = wait_for(lambda: listener.events("payment_intent.created"))[0]
    control.post(f"/events/{event['id']}/resend").raise_for_status()
    wait_for(lambda: len(listener.events()) == 2)
    assert {one["id"] for one in listener.events()} == {event["id"]}
    assert control.post("/events/evt_none/resend").status_code == 404


def test_duplicate_arrives_twice(make_intent, control, listener):
    control.post("/faults", json={"target": "webhooks", "mode": "duplicate", "times": 1})
    make_intent()
    wait_for(lambda: len(listener.events()) == 2)
    assert len({one["id"] for one in listener.events()}) == 1


def test_shuffle_changes_the_order(make_intent, pay, control, listener):
    control.post("/faults", json={"target": "webhooks", "mode": "shuffle", "ms": 200})
    pay(make_intent())
    wait_for(lambda: len(listener.events()) == 3)
    sent = [one["id"] for one in control.get("/ledger").json()["events"]]
    arrived = [one["id"] for one in listener.events()]
    assert sorted(arrived) == sorted(sent)
    assert arrived != sent


def test_delayed_delivery_comes_late(make_intent, control, listener):
    control.post("/faults", json={"target": "webhooks", "mode": "delay", "ms": 5000, "times": 1})
    make_intent()
    make_intent()
    wait_for(lambda: len(listener.events()) == 1)
    delayed = event_of(control, "payment_intent.created")["id"]
    assert listener.events()[0]["id"] != delayed
    wait_for(lambda: len(listener.events()) == 2, 30)
    assert listener.events()[1]["id"] == delayed


def test_error_and_lost_answer_are_tried_again(make_intent, control, listener):
    control.post("/faults", json={"target": "webhooks", "mode": "error", "times": 1})
    make_intent()
    wait_for(lambda: len(listener.events()) == 1)
    listener.forget()
    control.post("/faults", json={"target": "webhooks", "mode": "error_after", "times": 1})
    make_intent()
    wait_for(lambda: len(listener.events()) == 2)
    assert len({one["id"] for one in listener.events()}) == 1


def test_registered_endpoint_gets_what_it_asked_for_with_its_own_secret(make_intent, pay, client, listener):
    endpoint = client.v1.webhook_endpoints.create(
        {"url": f"{listener.url}/extra", "enabled_events": ["payment_intent.succeeded"]}
    )
    assert endpoint.secret.startswith("whsec_")
    pay(make_intent())
    extra = wait_for(lambda: [call for call in list(listener.received) if call.path == "/extra"])
    assert [call.event["type"] for call in extra] == ["payment_intent.succeeded"]
    assert stripe.Webhook.construct_event(extra[0].body, extra[0].headers["Stripe-Signature"], endpoint.secret)
    shown = client.v1.webhook_endpoints.list().data
    assert [one.id for one in shown] == [endpoint.id]
    assert "secret" not in shown[0]
    assert client.v1.webhook_endpoints.delete(endpoint.id).deleted is True
    assert client.v1.webhook_endpoints.list().data == []
