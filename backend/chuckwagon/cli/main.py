"""The command-line program `chuckwagon`, and its commands `serve` and `worker`."""

import gc
import os
import signal
from contextlib import ExitStack
from typing import Any

import click

from chuckwagon import __version__
from chuckwagon.cli import admin, database
from chuckwagon.cli.common import (
    connect_demo_printer,
    load_cli_settings,
    load_demo_history,
    migrate_database,
    prepare_database,
)
from chuckwagon.kit.errors import AppError, OperatorError
from chuckwagon.settings import Settings

TEST_CARDS = (
    ("4242 4242 4242 4242", "pays"),
    ("4000 0000 0000 0002", "is declined"),
    ("4000 0025 0000 3155", "requires 3-D Secure"),
)


@click.command()
@click.option("--demo", is_flag=True, help="Run the demo with sample trucks and the sandbox. Never for real customers.")
@click.option("--sandbox", is_flag=True, help="Use the built-in sandbox for payments and SMS.")
@click.option("--host", help="Address to listen on (CHUCKWAGON_HOST).")
@click.option("--port", type=int, help="Port to listen on (CHUCKWAGON_PORT).")
@click.option("--no-worker", is_flag=True, help="Leave background work to `chuckwagon worker`.")
def serve(demo: bool, sandbox: bool, host: str | None, port: int | None, no_worker: bool) -> None:
    """Serve the product: API, front end, images and background work."""
    from chuckwagon.server import runner

    runner.install_signal_handlers()
    if no_worker:
        os.environ["CHUCKWAGON_WORKER"] = "0"
    settings = load_cli_settings(demo=demo, sandbox=sandbox, host=host, port=port)
    try:
        with ExitStack() as stack:
            gc.disable()  # a start leaves no garbage; the server turns it on again
            stack.callback(gc.enable)
            bound = stack.enter_context(runner.bind_port(settings.host, settings.port, "CHUCKWAGON_PORT"))
            from chuckwagon.cli import doctor
            from chuckwagon.monitoring import private_listener

            doctor.refuse_unsafe_settings(settings)
            wait = stack.enter_context(runner.run_sandbox(settings)) if settings.sandbox else None
            prepare_database(settings)
            doctor.refuse_unsafe_database(settings)
            doctor.warn_of_risks(settings)
            if wait:
                wait()
            if settings.demo and settings.demo_history:
                load_demo_history(settings)
            if settings.demo:
                connect_demo_printer(settings)
            stack.enter_context(private_listener(settings))
            runner.run_server(settings, bound, lambda: _print_welcome(settings))
    except KeyboardInterrupt:
        click.echo()


def _print_welcome(settings: Settings) -> None:
    lines = ["", f"Chuckwagon runs at     {settings.origin}"]
    if settings.demo:
        lines.append(f"  place an order       {settings.origin}/spicy-burritos")
    if settings.sandbox:
        lines += [
            f"  the sandbox          {settings.sandbox_origin}",
            f"  customers' SMS       {settings.sandbox_origin}/messages",
            f"  the printer's paper  {settings.sandbox_origin}/paper",
            *([f"  all e-mail           {settings.sandbox_origin}/emails"] if settings.sandbox_mail_port else []),
            "",
            "No real card is charged and no real SMS is sent. Use any future date, CVC and ZIP code, and",
            *(f"  {number}  {what}" for number, what in TEST_CARDS),
        ]
    click.echo("\n".join([*lines, "", "Ctrl-C stops."]))


STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@click.command()
def worker() -> None:
    """Run background work only: SMS, refunds, unfinished payments."""
    from chuckwagon.cli import doctor
    from chuckwagon.db.database import Database
    from chuckwagon.monitoring import private_listener
    from chuckwagon.observability import tracing
    from chuckwagon.realtime.change_watcher import CrossProcessNotifier
    from chuckwagon.worker.loop import Worker

    settings = load_cli_settings()
    doctor.refuse_unsafe_settings(settings)
    migrate_database(settings)
    doctor.refuse_unsafe_database(settings)
    doctor.warn_of_risks(settings)
    # Blocked before the first thread starts, so that only sigwait below receives them.
    signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    with private_listener(settings):
        tracing.start(settings.otlp_endpoint, "chuckwagon-worker")
        db = Database(settings.database, settings.direct_database)
        publisher = CrossProcessNotifier(db)
        publisher.start()
        loop = Worker(db, settings)
        loop.start()
        gc.freeze()
        click.echo("Worker running. Press Ctrl-C to stop after the current job.")
        signal.sigwait(STOP_SIGNALS)
        loop.stop()
        publisher.stop()
        db.close()
        tracing.stop()


COMMANDS = (
    serve,
    worker,
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
