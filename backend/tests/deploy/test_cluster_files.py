"""The files of the cluster hold together: every name has a value, and the product accepts its settings."""

import pytest

from chuckwagon.settings import find_unknown_names, load_settings
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
    assert settings.reports_database.endswith(f":{configuration.ports['POOLER']}/chuckwagon_reports")


def test_the_pooler_leads_reports_to_the_address_of_the_standby(configuration):
    configuration.write()
    pooler, proxy = ((configuration.folder / name).read_text() for name in ("pgbouncer.ini", "haproxy.cfg"))
    port = configuration.ports["STANDBY"]
    assert f"chuckwagon_reports = host=127.0.0.1 port={port} dbname=chuckwagon\n" in pooler
    standby = proxy.partition("listen standby")[2].partition("\nlisten")[0]
    assert f"bind 127.0.0.1:{port}" in standby
    assert "OPTIONS /replica" in standby
