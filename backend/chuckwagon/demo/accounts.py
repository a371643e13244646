"""Demo accounts: created with the demo trucks, and shown on the sign-in screen while their passwords are valid."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from chuckwagon.accounts.models import User
from chuckwagon.accounts.passwords import is_correct, make_hash
from chuckwagon.db.database import Database
from chuckwagon.demo.truck_file import StrictStruct
from chuckwagon.kit.decoding import convert
from chuckwagon.trucks.models import Truck
from chuckwagon.web.system_routes import SampleAccount

ACCOUNTS = Path(__file__).parent / "accounts.toml"


class DemoAccount(StrictStruct, frozen=True):
    """One account of `accounts.toml`. Its password is public."""

    name: str
    email: str
    password: str
    role: str
    truck_slug: str | None = None


class _AccountsFile(StrictStruct, frozen=True):
    accounts: tuple[DemoAccount, ...]


@cache
def load_demo_accounts() -> tuple[DemoAccount, ...]:
    """The accounts in `accounts.toml`."""
    with ACCOUNTS.open("rb") as file:
        return convert(tomllib.load(file), _AccountsFile).accounts


def make_demo_users(truck_ids: dict[str, str]) -> list[User]:
    """Build a user for each account, not yet added to a session. `truck_ids` is keyed by slug."""
    return [
        User(
            email=account.email,
            name=account.name,
            password_hash=make_hash(account.password),
            role=account.role,
            truck_id=truck_ids[account.truck_slug] if account.truck_slug else None,
        )
        for account in load_demo_accounts()
    ]


def list_demo_sign_ins(db: Database) -> list[SampleAccount]:
    """The demo accounts of this database that are active and still have the public password, with that password."""
    by_email = {account.email: account for account in load_demo_accounts()}
    query = sa.select(User.email, User.name, User.password_hash, User.role, Truck.slug, Truck.name.label("truck_name"))
    query = query.outerjoin(Truck, Truck.id == User.truck_id)
    with db.reading() as session:
        rows = session.execute(query.where(User.email.in_(by_email), User.is_active.is_(True)))
        found = {row.email: row for row in rows}
    return [
        _to_sample(found[account.email], account.password)
        for account in by_email.values()
        if account.email in found and _is_demo_password(found[account.email].password_hash, account.password)
    ]


def _to_sample(row: sa.Row[*tuple[Any, ...]], password: str) -> SampleAccount:
    return SampleAccount(row.name, row.email, password, row.role, row.slug, row.truck_name)


@cache
def _is_demo_password(stored: str, password: str) -> bool:
    """Check the password. Cached because every page asks, which is safe because demo passwords are public."""
    return is_correct(password, stored)
