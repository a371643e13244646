"""The database and what runs beside requests: backup, restore, migrations, threads, streams."""

from mutant_tables.mutant import CORE, PRIVACY, Mutant

MUTANTS = [
    Mutant(
        "a copy under load begins anew after each commit",
        f"{CORE}/database_files.py",
        '        source.execute("BEGIN")\n',
        "",
        ("tests/cli/test_restore.py::test_a_copy_under_load_is_never_begun_anew",),
        database="sqlite",
    ),
    Mutant(
        "sessions outlive a restore",
        f"{PRIVACY}/carry_over.py",
        "    writer.write(lambda session: session.execute(sa.delete(UserSession)))\n",
        "",
        ("tests/cli/test_restore.py::test_nobody_is_signed_in_and_disabled_accounts_stay_disabled",),
    ),
    Mutant(
        "disabled accounts come back with a restore",
        f"{PRIVACY}/carry_over.py",
        "    writer.write(lambda session: _disable(session, carried.disabled_users))\n",
        "",
        ("tests/cli/test_restore.py::test_nobody_is_signed_in_and_disabled_accounts_stay_disabled",),
    ),
    Mutant(
        "an installation is another one after a restore",
        f"{PRIVACY}/carry_over.py",
        "    if carried.installation:\n",
        "    if False:\n",
        ("tests/cli/test_restore.py::test_the_installation_stays_the_same_if_the_backup_does_not_know_it",),
    ),
    Mutant(
        "an older database that is replaced tells nothing",
        f"{PRIVACY}/carry_over.py",
        "    except sa.exc.DBAPIError:\n        return None\n",
        "    except ZeroDivisionError:\n        return None\n",
        ("tests/cli/test_restore.py::test_an_older_database_that_is_replaced_tells_what_it_knows",),
    ),
    Mutant(
        "a database in use is restored over",
        f"{CORE}/database_restore.py",
        "        _refuse_while_in_use(connection)\n",
        "",
        ("tests/cli/test_restore.py::test_other_connections_keep_a_restore_away",),
        database="postgresql",
    ),
    Mutant(
        "tables of a newer release survive a restore",
        f"{CORE}/database_restore.py",
        "        _drop_relations(connection)\n",
        "",
        ("tests/cli/test_restore.py::test_a_backup_of_any_revision_replaces_the_newest_tables",),
        database="postgresql",
    ),
    Mutant(
        "code works on tables that it does not know",
        f"{CORE}/migrate.py",
        "        if minimum is None or int(minimum) > int(newest or 0):\n",
        "        if False:\n",
        ("tests/core/test_other_revisions.py",),
    ),
    Mutant(
        "a failing callback after the commit fails the request",
        f"{CORE}/transaction_callbacks.py",
        "        except Exception:  # noqa: BLE001 - the transaction is committed\n",
        "        except AssertionError:\n",
        (
            "tests/core/test_the_writer.py::test_news_that_fails_after_the_commit_fails_no_write_on_either_database",
        ),
        database="postgresql",
    ),
    Mutant(
        "an error ends a long-lived thread",
        f"{CORE}/service_thread.py",
        "        except Exception as error:  # noqa: BLE001 - the thread has to outlive it\n",
        "        except AssertionError as error:\n",
        ("tests/core/test_service_thread.py",),
    ),
    Mutant(
        "one client opens streams without end",
        f"{CORE}/hub.py",
        "            if self._by_address[address] >= most:\n",
        "            if False:\n",
        (
            "tests/live/test_follow_a_truck.py::test_one_client_behind_a_proxy_has_a_limited_number_of_streams",
        ),
    ),
    Mutant(
        "a stream that could not begin keeps its place",
        f"{CORE}/event_stream.py",
        "            watch.hub.release(watch.address)\n",
        "            pass\n",
        ("tests/live/test_follow_a_truck.py::test_a_stream_that_cannot_begin_gives_its_place_back",),
    ),
]
