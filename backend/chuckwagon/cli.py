"""The command-line program `chuckwagon`."""

import gc
import json
import os
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chuckwagon import __version__
from chuckwagon.settings import (
    CannotStart,
    Settings,
    SettingsInvalid,
    find_unknown_names,
    load_settings,
)

if TYPE_CHECKING:
    from chuckwagon.core.audit_chain import Place

ENDINGS = (signal.SIGTERM, signal.SIGINT)
TEST_CARDS = (
    ("4242 4242 4242 4242", "pays"),
    ("4000 0000 0000 0002", "is declined"),
    ("4000 0025 0000 3155", "asks for 3-D Secure"),
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chuckwagon")
def cli() -> None:
    """Food-truck ordering, from the menu to the kitchen."""


@cli.command()
@click.option("--demo", is_flag=True, help="The demo street, with the sandbox. Never for real customers.")
@click.option("--sandbox", is_flag=True, help="Payments and texts by the built-in sandbox.")
@click.option("--host", help="Address to listen on (CHUCKWAGON_HOST).")
@click.option("--port", type=int, help="Port to listen on (CHUCKWAGON_PORT).")
@click.option("--no-worker", is_flag=True, help="Leave the work behind the screens to `chuckwagon worker`.")
def serve(demo: bool, sandbox: bool, host: str | None, port: int | None, no_worker: bool) -> None:
    """Serve the product: API, screens, pictures and the work behind them."""
    from chuckwagon import serving
    from chuckwagon.core.shared_figures import shared_figures

    serving.end_quietly()
    if no_worker:
        os.environ["CHUCKWAGON_WORKER"] = "0"
    settings = _settings(demo=demo, sandbox=sandbox, host=host, port=port)
    try:
        with ExitStack() as stack:
            gc.disable()  # nothing of a start is garbage; who serves has it collected again
            stack.callback(gc.enable)
            bound = stack.enter_context(serving.take_port(settings.host, settings.port, "CHUCKWAGON_PORT"))
            stack.enter_context(shared_figures(settings))
            source = serving.prepare_processes(settings)
            # Only now, while the other process is importing too.
            from chuckwagon import doctor
            from chuckwagon.watching.listener import private_listener

            doctor.refuse_unsafe_settings(settings)
            wait = stack.enter_context(serving.sandbox_beside(settings)) if settings.sandbox else None
            _prepare_database(settings)
            doctor.refuse_unsafe_database(settings)
            if wait:
                wait()
            stack.enter_context(private_listener(settings))
            serving.run_server(settings, bound, lambda: _welcome(settings), source)
    except CannotStart as problem:
        raise click.ClickException(str(problem)) from None
    except KeyboardInterrupt:
        click.echo()


@cli.command(hidden=True)
def prepare() -> None:
    """What `serve` does before it serves; it asks for this before it renews its processes."""
    from chuckwagon import doctor

    settings = _settings()
    try:
        doctor.refuse_unsafe_settings(settings)
        _prepare_database(settings)
        doctor.refuse_unsafe_database(settings)
    except CannotStart as problem:
        raise click.ClickException(str(problem)) from None


@cli.command()
def worker() -> None:
    """Only the work behind the screens: texts, refunds, unfinished payments."""
    from chuckwagon import doctor
    from chuckwagon.core import tracing
    from chuckwagon.core.bells import Notifier
    from chuckwagon.core.db import Database
    from chuckwagon.watching.listener import private_listener
    from chuckwagon.worker import Worker

    settings = _settings()
    listening = private_listener(settings)
    try:
        doctor.refuse_unsafe_settings(settings)
        _migrate(settings)
        doctor.refuse_unsafe_database(settings)
        # Blocked before the first thread starts, so that only the wait below receives them.
        signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
        listening.__enter__()
    except CannotStart as problem:
        raise click.ClickException(str(problem)) from None
    tracing.start(settings.otlp_endpoint, "chuckwagon-worker")
    db = Database(settings.database)
    notifier = Notifier(db)
    notifier.start()
    working = Worker(db, settings)
    working.start()
    gc.freeze()
    click.echo("Working. Ctrl-C stops after the message in hand.")
    signal.sigwait(ENDINGS)
    working.stop()
    notifier.stop()
    db.close()
    tracing.stop()
    listening.__exit__(None, None, None)


@cli.command()
def migrate() -> None:
    """Bring the database to the newest tables."""
    changed = _migrate(_database_settings())
    click.echo("The database is up to date." if not changed else "The database has been brought up to date.")


@cli.command()
def seed() -> None:
    """Load the demo street into an empty database."""
    settings = _settings(demo=True)
    _migrate(settings)
    if not _seed_if_empty(settings):
        raise click.ClickException("The database already holds trucks; the demo street needs an empty one.")
    click.echo("The demo street is loaded.")


@cli.command("create-superadmin")
@click.option("--email", prompt=True, help="The address to sign in with.")
@click.option("--name", prompt=True, help="The name that colleagues see.")
def create_superadmin(email: str, name: str) -> None:
    """Make an account that may do everything. The password is asked for, or read from standard input."""
    from chuckwagon.accounts import service
    from chuckwagon.core.db import Database
    from chuckwagon.core.errors import AppError

    settings = _database_settings()
    password = _read_password()
    _migrate(settings)
    db = Database(settings.database)
    try:
        user = service.create_superadmin(db, email, name, password)
    except AppError as problem:
        raise click.ClickException(str(problem)) from None
    finally:
        db.close()
    click.echo(f"{user.email} may now sign in at {settings.origin}/admin/login")


@cli.command()
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File instead of the screen.")
def openapi(out: Path | None) -> None:
    """Write the description of the API (OpenAPI 3.1, JSON); needs no keys and no database."""
    from chuckwagon.app import create_app
    from chuckwagon.core.description import describe

    with tempfile.TemporaryDirectory() as folder:
        # Nothing of the caller's settings goes in, so that the same code always gives the same document.
        settings = load_settings({"CHUCKWAGON_DATA_DIR": folder}, sandbox=True)
        document = describe(create_app(settings).api)
    # Sorted, because the framework keeps the several paths of one handler in no order.
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")


@cli.command()
def doctor() -> None:
    """Check the settings and what they point to, a line each."""
    from chuckwagon.doctor import examine

    findings = examine(_settings())
    for finding in findings:
        click.echo(f"{'ok  ' if finding.is_fine else 'FAIL'}  {finding.sentence}")
    if not all(finding.is_fine for finding in findings):
        sys.exit(1)


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
def backup(file: Path | None) -> None:
    """Save the database and the pictures to FILE, while the product runs."""
    from chuckwagon import backups
    from chuckwagon.core import clock
    from chuckwagon.core.database_files import BackupFailed

    settings = _database_settings()
    target = file or settings.data_dir / "backups" / backups.default_name(clock.now())
    try:
        manifest = backups.take(settings, target, _show_progress)
    except BackupFailed as problem:
        raise click.ClickException(str(problem)) from None
    size = target.stat().st_size / 1_000_000
    click.echo(f"Saved to {target} ({size:.1f} MB, {manifest.pictures} pictures).")


@cli.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Take the place of the present database.")
def restore(file: Path, replace: bool) -> None:
    """Put the backup FILE back, while the product is stopped."""
    from chuckwagon import backups
    from chuckwagon.core.database_files import BackupFailed

    settings = _database_settings()
    try:
        restored = backups.restore(settings, file, _show_progress, replace=replace)
    except (BackupFailed, CannotStart) as problem:
        raise click.ClickException(str(problem)) from None
    taken_at = restored.manifest.taken_at
    click.echo(f"Restored what was saved at {taken_at}. Everybody has to sign in again.")
    if restored.erased_again is None:
        click.echo("Erase again who asked for it since: chuckwagon erase-customer --phone …")
        click.echo("Disable again the accounts that were disabled since.")
    elif restored.erased_again:
        click.echo(f"Customers erased since then, and now again: {restored.erased_again}.")
    click.echo("Passwords are those of the backup: have those changed that were changed since.")
    click.echo(f"Now bring home what was paid since: chuckwagon reconcile --since {taken_at}")


@cli.command()
@click.option("--since", help="A day, or an instant such as 2026-07-01T19:30:00Z (a week ago).")
@click.option("--until", help="The same; a day is meant whole (now).")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
def reconcile(since: str | None, until: str | None, dry_run: bool) -> None:
    """Compare our orders with the provider's payments, and make what is missing."""
    from chuckwagon import reconciling
    from chuckwagon.core.errors import AppError

    settings = _settings()
    try:
        window = reconciling.read_window(since, until)
        _migrate(settings)
        is_done = reconciling.reconcile_window(
            settings, window, dry_run=dry_run, watch=_show_progress, say=click.echo
        )
    except reconciling.WindowInvalid as problem:
        raise click.ClickException(str(problem)) from None
    except AppError as problem:
        sentence = "Nothing is lost: run it again when the provider answers."
        raise click.ClickException(f"{problem} {sentence}") from None
    if not is_done:
        sys.exit(1)


@cli.command("erase-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
def erase_customer(phone: str) -> None:
    """Forget a customer who asked for it: amounts and dishes stay, the person goes for good."""
    from chuckwagon import erasing
    from chuckwagon.core.errors import AppError

    settings = _database_settings()
    _migrate(settings)
    try:
        orders = erasing.erase_phone(settings, erasing.read_phone(phone))
    except AppError as problem:
        raise click.ClickException(str(problem)) from None
    click.echo("Nothing is known of this number." if orders is None else f"Erased, from {orders} orders too.")


@cli.command("export-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="File instead of the screen.")
def export_customer(phone: str, out: Path | None) -> None:
    """Write everything that is kept of a customer, for a customer who asked for it."""
    from chuckwagon import erasing
    from chuckwagon.core.errors import AppError

    settings = _database_settings()
    _migrate(settings)
    try:
        content = erasing.export_phone(settings, erasing.read_phone(phone))
    except AppError as problem:
        raise click.ClickException(str(problem)) from None
    if out is None:
        click.echo(content, nl=False)
    else:
        erasing.write_private(out, content)


@cli.group()
def audit() -> None:
    """The record of what staff have done."""


@audit.command()
@click.option("--known", help="An earlier last event, as number:hash; it must still be in the chain.")
def verify(known: str | None) -> None:
    """Check that no event was changed, removed or inserted; names the first that was."""
    from chuckwagon.core import audit_chain
    from chuckwagon.core.db import Database

    place = _read_place(known)
    db = Database(_database_settings().database)
    try:
        verdict = audit_chain.verify(db, place)
    finally:
        db.close()
    click.echo(f"{verdict.checked} events checked, {verdict.unsealed} wait for their place.")
    if verdict.problem:
        raise click.ClickException(verdict.problem)
    click.echo(f"All is as it was written. The last event: {verdict.last.number}:{verdict.last.hash}")


@cli.command(hidden=True)
@click.argument("name")
def migration(name: str) -> None:
    """Write the next migration: what the models have and the newest tables have not."""
    from chuckwagon.core.migrate import migrate as bring_up_to_date
    from chuckwagon.core.migrate import write_revision

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/empty.sqlite3"
        bring_up_to_date(url)
        click.echo(f"Read it before you commit it: {write_revision(url, name)}")


def _read_place(known: str | None) -> "Place | None":
    from chuckwagon.core.audit_chain import Place

    if known is None:
        return None
    number, _, found = known.partition(":")
    if not number.isdecimal() or len(found) != 64:
        raise click.BadParameter("Give number:hash as an earlier check has printed it.", param_hint="--known")
    return Place(int(number), found)


def _show_progress(what: str, done: int, total: int) -> None:
    """One line that fills; nothing where nobody watches."""
    if sys.stderr.isatty() and total:
        click.echo(f"\r{what}: {100 * done // total} %" + ("\n" if done == total else ""), nl=False, err=True)


def _read_password() -> str:
    """Never an option: the command line of a process is there for everybody on the machine to read."""
    if sys.stdin.isatty():
        answer: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return answer
    return sys.stdin.readline().rstrip("\r\n")


def _database_settings() -> Settings:
    """For the commands that ask nobody but the database."""
    try:
        return load_settings(needs_provider=False)
    except SettingsInvalid as problem:
        raise click.ClickException(str(problem)) from None


def _settings(
    *, demo: bool = False, sandbox: bool = False, host: str | None = None, port: int | None = None
) -> Settings:
    environ = dict(os.environ)
    if host:
        environ["CHUCKWAGON_HOST"] = host
    if port is not None:
        environ["CHUCKWAGON_PORT"] = str(port)
    try:
        settings = load_settings(environ, demo=demo, sandbox=sandbox)
    except SettingsInvalid as problem:
        raise click.ClickException(str(problem)) from None
    for name in find_unknown_names(environ):
        click.echo(f"Unknown setting, which does nothing: {name}", err=True)
    return settings


def _migrate(settings: Settings) -> bool:
    import sqlalchemy as sa

    from chuckwagon.core.migrate import describe_newer
    from chuckwagon.core.migrate import migrate as bring_up_to_date

    try:
        changed = bring_up_to_date(settings.database)
        newer = describe_newer(settings.database)
    except CannotStart as problem:
        raise click.ClickException(str(problem)) from None
    except sa.exc.OperationalError as problem:
        reason = str(problem.orig).strip().splitlines()[0]
        raise click.ClickException(f"The database does not answer: {reason}") from None
    if newer:
        click.echo(newer, err=True)
    return changed


def _prepare_database(settings: Settings) -> None:
    _migrate(settings)
    if settings.demo:
        _seed_if_empty(settings)


def _seed_if_empty(settings: Settings) -> bool:
    from chuckwagon.core.db import Database
    from chuckwagon.demo.seed import seed as load_street

    db = Database(settings.database)
    try:
        return load_street(db, settings)
    finally:
        db.close()


def _welcome(settings: Settings) -> None:
    lines = ["", f"Chuckwagon serves at   {settings.origin}"]
    if settings.demo:
        lines.append(f"  order something      {settings.origin}/spicy-burritos")
    if settings.sandbox:
        lines += [
            f"  the sandbox          {settings.sandbox_origin}",
            f"  the customers' texts {settings.sandbox_origin}/messages",
            "",
            "No real card is charged and no real text is sent. Any future date, any CVC, any ZIP, and",
            *(f"  {number}  {what}" for number, what in TEST_CARDS),
        ]
    click.echo("\n".join([*lines, "", "Ctrl-C stops."]))


def main() -> None:
    """The program's entry point."""
    cli(prog_name="chuckwagon")
