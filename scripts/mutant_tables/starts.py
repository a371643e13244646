"""Starts: what others could read, claim or reach, and what a page may load."""

from mutant_tables.mutant import Mutant

STARTS = "tests/cli/test_unsafe_starts.py::test_"
FILES = (f"{STARTS}a_database_outside_the_data_folder_is_closed_to_others",)
POLICIES = ("tests/web/test_security_headers.py::test_a_page_may_load_only_what_the_policy_names",)
MUTANTS = [
    Mutant(
        "a database outside the data folder is made for all users of the machine",
        "chuckwagon/db/engines/sqlite.py",
        "os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY))",
        "os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o666))",
        FILES,
        database="sqlite",
        is_quick=True,
    ),
    Mutant(
        "a start leaves a database readable by all users of the machine",
        "chuckwagon/cli/doctor.py",
        "    file_mode_and_proxy_checks.close_database_files(settings)\n",
        "",
        FILES,
        database="sqlite",
        is_quick=True,
    ),
    Mutant(
        "a restored database is readable by all users of the machine",
        "chuckwagon/db/backup/restore.py",
        "        file.chmod(OWNER_ONLY)\n",
        "        pass\n",
        ("tests/cli/test_restore.py::test_a_damaged_database_is_replaced",),
        database="sqlite",
        is_quick=True,
    ),
    Mutant(
        "half of the internet is a trusted proxy",
        "chuckwagon/settings_validation.py",
        "        return network.prefixlen < MIN_IPV4_PREFIX\n",
        "        return network.prefixlen < 1\n",
        ("tests/web/test_client_ip.py",),
        is_quick=True,
    ),
    Mutant(
        "a forwarding header of a peer that is not trusted leaves no note",
        "chuckwagon/web/requests.py",
        "        note_untrusted_forwarder(settings, peer)\n",
        "        pass\n",
        ("tests/web/test_client_ip.py",),
        is_quick=True,
    ),
    Mutant(
        "a superadmin with real money behind a password alone is not counted",
        "chuckwagon/accounts/queries.py",
        "*CAN_SIGN_IN, ~has_second_factor()",
        "*CAN_SIGN_IN, has_second_factor()",
        (f"{STARTS}what_puts_real_money_at_risk_is_told_at_the_start_and_by_doctor",),
        is_quick=True,
    ),
    Mutant(
        "a start with real money says nothing of its risks",
        "chuckwagon/cli/serve.py",
        "            doctor.warn_of_risks(settings)\n",
        "",
        (f"{STARTS}what_puts_real_money_at_risk_is_told_at_the_start_and_by_doctor",),
        is_quick=True,
    ),
    Mutant(
        "a staff page loads scripts of others",
        "chuckwagon/web/security_headers.py",
        "        (PageKind.STAFF, CspSources(connections=shop.push, images=shop.images)),",
        "        (PageKind.STAFF, shop),",
        POLICIES,
        is_quick=True,
    ),
    Mutant(
        "the page of an order loads scripts of others",
        "chuckwagon/web/spa.py",
        "        return PageKind.ORDER\n",
        "        return PageKind.SHOP\n",
        POLICIES,
        is_quick=True,
    ),
]
