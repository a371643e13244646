"""A backup from before the erasure restores no erased customer, and neither do Stripe's payments."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa

from chuckwagon.audit.log import AuditEvent
from chuckwagon.cli import backup
from chuckwagon.db.database import Database
from chuckwagon.integrations.stripe.charges import stripe_period_gateway
from chuckwagon.orders.models import Order
from chuckwagon.payments.models import ErasedPayment
from chuckwagon.payments.reconciliation.period import PeriodReconciliation
from chuckwagon.privacy.restore_carry_over import read_carry_over, read_erased_ids, replay_erasures, save_carry_over
from tests.cli.conftest import Program, elsewhere, own_programs, program  # noqa: F401
from tests.conftest import DATABASE_KIND
from tests.databases import every_row
from tests.privacy.conftest import EMAIL, NAME, PHONE, TYPED, find_columns_with
from tests.privacy.test_erase_a_customer import pay_another_amount

BILLING = {"phone": PHONE, "email": EMAIL, "name": NAME}


def ignore_progress(_what, _done, _total):
    """Ignore the progress."""


def reconcile(settings):
    database = Database(settings.database)
    try:
        work = PeriodReconciliation(
            database, settings, stripe_period_gateway(settings), dry_run=False, progress=ignore_progress
        )
        now = datetime.now(UTC)
        return [one.result for one in work.run(now - timedelta(hours=1), now + timedelta(minutes=1))]
    finally:
        database.close()


def restore(settings, file, known_by=None):
    """Restore on another machine, with the erasures carried over from a database."""
    if known_by is not None:
        carry_over(known_by, settings)
    carried = backup.restore_backup(settings, file, ignore_progress, replace=True).carried_over
    return carried.erased if carried else None


def carry_over(known_by, settings):
    database = Database(known_by.database)
    try:
        save_carry_over(settings.data_dir / backup.CARRY_OVER, database.write(read_carry_over))
    finally:
        database.close()


@pytest.fixture
def buy(customer, sandbox):
    """Buy and complete an order whose card has the customer's billing details."""

    def post():
        intent = customer.open_checkout()
        details = {"card": "4242424242424242", "billing_details": BILLING}
        sandbox.post(f"/_sandbox/payment_intents/{intent}/pay", json=details).raise_for_status()
        verified = customer.client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()
        customer.finish(verified["order"]["_id"])
        return intent

    return post


def test_reconciling_brings_nobody_back(customer, db, settings, buy):
    buy()
    assert customer.erase(customer.customer_id()).status_code == 200
    customer.worker.run_once()
    customer.sandbox.wait_until_told()
    before = every_row(db)
    assert reconcile(settings) == ["matches"]
    assert every_row(db) == before
    assert find_columns_with(db) == set()


@pytest.mark.dialect
def test_an_older_backup_is_erased_again(customer, db, settings, elsewhere, tmp_path, buy):  # noqa: F811
    buy()
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    buy()
    assert customer.erase(customer.customer_id()).status_code == 200
    customer.worker.run_once()
    assert restore(elsewhere, tmp_path / "saved.zip", known_by=settings) == 1
    there = Database(elsewhere.database)
    try:
        assert find_columns_with(there) == set()
        assert sorted(reconcile(elsewhere)) == ["matches", "order recovered"]
        assert find_columns_with(there) == set()
        with there.reading() as session:
            orders = session.scalars(sa.select(Order)).all()
        assert [order.customer_name for order in orders] == ["Erased customer"] * 2
        assert {order.total_cents for order in orders} == {2175}
    finally:
        there.close()
    assert restore_again(elsewhere, settings) == 0


def restore_again(settings, known_by):
    """Replay the same erasures again, which changes nothing."""
    database = Database(settings.database)
    try:
        before = every_row(database)
        known = Database(known_by.database)
        with known.reading() as session:
            found = replay_erasures(database, read_erased_ids(session))
        known.close()
        assert every_row(database) == before
    finally:
        database.close()
    return found


def test_so_are_an_open_order_and_a_cart_of_then(customer, settings, elsewhere, tmp_path):  # noqa: F811
    order = customer.buy()
    intent = customer.open_checkout(elsewhere=True)
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    customer.finish(order["_id"])
    customer.abandon_checkout(intent)
    assert customer.erase(customer.customer_id()).status_code == 200
    assert restore(elsewhere, tmp_path / "saved.zip", known_by=settings) == 1
    there = Database(elsewhere.database)
    assert find_columns_with(there) == set()
    there.close()


def test_the_providers_mark_is_enough_where_our_books_are_lost(customer, settings, elsewhere, tmp_path, buy):  # noqa: F811
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    buy()
    assert customer.erase(customer.customer_id()).status_code == 200
    customer.worker.run_once()
    restore(elsewhere, tmp_path / "saved.zip")
    assert reconcile(elsewhere) == ["order recovered"]
    there = Database(elsewhere.database)
    assert find_columns_with(there) == set()
    there.close()


def test_without_an_erasure_the_guest_is_rebuilt_from_the_card(customer, settings, elsewhere, tmp_path, buy):  # noqa: F811
    """The control: without an erasure, the tests above would find the customer."""
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    buy()
    restore(elsewhere, tmp_path / "saved.zip")
    assert reconcile(elsewhere) == ["order recovered"]
    there = Database(elsewhere.database)
    assert find_columns_with(there) >= {"orders.customer_phone", "orders.customer_email"}
    there.close()


def test_where_no_database_is_replaced_none_was_asked(customer, settings, elsewhere, tmp_path):  # noqa: F811
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    assert backup.restore_backup(elsewhere, tmp_path / "saved.zip", ignore_progress).carried_over is None


@pytest.mark.dialect
def test_a_failed_restore_keeps_what_is_carried_over(customer, settings, elsewhere, tmp_path, buy, monkeypatch):  # noqa: F811
    buy()
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", ignore_progress)
    assert customer.erase(customer.customer_id()).status_code == 200
    carry_over(settings, elsewhere)
    monkeypatch.setattr(backup, "prepare_restored", refuse)
    with pytest.raises(RuntimeError):
        backup.restore_backup(elsewhere, tmp_path / "saved.zip", ignore_progress, replace=True)
    monkeypatch.undo()
    assert (elsewhere.data_dir / backup.CARRY_OVER).stat().st_mode & 0o077 == 0
    assert restore(elsewhere, tmp_path / "saved.zip") == 1
    assert not (elsewhere.data_dir / backup.CARRY_OVER).exists()


def refuse(*_given):
    raise RuntimeError("the machine dies here")


@pytest.fixture
def command(program, settings, own_programs):  # noqa: F811
    """Run the program on the test's database."""
    given = {
        "CHUCKWAGON_DATABASE_URL": settings.database_url,
        "CHUCKWAGON_DATA_DIR": str(settings.data_dir),
    }
    return lambda *arguments: program.call(*arguments, **given)


def test_the_commands_find_a_customer_by_the_phone(customer, db, command, program):  # noqa: F811
    customer.create_all_data()
    exported = command("export-customer", "--phone", TYPED, "--out", "ada.json")
    assert exported.returncode == 0, exported.stdout
    file = program.folder / "ada.json"
    assert json.loads(file.read_text())["name"] == NAME
    assert file.stat().st_mode & 0o077 == 0
    assert json.loads(command("export-customer", "--phone", "213-373-4253").stdout)["phone"] == PHONE

    erased = command("erase-customer", "--phone", TYPED)
    assert (erased.returncode, erased.stdout) == (0, "Erased, also from 3 orders.\n")
    assert find_columns_with(db) == set()
    again = command("erase-customer", "--phone", TYPED)
    assert (again.returncode, again.stdout) == (0, "There is no data for this number.\n")
    with db.reading() as session:
        assert session.scalar(sa.select(sa.func.count()).select_from(ErasedPayment)) == 3


def test_the_commands_refuse_in_one_sentence(customer, command):
    customer.buy()
    busy = command("erase-customer", "--phone", TYPED)
    assert busy.returncode == 1
    assert "has an open order" in busy.stdout
    for name in ("erase-customer", "export-customer"):
        wrong = command(name, "--phone", "12")
        assert wrong.returncode == 1
        assert "10-digit" in wrong.stdout


def test_whose_only_payment_is_held_is_not_forgotten_before_the_decision(customer, db, command, sandbox, clock):
    pay_another_amount(customer, sandbox)
    clock.advance(timedelta(hours=5))
    customer.worker.run_once()
    busy = command("erase-customer", "--phone", TYPED)
    assert (busy.returncode, "Held payments" in busy.stdout) == (1, True)
    assert find_columns_with(db) != set()


def test_somebody_who_never_ordered_is_forgotten_too(customer, db, command):
    customer.abandon_checkout(customer.open_checkout())
    assert json.loads(command("export-customer", "--phone", TYPED).stdout)["checkouts"]
    assert command("erase-customer", "--phone", TYPED).stdout == "Erased, also from 0 orders.\n"
    assert find_columns_with(db) == set()
    with db.reading() as session:
        noted = dict(map(tuple, session.execute(sa.select(AuditEvent.action, AuditEvent.details))))
    assert noted == {"customer.data_exported": {"orders": 0}, "customer.erased": {"phone": "…4253"}}


@pytest.mark.dialect
@pytest.mark.skipif(DATABASE_KIND != "sqlite", reason="the command needs no other server here")
def test_the_restore_command_does_it_all(customer, settings, program, tmp_path):  # noqa: F811
    order = customer.buy()
    customer.finish(order["_id"])
    backup.create_backup(settings, tmp_path / "saved.zip", ignore_progress)
    own = {"CHUCKWAGON_DATA_DIR": str(tmp_path / "own"), "CHUCKWAGON_DATABASE_URL": ""}
    assert program.call("restore", str(tmp_path / "saved.zip"), **own).returncode == 0
    assert program.call("erase-customer", "--phone", TYPED, **own).stdout == "Erased, also from 1 orders.\n"
    restored = program.call("restore", str(tmp_path / "saved.zip"), "--replace", **own)
    assert "Repeated the erasure of customers since then: 1." in restored.stdout
    there = Database(f"sqlite:///{tmp_path / 'own' / 'chuckwagon.sqlite3'}")
    assert find_columns_with(there) == set()
    there.close()
    lost = program.call("restore", str(tmp_path / "saved.zip"), CHUCKWAGON_DATA_DIR=str(tmp_path / "new"))
    assert "Repeat the erasures requested since then" in lost.stdout
