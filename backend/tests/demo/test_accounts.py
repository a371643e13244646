"""Demo accounts: created with the demo data, shown while their passwords are valid, and never elsewhere."""

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from chuckwagon.accounts.models import User
from chuckwagon.cli.main import cli
from chuckwagon.db.database import Database
from chuckwagon.demo import seed as seeding
from chuckwagon.demo.accounts import list_demo_sign_ins, load_demo_accounts
from chuckwagon.demo.seed import seed
from tests.cast import sign_in


@pytest.fixture
def demo_db(db, settings, tmp_path, monkeypatch):
    monkeypatch.setattr(seeding, "IMAGES_DIR", tmp_path / "none")
    seed(db, msgspec.structs.replace(settings, data_dir=tmp_path / "data"))
    return db


def test_one_superadmin_two_admins_with_a_truck_and_one_without():
    found = sorted((account.role, account.truck_slug or "") for account in load_demo_accounts())
    expected = [("admin", ""), ("admin", "spicy-burritos"), ("admin", "test-truck"), ("superadmin", "")]
    assert found == expected


def test_every_account_that_is_shown_opens(demo_db, client):
    shown = list_demo_sign_ins(demo_db)
    assert len(shown) == len(load_demo_accounts())
    for account in shown:
        user = sign_in(client, account.email, account.password).json()["user"]
        opened = (user["name"], user["role"], user["truckName"])
        assert opened == (account.name, account.role, account.truck_name)


def test_an_account_that_no_longer_opens_is_not_shown(demo_db):
    first, second = load_demo_accounts()[:2]

    def spoil(session):
        session.execute(sa.update(User).where(User.email == first.email).values(is_active=False))
        session.execute(sa.update(User).where(User.email == second.email).values(password_hash="x"))

    demo_db.write(spoil)
    assert [account.email for account in list_demo_sign_ins(demo_db)] == [
        account.email for account in load_demo_accounts()[2:]
    ]


def test_outside_the_demo_no_account_is_named(demo_db, client):
    assert "demoAccounts" not in client.get("/api/config").json()


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_the_demo_names_its_accounts(demo_db, settings):
    from chuckwagon.app import create_app

    app = create_app(msgspec.structs.replace(settings, demo=True), db=demo_db)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as http:
        found = (await http.get("/api/config")).json()["demoAccounts"]
    assert found[1] == {
        "name": "Marisol Vega",
        "email": "burritos@chuckwagon.example",
        "password": "tortilla-sunrise-27",
        "role": "admin",
        "truckSlug": "spicy-burritos",
        "truckName": "Spicy Burritos",
    }
    assert "truckSlug" not in found[0]


def create_superadmin(url, password, email="Boss@Example.com"):
    environ = {"CHUCKWAGON_DATABASE_URL": url, "CHUCKWAGON_SANDBOX": "1"}
    arguments = ["create-superadmin", "--email", email, "--name", "Boss"]
    return CliRunner().invoke(cli, arguments, input=f"{password}\n", env=environ)


def test_the_first_superadmin_is_made_by_a_command(tmp_path):
    url = f"sqlite:///{tmp_path}/fresh.sqlite3"
    done = create_superadmin(url, "skillet-orchard-77")
    assert (done.exit_code, "boss@example.com may now sign in" in done.output) == (0, True)
    again = create_superadmin(url, "skillet-orchard-77")
    assert (again.exit_code, "already an account" in again.output) == (1, True)
    db = Database(url)
    with db.reading() as session:
        user = session.scalars(sa.select(User)).one()
    db.close()
    assert (user.email, user.role, user.truck_id, user.is_active) == (
        "boss@example.com",
        "superadmin",
        None,
        True,
    )
    assert "skillet" not in done.output


@pytest.mark.parametrize("password", ["", "short", "password"])
def test_a_weak_superadmin_is_refused(tmp_path, password):
    done = create_superadmin(f"sqlite:///{tmp_path}/fresh.sqlite3", password)
    assert (done.exit_code, "Error:" in done.output) == (1, True)
