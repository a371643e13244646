"""A backup from before the erasure brings nobody back, and neither do the provider's payments."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon import backups
from chuckwagon.core.audit import AuditEvent
from chuckwagon.core.db import Database
from chuckwagon.gateways.stripe_history import stripe_history
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import ErasedPayment
from chuckwagon.payments.reconciliation import Reconciliation
from chuckwagon.privacy.again import erase_again, read_erasures
from chuckwagon.privacy.carry_over import read_carry_over, save_carry_over
from tests.accounts.matrix import every_row
from tests.cli.conftest import Program, elsewhere, own_programs, program  # noqa: F401
from tests.conftest import KIND
from tests.privacy.conftest import EMAIL, NAME, PHONE, TYPED, places_with
from tests.privacy.test_erase_a_customer import pay_another_amount

pytestmark = pytest.mark.dialect

BILLING = {"phone": PHONE, "email": EMAIL, "name": NAME}


def quiet(_what, _done, _total):
    """Nobody watches."""


def reconcile(settings):
    database = Database(settings.database)
    try:
        work = Reconciliation(database, settings, stripe_history(settings), dry_run=False, watch=quiet)
        now = datetime.now(UTC)
        return [one.result for one in work.run(now - timedelta(hours=1), now + timedelta(minutes=1))]
    finally:
        database.close()


def restore(settings, file, known_by=None):
    """Restore on another machine, where the erasures of a database were carried to."""
    if known_by is not None:
        carry_over(known_by, settings)
    return backups.restore(settings, file, quiet, replace=True).erased_again


def carry_over(known_by, settings):
    database = Database(known_by.database)
    try:
        save_carry_over(settings.data_dir / backups.CARRY_OVER, database.write(read_carry_over))
    finally:
        database.close()


@pytest.fixture
def buy(guest, sandbox):
    """An order whose card knows the guest as well; it is finished."""

    def post():
        intent = guest.open_checkout()
        details = {"card": "4242424242424242", "billing_details": BILLING}
        sandbox.post(f"/_sandbox/payment_intents/{intent}/pay", json=details).raise_for_status()
        verified = guest.client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()
        guest.finish(verified["order"]["_id"])
        return intent

    return post


def test_reconciling_brings_nobody_back(guest, db, settings, buy):
    buy()
    assert guest.erase(guest.customer_id()).status_code == 200
    guest.worker.run_once()
    guest.sandbox.wait_until_told()
    before = every_row(db)
    assert reconcile(settings) == ["fits"]
    assert every_row(db) == before
    assert places_with(db) == set()


def test_an_older_backup_is_erased_again(guest, db, settings, elsewhere, tmp_path, buy):  # noqa: F811
    buy()
    backups.take(settings, tmp_path / "saved.zip", quiet)
    buy()
    assert guest.erase(guest.customer_id()).status_code == 200
    guest.worker.run_once()
    assert restore(elsewhere, tmp_path / "saved.zip", known_by=settings) == 1
    there = Database(elsewhere.database)
    try:
        assert places_with(there) == set()
        assert sorted(reconcile(elsewhere)) == ["fits", "order rebuilt"]
        assert places_with(there) == set()
        with there.reading() as session:
            orders = session.scalars(sa.select(Order)).all()
        assert [order.customer_name for order in orders] == ["Erased customer"] * 2
        assert {order.total_cents for order in orders} == {2175}
    finally:
        there.close()
    assert restore_again(elsewhere, settings) == 0


def restore_again(settings, known_by):
    """The same list once more changes nothing."""
    database = Database(settings.database)
    try:
        before = every_row(database)
        known = Database(known_by.database)
        with known.reading() as session:
            found = erase_again(database, read_erasures(session))
        known.close()
        assert every_row(database) == before
    finally:
        database.close()
    return found


def test_so_are_an_open_order_and_a_cart_of_then(guest, settings, elsewhere, tmp_path):  # noqa: F811
    order = guest.buy()
    intent = guest.open_checkout(elsewhere=True)
    backups.take(settings, tmp_path / "saved.zip", quiet)
    guest.finish(order["_id"])
    guest.give_up(intent)
    assert guest.erase(guest.customer_id()).status_code == 200
    assert restore(elsewhere, tmp_path / "saved.zip", known_by=settings) == 1
    there = Database(elsewhere.database)
    assert places_with(there) == set()
    there.close()


def test_the_providers_mark_is_enough_where_our_books_are_lost(guest, settings, elsewhere, tmp_path, buy):  # noqa: F811
    backups.take(settings, tmp_path / "saved.zip", quiet)
    buy()
    assert guest.erase(guest.customer_id()).status_code == 200
    guest.worker.run_once()
    restore(elsewhere, tmp_path / "saved.zip")
    assert reconcile(elsewhere) == ["order rebuilt"]
    there = Database(elsewhere.database)
    assert places_with(there) == set()
    there.close()


def test_without_an_erasure_the_guest_is_rebuilt_from_the_card(guest, settings, elsewhere, tmp_path, buy):  # noqa: F811
    """So the tests above would see a person who came back."""
    backups.take(settings, tmp_path / "saved.zip", quiet)
    buy()
    restore(elsewhere, tmp_path / "saved.zip")
    assert reconcile(elsewhere) == ["order rebuilt"]
    there = Database(elsewhere.database)
    assert places_with(there) >= {"orders.customer_phone", "orders.customer_email"}
    there.close()


def test_where_no_database_is_replaced_none_was_asked(guest, settings, elsewhere, tmp_path):  # noqa: F811
    backups.take(settings, tmp_path / "saved.zip", quiet)
    assert backups.restore(elsewhere, tmp_path / "saved.zip", quiet).erased_again is None


def test_a_failed_restore_keeps_what_is_carried_over(guest, settings, elsewhere, tmp_path, buy, monkeypatch):  # noqa: F811
    buy()
    backups.take(settings, tmp_path / "saved.zip", quiet)
    backups.restore(elsewhere, tmp_path / "saved.zip", quiet)
    assert guest.erase(guest.customer_id()).status_code == 200
    carry_over(settings, elsewhere)
    monkeypatch.setattr(backups, "adapt_restored", refuse)
    with pytest.raises(RuntimeError):
        backups.restore(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    monkeypatch.undo()
    assert (elsewhere.data_dir / backups.CARRY_OVER).stat().st_mode & 0o077 == 0
    assert backups.restore(elsewhere, tmp_path / "saved.zip", quiet, replace=True).erased_again == 1
    assert not (elsewhere.data_dir / backups.CARRY_OVER).exists()


def refuse(*_given):
    raise RuntimeError("the machine dies here")


@pytest.fixture
def command(program, settings, own_programs):  # noqa: F811
    """Runs the program on the database of the test."""
    given = {
        "CHUCKWAGON_DATABASE_URL": settings.database_url,
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
    }
    return lambda *arguments: program.run(*arguments, **given)


def test_the_commands_find_a_customer_by_the_phone(guest, db, command, program):  # noqa: F811
    guest.leave_traces()
    exported = command("export-customer", "--phone", TYPED, "--out", "ada.json")
    assert exported.returncode == 0, exported.stdout
    file = program.folder / "ada.json"
    assert json.loads(file.read_text())["name"] == NAME
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(command("export-customer", "--phone", "213-373-4253").stdout)["phone"] == PHONE

    erased = command("erase-customer", "--phone", TYPED)
    assert (erased.returncode, erased.stdout) == (0, "Erased, from 3 orders too.\n")
    assert places_with(db) == set()
    again = command("erase-customer", "--phone", TYPED)
    assert (again.returncode, again.stdout) == (0, "Nothing is known of this number.\n")
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(ErasedPayment)) == 3


def test_the_commands_refuse_in_one_sentence(guest, command):
    guest.buy()
    busy = command("erase-customer", "--phone", TYPED)
    assert busy.returncode == 1
    assert "has an open order" in busy.stdout
    for name in ("erase-customer", "export-customer"):
        wrong = command(name, "--phone", "12")
        assert wrong.returncode == 1
        assert "ten digits" in wrong.stdout


def test_whose_only_payment_is_held_is_not_forgotten_before_the_decision(guest, db, command, sandbox, clock):
    pay_another_amount(guest, sandbox)
    clock.advance(timedelta(hours=5))
    guest.worker.run_once()
    busy = command("erase-customer", "--phone", TYPED)
    assert (busy.returncode, "Held payments" in busy.stdout) == (1, True)
    assert places_with(db) != set()


def test_somebody_who_never_ordered_is_forgotten_too(guest, db, command):
    guest.give_up(guest.open_checkout())
    assert json.loads(command("export-customer", "--phone", TYPED).stdout)["checkouts"]
    assert command("erase-customer", "--phone", TYPED).stdout == "Erased, from 0 orders too.\n"
    assert places_with(db) == set()
    with db.reading() as session:
        noted = session.execute(sa.select(AuditEvent.action, AuditEvent.details)).one()
    assert noted == ("customer.erased", {"phone": "…4253"})


@pytest.mark.skipif(KIND != "sqlite", reason="the command needs no other server here")
def test_the_restore_command_does_it_all(guest, settings, program, tmp_path):  # noqa: F811
    order = guest.buy()
    guest.finish(order["_id"])
    backups.take(settings, tmp_path / "saved.zip", quiet)
    own = {"CHUCKWAGON_DATA_DIR": str(tmp_path / "own"), "CHUCKWAGON_DATABASE_URL": ""}
    assert program.run("restore", str(tmp_path / "saved.zip"), **own).returncode == 0
    assert program.run("erase-customer", "--phone", TYPED, **own).stdout == "Erased, from 1 orders too.\n"
    restored = program.run("restore", str(tmp_path / "saved.zip"), "--replace", **own)
    assert "Customers erased since then, and now again: 1." in restored.stdout
    there = Database(f"sqlite:///{tmp_path / 'own' / 'chuckwagon.sqlite3'}")
    assert places_with(there) == set()
    there.close()
    lost = program.run("restore", str(tmp_path / "saved.zip"), CHUCKWAGON_DATA_DIR=str(tmp_path / "new"))
    assert "Erase again who asked for it since" in lost.stdout
