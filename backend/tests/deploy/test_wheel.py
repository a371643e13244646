"""An installed wheel serves and migrates without a checkout."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hatch_build import CarryShipped
from tests.servers import BACKEND

PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-qq"]
CHECK_INSTALLED = """
import json, chuckwagon
from chuckwagon.db.migrations import MIGRATIONS_DIR, migrate, newest_revision
from chuckwagon.web.static import SpaFiles
from chuckwagon.demo.seed import IMAGES_DIR
from chuckwagon.settings import Settings
migrate("sqlite:///street.sqlite3")
print(json.dumps({"package": chuckwagon.__file__, "screens": str(Settings().frontend_dir),
                  "plates": str(IMAGES_DIR), "newest": newest_revision(), "migrations": str(MIGRATIONS_DIR)}))
"""


def copy_of_the_checkout(folder: Path) -> Path:
    """Copy the sources, with placeholders for the files that Node builds."""
    backend = folder / "backend"
    for name in ("chuckwagon", "sandbox", "migrations"):
        left_out = shutil.ignore_patterns("__pycache__")
        shutil.copytree(BACKEND / name, backend / name, ignore=left_out)
    for name in ("pyproject.toml", "hatch_build.py", "requirements.in", "requirements-otel.in"):
        shutil.copy(BACKEND / name, backend / name)
    shutil.copy(BACKEND.parent / ".gitignore", folder / ".gitignore")
    for path in (
        "frontend/dist/index.html",
        "frontend/dist/assets/app-1a2b.js",
        "frontend/dist/.vite/m.json",
        "frontend/dist/.server/pages.js",
    ):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("<!doctype html>", encoding="utf-8")
    return backend


def build(backend: Path, into: Path) -> subprocess.CompletedProcess[str]:
    command = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "-w", str(into), str(backend)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def check_the_files(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    migrations = {str(path.relative_to(BACKEND)) for path in (BACKEND / "migrations/versions").rglob("*.py")}
    assert {f"chuckwagon/shipped/{path}" for path in migrations} <= names
    assert {
        "chuckwagon/shipped/migrations/alembic.ini",
        "chuckwagon/shipped/screens/index.html",
        "chuckwagon/shipped/screens/assets/app-1a2b.js",
        "chuckwagon/shipped/screens/.vite/m.json",
        "chuckwagon/shipped/screens/.server/pages.js",
        "chuckwagon/demo/plates/LICENSE.md",
        "chuckwagon/demo/plates/spicy-burritos-1280.webp",
        "chuckwagon/demo/accounts.toml",
        "sandbox/__main__.py",
    } <= names
    assert not [name for name in names if name.startswith(("tests", "soak", "fuzz"))]


def check_the_requirements(wheel):
    with zipfile.ZipFile(wheel) as archive:
        text = archive.read(next(n for n in archive.namelist() if n.endswith("METADATA"))).decode()
    wanted = [line for line in text.splitlines() if line.startswith("Requires-Dist:")]
    extra = [line for line in wanted if "extra ==" in line]
    assert len(extra) == 2
    assert all("opentelemetry" in line and "otel" in line for line in extra)
    asked = [line for line in wanted if line not in extra]
    listed = (BACKEND / "requirements.in").read_text(encoding="utf-8").splitlines()
    assert len(asked) == len([line for line in listed if line and line[0] != "#"])
    assert any("stripe==" in line for line in asked)


def check_an_installed_copy(wheel, tmp_path):
    site = tmp_path / "site"
    subprocess.run([*PIP, "install", "--no-deps", "--target", str(site), str(wheel)], check=True, timeout=120)
    (tmp_path / "empty").mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("CHUCKWAGON_")}
    run = subprocess.run(
        [sys.executable, "-c", CHECK_INSTALLED], cwd=tmp_path / "empty", env=environment | {"PYTHONPATH": str(site)},
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert all(found[name].startswith(str(site)) for name in ("package", "screens", "plates", "migrations"))
    assert (Path(found["screens"]) / "index.html").is_file()
    assert found["newest"] == max(path.name[:4] for path in (BACKEND / "migrations/versions").rglob("0*.py"))


@pytest.mark.proof
def test_a_wheel_serves_without_a_checkout(tmp_path):
    """One test, because building is slow."""
    built = build(copy_of_the_checkout(tmp_path / "checkout"), tmp_path)
    assert built.returncode == 0, built.stderr
    wheel = next(tmp_path.glob("*.whl"))
    check_the_files(wheel)
    check_the_requirements(wheel)
    check_an_installed_copy(wheel, tmp_path)


def test_no_wheel_without_screens(tmp_path):
    proof = tmp_path / "backend/migrations/env.py"
    proof.parent.mkdir(parents=True)
    proof.touch()
    hook = CarryShipped(str(tmp_path / "backend"), {}, None, None, "", "wheel")
    with pytest.raises(RuntimeError, match=r"frontend/dist/index.html is missing: use make dist"):
        hook.initialize("standard", {"artifacts": [], "force_include": {}})
    (tmp_path / "frontend/dist").mkdir(parents=True)
    (tmp_path / "frontend/dist/index.html").touch()
    carried = {"artifacts": [], "force_include": {}}
    hook.initialize("standard", carried)
    assert carried["force_include"][str(tmp_path / "frontend/dist")] == "chuckwagon/shipped/screens"
