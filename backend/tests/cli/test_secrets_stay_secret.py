"""Secrets are read from the environment or from files and are shown nowhere."""

import signal
import subprocess

import httpx
import pytest

from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.settings import FILE_SETTINGS, SECRETS, Settings
from chuckwagon.settings_sources import load_settings
from tests.conftest import DATABASE_KIND

TEST = {
    "STRIPE_SECRET_KEY": "sk_test_canary1",
    "STRIPE_PUBLISHABLE_KEY": "pk_test_shown",
    "STRIPE_WEBHOOK_SECRET": "whsec_canary2_0123456789abcdef",
    "TWILIO_AUTH_TOKEN": "canary3",
    "AWS_SECRET_ACCESS_KEY": "canary4",
    "AWS_SESSION_TOKEN": "canary5",
    "CHUCKWAGON_MAIL_FROM": "orders@example.com",
    "CHUCKWAGON_PUSH_SUBJECT": "mailto:orders@example.com",
    "CHUCKWAGON_DATABASE_URL": "postgresql://ann:canary6@127.0.0.1:1/none",
    "CHUCKWAGON_DATABASE_DIRECT_URL": "postgresql://ann:canary7@127.0.0.1:2/none",
}


@pytest.mark.parametrize("name", [*SECRETS, *FILE_SETTINGS])
def test_a_secret_may_stand_in_a_file(tmp_path, name):
    urls = {"CHUCKWAGON_SMTP_URL": "smtp://ann@127.0.0.1:25", "CHUCKWAGON_PUSH_PRIVATE_KEY": "A" * 42 + "E"}
    value = "postgresql://ann@127.0.0.1/there" if "DATABASE" in name else urls.get(name, "from_a_file")
    (tmp_path / "secret").write_text(f"{value}\n")
    others = {key: given for key, given in TEST.items() if key != name and "DATABASE" not in key}
    if name == "CHUCKWAGON_DATABASE_DIRECT_URL":
        others["CHUCKWAGON_DATABASE_URL"] = TEST["CHUCKWAGON_DATABASE_URL"]
    found = load_settings(others | {f"{name}_FILE": str(tmp_path / "secret")})
    assert getattr(found, name.removeprefix("CHUCKWAGON_").lower()) == value


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, r"STRIPE_SECRET_KEY_FILE cannot be read \(No such file or directory\)"),
        (b" \n", "STRIPE_SECRET_KEY_FILE is an empty file"),
        (b"\xffcanary", r"STRIPE_SECRET_KEY_FILE cannot be read \(it is not text\)"),
    ],
)
def test_a_file_that_gives_nothing_is_one_sentence(tmp_path, content, sentence):
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SettingsInvalid, match=sentence) as raised:
        load_settings({"STRIPE_SECRET_KEY_FILE": str(path)})
    assert "canary" not in str(raised.value)


def test_a_secret_in_two_places_is_refused(tmp_path):
    (tmp_path / "secret").write_text("canary")
    with pytest.raises(SettingsInvalid, match="are both set") as raised:
        load_settings(TEST | {"STRIPE_SECRET_KEY_FILE": str(tmp_path / "secret")})
    assert "canary" not in str(raised.value)


def test_a_live_key_in_a_file_is_refused_by_the_sandbox_too(tmp_path):
    (tmp_path / "secret").write_text("sk_live_canary")
    with pytest.raises(SettingsInvalid, match="is a live key"):
        load_settings({"STRIPE_SECRET_KEY_FILE": str(tmp_path / "secret")}, sandbox=True)


def test_settings_show_no_secret():
    found = load_settings(TEST)
    for shown in (repr(found), str(found), f"{found!r}"):
        assert "canary" not in shown
        assert "pk_test_shown" in shown
    assert "stripe_secret_key='…'" in repr(found)


def test_every_setting_that_sounds_secret_is_hidden():
    sounding = [name for name in Settings.__struct_fields__ if name.endswith(("_secret", "_token", "_key"))]
    public = {"stripe_publishable_key"}
    canaries = dict.fromkeys({*sounding, "database_url"} - public, "canary")
    assert "canary" not in repr(Settings(**canaries))


@pytest.mark.proof
def test_a_run_with_planted_secrets_shows_none_of_them(program, database_url, tmp_path):
    planted = {key: value for key, value in TEST.items() if "DATABASE" not in key}
    if DATABASE_KIND == "postgresql":
        planted["CHUCKWAGON_DATABASE_URL"] = f"{database_url}&password=canary6"
    served = program.serve("--sandbox", **planted)
    seen = [program.call("doctor", CHUCKWAGON_SANDBOX="1", **planted).stdout]
    with httpx.Client(base_url=f"http://127.0.0.1:{program.port}", timeout=30) as http:
        answers = [
            *(http.get(path) for path in ("/health", "/api/config", "/api/openapi.json", "/api/nothing", "/")),
            http.post("/api/auth/login", json={"email": "a@b.co", "password": "wrong-password"}),
            http.post("/api/auth/login", content=b"{"),
            http.post("/api/stripe/webhook", content=b"{}", headers={"Stripe-Signature": "t=1,v1=2"}),
            http.post("/api/sms/status", data={"MessageSid": "SM1"}),
            http.post("/api/verify-payment", json={"payment_intent_id": "pi_none"}),
            http.get("/api/users", headers={"Authorization": f"Bearer {TEST['STRIPE_SECRET_KEY']}"}),
        ]
    seen += [f"{answer.headers}{answer.text}" for answer in answers]
    listed = subprocess.run(["ps", "-wweo", "args"], capture_output=True, text=True, check=True).stdout
    assert served.end(signal.SIGTERM) == 0
    assert "Ctrl-C stops." in served.output()
    for text in (*seen, served.output(), listed):
        assert "canary" not in text


def test_a_wrong_value_is_not_repeated():
    with pytest.raises(SettingsInvalid) as raised:
        load_settings(TEST | {"CHUCKWAGON_PORT": "canary"})
    assert "canary" not in str(raised.value)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://user:pa@ss:canary@127.0.0.1:1/db",
        "postgresql://user:pa@canary9@127.0.0.1/db",
        "postgresql://user:p[canary@127.0.0.1:port/db",
        "canary://user:pass@127.0.0.1/db",
    ],
)
def test_an_unreadable_database_address_is_not_repeated(address):
    with pytest.raises(SettingsInvalid) as raised:
        load_settings(TEST | {"CHUCKWAGON_DATABASE_URL": address})
    assert str(raised.value).startswith("CHUCKWAGON_DATABASE_URL ")
    for part in ("canary", "pa@", "user", "127"):
        assert part not in str(raised.value)


@pytest.mark.parametrize("password", ["p%40ss", "p%3Ass", "p[ss", "p]ss"])
def test_any_password_can_be_written_down(password):
    address = f"postgresql://user:{password}@127.0.0.1/db"
    found = load_settings(TEST | {"CHUCKWAGON_DATABASE_URL": address}).database
    assert found.partition("://")[2] == address.partition("://")[2]
