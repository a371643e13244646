"""A run of tests leaves nothing in memory, also when it was killed."""

import os
from pathlib import Path

from tests import environment


def test_folders_of_killed_runs_are_removed_and_those_at_work_are_kept(tmp_path):
    names = ("chuckwagon-tests-killed", "chuckwagon-tests-alive", "chuckwagon-tests-beginning", "mine")
    for name in names:
        (tmp_path / name / "data").mkdir(parents=True)
    environment.lock_folder(tmp_path / names[0]).close()
    with environment.lock_folder(tmp_path / names[1]):
        environment.remove_abandoned(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(names[1:])


def test_this_run_has_its_own_folder_and_one_certificate():
    certificates = Path(os.environ["SSL_CERT_FILE"])
    assert certificates.parent == Path(environment.run_folder())
    assert certificates.read_text(encoding="utf-8").count("BEGIN CERTIFICATE") == 1


def test_the_path_is_short_enough_for_the_socket_of_postgresql():
    socket = f"{environment.run_folder()}/chuckwagon-pg-12345678/.s.PGSQL.5432"
    assert len(socket) < 100
