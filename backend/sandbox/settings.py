"""Settings of the sandbox, from the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"  # always the loopback address, because anyone knows the test keys


@dataclass(frozen=True)
class Settings:
    port: int = 8001
    mail_port: int = 0  # 0: no mail server
    public_url: str = "http://localhost:8001"
    data_dir: Path | None = None
    webhook_url: str | None = None
    webhook_secret: str = "whsec_sandbox"  # noqa: S105  the well-known secret of a stand-in
    sms_inbound_url: str | None = None
    twilio_account_sid: str = "AC" + "0" * 32
    twilio_auth_token: str = "sandbox-auth-token"  # noqa: S105
    retry_seconds: tuple[float, ...] = (1, 3, 10, 30, 60)


def load(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read the settings. Refuses a live key, because no payment here is real."""
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"):
        if "_live_" in environ.get(name, ""):
            raise SystemExit(f"{name} is a live key. The sandbox must never run beside a live key.")
    base = Settings()
    port = int(environ.get("SANDBOX_PORT", base.port))
    folder = environ.get("SANDBOX_DATA_DIR")
    waits = environ.get("SANDBOX_WEBHOOK_RETRY_SECONDS")
    return Settings(
        port=port,
        mail_port=int(environ.get("SANDBOX_MAIL_PORT") or base.mail_port),
        public_url=environ.get("SANDBOX_PUBLIC_URL", f"http://localhost:{port}").rstrip("/"),
        data_dir=Path(folder) if folder else None,
        webhook_url=environ.get("SANDBOX_WEBHOOK_URL") or None,
        webhook_secret=environ.get("STRIPE_WEBHOOK_SECRET") or base.webhook_secret,
        sms_inbound_url=environ.get("SANDBOX_SMS_INBOUND_URL") or None,
        twilio_account_sid=environ.get("TWILIO_ACCOUNT_SID") or base.twilio_account_sid,
        twilio_auth_token=environ.get("TWILIO_AUTH_TOKEN") or base.twilio_auth_token,
        retry_seconds=tuple(float(part) for part in waits.split(",")) if waits else base.retry_seconds,
    )
