"""The schedule: stops that never overlap, and answers that end when they would read differently."""

from mutant_tables.mutant import Mutant

RACES = ("tests/schedule/test_stop_races.py",)
AT_A_STOP = ("tests/payments/checkout/test_checkout_at_a_stop.py",)
CUSTOMERS = ("tests/schedule/test_stops_with_customers.py",)
SERIES = ("tests/schedule/test_series.py",)
CHANGED_ALONE = ("tests/schedule/test_series_keeps_hand_changes.py",)
CACHED = ("tests/schedule/test_cached_schedule.py",)
MUTANTS = [
    Mutant(
        "an early end cannot be moved to the planned end",
        "chuckwagon/schedule/stops_service.py",
        '        changed["ends_at"] = form.values["ends_at"]',
        '        changed.get("ends_at")',
        ("tests/disruptions/test_one_after_another.py::test_an_early_end_is_moved_later_and_its_notice_goes",),
    ),
    Mutant(
        "two stops are saved at once without the truck's lock",
        "chuckwagon/schedule/stops_service.py",
        "    lock_staff_truck(session, truck_id)\n    form",
        "    form",
        RACES,
        database="postgresql",
    ),
    Mutant(
        "a truck is at two places at once",
        "chuckwagon/schedule/stops_service.py",
        "    if other is not None:",
        "    if False:",
        RACES,
        is_quick=True,
    ),
    Mutant(
        "a cached truck outlives the start or end of its stop",
        "chuckwagon/schedule/truck_queries.py",
        "min([*boundaries, *(end",
        "min([*(end",
        CACHED,
    ),
    Mutant(
        "a list of all trucks does not hear of a stop",
        "chuckwagon/realtime/change_watcher.py",
        "IN_THE_LIST = (change_log.TRUCK, change_log.STOP)\n",
        "IN_THE_LIST = (change_log.TRUCK,)\n",
        ("tests/schedule/test_cached_schedule.py::test_a_change_of_a_stop_is_in_every_cached_answer",),
    ),
    Mutant(
        "a cached answer outlives a change of its own process until the next poll",
        "chuckwagon/realtime/change_watcher.py",
        "        if now - self._polled_at >= SQLITE_POLL_SECONDS or self._has_own_change:\n",
        "        if now - self._polled_at >= SQLITE_POLL_SECONDS:\n",
        ("tests/web/test_response_cache.py::test_what_is_new_is_learned_by_truck_and_an_order_moves_nothing",),
    ),
    Mutant(
        "a cached list of stops outlives the day on which the next one enters it",
        "chuckwagon/schedule/public_queries.py",
        "    ends += [next_start - window] if next_start else []\n",
        "",
        CACHED,
    ),
    Mutant(
        "another time zone of a place moves what customers have ordered for",
        "chuckwagon/schedule/zone_change.py",
        "    if ordered is not None:",
        "    if False:",
        ("tests/schedule/test_zone_of_a_place.py::test_with_orders_the_zone_stays_and_everything_else_can_change",),
    ),
    Mutant(
        "a stop changes although customers have ordered for it",
        "chuckwagon/schedule/stops_service.py",
        "    if used.has_customers:",
        "    if False:",
        CUSTOMERS,
    ),
    Mutant(
        "a checkout is saved for a plan that staff have changed in between",
        "chuckwagon/schedule/checkout_view.py",
        "    if not rows or rows[0][0] != stop.plan_version:",
        "    if not rows:",
        AT_A_STOP,
    ),
    Mutant(
        "an order at a stop is taxed as at home",
        "chuckwagon/payments/checkout/stop_choice.py",
        "tax_rate_units=stop.tax_rate_units, timezone",
        "timezone",
        AT_A_STOP,
    ),
    Mutant(
        "a deleted stop of a series comes back",
        "chuckwagon/schedule/series/service.py",
        "series, series.produced_until + DAY, horizon)",
        "series, series.from_date, horizon)",
        SERIES,
    ),
    Mutant(
        "another start of a series takes back the end of a stop that was changed alone",
        "chuckwagon/schedule/series/stop_columns.py",
        'rule_end if "end_time" in sent else end.time(),',
        "rule_end,",
        CHANGED_ALONE,
    ),
    Mutant(
        "a change of a series moves a stop into the past",
        "chuckwagon/schedule/series/service.py",
        '    if "ends_at" in changed and changed["ends_at"] <= clock.now():',
        "    if False:",
        CHANGED_ALONE,
    ),
    Mutant(
        "an early end is extended past the planned end, which public lists end by",
        "chuckwagon/disruptions/effects.py",
        "if end < stop.ends_at else",
        "if True else",
        ("tests/disruptions/test_one_after_another.py",),
    ),
]
