"""The storm of refunds in small."""

import pytest

from soak.refund_storm import storm
from soak.run import Plan
from tests.servers import free_ports
from tests.soak.test_short_soak import PATIENT_SECONDS, empty_database


@pytest.mark.proof
def test_each_refund_is_made_once_while_the_provider_is_slow_and_servers_die(tmp_path):
    first, second = free_ports(2)
    plan = Plan(
        refunds=24,
        kills=2,
        database=empty_database(),
        ports=(first, second),
        restart_limit=PATIENT_SECONDS,
        listing_limit=PATIENT_SECONDS,
        settle_limit=150.0,
        progress_every=1.0,
        forget_leases=True,
        folder=str(tmp_path / "soak"),
    )
    findings = storm(plan)
    assert {name: sentences for name, sentences in findings.items() if sentences} == {}
