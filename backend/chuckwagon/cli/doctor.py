"""Checks of settings, database and providers, for `doctor`. `serve` and `worker` skip the advisory ones.

They refuse to start if a check of the settings or the database fails.
"""

import urllib.error
import urllib.request
from contextlib import closing
from datetime import timedelta
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import sqlalchemy as sa

from chuckwagon.accounts.queries import count_superadmins_without_factor
from chuckwagon.cli import file_mode_and_proxy_checks
from chuckwagon.day_closes.check import check_cash
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import describe_newer_schema, migration_engine, needs_migration
from chuckwagon.db.postgresql import find_wrong_settings
from chuckwagon.demo.accounts import list_demo_sign_ins
from chuckwagon.disruptions import queries
from chuckwagon.integrations.smtp import EmailUnavailable, smtp_gateway
from chuckwagon.integrations.stripe.client import WALLETS, stripe_gateway
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused
from chuckwagon.kit import clock
from chuckwagon.kit.errors import CannotStart, Unavailable
from chuckwagon.kit.money import format_usd
from chuckwagon.observability import tracing
from chuckwagon.observability.logging import log
from chuckwagon.orders.queries import sum_pay_outs_due
from chuckwagon.orders.reservations import usage_check
from chuckwagon.payments.counter.readers import check_readers
from chuckwagon.payments.reconciliation import deferrals
from chuckwagon.payments.usage import count_orders_of_deleted_trucks
from chuckwagon.printing.queries import check_printers
from chuckwagon.reporting.books.jobs import check_closed_days
from chuckwagon.settings import Settings
from chuckwagon.settings_sources import find_unknown_names
from chuckwagon.settings_validation import START_CHECKS, Check, CheckResult, find_problems, is_loopback

# Stripe's signatures are valid for 300 seconds; the rest is left for slow deliveries.
MAX_SKEW_SECONDS = 120
STRIPE_API, SKEW_TIMEOUT_SECONDS = "https://api.stripe.com", 3.0
MAX_NAMED, MAX_PAY_OUT_WAIT = 5, timedelta(days=1)


class UnsafeSettings(CannotStart):
    """The product must not start with these settings. The message has one line per reason."""


def run_checks(settings: Settings) -> list[CheckResult]:
    """Run all checks that loading the settings has not run."""
    return [check(settings) for check in (*SETTINGS_CHECKS, *DATABASE_CHECKS, *ADVISORY_CHECKS)]


def refuse_unsafe_settings(settings: Settings) -> None:
    """Raise UnsafeSettings if a check that needs no database fails. Creates the data folder."""
    file_mode_and_proxy_checks.close_database_files(settings)
    _refuse(settings, SETTINGS_CHECKS)


def refuse_unsafe_database(settings: Settings) -> None:
    """Raise UnsafeSettings if a check of the database, its pooler, the demo accounts or the clock fails."""
    _refuse(settings, DATABASE_CHECKS)


def warn_of_risks(settings: Settings) -> None:
    """Log what is no reason to refuse a start, but puts money at risk."""
    for sentence in find_problems(RISK_CHECKS, settings):
        log.warning("start_at_risk", reason=sentence)


def _refuse(settings: Settings, checks: tuple[Check, ...]) -> None:
    if reasons := find_problems(checks, settings):
        raise UnsafeSettings("\n".join(reasons))


def _is_local_only(settings: Settings) -> bool:
    hosts = (settings.host, urlsplit(settings.origin).hostname or "")
    return not settings.is_live and all(is_loopback(host) for host in hosts)


def _check_tracing(settings: Settings) -> CheckResult:
    if not settings.otlp_endpoint:
        return CheckResult(True, "No traces are recorded.")
    if not tracing.is_installed():
        return CheckResult(
            False, f"CHUCKWAGON_OTLP_ENDPOINT needs additional packages: pip install {tracing.OTEL_EXTRA}"
        )
    return CheckResult(True, "Traces are sent to the collector.")


def _check_database(settings: Settings) -> CheckResult:
    shown = _hide_password(settings.direct_database)
    try:
        engine = migration_engine(settings.direct_database)
        is_behind = needs_migration(engine)
        engine.dispose()
    except CannotStart as problem:
        return CheckResult(False, str(problem))
    except (sa.exc.SQLAlchemyError, RuntimeError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        return CheckResult(False, f"The database {shown} does not respond: {reason}")
    if is_behind:
        return CheckResult(False, f"The database {shown} has an older schema: run chuckwagon migrate.")
    if newer := describe_newer_schema(settings.direct_database):
        return CheckResult(True, f"The database {shown} responds. {newer}")
    return CheckResult(True, f"The database {shown} responds and is up to date.")


def _check_pooler(settings: Settings) -> CheckResult:
    if not settings.is_pooled:
        return CheckResult(True, "No pooler is between the product and the database.")
    try:
        missing = find_wrong_settings(settings.database)
    except sa.exc.DBAPIError as error:
        reason = str(error.orig).strip().splitlines()[0]
        return CheckResult(False, f"The pooler {_hide_password(settings.database)} does not respond: {reason}")
    if missing:
        return CheckResult(
            False,
            f"Sessions behind the pooler lack {', '.join(missing)}. Both URLs must name the same role and database; "
            "sessions older than the settings end with RECONNECT in PgBouncer's console.",
        )
    return CheckResult(True, "The sessions behind the pooler have the settings that they need.")


def _hide_password(address: str) -> str:
    """Remove the password from a database URL, also from its query string, where SQLAlchemy does not hide it."""
    url = sa.make_url(address)
    return url.difference_update_query(["password"]).render_as_string(hide_password=True)


def _check_demo_accounts(settings: Settings) -> CheckResult:
    if settings.demo:
        return CheckResult(True, "The demo accounts belong to the demo.")
    if _is_local_only(settings):
        return CheckResult(True, "Only this machine can reach the product, so demo accounts were not checked.")
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Demo accounts are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db:
        working = [account.email for account in list_demo_sign_ins(db)]
    if working:
        return CheckResult(
            False,
            f"Demo accounts with public passwords are still active ({', '.join(working)}). "
            "Use another database, or start with --demo and disable them.",
        )
    return CheckResult(True, "No demo account is active.")


def _check_superadmins(settings: Settings) -> CheckResult:
    """Check that no one reaches real money with a password alone."""
    if not settings.is_live or settings.require_second_factor != "none":
        return CheckResult(True, "Superadmins need a second factor, or payments are not real.")
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Second factors are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db, db.reading() as session:
        count = count_superadmins_without_factor(session)
    if not count:
        return CheckResult(True, "Every superadmin has a second factor.")
    return CheckResult(
        False,
        f"Payments are real, and superadmins without a second factor: {count}. "
        "They add one under Profile; CHUCKWAGON_REQUIRE_SECOND_FACTOR=superadmins requires it.",
    )


def _check_clock(settings: Settings) -> CheckResult:
    """Compare the clock with Stripe's. An outage of Stripe must not prevent a start."""
    skew = None if settings.sandbox else find_skew_seconds(settings.stripe_api_base)
    if skew is None:
        return CheckResult(True, "The clock was not compared with Stripe's.")
    if abs(skew) > MAX_SKEW_SECONDS:
        direction = "ahead of" if skew > 0 else "behind"
        return CheckResult(
            False,
            f"The clock is {abs(skew):.0f} seconds {direction} Stripe's, so webhooks would fail. Set it.",
        )
    return CheckResult(True, "The clock agrees with Stripe's.")


def find_skew_seconds(base: str) -> float | None:
    """Return the seconds that our clock is ahead of Stripe's (negative: behind), or None without an answer."""
    request = urllib.request.Request(base or STRIPE_API, method="HEAD")  # noqa: S310 - the provider's address
    try:
        with urllib.request.urlopen(request, timeout=SKEW_TIMEOUT_SECONDS) as answer:  # noqa: S310
            dated = answer.headers["Date"]
    except urllib.error.HTTPError as refusal:  # a 401 without a key has a date too
        dated = refusal.headers["Date"]
    except (OSError, ValueError):
        return None
    try:
        return (clock.now() - parsedate_to_datetime(dated)).total_seconds() if dated else None
    except (TypeError, ValueError):
        return None


def _check_unknown_settings(_settings: Settings) -> CheckResult:
    unknown = find_unknown_names()
    if unknown:
        return CheckResult(False, f"These settings are unknown and have no effect: {', '.join(unknown)}.")
    return CheckResult(True, "Every CHUCKWAGON_ setting is known.")


def _check_deferred_payments(settings: Settings) -> CheckResult:
    """Check for paid payments without an order and for unpaid payments that could not be canceled."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Deferred payments are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db, db.reading() as session:
        payments, since = deferrals.summarize_deferred_payments(session)
        checkouts = deferrals.count_deferred_checkouts(session)
    if not payments and not checkouts:
        return CheckResult(True, "The reconciler has deferred no payment.")
    oldest = f", the oldest of {since:%Y-%m-%d %H:%M} UTC" if since else ""
    return CheckResult(
        False,
        f"The reconciler has deferred {payments} paid payments{oldest}, and {checkouts} unpaid ones that "
        "could not be canceled. It retries them; the log says why (payment_set_aside, checkout_set_aside).",
    )


def _check_usage(settings: Settings) -> CheckResult:
    """Check that what is taken of slots and stock agrees with the orders and checkouts."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Slots and stock are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db:
        problems = usage_check.check_usage(db)
        with db.reading() as session:
            oversold = usage_check.describe_oversold(session, problems.oversold_stock)
    if problems.is_consistent:
        return CheckResult(True, "What is taken of slots and stock agrees with the orders.")
    parts = []
    if problems.slots or problems.stock:
        parts.append(
            f"{len(problems.slots)} slots and {len(problems.stock)} counts of stock differ from what orders have "
            "taken: run chuckwagon recompute-usage."
        )
    if problems.oversold_slots:
        parts.append(f"{problems.oversold_slots} slots hold more than they have room for.")
    if oversold:
        shown = ", ".join(oversold[:MAX_NAMED])
        parts.append(f"Oversold stock, {len(oversold)} in all: {shown}. Raise the count or cancel orders.")
    return CheckResult(False, " ".join(parts))


def _check_deleted_trucks(settings: Settings) -> CheckResult:
    """Check that no deleted truck has open orders."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Orders of deleted trucks are counted once the database responds.")
    with closing(Database(settings.direct_database)) as db, db.reading() as session:
        count = count_orders_of_deleted_trucks(session)
    if not count:
        return CheckResult(True, "No deleted truck has open orders.")
    return CheckResult(
        False,
        f"Deleted trucks have {count} open orders, which no one cooks: a superadmin chooses the truck on the orders "
        "screen, and cancels or completes them.",
    )


def _check_offers(settings: Settings) -> CheckResult:
    """Check that the count of each offer is the number of its uses."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Offers are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db:
        problems = usage_check.check_offers(db)
    if problems.is_consistent:
        return CheckResult(True, "The count of every offer agrees with its uses.")
    return CheckResult(
        False,
        f"The counts of {len(problems.counts)} offers differ from their uses: run chuckwagon recompute-usage. "
        f"{problems.over_limit} were used more often than they may be.",
    )


def _check_cash(settings: Settings) -> CheckResult:
    """Check that every cash event is in one drawer, and that sheets and drawers agree with the events."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Drawers are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db:
        found = "; ".join(check_cash(db).problems)
    return CheckResult(not found, f"{found or 'Drawers and day closes agree with all cash'}.")


def _check_disruptions(settings: Settings) -> CheckResult:
    """Check that each change of plan of a stop has reached its orders."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Changes of plan are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db, db.reading() as session:
        problems = queries.find_problems(session)
    if problems:
        return CheckResult(False, f"{'; '.join(problems)}. The log says why (disruption_stumbled).")
    return CheckResult(True, "Every change of plan of a stop has reached its orders.")


def _check_pay_outs(settings: Settings) -> CheckResult:
    """Check that what was refunded at the counter was paid out within a day."""
    if not _check_database(settings).is_ok:
        return CheckResult(True, "Refunds at the counter are checked once the database responds.")
    with closing(Database(settings.direct_database)) as db, db.reading() as session:
        count, cents = sum_pay_outs_due(session, clock.now())
        late_count, late_cents = sum_pay_outs_due(session, clock.now() - MAX_PAY_OUT_WAIT)
    if late_count:
        return CheckResult(
            False,
            f"{late_count} refunds at the counter, {format_usd(late_cents)} in all, were not paid out within a day. "
            "They are listed on each truck's orders board.",
        )
    return CheckResult(True, f"{count} refunds at the counter, {format_usd(cents)} in all, wait to be paid out.")


def _check_sms(settings: Settings) -> CheckResult:
    if settings.sandbox:
        return CheckResult(True, "SMS go to the sandbox: none are really sent.")
    names = ("twilio_account_sid", "twilio_auth_token", "twilio_from")
    missing = [name.upper() for name in names if not getattr(settings, name)]
    if missing:
        return CheckResult(False, f"No SMS can be sent: {', '.join(missing)} missing.")
    return CheckResult(True, f"SMS are sent from {settings.twilio_from}.")


def _check_wallets(settings: Settings) -> CheckResult:
    """Check that Stripe lets the pages of the site show wallets, such as Apple Pay."""
    if not settings.moves_real_money:
        return CheckResult(True, "Wallets are checked with live keys.")
    domain = urlsplit(settings.origin).hostname or ""
    try:
        active = stripe_gateway(settings).list_active_wallets(domain)
    except (PaymentRefused, Unavailable):
        return CheckResult(True, "Stripe was not asked whether wallets show.")
    if active is None:
        return CheckResult(False, f"No wallet shows: register {domain} under Payment method domains at Stripe.")
    missing = [name.replace("_", " ") for name in WALLETS if name not in active]
    if missing:
        return CheckResult(False, f"Stripe does not let {domain} show {', '.join(missing)}: see its domains.")
    return CheckResult(True, f"Stripe lets {domain} show wallets.")


def _check_mail_server(settings: Settings) -> CheckResult:
    """Sign in at the mail server and send nothing."""
    if settings.sandbox or not settings.has_mail:
        text = "E-mails go to the sandbox: none are really sent." if settings.has_mail else "No e-mail is sent."
        return CheckResult(True, text)
    try:
        smtp_gateway(settings).probe()
    except EmailUnavailable as error:
        return CheckResult(False, f"The mail server of CHUCKWAGON_SMTP_URL takes no e-mail ({error}).")
    return CheckResult(True, f"E-mails are sent from {settings.mail_from}.")


def _check_image_store(settings: Settings) -> CheckResult:
    from chuckwagon.integrations.storage import StoreUnavailable, file_store  # 4 MiB, and a start does not check this

    place = f"the bucket {settings.uploads_bucket}" if settings.uploads_bucket else str(settings.uploads_dir)
    try:
        file_store(settings).probe()
    except (StoreUnavailable, OSError) as error:
        reason = str(error.__cause__ or error).strip().splitlines()[0][:200]
        return CheckResult(False, f"Images cannot be stored in {place}: {reason}")
    return CheckResult(True, f"Images are stored in {place}, which is writable.")


def _check_frontend(settings: Settings) -> CheckResult:
    is_built = (settings.frontend_dir / "index.html").is_file()
    return CheckResult(is_built, "The front end is built." if is_built else "The front end is not built: run make run.")


SETTINGS_CHECKS: tuple[Check, ...] = (
    *START_CHECKS,
    _check_tracing,
    file_mode_and_proxy_checks.check_env_file,
    file_mode_and_proxy_checks.check_data_folder,
    file_mode_and_proxy_checks.check_database_files,
)
DATABASE_CHECKS: tuple[Check, ...] = (_check_database, _check_pooler, _check_demo_accounts, _check_clock)
# A failure puts money or sign-ins at risk, and is told at each start.
RISK_CHECKS: tuple[Check, ...] = (_check_superadmins, file_mode_and_proxy_checks.check_forwarders)
# A failure disables something, but orders continue.
ADVISORY_CHECKS: tuple[Check, ...] = (
    _check_unknown_settings,
    *RISK_CHECKS,
    _check_deferred_payments,
    _check_usage,
    _check_deleted_trucks,
    _check_offers,
    _check_cash,
    check_closed_days,
    _check_disruptions,
    _check_wallets,
    check_readers,
    check_printers,
    _check_pay_outs,
    _check_sms,
    _check_mail_server,
    _check_image_store,
    _check_frontend,
)
