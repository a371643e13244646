"""Unsafe settings prevent a start: each reason is one line, and the program fails."""

import http.server
import os
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from chuckwagon.accounts.models import SecondFactor
from chuckwagon.cli import doctor, file_mode_and_proxy_checks
from chuckwagon.cli.doctor import UnsafeSettings, find_skew_seconds, refuse_unsafe_database, refuse_unsafe_settings
from chuckwagon.cli.main import cli
from chuckwagon.db.database import Database
from chuckwagon.db.migrations import migration_engine
from chuckwagon.demo.seed import seed
from tests.cast import make_user
from tests.cli.conftest import PRODUCT_PREFIXES
from tests.conftest import DATABASE_KIND
from tests.databases import create_tables
from tests.servers import free_ports

SECRET = "whsec_" + "7" * 32
TEST = {
    "STRIPE_SECRET_KEY": "sk_test_1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_1",
    "STRIPE_WEBHOOK_SECRET": SECRET,
}
LIVE = TEST | {
    "STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_live_1",
    "CHUCKWAGON_PUBLIC_URL": "https://street.example",
}  # fmt: skip
# Nothing listens there, so that no test asks the real Stripe for the time.
NOWHERE = {"HTTPS_PROXY": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "no_proxy": ""}

UNSAFE = {
    "no webhook secret": (TEST | {"STRIPE_WEBHOOK_SECRET": ""}, "STRIPE_WEBHOOK_SECRET is missing"),
    "short webhook secret": (TEST | {"STRIPE_WEBHOOK_SECRET": "whsec_1"}, "must have at least 20 characters"),
    "one short of two": (TEST | {"STRIPE_WEBHOOK_SECRET": f"{SECRET},"}, "must have at least 20 characters"),
    "test keys for real customers": (
        LIVE | TEST | {"CHUCKWAGON_LIVE": "1"}, "STRIPE_SECRET_KEY is not a live key",
    ),
    "live keys elsewhere": (LIVE | {"STRIPE_API_BASE": "http://127.0.0.1:9"}, "Unset one of the two"),
    "mixed keys": (LIVE | {"STRIPE_PUBLISHABLE_KEY": "pk_test_1"}, "Use keys of the same mode"),
    "mixed keys, other way": (LIVE | {"STRIPE_SECRET_KEY": "sk_test_1"}, "Use keys of the same mode"),
    "http": (TEST | {"CHUCKWAGON_PUBLIC_URL": "http://street.example"}, "Real customers need https"),
    "http and live": (LIVE | {"CHUCKWAGON_PUBLIC_URL": "http://127.0.0.1"}, "Real customers need https"),
    "live and local": (LIVE | {"CHUCKWAGON_PUBLIC_URL": ""}, "Real customers need https"),
    "developer pages for customers": (
        LIVE | {"CHUCKWAGON_DEV_TOOLS": "true"}, "the developer pages are not for real customers",
    ),
    "anybody's pages": (TEST | {"CHUCKWAGON_CORS_ORIGINS": "*"}, "any site could use the API"),
    "anybody's pages among others": (
        TEST | {"CHUCKWAGON_CORS_ORIGINS": "https://a.example, *"}, "any site could use the API",
    ),
    "pages that anybody may change": (
        TEST | {"CHUCKWAGON_CORS_ORIGINS": "http://app.example"}, "which is not an origin such as",
    ),
    "an address for an origin": (
        TEST | {"CHUCKWAGON_CORS_ORIGINS": "https://app.example/"}, "which is not an origin such as",
    ),
    "the sandbox for real customers": (
        {"CHUCKWAGON_LIVE": "1", "CHUCKWAGON_SANDBOX": "1"}, "neither the demo nor the sandbox",
    ),
    "folder that cannot be": (TEST | {"CHUCKWAGON_DATA_DIR": "/dev/null/data"}, "cannot be created"),
    "folder that takes nothing": (TEST | {"CHUCKWAGON_DATA_DIR": "/proc"}, "is not writable"),
    "database that does not answer": (
        TEST | {"CHUCKWAGON_DATABASE_URL": "postgresql://ann:canary@127.0.0.1:1/none"}, "does not respond",
    ),
    "database in memory": (TEST | {"CHUCKWAGON_DATABASE_URL": "sqlite://"}, "names no file"),
    "database in memory, by name": (
        TEST | {"CHUCKWAGON_DATABASE_URL": "sqlite:///:memory:"}, "names no file",
    ),
    "database in memory, by address": (
        TEST | {"CHUCKWAGON_DATABASE_URL": "sqlite:///file:a?mode=memory&uri=true"}, "names no file",
    ),
    "two slashes too few": (
        TEST | {"CHUCKWAGON_DATABASE_URL": "sqlite://srv/street.sqlite3"}, "names no file",
    ),
    "a folder for a database": (TEST | {"CHUCKWAGON_DATABASE_URL": "sqlite:////srv/"}, "names no file"),
    "an unknown kind of database": (
        TEST | {"CHUCKWAGON_DATABASE_URL": "sqlitefoo:///x"}, "must start with sqlite://",
    ),
}  # fmt: skip


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command in this process, because a process for each case would take too long."""
    for name in [name for name in os.environ if name.startswith(PRODUCT_PREFIXES)]:
        monkeypatch.delenv(name)
    for name, value in NOWHERE.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("chuckwagon.server.runner.install_signal_handlers", lambda: None)

    def refuse_to_serve(*_):
        pytest.fail("it would have served")

    monkeypatch.setattr("chuckwagon.server.runner.run_server", refuse_to_serve)
    [port] = free_ports()
    return lambda command, settings: CliRunner().invoke(cli, [command], env={"CHUCKWAGON_PORT": str(port)} | settings)


@pytest.mark.parametrize(("settings", "sentence"), UNSAFE.values(), ids=UNSAFE)
def test_an_unsafe_start_is_refused_with_one_line(run, settings, sentence):
    for command in ("serve", "worker"):
        done = run(command, settings)
        assert done.exit_code == 1
        [line] = done.output.splitlines()
        assert sentence in line
        assert "canary" not in line
    examined = run("doctor", settings)
    assert examined.exit_code == 1
    assert sentence in examined.output
    assert "canary" not in examined.output


@pytest.mark.proof
def test_a_safe_start_serves(program):
    (program.folder / ".env").write_text("\n".join(f"{name}={value}" for name, value in TEST.items()))
    (program.folder / ".env").chmod(0o600)
    served = program.serve(STRIPE_API_BASE="http://127.0.0.1:9")
    assert served.get("/health").status_code == 200
    assert (program.folder / "data").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("name", "mode"), [(".env", 0o604), ("data", 0o705)])
def test_what_everybody_on_the_machine_may_read_stops_the_start(run, name, mode):
    Path(".env").touch(0o600)
    Path("data").mkdir(0o700)
    Path(name).chmod(mode)
    done = run("serve", TEST | {"STRIPE_API_BASE": "http://127.0.0.1:9"})
    assert done.exit_code == 1
    [line] = done.output.splitlines()
    assert "Other users of this machine can read the " in line
    assert ": chmod " in line
    assert line.endswith(name)


@pytest.mark.skipif(DATABASE_KIND != "sqlite", reason="the files of a SQLite database")
def test_a_database_outside_the_data_folder_is_closed_to_others(elsewhere, tmp_path):
    folder = tmp_path / "srv"
    folder.mkdir()
    folder.chmod(0o755)
    found = safe(elsewhere, database_url=f"sqlite:///{folder}/street.sqlite3", data_dir=tmp_path / "data")
    before = os.umask(0o022)
    try:
        with migration_engine(found.database).begin() as connection:
            connection.exec_driver_sql("CREATE TABLE counted (number INTEGER)")
        with closing(Database(found.database)) as db:
            db.write(lambda session: session.execute(sa.text("INSERT INTO counted VALUES (1)")))
            files = sorted(folder.iterdir())
            assert [file.suffix for file in files] == [
                ".sqlite3", ".sqlite3-shm", ".sqlite3-wal", ".lock", ".open",
            ]  # fmt: skip
            assert all(file.stat().st_mode & 0o077 == 0 for file in files)
            for file in files:
                file.chmod(0o664)
            examined = file_mode_and_proxy_checks.check_database_files(found)
            assert "can read the database: chmod o= " in examined.sentence
            assert all(str(file) in examined.sentence for file in files)
            refuse_unsafe_settings(found)
            assert all(file.stat().st_mode & 0o777 == 0o660 for file in files), "closed, not refused"
        folder.chmod(0o757)
        with pytest.raises(UnsafeSettings, match="can write into the folder of the database: chmod o-w "):
            refuse_unsafe_settings(found)
    finally:
        os.umask(before)


def test_what_puts_real_money_at_risk_is_told_at_the_start_and_by_doctor(run, db, settings, monkeypatch):
    monkeypatch.setattr("chuckwagon.server.runner.run_server", lambda *_: None)
    live = LIVE | {"CHUCKWAGON_DATABASE_URL": settings.database_url}
    make_user(db, "gone@street.example", role="superadmin", is_active=False)
    make_user(db, "truck@street.example", role="admin")
    one, two = (make_user(db, f"{name}@street.example", role="superadmin").id for name in ("one", "two"))
    told = [line for line in run("serve", live).output.splitlines() if "start_at_risk" in line]
    assert len(told) == 2
    assert "Payments are real, and superadmins without a second factor: 2." in told[0]
    assert "a proxy is in front, but CHUCKWAGON_TRUSTED_PROXIES names none" in told[1]
    live |= {"CHUCKWAGON_TRUSTED_PROXIES": "127.0.0.1"}
    db.write(lambda session: session.add(SecondFactor(user_id=one, kind="passkey", name="Key")))
    assert "FAIL  Payments are real, and superadmins without a second factor: 1." in run("doctor", live).output
    own = msgspec.structs.replace(settings, sandbox=False, live=True)
    assert not doctor._check_superadmins(own).is_ok
    for changed in ({"live": False}, {"require_second_factor": "superadmins"}):
        assert doctor._check_superadmins(msgspec.structs.replace(own, **changed)).is_ok
    db.write(lambda session: session.add(SecondFactor(user_id=two, kind="passkey", name="Key")))
    assert "start_at_risk" not in run("serve", live).output


def test_every_reason_is_told_at_once_and_nothing_is_made(run):
    wrong = TEST | {"STRIPE_WEBHOOK_SECRET": "short", "CHUCKWAGON_PUBLIC_URL": "http://street.example"}
    assert len(run("serve", wrong).output.splitlines()) == 2
    assert not list(Path("data").glob("*"))


def test_every_value_that_no_command_can_use_is_told_at_once(run):
    wrong = {"CHUCKWAGON_KEEP_TEXTS_DAYS": "-1", "CHUCKWAGON_UPLOADS_BUCKET": "plates", "STRIPE_WEBHOOK_SECRET": ""}
    for command in ("serve", "doctor"):
        done = run(command, TEST | wrong)
        assert done.exit_code == 1
        texts, bucket, secret = done.output.splitlines()
        assert "CHUCKWAGON_KEEP_TEXTS_DAYS must be a number of days" in texts
        assert "must look like s3://bucket" in bucket
        assert "STRIPE_WEBHOOK_SECRET is missing" in secret


def test_the_demo_needs_nothing(elsewhere):
    refuse_unsafe_settings(msgspec.structs.replace(elsewhere, demo=True))


def safe(elsewhere, **changes):
    return msgspec.structs.replace(
        elsewhere, sandbox=False, stripe_secret_key="sk_test_1", stripe_publishable_key="pk_test_1",
        stripe_webhook_secret=SECRET, stripe_api_base="http://127.0.0.1:9", **changes,
    )  # fmt: skip


def test_a_database_without_its_tables_stops_the_start_and_with_them_it_does_not(elsewhere):
    found = safe(elsewhere)
    found.data_dir.mkdir(mode=0o700)
    with pytest.raises(UnsafeSettings, match="has an older schema: run chuckwagon migrate"):
        refuse_unsafe_database(found)
    create_tables(found.database)
    refuse_unsafe_settings(found)
    refuse_unsafe_database(found)


def test_sample_accounts_stop_the_start_where_others_reach_it(elsewhere):
    found = safe(elsewhere)
    create_tables(found.database)
    db = Database(found.database)
    try:
        assert seed(db, found)
    finally:
        db.close()
    for reachable in (
        msgspec.structs.replace(found, host="0.0.0.0"),
        msgspec.structs.replace(found, public_url="https://street.example"),
        msgspec.structs.replace(found, live=True),
        msgspec.structs.replace(found, sandbox=True, host="0.0.0.0"),
    ):
        with pytest.raises(
            UnsafeSettings, match=r"public passwords are still active \(owner@chuckwagon\.example"
        ) as raised:
            refuse_unsafe_database(reachable)
        assert len(str(raised.value).splitlines()) == 1
    for private in (found, msgspec.structs.replace(found, demo=True, host="0.0.0.0")):
        refuse_unsafe_database(private)


@pytest.fixture
def provider():
    """Server whose Date header is `ahead` seconds off and that refuses every request."""

    class Answer(http.server.BaseHTTPRequestHandler):
        ahead = 0

        def do_HEAD(self):
            self.send_response_only(401)
            wrong = datetime.now(UTC) + timedelta(seconds=Answer.ahead)
            self.send_header("Date", format_datetime(wrong, usegmt=True))
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield Answer, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(("ahead", "direction"), [(-400, "ahead of"), (400, "behind")])
def test_a_wrong_clock_stops_the_start(elsewhere, provider, ahead, direction):
    answer, url = provider
    found = msgspec.structs.replace(safe(elsewhere), stripe_api_base=url)
    create_tables(found.database)
    refuse_unsafe_database(found)
    answer.ahead = ahead
    with pytest.raises(UnsafeSettings, match=rf"The clock is [34]\d\d seconds {direction} Stripe's"):
        refuse_unsafe_database(found)


def test_a_provider_that_is_away_says_nothing_about_the_clock(elsewhere):
    assert find_skew_seconds("http://127.0.0.1:9") is None
    assert "was not compared" in doctor._check_clock(safe(elsewhere)).sentence
