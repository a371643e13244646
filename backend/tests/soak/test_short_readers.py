"""The reader test in small: cards on four readers while servers are killed."""

import pytest

from soak.readers import take_cards
from soak.run import Plan
from tests.servers import free_ports
from tests.soak.test_short_soak import empty_database

pytestmark = [pytest.mark.dialect, pytest.mark.proof]


def test_each_charge_is_one_order_while_servers_die_and_providers_misbehave(tmp_path):
    plan = Plan(orders=24, kills=3, database=empty_database(), ports=free_ports(2), folder=str(tmp_path / "soak"))
    findings = take_cards(plan)
    assert {name: sentences for name, sentences in findings.items() if sentences} == {}
