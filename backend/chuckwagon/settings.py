"""All settings, read from the environment and a `.env` file by `settings_sources.load_settings`."""

import ipaddress
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec

SANDBOX_KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_sandbox",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_sandbox",
    "STRIPE_WEBHOOK_SECRET": "whsec_sandbox",
    "TWILIO_ACCOUNT_SID": "AC" + "5a" * 16,
    "TWILIO_AUTH_TOKEN": "sandbox-token",
    "TWILIO_FROM": "+15005550006",
    "CHUCKWAGON_PUSH_PRIVATE_KEY": "c2FuZGJveC1rZXktb2YtcHVzaC1tZXNzYWdlcy0tLS0",
    "CHUCKWAGON_PUSH_SUBJECT": "mailto:orders@chuckwagon.example",
}

# Never shown. Each may be read from a file: STRIPE_SECRET_KEY_FILE=/run/secrets/stripe_secret_key.
SECRETS = (
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "TWILIO_AUTH_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "CHUCKWAGON_DATABASE_URL",
    "CHUCKWAGON_DATABASE_DIRECT_URL",
    "CHUCKWAGON_SMTP_URL",
    "CHUCKWAGON_PUSH_PRIVATE_KEY",
    "DATABASE_URL",
)
# Not secret, but issued together with a secret, so they may be read from a file too.
FILE_SETTINGS = ("STRIPE_PUBLISHABLE_KEY", "TWILIO_ACCOUNT_SID", "AWS_ACCESS_KEY_ID")

_SECRET_FIELDS = {name.removeprefix("CHUCKWAGON_").lower() for name in SECRETS}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
# The first wait of a retry. The fourth is 27 times as long, and over an hour would be taken for a clock that was set
# back (`jobs.outbox.LONGEST_DELAY`).
RetrySeconds = Annotated[float, msgspec.Meta(ge=0, le=130)]


def is_live_key(key: str) -> bool:
    """Whether a Stripe key (secret, restricted or publishable) is a live key; False for an empty one."""
    return "_live_" in key


def find_packaged_folder(in_package: str, in_checkout: str) -> Path:
    """Folder of the product: `in_package` if installed from a wheel, else `in_checkout`."""
    package = Path(__file__).resolve().parent
    inside = package / "shipped" / in_package
    return inside if inside.is_dir() else package.parents[1] / in_checkout


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. Amounts are in cents and durations in seconds unless the name says otherwise.

    A field is set by `CHUCKWAGON_` and its name, or the `name` of its `msgspec.field` where that was published first.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    sandbox_port: int = 8001
    data_dir: Path = Path("data")
    database_url: str = ""
    database_direct_url: str = ""  # of PostgreSQL itself, if `database_url` leads to a pooler
    public_url: str = ""
    trusted_proxies: str = ""
    cors_origins: str = ""
    worker: bool = True
    demo: bool = False
    demo_history: bool = True
    sandbox: bool = False
    live: bool = False
    dev_tools: bool | None = None
    map_style: str = ""
    map_origins: str = ""
    map_site: str = "https://www.google.com/maps/search/?api=1&query="  # what is searched for is appended
    metrics_host: str = "127.0.0.1"
    metrics_port: int = 0
    otlp_endpoint: str = ""
    access_log: bool | None = msgspec.field(name="request_log", default=None)
    frontend_dir: Path = find_packaged_folder("screens", "frontend/dist")

    stripe_secret_key: str = ""
    stripe_publishable_key: str = ""
    stripe_webhook_secret: str = ""
    stripe_api_base: str = ""
    stripe_statement_prefix: str = ""  # the shortened descriptor of the account
    twilio_account_sid: str = ""
    twilio_auth_token: str = ""
    twilio_from: str = ""
    twilio_api_base: str = ""
    smtp_url: str = ""
    mail_from: str = ""
    sandbox_mail_port: int = 0
    push_private_key: str = ""  # of `chuckwagon make-push-keys`; without it nothing is pushed
    push_subject: str = ""
    push_services: str = ""  # hosts beside those of the well-known browsers

    uploads_bucket: str = ""
    uploads_endpoint: str = ""
    uploads_region: str = ""
    aws_access_key_id: str = ""
    aws_secret_access_key: str = ""
    aws_session_token: str = ""

    min_pickup_lead_minutes: int = 15
    tax_rate: float = 8.75
    require_connected_account: bool = msgspec.field(name="refuse_without_account", default=False)
    unpaid_intent_seconds: int = 7200
    hold_seconds: Annotated[int, msgspec.Meta(ge=1)] = 600
    reconcile_seconds: float = 20.0
    refund_retry_seconds: float = 15.0  # tripled with each retry, up to an hour
    # Limit of one Stripe call, including its retries.
    provider_timeout_seconds: Annotated[float, msgspec.Meta(gt=0)] = msgspec.field(
        name="provider_seconds", default=15.0
    )
    worker_poll_seconds: float = 1.0
    worker_threads: Annotated[int, msgspec.Meta(ge=1, le=32)] = 16  # that send messages and refunds side by side
    disruption_seconds: Annotated[float, msgspec.Meta(ge=0)] = 10.0  # in which a disruption can be taken back
    disruption_retry_seconds: RetrySeconds = 2.0  # tripled with each retry of a step or its SMS, five tries in all
    sms_retry_seconds: RetrySeconds = 8.0  # tripled with each retry, so that five tries take more than five minutes
    push_retry_seconds: RetrySeconds = 5.0  # tripled with each retry, so that five tries take more than three minutes
    mail_retry_seconds: RetrySeconds = 60.0  # tripled with each retry, so that five tries take 40 minutes

    max_body_bytes: int = 64 * 1024
    max_webhook_bytes: int = 1024 * 1024
    max_menu_item_bytes: int = 256 * 1024
    max_menu_file_bytes: int = 5 * 1024 * 1024
    max_menu_form_bytes: int = 5 * 1024 * 1024 + 64 * 1024
    max_upload_bytes: int = 10 * 1024 * 1024
    max_csp_report_bytes: int = 8 * 1024
    max_client_error_bytes: int = 4 * 1024
    max_url_bytes: int = 4096
    max_connections: int = 0  # 0: as many as the operating system allows a process
    max_connections_per_address: int = 1000
    max_streams_per_address: int = 200
    drain_seconds: float = 12.0
    pre_stop_seconds: float = msgspec.field(name="leave_seconds", default=0.0)
    limit_reads_per_address: int = 12_000
    limit_searches_per_address: int = 1_200
    limit_checkouts_per_address: int = 60
    limit_checkouts_per_phone: int = 6
    limit_unpaid_percent_per_address: Annotated[int, msgspec.Meta(ge=0, le=100)] = 50
    limit_verifications_per_address: int = 120
    limit_self_service_per_order: int = 30
    limit_demand_per_address: int = 30
    limit_offer_guesses_per_address: int = 30
    limit_menu_imports_per_user: int = 240
    limit_csp_reports_per_address: int = 30
    limit_client_errors_per_address: int = 20
    limit_uploads_per_user: int = 30
    limit_sign_in_failures_per_address: int = 30
    limit_resets_per_address: int = 10
    limit_resets_per_email: int = 3
    limit_push_devices_per_user: int = 10
    limit_push_devices_per_order: int = 3
    limit_push_renewals_per_address: int = 30
    limit_notifications_per_user: int = 20
    limit_notifications_per_phone: int = 5
    # SMS to numbers that have neither paid online nor answered; each order's first one counts.
    limit_new_numbers_per_user: int = 60
    limit_new_numbers_per_truck: int = 120
    notification_gap_seconds: int = 300
    notification_customer_days: int = 30
    sms_daily_limit: int = msgspec.field(name="sms_daily_budget", default=1000)
    audit_retention_days: Annotated[int, msgspec.Meta(ge=1)] = msgspec.field(name="audit_days", default=365)

    require_second_factor: Literal["none", "superadmins", "everyone"] = "none"
    refund_proof_dollars: Annotated[int, msgspec.Meta(ge=0)] = 100  # above it users prove again who they are

    # Retention of personal data in days; 0 keeps it forever.
    customer_retention_days: int = msgspec.field(name="keep_customers_days", default=3 * 365)
    unpaid_checkout_retention_days: int = msgspec.field(name="keep_unpaid_checkouts_days", default=30)
    message_retention_days: int = msgspec.field(name="keep_texts_days", default=90)
    response_retention_days: int = msgspec.field(name="keep_answers_days", default=2)

    def __repr__(self) -> str:
        """Hide secrets, because tracebacks and debuggers may show the settings."""
        shown = {
            name: "…" if name in _SECRET_FIELDS and getattr(self, name) else getattr(self, name)
            for name in self.__struct_fields__
        }
        return f"Settings({', '.join(f'{name}={value!r}' for name, value in shown.items())})"

    @property
    def is_live(self) -> bool:
        """Whether real customers pay here: CHUCKWAGON_LIVE is set or the Stripe key is live."""
        return self.live or self.moves_real_money

    @property
    def moves_real_money(self) -> bool:
        """Whether the Stripe key is live, so that Stripe's events must have `livemode` set."""
        return is_live_key(self.stripe_secret_key)

    @property
    def logs_requests(self) -> bool:
        """Whether requests are logged. The demo does so only if CHUCKWAGON_REQUEST_LOG is set."""
        return not self.demo if self.access_log is None else self.access_log

    @property
    def shows_dev_tools(self) -> bool:
        """Whether the developer pages are shown. Where real customers pay, never."""
        return not self.is_live if self.dev_tools is None else self.dev_tools

    @property
    def has_mail(self) -> bool:
        """Whether a mail server is set. Without one no screen offers anything that needs e-mail."""
        return bool(self.smtp_url)

    @property
    def has_push(self) -> bool:
        """Whether push keys are set. Without them no screen offers push messages."""
        return bool(self.push_private_key)

    @property
    def push_stand_in(self) -> str | None:
        """URL of the sandbox's push service while the sandbox's key is used.

        None with other keys: then messages go to the browser's own push service.
        """
        is_used = self.sandbox and self.push_private_key == SANDBOX_KEYS["CHUCKWAGON_PUSH_PRIVATE_KEY"]
        return f"{self.sandbox_origin}/push" if is_used else None

    @property
    def other_push_services(self) -> tuple[str, ...]:
        """Hosts that may be pushed to beside the well-known ones."""
        return _split_list(self.push_services.lower())

    @property
    def origin(self) -> str:
        """Public origin of links in SMS and of return URLs."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def allowed_origins(self) -> tuple[str, ...]:
        """Other origins whose pages may call the API from a browser."""
        return _split_list(self.cors_origins)

    @property
    def map_sources(self) -> tuple[str, ...]:
        """Origins that maps load their style and tiles from. The built-in style needs none."""
        style = urlsplit(self.map_style)
        return (f"{style.scheme}://{style.netloc}", *_split_list(self.map_origins)) if self.map_style else ()

    @property
    def proxy_networks(self) -> tuple[Network, ...]:
        """Networks of trusted proxies, whose X-Forwarded-For header is used."""
        return tuple(ipaddress.ip_network(part) for part in _split_list(self.trusted_proxies))

    @property
    def sandbox_origin(self) -> str:
        """Origin of the sandbox, as a browser on this machine reaches it."""
        return f"http://localhost:{self.sandbox_port}"

    @property
    def database(self) -> str:
        """SQLAlchemy URL of the database; psycopg is the driver of PostgreSQL. Default: SQLite in the data folder."""
        if not self.database_url:
            return f"sqlite:///{self.data_dir / 'chuckwagon.sqlite3'}"
        return _with_driver(self.database_url)

    @property
    def direct_database(self) -> str:
        """SQLAlchemy URL of the database itself, for what a pooler in transaction mode cannot carry."""
        return _with_driver(self.database_direct_url) if self.database_direct_url else self.database

    @property
    def is_pooled(self) -> bool:
        """Whether a pooler in transaction mode is between the product and PostgreSQL."""
        return self.direct_database != self.database

    @property
    def uploads_dir(self) -> Path:
        """Folder of the images, if they are not in a bucket."""
        return self.data_dir / "uploads"

    @property
    def stripe_js_url(self) -> str | None:
        """URL of the sandbox's replacement for Stripe.js, or None if Stripe's own is used."""
        return f"{self.sandbox_origin}/stripe.js" if self.sandbox else None


def _with_driver(url: str) -> str:
    return url.replace("postgres://", "postgresql://", 1).replace("postgresql://", "postgresql+psycopg://", 1)


def _split_list(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (part.strip() for part in text.split(","))))
