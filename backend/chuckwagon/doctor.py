"""Looks at the settings and at what they point to."""

import os
from dataclasses import dataclass

import sqlalchemy as sa

from chuckwagon.core.migrate import current_revision, migration_engine, newest_revision
from chuckwagon.gateways.file_store import StoreUnavailable, file_store
from chuckwagon.settings import Settings


@dataclass(frozen=True)
class Finding:
    """One line of the examination."""

    is_fine: bool
    sentence: str


def examine(settings: Settings) -> list[Finding]:
    """Everything worth knowing before the first customer, each as one sentence."""
    return [
        _payments(settings),
        _texts(settings),
        _public_address(settings),
        _data_folder(settings),
        _database(settings),
        _pictures(settings),
        _screens(settings),
    ]


def _payments(settings: Settings) -> Finding:
    if settings.sandbox:
        return Finding(True, "Payments go to the sandbox: no real card is charged.")
    if "_live_" in settings.stripe_secret_key:
        matching = "_live_" in settings.stripe_publishable_key
        return Finding(
            matching,
            "Payments are real (live keys)."
            if matching
            else "STRIPE_SECRET_KEY is live and STRIPE_PUBLISHABLE_KEY is not: take both from the same mode.",
        )
    return Finding(True, "Payments go to Stripe's test mode.")


def _texts(settings: Settings) -> Finding:
    if settings.sandbox:
        return Finding(True, "Texts go to the sandbox: no phone rings.")
    missing = [
        name.upper()
        for name in ("twilio_account_sid", "twilio_auth_token", "twilio_from")
        if not getattr(settings, name)
    ]
    if missing:
        return Finding(False, f"No text can be sent: {', '.join(missing)} missing.")
    return Finding(True, f"Texts are sent from {settings.twilio_from}.")


def _public_address(settings: Settings) -> Finding:
    is_fine = settings.sandbox or settings.origin.startswith("https://")
    advice = "" if is_fine else " Real customers need https: set CHUCKWAGON_PUBLIC_URL."
    return Finding(is_fine, f"Links lead to {settings.origin}.{advice}")


def _data_folder(settings: Settings) -> Finding:
    try:
        settings.data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return Finding(False, f"The data folder {settings.data_dir} cannot be made: {error.strerror}.")
    is_fine = os.access(settings.data_dir, os.W_OK)
    return Finding(is_fine, f"The data folder {settings.data_dir} is {'' if is_fine else 'not '}writable.")


def _database(settings: Settings) -> Finding:
    shown = sa.make_url(settings.database).render_as_string(hide_password=True)
    try:
        engine = migration_engine(settings.database)
        found, newest = current_revision(engine), newest_revision()
        engine.dispose()
    except (sa.exc.SQLAlchemyError, RuntimeError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return Finding(False, f"The database {shown} does not answer: {reason}")
    if found != newest:
        return Finding(False, f"The database {shown} is behind: run chuckwagon migrate.")
    return Finding(True, f"The database {shown} answers and is up to date.")


def _pictures(settings: Settings) -> Finding:
    place = f"the bucket {settings.uploads_bucket}" if settings.uploads_bucket else str(settings.uploads_dir)
    try:
        file_store(settings).probe()
    except (StoreUnavailable, OSError) as error:
        reason = str(error.__cause__ or error).strip().splitlines()[0][:200]
        return Finding(False, f"Pictures cannot be kept in {place}: {reason}")
    return Finding(True, f"Pictures are kept in {place}, which can be written to.")


def _screens(settings: Settings) -> Finding:
    is_fine = (settings.frontend_dir / "index.html").is_file()
    return Finding(
        is_fine, "The screens are built." if is_fine else "The screens are not built: run make run."
    )
