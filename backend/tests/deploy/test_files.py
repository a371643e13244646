"""The files in deploy/ match this checkout."""

import os
import re
from contextlib import closing

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
import yaml

from chuckwagon.cli import backup
from chuckwagon.cli.main import cli
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migrate
from chuckwagon.db.postgresql import store_session_settings
from chuckwagon.kit.ids import new_id
from chuckwagon.settings import SECRETS, Settings
from chuckwagon.settings_sources import load_settings
from tests.cli.conftest import own_programs  # noqa: F401
from tests.cli.test_backup import quiet
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.factories import make_truck
from tests.servers import BACKEND, PostgresServer

ROOT = BACKEND.parent
DEPLOY = ROOT / "deploy"
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
GUIDES = [ROOT / "README.md", *sorted((ROOT / "docs/guides").glob("*.md"))]
NAME = re.compile(r"\b((?:CHUCKWAGON|STRIPE|TWILIO|AWS)_[A-Z][A-Z_]*[A-Z])\b")
# Names used by the tests and by Compose, which are not settings of the product.
OTHERS = {
    "CHUCKWAGON_TEST_BACKLOG", "CHUCKWAGON_TEST_DATABASE", "CHUCKWAGON_TEST_PAGE_SECONDS",
    "CHUCKWAGON_VERSION", "CHUCKWAGON_WALKS",
}  # fmt: skip


def known_names() -> set[str]:
    fields = [field.upper() for field in Settings.__struct_encode_fields__]
    providers = ("STRIPE_", "TWILIO_", "AWS_")
    names = {name if name.startswith(providers) else f"CHUCKWAGON_{name}" for name in fields}
    return names | {f"{name}_FILE" for name in SECRETS} | OTHERS


@pytest.mark.parametrize("path", [*FILES, *GUIDES], ids=lambda path: path.name)
def test_every_setting_that_is_named_exists(path):
    assert set(NAME.findall(path.read_text(encoding="utf-8"))) <= known_names()


def compose() -> dict:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def dockerfile() -> str:
    return (DEPLOY / "Dockerfile").read_text(encoding="utf-8")


def test_what_the_image_copies_exists_and_is_not_ignored():
    copies = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile(), re.MULTILINE)
    sources = [source for line in copies for source in line.split()]
    assert sources
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    for source in sources:
        assert (ROOT / source).exists(), source
        assert f"!{source.split('/')[0]}" in ignored
        assert source.rstrip("/") not in ignored


def test_the_image_checks_hashes_and_is_nobodys_root():
    installs = re.findall(r"pip install (.+)$", dockerfile(), re.MULTILINE)
    assert installs
    assert all("--require-hashes" in line or "--no-deps" in line for line in installs)
    assert re.findall(r"^USER (\d+)$", dockerfile(), re.MULTILINE) == ["10001"]


def test_one_port_from_image_to_proxy():
    port = re.search(r"CHUCKWAGON_PORT=(\d+)", dockerfile()).group(1)
    assert re.search(r"^EXPOSE (\d+)$", dockerfile(), re.MULTILINE).group(1) == port
    assert f"127.0.0.1:{port}/health" in dockerfile()
    services = compose()["services"]
    asked = services["caddy"]["environment"]["APP_SERVERS"].split()
    assert asked == [f"{name}:{port}" for name in services if name.startswith("app-")]


def test_the_product_believes_caddy_and_nobody_else():
    services = compose()["services"]
    caddy = services["caddy"]["networks"]["street"]["ipv4_address"]
    assert services["app-1"]["environment"]["CHUCKWAGON_TRUSTED_PROXIES"] == caddy


def test_no_container_has_more_than_it_needs():
    services = compose()["services"]
    for name, service in services.items():
        assert service["cap_drop"] == ["ALL"], name
        assert set(service.get("cap_add", [])) <= {"NET_BIND_SERVICE"}, name
        assert service["mem_limit"], name
        assert service["pids_limit"], name
    assert services["db"]["user"] == "postgres"
    assert "POSTGRES_USER" not in services["db"]["environment"], "the image makes it a superuser"


def test_the_units_of_servers_trust_the_proxy_and_hide_the_developer_pages():
    unit = (DEPLOY / "systemd" / "chuckwagon@.service").read_text(encoding="utf-8").replace("%i", "8001")
    given = dict(pair.split("=", 1) for pair in re.findall(r"CHUCKWAGON_[A-Z_]+=\S+", unit))
    settings = load_settings(given, needs_provider=False)
    assert [str(network) for network in settings.proxy_networks] == ["127.0.0.1/32", "::1/128"]
    assert not settings.shows_dev_tools


@pytest.mark.proof
@pytest.mark.dialect
@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="a role of PostgreSQL")
def test_the_role_that_compose_makes_is_enough_for_the_product(settings, own_programs, tmp_path):  # noqa: F811
    """`create-role.sh` is for an empty server, so its names are changed here."""
    server = PostgresServer.running_in(os.environ[POSTGRES_FOLDER])
    name = f"plain_{new_id()}"
    script = (DEPLOY / "create-role.sh").read_text(encoding="utf-8").partition("<<'SQL'\n")[2].partition("SQL\n")[0]
    statements = script.replace("chuckwagon", name).replace("postgres", "chuckwagon").replace(":'password'", "'x'")
    with psycopg.connect(f"host={server.folder} user=chuckwagon dbname=postgres", autocommit=True) as connection:
        for statement in statements.split(";\n")[:-1]:
            connection.execute(statement)
        [privileges] = connection.execute(f"SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = '{name}'")
    assert privileges == (False, False)
    own = msgspec.structs.replace(
        settings, data_dir=tmp_path, database_url=f"postgresql:///{name}?host={server.folder}&user={name}"
    )
    migrate(own.database)
    with closing(Database(own.database)) as db:
        make_truck(db, "Saved Truck")
    store_session_settings(own.database)
    backup.create_backup(own, tmp_path / "saved.zip", quiet)
    backup.restore_backup(own, tmp_path / "saved.zip", quiet, replace=True)
    with closing(Database(own.database)) as db, db.reading() as session:
        assert session.scalars(sa.text("SELECT name FROM trucks")).all() == ["Saved Truck"]


def test_every_command_exists():
    services = compose()["services"]
    commands = [services[name]["command"][0] for name in ("migrate", "app-1", "app-2", "worker")]
    for unit in (DEPLOY / "systemd").glob("*.service"):
        commands += re.findall(r"bin/chuckwagon ([a-z-]+)", unit.read_text(encoding="utf-8"))
    assert len(commands) == 7
    assert set(commands) <= set(cli.commands)


def test_servers_wait_for_the_tables_and_work_is_left_to_the_worker():
    services = compose()["services"]
    for name in ("app-1", "app-2", "worker"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
        assert services[name]["environment"]["CHUCKWAGON_WORKER"] == "0"
    assert services["worker"]["command"] == ["worker"]


def test_the_examples_secrets_are_empty():
    lines = (DEPLOY / ".env.example").read_text(encoding="utf-8").splitlines()
    pairs = dict(line.split("=", 1) for line in lines if "=" in line and line[0] != "#")
    secret = [name for name in pairs if name in SECRETS or "PASSWORD" in name]
    assert len(secret) >= 4
    assert all(pairs[name] == "" for name in secret)


def test_neither_log_of_the_proxy_holds_a_search_a_secret_or_the_link_of_an_order():
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    blocks = re.findall(r"^\tlog \{\n.*?^\t\}\n", text, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    assert blocks[0] == blocks[1]
    pattern, kept = re.findall(r"request>uri regexp (\S+) (\S+)", blocks[0])[0]
    for field in ("request>headers delete", "request>remote_ip ip_mask", "request>client_ip ip_mask"):
        assert field in blocks[0]
    for uri, logged in {
        "/api/customers?q=2133734253+Rosa": "/api/customers",
        "/taco/paid?payment_intent=pi_1&payment_intent_client_secret=s": "/taco/paid",
        "/taco/order/TOKEN": "/taco/order/",
        "/api/track/TOKEN/stream?x=1": "/api/track//stream",
        "/taco": "/taco",
    }.items():
        assert re.sub(pattern, kept.replace("$", "\\"), uri) == logged
