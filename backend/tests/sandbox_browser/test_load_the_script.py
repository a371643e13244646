"""A page loads the stand-in for Stripe.js, and it loads its frames."""

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from sandbox.browser import assets


@pytest.mark.parametrize("path", ["/stripe.js", "/v3/", "/endive/stripe.js"])
def test_script_is_found_where_the_official_loader_may_look(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.text == assets.stripe_script()
    assert "window.Stripe = Stripe;" in answer.text


def test_script_is_valid(tmp_path: Path, run_node: Callable[..., str]) -> None:
    (tmp_path / "stripe.cjs").write_text(assets.stripe_script())
    run_node("--check", "stripe.cjs", folder=tmp_path)


def test_every_part_of_the_script_is_in_it() -> None:
    files = {file.stem for file in (assets.FOLDER / "stripe").glob("*.js")}
    assert files == set(assets.SCRIPT_PARTS)


def test_frame_modules_are_valid(frame_folder: Path, run_node: Callable[..., str]) -> None:
    modules = [file.name for file in frame_folder.glob("*.js")]
    assert "main.js" in modules
    for module in modules:
        run_node("--check", module, folder=frame_folder)


def test_frame_runs_no_script_but_its_own(browser: httpx.Client) -> None:
    answer = browser.get("/js/frame.html?element=payment&parent=http://localhost:8000")
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("name", "media_type"),
    [("main.js", "text/javascript"), ("form-encoding.js", "text/javascript"), ("frame.css", "text/css")],
)
def test_frame_files_have_their_types(browser: httpx.Client, name: str, media_type: str) -> None:
    answer = browser.get(f"/js/frame/{name}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(media_type)


@pytest.mark.parametrize("name", ["frame.html", "assets.py", "..%2f..%2fsettings.py", "nothing.js"])
def test_no_other_file_can_be_read(browser: httpx.Client, name: str) -> None:
    assert browser.get(f"/js/frame/{name}").status_code == 404
