"""The guards that `mutants.py` takes away: where each stands, what is left without it, who should notice."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """`old` stands once in the file; `database` names the one on which alone the guard matters."""

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]
    database: str = ""
    is_quick: bool = False


PAYMENTS, GATEWAYS, ORDERS = (
    "chuckwagon/payments",
    "chuckwagon/gateways",
    "chuckwagon/orders",
)
TEXTS, CORE, PRIVACY = "chuckwagon/notifications", "chuckwagon/core", "chuckwagon/privacy"
SETTLEMENT = ("tests/payments/test_settlement.py",)
DOOR = ("tests/payments/test_webhook_door.py",)
ATTEMPTS = ("tests/payments/test_checkout_attempts.py",)
CHECKOUT = ("tests/payments/test_create_payment_intent.py",)
REFUNDS = ("tests/payments/test_partial_refunds.py",)
CANCELLED = ("tests/payments/test_refund_a_cancelled_order.py",)
UNENDING = ("tests/payments/test_refunds_never_given_up.py",)
CATCH_UP = ("tests/payments/test_catch_up.py",)
SLOW_REFUNDS = ("tests/payments/test_slow_refunds.py",)
KILLS = ("tests/payments/test_kill_points.py",)
GUARDS = ("tests/payments/test_last_guards.py",)
STATUS = ("tests/orders/test_change_status.py",)
SENDING = ("tests/notifications/test_send_the_text.py",)
WORKERS = ("tests/worker/test_many_processes.py",)

MUTANTS = [
    # --- one order per payment
    Mutant(
        "a payment claims its checkout more than once",
        f"{PAYMENTS}/snapshots.py",
        '_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status != PAID)',
        '_checkouts.c.id == sa.bindparam("checkout_id"))',
        (f"{SETTLEMENT[0]}::test_fifty_verifications_at_once_make_one_order_and_one_text",),
        database="postgresql",
    ),
    Mutant(
        "the amount is not compared",
        f"{PAYMENTS}/settlement.py",
        '        "amount": (intent.amount_received, checkout.total_cents),\n',
        "",
        (f"{SETTLEMENT[0]}::test_an_amount_that_is_not_the_checkouts_is_held_for_review",),
        is_quick=True,
    ),
    Mutant(
        "the currency is not compared",
        f"{PAYMENTS}/settlement.py",
        '        "currency": (intent.currency, checkout.currency),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "test money counts as real money",
        f"{PAYMENTS}/settlement.py",
        '        "mode": (intent.livemode, expect_live),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "another payment settles the checkout",
        f"{PAYMENTS}/settlement.py",
        '        "payment intent": (intent.id, checkout.payment_intent_id or intent.id),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "a payment that has not succeeded settles",
        f"{PAYMENTS}/settlement.py",
        '        "status": (intent.status, "succeeded"),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "the page believes any status",
        f"{PAYMENTS}/settlement.py",
        'if intent.status != "succeeded":',
        "if False:",
        SETTLEMENT,
    ),
    Mutant(
        "the reconciler does not read the log",
        f"{PAYMENTS}/reconciler.py",
        "if oldest is None:",
        "if True:",
        SETTLEMENT,
    ),
    Mutant(
        "a payment that a cancel finds succeeded is dropped",
        f"{PAYMENTS}/reconciler.py",
        'elif intent.status == "succeeded":',
        "elif False:",
        GUARDS,
    ),
    Mutant(
        "a payment that cannot be settled ends the round",
        f"{PAYMENTS}/reconciler.py",
        "        except Exception as error:  # noqa: BLE001 - one payment must not delay the others\n",
        "        except ZeroDivisionError as error:\n",
        CATCH_UP,
    ),
    Mutant(
        "an event that cannot be read ends the round",
        f"{GATEWAYS}/stripe_event_log.py",
        "    except Exception as error:",
        "    except ZeroDivisionError as error:",
        CATCH_UP,
    ),
    Mutant(
        "what was set aside is tried in every round",
        f"{PAYMENTS}/reconciler.py",
        "return [event for event in found if event.intent_id not in deferred]",
        "return found",
        CATCH_UP,
    ),
    Mutant(
        "all pages of the log share one time limit",
        f"{GATEWAYS}/stripe_deadline.py",
        "    _begun.at = time.monotonic()\n",
        '    _begun.at = getattr(_begun, "first", time.monotonic())\n    _begun.first = _begun.at\n',
        CATCH_UP,
    ),
    Mutant(
        "the mark passes what was not settled",
        f"{PAYMENTS}/reconciler.py",
        "if not self._settle_all(part.events):\n                return\n            if part.is_next",
        "self._settle_all(part.events)\n            if part.is_next",
        CATCH_UP,
    ),
    Mutant(
        "what is overdue waits for the log",
        f"{PAYMENTS}/reconciler.py",
        "        self._work_aside()\n        self._try(self._read_event_log)\n",
        "        self._read_event_log()\n        self._work_aside()\n",
        CATCH_UP,
    ),
    Mutant(
        "what is fresh waits for a backlog",
        f"{PAYMENTS}/reconciler.py",
        "                self._settle_fresh()\n",
        "",
        CATCH_UP,
    ),
    Mutant(
        "a checkout that is refused heads the list",
        f"{PAYMENTS}/queries.py",
        "Checkout.expires_at <= before, ~is_set_aside)",
        "Checkout.expires_at <= before)",
        CATCH_UP,
    ),
    Mutant(
        "a long task outlasts its lease",
        "chuckwagon/long_task.py",
        "while not turn.is_lost and not is_over.wait(RENEW_SECONDS):",
        "while False:",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "messages wait for the reconciler",
        "chuckwagon/worker.py",
        "        for thread in threads:\n            thread.start()\n",
        "        for one in self._long:\n            one.run_once()\n        threads = []\n",
        ("tests/worker/test_long_tasks.py",),
    ),
    Mutant(
        "a decided payment becomes an order",
        f"{PAYMENTS}/settlement.py",
        "if review is not None and review.decision is not None:",
        "if False:",
        ("tests/payments/test_held_payments.py",),
    ),
    Mutant(
        "the payment of an order is given back beside it",
        f"{PAYMENTS}/reviews.py",
        "if decision == REFUND and find_order_by_intent(session, review.payment_intent_id) is not None:",
        "if False:",
        ("tests/payments/test_held_payments.py",),
    ),
    Mutant(
        "nobody reads disputes again",
        f"{PAYMENTS}/reconciliation.py",
        "        for dispute_id in sorted(still_open):\n",
        "        for dispute_id in ():\n",
        ("tests/cli/test_reconcile.py",),
    ),
    Mutant(
        "the second payment of a checkout is dropped where writers meet",
        f"{PAYMENTS}/settlement.py",
        "        return _read_winner(session, intent)\n",
        "        return Settled(won) if (won := find_order_by_intent(session, intent.id)) else None\n",
        (
            f"{GUARDS[0]}::test_two_payments_of_one_checkout_at_the_same_instant_are_an_order_and_a_held_payment",
        ),
        database="postgresql",
    ),
    Mutant(
        "a copy that somebody changed is believed",
        f"{PAYMENTS}/provider_copy.py",
        "return copy if _adds_up(copy) else None",
        "return copy",
        ("tests/payments/test_provider_copy.py",),
    ),
    Mutant(
        "one odd payment ends a reconciliation",
        f"{PAYMENTS}/reconciliation.py",
        "self._judge_safely(payment)",
        "self._judge(payment)",
        ("tests/cli/test_reconcile.py",),
    ),
    Mutant(
        "a refund that nobody works on stays so",
        f"{PAYMENTS}/reconciliation.py",
        "for refund in left:",
        "for refund in left[:0]:",
        ("tests/cli/test_reconcile.py",),
    ),
    # --- the provider's events
    Mutant(
        "a dispute that nobody knows is told of for days",
        f"{PAYMENTS}/disputes.py",
        "    except PaymentRefused:\n        log.error",
        "    except ZeroDivisionError:\n        log.error",
        ("tests/payments/test_disputes.py",),
    ),
    Mutant(
        "the signature is not checked",
        f"{GATEWAYS}/stripe_api.py",
        "read_snapshot_event(self._client.construct_event(*given))",
        'read_snapshot_event(stripe.Event.construct_from(msgspec.json.decode(payload), ""))',
        DOOR,
        is_quick=True,
    ),
    Mutant(
        "a signature from the future is good",
        f"{GATEWAYS}/stripe_api.py",
        "            refuse_future(signature)\n",
        "",
        DOOR,
    ),
    Mutant(
        "the answer comes before the work",
        f"{PAYMENTS}/routes.py",
        "    if not await asyncio.to_thread(provider_events.take_alone, db, settings, event):\n",
        "    asyncio.create_task(asyncio.to_thread(provider_events.take_alone, db, settings, event))\n"
        "    if False:\n",
        DOOR,
    ),
    Mutant(
        "an event has its effect each time",
        f"{PAYMENTS}/settlement.py",
        "if not queries.store_event(session, event) or event.intent is None:",
        "if (queries.store_event(session, event) and False) or event.intent is None:",
        DOOR,
    ),
    Mutant(
        "a payment without its checkout is taken and forgotten",
        f"{PAYMENTS}/settlement.py",
        "        if session.get(Checkout, checkout_id) is None:\n            raise Unavailable\n",
        "        if session.get(Checkout, checkout_id) is None:\n            return\n",
        DOOR,
    ),
    # --- the checkout
    Mutant(
        "the browser's totals are not compared",
        f"{PAYMENTS}/service.py",
        "if not _same_totals(cart, total):",
        "if False:",
        CHECKOUT,
        is_quick=True,
    ),
    Mutant(
        "the browser's total is charged",
        f"{PAYMENTS}/service.py",
        "    return lines, total\n",
        "    return lines, msgspec.structs.replace(total, total_cents=to_cents(cart.total or 0))\n",
        CHECKOUT,
    ),
    Mutant(
        "another truck's dish is sold",
        f"{ORDERS}/pricing.py",
        "item is None or item.truck_id != truck_id or",
        "item is None or",
        CHECKOUT,
    ),
    Mutant(
        "an earlier payment of the attempt stays payable",
        f"{PAYMENTS}/service.py",
        "    for other in earlier:\n",
        "    for other in earlier[:0]:\n",
        ATTEMPTS,
    ),
    Mutant(
        "of two submissions at once both stay payable",
        f"{PAYMENTS}/service.py",
        "if queries.has_newer(session, checkout):",
        "if False:",
        (*ATTEMPTS, *GUARDS),
    ),
    Mutant(
        "a key takes any request",
        f"{PAYMENTS}/service.py",
        "if known.request_hash != fingerprint:",
        "if False:",
        ATTEMPTS,
    ),
    Mutant(
        "a payment's key changes from try to try",
        f"{PAYMENTS}/service.py",
        'key=f"pi:{checkout.id}:{checkout.intent_try}"',
        'key=f"pi:{new_id()}"',
        KILLS,
    ),
    Mutant(
        "a failure is replayed for ever",
        f"{PAYMENTS}/service.py",
        "bumped.values(intent_try=checkout.intent_try + 1)",
        "bumped.values(intent_try=checkout.intent_try)",
        ATTEMPTS,
    ),
    # --- refunds
    Mutant(
        "more goes back than is left",
        f"{ORDERS}/refunding.py",
        "    if amount > left:\n",
        "    if False:\n",
        REFUNDS,
    ),
    Mutant(
        "two people reserve the same money",
        f"{ORDERS}/refunding.py",
        "session.get_one(Order, order_id, with_for_update=True, populate_existing=True)",
        "session.get_one(Order, order_id)",
        (f"{REFUNDS[0]}::test_of_many_at_once_only_what_was_paid_goes_back",),
        database="postgresql",
    ),
    Mutant(
        "a disputed payment is refunded as well",
        f"{ORDERS}/refunding.py",
        "if order.payment_status == statuses.DISPUTED:",
        "if False:",
        ("tests/payments/test_disputes.py",),
    ),
    Mutant(
        "a refund's key changes from try to try",
        f"{PAYMENTS}/refunds.py",
        'key=refund.key if refund.key_try == 1 else f"{refund.key}:{refund.key_try}"',
        'key=f"{refund.key}:{claimed.attempts}"',
        GUARDS,
    ),
    Mutant(
        "nobody asks whether a refund was made",
        f"{PAYMENTS}/refunds.py",
        "found = [] if is_first else stripe.list_refunds(due.intent_id)",
        "found: list[RefundMade] = []",
        (f"{REFUNDS[0]}::test_a_lost_answer_sends_the_money_once",),
    ),
    Mutant(
        "a key that is in use counts as used up",
        f"{GATEWAYS}/stripe_payments.py",
        'is_stored = (error.http_status or 0) >= 500 and headers.get(REPLAYED) == "true"',
        "is_stored = bool(error.http_status)",
        SLOW_REFUNDS,
    ),
    Mutant(
        "a failure counts as stored that was only passed on",
        f"{GATEWAYS}/stripe_payments.py",
        'is_stored = (error.http_status or 0) >= 500 and headers.get(REPLAYED) == "true"',
        "is_stored = (error.http_status or 0) >= 500",
        SLOW_REFUNDS,
    ),
    Mutant(
        "a refused look changes a refund's key",
        f"{PAYMENTS}/refunds.py",
        "        raise Unavailable from refusal\n",
        "        raise ProviderFailed from refusal\n",
        SLOW_REFUNDS,
    ),
    Mutant(
        "the next key of a refund comes after seconds",
        f"{PAYMENTS}/refunds.py",
        "outbox.put_off(session, claimed, reason, max(wait, least))",
        "outbox.put_off(session, claimed, reason, wait)",
        SLOW_REFUNDS,
    ),
    Mutant(
        "a second refund under our id is not in the books",
        f"{PAYMENTS}/refund_news.py",
        "Refund.payment_intent_id == made.intent_id, is_free)",
        "Refund.payment_intent_id == made.intent_id)",
        SLOW_REFUNDS,
    ),
    Mutant(
        "a fault of ours ends a refund",
        f"{PAYMENTS}/refunds.py",
        "    except Exception as error:",
        "    except ZeroDivisionError as error:",
        UNENDING,
    ),
    Mutant(
        "a refund that was denied stays failed",
        f"{PAYMENTS}/refund_news.py",
        "return sa.or_(Refund.status.in_(EARLIER[made.status]), was_given_up)",
        "return Refund.status.in_(EARLIER[made.status])",
        UNENDING,
    ),
    Mutant(
        "the last refund does not wait for the others",
        f"{PAYMENTS}/refunds.py",
        "if _has_others_under_way(session, due):",
        "if False:",
        UNENDING,
    ),
    Mutant(
        "cancelling keeps the money",
        f"{ORDERS}/kitchen.py",
        "if status == statuses.CANCELLED:\n        _give_back",
        "if False:\n        _give_back",
        CANCELLED,
    ),
    Mutant(
        "late news takes a refund back to pending",
        f"{PAYMENTS}/refund_news.py",
        '"pending": ("pending",)',
        '"pending": ("pending", "succeeded", "failed")',
        GUARDS,
    ),
    Mutant(
        "a press that is repeated gives back twice",
        f"{CORE}/idempotency.py",
        "    if repeat is None:\n        return work()\n",
        "    if repeat is None or kind is not None:\n        return work()\n",
        REFUNDS,
    ),
    # --- orders
    Mutant(
        "any status may follow any other",
        f"{ORDERS}/kitchen.py",
        "if status is not None and status not in statuses.NEXT[seen.status]:",
        "if False:",
        STATUS,
        is_quick=True,
    ),
    Mutant(
        "a status is changed whatever it has become meanwhile",
        f"{ORDERS}/kitchen.py",
        "is_as_seen = [Order.id == seen.id] + ([Order.status == seen.status] if status else [])",
        "is_as_seen = [Order.id == seen.id]",
        STATUS,
    ),
    Mutant(
        "a dish is overwritten without its version",
        "chuckwagon/menu/shelf.py",
        "if version not in (None, item.version):",
        "if False:",
        ("tests/menu/test_menu_races.py",),
    ),
    Mutant(
        "staff work for every truck",
        "chuckwagon/accounts/permissions.py",
        "    is_own = truck_id is not None and actor.truck_id == truck_id\n",
        "    is_own = True\n",
        STATUS,
    ),
    # --- texts and the worker
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
    # --- backup and restore
    Mutant(
        "a copy under load begins anew after each commit",
        f"{CORE}/database_files.py",
        '        source.execute("BEGIN")\n',
        "",
        ("tests/cli/test_restore.py::test_a_copy_under_load_is_never_begun_anew",),
        database="sqlite",
    ),
    Mutant(
        "sessions outlive a restore",
        f"{PRIVACY}/carry_over.py",
        "    writer.write(lambda session: session.execute(sa.delete(UserSession)))\n",
        "",
        ("tests/cli/test_restore.py::test_nobody_is_signed_in_and_disabled_accounts_stay_disabled",),
    ),
    Mutant(
        "disabled accounts come back with a restore",
        f"{PRIVACY}/carry_over.py",
        "    writer.write(lambda session: _disable(session, carried.disabled_users))\n",
        "",
        ("tests/cli/test_restore.py::test_nobody_is_signed_in_and_disabled_accounts_stay_disabled",),
    ),
    Mutant(
        "a database in use is restored over",
        f"{CORE}/database_restore.py",
        "        _refuse_while_in_use(connection)\n",
        "",
        ("tests/cli/test_restore.py::test_other_connections_keep_a_restore_away",),
        database="postgresql",
    ),
    Mutant(
        "tables of a newer release survive a restore",
        f"{CORE}/database_restore.py",
        "        _drop_relations(connection)\n",
        "",
        ("tests/cli/test_restore.py::test_a_backup_of_any_revision_replaces_the_newest_tables",),
        database="postgresql",
    ),
    Mutant(
        "code works on tables that it does not know",
        f"{CORE}/migrate.py",
        "        if minimum is None or int(minimum) > int(newest or 0):\n",
        "        if False:\n",
        ("tests/core/test_other_revisions.py",),
    ),
    # --- threads, streams, exports, time
    Mutant(
        "a failing callback after the commit fails the request",
        f"{CORE}/transaction_callbacks.py",
        "        except Exception:  # noqa: BLE001 - the transaction is committed\n",
        "        except AssertionError:\n",
        (
            "tests/core/test_the_writer.py::test_news_that_fails_after_the_commit_fails_no_write_on_either_database",
        ),
        database="postgresql",
    ),
    Mutant(
        "an error ends a long-lived thread",
        f"{CORE}/service_thread.py",
        "        except Exception as error:  # noqa: BLE001 - the thread has to outlive it\n",
        "        except AssertionError as error:\n",
        ("tests/core/test_service_thread.py",),
    ),
    Mutant(
        "one client opens streams without end",
        f"{CORE}/event_stream.py",
        "        if self._watch.hub.streams_of(address) >= most:\n",
        "        if False:\n",
        (
            "tests/live/test_follow_a_truck.py::test_one_client_behind_a_proxy_has_a_limited_number_of_streams",
        ),
    ),
    Mutant(
        "a formula behind a semicolon runs",
        "chuckwagon/insights/spreadsheet.py",
        '"(^|[;\\t\\r\\n])( *)',
        '"(^)( *)',
        ("tests/insights/test_spreadsheet.py",),
    ),
    Mutant(
        "the second of two hours is forgotten",
        f"{ORDERS}/pickup.py",
        "        _instant(datetime.combine(today, wanted), tz, fold=1),\n",
        "",
        ("tests/orders/test_pickup.py",),
    ),
    # --- outages, attempts, events of others
    Mutant(
        "the queue for the provider has no end",
        f"{CORE}/threads.py",
        "        if self._present >= self._most:\n",
        "        if False:\n",
        ("tests/core/test_provider_threads.py",),
    ),
    Mutant(
        "a request waits for the provider as long as it takes to begin",
        f"{CORE}/threads.py",
        "            if running.cancel():\n",
        "            if False:\n",
        ("tests/core/test_provider_threads.py",),
    ),
    Mutant(
        "a provider that is down is called again and again",
        f"{GATEWAYS}/circuit_breaker.py",
        "            self._failures += 1\n",
        "            self._failures += 0\n",
        ("tests/gateways/test_circuit_breaker.py",),
    ),
    Mutant(
        "a settled payment waits for the provider's threads",
        f"{PAYMENTS}/routes.py",
        "    answer = await asyncio.to_thread(settlement.find_settled, db, data)\n    if answer is None:\n",
        "    answer = None\n    if answer is None:\n",
        ("tests/payments/test_provider_is_down.py",),
    ),
    Mutant(
        "a paid attempt answers for every later cart",
        f"{PAYMENTS}/service.py",
        "        if taken is not None and _answers_for(other, checkout):\n",
        "        if taken is not None:\n",
        (f"{ATTEMPTS[0]}::test_days_later_another_cart_under_a_paid_attempt_is_a_new_purchase",),
    ),
    Mutant(
        "a key that comes again costs nothing",
        f"{PAYMENTS}/service.py",
        '    limits.count(session, f"verify:{caller.address}", limit=limit, seconds=60)\n    if known',
        "    if known",
        (f"{ATTEMPTS[0]}::test_a_key_that_comes_again_and_again_is_counted",),
    ),
    Mutant(
        "a checkout whose time is over becomes payable again",
        f"{PAYMENTS}/service.py",
        "    if known.status == CANCELLED or (known.status == OPEN and known.expires_at <= clock.now()):\n",
        "    if False:\n",
        (f"{ATTEMPTS[0]}::test_a_checkout_whose_time_is_over_is_not_made_payable_again",),
    ),
    Mutant(
        "an event of a truck's own account is taken for ours",
        f"{PAYMENTS}/provider_events.py",
        "    if is_of_another_account(event):\n",
        "    if False:\n",
        (f"{DOOR[0]}::test_an_event_of_a_connected_account_makes_no_order",),
    ),
    Mutant(
        "an event is believed without a stored intent",
        f"{PAYMENTS}/provider_events.py",
        "        if _must_be_read_again(session, event):\n",
        "        if False:\n",
        (f"{DOOR[0]}::test_without_a_stored_intent_the_event_alone_is_not_believed",),
    ),
    Mutant(
        "a payment of another installation is asked for again",
        f"{PAYMENTS}/settlement.py",
        "    if not is_ours(session, event.intent):\n",
        "    if False:\n",
        (f"{DOOR[0]}::test_a_payment_of_another_installation_is_none_of_ours",),
    ),
    Mutant(
        "an archived truck's checkouts stay payable",
        f"{PAYMENTS}/jobs.py",
        ".values(expires_at=clock.now()))",
        ".values(expires_at=Checkout.expires_at))",
        ("tests/payments/test_archive_ends_checkouts.py",),
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
