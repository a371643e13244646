"""Payments of which no news came: the reconciler and the command."""

from mutant_tables.mutant import CATCH_UP, GATEWAYS, GUARDS, PAYMENTS, SETTLEMENT, Mutant

MUTANTS = [
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
        "nobody reads disputes again",
        f"{PAYMENTS}/reconciliation.py",
        "        for dispute_id in sorted(still_open):\n",
        "        for dispute_id in ():\n",
        ("tests/cli/test_reconcile.py",),
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
]
