"""Commands on accounts, customers' data and keys, `doctor`, `audit verify` and `openapi`."""

import json
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from chuckwagon.cli.common import load_cli_settings, load_database_settings, migrate_database, open_database
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.kit.vapid import derive_public_key, make_private_key
from chuckwagon.settings_sources import load_settings

if TYPE_CHECKING:
    from chuckwagon.audit.hash_chain import ChainPosition


@click.command("create-superadmin")
@click.option("--email", prompt=True, help="Email address to sign in with.")
@click.option("--name", prompt=True, help="Name that other staff see.")
def create_superadmin(email: str, name: str) -> None:
    """Create an account with all permissions. Prompts for the password, or reads it from standard input."""
    from chuckwagon.accounts import service
    from chuckwagon.db.database import Database

    settings = load_database_settings()
    password = _read_password()
    migrate_database(settings)
    with closing(Database(settings.direct_database)) as db:
        user = service.create_superadmin(db, email, name, password)
    click.echo(f"{user.email} may now sign in at {settings.origin}/admin/login")


@click.command("remove-second-factor")
@click.argument("email")
def remove_second_factor(email: str) -> None:
    """Let the account with this address sign in by its password alone again. All its sessions end."""
    from chuckwagon.accounts.second_factors.enrollment import remove_factors_by_command

    with open_database(load_database_settings()) as db:
        removed = remove_factors_by_command(db, email)
    if removed is None:
        raise click.ClickException("No account has this email address.")
    if removed == 0:
        raise click.ClickException("This account has no second factor.")
    click.echo("The second factor is removed. The password alone signs in now.")


@click.command()
def doctor() -> None:
    """Check the settings, the database and the providers, one line each."""
    from chuckwagon.cli.doctor import run_checks

    findings = run_checks(load_cli_settings())
    for finding in findings:
        click.echo(f"{'ok  ' if finding.is_ok else 'FAIL'}  {finding.sentence}")
    if not all(finding.is_ok for finding in findings):
        sys.exit(1)


@click.group()
def audit() -> None:
    """Check the audit log of staff actions."""


@audit.command()
@click.option("--known", help="The last event of an earlier check, as number:hash. It must still be in the chain.")
def verify(known: str | None) -> None:
    """Check that no event was changed, removed or inserted. Names the first that was."""
    from chuckwagon.audit import hash_chain

    known_event = _parse_known_event(known)
    with open_database(load_database_settings()) as db:
        result = hash_chain.verify_chain(db, known_event)
    click.echo(f"{result.checked} events checked, {result.pending} not yet chained.")
    if result.redacted:
        click.echo(
            f"Events redacted: {result.redacted}. Erasures of staff (user.erased) that did so: {result.erasures}."
        )
    if result.problem:
        raise click.ClickException(result.problem)
    click.echo(f"The audit log is intact. Last event: {result.last.number}:{result.last.hash}")


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of standard output."
)
def openapi(out: Path | None) -> None:
    """Write the OpenAPI 3.1 document of the API as JSON. Needs no keys and no database."""
    from chuckwagon.app import create_app
    from chuckwagon.web.routing import build_openapi

    with tempfile.TemporaryDirectory() as folder:
        # Ignores the environment, so that the same code always gives the same document.
        settings = load_settings({"CHUCKWAGON_DATA_DIR": folder}, sandbox=True)
        document = build_openapi(create_app(settings).api)
    # Sorted, because Litestar does not order the paths of one handler.
    text = json.dumps(document, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if out is None:
        click.echo(text, nl=False)
    else:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(text, encoding="utf-8")


def _read_password() -> str:
    """Read the password from the terminal. It is not an option, because any user can read a process's command line."""
    if sys.stdin.isatty():
        answer: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
        return answer
    return sys.stdin.readline().rstrip("\r\n")


def _parse_known_event(known: str | None) -> "ChainPosition | None":
    from chuckwagon.audit.hash_chain import ChainPosition

    if known is None:
        return None
    number, _, found = known.partition(":")
    if not number.isdecimal() or len(found) != 64:
        raise click.BadParameter("Give number:hash as printed by an earlier check.", param_hint="--known")
    return ChainPosition(int(number), found)


@click.command("make-push-keys")
def make_push_keys() -> None:
    """Make the key by which push services know this product. Prints it, and stores nothing.

    Keep it: with another key every device has to be added again.
    """
    private_key = make_private_key()
    click.echo(f"CHUCKWAGON_PUSH_PRIVATE_KEY={private_key}")
    click.echo("CHUCKWAGON_PUSH_SUBJECT=mailto:you@example.com")
    click.echo(f"The public key, which browsers get from the product: {derive_public_key(private_key)}", err=True)


@click.command("erase-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
def erase_customer(phone: str) -> None:
    """Erase a customer's personal data on request. Amounts and menu items of their orders stay."""
    from chuckwagon.db.database import Database
    from chuckwagon.privacy import service

    settings = load_database_settings()
    migrate_database(settings)
    number = _read_phone(phone)
    with closing(Database(settings.direct_database)) as db:
        orders = db.write(lambda session: service.erase_by_phone(session, number))
    click.echo("There is no data for this number." if orders is None else f"Erased, also from {orders} orders.")


@click.command("export-customer")
@click.option("--phone", required=True, help="The customer's phone number.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write to this file instead of standard output."
)
def export_customer(phone: str, out: Path | None) -> None:
    """Export all data stored about a customer, for a customer who requests it."""
    from chuckwagon.audit.log import SYSTEM_ACTOR
    from chuckwagon.db.database import Database
    from chuckwagon.privacy import export

    settings = load_database_settings()
    migrate_database(settings)
    number = _read_phone(phone)
    with closing(Database(settings.direct_database)) as db:
        with db.reading() as session:
            found = export.export_phone(session, number)
        db.write(lambda session: export.record_export(session, SYSTEM_ACTOR, found))
    content = msgspec.json.format(msgspec.json.encode(found)) + b"\n"
    if out is None:
        click.echo(content, nl=False)
    else:
        _write_private(out, content)


def _read_phone(text: str) -> str:
    """Parse a US phone number, with or without the country code. Raises InvalidInput."""
    from chuckwagon.kit.validation import us_e164

    phone = us_e164(text)
    if phone is None:
        raise InvalidInput(Sentence("Give a 10-digit phone number, such as (213) 373-4253.", "phone_invalid"))
    return phone


def _write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read. Replaces an existing file."""
    from chuckwagon.privacy.restore_carry_over import OWNER_ONLY_MODE

    file.touch(mode=OWNER_ONLY_MODE)
    file.chmod(OWNER_ONLY_MODE)
    file.write_bytes(content)
