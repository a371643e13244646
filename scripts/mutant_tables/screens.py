"""Guards of what the screens report about themselves."""

from mutant_tables.mutant import Mutant

MUTANTS = [
    Mutant(
        "one address reports errors of the screens without end",
        "chuckwagon/web/browser_reports/client_errors.py",
        "    db.write(lambda session: rate_limits.consume(session, key, limit=limit, seconds=MINUTE_SECONDS))\n",
        "",
        ("tests/web/test_client_errors.py::test_one_address_fills_no_log",),
        is_quick=True,
    ),
    Mutant(
        "numbers of an error's message reach the log",
        "chuckwagon/web/browser_reports/client_errors.py",
        '_DIGITS.sub("#", _EMAIL.sub("[email]", line))',
        '_EMAIL.sub("[email]", line)',
        ("tests/web/test_client_errors.py::test_numbers_addresses_and_keys_never_reach_the_log",),
        is_quick=True,
    ),
]
