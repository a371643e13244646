"""What becomes of staff: accounts after a restore, and the erasure of a person."""

from mutant_tables.mutant import Mutant

RESTORED_ACCOUNTS = ("tests/privacy/test_restored_accounts.py",)
MUTANTS = [
    Mutant(
        "a restore gives back what was taken from accounts",
        "chuckwagon/privacy/restore_carry_over.py",
        "apply_accounts(session, since))\n",
        "apply_accounts(session, {}))\n",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore brings back removed second factors and used recovery codes",
        "chuckwagon/privacy/restored_accounts.py",
        "        session.execute(sa.delete(model).where(model.user_id == user_id))\n",
        "        return\n",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "an older copy gives its accounts to a newer backup",
        "chuckwagon/privacy/restore_carry_over.py",
        "    is_backup_newer = carried.used_at is None or carried.used_at < taken_at\n",
        "    is_backup_newer = False\n",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore takes an erasure in the backup back",
        "chuckwagon/privacy/restored_accounts.py",
        "if one_id not in erased and not is_erased",
        "if not is_erased",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore enables an account that the backup has disabled",
        "chuckwagon/privacy/restored_accounts.py",
        ' and (one_id not in restored or restored[one_id]["is_active"])',
        "",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore forgets who wrote STOP",
        "chuckwagon/privacy/restore_carry_over.py",
        "apply_opt_outs(session, carried.opt_outs))\n",
        "apply_opt_outs(session, {}))\n",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore mixes in the accounts of another installation",
        "chuckwagon/privacy/restored_accounts.py",
        "    is_same = not restored.keys().isdisjoint(accounts)\n",
        "    is_same = True\n",
        RESTORED_ACCOUNTS,
    ),
    Mutant(
        "a restore brings erased staff back",
        "chuckwagon/privacy/restore_carry_over.py",
        "    erased_staff = replay_staff_erasures(writer, carried.accounts)\n",
        "    erased_staff = 1\n",
        ("tests/privacy/test_erase_staff.py::test_a_restore_repeats_it_and_the_new_account_keeps_the_address",),
    ),
    Mutant(
        "an erased name stays in the audit log",
        "chuckwagon/privacy/staff_erasure.py",
        "    digests = redaction.redact_events(session, user.id, new_name)\n",
        "    digests: dict[str, str] = {}\n",
        ("tests/privacy/test_erase_staff.py",),
    ),
    Mutant(
        "superadmins erase themselves",
        "chuckwagon/privacy/staff_erasure.py",
        "            raise OwnAccount\n",
        "            pass\n",
        ("tests/privacy/test_erase_staff.py::test_an_erasure_is_refused_and_changes_nothing",),
    ),
    Mutant(
        "the last superadmin is erased",
        "chuckwagon/privacy/staff_erasure.py",
        "            raise LastSuperadmin\n",
        "            pass\n",
        ("tests/privacy/test_erase_staff.py::test_an_erasure_is_refused_and_changes_nothing",),
    ),
    Mutant(
        "a list of redacted audit rows is changed unnoticed",
        "chuckwagon/audit/redaction.py",
        " or one.details.get(REDACTIONS) != digest_redactions(group):\n",
        ":\n",
        ("tests/audit/test_hash_chain.py",),
    ),
    Mutant(
        "any audit row passes as an erasure",
        "chuckwagon/audit/redaction.py",
        "if one.action != USER_ERASED or ",
        "if ",
        ("tests/audit/test_hash_chain.py",),
    ),
]
