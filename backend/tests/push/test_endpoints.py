"""Only the push services of browsers may be pushed to, so that a browser cannot make the product call other hosts."""

import pytest

from chuckwagon.push.service import is_allowed

STAND_IN = "http://localhost:8001/push"


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://fcm.googleapis.com:443/wp/abc",
        "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
        "https://web.push.apple.com/QGuS",
        "https://wns2-by3p.notify.windows.com/w/?token=BQY",
    ],
)
def test_the_services_of_the_known_browsers_are_allowed(endpoint):
    assert is_allowed(endpoint, ())


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/abc",
        "https://fcm.googleapis.com.example.com/x",
        "https://evil-fcm.googleapis.com/x",
        "https://push.apple.com/x",
        "https://evilpush.apple.com/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost/x",
        "file:///etc/passwd",
        "https://fcm.googleapis.com\\@127.0.0.1/x",
        "https://127.0.0.1#fcm.googleapis.com/x",
        "https://fcm.googleapis.com/x\nHost: y",
        "https://fcm.googleapis.com:99999999/x",
        "https://[fcm.googleapis.com/x",
        "",
        "fcm.googleapis.com",
        f"{STAND_IN}/send/abc",
    ],
)
def test_no_other_address_is_allowed(endpoint):
    assert not is_allowed(endpoint, ())


def test_further_services_are_those_of_the_setting():
    services = ("push.example.org", "*.push.example.net")
    assert is_allowed("https://push.example.org/x", services)
    assert is_allowed("https://a.push.example.net/x", services)
    assert not is_allowed("https://a.push.example.org/x", services)
    assert not is_allowed("https://push.example.net/x", services)


@pytest.mark.parametrize(
    ("endpoint", "is_right"),
    [
        (f"{STAND_IN}/send/abc", True),
        ("http://localhost:8001/_sandbox/reset", False),
        (f"{STAND_IN}/../_sandbox/reset", False),
        (f"{STAND_IN}evil/x", False),
    ],
)
def test_the_sandbox_is_pushed_to_below_its_own_path_only(endpoint, is_right):
    assert is_allowed(endpoint, (), STAND_IN) is is_right
