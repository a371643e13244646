"""Code and tables of different releases: which pairs work, and what is said about the others."""

import os
import signal
import threading

import pytest
import sqlalchemy as sa
from alembic import command

from chuckwagon.core import migrate as migrations
from chuckwagon.core.ids import new_id
from chuckwagon.core.migrate import (
    DatabaseTooNew,
    DatabaseUnknown,
    TablesInUse,
    current_revision,
    describe_newer,
    migrate,
    migration_engine,
    minimum_revision,
    newest_revision,
)
from tests.cli.conftest import program  # noqa: F401
from tests.conftest import KIND, POSTGRES_FOLDER
from tests.servers import PostgresServer

pytestmark = pytest.mark.dialect

INDEXES = "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = 'orders'"
INDEXES_POSTGRESQL = "SELECT indexname FROM pg_indexes WHERE tablename = 'orders'"


@pytest.fixture
def own(tmp_path, request):
    """The address of a migrated database of this test alone."""
    if KIND == "sqlite":
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


def forget_tables(url):
    """Those that the migrations after 0018 make."""
    for name in ("reconciler_deferrals", "installation"):
        run(url, f"DROP TABLE {name}")


def revision_of(url):
    engine = migration_engine(url)
    try:
        return current_revision(engine)
    finally:
        engine.dispose()


def hide_newest(monkeypatch):
    """The code of one release before: it does not know the newest migration."""
    before = f"{int(newest_revision()) - 1:04d}"
    monkeypatch.setattr(migrations, "newest_revision", lambda: before)
    return before


def test_older_code_works_on_newer_tables_that_allow_it_and_leaves_them_alone(own, monkeypatch):
    newest = newest_revision()
    before = hide_newest(monkeypatch)
    assert migrate(own) is False
    assert revision_of(own) == newest
    said = describe_newer(own)
    assert newest in said
    assert before in said


def test_older_code_refuses_tables_that_a_release_has_changed_for_good(own, monkeypatch):
    run(own, f"UPDATE schema_compatibility SET minimum_revision = '{newest_revision()}'")
    hide_newest(monkeypatch)
    with pytest.raises(DatabaseTooNew, match="Install the version that made them"):
        migrate(own)


def test_tables_that_say_nothing_about_older_code_are_refused(own):
    run(own, "UPDATE alembic_version SET version_num = '9999'")
    run(own, "DELETE FROM schema_compatibility")
    with pytest.raises(DatabaseTooNew):
        migrate(own)


def test_tables_of_something_else_are_refused(own):
    run(own, "UPDATE alembic_version SET version_num = 'a1b2c3'")
    with pytest.raises(DatabaseUnknown, match="no Chuckwagon knows"):
        migrate(own)


def test_the_newest_tables_say_which_code_works_with_them(own):
    engine = migration_engine(own)
    assert minimum_revision(engine) == "0001"
    engine.dispose()


def test_our_own_tables_are_nothing_to_talk_about(own):
    assert describe_newer(own) is None


def test_each_migration_is_kept_although_a_later_one_fails(tmp_path, own, monkeypatch):
    """So that one that could not get a table is tried again alone."""
    run(own, "DROP INDEX ix_orders_number")
    run(own, "DROP TABLE schema_compatibility")
    forget_tables(own)
    run(own, "UPDATE alembic_version SET version_num = '0016'")
    real = command.upgrade
    monkeypatch.setattr(command, "upgrade", lambda config, _to: real(config, "0017"))
    migrate(own)
    assert revision_of(own) == "0017"
    monkeypatch.undo()
    assert migrate(own) is True
    assert revision_of(own) == newest_revision()
    engine = migration_engine(own)
    with engine.connect() as connection:
        query = INDEXES if KIND == "sqlite" else INDEXES_POSTGRESQL
        assert "ix_orders_number" in connection.scalars(sa.text(query)).all()
    engine.dispose()


@pytest.mark.skipif(KIND != "postgresql", reason="SQLite has one writer at a time")
class TestOnPostgresql:
    def rewind(self, url):
        """To before the indexes of the orders table."""
        run(url, "DROP INDEX ix_orders_number")
        forget_tables(url)
        run(url, "UPDATE alembic_version SET version_num = '0017'")

    def test_orders_are_written_while_their_indexes_are_built(self, own):
        """A writer that is at work keeps the build waiting, and other writers go on meanwhile."""
        self.rewind(own)
        engine = migration_engine(own)
        with engine.connect() as open_order, engine.connect() as other:
            open_order.execute(sa.text("LOCK TABLE orders IN ROW EXCLUSIVE MODE"))
            migrating = threading.Thread(target=migrate, args=(own,))
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
        assert revision_of(own) == newest_revision()

    def test_a_build_that_was_interrupted_is_done_again(self, own):
        self.rewind(own)
        run(own, "CREATE INDEX ix_orders_number ON orders (order_number, id)")
        run(own, "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'ix_orders_number'::regclass")
        migrate(own)
        engine = migration_engine(own)
        with engine.connect() as connection:
            invalid = "SELECT count(*) FROM pg_index WHERE NOT indisvalid"
            assert connection.scalar(sa.text(invalid)) == 0
        engine.dispose()

    def test_a_table_that_is_held_for_long_is_given_up_with_one_sentence(self, own, monkeypatch):
        """Whoever waits for the same table behind the migration waits no longer than the lock's time."""
        monkeypatch.setattr(migrations, "LOCK_SECONDS", 0.2)
        monkeypatch.setattr(migrations, "LOCK_ATTEMPTS", 2)
        run(own, "DROP TABLE schema_compatibility")
        run(own, "DROP INDEX ix_customers_person")
        forget_tables(own)
        run(own, "UPDATE alembic_version SET version_num = '0015'")
        engine = migration_engine(own)
        with engine.connect() as reader:
            reader.execute(sa.text("LOCK TABLE customers IN ROW EXCLUSIVE MODE"))
            with pytest.raises(TablesInUse, match="long transaction"):
                migrate(own)
            reader.rollback()
        engine.dispose()
        assert revision_of(own) == "0015"
        assert migrate(own) is True


def test_the_program_starts_on_newer_tables_and_says_so(program):  # noqa: F811
    """What a restart meets while a rolling release is half done, or after going back one version."""
    settings = {"CHUCKWAGON_SANDBOX": "1"}
    assert program.run("migrate", **settings).returncode == 0
    url = f"sqlite:///{program.folder}/data/chuckwagon.sqlite3"
    run(url, "UPDATE alembic_version SET version_num = '9998'")
    assert "newer Chuckwagon" in program.run("migrate", **settings).stdout
    served = program.serve("--sandbox")
    assert served.get("/health").status_code == 200
    assert "newer Chuckwagon" in served.output()
    served.end(signal.SIGTERM)

    run(url, "UPDATE schema_compatibility SET minimum_revision = '9998'")
    refused = program.run("serve", "--sandbox")
    assert refused.returncode == 1
    assert refused.stdout.strip().splitlines()[-1].endswith("or restore a backup.")
    assert "Traceback" not in refused.stdout
