"""The soak in small: a minute of the storm that `make soak` raises for as long as one likes."""

import os

import pytest

from chuckwagon.kit.ids import new_id
from soak.run import Plan, soak
from tests.conftest import DATABASE_KIND, POSTGRES_FOLDER
from tests.servers import PostgresServer, free_ports

pytestmark = [pytest.mark.dialect, pytest.mark.proof]

PATIENT_SECONDS = 30.0  # how fast it comes back is measured by the full soak, on a machine that does nothing else


def empty_database():
    if DATABASE_KIND == "sqlite":
        return DATABASE_KIND
    return PostgresServer.running_in(os.environ[POSTGRES_FOLDER]).create_database(f"soak_{new_id()}")


def test_nothing_is_lost_doubled_or_guessed_while_servers_die_and_providers_misbehave(tmp_path):
    first, second = free_ports(2)
    plan = Plan(
        orders=60,
        kills=5,
        database=empty_database(),
        ports=(first, second),
        restart_limit=PATIENT_SECONDS,
        listing_limit=PATIENT_SECONDS,
        settle_limit=150.0,
        forget_leases=True,
        folder=str(tmp_path / "soak"),
    )
    findings = soak(plan)
    assert {name: sentences for name, sentences in findings.items() if sentences} == {}
