"""The checks of the settings' values, in one list. They need neither the database nor the network.

No command runs with settings that fail LOAD_CHECKS; `serve` and `worker` refuse START_CHECKS too. `doctor` adds what
needs the machine, the database and the providers (`cli/doctor.py`).
"""

import ipaddress
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import urlsplit

from chuckwagon.kit.validation import is_email
from chuckwagon.kit.vapid import derive_public_key
from chuckwagon.settings import Settings

MIN_SECRET_LENGTH = 20
MAX_STATEMENT_PREFIX_LENGTH = 10
MAX_RETENTION_DAYS = 100 * 365
MIN_IPV4_PREFIX, MIN_IPV6_PREFIX = 8, 16
_UNIQUE_LOCAL = ipaddress.IPv6Network("fc00::/7")
# They become part of the content security policy.
_MAP_ORIGIN = re.compile(r"https://(\*\.)?[a-z0-9.-]+(:\d+)?|http://(localhost|127\.0\.0\.1)(:\d+)?", re.IGNORECASE)
_PUSH_SERVICE = re.compile(r"(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}")
_ORIGIN = re.compile(r"(https?)://([a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")


@dataclass(frozen=True)
class CheckResult:
    """Result of one check. The sentence says what holds, or what is wrong and what to do."""

    is_ok: bool
    sentence: str


Check = Callable[[Settings], CheckResult]


def find_problems(checks: Iterable[Check], settings: Settings) -> list[str]:
    """The sentences of the checks that fail."""
    return [result.sentence for check in checks if not (result := check(settings)).is_ok]


def check_provider_keys(settings: Settings) -> CheckResult:
    """Check that no key of Stripe is missing.

    Not in LOAD_CHECKS, because commands that use only the database need none.
    """
    for name in ("stripe_secret_key", "stripe_publishable_key", "stripe_webhook_secret"):
        if not getattr(settings, name):
            return CheckResult(
                False, f"{name.upper()} is missing. Set it, or start with --demo to use the built-in sandbox."
            )
    return CheckResult(True, "The keys of Stripe are set.")


def _check_real_money(settings: Settings) -> CheckResult:
    if settings.stripe_api_base and settings.moves_real_money:
        return CheckResult(False, "STRIPE_API_BASE is set together with a live key. Unset one of the two.")
    if settings.live and settings.sandbox:
        return CheckResult(False, "CHUCKWAGON_LIVE is set: neither the demo nor the sandbox is for real customers.")
    return CheckResult(True, "Real money goes to Stripe only.")


def _check_statement_prefix(settings: Settings) -> CheckResult:
    prefix = settings.stripe_statement_prefix
    is_valid = 2 <= len(prefix) <= MAX_STATEMENT_PREFIX_LENGTH and any(char.isalpha() for char in prefix)
    if prefix and (not is_valid or not prefix.isascii() or set(prefix) & set("<>\\'\"*")):
        return CheckResult(False, "STRIPE_STATEMENT_PREFIX must be the shortened descriptor of the account.")
    return CheckResult(True, "The prefix of card statements can be used.")


def _check_database_url(settings: Settings) -> CheckResult:
    if not settings.database.startswith(("sqlite://", "postgresql+psycopg://")):
        return CheckResult(False, "CHUCKWAGON_DATABASE_URL must start with sqlite:// or postgresql://.")
    if settings.database_url and not _is_valid_url(settings.database_url):
        return CheckResult(False, "CHUCKWAGON_DATABASE_URL cannot be parsed. Write @ : / in a password as %40 %3A %2F.")
    if settings.database_url and settings.database.startswith("sqlite") and not _names_a_file(settings.database):
        return CheckResult(
            False,
            "CHUCKWAGON_DATABASE_URL names no file, so nothing would be stored. "
            "A SQLite URL looks like sqlite:////srv/chuckwagon/chuckwagon.sqlite3.",
        )
    return CheckResult(True, "The database URL is valid.")


def _check_direct_url(settings: Settings) -> CheckResult:
    urls = (settings.database, settings.direct_database)
    if settings.is_pooled and not all(url.startswith("postgresql+psycopg://") and _is_valid_url(url) for url in urls):
        return CheckResult(
            False,
            "CHUCKWAGON_DATABASE_DIRECT_URL is for a pooler in front of PostgreSQL: it and CHUCKWAGON_DATABASE_URL "
            "must both start with postgresql://.",
        )
    return CheckResult(True, "The direct database URL is valid.")


def _is_valid_url(address: str) -> bool:
    """Whether SQLAlchemy can parse the URL. Its own error message would contain the password."""
    from sqlalchemy import exc, make_url

    try:
        return "@" not in (make_url(address).host or "")
    except (exc.ArgumentError, ValueError):
        return False


def _names_a_file(address: str) -> bool:
    """Whether a SQLite URL names a file. An in-memory database would end with its connection."""
    from sqlalchemy import make_url

    url = make_url(address)
    name = url.database or ""
    return not url.host and name not in {"", ":memory:"} and not name.startswith("file:") and name[-1] != "/"


def _check_proxies(settings: Settings) -> CheckResult:
    try:
        networks = settings.proxy_networks
    except ValueError as error:
        return CheckResult(False, f"CHUCKWAGON_TRUSTED_PROXIES: {error}.")
    if wide := [network for network in networks if _trusts_everyone(network)]:
        return CheckResult(
            False,
            f"CHUCKWAGON_TRUSTED_PROXIES contains {wide[0]}, so every client could claim any address and no limit per "
            "address would hold. Name the proxies.",
        )
    return CheckResult(True, f"Trusted proxies: {', '.join(map(str, networks)) or 'none'}.")


def _trusts_everyone(network: ipaddress.IPv4Network | ipaddress.IPv6Network) -> bool:
    """Whether this is a part of the internet that no operator owns, such as 0.0.0.0/1. Private networks are fine."""
    if isinstance(network, ipaddress.IPv4Network):
        return network.prefixlen < MIN_IPV4_PREFIX
    return network.prefixlen < MIN_IPV6_PREFIX and not network.subnet_of(_UNIQUE_LOCAL)


def _check_retention(settings: Settings) -> CheckResult:
    days = {
        "CUSTOMERS": settings.customer_retention_days,
        "UNPAID_CHECKOUTS": settings.unpaid_checkout_retention_days,
        "TEXTS": settings.message_retention_days,
        "ANSWERS": settings.response_retention_days,
    }
    for name, value in days.items():
        if not 0 <= value <= MAX_RETENTION_DAYS:
            limits = f"a number of days from 0 (forever) to {MAX_RETENTION_DAYS}"
            return CheckResult(False, f"CHUCKWAGON_KEEP_{name}_DAYS must be {limits}.")
    return CheckResult(True, "The retention periods are valid.")


def _check_metrics_port(settings: Settings) -> CheckResult:
    if settings.metrics_port and settings.metrics_port == settings.port:
        return CheckResult(False, "CHUCKWAGON_METRICS_PORT must differ from CHUCKWAGON_PORT.")
    return CheckResult(True, "Metrics do not use the public port.")


def _check_otlp_endpoint(settings: Settings) -> CheckResult:
    if settings.otlp_endpoint and urlsplit(settings.otlp_endpoint).scheme not in ("http", "https"):
        return CheckResult(False, "CHUCKWAGON_OTLP_ENDPOINT must be an http or https URL.")
    return CheckResult(True, "The address for traces is valid.")


def _check_uploads_bucket(settings: Settings) -> CheckResult:
    bucket = urlsplit(settings.uploads_bucket)
    if settings.uploads_bucket and (bucket.scheme != "s3" or not bucket.netloc):
        return CheckResult(False, "CHUCKWAGON_UPLOADS_BUCKET must look like s3://bucket or s3://bucket/prefix.")
    return CheckResult(True, "The bucket for images is valid.")


def _check_map(settings: Settings) -> CheckResult:
    if not all(_MAP_ORIGIN.fullmatch(origin) for origin in settings.map_sources):
        return CheckResult(
            False, "CHUCKWAGON_MAP_STYLE must be an https URL, CHUCKWAGON_MAP_ORIGINS a list of https origins."
        )
    if urlsplit(settings.map_site).scheme != "https":
        return CheckResult(False, "CHUCKWAGON_MAP_SITE must be an https URL to which a search can be appended.")
    return CheckResult(True, "The addresses of the map are valid.")


def _check_mail(settings: Settings) -> CheckResult:
    if not settings.smtp_url:
        return CheckResult(True, "No e-mail is sent.")
    if not _is_mail_server(settings.smtp_url):
        example = "smtp://user:password@mail.example.com:587 or smtps://…:465"
        return CheckResult(
            False, f"CHUCKWAGON_SMTP_URL must look like {example}. Write @ : / in a password as %40 %3A %2F."
        )
    sender = parseaddr(settings.mail_from)[1]
    if not (is_email(sender) and sender.isascii() and settings.mail_from.isprintable()):
        return CheckResult(
            False, "CHUCKWAGON_MAIL_FROM must be the address that e-mails come from: Chuckwagon <orders@example.com>."
        )
    return CheckResult(True, f"E-mails come from {settings.mail_from}.")


def _check_dev_tools(settings: Settings) -> CheckResult:
    if settings.is_live and settings.dev_tools:
        return CheckResult(False, "CHUCKWAGON_DEV_TOOLS is true, but the developer pages are not for real customers.")
    return CheckResult(True, f"The developer pages are {'shown' if settings.shows_dev_tools else 'hidden'}.")


def _check_push(settings: Settings) -> CheckResult:
    if not settings.push_private_key:
        return CheckResult(True, "No device is told by push.")
    try:
        derive_public_key(settings.push_private_key)
    except ValueError:
        return CheckResult(False, "CHUCKWAGON_PUSH_PRIVATE_KEY is not a key. Make one: chuckwagon make-push-keys.")
    is_mail = settings.push_subject.startswith("mailto:") and is_email(settings.push_subject.removeprefix("mailto:"))
    if not is_mail and urlsplit(settings.push_subject).scheme != "https":
        return CheckResult(
            False,
            "CHUCKWAGON_PUSH_SUBJECT must say whom push services may write to: mailto:you@example.com or an https URL.",
        )
    if not all(_PUSH_SERVICE.fullmatch(host) for host in settings.other_push_services):
        return CheckResult(
            False, "CHUCKWAGON_PUSH_SERVICES must be a list of hosts: push.example.com or *.push.example.com."
        )
    return CheckResult(True, f"Push services may write to {settings.push_subject}.")


def _is_mail_server(address: str) -> bool:
    """Whether this is the URL of a mail server: scheme, host and optional port and account, nothing else."""
    try:
        parts = urlsplit(address)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        return False
    is_bare = parts.path in ("", "/") and not parts.query and not parts.fragment
    return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and has_port and is_bare


def _check_payments(settings: Settings) -> CheckResult:
    if settings.sandbox:
        return CheckResult(True, "Payments go to the sandbox: no real card is charged.")
    modes = [_key_mode(key) for key in (settings.stripe_secret_key, settings.stripe_publishable_key)]
    if modes[0] != modes[1]:
        return CheckResult(
            False,
            f"STRIPE_SECRET_KEY is a {modes[0]} key and STRIPE_PUBLISHABLE_KEY a {modes[1]} one. "
            "Use keys of the same mode.",
        )
    if settings.live and modes[0] != "live":
        return CheckResult(
            False, "CHUCKWAGON_LIVE is set, but STRIPE_SECRET_KEY is not a live key: no payment would be real."
        )
    if modes[0] == "live":
        return CheckResult(True, "Payments are real (live keys).")
    return CheckResult(True, "Payments go to Stripe's test mode.")


def _key_mode(key: str) -> str:
    return next((mode for mode in ("live", "test") if f"_{mode}_" in key), "unrecognized")


def _check_webhook_secret(settings: Settings) -> CheckResult:
    """Check the length of each secret. Several, separated by commas, are valid while one replaces another."""
    secrets = [secret.strip() for secret in settings.stripe_webhook_secret.split(",")]
    if not settings.sandbox and any(len(secret) < MIN_SECRET_LENGTH for secret in secrets):
        return CheckResult(
            False,
            f"STRIPE_WEBHOOK_SECRET must have at least {MIN_SECRET_LENGTH} characters, so that it cannot be guessed.",
        )
    return CheckResult(True, "Webhook signatures are checked.")


def _check_public_url(settings: Settings) -> CheckResult:
    address = urlsplit(settings.origin)
    is_local = is_loopback(address.hostname or "")
    if settings.sandbox or (address.scheme == "https" and not (settings.is_live and is_local)):
        return CheckResult(True, f"Links point to {settings.origin}.")
    if not settings.is_live and is_local:
        return CheckResult(True, f"Links point to {settings.origin}, which only this machine can reach.")
    return CheckResult(
        False, f"Links point to {settings.origin}. Real customers need https: set CHUCKWAGON_PUBLIC_URL."
    )


def _check_cors_origins(settings: Settings) -> CheckResult:
    """Check the origins that may call the API. Plain http is allowed only on this machine."""
    for origin in settings.allowed_origins:
        if origin == "*":
            return CheckResult(
                False,
                "CHUCKWAGON_CORS_ORIGINS is *, so any site could use the API. List each origin.",
            )
        if not _is_allowed_origin(origin):
            return CheckResult(
                False,
                f"CHUCKWAGON_CORS_ORIGINS contains {origin!r}, which is not an origin such as https://app.example.com.",
            )
    return CheckResult(True, f"Other origins may call the API: {', '.join(settings.allowed_origins) or 'none'}.")


def _is_allowed_origin(text: str) -> bool:
    """Whether this is an origin as browsers send it: scheme, lower-case host and optional port, nothing else."""
    found = _ORIGIN.fullmatch(text)
    return found is not None and (found[1] == "https" or is_loopback(found[2].strip("[]")))


def is_loopback(host: str) -> bool:
    """Whether this is an address or a name of the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


LOAD_CHECKS: tuple[Check, ...] = (
    _check_real_money, _check_statement_prefix, _check_database_url, _check_direct_url,
    _check_proxies, _check_retention, _check_metrics_port, _check_otlp_endpoint, _check_uploads_bucket, _check_map,
    _check_mail, _check_push,
)  # fmt: skip
START_CHECKS: tuple[Check, ...] = (
    _check_payments,
    _check_webhook_secret,
    _check_public_url,
    _check_cors_origins,
    _check_dev_tools,
)
