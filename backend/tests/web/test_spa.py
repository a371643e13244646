"""Single-page application and uploaded images: every browser path gets a sensible response."""

import asyncio
from pathlib import Path

import httpx
import msgspec
import pytest

from chuckwagon.app import create_app

FOREVER = "max-age=315360000, public, immutable"
INDEX = "<!doctype html><title>Chuckwagon</title>"
STAFF = "<!doctype html><title>Chuckwagon staff</title>"


def lay_out(folder: Path) -> Path:
    """A build beside a secret that no address may reach."""
    built = folder / "dist"
    (built / "assets").mkdir(parents=True)
    (built / "api-docs").mkdir()
    (built / "index.html").write_text(INDEX)
    (built / "staff.html").write_text(STAFF)
    (built / "assets" / "index-B1x2.js").write_text("let a")
    for folder_of_build in (".vite", ".server"):
        (built / folder_of_build).mkdir()
        (built / folder_of_build / "pages.js").write_text("let a")
    (built / "theme.js").write_text("let a")
    (built / "embed").mkdir()
    (built / "embed" / "truck.js").write_text("let a")
    (built / "manifest.webmanifest").write_text("{}")
    (built / "sw.js").write_text("self")
    (built / "api-docs" / "index.html").write_text("<title>Chuckwagon API</title>")
    images = folder / "uploads" / "demo"
    images.mkdir(parents=True)
    (images / "taco-640.webp").write_bytes(b"RIFFxxxxWEBP")
    (images / "notes.html").write_text("<script>alert(1)</script>")
    (folder / "secret.webp").write_bytes(b"secret")
    (images / "link.webp").symlink_to(folder / "secret.webp")
    return folder


def start(settings, migrated, folder: Path):
    """Start the application on a folder; gives what asks it."""
    app = create_app(msgspec.structs.replace(settings, frontend_dir=folder / "dist", data_dir=folder), db=migrated)
    return lambda method, path, **given: asyncio.run(_request(app, method, path, **given))


@pytest.fixture(scope="module")
def ask(settings, migrated, tmp_path_factory):
    """One application for all tests that only read: it takes longer to make than they take."""
    return start(settings, migrated, lay_out(tmp_path_factory.mktemp("site")))


async def _request(app, method: str, path: str, **given) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://street") as client:
        return await client.request(method, path, **given)


@pytest.mark.parametrize(
    "path",
    ["/", "/spicy-burritos", "/spicy-burritos/checkout", "/truck/x/order-confirmation?payment_intent=p.i"],
)
def test_every_address_of_a_screen_gives_the_page_asked_about_each_time(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")
    unchanged = ask("GET", path, headers={"If-None-Match": answer.headers["etag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


@pytest.mark.parametrize("path", ["/admin", "/admin/", "/admin/orders", "/admin/menu/edit/507f1f77bcf86cd799439011"])
def test_addresses_below_admin_give_the_entry_of_the_staff(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.text) == (200, STAFF)
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/admins", "/spicy-burritos/admin", "/Admin"])
def test_addresses_that_only_look_like_the_staff_area_give_the_storefront(ask, path):
    assert ask("GET", path).text == INDEX


@pytest.mark.parametrize("path", ["/api-test", "/menu-test", "/orders", "/admin", "/admin/orders"])
def test_search_engines_are_asked_to_leave_out_what_is_for_staff_and_developers(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.headers["x-robots-tag"]) == (200, "noindex")


@pytest.mark.parametrize(
    "path", ["/order-confirmation", "/x/Order-Confirmation", "/print/none", "/admin/orders/1/print"]
)
def test_search_engines_are_asked_to_leave_out_what_belongs_to_an_order_or_a_printer(ask, path):
    assert ask("GET", path).headers.get_list("x-robots-tag") == ["noindex"]


def test_other_sites_may_load_the_widget_and_nothing_else(ask):
    widget, other = ask("GET", "/embed/truck.js"), ask("GET", "/theme.js")
    assert widget.headers["cross-origin-resource-policy"] == "cross-origin"
    assert widget.headers["access-control-allow-origin"] == "*"
    assert widget.headers["cache-control"] == "public, max-age=3600"
    assert "javascript" in widget.headers["content-type"]
    assert other.headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in other.headers


@pytest.mark.parametrize("path", ["/", "/spicy-burritos", "/api-testing", "/admins", "/print", "/printer", "/prints/a"])
def test_search_engines_may_list_what_customers_see(ask, path):
    assert "x-robots-tag" not in ask("GET", path).headers


@pytest.mark.parametrize("path", ["/spicy-burritos/order/x_Y-z", "/truck/spicy-burritos/order/x_Y-z"])
def test_the_address_of_an_order_is_neither_listed_nor_told_to_another_site(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.headers["x-robots-tag"]) == (200, "noindex")
    assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/order/spicy-burritos", "/spicy-burritos/order-confirmation", "/a/order"])
def test_addresses_that_hold_no_secret_may_be_told(ask, path):
    assert ask("GET", path).headers["referrer-policy"] == "strict-origin"


def test_fingerprinted_files_are_kept_for_ever_and_others_are_not(ask):
    script = ask("GET", "/assets/index-B1x2.js")
    assert (script.text, script.headers["cache-control"]) == ("let a", FOREVER)
    assert "javascript" in script.headers["content-type"]
    assert ask("GET", "/theme.js").headers["cache-control"] == "no-cache"
    assert "access-control-allow-origin" not in script.headers


@pytest.mark.parametrize(
    "path",
    [
        "/.server/pages.js",
        "/.vite/pages.js",
        "/assets/gone.js",
        "/favicon.ico",
        "/a/b.css",
        "/.well-known/apple-developer-merchantid-domain-association",
        "/%2e%2e/secret.webp",
        "/..%2fsecret.webp",
    ],
)
def test_a_missing_file_is_404_and_never_the_page(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/plain; charset=utf-8")
    assert answer.headers["cache-control"] == "no-store"


def test_the_reader_of_the_api_is_part_of_the_build(ask):
    for path in ("/api/docs", "/api/docs/"):
        answer = ask("GET", path)
        assert (answer.status_code, answer.text) == (200, "<title>Chuckwagon API</title>")


def test_a_missing_build_is_said_and_found_once_it_is_there(settings, migrated, tmp_path):
    folder = lay_out(tmp_path)
    (folder / "dist" / "index.html").unlink()
    ask = start(settings, migrated, folder)
    answer = ask("GET", "/spicy-burritos")
    assert answer.status_code == 503
    assert "The screens are not built yet" in answer.text
    assert (answer.headers["retry-after"], answer.headers["cache-control"]) == ("5", "no-store")
    assert ask("GET", "/api/config").status_code == 200
    (folder / "dist" / "index.html").write_text(INDEX)
    assert ask("GET", "/spicy-burritos").text == INDEX


def test_a_picture_is_kept_for_ever_and_runs_nothing(ask):
    answer = ask("GET", "/uploads/demo/taco-640.webp")
    assert (answer.status_code, answer.content) == (200, b"RIFFxxxxWEBP")
    assert answer.headers["content-type"] == "image/webp"
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox"
    head = ask("HEAD", "/uploads/demo/taco-640.webp")
    assert (head.status_code, head.content, head.headers["content-length"]) == (200, b"", "12")


@pytest.mark.parametrize(
    "path",
    [
        "/uploads/demo/gone.webp",
        "/uploads/demo/notes.html",
        "/uploads/demo/link.webp",
        "/uploads/demo",
        "/uploads/",
        "/uploads/%2e%2e/secret.webp",
        "/uploads/demo/..%2f..%2f..%2fsecret.webp",
        "/uploads//secret.webp",
        "/uploads/demo%5c..%5ctaco-640.webp",
        "/uploads/%00.webp",
        "/uploads/" + "a" * 300 + ".webp",
    ],
)
def test_no_address_reaches_anything_but_a_picture_in_its_folder(ask, path):
    answer = ask("GET", path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    ("path", "media_type"),
    [("/manifest.webmanifest", "application/manifest+json"), ("/sw.js", "text/javascript")],
)
def test_what_makes_the_site_an_app_is_asked_about_each_time(ask, path, media_type):
    answer = ask("GET", path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(media_type)
    assert answer.headers["cache-control"] == "no-cache"
