"""Commands `erase-customer` and `export-customer`."""

from pathlib import Path

import click

from chuckwagon.cli.common import load_database_settings, migrate_database


@click.command("erase-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
def erase_customer(phone: str) -> None:
    """Erase a customer's personal data on request. Amounts and menu items of their orders stay."""
    from chuckwagon.cli import personal_data

    settings = load_database_settings()
    migrate_database(settings)
    orders = personal_data.erase_phone(settings, personal_data.read_phone(phone))
    click.echo("There is no data for this number." if orders is None else f"Erased, also from {orders} orders.")


@click.command("export-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of standard output."
)
def export_customer(phone: str, out: Path | None) -> None:
    """Export all data stored about a customer, for a customer who requests it."""
    from chuckwagon.cli import personal_data

    settings = load_database_settings()
    migrate_database(settings)
    content = personal_data.export_phone(settings, personal_data.read_phone(phone))
    if out is None:
        click.echo(content, nl=False)
    else:
        personal_data.write_private(out, content)
