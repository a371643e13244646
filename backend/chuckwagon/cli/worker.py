"""Command `worker`."""

import gc
import signal

import click

from chuckwagon.cli.common import load_cli_settings, migrate_database

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT)


@click.command()
def worker() -> None:
    """Run background work only: SMS, refunds, unfinished payments."""
    from chuckwagon.cli import doctor
    from chuckwagon.db.database import Database
    from chuckwagon.monitoring.server import private_listener
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
