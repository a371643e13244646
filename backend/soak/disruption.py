"""Disruption test: the plan of a stop with many paid orders changes while providers fail and servers are killed.

Each order is changed once: it moves by the minutes or to the new place, or is cancelled with the whole amount back.
Its customer gets one SMS, and no other order changes, above all none of another stop. Without kills it measures how
long it takes from the staff's confirmation to the first and to the last SMS.
"""

import random
import time

from soak import report
from soak.audit import Findings
from soak.client import ProductClient, Provider
from soak.disruption_audit import compare, is_touched
from soak.environment import Environment
from soak.ledgers import Ledgers
from soak.lunch import LOOK_EVERY_SECONDS, TruckDay, count_told
from soak.recorder import Journal, Stopwatch
from soak.run import Plan, opened

ELSEWHERE = 5
TWILIO_MS, FAILS_EVERY = 100, 5
FIRST_SMS_SECONDS, LAST_SMS_SECONDS = 12.0, 60.0


def disrupt(plan: Plan) -> Findings:
    """Sell at two stops, change the plan of the first one, and compare the records at the end."""
    journal = Journal()
    with opened(plan, journal) as (environment, product, provider):
        lunch = TruckDay(product, provider, Ledgers(product, provider).token)
        first, other = lunch.add_stop(hours=3), lunch.add_stop(hours=8)
        watch = Stopwatch()
        sold, kept = lunch.sell(first, plan.orders), lunch.sell(other, ELSEWHERE, first_number=plan.orders)
        touched = [one for one in sold if is_touched(plan.kind, one, first)]
        selling = watch.seconds
        _upset(plan, provider)
        watch, disruption = Stopwatch(), lunch.disrupt(first, plan.kind)
        _kill(plan, environment, product, provider, journal, len(touched))
        is_refunded = plan.kind in ("ends_early", "cancelled")
        seconds = lunch.wait(disruption, len(touched), len(touched) * is_refunded, watch)
        print(
            f"{selling:.0f} s to sell, {watch.seconds:.0f} s until all was done, {_say(journal, seconds)}", flush=True
        )
        provider.behave()
        others = [*kept, *(one for one in sold if one not in touched)]
        findings = compare(lunch, provider, disruption, touched, others)
        findings |= {} if plan.kills else _too_slow(seconds)
        report.show_findings(findings)
        return findings


def _say(journal: Journal, seconds: tuple[float, float]) -> str:
    """What took the time. Where servers were killed, the SMS are watched only after the last kill."""
    if journal.restarts:
        return f"{sum(journal.restarts):.0f} s of them for {len(journal.restarts)} restarts"
    return f"first SMS after {seconds[0]:.1f} s, last after {seconds[1]:.1f} s"


def _upset(plan: Plan, provider: Provider) -> None:
    provider.misbehave("twilio", "delay", 1.0, ms=TWILIO_MS)
    if plan.kills:
        provider.misbehave("twilio", "error_after", 1.0, every=FAILS_EVERY)
        provider.misbehave("stripe", "error_after", 1.0, every=FAILS_EVERY, match="/v1/refunds")


def _kill(
    plan: Plan, environment: Environment, product: ProductClient, provider: Provider, journal: Journal, touched: int
) -> None:
    """Kill the product while the disruption waits for its start, and again and again while it runs."""
    rng = random.Random(f"{plan.seed}:disruption")
    for kill in range(plan.kills):
        wanted = touched * kill // (plan.kills + 1)
        watch = Stopwatch()
        while count_told(provider, plan.kind) < wanted and watch.seconds < LAST_SMS_SECONDS:
            time.sleep(LOOK_EVERY_SECONDS)
        time.sleep(rng.uniform(0, 1))
        journal.restarts.append(environment.kill_and_restart(product, forget_leases=True))


def _too_slow(seconds: tuple[float, float]) -> Findings:
    return {
        f"first SMS later than {FIRST_SMS_SECONDS:g} s": [f"{seconds[0]:.1f} s"] * (seconds[0] > FIRST_SMS_SECONDS),
        f"last SMS later than {LAST_SMS_SECONDS:g} s": [f"{seconds[1]:.1f} s"] * (seconds[1] > LAST_SMS_SECONDS),
    }
