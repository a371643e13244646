"""The upload form: permissions, required content and rate limit."""

import socket
from datetime import timedelta
from pathlib import Path

import pytest

from chuckwagon.db import rate_limits
from tests.media import corpus
from tests.servers import wait_until

PHOTO = corpus.encoded(corpus.corners((320, 240)), "JPEG")
FILE = b'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n' + PHOTO
FOLDER = b'Content-Disposition: form-data; name="folder"\r\n\r\n'
DAMAGED = "the form is damaged or incomplete"
ODD_FOLDER = "the folder must be trucks or menu-items"


def form(*parts: bytes, end: bytes = b"--edge--\r\n") -> bytes:
    return b"".join(b"--edge\r\n" + part + b"\r\n" for part in parts) + end


@pytest.fixture
def post(client, cast):
    def send(body: bytes, kind: str = "multipart/form-data; boundary=edge", role="truck_admin"):
        return client.post("/api/upload", content=body, headers=cast.headers(role) | {"Content-Type": kind})

    return send


@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 401), ("truckless_admin", 403), ("truck_admin", 201), ("other_admin", 201), ("superadmin", 201)],
)
def test_staff_with_a_truck_and_the_superadmin_may_upload(upload, stored, role, status):
    before = stored()
    content = corpus.encoded(corpus.corners((50 + len(role or ""), 40)), "PNG")
    assert upload(content, role=role).status_code == status
    assert (stored() == before) == (status != 201)


def test_a_form_with_a_file_and_a_folder_is_enough(post):
    for folder in (b"trucks", b"menu-items"):
        answer = post(form(FILE, FOLDER + folder))
        assert answer.status_code == 201, answer.text
        assert answer.json()["url"].startswith(f"/uploads/{folder.decode()}/")
    for more in ([], [FOLDER], [b'Content-Disposition: form-data; name="note"\r\n\r\nhello']):
        assert post(form(*more, FILE)).json()["url"].startswith("/uploads/menu-items/")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (form(), "no file was sent"),
        (form(FOLDER + b"trucks"), "no file was sent"),
        (form(FILE, FILE), "send one file at a time"),
        (form(FILE.replace(PHOTO, b"")), "the file is empty"),
        (form(FILE, FOLDER + b"elsewhere"), ODD_FOLDER),
        (form(FILE, FOLDER + b"../trucks"), ODD_FOLDER),
        (form(FILE, FOLDER + b"trucks/"), ODD_FOLDER),
        (form(FILE, FOLDER + b"\xff\xfe"), ODD_FOLDER),
        (form(FILE, FOLDER + b"t" * 5000), ODD_FOLDER),
        (form(FILE, FOLDER + b"trucks", FOLDER + b"trucks"), ODD_FOLDER),
        (b"", DAMAGED),
        (form(FILE, end=b""), DAMAGED),
        (form(FILE)[:200], DAMAGED),
        (form(FILE).replace(b"edge", b"other"), DAMAGED),
        (form(b"no header\r\n\r\n" + PHOTO), DAMAGED),
        (form(b"\r\n" + PHOTO), DAMAGED),
        (form(*[b'Content-Disposition: form-data; name="x"\r\n\r\n'] * 11), DAMAGED),
        (form(b'Content-Disposition: form-data; name="' + b"x" * 9000 + b'"\r\n\r\n'), DAMAGED),
        (b"\0" * 4000, DAMAGED),
    ],
)  # fmt: skip
def test_a_form_that_is_not_right_is_refused(post, stored, body, reason):
    before = stored()
    answer = post(body)
    assert (answer.status_code, answer.json()["error"]) == (400, f"Upload failed: {reason}.")
    assert stored() == before


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/json", 415),
        ("image/jpeg", 415),
        ("", 415),
        ("multipart/mixed; boundary=edge", 415),
        ("multipart/form-data", 400),
        ("multipart/form-data; boundary=", 400),
        ("multipart/form-data; boundary=\u00e9", 400),
    ],
)
def test_another_type_of_body_is_refused(post, stored, kind, status):
    before = stored()
    answer = post(form(FILE), kind.encode("latin-1"))
    assert answer.status_code == status
    assert answer.json()["error"].startswith("Upload failed: ")
    assert stored() == before


def test_whoever_leaves_in_the_middle_leaves_nothing(live_server, cast, stored, client):
    before = stored()
    token = cast.headers("truck_admin")["Authorization"]
    port = int(live_server.url.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(
            f"POST /api/upload HTTP/1.1\r\nHost: x\r\nAuthorization: {token}\r\nContent-Length: 9999\r\n"
            "Content-Type: multipart/form-data; boundary=edge\r\n\r\n".encode()
            + form(FILE)[:500]
        )
    assert client.get("/health").status_code == 200
    assert stored() == before


def test_thirty_an_hour_for_each_person(upload, client, stored, clock, db, cast):
    clock.set("2026-07-01T19:00:00Z")
    good = corpus.encoded(corpus.corners((40, 30)), "PNG")
    assert upload(b"no image").status_code == 400
    key = f"upload:{cast.truck_admin.id}"
    for _ in range(28):
        assert db.write(lambda session: rate_limits.try_consume(session, key, limit=30, seconds=3600))
    assert upload(good).status_code == 201
    before = stored()
    answer = upload(corpus.encoded(corpus.corners((41, 30)), "PNG"))
    assert (answer.status_code, int(answer.headers["Retry-After"])) == (429, 3600)
    assert stored() == before
    assert upload(good, role="other_admin").status_code == 201
    clock.advance(timedelta(hours=1))
    assert upload(good).status_code == 201


def test_an_upload_without_an_image_leaves_no_file_open(post):
    def deleted() -> int:
        links = Path("/proc/self/fd").iterdir()
        return sum(link.is_symlink() and "(deleted)" in str(link.readlink()) for link in links)

    before = deleted()
    for body in (form(FILE, FILE), form(FILE)[:300], form(FILE, FOLDER + b"x"), form(FILE)):
        post(body)
    wait_until(lambda: deleted() == before)
