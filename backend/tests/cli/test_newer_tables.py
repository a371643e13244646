"""The program on tables of a newer release: it starts if they allow it, and says so."""

import signal

import pytest

from tests.db.test_other_revisions import run


@pytest.mark.proof
def test_the_program_starts_on_newer_tables_and_says_so(program):
    """What a restart meets while a rolling release is half done, or after going back one version."""
    settings = {"CHUCKWAGON_SANDBOX": "1"}
    assert program.call("migrate", **settings).returncode == 0
    url = f"sqlite:///{program.folder}/data/chuckwagon.sqlite3"
    run(url, "UPDATE alembic_version SET version_num = '9998'")
    assert "newer Chuckwagon" in program.call("migrate", **settings).stdout
    served = program.serve("--sandbox")
    assert served.get("/health").status_code == 200
    assert "newer Chuckwagon" in served.output()
    served.end(signal.SIGTERM)

    run(url, "UPDATE schema_compatibility SET minimum_revision = '9998'")
    refused = program.run("serve", "--sandbox")
    assert refused.returncode == 1
    assert refused.stdout.strip().splitlines()[-1].endswith("or restore a backup.")
    assert "Traceback" not in refused.stdout
