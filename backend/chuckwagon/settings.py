"""Every setting of the product, read once from the environment (and a `.env` file)."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

SANDBOX_KEYS = {
    "STRIPE_SECRET_KEY": "sk_test_sandbox",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_sandbox",
    "STRIPE_WEBHOOK_SECRET": "whsec_sandbox",
    "TWILIO_ACCOUNT_SID": "AC" + "5a" * 16,
    "TWILIO_AUTH_TOKEN": "sandbox-token",
    "TWILIO_FROM": "+15005550006",
}


class SettingsInvalid(Exception):
    """A setting is missing or contradicts another; the message says which and what to do."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings. Amounts are whole cents, durations seconds unless the name says otherwise."""

    host: str = "127.0.0.1"
    port: int = 8000
    sandbox_port: int = 8001
    data_dir: Path = Path("data")
    database_url: str = ""
    public_url: str = ""
    processes: int = 1
    demo: bool = False
    sandbox: bool = False
    dev_tools: bool = True
    frontend_dir: Path = Path(__file__).resolve().parents[2] / "frontend" / "dist"

    stripe_secret_key: str = ""
    stripe_publishable_key: str = ""
    stripe_webhook_secret: str = ""
    stripe_api_base: str = ""
    twilio_account_sid: str = ""
    twilio_auth_token: str = ""
    twilio_from: str = ""
    twilio_api_base: str = ""

    uploads_bucket: str = ""
    uploads_endpoint: str = ""
    uploads_region: str = ""
    aws_access_key_id: str = ""
    aws_secret_access_key: str = ""
    aws_session_token: str = ""

    min_pickup_lead_minutes: int = 15
    tax_rate: float = 8.75
    refuse_without_account: bool = False
    unpaid_intent_seconds: int = 7200
    reconcile_seconds: float = 20.0
    worker_poll_seconds: float = 1.0
    sms_retry_seconds: float = 8.0  # and three times longer each time: five tries outlast five minutes

    max_body_bytes: int = 64 * 1024
    max_webhook_bytes: int = 1024 * 1024
    max_menu_item_bytes: int = 256 * 1024
    max_menu_file_bytes: int = 1024 * 1024
    max_menu_form_bytes: int = 1024 * 1024 + 16 * 1024
    max_upload_bytes: int = 10 * 1024 * 1024
    max_url_bytes: int = 4096
    limit_checkouts_per_address: int = 60
    limit_checkouts_per_phone: int = 6
    limit_verifications_per_address: int = 120
    limit_uploads_per_user: int = 30
    limit_notifications_per_user: int = 20
    limit_notifications_per_phone: int = 5
    notification_gap_seconds: int = 300
    notification_customer_days: int = 30
    sms_daily_budget: int = 1000

    @property
    def origin(self) -> str:
        """The public origin that links in texts and return addresses start with."""
        return (self.public_url or f"http://localhost:{self.port}").rstrip("/")

    @property
    def sandbox_origin(self) -> str:
        """Where a person's browser reaches the sandbox."""
        return f"http://localhost:{self.sandbox_port}"

    @property
    def database(self) -> str:
        """The SQLAlchemy address of the database; SQLite in the data folder unless set."""
        if not self.database_url:
            return f"sqlite:///{self.data_dir / 'chuckwagon.sqlite3'}"
        return self.database_url.replace("postgres://", "postgresql://", 1).replace(
            "postgresql://", "postgresql+psycopg://", 1
        )

    @property
    def uploads_dir(self) -> Path:
        """The folder of the pictures, unless they are in a bucket."""
        return self.data_dir / "uploads"

    @property
    def stripe_js_url(self) -> str | None:
        """The browser script of the sandbox, or None where Stripe's own is used."""
        return f"{self.sandbox_origin}/stripe.js" if self.sandbox else None


def load_settings(
    environ: Mapping[str, str] | None = None,
    *,
    demo: bool = False,
    sandbox: bool = False,
    needs_provider: bool = True,
) -> Settings:
    """Read the settings from the environment; `demo` brings the sandbox with it.

    What only works on the database does without the payment provider's keys.

    Raises SettingsInvalid with one sentence for people.
    """
    env = {**_dotenv(Path(".env")), **(os.environ if environ is None else environ)}
    sandbox = sandbox or demo or env.get("CHUCKWAGON_SANDBOX") == "1"
    demo = demo or env.get("CHUCKWAGON_DEMO") == "1"
    if sandbox:
        _refuse_live_keys(env)
        port = env.get("CHUCKWAGON_SANDBOX_PORT") or "8001"
        base = f"http://127.0.0.1:{port}"
        env = {**SANDBOX_KEYS, "STRIPE_API_BASE": base, "TWILIO_API_BASE": base} | _filled(env)
    raw = {name: value for name, value in _named(env).items() if value != ""}
    try:
        values = {**raw, "demo": demo, "sandbox": sandbox}
        settings = msgspec.convert(values, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except msgspec.ValidationError as error:
        raise SettingsInvalid(f"A setting has a wrong value: {error}") from error
    _check(settings)
    if needs_provider:
        _check_provider(settings)
    return settings


def _filled(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if value != ""}


def _named(env: Mapping[str, str]) -> dict[str, Any]:
    """Field name to value, for `CHUCKWAGON_PORT` as for `STRIPE_API_BASE`."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_fields__:
        name = field.upper()
        key = name if name.startswith(("STRIPE_", "TWILIO_", "AWS_")) else f"CHUCKWAGON_{name}"
        if key == "CHUCKWAGON_DATABASE_URL" and "DATABASE_URL" in env:
            found[field] = env["DATABASE_URL"]
        if key in env:
            found[field] = env[key]
    return found


def _refuse_live_keys(env: Mapping[str, str]) -> None:
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"):
        if "_live_" in env.get(name, ""):
            raise SettingsInvalid(f"{name} is a live key: the sandbox works with test keys only. Unset it.")


def _check_provider(settings: Settings) -> None:
    for name in ("stripe_secret_key", "stripe_publishable_key", "stripe_webhook_secret"):
        if not getattr(settings, name):
            raise SettingsInvalid(
                f"{name.upper()} is missing. Set it, or start with --demo to use the built-in sandbox."
            )


def _check(settings: Settings) -> None:
    if settings.stripe_api_base and "_live_" in settings.stripe_secret_key:
        raise SettingsInvalid("STRIPE_API_BASE is set together with a live key. Unset one of the two.")
    scheme = urlsplit(settings.database).scheme
    if not scheme.startswith(("sqlite", "postgresql")):
        raise SettingsInvalid(f"CHUCKWAGON_DATABASE_URL must be sqlite or postgresql, not {scheme}.")
    bucket = urlsplit(settings.uploads_bucket)
    if settings.uploads_bucket and (bucket.scheme != "s3" or not bucket.netloc):
        raise SettingsInvalid("CHUCKWAGON_UPLOADS_BUCKET must look like s3://bucket or s3://bucket/prefix.")


def _dotenv(path: Path) -> dict[str, str]:
    """`NAME=value` lines of a `.env` file; quotes around a value are dropped."""
    if not path.is_file():
        return {}
    lines = (line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    pairs = (line.removeprefix("export ").split("=", 1) for line in lines if "=" in line and line[0] != "#")
    return {name.strip(): value.strip().strip("\"'") for name, value in pairs}
