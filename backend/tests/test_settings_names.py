"""What stands in the environment and in `.env` is read as written, and typing errors are told."""

import pytest

from chuckwagon import settings_sources
from chuckwagon.jobs import outbox
from chuckwagon.jobs.outbox import OutboxMessage
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.settings import is_live_key
from chuckwagon.settings_sources import find_unknown_names, load_settings
from tests.cli.conftest import program  # noqa: F401

read_dotenv = settings_sources._read_dotenv  # before the suite's fixture takes it away


def test_a_name_that_is_no_setting_is_told_with_the_one_it_resembles():
    given = {
        "CHUCKWAGON_TRUSTED_PROXY": "10.0.0.0/8",
        "CHUCKWAGON_PORT": "8000",
        "CHUCKWAGON_DATABASE_URL_FILE": "/run/secrets/database",
        "CHUCKWAGON_VERSION": "1",
        "CHUCKWAGON_PROCESSES": "2",
        "CHUCKWAGON_REPORTS_DATABASE_URL_FILE": "/run/secrets/standby",
        "OTHER": "x",
    }
    assert find_unknown_names(given) == [
        "CHUCKWAGON_PROCESSES (no longer used: run one unit for each processor)",
        "CHUCKWAGON_REPORTS_DATABASE_URL_FILE (no longer used: reports are read from the database itself)",
        "CHUCKWAGON_TRUSTED_PROXY (did you mean CHUCKWAGON_TRUSTED_PROXIES?)",
    ]


def test_the_program_says_so(program):  # noqa: F811
    found = program.call("doctor", CHUCKWAGON_SANDBOX="1", CHUCKWAGON_TAXRATE="2")
    assert "Unknown setting, which has no effect: CHUCKWAGON_TAXRATE" in found.stdout
    assert "FAIL  These settings are unknown and have no effect: CHUCKWAGON_TAXRATE" in found.stdout
    assert found.returncode == 1


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("CHUCKWAGON_PORT=8000", "8000"),
        ("CHUCKWAGON_PORT=8000  # behind Caddy", "8000"),
        ('CHUCKWAGON_PORT="a # b"', "a # b"),
        ("export CHUCKWAGON_PORT='8000'", "8000"),
        ("CHUCKWAGON_PORT=a$HOME", "a$HOME"),
    ],
)
def test_the_env_file_is_read_as_others_read_it(tmp_path, line, value):
    (tmp_path / ".env").write_text(f"# settings\n{line}\n")
    assert read_dotenv(tmp_path / ".env") == {"CHUCKWAGON_PORT": value}


@pytest.mark.parametrize("key", ["sk_live_x", "rk_live_x", "pk_live_x", "sk_org_live_x"])
def test_one_definition_says_what_a_live_key_is(key):
    assert is_live_key(key)
    assert load_settings({"STRIPE_SECRET_KEY": key}, needs_provider=False).is_live
    assert load_settings({"STRIPE_SECRET_KEY": key}, needs_provider=False).moves_real_money
    assert not load_settings({"STRIPE_SECRET_KEY": key}, needs_provider=False).shows_dev_tools
    assert not is_live_key(key.replace("live", "test"))


@pytest.mark.parametrize(
    ("style", "origins"),
    [
        ("maps.example/plain.json", ""),
        ("http://maps.example/plain.json", ""),
        ("https://maps.example;script-src *", ""),
        ("https://key@maps.example/plain.json", ""),
        ("https://maps.example/plain.json", "tiles.example"),
        ("https://maps.example/plain.json", "https://tiles.example/"),
        ("https://maps.example/plain.json", "*"),
    ],
)
def test_what_could_open_the_content_policy_is_no_address_of_a_map(style, origins):
    with pytest.raises(SettingsInvalid, match="CHUCKWAGON_MAP_STYLE must be an https URL"):
        load_settings({"CHUCKWAGON_MAP_STYLE": style, "CHUCKWAGON_MAP_ORIGINS": origins}, sandbox=True)


@pytest.mark.parametrize("site", ["maps.example/?q=", "http://maps.example/?q=", "javascript:alert(1)//"])
def test_directions_lead_to_a_site_that_is_served_safely(site):
    with pytest.raises(SettingsInvalid, match="CHUCKWAGON_MAP_SITE must be an https URL"):
        load_settings({"CHUCKWAGON_MAP_SITE": site}, sandbox=True)


def test_a_map_names_the_origin_of_its_style_and_those_listed():
    given = {"CHUCKWAGON_MAP_ORIGINS": "https://a.example, https://*.b.example:8443"}
    assert load_settings(given, sandbox=True).map_sources == ()
    given["CHUCKWAGON_MAP_STYLE"] = "http://localhost:8080/styles/plain.json?key=1"
    sources = load_settings(given, sandbox=True).map_sources
    assert sources == ("http://localhost:8080", "https://a.example", "https://*.b.example:8443")


def test_a_renamed_field_is_still_set_by_its_published_name():
    given = {"CHUCKWAGON_LEAVE_SECONDS": "3", "CHUCKWAGON_KEEP_TEXTS_DAYS": "6", "CHUCKWAGON_REQUEST_LOG": "1"}
    settings = load_settings(given, sandbox=True)
    assert (settings.pre_stop_seconds, settings.message_retention_days, settings.access_log) == (3.0, 6, True)
    assert find_unknown_names(given) == []


def test_no_retry_waits_so_long_that_it_is_taken_for_a_clock_that_was_set_back():
    for name in ("DISRUPTION", "SMS", "PUSH", "MAIL"):
        with pytest.raises(SettingsInvalid, match=f"<= 130.0 - at `\\$.{name.lower()}_retry_seconds`"):
            load_settings({f"CHUCKWAGON_{name}_RETRY_SECONDS": "130.5"}, sandbox=True)
    settings = load_settings({"CHUCKWAGON_MAIL_RETRY_SECONDS": "130"}, sandbox=True)
    last = outbox.get_retry_delay(OutboxMessage(attempts=outbox.MAX_ATTEMPTS - 1), settings.mail_retry_seconds)
    assert last < outbox.LONGEST_DELAY
