"""Code and tables of different releases: which combinations work, and the messages for the others."""

import itertools
import os
import threading
from datetime import UTC, datetime

import pytest
import sqlalchemy as sa
from alembic import command

from chuckwagon.db import migrations
from chuckwagon.db.migrations import (
    DatabaseTooNew,
    TablesInUse,
    UnknownRevision,
    current_revision,
    describe_newer_schema,
    migrate,
    migration_engine,
    minimum_revision,
    newest_revision,
    upgrade_in_transaction,
)
from chuckwagon.kit.ids import new_id
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.databases import create_tables
from tests.servers import PostgresServer
from tests.suites import sample

pytestmark = pytest.mark.dialect

INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders'"
INDEXES_POSTGRESQL = "SELECT indexname FROM pg_indexes WHERE tablename = 'orders'"

BEFORE_INDEXES, BEFORE_LANGUAGES = "0017", "0020"
TABLES_WITH_LANGUAGE = ("users", "checkouts", "orders")


@pytest.fixture
def empty_url(tmp_path):
    """The URL of an empty database that only this test uses."""
    if DATABASE_KIND == "sqlite":
        return f"sqlite:///{tmp_path}/own.sqlite3"
    return PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"own_{new_id()}")


@pytest.fixture
def url(empty_url):
    """The URL of a migrated database that only this test uses."""
    create_tables(empty_url)
    return empty_url


def run(url, statement):
    engine = migration_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


def create_old_tables(url, revision):
    """Create the tables of an earlier release."""
    engine = migration_engine(url)
    with engine.begin() as connection:
        upgrade_in_transaction(connection, revision)
    engine.dispose()


OLD_ORDER = """
INSERT INTO orders (id, order_number, truck_id, status, payment_status, source, flags, tracking_token, version,
    created_at, updated_at, subtotal_cents, tax_cents, total_cents, tax_rate_units, customer_name, window_method)
SELECT '{number}', {number}, 't', 'pending', 'paid', '{source}', '[]', '{number}', 1,
    '2026-07-01 12:00:00+00:00', '2026-07-01 12:00:00+00:00', 0, 0, 0, 0, 'Ada', {method}
"""


def test_orders_of_before_get_their_tender_from_the_payment_at_the_counter(empty_url):
    create_old_tables(empty_url, "0064")
    kinds = [("online", None), ("counter", "cash"), ("counter", "card"), ("counter", None)]
    engine = migration_engine(empty_url)
    with engine.begin() as connection:
        if DATABASE_KIND == "postgresql":
            connection.execute(sa.text("ALTER TABLE orders DROP CONSTRAINT fk_orders_truck_id"))
        for number, (source, method) in enumerate(kinds):
            shown = f"'{method}'" if method else "NULL"
            connection.execute(sa.text(OLD_ORDER.format(number=number, source=source, method=shown)))
    migrate(empty_url)
    with engine.connect() as connection:
        tenders = connection.scalars(sa.text("SELECT tender FROM orders ORDER BY order_number")).all()
    engine.dispose()
    assert tenders == ["online", "cash", "card", "unpaid"]


def insert(connection, into, **values):
    """Insert a row of a table as it was. Columns that are not given and need a value are empty, 0 or a day."""
    columns = sa.inspect(connection).get_columns(into)
    table = sa.table(into, *(sa.column(one["name"], one["type"]) for one in columns))
    day = datetime(2026, 7, 1, tzinfo=UTC)
    empty = {"DATETIME": day, "TIMESTAMP": day, "VARCHAR": "x", "BOOLEAN": False, "JSON": [], "TEXT": "x"}
    needed = {
        one["name"]: empty.get(type(one["type"]).__name__, 0)
        for one in columns
        if not one["nullable"] and one["default"] is None
    }
    connection.execute(sa.insert(table), {**needed, **values})


def test_orders_of_before_know_where_they_were_sold(empty_url):
    create_old_tables(empty_url, "0074")
    engine = migration_engine(empty_url)
    with engine.begin() as connection:
        insert(connection, "trucks", id="t", slug="t", timezone="Asia/Tokyo", lead_minutes=15)
        for name, zone in (("Pier 7", "America/Denver"), ("Market", "America/Chicago")):
            insert(connection, "places", id=name, truck_id="t", name=name, timezone=zone)
        insert(connection, "stops", id="s", truck_id="t", place_id="Market", slot_minutes=10, status="scheduled",
               ends_at=datetime(2026, 7, 2, tzinfo=UTC))  # fmt: skip
        at_market = {"stop_id": "s", "place_name": "Market", "place_timezone": "America/Chicago"}
        for number, where in enumerate(({}, at_market, at_market)):
            insert(connection, "orders", id=str(number), order_number=number, truck_id="t", tracking_token=str(number),
                   **where)  # fmt: skip
        insert(connection, "plan_changes", id="c", order_id="2", number=1, kind="moved", before="Pier 7")
    migrate(empty_url)
    with engine.connect() as connection:
        columns = "sold_timezone, sold_place_name, sold_place_id"
        sold = connection.execute(sa.text(f"SELECT {columns} FROM orders ORDER BY order_number")).all()
    engine.dispose()
    assert sold == [
        ("Asia/Tokyo", None, None), ("America/Chicago", "Market", "Market"), ("America/Denver", "Pier 7", "Pier 7"),
    ]  # fmt: skip


def test_refunds_and_disputes_of_before_keep_what_they_moved(empty_url):
    create_old_tables(empty_url, "0076")
    engine = migration_engine(empty_url)
    with engine.begin() as connection:
        insert(connection, "trucks", id="t", slug="t", lead_minutes=15)
        insert(connection, "checkouts", id="c", truck_id="t", payment_intent_id="pi", fee_back_cents=30, status="paid")
        insert(connection, "orders", id="o", truck_id="t", checkout_id="c", payment_intent_id="pi")
        for number, cents in enumerate((500, 588)):
            insert(connection, "refunds", id=str(number), order_id="o", payment_intent_id="pi", amount_cents=cents,
                   key=str(number), method="card", status="succeeded", provider_id=str(number),
                   reversed_cents=cents - 9)  # fmt: skip
        insert(connection, "disputes", id="d", order_id="o", amount_cents=1088, withdrawn_at=datetime.now(UTC))
    migrate(empty_url)
    with engine.connect() as connection:
        refunds = connection.execute(
            sa.text("SELECT transfer_back_cents, fee_back_cents FROM refunds ORDER BY id")
        ).all()
        disputes = connection.scalars(sa.text("SELECT withdrawn_cents FROM disputes")).all()
    engine.dispose()
    assert (refunds, disputes) == ([(491, 13), (579, 17)], [1088])


def revision_of(url):
    engine = migration_engine(url)
    try:
        return current_revision(engine)
    finally:
        engine.dispose()


def hide_newest_migration(monkeypatch):
    """Simulate the previous release, which does not have the newest migration."""
    before = f"{int(newest_revision()) - 1:04d}"
    monkeypatch.setattr(migrations, "newest_revision", lambda: before)
    return before


def test_older_code_works_on_newer_tables_that_allow_it_and_leaves_them_alone(url, monkeypatch):
    newest = newest_revision()
    before = hide_newest_migration(monkeypatch)
    assert migrate(url) is False
    assert revision_of(url) == newest
    description = describe_newer_schema(url)
    assert newest in description
    assert before in description


def test_older_code_refuses_tables_that_a_release_has_changed_for_good(url, monkeypatch):
    run(url, f"UPDATE schema_compatibility SET minimum_revision = '{newest_revision()}'")
    hide_newest_migration(monkeypatch)
    with pytest.raises(DatabaseTooNew, match="Install the version that created it"):
        migrate(url)


def test_tables_that_say_nothing_about_older_code_are_refused(url):
    run(url, "UPDATE alembic_version SET version_num = '9999'")
    run(url, "DELETE FROM schema_compatibility")
    with pytest.raises(DatabaseTooNew):
        migrate(url)


def test_tables_of_something_else_are_refused(url):
    run(url, "UPDATE alembic_version SET version_num = 'a1b2c3'")
    with pytest.raises(UnknownRevision, match="no Chuckwagon knows"):
        migrate(url)


def test_the_newest_tables_say_which_code_works_with_them(url):
    engine = migration_engine(url)
    assert minimum_revision(engine) == "0001"
    engine.dispose()


def test_our_own_tables_are_nothing_to_talk_about(url):
    assert describe_newer_schema(url) is None


def test_each_migration_is_kept_although_a_later_one_fails(empty_url, monkeypatch):
    """So that a migration that could not lock a table is retried alone."""
    url = empty_url
    create_old_tables(url, "0016")
    real = command.upgrade
    monkeypatch.setattr(command, "upgrade", lambda config, _to: real(config, "0017"))
    migrate(url)
    assert revision_of(url) == "0017"
    monkeypatch.undo()
    assert migrate(url) is True
    assert revision_of(url) == newest_revision()
    engine = migration_engine(url)
    with engine.connect() as connection:
        query = INDEXES if DATABASE_KIND == "sqlite" else INDEXES_POSTGRESQL
        assert "ix_orders_number" in connection.scalars(sa.text(query)).all()
    engine.dispose()


@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one writer at a time")
class TestOnPostgresql:
    def test_orders_are_written_while_their_indexes_are_built(self, empty_url):
        """An open write transaction delays the build, but other writers are not blocked."""
        url = empty_url
        create_old_tables(url, BEFORE_INDEXES)
        engine = migration_engine(url)
        with engine.connect() as open_order, engine.connect() as other:
            open_order.execute(sa.text("LOCK TABLE orders IN ROW EXCLUSIVE MODE"))
            migrating = threading.Thread(target=migrate, args=(url,))
            migrating.start()
            wait = "SELECT count(*) FROM pg_stat_activity WHERE query ILIKE 'CREATE INDEX CONCURRENTLY%'"
            while not other.scalar(sa.text(wait)):
                other.rollback()
            other.rollback()
            other.execute(sa.text("SET lock_timeout = '2s'"))
            other.execute(sa.text("LOCK TABLE orders IN ROW EXCLUSIVE MODE"))
            other.rollback()
            open_order.rollback()
            migrating.join(60)
        engine.dispose()
        assert revision_of(url) == newest_revision()

    @pytest.mark.parametrize("pair", sample(itertools.permutations(TABLES_WITH_LANGUAGE, 2), every=6))
    def test_a_migration_that_waits_for_one_table_holds_no_other(self, empty_url, pair):
        """Otherwise it would meet a transaction that uses both tables in a deadlock."""
        held, wanted = pair
        url = empty_url
        create_old_tables(url, BEFORE_LANGUAGES)
        engine = migration_engine(url)
        with engine.connect() as order, engine.connect() as other:
            order.execute(sa.text(f"LOCK TABLE {held} IN ROW EXCLUSIVE MODE"))
            migrating = threading.Thread(target=migrate, args=(url,))
            migrating.start()
            wait = f"SELECT count(*) FROM pg_stat_activity WHERE query ILIKE 'ALTER TABLE {held} %'"
            while not other.scalar(sa.text(wait)):
                other.rollback()
            other.rollback()
            order.execute(sa.text("SET LOCAL lock_timeout = '500ms'"))
            order.execute(sa.text(f"LOCK TABLE {wanted} IN ROW EXCLUSIVE MODE"))
            order.rollback()
            migrating.join(60)
        engine.dispose()
        assert revision_of(url) == newest_revision()

    def test_a_build_that_was_interrupted_is_done_again(self, empty_url):
        url = empty_url
        create_old_tables(url, BEFORE_INDEXES)
        run(url, "CREATE INDEX ix_orders_number ON orders (order_number, id)")
        run(url, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_orders_number'::regclass")
        migrate(url)
        engine = migration_engine(url)
        with engine.connect() as connection:
            invalid = "SELECT count(*) FROM pg_index WHERE NOT indisvalid"
            assert connection.scalar(sa.text(invalid)) == 0
        engine.dispose()

    def test_a_table_that_is_held_for_long_is_given_up_with_one_sentence(self, empty_url, monkeypatch):
        """Other transactions that wait for the table behind the migration wait no longer than the lock timeout."""
        monkeypatch.setattr(migrations, "LOCK_TIMEOUT_SECONDS", 0.2)
        monkeypatch.setattr(migrations, "LOCK_RETRY_SECONDS", 0.1)
        monkeypatch.setattr(migrations, "MAX_LOCK_ATTEMPTS", 2)
        url = empty_url
        create_old_tables(url, "0015")
        engine = migration_engine(url)
        with engine.connect() as reader:
            reader.execute(sa.text("LOCK TABLE customers IN ROW EXCLUSIVE MODE"))
            with pytest.raises(TablesInUse, match="long transaction"):
                migrate(url)
            reader.rollback()
        engine.dispose()
        assert revision_of(url) == "0015"
        assert migrate(url) is True
