"""What the product is made of is listed whole and allowed, and no key is kept with the code."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))

import sbom  # noqa: E402
import secret_scan  # noqa: E402

# Programs for other platforms: npm notes no hash of what it did not fetch itself.
WITHOUT_HASH = ("@biomejs/cli-", "@stripe/cli-")


def run(script, *arguments):
    command = [sys.executable, str(ROOT / "scripts" / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_the_lists_hold_every_pinned_package_with_hash_and_licence(tmp_path):
    done = run("sbom.py", "--out", tmp_path)
    assert done.returncode == 0, done.stdout
    for name, lock, pinned in (
        ("python", "backend/requirements.lock", r"(?m)^([\w.-]+)(?:\[.*?\])?=="),
        ("npm", "frontend/package-lock.json", r'(?m)^    ".*node_modules/([^"]+)": \{'),
    ):
        found = json.loads((tmp_path / f"sbom-{name}.json").read_text())
        assert (found["bomFormat"], found["specVersion"]) == ("CycloneDX", "1.6")
        components = found["components"]
        assert set(re.findall(pinned, (ROOT / lock).read_text())) <= {each["name"] for each in components}
        assert len({each["bom-ref"] for each in components}) == len(components)
        for each in components:
            assert each["hashes"] or each["name"].startswith(WITHOUT_HASH), each["name"]
            assert each["licenses"][0]["expression"], each["name"]
            assert re.fullmatch(r"pkg:(pypi|npm)/\S+@\S+", each["purl"])


def test_the_list_is_the_same_at_every_run(tmp_path):
    for folder in ("one", "two"):
        run("sbom.py", "--out", tmp_path / folder)
    for name in ("sbom-python.json", "sbom-npm.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize(
    ("licence", "is_fine"),
    [
        ("MIT", True),
        ("(MIT OR CC0-1.0)", True),
        ("GPL-3.0-only OR MIT", True),
        ("MIT AND ISC AND BSD-3-Clause", True),
        ("MIT AND GPL-3.0-only", False),
        ("AGPL-3.0-only", False),
        ("SEE LICENSE IN FILE", False),
        ("", False),
    ],
)
def test_a_licence_that_is_not_on_the_list_is_refused(licence, is_fine):
    assert sbom.is_allowed(licence) is is_fine


def test_no_key_is_kept_with_the_code():
    assert run("secret_scan.py").stdout == ""


@pytest.mark.parametrize(
    "planted",
    [
        "sk_live_" + "a1B2" * 8,
        "whsec_" + "a1B2" * 8,
        "AC" + "0f" * 16,
        "AKIA" + "A1B2" * 4,
        "ghp_" + "a1B2" * 9,
        "-----BEGIN RSA PRIVATE " + "KEY-----",
    ],
)
def test_a_planted_key_is_found_and_not_shown(tmp_path, planted):
    (tmp_path / "settings.py").write_text(f"fine = 1\nKEY = '{planted}'\n")
    done = run("secret_scan.py", tmp_path / "settings.py")
    assert done.returncode == 1
    assert "settings.py:2: looks like" in done.stdout
    assert planted not in done.stdout


def test_what_is_no_text_is_passed_over(tmp_path):
    (tmp_path / "image").write_bytes(b"\xff\xd8\x00")
    assert list(secret_scan.find_secrets(tmp_path / "image")) == []
