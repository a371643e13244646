"""What the browser shows, the server computes and the provider charges is one figure."""

import msgspec
import sqlalchemy as sa

from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.menu.models import MenuItem
from chuckwagon.payments.schemas import PaymentIntentRequest
from chuckwagon.payments.service import Caller, open_checkout
from tests.factories import cart_for, make_item, make_truck


def browsers_totals(cents):
    """The formula of the browser at the default rate, in whole cents and then dollars."""
    tax = (cents * 875 + 5000) // 10000
    return cents / 100, tax / 100, (cents + tax) / 100


def test_the_charge_is_the_total_that_was_shown(db, sandbox, settings):
    unlimited = msgspec.structs.replace(settings, limit_checkouts_per_address=0, limit_checkouts_per_phone=0)
    truck = make_truck(db)
    item = make_item(db, truck)
    shown = []
    for cents in [*range(50, 100), *range(101, 99_999, 661), 99_999]:
        price = sa.update(MenuItem).where(MenuItem.id == item.id).values(base_price_cents=cents)
        db.write(lambda session, price=price: session.execute(price))
        body = cart_for(truck, (item, 1), totals=browsers_totals(cents))
        request = msgspec.convert(body, PaymentIntentRequest)
        answer = open_checkout(db, stripe_gateway(settings), unlimited, request, Caller("test"))
        assert answer.total == browsers_totals(cents)[2]
        shown.append(round(answer.total * 100))
    charged = [intent["amount"] for intent in sandbox.ledger()["payment_intents"]]
    assert sorted(charged) == sorted(shown)
    assert len(charged) == 203
