"""The migrations create exactly the tables of the models."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations

from chuckwagon.db.database import Base
from chuckwagon.db.migration_helpers import drop_not_null
from chuckwagon.db.migrations import current_revision, migrate, migration_engine, newest_revision
from tests.suites import SAME_ON_BOTH

pytestmark = pytest.mark.dialect


@pytest.fixture
def engine(migrated):
    engine = migration_engine(migrated.url.render_as_string(hide_password=False))
    yield engine
    engine.dispose()


# SQLite reports only the columns of an index, so only PostgreSQL compares indexes on expressions.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
def test_models_and_migrations_agree(engine, app):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_migrated_database_is_left_alone(engine, settings):
    assert current_revision(engine) == newest_revision()
    assert migrate(settings.database) is False


@SAME_ON_BOTH
def test_a_column_that_may_be_null_already_stays_so(engine):
    """A downgrade may leave it so, and then the migration runs again."""
    with engine.begin() as connection, Operations.context(MigrationContext.configure(connection)):
        drop_not_null("disputes", "order_id", "VARCHAR(24)")


@SAME_ON_BOTH
def test_the_newest_migration_is_the_highest_number(tmp_path):
    (tmp_path / "versions").mkdir()
    for name in ("0001_first.py", "0010_tenth.py", "0002_second.py", "notes.py", "0099_draft.txt"):
        (tmp_path / "versions" / name).touch()
    assert newest_revision(tmp_path) == "0010"


@SAME_ON_BOTH
def test_an_empty_folder_has_no_migration(tmp_path):
    assert newest_revision(tmp_path) is None
