"""The provider's events: who may send them, what they may do, and whose they are."""

from mutant_tables.mutant import DOOR, ERASURES, RECONCILE, Mutant

MUTANTS = [
    Mutant(
        "an unknown dispute is reported for days",
        "chuckwagon/payments/fulfillment/disputes.py",
        "    except PaymentRefused:\n        log.error",
        "    except ZeroDivisionError:\n        log.error",
        ("tests/payments/fulfillment/test_disputes.py",),
    ),
    Mutant(
        "the signature is not checked",
        "chuckwagon/integrations/stripe/client.py",
        "read_snapshot_event(self._client.construct_event(*arguments))",
        'read_snapshot_event(stripe.Event.construct_from(msgspec.json.decode(payload), ""))',
        DOOR,
        is_quick=True,
    ),
    Mutant(
        "a signature from the future is good",
        "chuckwagon/integrations/stripe/client.py",
        "            refuse_future_signature(signature)\n",
        "",
        DOOR,
    ),
    Mutant(
        "the answer comes before the work",
        "chuckwagon/payments/stripe_webhook.py",
        "    if not await asyncio.to_thread(stripe_events.handle_without_stripe, db, settings, event):\n",
        "    asyncio.create_task(asyncio.to_thread(stripe_events.handle_without_stripe, db, settings, event))\n"
        "    if False:\n",
        DOOR,
    ),
    Mutant(
        "an event has its effect each time",
        "chuckwagon/payments/fulfillment/service.py",
        "if not queries.store_event(session, event.id, event.type, event.created) or event.intent is None:",
        "if (queries.store_event(session, event.id, event.type, event.created) and False) or event.intent is None:",
        DOOR,
    ),
    Mutant(
        "a payment without its checkout is taken and forgotten",
        "chuckwagon/payments/fulfillment/service.py",
        "        if session.get(Checkout, checkout_id) is None:\n            raise Unavailable\n",
        "        if session.get(Checkout, checkout_id) is None:\n            return\n",
        DOOR,
    ),
    Mutant(
        "an event of a truck's own account is taken for ours",
        "chuckwagon/payments/fulfillment/stripe_events.py",
        "    if is_connected_account_event(event):\n",
        "    if False:\n",
        (f"{DOOR[0]}::test_an_event_of_a_connected_account_makes_no_order",),
    ),
    Mutant(
        "an event is believed without a stored intent",
        "chuckwagon/payments/fulfillment/stripe_events.py",
        "        if _must_be_reread(session, event):\n",
        "        if False:\n",
        (f"{DOOR[0]}::test_without_a_stored_intent_the_event_alone_is_not_believed",),
    ),
    Mutant(
        "a payment of another installation is asked for again",
        "chuckwagon/payments/fulfillment/service.py",
        "    if not is_own_payment(session, event.intent):\n",
        "    if False:\n",
        (f"{DOOR[0]}::test_a_payment_of_another_installation_is_none_of_ours",),
    ),
    Mutant(
        "an installation without an id knows none of its payments",
        "chuckwagon/payments/fulfillment/service.py",
        "    if installation and own_id:",
        "    if installation:",
        (f"{ERASURES}::test_without_an_erasure_the_guest_is_rebuilt_from_the_card",),
    ),
    Mutant(
        "the name of a truck has to be a text",
        "chuckwagon/payments/fulfillment/service.py",
        "not isinstance(truck_id, str) or not is_id(truck_id)",
        "not is_id('' if truck_id is None else truck_id)",
        (f"{RECONCILE}::test_what_somebody_wrote_on_one_payment_keeps_no_other_from_its_order",),
    ),
    Mutant(
        "a payment for a truck of others is asked for again",
        "chuckwagon/payments/fulfillment/service.py",
        "session.get(Truck, truck_id) is not None",
        "True",
        (f"{DOOR[0]}::test_a_payment_for_a_truck_that_is_not_ours_is_none_of_ours",),
    ),
    Mutant(
        "a server that ends resets the connections that wait to be accepted",
        "chuckwagon/server/process.py",
        "    while waiting.poll(0) and loop.time() < latest:\n",
        "    while False:\n",
        ("tests/server/test_waiting_connections.py",),
    ),
]
