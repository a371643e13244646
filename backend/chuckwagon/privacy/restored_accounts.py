"""Staff accounts and opt-outs that a restore carries over from the database that it replaces.

A backup knows neither who lost a role, a truck or a second factor after it, nor newer passwords and STOPs. So the
accounts stay as the replaced database had them, each with its second factors and recovery codes, if it was used since
the backup; an older copy gives none. An account that one of the two has erased or disabled stays so. Neither database
may have all columns or tables of this release: what the replaced one does not have stays as the backup has it.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import (
    ERASED_PREFIX,
    NO_PASSWORD,
    Authenticator,
    KnownDevice,
    KnownSignInAddress,
    Passkey,
    RecoveryCode,
    SecondFactor,
    User,
)
from chuckwagon.accounts.service import is_erased, next_former_name
from chuckwagon.audit.log import SYSTEM_ACTOR
from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import Base, UtcDateTime, Writer, insert_if_absent, table_of
from chuckwagon.privacy.service import erase_user
from chuckwagon.trucks.models import Truck

Row = dict[str, Any]
_FACTOR_MODELS: dict[str, type[Base]] = {
    model.__tablename__: model for model in (SecondFactor, Authenticator, Passkey, RecoveryCode)
}
_OWN_DATA = ("name", "email", "language", "has_chosen_language")


class CarriedAccount(Struct, frozen=True):
    """An account: its row, and the rows of its second factors and recovery codes by table.

    A table that the replaced database does not have is missing in `factors`.
    """

    row: Row
    factors: dict[str, list[Row]] = {}


class AccountCounts(Struct):
    """How many accounts and opt-outs of the backup were changed by a restore, by what was changed."""

    roles: int = 0
    trucks: int = 0
    disabled: int = 0
    passwords: int = 0
    factors: int = 0
    own_data: int = 0
    added: int = 0
    left_out: int = 0
    truckless: int = 0
    opt_outs: int = 0


def read_accounts(session: Session) -> dict[str, CarriedAccount]:
    """Read all accounts, by ID."""
    factors: dict[str, dict[str, list[Row]]] = {}
    owners: dict[str, str] = {}
    present = [name for name in _FACTOR_MODELS if sa.inspect(session.connection()).has_table(name)]
    users = list(_read_rows(session, User))
    for row in users:
        factors[row["id"]] = {name: [] for name in present}
    for name in present:
        for row in _read_rows(session, _FACTOR_MODELS[name]):
            owner = row["user_id"] if "user_id" in row else owners.get(row["factor_id"])
            if owner not in factors:
                continue  # a damaged database has factors of no account
            owners |= {row["id"]: owner} if "id" in row else {}
            factors[owner][name].append(row)
    return {row["id"]: CarriedAccount(row, factors[row["id"]]) for row in users}


def read_opt_outs(session: Session) -> dict[str, datetime]:
    """Read the phones whose owners asked for no SMS, and when. A phone of an erased customer is not among them."""
    if not sa.inspect(session.connection()).has_table(OptOut.__tablename__):
        return {}
    return {row["phone"]: row["opted_out_at"] for row in _read_rows(session, OptOut)}


def _read_rows(session: Session, model: type[Base]) -> Iterator[Row]:
    """Read the columns that the database has of this release's."""
    table = table_of(model)
    known = {column["name"] for column in sa.inspect(session.connection()).get_columns(table.name)}
    columns = [column for column in table.columns if column.name in known]
    yield from map(dict, session.execute(sa.select(*columns)).mappings())


def apply_opt_outs(session: Session, opt_outs: Mapping[str, datetime]) -> int:
    """Add the opt-outs that are missing, and return their number. One that was taken back since the backup stays."""
    rows = ({"phone": phone, "opted_out_at": at} for phone, at in opt_outs.items())
    return sum(insert_if_absent(session, OptOut, row) for row in rows)


def replay_staff_erasures(writer: Writer, accounts: Mapping[str, CarriedAccount]) -> int:
    """Erase the staff whom the replaced database had erased, under the same names if these are free.

    Return their number.
    """

    def erase(session: Session, user_id: str, name: str) -> bool:
        user = session.get(User, user_id)
        if user is None or is_erased(user.email):
            return False
        if session.scalar(sa.select(User.id).where(User.name == name, User.email.startswith(ERASED_PREFIX))):
            name = next_former_name(session)
        erase_user(session, SYSTEM_ACTOR, user, name, "Repeated after a restore")
        return True

    gone = {one_id: one.row["name"] for one_id, one in accounts.items() if is_erased(one.row["email"])}
    return sum(writer.write(lambda session, who=who: erase(session, *who)) for who in gone.items())  # type: ignore[misc]


def apply_accounts(session: Session, accounts: Mapping[str, CarriedAccount]) -> AccountCounts:
    """Make the restored accounts what the replaced database had, and forget from where they signed in.

    Accounts made since the backup are added if the two databases have an account in common: otherwise the replaced one
    may be a demo, or the first start on a new machine. An account that only the backup has stays. Where it has the
    address of a carried one, it is deleted if it was never used; otherwise the carried one is left out or disabled.
    An account that the backup has erased or disabled stays so.
    """
    for places in (KnownDevice, KnownSignInAddress):
        session.execute(sa.delete(places))
    restored = {row["id"]: row for row in _read_rows(session, User)}
    is_same = not restored.keys().isdisjoint(accounts)
    erased = {one_id for one_id, row in restored.items() if is_erased(row["email"])}
    accounts = {
        one_id: one for one_id, one in accounts.items() if one_id not in erased and not is_erased(one.row["email"])
    }
    carried = {one_id: one for one_id, one in accounts.items() if one_id in restored or is_same}
    taken = _free_addresses(session, [row for one_id, row in restored.items() if one_id not in accounts], carried)
    left_out = {one_id for one_id, one in carried.items() if one.row["email"] in taken}
    counts = AccountCounts(left_out=len(left_out) + len(accounts) - len(carried))
    session.execute(sa.update(User).where(User.id.in_(left_out)).values(is_active=False))
    trucks = set(session.scalars(sa.select(Truck.id)))
    kept = {one_id: one for one_id, one in carried.items() if one_id not in left_out}
    for one_id in kept.keys() & restored.keys():  # so that two accounts may have exchanged their addresses
        session.execute(sa.update(User).where(User.id == one_id).values(email=f"moving:{one_id}"))
    for one_id, one in kept.items():
        row = _to_row(User, one.row)
        if row["truck_id"] not in trucks:
            counts.truckless += row["truck_id"] is not None
            row["truck_id"] = None
        row["is_active"] = row["is_active"] and (one_id not in restored or restored[one_id]["is_active"])
        _store(session, restored.get(one_id), row, counts)
        _replace_factors(session, one_id, one.factors, counts, is_new=one_id not in restored)
    return counts


def _free_addresses(session: Session, others: Iterable[Row], carried: Mapping[str, CarriedAccount]) -> set[str]:
    """Delete accounts that were never used from `others`, where a carried one has their address.

    Return the addresses that the rest of them has.
    """
    wanted = {one.row["email"] for one in carried.values()}
    rivals = [row for row in others if row["email"] in wanted]
    unused = [row["id"] for row in rivals if row["password_hash"] == NO_PASSWORD]
    session.execute(sa.delete(User).where(User.id.in_(unused)))
    return {row["email"] for row in rivals} - {row["email"] for row in rivals if row["id"] in unused}


def _store(session: Session, before: Row | None, row: Row, counts: AccountCounts) -> None:
    if before is None:
        counts.added += 1
        session.execute(sa.insert(User), [row])
        return
    changed = {name for name, value in row.items() if value != before[name]}
    counts.roles += "role" in changed
    counts.trucks += "truck_id" in changed
    counts.passwords += "password_hash" in changed
    counts.own_data += not changed.isdisjoint(_OWN_DATA)
    counts.disabled += "is_active" in changed and not row["is_active"]
    session.execute(sa.update(User).where(User.id == row["id"]).values(row))


def _replace_factors(
    session: Session, user_id: str, factors: Mapping[str, list[Row]], counts: AccountCounts, *, is_new: bool
) -> None:
    if not factors:
        return
    keys = sa.select(SecondFactor.id).where(SecondFactor.user_id == user_id)
    codes = sa.select(RecoveryCode.digest).where(RecoveryCode.user_id == user_id)
    before = {*session.scalars(keys), *session.scalars(codes)}
    after = {row.get("id") or row.get("digest") for rows in factors.values() for row in rows} - {None}
    counts.factors += before != after and not is_new
    for model in (RecoveryCode, SecondFactor):  # passkeys and authenticators go with their factor
        session.execute(sa.delete(model).where(model.user_id == user_id))
    for name, rows in factors.items():
        if rows:
            session.execute(sa.insert(_FACTOR_MODELS[name]), [_to_row(_FACTOR_MODELS[name], row) for row in rows])


def _to_row(model: type[Base], row: Row) -> Row:
    """A row as it was read, after it was JSON."""
    instants = {column.name for column in table_of(model).columns if isinstance(column.type, UtcDateTime)}
    return {
        name: datetime.fromisoformat(value) if name in instants and isinstance(value, str) else value
        for name, value in row.items()
    }
