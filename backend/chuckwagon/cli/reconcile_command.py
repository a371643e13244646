"""Command `reconcile`."""

import sys

import click

from chuckwagon.cli.common import load_cli_settings, migrate_database, show_progress


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
