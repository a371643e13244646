"""Messages and the worker: the outbox, leases, SMS and their budget."""

from mutant_tables.mutant import CORE, GATEWAYS, GUARDS, PAYMENTS, SENDING, SETTLEMENT, TEXTS, WORKERS, Mutant

MUTANTS = [
    Mutant(
        "an outbox key is taken more than once",
        f"{CORE}/outbox.py",
        '"kind": kind, "key": key,',
        '"kind": kind, "key": f"{key}:{__import__(\'time\').time_ns()}",',
        GUARDS,
    ),
    Mutant(
        "a message is claimed without a lease",
        f"{CORE}/outbox.py",
        'lease = {"until": instant + LEASE,',
        'lease = {"until": None,',
        (f"{WORKERS[0]}::test_a_slow_worker_whose_lease_ran_out_takes_nothing_from_the_next",),
        is_quick=True,
    ),
    Mutant(
        "a worker goes on with a message that it has lost",
        f"{TEXTS}/service.py",
        "    if not outbox.holds(session, claimed):\n        return None\n",
        "",
        SENDING,
    ),
    Mutant(
        "a refund goes on with a message that was lost",
        f"{PAYMENTS}/refunds.py",
        "    if not outbox.holds(session, claimed):\n        return None\n",
        "",
        GUARDS,
    ),
    Mutant(
        "nobody asks whether a text was sent",
        f"{TEXTS}/service.py",
        "    if ready.was_tried:\n",
        "    if False:\n",
        SENDING,
    ),
    Mutant(
        "a text is sent while the customer waits",
        f"{PAYMENTS}/settlement.py",
        "        raise PaymentHeld\n    return answer",
        "        raise PaymentHeld\n"
        '    __import__("chuckwagon.worker").worker.Worker(db, settings, periodics=[]).run_once()\n'
        "    return answer",
        SETTLEMENT,
    ),
    Mutant(
        "a text that was given up stays failed",
        f"{TEXTS}/reports.py",
        "sa.or_(kind.status == delivery.SENDING, was_given_up)",
        "kind.status == delivery.SENDING",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "STOP is not heard",
        f"{TEXTS}/opt_outs.py",
        'return _FIND.first(session, {"phone": phone}) is not None',
        "return False",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "the day has no budget",
        f"{TEXTS}/budget.py",
        "limit=limit, seconds=limits.DAY_SECONDS):\n        return True",
        "limit=limit, seconds=limits.DAY_SECONDS) or True:\n        return True",
        ("tests/notifications/test_daily_budget.py",),
    ),
    Mutant(
        "a forged report is believed",
        f"{GATEWAYS}/twilio_api.py",
        "return bool(secret and RequestValidator(secret).validate(url, dict(form), signature))",
        "return bool(secret and RequestValidator(secret))",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "a long task outlasts its lease",
        "chuckwagon/long_task.py",
        "while not turn.is_lost and not is_over.wait(RENEW_SECONDS):",
        "while False:",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "a turn that cannot be renewed goes on for ever",
        "chuckwagon/long_task.py",
        "return self._is_taken or time.monotonic() - self._asked_at > LEASE.total_seconds()",
        "return self._is_taken",
        ("tests/worker/test_long_tasks.py::test_a_turn_that_cannot_be_renewed_may_not_go_on",),
    ),
    Mutant(
        "messages wait for the reconciler",
        "chuckwagon/worker.py",
        "        for thread in threads:\n            thread.start()\n",
        "        for one in self._long:\n            one.run_once()\n        threads = []\n",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "leases are judged by each host's own clock",
        f"{CORE}/lease_clock.py",
        "    found: timedelta = theirs - (before + uncertainty)\n",
        "    found = _NOTHING\n",
        ("tests/worker/test_take_turns.py",),
        database="postgresql",
    ),
    Mutant(
        "a slow answer of the database moves every lease",
        f"{CORE}/lease_clock.py",
        " if abs(found) > uncertainty else _NOTHING",
        "",
        ("tests/worker/test_take_turns.py",),
        database="postgresql",
    ),
]
