"""The schedule: stops that never overlap."""

from mutant_tables.mutant import Mutant

RACES = ("tests/schedule/test_stop_races.py",)
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
]
