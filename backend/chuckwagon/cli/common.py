"""Steps that several commands share."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import click

from chuckwagon.settings import Settings
from chuckwagon.settings_sources import find_unknown_names, load_settings

if TYPE_CHECKING:
    from chuckwagon.db.database import Database


def load_cli_settings(
    *, demo: bool = False, sandbox: bool = False, host: str | None = None, port: int | None = None
) -> Settings:
    """Load the settings, changed by a command's options, and print the names of unknown ones to standard error."""
    environ = dict(os.environ)
    if host:
        environ["CHUCKWAGON_HOST"] = host
    if port is not None:
        environ["CHUCKWAGON_PORT"] = str(port)
    settings = load_settings(environ, demo=demo, sandbox=sandbox)
    for name in find_unknown_names(environ):
        click.echo(f"Unknown setting, which has no effect: {name}", err=True)
    return settings


def load_database_settings() -> Settings:
    """Load the settings of commands that need only the database, without provider keys."""
    return load_settings(needs_provider=False)


def migrate_database(settings: Settings) -> bool:
    """Migrate the database, and store the session settings that a pooler needs. Returns whether it was migrated.

    Raises ClickException if the database does not respond.
    """
    from chuckwagon.db.migrations import describe_newer_schema
    from chuckwagon.db.migrations import migrate as bring_up_to_date
    from chuckwagon.db.postgresql import store_session_settings

    with _outage_in_one_line():
        changed = bring_up_to_date(settings.direct_database)
        newer = describe_newer_schema(settings.direct_database)
        if settings.is_pooled:
            store_session_settings(settings.direct_database)
    if newer:
        click.echo(newer, err=True)
    return changed


@contextmanager
def open_database(settings: Settings) -> "Iterator[Database]":
    """Open the database for a command that must not migrate it.

    Raises ClickException if its tables are missing or older than this code, or if it does not respond.
    """
    from chuckwagon.db.database import Database
    from chuckwagon.db.migrations import migration_engine, needs_migration

    with _outage_in_one_line():
        engine = migration_engine(settings.direct_database)
        is_behind = needs_migration(engine)
        engine.dispose()
    if is_behind:
        raise click.ClickException("The database has no tables, or older ones: run chuckwagon migrate.")
    with closing(Database(settings.direct_database)) as db:
        yield db


@contextmanager
def _outage_in_one_line() -> Iterator[None]:
    import sqlalchemy as sa

    from chuckwagon.db.postgresql import describe_connection_error

    try:
        yield
    except sa.exc.OperationalError as problem:
        reason = describe_connection_error(problem)
        raise click.ClickException(f"The database does not respond: {reason}") from None


def prepare_database(settings: Settings) -> None:
    """Migrate the database. In the demo, also load the sample trucks, or refresh their stops."""
    migrate_database(settings)
    if settings.demo and not seed_if_empty(settings):
        refresh_demo_stops(settings)


def refresh_demo_stops(settings: Settings) -> None:
    """Give the demo trucks stops around the present when those of the last start are over."""
    from chuckwagon.db.database import Database
    from chuckwagon.demo.stops import refresh_stops

    with closing(Database(settings.direct_database)) as db:
        refresh_stops(db)


def load_demo_history(settings: Settings) -> None:
    """Load the demo's history when nothing was ordered yet, and its card reader.

    The sandbox has to run, because it gets the payments of the history. Raises ClickException if it does not respond.
    """
    from chuckwagon.db.database import Database
    from chuckwagon.demo.history import load_history
    from chuckwagon.demo.seed import add_reader

    def watch(taken: int, total: int) -> None:
        show_progress("Loading the demo's history", taken, total)

    try:
        with closing(Database(settings.direct_database)) as db:
            load_history(db, settings, lambda payments: payments.send(settings.sandbox_origin, watch))
            add_reader(db, settings)
    except OSError as problem:
        raise click.ClickException(f"The sandbox did not take the demo's history: {problem}. Start again.") from None


def connect_demo_printer(settings: Settings) -> None:
    """Let the sandbox play the demo's printer. Raises ClickException if the sandbox does not respond."""
    from chuckwagon.db.database import Database
    from chuckwagon.demo.seed import connect_printer

    try:
        with closing(Database(settings.direct_database)) as db:
            connect_printer(db, settings)
    except OSError as problem:
        raise click.ClickException(f"The sandbox did not take the demo's printer: {problem}. Start again.") from None


def seed_if_empty(settings: Settings) -> bool:
    """Load the sample trucks of the demo. Returns False, and does nothing, if there is a truck."""
    from chuckwagon.db.database import Database
    from chuckwagon.demo.seed import seed as load_street

    with closing(Database(settings.direct_database)) as db:
        return load_street(db, settings)


def show_progress(what: str, done: int, total: int) -> None:
    """Show progress on one line of the terminal; nothing if standard error is not a terminal."""
    if sys.stderr.isatty() and total:
        click.echo(f"\r{what}: {100 * done // total} %" + ("\n" if done == total else ""), nl=False, err=True)
