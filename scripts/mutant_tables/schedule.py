"""The schedule: stops that never overlap, and answers that end when they would read differently."""

from mutant_tables.mutant import Mutant

RACES = ("tests/schedule/test_stop_races.py",)
CACHED = ("tests/schedule/test_cached_schedule.py",)
MUTANTS = [
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
        "a cached list of stops outlives the day on which the next one enters it",
        "chuckwagon/schedule/public_queries.py",
        "    ends += [next_start - window] if next_start else []\n",
        "",
        CACHED,
    ),
]
