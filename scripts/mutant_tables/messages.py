"""Messages and the worker: the outbox, leases, SMS and their budget."""

from mutant_tables.mutant import GUARDS, SENDING, SETTLEMENT, WORKERS, Mutant

MUTANTS = [
    Mutant(
        "an outbox key is taken more than once",
        "chuckwagon/jobs/outbox.py",
        '"kind": kind, "key": key,',
        '"kind": kind, "key": f"{key}:{__import__(\'time\').time_ns()}",',
        GUARDS,
    ),
    Mutant(
        "a message is claimed without a lease",
        "chuckwagon/jobs/outbox.py",
        'lease = {"until": now + LEASE_DURATION,',
        'lease = {"until": None,',
        (f"{WORKERS[0]}::test_a_slow_worker_whose_lease_ran_out_takes_nothing_from_the_next",),
        is_quick=True,
    ),
    Mutant(
        "a worker goes on with a message that it has lost",
        "chuckwagon/notifications/service.py",
        "    if not outbox.has_claim(session, claimed):\n        return None\n",
        "",
        SENDING,
    ),
    Mutant(
        "a refund goes on with a message that was lost",
        "chuckwagon/payments/refunds/send.py",
        "    if not outbox.has_claim(session, claimed):\n        return None\n",
        "",
        GUARDS,
    ),
    Mutant(
        "a message is not looked up before it is sent again",
        "chuckwagon/notifications/service.py",
        "    if sms.was_tried:\n",
        "    if False:\n",
        SENDING,
    ),
    Mutant(
        "a text is sent while the customer waits",
        "chuckwagon/payments/fulfillment/service.py",
        "        raise PaymentHeld\n    return answer",
        "        raise PaymentHeld\n"
        '    __import__("chuckwagon.worker.loop").worker.loop.Worker(db, settings, periodic_tasks=[]).run_once()\n'
        "    return answer",
        SETTLEMENT,
    ),
    Mutant(
        "a text that was given up stays failed",
        "chuckwagon/notifications/status_callbacks.py",
        "sa.or_(model.status == delivery_status.SENDING, was_given_up)",
        "kind.status == delivery_status.SENDING",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "STOP is not heard",
        "chuckwagon/notifications/opt_outs.py",
        'return _FIND.first(session, {"phone": phone}) is not None',
        "return False",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "the day has no budget",
        "chuckwagon/notifications/daily_sms_limit.py",
        "limit=limit, seconds=rate_limits.DAY_SECONDS):\n        return True",
        "limit=limit, seconds=rate_limits.DAY_SECONDS) or True:\n        return True",
        ("tests/notifications/test_daily_budget.py",),
    ),
    Mutant(
        "a forged report is believed",
        "chuckwagon/integrations/twilio/client.py",
        "return bool(secret and RequestValidator(secret).validate(url, dict(form), signature))",
        "return bool(secret and RequestValidator(secret))",
        ("tests/notifications/test_take_reports_and_replies.py",),
    ),
    Mutant(
        "a long task outlasts its lease",
        "chuckwagon/worker/long_task.py",
        "while not lease.is_lost and not is_done.wait(RENEW_SECONDS):",
        "while False:",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "a turn that cannot be renewed goes on for ever",
        "chuckwagon/worker/long_task.py",
        "return self._is_taken or time.monotonic() - self._requested_at > LEASE_DURATION.total_seconds()",
        "return self._is_taken",
        ("tests/worker/test_long_tasks.py::test_a_turn_that_cannot_be_renewed_may_not_go_on",),
    ),
    Mutant(
        "messages wait for the reconciler",
        "chuckwagon/worker/loop.py",
        "        for thread in threads:\n            thread.start()\n",
        "        for runner in self._long_task_runners:\n            runner.run_once()\n        threads = []\n",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "leases are judged by each host's own clock",
        "chuckwagon/jobs/lease_clock.py",
        "    offset: timedelta = database_time - (before + uncertainty)\n",
        "    offset = _NO_OFFSET\n",
        ("tests/worker/test_periodic_leases.py",),
        database="postgresql",
    ),
    Mutant(
        "a slow answer of the database moves every lease",
        "chuckwagon/jobs/lease_clock.py",
        " if abs(offset) > uncertainty else _NO_OFFSET",
        "",
        ("tests/worker/test_periodic_leases.py",),
        database="postgresql",
    ),
]
