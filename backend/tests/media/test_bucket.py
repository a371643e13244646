"""Images in a bucket of a real S3 server, and behavior while it is unavailable."""

import io
import subprocess
import sys

import httpx
import msgspec
import obstore
import pytest
import sqlalchemy as sa
from obstore.store import S3Store
from PIL import Image

from chuckwagon.app import create_app
from chuckwagon.cli.doctor import run_checks
from chuckwagon.demo import seed as demo
from chuckwagon.integrations import storage as gateway
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.media.models import StoredImage
from chuckwagon.media.service import is_uploaded_image
from chuckwagon.settings_sources import load_settings
from tests.media import corpus
from tests.servers import LiveServer, bound_socket, free_ports, wait_until

FOREVER = "max-age=315360000, public, immutable"
PHOTO = corpus.encoded(corpus.corners(), "JPEG", quality=90)
KEYS = {"access_key_id": "key", "secret_access_key": "secret", "region": "us-east-1"}


@pytest.fixture(scope="session")
def s3():
    """URL of an S3 server in another process."""
    [port] = free_ports()
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    address = f"http://127.0.0.1:{port}"
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def answers() -> bool:
        assert process.poll() is None
        try:
            return httpx.get(address).status_code < 500
        except httpx.TransportError:
            return False

    wait_until(answers)
    yield address
    process.terminate()
    process.wait(60)


@pytest.fixture
def bucket(s3):
    """Client of an empty bucket."""
    httpx.post(f"{s3}/moto-api/reset").raise_for_status()
    httpx.put(f"{s3}/plates").raise_for_status()
    calls = {"allow_http": True}
    return S3Store("plates", endpoint=s3, virtual_hosted_style_request=False, client_options=calls, **KEYS)


@pytest.fixture
def with_bucket(settings, s3, bucket):
    return msgspec.structs.replace(
        settings, uploads_bucket="s3://plates/street", uploads_endpoint=s3, uploads_region="us-east-1",
        aws_access_key_id="key", aws_secret_access_key="secret",
    )  # fmt: skip


@pytest.fixture
def send(cast):
    """Upload to another server process of the same product; tokens are valid on all of them."""

    def post(client, content, **form):
        return client.post(
            "/api/upload", files={"file": ("a.jpg", content)}, data=form, headers=cast.headers("truck_admin")
        )

    return post


@pytest.fixture
def elsewhere(with_bucket, cast, db):
    """Client of the product with images in the bucket."""
    server = LiveServer(create_app(with_bucket, db=db), bound_socket())
    with httpx.Client(base_url=server.url, timeout=120) as client:
        yield client
    server.stop()


def keys(bucket) -> list[str]:
    return sorted(each["path"] for page in bucket.list() for each in page)


def rows(db) -> int:
    with db.reading() as session:
        return session.scalar(sa.select(sa.func.count()).select_from(StoredImage))


def test_a_bucket_keeps_the_images_and_the_product_serves_them(elsewhere, send, bucket, settings):
    before = set(settings.uploads_dir.rglob("*"))
    answer = send(elsewhere, PHOTO, folder="trucks")
    assert answer.status_code == 201, answer.text
    urls = [variant["url"] for variant in answer.json()["variants"]]
    assert keys(bucket) == sorted(f"street/{url.removeprefix('/uploads/')}" for url in urls)
    assert set(settings.uploads_dir.rglob("*")) == before
    for url, width in zip(urls, (320, 640, 1280), strict=True):
        found = elsewhere.get(url)
        assert found.status_code == 200
        assert Image.open(io.BytesIO(found.content)).size == (width, width * 3 // 4)
        assert found.content == bucket.get(f"street/{url.removeprefix('/uploads/')}").bytes()
        wanted = {
            "content-type": "image/webp",
            "content-length": str(len(found.content)),
            "cache-control": FOREVER,
            "content-security-policy": "default-src 'none'; sandbox",
            "x-content-type-options": "nosniff",
        }
        assert {name: found.headers[name] for name in wanted} == wanted


def test_an_image_in_a_bucket_is_sent_once_to_each_browser(elsewhere, send):
    url = send(elsewhere, PHOTO).json()["url"]
    whole = elsewhere.get(url)
    again = elsewhere.get(url, headers={"If-None-Match": whole.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", whole.headers["etag"])
    assert elsewhere.get(url, headers={"If-None-Match": '"other"'}).content == whole.content
    head = elsewhere.head(url)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(whole.content))


def test_what_is_kept_in_a_bucket_carries_its_type(elsewhere, send, bucket):
    send(elsewhere, PHOTO)
    for key in keys(bucket):
        found = bucket.get(key)
        assert found.attributes["Content-Type"] == "image/webp"
        assert found.attributes["Cache-Control"] == FOREVER


def test_no_address_reaches_anything_but_an_image_in_the_bucket(elsewhere, bucket):
    obstore.put(bucket, "secret.webp", b"secret")
    obstore.put(bucket, "street/secret.webp", b"secret")
    obstore.put(bucket, "street/trucks/a.html", b"secret")
    for path in (
        "/uploads/trucks/gone-320.webp", "/uploads/", "/uploads/secret.webp",
        "/uploads/%2e%2e/secret.webp", "/uploads/trucks/..%2f..%2fsecret.webp", "/uploads/trucks/a.html",
        "/uploads/trucks/%00.webp", "/uploads/trucks/" + "a" * 300 + ".webp",
    ):  # fmt: skip
        answer = elsewhere.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path


def test_without_its_bucket_nothing_is_noted_and_everybody_is_told(elsewhere, send, bucket, db, s3):
    url = send(elsewhere, PHOTO).json()["url"]
    before = rows(db)
    httpx.post(f"{s3}/moto-api/reset").raise_for_status()  # the bucket is gone
    answer = send(elsewhere, corpus.encoded(corpus.corners((640, 480)), "PNG"))
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    assert "Retry-After" in answer.headers
    assert rows(db) == before
    assert elsewhere.get(url).status_code in (404, 503)
    assert elsewhere.get("/api/trucks/public").status_code == 200


def test_a_bucket_that_does_not_answer_is_given_up_soon(with_bucket, send, db, monkeypatch):
    monkeypatch.setattr(gateway, "MAX_TOTAL_SECONDS", 1)
    monkeypatch.setattr(gateway, "MAX_CALL_SECONDS", 0.3)
    with bound_socket() as silent:
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        lonely = msgspec.structs.replace(with_bucket, uploads_endpoint=address)
        server = LiveServer(create_app(lonely, db=db), bound_socket())
        with httpx.Client(base_url=server.url, timeout=120) as client:
            assert send(client, PHOTO).status_code == 503
            found = client.get("/uploads/trucks/a-320.webp")
            assert (found.status_code, found.json()["code"]) == (503, "unavailable")
            assert found.headers["cache-control"] == "no-store"
        server.stop()
    assert rows(db) == 0


def test_the_demo_is_seeded_into_the_bucket(with_bucket, db, bucket, monkeypatch, tmp_path):
    plates = tmp_path / "plates"
    plates.mkdir()
    for width in (320, 640, 1280):
        (plates / f"spicy-burritos-{width}.webp").write_bytes(b"RIFFxxxxWEBP")
    monkeypatch.setattr(demo, "IMAGES_DIR", plates)
    assert demo.seed(db, with_bucket)
    assert keys(bucket) == [f"street/demo/spicy-burritos-{width}.webp" for width in (1280, 320, 640)]
    with db.reading() as session:
        assert is_uploaded_image(session, "/uploads/demo/spicy-burritos-1280.webp")
        assert not is_uploaded_image(session, "/uploads/demo/leilas-falafel-1280.webp")
    server = LiveServer(create_app(with_bucket, db=db), bound_socket())
    assert httpx.get(f"{server.url}/uploads/demo/spicy-burritos-320.webp").content == b"RIFFxxxxWEBP"
    server.stop()


def test_the_doctor_looks_at_the_store(with_bucket, settings, bucket, s3):
    def verdict(given) -> tuple[bool, str]:
        found = next(each for each in run_checks(given) if each.sentence.startswith("Images "))
        return found.is_ok, found.sentence

    assert verdict(settings) == (
        True,
        f"Images are stored in {settings.uploads_dir}, which is writable.",
    )
    assert verdict(with_bucket) == (
        True, "Images are stored in the bucket s3://plates/street, which is writable.",
    )  # fmt: skip
    assert keys(bucket) == []
    lost = msgspec.structs.replace(with_bucket, uploads_bucket="s3://missing-bucket")
    is_fine, sentence = verdict(lost)
    assert not is_fine
    assert sentence.startswith("Images cannot be stored in the bucket s3://missing-bucket: ")
    assert "secret" not in sentence


def test_settings_name_the_bucket():
    given = {
        "CHUCKWAGON_UPLOADS_BUCKET": "s3://plates/street", "CHUCKWAGON_UPLOADS_ENDPOINT": "https://s3.example.com",
        "CHUCKWAGON_UPLOADS_REGION": "eu-central-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_SESSION_TOKEN": "c",
    }  # fmt: skip
    found = load_settings(given, sandbox=True)
    assert (found.uploads_bucket, found.uploads_region) == ("s3://plates/street", "eu-central-1")
    assert (found.aws_access_key_id, found.aws_secret_access_key, found.aws_session_token) == ("a", "b", "c")
    for odd in ("plates", "https://plates", "s3://", "gs://plates"):
        with pytest.raises(SettingsInvalid, match="s3://bucket"):
            load_settings(given | {"CHUCKWAGON_UPLOADS_BUCKET": odd}, sandbox=True)
