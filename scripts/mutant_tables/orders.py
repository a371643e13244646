"""Orders and menus: statuses, versions, trucks, pickup times and exports."""

from mutant_tables.mutant import ORDERS, STATUS, Mutant

MUTANTS = [
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
    Mutant(
        "a formula with a full-width sign runs",
        "chuckwagon/insights/spreadsheet.py",
        "＝＋－＠",
        "",
        ("tests/insights/test_spreadsheet.py",),
    ),
]
