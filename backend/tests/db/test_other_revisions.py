"""Code and tables of different releases: which combinations work, and the messages for the others."""

import itertools
import os
import threading

import pytest
import sqlalchemy as sa
from alembic import command

from chuckwagon.db import migrations
from chuckwagon.db.check_migrations import rewrite_sqlite_check
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
)
from chuckwagon.kit.ids import new_id
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.servers import PostgresServer

pytestmark = pytest.mark.dialect

INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders'"
INDEXES_POSTGRESQL = "SELECT indexname FROM pg_indexes WHERE tablename = 'orders'"

TABLES_WITH_LANGUAGE = ("users", "checkouts", "orders")
DISRUPTION_TABLES = ("plan_changes", "disruption_steps", "disruptions")
PUSH_TABLES = ("order_push_devices", "staff_push_devices")
FACTOR_TABLES = (
    "passkeys", "passkey_challenges",
    "pending_sign_ins", "recovery_codes", "authenticator_setups", "authenticators", "second_factors",
)  # fmt: skip
OFFER_TABLES = ("offer_uses", "offers")
SLOT_TABLES = ("reservations", "stop_stock", "slots")
TOTAL_CHECK = "ck_orders_total_is_sum"
TOTAL_WITH_DISCOUNT = (
    "tip_cents >= 0 AND discount_cents BETWEEN 0 AND subtotal_cents "
    "AND total_cents = subtotal_cents - discount_cents + tax_cents + tip_cents"
)
NEWEST_COLUMNS = {
    "stops": ("change_kind", "change_minutes", "change_sentence", "change_at"),
    "trucks": ("self_service", "units_per_ten_minutes", "takes_tips", "tip_presets"),
    "menu_items": ("prep_units",),
    "checkouts": ("slot_at", "tip_cents", "discount_cents", "offer_id", "offer_code"),
    "orders": ("slot_at", "pieces", "seconds_to_ready", "tip_cents", "discount_cents", "offer_code"),
    "users": ("has_chosen_language",),
    "user_sessions": ("proven_at", "user_agent", "network"),
}
NEWEST_INDEXES = ("ix_orders_stop_figures", "ix_orders_without_stop")
STOP_COLUMNS = ("stop_id", "place_name", "place_address", "place_timezone")


@pytest.fixture
def url(tmp_path, request):
    """The URL of a migrated database that only this test uses."""
    if DATABASE_KIND == "sqlite":
        url = f"sqlite:///{tmp_path}/own.sqlite3"
    else:
        url = PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"own_{new_id()}")
    migrate(url)
    return url


def run(url, statement):
    engine = migration_engine(url)
    with engine.begin() as connection:
        connection.execute(sa.text(statement))
    engine.dispose()


def drop_newer_tables(url):
    """Drop what migrations after 0018 add."""
    for name in ("reconciler_deferrals", "installation"):
        run(url, f"DROP TABLE {name}")
    drop_languages(url)


def drop_total_with_tip(url):
    """Go back to the check before 0038, which lets go of the columns of tips and discounts."""
    old = "total_cents = subtotal_cents + tax_cents"
    engine = migration_engine(url)
    with engine.begin() as connection:
        if DATABASE_KIND == "sqlite":
            rewrite_sqlite_check(connection, "orders", TOTAL_CHECK, TOTAL_WITH_DISCOUNT, old)
        else:
            replaced = f"DROP CONSTRAINT {TOTAL_CHECK}, ADD CONSTRAINT {TOTAL_CHECK} CHECK ({old})"
            connection.execute(sa.text(f"ALTER TABLE orders {replaced}"))
    engine.dispose()


def drop_slots(url):
    """Go back to the tables before 0026."""
    drop_total_with_tip(url)
    later = (*OFFER_TABLES, *PUSH_TABLES, *FACTOR_TABLES, "password_links", "emails", "lost_demand")
    for name in (*later, *DISRUPTION_TABLES, *SLOT_TABLES):
        run(url, f"DROP TABLE {name}")
    for name in NEWEST_INDEXES:
        run(url, f"DROP INDEX {name}")
    for table, columns in NEWEST_COLUMNS.items():
        for name in columns:
            run(url, f"ALTER TABLE {table} DROP COLUMN {name}")


def drop_search_marks(url):
    """Go back to the tables before 0025."""
    drop_slots(url)
    run(url, "DROP INDEX ix_truck_customers_not_indexed")
    run(url, "ALTER TABLE truck_customers DROP COLUMN is_indexed")


def drop_schedule(url):
    """Go back to the tables before 0022."""
    drop_search_marks(url)
    run(url, "ALTER TABLE checkouts DROP COLUMN stop_plan_version")
    for table, name in itertools.product(("checkouts", "orders"), STOP_COLUMNS):
        run(url, f"ALTER TABLE {table} DROP COLUMN {name}")
    run(url, "ALTER TABLE trucks DROP COLUMN schedule_mode")
    for name in ("stops", "stop_series", "places"):
        run(url, f"DROP TABLE {name}")


def drop_languages(url):
    """Go back to the tables before 0021."""
    drop_schedule(url)
    for name in TABLES_WITH_LANGUAGE:
        run(url, f"ALTER TABLE {name} DROP COLUMN language")


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


def test_each_migration_is_kept_although_a_later_one_fails(tmp_path, url, monkeypatch):
    """So that a migration that could not lock a table is retried alone."""
    run(url, "DROP INDEX ix_orders_number")
    run(url, "DROP TABLE schema_compatibility")
    drop_newer_tables(url)
    run(url, "UPDATE alembic_version SET version_num = '0016'")
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
    def rewind(self, url):
        """Go back to before the indexes of the orders table."""
        run(url, "DROP INDEX ix_orders_number")
        drop_newer_tables(url)
        run(url, "UPDATE alembic_version SET version_num = '0017'")

    def test_orders_are_written_while_their_indexes_are_built(self, url):
        """An open write transaction delays the build, but other writers are not blocked."""
        self.rewind(url)
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

    @pytest.mark.parametrize(("held", "wanted"), list(itertools.permutations(TABLES_WITH_LANGUAGE, 2)))
    def test_a_migration_that_waits_for_one_table_holds_no_other(self, url, held, wanted):
        """Otherwise it would meet a transaction that uses both tables in a deadlock."""
        drop_languages(url)
        run(url, "UPDATE alembic_version SET version_num = '0020'")
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

    def test_a_build_that_was_interrupted_is_done_again(self, url):
        self.rewind(url)
        run(url, "CREATE INDEX ix_orders_number ON orders (order_number, id)")
        run(url, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_orders_number'::regclass")
        migrate(url)
        engine = migration_engine(url)
        with engine.connect() as connection:
            invalid = "SELECT count(*) FROM pg_index WHERE NOT indisvalid"
            assert connection.scalar(sa.text(invalid)) == 0
        engine.dispose()

    def test_a_table_that_is_held_for_long_is_given_up_with_one_sentence(self, url, monkeypatch):
        """Other transactions that wait for the table behind the migration wait no longer than the lock timeout."""
        monkeypatch.setattr(migrations, "LOCK_TIMEOUT_SECONDS", 0.2)
        monkeypatch.setattr(migrations, "MAX_LOCK_ATTEMPTS", 2)
        run(url, "DROP TABLE schema_compatibility")
        run(url, "DROP INDEX ix_customers_person")
        drop_newer_tables(url)
        run(url, "UPDATE alembic_version SET version_num = '0015'")
        engine = migration_engine(url)
        with engine.connect() as reader:
            reader.execute(sa.text("LOCK TABLE customers IN ROW EXCLUSIVE MODE"))
            with pytest.raises(TablesInUse, match="long transaction"):
                migrate(url)
            reader.rollback()
        engine.dispose()
        assert revision_of(url) == "0015"
        assert migrate(url) is True
