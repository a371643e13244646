"""The command-line program `chuckwagon`."""

from typing import Any

import click

from chuckwagon import __version__
from chuckwagon.cli import admin, database, serve
from chuckwagon.kit.errors import AppError, OperatorError

COMMANDS = (
    serve.serve,
    serve.worker,
    database.migrate,
    database.migration,
    database.seed,
    database.backup,
    database.restore,
    database.recompute_usage,
    database.reconcile,
    admin.erase_customer,
    admin.export_customer,
    admin.create_superadmin,
    admin.remove_second_factor,
    admin.doctor,
    admin.audit,
    admin.openapi,
    admin.make_push_keys,
    database.demo,
)


class Program(click.Group):
    """Shows an expected failure of any command as one line."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. An OperatorError or AppError ends it with one line instead of a traceback."""
        try:
            return super().invoke(ctx)
        except (OperatorError, AppError) as problem:
            raise click.ClickException(str(problem)) from None


@click.group(cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="chuckwagon")
def cli() -> None:
    """Food-truck ordering, from the menu to the kitchen."""


for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """The program's entry point."""
    cli(prog_name="chuckwagon")
