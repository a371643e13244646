"""Commands `migrate`, `seed`, `demo rush`, `backup`, `restore`, `recompute-usage`, `migration` and `reconcile`."""

import json
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import click

from chuckwagon.cli.common import (
    load_cli_settings,
    load_database_settings,
    migrate_database,
    open_database,
    seed_if_empty,
    show_progress,
)


@click.command()
def migrate() -> None:
    """Migrate the database to the latest schema."""
    changed = migrate_database(load_database_settings())
    click.echo("The database is up to date." if not changed else "The database was migrated and is up to date.")


@click.command()
def seed() -> None:
    """Load the sample trucks of the demo into an empty database."""
    settings = load_cli_settings(demo=True)
    migrate_database(settings)
    if not seed_if_empty(settings):
        raise click.ClickException("The database already contains trucks. The sample data needs an empty database.")
    click.echo("The sample data is loaded.")


@click.command("recompute-usage")
def recompute_usage() -> None:
    """Set what is taken of slots, stock and offers to what orders have taken. The product may keep running."""
    from chuckwagon.orders.reservations import usage_check
    from chuckwagon.orders.reservations.usage_check import recompute_offers

    with open_database(load_database_settings()) as db:
        found = usage_check.recompute_usage(db)
        offers = recompute_offers(db)
    click.echo(f"{len(found.slots)} slots and {len(found.stock)} counts of stock were repaired.")
    click.echo(f"{len(offers.counts)} counts of offers were repaired.")
    if oversold := found.oversold_slots + len(found.oversold_stock):
        click.echo(f"{oversold} hold more than they have room for; their orders stay.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
def backup(file: Path | None) -> None:
    """Save the database and the images to FILE. The product may keep running."""
    from chuckwagon.cli import backup as backups
    from chuckwagon.kit import clock

    settings = load_database_settings()
    target = file or settings.data_dir / "backups" / backups.default_name(clock.now())
    manifest = backups.create_backup(settings, target, show_progress)
    size = target.stat().st_size / 1_000_000
    click.echo(f"Saved to {target} ({size:.1f} MB, {manifest.pictures} images).")


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Replace the current database.")
def restore(file: Path, replace: bool) -> None:
    """Restore the backup FILE. Stop the product first."""
    from chuckwagon.cli import backup as backups

    settings = load_database_settings()
    restored = backups.restore_backup(settings, file, show_progress, replace=replace)
    taken_at = restored.manifest.taken_at
    click.echo(f"Restored the backup of {taken_at}. All staff must sign in again.")
    if restored.carried_over is None:
        click.echo("Repeat the erasures requested since then: chuckwagon erase-customer --phone …")
        click.echo(
            "Accounts are those of the backup. Repeat what was changed since then: erase or disable accounts, take"
        )
        click.echo(
            "roles and trucks away, change passwords and second factors. STOPs of customers since then are lost."
        )
    else:
        for line in backups.describe_carried_over(restored.carried_over):
            click.echo(line)
    click.echo(f"Now recover payments made since then: chuckwagon reconcile --since {taken_at}")


@click.command(hidden=True)
@click.argument("name")
def migration(name: str) -> None:
    """Write the next migration from the difference between the models and the latest schema."""
    from chuckwagon.db.migrations import generate_migration
    from chuckwagon.db.migrations import migrate as bring_up_to_date

    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/empty.sqlite3"
        bring_up_to_date(url)
        click.echo(f"Read it before you commit it: {generate_migration(url, name)}")


RUSH_PATH = "/_sandbox/rush"
POLL_SECONDS, CALL_SECONDS = 1.0, 10.0


@click.group()
def demo() -> None:
    """Play with a running demo."""


@demo.command()
@click.option("--customers", default=40, show_default=True, help="How many come, at most 500.")
@click.option("--minutes", default=5.0, show_default=True, help="Over how many minutes, at most 60.")
def rush(customers: int, minutes: float) -> None:
    """Send simulated customers, who order and pay with test cards. Ctrl-C stops them."""
    url = load_cli_settings(demo=True).sandbox_origin + RUSH_PATH
    state = _call("POST", url, {"customers": customers, "minutes": minutes})
    try:
        while state["running"]:
            click.echo(_describe(state))
            time.sleep(POLL_SECONDS)
            state = _call("GET", url)
    except KeyboardInterrupt:
        state = _call("DELETE", url)
    click.echo(_describe(state))


def _describe(state: dict[str, Any]) -> str:
    ends = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in state["outcomes"].items() if count)
    on_the_way = f"{state['onTheWay']} on their way"
    return f"{state['sent']} of {state['customers']} customers, {on_the_way}" + (f": {ends}" if ends else "")


def _call(method: str, url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)  # noqa: S310
    try:
        with urllib.request.urlopen(request, timeout=CALL_SECONDS) as answer:  # noqa: S310 - the sandbox's own address
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        message = json.load(refused)["error"]["message"]
        raise click.ClickException(message) from None
    except OSError:
        raise click.ClickException("The demo does not run here: start it with chuckwagon serve --demo.") from None


@click.command()
@click.option("--since", help="A day, or an instant such as 2026-07-01T19:30:00Z. Default: a week before the end.")
@click.option("--until", help="A day, which is included, or an instant. Default: now.")
@click.option("--dry-run", is_flag=True, help="Only show what would be done.")
def reconcile(since: str | None, until: str | None, dry_run: bool) -> None:
    """Compare orders with Stripe's payments and create missing orders."""
    from chuckwagon.cli import reconcile as reconciling
    from chuckwagon.kit.errors import AppError

    settings = load_cli_settings()
    period = reconciling.parse_period(since, until)
    migrate_database(settings)
    try:
        is_resolved = reconciling.reconcile_period(
            settings, period, dry_run=dry_run, watch=show_progress, say=click.echo
        )
    except AppError as problem:
        sentence = "Nothing is lost. Run the command again when Stripe responds."
        raise click.ClickException(f"{problem} {sentence}") from None
    if not is_resolved:
        sys.exit(1)
