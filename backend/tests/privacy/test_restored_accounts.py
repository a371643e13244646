"""A restore gives back no right, password or second factor that was taken away since the backup."""

import re

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.models import (
    NO_PASSWORD,
    Authenticator,
    KnownSignInAddress,
    Passkey,
    RecoveryCode,
    SecondFactor,
    User,
)
from chuckwagon.accounts.service import erase_account, is_erased
from chuckwagon.audit import log
from chuckwagon.cli import backup
from chuckwagon.customers.models import OptOut
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migration_engine
from chuckwagon.kit import clock
from chuckwagon.privacy.restored_accounts import AccountCounts
from chuckwagon.trucks.models import Truck
from tests.cast import ROLES, Cast, make_user
from tests.cli.conftest import elsewhere, own_programs  # noqa: F401
from tests.cli.test_backup import contents, full, quiet  # noqa: F401
from tests.cli.test_restore import in_database
from tests.databases import create_tables

ACCOUNT_TABLES = ("users", "second_factors", "authenticators", "passkeys", "recovery_codes", "opt_outs")


def accounts(settings):
    return {name: rows for name, rows in contents(settings.database).items() if name in ACCOUNT_TABLES}


@pytest.mark.dialect
def test_what_was_taken_from_accounts_since_does_not_come_back(full, elsewhere, tmp_path, db):  # noqa: F811
    cast = Cast(db)
    again = make_user(db, "again@example.com", password_hash=NO_PASSWORD)
    ids = {role: getattr(cast, role).id for role in ROLES}
    db.write(lambda session: add_factors(session, ids))
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)

    def change(session):
        users = {role: session.get_one(User, user_id) for role, user_id in ids.items()}
        users["superadmin"].role = "admin"
        users["truck_admin"].truck_id = cast.other_truck.id
        users["other_admin"].password_hash = "the newer hash"
        users["other_admin"].is_active = False
        session.execute(sa.delete(User).where(User.id == again.id))
        session.execute(sa.delete(RecoveryCode).where(RecoveryCode.digest == "code 1"))
        session.execute(sa.delete(SecondFactor).where(SecondFactor.user_id == ids["truckless_admin"]))
        emails = [users[role].email for role in ("other_admin", "truck_admin")]
        for role, email in (("truck_admin", "moving"), ("other_admin", emails[1]), ("truck_admin", emails[0])):
            users[role].email = email
            session.flush()
        new = [
            User(email=email, name="New", role="superadmin", password_hash="x") for email in (again.email, "new@x.org")
        ]
        session.add_all([*new, OptOut(phone="+12133734253", opted_out_at=clock.now())])
        session.add(SecondFactor(id="f" * 24, user_id=ids["truck_admin"], kind="passkey", name="New"))
        session.flush()
        session.add(Passkey(factor_id="f" * 24, credential_id="c", public_key="k", sign_count=7))

    in_database(elsewhere, change)
    in_database(elsewhere, use)
    before = accounts(elsewhere)
    in_database(elsewhere, lambda session: move_to_new_truck(session, ids["truckless_admin"]))
    restored = backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert accounts(elsewhere) == before
    assert contents(elsewhere.database)["sign_in_addresses"] == []
    assert backup.describe_carried_over(restored.carried_over)[:-1] == [
        "Roles stay as they were, not as in the backup: 1.",
        "Trucks of staff stay as they were, not as in the backup: 1.",
        "Accounts that were disabled since stay disabled: 1.",
        "Passwords stay those that were set since: 1.",
        "Accounts whose second factors or recovery codes stay as they were: 3.",
        "Accounts whose name, e-mail address or language stays as it was: 2.",
        "Accounts made since are kept: 2.",
        "Accounts without a truck, because the backup does not have theirs: 1.",
        "Customers who wrote STOP since still get no SMS: 1.",
        backup.DATABASE_NEWER,
    ]


def use(session):
    """Leave an audit row, by which a restore knows that the database is newer than the backup."""
    log.record(session, log.SYSTEM_ACTOR, "thing.done", None)


@pytest.mark.parametrize("is_used_since", [False, True])
def test_an_older_copy_gives_a_newer_backup_only_its_erasures_and_disablements(
    full, elsewhere, tmp_path, db, is_used_since,  # noqa: F811
):  # fmt: skip
    cast = Cast(db)
    backup.create_backup(full, tmp_path / "older.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "older.zip", quiet)
    ids = {role: getattr(cast, role).id for role in ROLES}

    def change_copy(session):
        erase_account(session, session.get_one(User, ids["truck_admin"]), "Former user 1")
        session.get_one(User, ids["truckless_admin"]).is_active = False
        use(session)

    def change(session):
        erase_account(session, session.get_one(User, ids["other_admin"]), "Former user 1")
        boss = session.get_one(User, ids["superadmin"])
        boss.role, boss.is_active, boss.password_hash = "admin", False, "the newer hash"
        use(session)

    in_database(elsewhere, change_copy)
    db.write(change)
    backup.create_backup(full, tmp_path / "newer.zip", quiet)
    if is_used_since:
        in_database(elsewhere, use)
    restored = backup.restore_backup(elsewhere, tmp_path / "newer.zip", quiet, replace=True)
    *_, said, instants = backup.describe_carried_over(restored.carried_over)
    assert said == (backup.DATABASE_NEWER if is_used_since else backup.BACKUP_NEWER)
    used_at, taken_at = re.findall(r"20\S+Z", instants)
    assert (used_at > taken_at, taken_at) == (is_used_since, restored.manifest.taken_at)
    users = in_database(
        elsewhere, lambda session: {role: session.get_one(User, user_id) for role, user_id in ids.items()}
    )
    assert [is_erased(users[role].email) for role in ROLES] == [True, True, False, False]
    assert {users[role].name for role in ("truck_admin", "other_admin")} == {"Former user 1", "Former user 2"}
    assert [role for role in ROLES if users[role].is_active] == []
    kept = (users["superadmin"].role, users["superadmin"].password_hash == "the newer hash")
    assert kept == (("superadmin", False) if is_used_since else ("admin", True))


@pytest.mark.dialect
@pytest.mark.parametrize(("statement", "is_complete"), [("DELETE FROM users", True), ("DROP TABLE users", False)])
def test_a_replaced_database_may_lack_its_users_or_the_owners_of_factors(
    full, elsewhere, tmp_path, db, statement, is_complete,  # noqa: F811
):  # fmt: skip
    cast = Cast(db)
    db.write(lambda session: add_factors(session, {role: getattr(cast, role).id for role in ROLES}))
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet)
    engine = migration_engine(elsewhere.database)  # checks no foreign keys on SQLite
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text("SET LOCAL session_replication_role = replica"))
        cascade = " CASCADE" if engine.dialect.name == "postgresql" and "DROP" in statement else ""
        connection.execute(sa.text(statement + cascade))
    engine.dispose()
    restored = backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert (restored.carried_over is not None) is is_complete
    assert accounts(elsewhere)["users"] == accounts(full)["users"]


def move_to_new_truck(session, user_id):
    session.add(Truck(id="n" * 24, name="New Truck", slug="new-truck"))
    session.flush()
    session.execute(sa.text("UPDATE users SET truck_id = :truck WHERE id = :id"), {"truck": "n" * 24, "id": user_id})


def add_factors(session, ids):
    """Two users with an authenticator, of whom one has recovery codes and a known address."""
    for number, role in enumerate(("superadmin", "truckless_admin")):
        session.add(SecondFactor(id=f"{number}" * 24, user_id=ids[role], kind="authenticator", name="Phone"))
        session.flush()
        session.add(Authenticator(factor_id=f"{number}" * 24, secret="s", last_step=1))
    session.add_all([RecoveryCode(user_id=ids["superadmin"], digest=f"code {number}") for number in (1, 2)])
    session.add(KnownSignInAddress(user_id=ids["superadmin"], address="10.0.0.0", seen_at=clock.now()))


def test_accounts_of_another_installation_are_not_brought_in(full, elsewhere, tmp_path, db):  # noqa: F811
    Cast(db)
    backup.create_backup(full, tmp_path / "saved.zip", quiet)
    create_tables(elsewhere.database)
    there = Database(elsewhere.database)
    Cast(there)  # with the same addresses
    make_user(there, "demo@example.com")
    there.write(use)
    there.close()
    restored = backup.restore_backup(elsewhere, tmp_path / "saved.zip", quiet, replace=True)
    assert restored.carried_over.accounts == AccountCounts(left_out=5)
    assert accounts(elsewhere) == accounts(full)
