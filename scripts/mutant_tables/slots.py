"""Pickup slots and counted stock: nothing is sold twice, given back twice, or given back too early."""

from mutant_tables.mutant import Mutant

RACES = ("tests/orders/reservations/test_races.py",)
RELEASE = ("tests/orders/reservations/test_release.py",)
HOLD = ("tests/orders/reservations/test_hold_a_slot.py",)
STOCK = ("tests/orders/reservations/test_stock.py",)
COUNTER = ("tests/orders/reservations/test_counter.py",)
RULES = ("tests/schedule/slots/test_slot_allocation.py",)
ATTEMPTS = ("tests/payments/checkout/test_checkout_attempts.py",)
LAST_TRY = ("tests/orders/reservations/test_last_try.py",)
MUTANTS = [
    Mutant(
        "a repeat without an attempt does not wait for its first request",
        "chuckwagon/payments/checkout/save.py",
        '        locks.lock_transaction(session, f"checkout:{hash_secret(key)}")\n',
        "        pass\n",
        (f"{RACES[0]}::test_a_repeat_is_not_refused_by_what_its_first_request_holds",),
        database="postgresql",
    ),
    Mutant(
        "orders at the counter of a truck that is always open do not wait for each other",
        "chuckwagon/orders/placement/counter_slot.py",
        "    lock_truck_slots(session, truck.id)\n",
        "",
        LAST_TRY,
        database="postgresql",
    ),
    Mutant(
        "the last try reads the slots before it has waited",
        "chuckwagon/schedule/checkout_view.py",
        """        _LOCK_EXCLUSIVE.first(session, {"stop_id": stop.id})
    rows = _LOCK.all(session, {"stop_id": stop.id})
""",
        """        pass
    rows = _LOCKED_ALONE.all(session, {"stop_id": stop.id})
""".replace("_LOCKED_ALONE", "CompiledStatement(_LOCKED.with_for_update(of=_stops))"),
        LAST_TRY,
        database="postgresql",
    ),
    Mutant(
        "the last try of a checkout relies on counts that were read before it has waited",
        "chuckwagon/payments/checkout/slot_hold.py",
        "if hold.exclusive else priced.items",
        "if False else priced.items",
        LAST_TRY,
        database="postgresql",
    ),
    Mutant(
        "the last try of an order at the counter relies on counts that were read before it has waited",
        "chuckwagon/orders/placement/counter_slot.py",
        "    if choice.exclusive:\n",
        "    if False:\n",
        LAST_TRY,
        database="postgresql",
    ),
    Mutant(
        "the last try of a retry does not keep others waiting",
        "chuckwagon/payments/checkout/hold_renewal.py",
        "    slots = _lock_slots(session, checkout, exclusive=exclusive)\n",
        "    slots = _lock_slots(session, checkout, exclusive=False)\n",
        LAST_TRY,
        database="postgresql",
    ),
    Mutant(
        "a retry holds a slot of a plan that the customer has not seen",
        "chuckwagon/payments/checkout/hold_renewal.py",
        "    if stop is None or stop.plan_version != checkout.stop_plan_version:\n",
        "    if stop is None:\n",
        RELEASE,
    ),
    Mutant(
        "a cancelled order gives back by the slot that it had before",
        "chuckwagon/orders/board/status_changes.py",
        "release_order(session, session.get_one(Order, seen.id, populate_existing=True))",
        "release_order(session, seen)",
        RELEASE,
    ),
    Mutant(
        "what is not named any more is uncounted out of order",
        "chuckwagon/menu/stock/service.py",
        "sorted({*wanted, *_list_counted(session, stop)})",
        "[*_list_counted(session, stop), *sorted(wanted)]",
        ("tests/orders/reservations/test_stock.py",),
        database="postgresql",
    ),
    Mutant(
        "a change of plan leaves the holds of open checkouts to the reconciler",
        "chuckwagon/payments/checkout/checkouts_at_stop.py",
        "Reservation.status == HELD)",
        "sa.false())",
        ("tests/disruptions/test_none_is_lost.py",),
    ),
    Mutant(
        "a payment whose slot a failed request has released can be paid",
        "chuckwagon/payments/checkout/service.py",
        "    return is_payable and has_slot and has_use\n",
        "    return is_payable and has_use\n",
        RELEASE,
    ),
    Mutant(
        "a late payment takes the slot of a newer payment of its attempt",
        "chuckwagon/payments/checkout/replaced_checkouts.py",
        "newer.payment_intent_id is not None or ",
        "",
        RELEASE,
    ),
    Mutant(
        "a late payment takes the slot of another purchase of its attempt",
        "chuckwagon/payments/checkout/replaced_checkouts.py",
        "    if newer is None or newer.payment_intent_id is not None or not counts_as_payment_of(paid, newer):\n",
        "    if newer is None or newer.payment_intent_id is not None:\n",
        RELEASE,
    ),
    Mutant(
        "a checkout that is closed already holds its slot again",
        "chuckwagon/payments/checkout/hold_renewal.py",
        "    if checkout_rows.lock_open_checkout(session, checkout.id) is None:\n        return\n",
        "",
        RELEASE,
    ),
    Mutant(
        "a payment that is made as its checkout is closed can be paid",
        "chuckwagon/payments/checkout/checkout_rows.py",
        "    return row is not None and not row[0]\n",
        "    return row is None or not row[0]\n",
        ATTEMPTS,
    ),
    Mutant(
        "a failed request gives back the slot of another one's payment",
        "chuckwagon/payments/checkout/service.py",
        "    if checkout is not None and checkout.payment_intent_id is None:\n",
        "    if checkout is not None:\n",
        RELEASE,
    ),
    Mutant(
        "two customers take the last units of a slot",
        "chuckwagon/schedule/slots/rows.py",
        "        where=has_room,\n",
        "",
        RACES,
        database="postgresql",
    ),
    Mutant(
        "two customers take the last piece",
        "chuckwagon/menu/stock/rows.py",
        "_RESERVE = _build_change(sa.or_(_stock.c.initial.is_(None), _stock.c.taken + _COUNT <= _stock.c.initial))",
        "_RESERVE = _build_change()",
        RACES,
        database="postgresql",
    ),
    Mutant(
        "a customer who was slower is not planned for again",
        "chuckwagon/orders/reservations/service.py",
        "        except CONFLICT_ERRORS:\n            continue\n",
        "        except CONFLICT_ERRORS:\n            raise\n",
        RACES,
        database="postgresql",
    ),
    Mutant(
        "online orders take the share of the counter",
        "chuckwagon/schedule/slots/allocation.py",
        "min(free, calendar.online_capacity - load.online) if is_online else free)",
        "free)",
        (*RULES, *HOLD),
        is_quick=True,
    ),
    Mutant(
        "an order spills into a slot that has begun",
        "chuckwagon/schedule/slots/allocation.py",
        "if earlier < calendar.first or calendar.start_of(earlier) <= now:",
        "if earlier < calendar.first:",
        RULES,
    ),
    Mutant(
        "a slot is given back although its payment succeeded",
        "chuckwagon/payments/reconciliation/scheduled.py",
        'if intent is None or intent.status == "canceled":\n            self._db.write(lambda session: close',
        "if True:\n            self._db.write(lambda session: close",
        RELEASE,
    ),
    Mutant(
        "a closed checkout keeps its slot",
        "chuckwagon/payments/checkout/service.py",
        "    if is_closed:\n        reservations.release(session, checkout_id)\n",
        "    if is_closed:\n        pass\n",
        RELEASE,
    ),
    Mutant(
        "what was given back is given back again",
        "chuckwagon/orders/reservations/rows.py",
        "_reservations.c.status != RELEASED)",
        "_reservations.c.status != '')",
        RELEASE,
    ),
    Mutant(
        "an order keeps what was given to someone else",
        "chuckwagon/orders/reservations/rows.py",
        "_reservations.c.status == HELD)\n    .values(status=CONFIRMED",
        "_reservations.c.status != CONFIRMED)\n    .values(status=CONFIRMED",
        RELEASE,
    ),
    Mutant(
        "a replaced checkout keeps its slot",
        "chuckwagon/payments/checkout/replaced_checkouts.py",
        "    if attempt is None:\n        return []\n",
        "    if True:\n        return []\n",
        RELEASE,
    ),
    Mutant(
        "a cancelled order gives back a slot that has begun",
        "chuckwagon/orders/reservations/service.py",
        "order.slot_at is not None and order.slot_at > clock.now()",
        "order.slot_at is not None",
        RELEASE,
    ),
    Mutant(
        "the counter overfills a slot without a confirmation",
        "chuckwagon/orders/placement/counter_slot.py",
        "    if allocation is None and not choice.may_overfill:",
        "    if False:",
        COUNTER,
    ),
    Mutant(
        "a count goes below what is ordered",
        "chuckwagon/menu/stock/service.py",
        "fits = sa.true() if initial is None else StopStock.taken <= initial",
        "fits = sa.true()",
        STOCK,
    ),
    Mutant(
        "a cart gets more pieces than are left",
        "chuckwagon/orders/reservations/needs.py",
        "            if needed[counted.id] > available:",
        "            if False:",
        STOCK,
    ),
]
