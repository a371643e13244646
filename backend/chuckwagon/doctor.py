"""Looks at the settings and what they point to; `serve` and `worker` refuse to start with what is unsafe."""

import ipaddress
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import sqlalchemy as sa

from chuckwagon.core import tracing
from chuckwagon.core.db import Database
from chuckwagon.core.migrate import describe_newer, migration_engine, needs_migration
from chuckwagon.demo.accounts import list_working_accounts
from chuckwagon.gateways.file_store import StoreUnavailable, file_store
from chuckwagon.gateways.provider_clock import find_skew_seconds
from chuckwagon.payments import deferrals
from chuckwagon.settings import CannotStart, Settings, find_unknown_names

SHORTEST_SECRET = 20
# The provider's signatures are good for 300 seconds, and its calls take their time.
MOST_SKEW_SECONDS = 120
DOTENV = Path(".env")
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")


@dataclass(frozen=True)
class Finding:
    """One line of the examination."""

    is_fine: bool
    sentence: str


class Unsafe(CannotStart):
    """The product must not be started like this; the message has a line for each reason."""


def examine(settings: Settings) -> list[Finding]:
    """Everything worth knowing before the first customer, each as one sentence."""
    return [look(settings) for look in (*BEFORE_THE_DATABASE, *WITH_THE_DATABASE, *WORTH_KNOWING)]


def refuse_unsafe_settings(settings: Settings) -> None:
    """Raise Unsafe for what can be seen before anything is touched but the data folder."""
    _refuse(settings, BEFORE_THE_DATABASE)


def refuse_unsafe_database(settings: Settings) -> None:
    """Raise Unsafe for what only the tables, or the provider's clock, can tell."""
    _refuse(settings, WITH_THE_DATABASE)


def _refuse(settings: Settings, looks: "tuple[Look, ...]") -> None:
    reasons = [finding.sentence for look in looks if not (finding := look(settings)).is_fine]
    if reasons:
        raise Unsafe("\n".join(reasons))


def _payments(settings: Settings) -> Finding:
    if settings.sandbox:
        return Finding(True, "Payments go to the sandbox: no real card is charged.")
    kinds = [_kind(key) for key in (settings.stripe_secret_key, settings.stripe_publishable_key)]
    if kinds[0] != kinds[1]:
        return Finding(
            False,
            f"STRIPE_SECRET_KEY is a {kinds[0]} key and STRIPE_PUBLISHABLE_KEY a {kinds[1]} one: "
            "take both from the same mode.",
        )
    if settings.live and kinds[0] != "live":
        return Finding(
            False, "CHUCKWAGON_LIVE is set, but STRIPE_SECRET_KEY is no live key: nobody would pay."
        )
    if kinds[0] == "live":
        return Finding(True, "Payments are real (live keys).")
    return Finding(True, "Payments go to Stripe's test mode.")


def _kind(key: str) -> str:
    return next((kind for kind in ("live", "test") if f"_{kind}_" in key), "strange")


def _webhook_secret(settings: Settings) -> Finding:
    """Several, divided by commas, may be valid at once while one replaces the other."""
    secrets = [secret.strip() for secret in settings.stripe_webhook_secret.split(",")]
    if not settings.sandbox and any(len(secret) < SHORTEST_SECRET for secret in secrets):
        return Finding(
            False,
            f"STRIPE_WEBHOOK_SECRET has less than {SHORTEST_SECRET} characters: anybody could guess it.",
        )
    return Finding(True, "Webhooks are checked by their signatures.")


def _public_address(settings: Settings) -> Finding:
    address = urlsplit(settings.origin)
    is_local = _is_loopback(address.hostname or "")
    if settings.sandbox or (address.scheme == "https" and not (settings.is_live and is_local)):
        return Finding(True, f"Links lead to {settings.origin}.")
    if not settings.is_live and is_local:
        return Finding(True, f"Links lead to {settings.origin}, which only this machine reaches.")
    return Finding(
        False, f"Links lead to {settings.origin}. Real customers need https: set CHUCKWAGON_PUBLIC_URL."
    )


def _foreign_origins(settings: Settings) -> Finding:
    """Whose pages may read what our users may read; http only where nobody can listen in."""
    for origin in settings.allowed_origins:
        if origin == "*":
            return Finding(
                False,
                "CHUCKWAGON_CORS_ORIGINS is *: any site could use the API. Name each origin.",
            )
        if not _is_origin(origin):
            return Finding(
                False,
                f"CHUCKWAGON_CORS_ORIGINS names {origin!r}, which is no origin such as https://app.example.com.",
            )
    return Finding(True, f"Other origins may call the API: {', '.join(settings.allowed_origins) or 'none'}.")


def _is_origin(text: str) -> bool:
    """As a browser writes it: scheme, host in small letters, perhaps a port, and no more."""
    found = _ORIGIN.fullmatch(text)
    return found is not None and (found[1] == "https" or _is_loopback(found[2].strip("[]")))


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_for_this_machine_only(settings: Settings) -> bool:
    hosts = (settings.host, urlsplit(settings.origin).hostname or "")
    return not settings.is_live and all(_is_loopback(host) for host in hosts)


def _traces(settings: Settings) -> Finding:
    if not settings.otlp_endpoint:
        return Finding(True, "No traces are recorded.")
    if not tracing.is_installed():
        return Finding(False, f"CHUCKWAGON_OTLP_ENDPOINT needs more packages: pip install {tracing.EXTRA}")
    return Finding(True, "Traces go to the collector.")


def _env_file(settings: Settings) -> Finding:
    if settings.sandbox or not DOTENV.is_file() or not _is_open_to_all(DOTENV):
        return Finding(True, "No file with keys is open to everybody on this machine.")
    return Finding(False, "The file .env may be read by everybody on this machine: chmod 600 .env")


def _data_folder(settings: Settings) -> Finding:
    folder = settings.data_dir
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        return Finding(False, f"The data folder {folder} cannot be made: {error.strerror}.")
    try:
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        return Finding(False, f"The data folder {folder} is not writable: {error.strerror}.")
    if not settings.sandbox and _is_open_to_all(folder):
        return Finding(
            False, f"The data folder {folder} may be read by everybody on this machine: chmod 700 {folder}"
        )
    return Finding(True, f"The data folder {folder} is writable.")


def _is_open_to_all(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o007)


def _database(settings: Settings) -> Finding:
    shown = _without_password(settings.database)
    try:
        engine = migration_engine(settings.database)
        is_behind = needs_migration(engine)
        engine.dispose()
    except CannotStart as problem:
        return Finding(False, str(problem))
    except (sa.exc.SQLAlchemyError, RuntimeError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return Finding(False, f"The database {shown} does not answer: {reason}")
    if is_behind:
        return Finding(False, f"The database {shown} is behind: run chuckwagon migrate.")
    if newer := describe_newer(settings.database):
        return Finding(True, f"The database {shown} answers. {newer}")
    return Finding(True, f"The database {shown} answers and is up to date.")


def _without_password(address: str) -> str:
    """A password may also stand behind the question mark, where the library does not hide it."""
    url = sa.make_url(address)
    return url.difference_update_query(["password"]).render_as_string(hide_password=True)


def _sample_accounts(settings: Settings) -> Finding:
    if settings.demo:
        return Finding(True, "The sample accounts are the demo's.")
    if _is_for_this_machine_only(settings):
        return Finding(True, "Only this machine reaches the product; sample accounts are not looked for.")
    if not _database(settings).is_fine:
        return Finding(True, "Sample accounts are looked for once the database answers.")
    db = Database(settings.database)
    try:
        working = [account.email for account in list_working_accounts(db)]
    finally:
        db.close()
    if working:
        return Finding(
            False,
            f"The demo's accounts still open with the passwords that everybody knows ({', '.join(working)}): "
            "use another database, or start with --demo and disable them.",
        )
    return Finding(True, "No sample account opens.")


def _clock(settings: Settings) -> Finding:
    """A provider that does not answer says nothing about our clock, and must not keep us from starting."""
    skew = None if settings.sandbox else find_skew_seconds(settings.stripe_api_base)
    if skew is None:
        return Finding(True, "The clock was not compared with the provider's.")
    if abs(skew) > MOST_SKEW_SECONDS:
        direction = "ahead of" if skew > 0 else "behind"
        return Finding(
            False,
            f"The clock is {abs(skew):.0f} seconds {direction} the provider's: webhooks would fail. Set it.",
        )
    return Finding(True, "The clock agrees with the provider's.")


def _unknown_names(_settings: Settings) -> Finding:
    unknown = find_unknown_names()
    if unknown:
        return Finding(False, f"These settings are unknown and do nothing: {', '.join(unknown)}.")
    return Finding(True, "Every CHUCKWAGON_ setting is known.")


def _set_aside(settings: Settings) -> Finding:
    """Paid payments without an order, and payments that could not be ended."""
    if not _database(settings).is_fine:
        return Finding(True, "Payments that were set aside are looked for once the database answers.")
    db = Database(settings.database)
    try:
        with db.reading() as session:
            payments, since = deferrals.read_payments(session)
            checkouts = deferrals.count_checkouts(session)
    finally:
        db.close()
    if not payments and not checkouts:
        return Finding(True, "The reconciler has set no payment aside.")
    oldest = f", the oldest of {since:%Y-%m-%d %H:%M} UTC" if since else ""
    return Finding(
        False,
        f"The reconciler has set aside {payments} paid payments{oldest}, and {checkouts} unpaid ones that "
        "could not be ended. They are tried again; the log says why (payment_set_aside, checkout_set_aside).",
    )


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


Look = Callable[[Settings], Finding]
BEFORE_THE_DATABASE: tuple[Look, ...] = (
    _payments, _webhook_secret, _public_address, _foreign_origins, _traces, _env_file, _data_folder,
)  # fmt: skip
WITH_THE_DATABASE: tuple[Look, ...] = (_database, _sample_accounts, _clock)
# Something does not work with these, but nobody is harmed: orders go on.
WORTH_KNOWING: tuple[Look, ...] = (_unknown_names, _set_aside, _texts, _pictures, _screens)
