"""Where settings come from: the environment, a `.env` file, and files with secrets."""

import os
from collections.abc import Mapping
from pathlib import Path

from chuckwagon.kit.errors import SettingsInvalid

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


def read_variables(environ: Mapping[str, str] | None) -> dict[str, str]:
    """Return the variables of `environ`, or of the process, on top of those of the `.env` file."""
    return {**_read_dotenv(Path(".env")), **(os.environ if environ is None else environ)}


def read_secret_files(env: Mapping[str, str]) -> dict[str, str]:
    """Return the variables with the content of the file for each `…_FILE` setting. Raises SettingsInvalid."""
    found = dict(env)
    for name in (*SECRETS, *FILE_SETTINGS):
        path = env.get(f"{name}_FILE")
        if not path:
            continue
        if env.get(name):
            raise SettingsInvalid(f"{name} and {name}_FILE are both set. Unset one of the two.")
        try:
            found[name] = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not text"
            raise SettingsInvalid(f"{name}_FILE cannot be read ({reason}): {path}") from None
        if not found[name]:
            raise SettingsInvalid(f"{name}_FILE is an empty file: {path}")
    return found


def _read_dotenv(path: Path) -> dict[str, str]:
    """Read a `.env` file; empty if there is none. Variables in values are not expanded."""
    if not path.is_file():
        return {}
    from dotenv import dotenv_values

    found = dotenv_values(path, interpolate=False)
    return {name: value for name, value in found.items() if value is not None}
