"""The staff of the demo street: made with the demo trucks, shown on the sign-in screen while they work."""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
import sqlalchemy as sa

from chuckwagon.accounts.models import User
from chuckwagon.accounts.passwords import is_right, make_hash
from chuckwagon.core.db import Database
from chuckwagon.core.system import SampleAccount
from chuckwagon.demo.truck_file import FileShape

ACCOUNTS = Path(__file__).parent / "accounts.toml"


class DemoAccount(FileShape, frozen=True):
    name: str
    email: str
    password: str
    role: str
    truck_slug: str | None = None


class _AccountsFile(FileShape, frozen=True):
    accounts: tuple[DemoAccount, ...]


@cache
def load_demo_accounts() -> tuple[DemoAccount, ...]:
    """The accounts of the file."""
    with ACCOUNTS.open("rb") as file:
        return msgspec.convert(tomllib.load(file), _AccountsFile).accounts


def make_demo_users(truck_ids: dict[str, str]) -> list[User]:
    """One user for each account; `truck_ids` are the trucks by slug."""
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


def list_working_accounts(db: Database) -> list[SampleAccount]:
    """The demo accounts that exist here and still open with the password that everybody knows."""
    known = {account.email: account for account in load_demo_accounts()}
    query = sa.select(User.email, User.password_hash).where(User.email.in_(known), User.is_active.is_(True))
    with db.reading() as session:
        hashes = {row.email: row.password_hash for row in session.execute(query)}
    return [
        SampleAccount(account.email, account.password, account.role, account.truck_slug)
        for account in known.values()
        if account.email in hashes and _still_opens(hashes[account.email], account.password)
    ]


@cache
def _still_opens(stored: str, password: str) -> bool:
    """Asked with every page, hashed once: these passwords are no secret, so they may stay in memory."""
    return is_right(password, stored)
