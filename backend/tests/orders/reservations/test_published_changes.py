"""Open pages hear of a slot when its state changes and of stock when few pieces are left, not of every order."""

import pytest
import sqlalchemy as sa

from chuckwagon.realtime.change_log import MENU, SLOTS, STOP, ChangeRow
from tests.factories import make_item

SLOT = "2026-07-02T15:20:00Z"


@pytest.fixture
def published(db):
    """The kinds of changes since the last call."""
    seen = [0]

    def read():
        with db.reading() as session:
            rows = session.execute(sa.select(ChangeRow.id, ChangeRow.kind).where(ChangeRow.id > seen[0])).all()
        seen[0] = max([seen[0], *(number for number, _kind in rows)])
        return sorted(kind for _number, kind in rows)

    return read


@pytest.mark.dialect
def test_a_slot_is_published_when_few_are_left_and_when_it_is_full(order, stop_id, published):
    published()
    assert order(7, SLOT, stop_id=stop_id).status_code == 200
    assert published() == []
    assert order(1, SLOT, stop_id=stop_id).status_code == 200
    assert published() == [SLOTS]
    assert order(1, SLOT, stop_id=stop_id).status_code == 200
    assert published() == []
    assert order(1, SLOT, stop_id=stop_id).status_code == 200
    assert published() == sorted([SLOTS, STOP])


def test_a_slot_that_opens_up_is_published(order, stop_id, published):
    attempt = {"X-Checkout-Attempt": "a" * 16}
    order(10, SLOT, stop_id=stop_id, headers=attempt)
    published()
    order(1, "2026-07-02T15:50:00Z", stop_id=stop_id, headers=attempt)
    assert published() == sorted([SLOTS, STOP])


def test_an_item_is_published_from_five_down(order, stop_id, published, db, truck, client, cast):
    brisket = make_item(db, truck, "Brisket", price=100, prep_units=0)
    counts = {"counts": [{"menuItemId": brisket.id, "initial": 7}]}
    headers = cast.headers("truck_admin")
    client.put(f"/api/stops/{stop_id}/stock", json=counts, headers=headers).raise_for_status()
    published()
    for expected in ([], [MENU], [MENU]):
        assert order(1, item=brisket, stop_id=stop_id).status_code == 200
        assert published() == expected
