"""Behind proxies each customer is counted by their own address, and no client can claim another one."""

import os
import time

import msgspec
import pytest
from litestar.testing import RequestFactory
from structlog.testing import capture_logs

from chuckwagon.cli.file_mode_and_proxy_checks import check_forwarders
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.settings import Settings
from chuckwagon.settings_sources import load_settings
from chuckwagon.web.requests import client_address, resolve_client_ip

TRUSTED = Settings(trusted_proxies="10.0.0.2, 192.168.7.0/24,fd00::/8").proxy_networks


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("10.0.0.2", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.2", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),  # the first one is supplied by the client
        ("10.0.0.2", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.2", ["203.0.113.9, 192.168.7.4"], "203.0.113.9"),
        ("10.0.0.2", ["192.168.7.5, 192.168.7.4"], "192.168.7.5"),
        ("10.0.0.3", ["203.0.113.9"], "10.0.0.3"),
        ("203.0.113.1", ["10.0.0.2"], "203.0.113.1"),
        ("10.0.0.2", [], "10.0.0.2"),
        ("10.0.0.2", ["203.0.113.9, nonsense"], "10.0.0.2"),
        ("10.0.0.2", ["203.0.113.9:4711"], "203.0.113.9"),
        ("fd00::1", ["[2001:db8::5]:4711"], "2001:db8::5"),
        ("::ffff:10.0.0.2", ["2001:db8::5"], "2001:db8::5"),
        ("unknown", ["203.0.113.9"], "unknown"),
    ],
)
def test_the_first_stranger_is_the_guest(peer, forwarded, found):
    assert resolve_client_ip(peer, forwarded, TRUSTED) == found


def resolve(settings: Settings, peer: str, forwarded: str) -> str:
    request = RequestFactory().get("/", headers={"X-Forwarded-For": forwarded})
    request.scope["client"] = (peer, 4711)
    request.app.state.settings = settings
    return client_address(request)


def test_forwarded_headers_are_believed_only_by_setting(tmp_path):
    settings = Settings(data_dir=tmp_path)
    assert resolve(settings, "127.0.0.1", "203.0.113.9") == "127.0.0.1"
    trusting = msgspec.structs.replace(settings, trusted_proxies="127.0.0.1")
    assert resolve(trusting, "127.0.0.1", "203.0.113.9") == "203.0.113.9"
    assert resolve(trusting, "198.51.100.1", "203.0.113.9") == "198.51.100.1"


def test_a_household_behind_a_proxy_is_counted_once():
    first, second, other = (
        client_ip_key(resolve_client_ip("10.0.0.2", [address], TRUSTED))
        for address in ("2001:db8:1:2::a", "2001:db8:1:2::b", "2001:db8:1:3::a")
    )
    assert first == second != other


def test_a_header_of_a_peer_that_is_no_trusted_proxy_is_noted_once_for_doctor(tmp_path):
    settings = Settings(data_dir=tmp_path, trusted_proxies="10.0.0.2")
    with capture_logs() as logged:
        resolve(settings, "10.0.0.2", "203.0.113.9")
        assert check_forwarders(settings).is_ok
        for peer in ("10.0.0.7", "10.0.0.7", "10.0.0.8"):
            resolve(settings, peer, "203.0.113.9")
    assert [(line["event"], line["peer"]) for line in logged] == [("forwarding_header_ignored", "10.0.0.7")]
    found = check_forwarders(settings)
    assert not found.is_ok
    assert "came from 10.0.0.7, which CHUCKWAGON_TRUSTED_PROXIES does not name" in found.sentence
    assert check_forwarders(msgspec.structs.replace(settings, trusted_proxies="10.0.0.0/29")).is_ok
    [note] = tmp_path.iterdir()
    for days, is_ok in ((2, False), (8, True)):
        os.utime(note, (time.time() - days * 86_400,) * 2)
        assert check_forwarders(settings).is_ok is is_ok
    resolve(settings, "9.9.9.77", "203.0.113.9")
    assert "came from 9.9.9.0/24," in check_forwarders(settings).sentence, "it may be a customer's address"
    assert check_forwarders(msgspec.structs.replace(settings, trusted_proxies="9.9.9.77")).is_ok
    assert list(tmp_path.iterdir()) == [note]
    for damaged in (b"", b"half a wor", b"\xff"):
        note.write_bytes(damaged)
        assert check_forwarders(settings).is_ok, damaged


WIDE = ["0.0.0.0/0", "10.0.0.2,::/0", "128.0.0.0/1", "2000::/3"]


@pytest.mark.parametrize("value", ["caddy", "10.0.0.2/99", "10.0.0.2/8", *WIDE])
def test_a_proxy_that_is_no_address_or_everyone_stops_the_start(value):
    with pytest.raises(SettingsInvalid, match="CHUCKWAGON_TRUSTED_PROXIES"):
        load_settings({"CHUCKWAGON_TRUSTED_PROXIES": value}, needs_provider=False)


def test_a_private_network_may_be_trusted_whole():
    load_settings({"CHUCKWAGON_TRUSTED_PROXIES": "10.0.0.0/8, fc00::/7, fd00::/8"}, needs_provider=False)
