"""The migrations make exactly the tables that the models describe."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from chuckwagon.core.db import Base
from chuckwagon.core.migrate import current_revision, migrate, migration_engine, newest_revision

pytestmark = pytest.mark.dialect


@pytest.fixture
def engine(migrated):
    found = migration_engine(migrated.url.render_as_string(hide_password=False))
    yield found
    found.dispose()


# SQLite shows the columns of an index only, so one on an expression is not compared there; PostgreSQL does.
@pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expression-based index")
@pytest.mark.filterwarnings("ignore:autogenerate skipping metadata-specified expression-based index")
def test_models_and_migrations_agree(engine, app):
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_a_migrated_database_is_left_alone(engine, settings):
    assert current_revision(engine) == newest_revision()
    assert migrate(settings.database) is False


def test_the_newest_migration_is_the_highest_number(tmp_path):
    (tmp_path / "versions").mkdir()
    for name in ("0001_first.py", "0010_tenth.py", "0002_second.py", "notes.py", "0099_draft.txt"):
        (tmp_path / "versions" / name).touch()
    assert newest_revision(tmp_path) == "0010"


def test_an_empty_folder_has_no_migration(tmp_path):
    assert newest_revision(tmp_path) is None
