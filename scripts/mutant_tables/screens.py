"""Guards of what the screens report about themselves."""

from mutant_tables.mutant import CORE, Mutant

MUTANTS = [
    Mutant(
        "one address reports errors of the screens without end",
        f"{CORE}/client_errors.py",
        "    db.write(lambda session: limits.count(session, key, limit=limit, seconds=MINUTE_SECONDS))\n",
        "",
        ("tests/core/test_client_errors.py::test_one_address_fills_no_log",),
        is_quick=True,
    ),
    Mutant(
        "numbers of an error's message reach the log",
        f"{CORE}/client_errors.py",
        '_DIGITS.sub("#", _EMAIL.sub("[email]", line))',
        '_EMAIL.sub("[email]", line)',
        ("tests/core/test_client_errors.py::test_numbers_addresses_and_keys_never_reach_the_log",),
        is_quick=True,
    ),
]
