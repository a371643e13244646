"""The files of the cluster hold together: every name has a value, and the product accepts its settings."""

import shutil
import subprocess

import pytest

from chuckwagon.settings_sources import find_unknown_names, load_settings
from cluster.configuration import PORTS, TEMPLATES, Configuration

FIRST_PORT = 8600


@pytest.fixture
def configuration(tmp_path):
    found = Configuration(tmp_path / "cluster", FIRST_PORT)
    found.folder.mkdir()
    return found


def test_every_file_is_filled_in(configuration):
    configuration.write()
    written = {path.name: path.read_text() for path in configuration.folder.iterdir()}
    assert set(written) == {"pg1.yml", "pg2.yml", "haproxy.cfg", "pgbouncer.ini", "userlist.txt"}
    assert not [name for name, text in written.items() if "${" in text]


def test_the_poolers_console_is_not_for_the_products_role(configuration):
    configuration.write()
    pooler, users = ((configuration.folder / name).read_text() for name in ("pgbouncer.ini", "userlist.txt"))
    assert "admin_users = pooler_admin\n" in pooler
    assert '"pooler_admin" ' in users
    assert "pooler_admin" not in (TEMPLATES / "server.env").read_text()


@pytest.mark.skipif(
    shutil.which("haproxy") is None, reason="HAProxy is not installed (Debian: apt-get install haproxy)"
)
def test_haproxy_accepts_its_file(configuration):
    configuration.write()
    done = subprocess.run(
        ["haproxy", "-c", "-f", configuration.folder / "haproxy.cfg"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_every_port_is_somewhere_in_a_file_or_a_command(configuration):
    templates = "".join(path.read_text() for path in TEMPLATES.iterdir())
    in_commands = {"SANDBOX", "ETCD_PEER"}
    by_node = {"PG1", "PG2", "PG1_REST", "PG2_REST"}
    assert not [name for name in PORTS if name not in in_commands | by_node and f"${{{name}_PORT}}" not in templates]
    assert sorted(configuration.ports.values()) == list(range(FIRST_PORT, FIRST_PORT + len(PORTS)))


def test_the_product_accepts_the_settings_of_a_server(configuration):
    given = configuration.server_settings()
    settings = load_settings(given, needs_provider=False)
    assert settings.is_pooled
    assert find_unknown_names(given) == []
    port = configuration.ports["PRIMARY"]
    assert settings.direct_database.endswith(f":{port}/chuckwagon"), "over HAProxy, around PgBouncer"
