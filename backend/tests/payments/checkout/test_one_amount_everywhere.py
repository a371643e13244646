"""The browser shows, the server computes and Stripe charges the same amount."""

import msgspec
import sqlalchemy as sa

from chuckwagon.kit.decoding import convert
from chuckwagon.menu.models import MenuItem
from chuckwagon.payments.checkout.save import CheckoutRequestContext
from chuckwagon.payments.checkout.schemas import PaymentIntentRequest
from chuckwagon.payments.checkout.service import open_checkout
from tests.factories import checkout_body, make_item, make_truck


def browsers_totals(cents):
    """The browser's formula at the default tax rate: whole cents, returned in dollars."""
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
        body = checkout_body(truck, (item, 1), totals=browsers_totals(cents))
        request = convert(body, PaymentIntentRequest)
        answer = open_checkout(db, unlimited, request, CheckoutRequestContext("test"))
        assert answer.total == browsers_totals(cents)[2]
        shown.append(round(answer.total * 100))
    charged = [intent["amount"] for intent in sandbox.ledger()["payment_intents"]]
    assert sorted(charged) == sorted(shown)
    assert len(charged) == 203
