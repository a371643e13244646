"""The commands other than `serve`."""

import json
import signal
import subprocess
import time

import msgspec
import pytest

from chuckwagon.cli import doctor
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import CheckResult
from tests.cli.conftest import PROGRAM

SANDBOX = {"CHUCKWAGON_SANDBOX": "1"}


@pytest.mark.proof
def test_the_description_of_the_api_is_the_same_at_every_run(program):
    texts = {program.run("openapi", PYTHONHASHSEED=seed).stdout for seed in ("1", "2", "3")}
    [text] = texts
    document = json.loads(text)
    assert document["openapi"].startswith("3.1")
    assert "/api/create-payment-intent" in document["paths"]
    assert list(program.folder.iterdir()) == []


def test_the_description_goes_to_a_file_of_a_new_folder(program):
    assert program.call("openapi", "--out", "build/openapi.json").returncode == 0
    assert json.loads((program.folder / "build/openapi.json").read_text())["info"]["title"] == "Chuckwagon"


def test_the_doctor_finds_what_is_missing_and_migrate_says_whether_there_was_anything_to_do(program):
    ill = program.call("doctor", CHUCKWAGON_FRONTEND_DIR=str(program.folder), **SANDBOX)
    assert ill.returncode == 1
    assert "run chuckwagon migrate" in ill.stdout
    assert "FAIL  The front end is not built" in ill.stdout
    assert "was migrated" in program.call("migrate", **SANDBOX).stdout
    assert "is up to date" in program.call("migrate", **SANDBOX).stdout
    (program.folder / "index.html").touch()
    well = program.call("doctor", CHUCKWAGON_FRONTEND_DIR=str(program.folder), **SANDBOX)
    assert well.returncode == 0
    assert {line[:4] for line in well.stdout.splitlines()} == {"ok  "}


def test_the_doctor_shows_no_password(program):
    done = program.call("doctor", DATABASE_URL="postgresql://ann:secret@127.0.0.1:1/none", **SANDBOX)
    assert "does not respond" in done.stdout
    assert "secret" not in done.stdout


def test_the_doctor_wants_https_and_a_number_for_real_customers(program):
    keys = {"STRIPE_SECRET_KEY": "sk_live_1", "STRIPE_PUBLISHABLE_KEY": "pk_test_1"}
    nowhere = {"HTTPS_PROXY": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9", "no_proxy": ""}
    done = program.call("doctor", STRIPE_WEBHOOK_SECRET="whsec_1", **keys, **nowhere)
    for sentence in ("Use keys of the same mode", "TWILIO_FROM missing", "Real customers need https"):
        assert sentence in done.stdout


def test_the_doctor_asks_the_provider_whether_wallets_show(settings, sandbox, monkeypatch):
    monkeypatch.setattr(Settings, "moves_real_money", True)
    live = msgspec.structs.replace(settings, public_url="https://eat.example")
    assert "register eat.example" in doctor._check_wallets(live).sentence
    sandbox.post("/v1/payment_method_domains", form={"domain_name": "eat.example"}).raise_for_status()
    assert doctor._check_wallets(live) == CheckResult(True, "Stripe lets eat.example show wallets.")


@pytest.mark.proof
def test_a_worker_alone_ends_quietly(program):
    working = subprocess.Popen(
        [*PROGRAM, "worker"], cwd=program.folder, env=program.environment | SANDBOX,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    assert "Worker running." in working.stdout.readline()
    time.sleep(0.2)
    working.send_signal(signal.SIGINT)
    rest, _ = working.communicate(timeout=180)
    assert (working.returncode, "Traceback" in rest) == (0, False)
