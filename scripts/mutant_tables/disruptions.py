"""Disruptions: one at a time, each step once, no order lost, and what customers may still change."""

from mutant_tables.mutant import Mutant

PLANS = ("tests/disruptions/test_schedule_and_take_back.py",)
KINDS = ("tests/disruptions/test_the_four_kinds.py",)
LOST = ("tests/disruptions/test_none_is_lost.py",)
FOLLOWING = ("tests/disruptions/test_one_after_another.py",)
LEFT = ("tests/disruptions/test_what_is_left_to_do.py",)
CHOICE = ("tests/disruptions/test_the_customers_choice.py",)
TEXTS = ("tests/disruptions/test_texts_that_are_overtaken.py",)
MUTANTS = [
    Mutant(
        "cancelling a stop refunds any amount without a proof",
        "chuckwagon/disruptions/service.py",
        "    require_proof_above(session, actor, to_cents(fresh.refund_total), settings.refund_proof_dollars * 100)\n",
        "",
        LEFT,
    ),
    Mutant(
        "another try of a disruption refunds any amount without a proof",
        "chuckwagon/disruptions/service.py",
        "    require_proof_above(session, actor, due_cents, free_cents)\n",
        "",
        LEFT,
    ),
    Mutant(
        "a text that waited is sent although it is no longer true",
        "chuckwagon/notifications/service.py",
        "    return delivery_status.OVERTAKEN if is_stale else None",
        "    return None",
        TEXTS,
    ),
    Mutant(
        "a disruption starts although orders have changed since its preview",
        "chuckwagon/disruptions/service.py",
        "    if request.digest != fresh.digest:",
        "    if False:",
        PLANS,
        is_quick=True,
    ),
    Mutant(
        "a renamed truck or place passes the digest",
        "chuckwagon/disruptions/preview.py",
        "plan, sorted(sentences.items()), orders)",
        "plan, orders)",
        PLANS,
    ),
    Mutant(
        "a stop is changed while its disruption waits for its start",
        "chuckwagon/schedule/stops_service.py",
        "    if used.is_changing:\n        raise StopIsChanging\n",
        "",
        PLANS,
    ),
    Mutant(
        "a place is archived before the stop has moved there",
        "chuckwagon/schedule/places_service.py",
        " or usage.is_relocation_target(session, place_id):",
        ":",
        PLANS,
    ),
    Mutant(
        "a second disruption starts while orders have not followed the first",
        "chuckwagon/disruptions/queries.py",
        "sa.and_(Disruption.state == models.STARTED, has_waiting)",
        "sa.false()",
        FOLLOWING,
    ),
    Mutant(
        "an early end overlooks a delay that has not reached the order",
        "chuckwagon/disruptions/queries.py",
        "pickup_at=_add(row[2], row[5])",
        "pickup_at=row[2]",
        FOLLOWING,
    ),
    Mutant(
        "a failed move that is tried again sends customers to the place before",
        "chuckwagon/disruptions/steps.py",
        "    if _has_newer_move(session, row):",
        "    if False:",
        FOLLOWING,
    ),
    Mutant(
        "without a phone an order can be changed until the kitchen starts",
        "chuckwagon/disruptions/steps.py",
        "        record_notified(session, stored.id)\n        return None",
        "        return None",
        LEFT,
    ),
    Mutant(
        "a stop that is put back stays late",
        "chuckwagon/schedule/stops_service.py",
        "        row.delay_minutes = 0\n",
        "",
        KINDS,
    ),
    Mutant(
        "a refused refund is never requested again",
        "chuckwagon/disruptions/service.py",
        " | retry_refund(session, author, step.order_id, by) for step in failed",
        " for step in failed",
        LEFT,
    ),
    Mutant(
        "two disruptions of a stop are scheduled at once without the lock of the stop",
        "chuckwagon/disruptions/service.py",
        "    stop = lock_stop_for(session, actor, stop_id)\n",
        "    stop = queries.get_stop_for(session, actor, stop_id)\n",
        PLANS,
        database="postgresql",
    ),
    Mutant(
        "a disruption is scheduled while another one runs",
        "chuckwagon/disruptions/service.py",
        "    _refuse_running(session, stop_id)\n    plan = read_plan",
        "    plan = read_plan",
        PLANS,
    ),
    Mutant(
        "a disruption that has started is taken back",
        "chuckwagon/disruptions/service.py",
        "(Disruption.id == row.id, Disruption.state == models.SCHEDULED)",
        "(Disruption.id == row.id,)",
        PLANS,
    ),
    Mutant(
        "a disruption starts twice, or after it was taken back",
        "chuckwagon/disruptions/start.py",
        "(Disruption.id == row.id, Disruption.state == models.SCHEDULED)",
        "(Disruption.id == row.id,)",
        (*PLANS, *LOST),
    ),
    Mutant(
        "a step is done twice",
        "chuckwagon/disruptions/steps.py",
        "    is_waiting = (DisruptionStep.id == step_id, DisruptionStep.state == models.WAITING)\n    claimed",
        "    is_waiting = (DisruptionStep.id == step_id,)\n    claimed",
        LOST,
        is_quick=True,
    ),
    Mutant(
        "a payment and the start of a disruption miss each other",
        "chuckwagon/schedule/checkout_view.py",
        'sa.bindparam("stop_id")).with_for_update(read=True)\n)',
        'sa.bindparam("stop_id"))\n)',
        LOST,
        database="postgresql",
    ),
    Mutant(
        "an order that is paid after the start stays as it was",
        "chuckwagon/payments/fulfillment/service.py",
        "    if has_changed:\n        outbox.enqueue_new",
        "    if False:\n        outbox.enqueue_new",
        LOST,
    ),
    Mutant(
        "open checkouts stay payable at a stop that has changed",
        "chuckwagon/disruptions/start.py",
        "    expire_checkouts(session, stop.id)\n",
        "",
        LOST,
    ),
    Mutant(
        "food that is started or handed out is cancelled and refunded",
        "chuckwagon/orders/cancellation.py",
        "(Order.id == order_id, Order.status.in_(allowed))",
        "(Order.id == order_id,)",
        (*LOST, *CHOICE),
    ),
    Mutant(
        "a cancelled order gets three texts",
        "chuckwagon/disruptions/steps.py",
        "        suppress_closing_sms(session, order)\n",
        "        pass\n",
        KINDS,
    ),
    Mutant(
        "a customer moves an order that the kitchen has started",
        "chuckwagon/orders/self_service/service.py",
        "(Order.id == order.id, Order.status.in_(NOT_STARTED))",
        "(Order.id == order.id,)",
        CHOICE,
    ),
    Mutant(
        "a customer changes an order shortly before its pickup",
        "chuckwagon/orders/self_service/service.py",
        "    if window.is_closed(clock.now()):",
        "    if False:",
        CHOICE,
    ),
    Mutant(
        "a customer takes a slot before the order has followed its stop",
        "chuckwagon/orders/self_service/slots.py",
        "    if calendar.start_of(own.position) != order.slot_at:",
        "    if False:",
        LOST,
    ),
]
