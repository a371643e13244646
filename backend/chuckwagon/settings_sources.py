"""Reads the settings: from the environment, a `.env` file, and files with secrets."""

import difflib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.settings import FILE_SETTINGS, SANDBOX_KEYS, SECRETS, Settings, is_live_key
from chuckwagon.settings_validation import LOAD_CHECKS, check_provider_keys, find_problems

SANDBOX_PORT, SANDBOX_MAIL_PORT = "8001", "8025"
SANDBOX_MAIL_FROM = "Chuckwagon <orders@chuckwagon.example>"

# Read by Compose for its image and by the front end's development server.
_OTHER_NAMES = {"CHUCKWAGON_VERSION", "CHUCKWAGON_DEV_BACKEND"}
# Names that were settings in the release before, and why they no longer are.
_RETIRED_NAMES = {
    "CHUCKWAGON_PROCESSES": "no longer used: run one unit for each processor",
    **dict.fromkeys(
        ("CHUCKWAGON_REPORTS_DATABASE_URL", "CHUCKWAGON_REPORTS_MAX_LAG_SECONDS"),
        "no longer used: reports are read from the database itself",
    ),
}
_TEST_NAMES = ("CHUCKWAGON_TEST_", "CHUCKWAGON_FUZZ_", "CHUCKWAGON_WALKS")


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


def load_settings(
    environ: Mapping[str, str] | None = None,
    *,
    demo: bool = False,
    sandbox: bool = False,
    needs_provider: bool = True,
) -> Settings:
    """Read and check the settings of the environment and the `.env` file; variables of the environment win.

    `demo` includes the sandbox. Commands that use only the database pass `needs_provider=False` and need no Stripe
    keys. Raises SettingsInvalid with a sentence for each problem.
    """
    env = read_secret_files(read_variables(environ))
    sandbox = sandbox or demo or env.get("CHUCKWAGON_SANDBOX") == "1"
    demo = demo or env.get("CHUCKWAGON_DEMO") == "1"
    if sandbox:
        _refuse_live_keys(env)
        port = env.get("CHUCKWAGON_SANDBOX_PORT") or SANDBOX_PORT
        base = f"http://127.0.0.1:{port}"
        env = {**SANDBOX_KEYS, "STRIPE_API_BASE": base, "TWILIO_API_BASE": base} | _drop_empty(env)
        env = _add_sandbox_mail(env, port)
    raw = {name: value for name, value in _collect_fields(env).items() if value != ""}
    try:
        values = {**raw, "demo": demo, "sandbox": sandbox}
        settings = convert(values, Settings, strict=False, dec_hook=lambda kind, text: kind(text))
    except msgspec.ValidationError as error:
        raise SettingsInvalid(f"A setting has a wrong value: {error}") from error
    checks = (*LOAD_CHECKS, check_provider_keys) if needs_provider else LOAD_CHECKS
    if problems := find_problems(checks, settings):
        raise SettingsInvalid("\n".join(problems))
    return settings


def _add_sandbox_mail(env: dict[str, str], sandbox_port: str) -> dict[str, str]:
    """Return the variables with the sandbox's mailbox as the mail server, unless one is set.

    A second sandbox of this machine has a mailbox only if its port is set too.
    """
    mail_port = env.get("CHUCKWAGON_SANDBOX_MAIL_PORT") or (SANDBOX_MAIL_PORT if sandbox_port == SANDBOX_PORT else "0")
    if mail_port == "0":
        return env
    mail = {"CHUCKWAGON_SMTP_URL": f"smtp://127.0.0.1:{mail_port}", "CHUCKWAGON_MAIL_FROM": SANDBOX_MAIL_FROM}
    return {**mail, "CHUCKWAGON_SANDBOX_MAIL_PORT": mail_port} | env


def _drop_empty(env: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in env.items() if value != ""}


def _collect_fields(env: Mapping[str, str]) -> dict[str, Any]:
    """Values keyed by field name. Provider settings such as STRIPE_API_BASE have no CHUCKWAGON_ prefix."""
    found: dict[str, Any] = {}
    for field in Settings.__struct_encode_fields__:
        name = field.upper()
        key = name if name.startswith(("STRIPE_", "TWILIO_", "AWS_")) else f"CHUCKWAGON_{name}"
        if key == "CHUCKWAGON_DATABASE_URL" and "DATABASE_URL" in env:
            found[field] = env["DATABASE_URL"]
        if key in env:
            found[field] = env[key]
    return found


def _refuse_live_keys(env: Mapping[str, str]) -> None:
    for name in ("STRIPE_SECRET_KEY", "STRIPE_PUBLISHABLE_KEY"):
        if is_live_key(env.get(name, "")):
            raise SettingsInvalid(f"{name} is a live key: the sandbox works with test keys only. Unset it.")


def find_unknown_names(environ: Mapping[str, str] | None = None) -> list[str]:
    """List the `CHUCKWAGON_…` names in the environment or the `.env` file that are not settings, such as typos.

    Each is followed by the setting with the most similar name, if there is one.
    """
    given = read_variables(environ)
    known = {f"CHUCKWAGON_{field.upper()}" for field in Settings.__struct_encode_fields__}
    known |= {f"{name}_FILE" for name in SECRETS} | _OTHER_NAMES
    unknown = sorted(
        name
        for name in given
        if name.startswith("CHUCKWAGON_") and name not in known and not name.startswith(_TEST_NAMES)
    )
    return [_suggest_name(name, known) for name in unknown]


def _suggest_name(name: str, known: set[str]) -> str:
    if reason := _RETIRED_NAMES.get(name.removesuffix("_FILE")):
        return f"{name} ({reason})"
    close = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
    return f"{name} (did you mean {close[0]}?)" if close else name
