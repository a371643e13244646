"""A pooler in transaction mode in front of PostgreSQL, such as PgBouncer.

It gives every transaction whichever session is free. So what belongs to a session goes around it, over the direct
address: LISTEN, migrations with their lock, backup, restore and the commands. A connection through a pooler cannot set
up its session either. The settings that the product relies on are therefore stored with the role.
"""

import sqlalchemy as sa

from chuckwagon.db.engines.postgresql import SESSION_SETTINGS, postgresql_engine
from chuckwagon.db.migrations import migration_engine

POOLER_MESSAGE = "unsupported startup parameter"
POOLER_WITHOUT_DIRECT_URL = (
    "a pooler such as PgBouncer answers there. Set CHUCKWAGON_DATABASE_DIRECT_URL to the address of PostgreSQL itself."
)

_READ_STORED = sa.text("""
    SELECT unnest(setconfig) FROM pg_db_role_setting
    WHERE setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)
    AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
""")
_LOCK = sa.text("SELECT pg_advisory_xact_lock(7012026)")  # PostgreSQL refuses two changes of a role at once


def describe_connection_error(error: sa.exc.DBAPIError) -> str:
    """One line that says why the database does not respond."""
    reason = str(error.orig).strip().splitlines()[0]
    return POOLER_WITHOUT_DIRECT_URL if POOLER_MESSAGE in reason else reason


def store_session_settings(direct_url: str) -> bool:
    """Store the settings of a session with this role in this database. Return whether any was missing."""
    engine = migration_engine(direct_url)
    wanted = {f"{name}={value}" for name, value in SESSION_SETTINGS.items()}
    try:
        with engine.begin() as connection:
            if wanted <= set(connection.scalars(_READ_STORED)):
                return False
            connection.execute(_LOCK)
            database = connection.dialect.identifier_preparer.quote(engine.url.database or "")
            for name, value in SESSION_SETTINGS.items():
                connection.exec_driver_sql(f"ALTER ROLE CURRENT_USER IN DATABASE {database} SET {name} TO '{value}'")
            return True
    finally:
        engine.dispose()


def find_wrong_settings(url: str) -> list[str]:
    """The settings that a session behind the pooler lacks, each as `name=value`."""
    engine = postgresql_engine(sa.make_url(url), is_pooled=True)
    try:
        with engine.connect() as connection:
            read = sa.text("SELECT current_setting(:name)")
            found = {name: connection.scalar(read, {"name": name}) for name in SESSION_SETTINGS}
    finally:
        engine.dispose()
    return [f"{name}={value}" for name, value in SESSION_SETTINGS.items() if found[name] != value]
