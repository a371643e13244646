"""TLS is required except on this machine, and every connection ends in time."""

import socket
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from chuckwagon.integrations import smtp
from chuckwagon.integrations.smtp import Email, EmailUnavailable, SmtpGateway
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.settings_sources import load_settings

EMAIL = Email("key", "zoe@example.com", "Subject", "text", "<p>html</p>")
SENDER = "Señor Smoke <orders@example.com>"


@contextmanager
def mail_server(serve):
    """A mail server for one connection. Yields its port and the commands that it got."""
    commands = []
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(30)

        def run():
            try:
                connected, _ = listener.accept()
            except OSError:
                return
            connected.settimeout(30)
            with connected:
                try:
                    serve(connected, commands)
                except OSError:
                    return

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield listener.getsockname()[1], commands
        finally:
            listener.close()
            thread.join(60)


def converse(connected, commands, *, extensions=("AUTH PLAIN",), greet=True):
    """Accept everything except STARTTLS."""
    with connected.makefile("rwb") as stream:
        if greet:
            stream.write(b"220 ready\r\n")
            stream.flush()
        while line := stream.readline().strip().decode():
            verb = line.split()[0].upper()
            commands.append(verb)
            replies = {
                "EHLO": "250-mail.example\r\n" + "".join(f"250-{one}\r\n" for one in extensions) + "250 HELP",
                "STARTTLS": "220 go",
                "AUTH": "235 OK",
                "DATA": "354 go",
            }
            stream.write(f"{replies.get(verb, '250 OK')}\r\n".encode())
            stream.flush()
            if verb == "STARTTLS":
                return


def gateway(port, scheme="smtp"):
    environ = {"CHUCKWAGON_SMTP_URL": f"{scheme}://user:p%40ss@127.0.0.1:{port}", "CHUCKWAGON_MAIL_FROM": SENDER}
    return SmtpGateway(load_settings(environ, needs_provider=False))


@pytest.fixture
def elsewhere(monkeypatch):
    """This machine counts as another one."""
    monkeypatch.setattr(smtp, "is_loopback", lambda _host: False)


@pytest.fixture
def certificate(tmp_path):
    """A certificate of 127.0.0.1 and its key, in one file, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "server.pem"
    encoding = serialization.Encoding.PEM
    secret = key.private_bytes(encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(secret + signed.public_bytes(encoding))
    return file


def test_without_tls_another_machine_gets_neither_password_nor_email(elsewhere):
    with mail_server(converse) as (port, commands), pytest.raises(EmailUnavailable, match="SMTPNotSupportedError"):
        gateway(port).send(EMAIL, lambda: None)
    assert set(commands) <= {"EHLO", "QUIT"}


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_certificate_that_no_authority_signed_ends_the_connection(elsewhere, certificate, scheme):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)

    def serve(connected, commands):
        if scheme == "smtp":
            converse(connected, commands, extensions=("STARTTLS", "AUTH PLAIN"))
        with context.wrap_socket(connected, server_side=True) as secured:
            converse(secured, commands, greet=scheme == "smtps")

    with mail_server(serve) as (port, commands), pytest.raises(EmailUnavailable, match="SSLCertVerificationError"):
        gateway(port, scheme).send(EMAIL, lambda: None)
    assert "AUTH" not in commands
    assert "MAIL" not in commands


def test_a_server_of_this_machine_needs_no_tls():
    handed_over = []
    with mail_server(lambda connected, commands: converse(connected, commands)) as (port, commands):
        gateway(port).send(EMAIL, lambda: handed_over.append(list(commands)))
    assert handed_over == [["EHLO", "AUTH", "MAIL", "RCPT"]]


def test_a_server_that_sends_a_byte_now_and_then_is_cut(monkeypatch):
    monkeypatch.setattr(smtp, "CONNECTION_SECONDS", 0.3)
    is_over = threading.Event()

    def drip(connected, _commands):
        while not is_over.wait(0.05):
            connected.sendall(b"2")

    with mail_server(drip) as (port, _):
        with pytest.raises(EmailUnavailable):
            gateway(port).send(EMAIL, lambda: None)
        is_over.set()


@pytest.mark.parametrize(
    ("address", "sender", "complaint"),
    [
        ("http://mail.example.com", SENDER, "CHUCKWAGON_SMTP_URL must look like"),
        ("smtp://", SENDER, "CHUCKWAGON_SMTP_URL must look like"),
        ("smtp://mail.example.com:no", SENDER, "CHUCKWAGON_SMTP_URL must look like"),
        ("smtp://user:a/b@mail.example.com", SENDER, "CHUCKWAGON_SMTP_URL must look like"),
        ("smtps://mail.example.com", "", "CHUCKWAGON_MAIL_FROM must be the address"),
        ("smtps://mail.example.com", "Chuckwagon", "CHUCKWAGON_MAIL_FROM must be the address"),
        ("smtps://mail.example.com", "ñ@example.com", "CHUCKWAGON_MAIL_FROM must be the address"),
    ],
)
def test_a_mail_server_that_cannot_be_is_refused_in_one_sentence(address, sender, complaint):
    environ = {"CHUCKWAGON_SMTP_URL": address, "CHUCKWAGON_MAIL_FROM": sender}
    with pytest.raises(SettingsInvalid, match=complaint):
        load_settings(environ, needs_provider=False)


def test_the_password_of_the_mail_server_is_never_shown():
    environ = {"CHUCKWAGON_SMTP_URL": "smtps://user:hush@mail.example.com", "CHUCKWAGON_MAIL_FROM": SENDER}
    assert "hush" not in repr(load_settings(environ, needs_provider=False))
