"""The HTTP pool: connections are reused, checked, sent through the environment's proxy, and to one host only."""

import datetime
import ipaddress
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import urllib3
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from requests.utils import DEFAULT_CA_BUNDLE_PATH
from urllib3 import exceptions as trouble
from urllib3.util.connection import is_connection_dropped

from chuckwagon.integrations.http_pool import HttpPool
from chuckwagon.web.executors import PROVIDER_THREADS
from tests.integrations.planned_provider import CUT_OFF, DROP, SILENCE, PlannedResponse
from tests.servers import wait_until

LONG_TIMEOUT = urllib3.Timeout(connect=3, read=3)
SHORT_TIMEOUT = urllib3.Timeout(connect=3, read=2)


def send(connections, url, timeout=LONG_TIMEOUT, method="GET", body=None):
    return connections.send(method, url, {"X-Ours": "yes"}, body, timeout)


@pytest.fixture
def connections(provider):
    return HttpPool(provider.url, DEFAULT_CA_BUNDLE_PATH)


@pytest.fixture
def certificate(tmp_path) -> Path:
    """A self-signed certificate for the loopback and its key, in one file."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "loopback")])
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([address]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    file = tmp_path / "loopback.pem"
    file.write_bytes(made.public_bytes(pem) + secret)
    return file


@pytest.fixture
def tls_provider(start_provider, certificate):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return start_provider(context)


def test_one_connection_serves_call_after_call(connections, provider):
    for number in range(3):
        answer = send(connections, f"{provider.url}/{number}?a=b", method="POST", body=b"x=1")
        assert (answer.status, answer.data) == (200, b"{}")
    assert [asked.target for asked in provider.asked] == ["/0?a=b", "/1?a=b", "/2?a=b"]
    assert {(asked.body, asked.headers["X-Ours"]) for asked in provider.asked} == {("x=1", "yes")}
    assert len({asked.connection for asked in provider.asked}) == 1


def test_threads_share_what_is_kept_and_never_an_answer(connections, provider):
    provider.plan = [PlannedResponse(body="")]

    def work(number):
        answers = [send(connections, f"{provider.url}/{number}", body=b"x") for _ in range(5)]
        return {answer.data for answer in answers}

    with ThreadPoolExecutor(PROVIDER_THREADS) as threads:
        assert list(threads.map(work, range(40))) == [{b"/%d" % number} for number in range(40)]
    assert len(provider.asked) == 200
    assert len({asked.connection for asked in provider.asked}) <= PROVIDER_THREADS


def test_a_connection_closed_meanwhile_is_replaced_before_anything_is_sent(connections, provider):
    provider.plan = [PlannedResponse(closes=True), PlannedResponse()]
    send(connections, f"{provider.url}/first")
    wait_until(lambda: is_connection_dropped(connections._pool.pool.queue[-1]))  # the server has closed it
    assert send(connections, f"{provider.url}/second", method="POST", body=b"x=1").status == 200
    assert [asked.target for asked in provider.asked] == ["/first", "/second"]
    assert len({asked.connection for asked in provider.asked}) == 2


def test_a_connection_that_has_rested_for_long_is_not_trusted(connections, provider, monkeypatch):
    send(connections, f"{provider.url}/first")
    monkeypatch.setattr("chuckwagon.integrations.http_pool.MAX_IDLE_SECONDS", -1)
    send(connections, f"{provider.url}/second")
    assert len({asked.connection for asked in provider.asked}) == 2


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("lost", [DROP, CUT_OFF, SILENCE])
def test_what_may_have_been_done_is_asked_once(connections, provider, method, lost):
    send(connections, f"{provider.url}/warm")
    provider.plan = [PlannedResponse(trouble=lost), PlannedResponse()]
    with pytest.raises((trouble.ProtocolError, trouble.ReadTimeoutError)):
        send(connections, f"{provider.url}/lost", SHORT_TIMEOUT, method)
    assert [asked.target for asked in provider.asked] == ["/warm", "/lost"]


def test_a_redirect_is_an_answer(connections, provider):
    provider.plan = [PlannedResponse(302, headers={"Location": "/elsewhere"})]
    assert send(connections, f"{provider.url}/here").status == 302
    assert len(provider.asked) == 1


@pytest.mark.parametrize("suffix", [".evil.example/", "0/", "@evil.example/"])
def test_no_other_address_gets_a_call(connections, provider, suffix):
    with pytest.raises(trouble.HostChangedError):
        send(connections, f"{provider.url}{suffix}")
    assert provider.asked == []


def test_a_certificate_of_nobody_is_refused(tls_provider):
    with pytest.raises(trouble.SSLError):
        send(HttpPool(tls_provider.url, DEFAULT_CA_BUNDLE_PATH), f"{tls_provider.url}/")
    assert tls_provider.asked == []


def test_a_certificate_for_another_name_is_refused(tls_provider, certificate):
    other = tls_provider.url.replace("127.0.0.1", "localhost")
    with pytest.raises(trouble.SSLError):
        send(HttpPool(other, str(certificate)), f"{other}/")
    assert tls_provider.asked == []


def test_a_trusted_certificate_is_taken_and_the_connection_kept(tls_provider, certificate):
    connections = HttpPool(tls_provider.url, str(certificate))
    for _ in range(2):
        assert send(connections, f"{tls_provider.url}/a", method="POST", body=b"x=1").data == b"{}"
    assert [asked.body for asked in tls_provider.asked] == ["x=1", "x=1"]
    assert len({asked.connection for asked in tls_provider.asked}) == 1


def test_the_proxy_of_the_environment_carries_the_call(provider, monkeypatch):
    monkeypatch.setenv("http_proxy", provider.url.replace("//", "//name:word@"))
    far = HttpPool("http://payments.example", DEFAULT_CA_BUNDLE_PATH)
    for _ in range(2):
        assert send(far, "http://payments.example/v1/a?b=c").status == 200
    [first, second] = provider.asked
    assert first.target == "http://payments.example/v1/a?b=c"
    assert first.headers["Host"] == "payments.example"
    assert first.headers["proxy-authorization"] == "Basic bmFtZTp3b3Jk"
    assert first.connection == second.connection


def test_over_tls_a_proxy_only_makes_the_connection(provider, monkeypatch):
    monkeypatch.setenv("https_proxy", provider.url)
    far = HttpPool("https://payments.example", DEFAULT_CA_BUNDLE_PATH)
    with pytest.raises(trouble.ProxyError):  # this proxy does not support CONNECT
        send(far, "https://payments.example/v1/secret")
    assert provider.asked == []


def test_an_address_named_in_no_proxy_is_asked_directly(connections, provider, monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert send(connections, f"{provider.url}/").status == 200
