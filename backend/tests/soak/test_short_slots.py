"""More customers than places: all at once, and fewer of them while servers die."""

import pytest

from soak.run import Plan
from soak.slots import compete
from tests.conftest import DATABASE_KIND
from tests.servers import free_ports
from tests.soak.test_short_soak import empty_database

pytestmark = [pytest.mark.dialect, pytest.mark.proof]


@pytest.mark.parametrize(("customers", "kills"), [(200, 0), (60, 3)])
def test_what_fits_is_sold_and_nothing_more(tmp_path, customers, kills):
    first, second, _of_another_server = free_ports(3)
    plan = Plan(
        customers=customers,
        kills=kills,
        database=empty_database(),
        processes=1 if DATABASE_KIND == "sqlite" else 2,
        ports=(first, second),
        folder=str(tmp_path / "soak"),
    )
    findings = compete(plan)
    assert {name: sentences for name, sentences in findings.items() if sentences} == {}
